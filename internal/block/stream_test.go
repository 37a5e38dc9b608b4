package block

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"sort"
	"testing"
	"unsafe"

	"github.com/hanoigen/hanoi/kernel"
)

// naive is the record of a move by the contract's formulas.
func naive(f Format, numbers bool, number, k uint64, p kernel.Naming) string {
	disk := bits.TrailingZeros64(k) + 1
	from, to := p.Peg(uint8(k&(k-1)%3)), p.Peg(uint8(((k|(k-1))%3+1)%3))
	switch f {
	case Packed:
		return string([]byte{byte(disk-1)<<2 | from})
	case Wide:
		return string([]byte{byte(disk), from<<4 | to})
	case NPY:
		return string([]byte{byte(disk), from, to})
	case Text:
		if numbers {
			return fmt.Sprintf("%d: move disk %d from %d to %d\n", number, disk, from, to)
		}
		return fmt.Sprintf("move disk %d from %d to %d\n", disk, from, to)
	case CSV:
		if numbers {
			return fmt.Sprintf("%d,%d,%d,%d\n", number, disk, from, to)
		}
		return fmt.Sprintf("%d,%d,%d\n", disk, from, to)
	case JSONL:
		if numbers {
			return fmt.Sprintf("{\"move\":%d,\"disk\":%d,\"from\":%d,\"to\":%d}\n", number, disk, from, to)
		}
		return fmt.Sprintf("{\"disk\":%d,\"from\":%d,\"to\":%d}\n", disk, from, to)
	}
	panic("no such format")
}

func naiveStream(f Format, o Options, runs []Run) (b []byte, starts []int) {
	total := uint64(0)
	for _, r := range runs {
		total += r.Count
	}
	if o.Header {
		switch f {
		case CSV:
			if o.Numbers {
				b = append(b, "move,"...)
			}
			b = append(b, "disk,from,to\n"...)
		case NPY:
			text := fmt.Sprintf("{'descr': [('disk', '|u1'), ('from', '|u1'), ('to', '|u1')], 'fortran_order': False, 'shape': (%d,), }", total)
			b = fmt.Appendf(b, "\x93NUMPY\x01\x00\x76\x00%-117s\n", text)
		}
	}
	number := o.Number
	for _, r := range runs {
		for i := range r.Count {
			starts = append(starts, len(b))
			b = append(b, naive(f, o.Numbers, number, r.First+i, r.Naming)...)
			number++
		}
	}
	return b, starts
}

// cases are streams short enough to be made move by move, each in all formats.
func cases(t *testing.T, f func(t *testing.T, s *Stream, want []byte, starts []int)) {
	lists := map[string][]Run{
		"beginning":      {{1, 3000, 0}},
		"none":           {},
		"digits":         {{95, 1000, 1}},
		"no blocks":      {{77, 100_000, 1}}, // too short for some, and longer than what is encoded at once
		"end":            {{math.MaxUint64 - 2999, 3000, 5}},
		"middle":         {{1<<40 - 1500, 3000, 3}},
		"one":            {{1 << 63, 1, 4}},
		"a path":         {{4, 4, 0}, {2, 2, 3}, {1, 1, 2}, {512, 1, 5}, {1, 511, 1}, {1, 1024, 3}},
		"blocks":         {{1<<18 - 5000, 1<<18 + 7000, 2}},
		"large blocks":   {{1<<50 - 100_000, 1<<18 + 12345, 4}},
		"blocks, a path": {{1 << 18, 1 << 18, 1}, {1, 300_000, 3}},
	}
	for name, runs := range lists {
		for format := range Format(len(formats)) {
			for _, numbers := range []bool{false, true} {
				if numbers && format.Binary() || testing.Short() && len(name) > 9 && format != CSV {
					continue
				}
				o := Options{Header: numbers || format == NPY, Numbers: numbers, Number: 1}
				if name == "middle" || name == "end" {
					o.Number = runs[0].First
				}
				if name == "digits" {
					o.Number = 95
				}
				t.Run(fmt.Sprintf("%s/%s/numbers=%v", name, format, numbers), func(t *testing.T) {
					want, starts := naiveStream(format, o, runs)
					f(t, NewStream(format, o, runs...), want, starts)
				})
			}
		}
	}
}

func readAll(c *Cursor, most int) (b []byte) {
	for {
		seg, _ := c.Next(most)
		if len(seg) == 0 {
			return b
		}
		b = append(b, seg...)
	}
}

func TestStream(t *testing.T) {
	cases(t, func(t *testing.T, s *Stream, want []byte, starts []int) {
		if n, ok := s.Size(); n != int64(len(want)) || !ok {
			t.Fatalf("size %d, want %d", n, len(want))
		}
		if n := s.Moves(); n != uint64(len(starts)) {
			t.Fatalf("%d records, want %d", n, len(starts))
		}
		for _, most := range []int{math.MaxInt, 5000, 7} {
			if most == 7 && len(want) > 1<<20 {
				continue
			}
			got := readAll(s.Cursor(), most)
			if !bytes.Equal(got, want) {
				i := 0
				for i < min(len(got), len(want)) && got[i] == want[i] {
					i++
				}
				t.Fatalf("at most %d bytes: byte %d of %d differs", most, i, len(want))
			}
		}
	})
}

// Long numbered streams, around the numbers whose digits change all at once. The last
// run ends with the last move of 64 disks: nothing is asked of the kernel behind that.
func TestTurns(t *testing.T) {
	runs := []Run{{12345, 30000, 1}, {1, 4000, 4}, {1<<40 - 100, 5000, 4}, {7, 3071, 0}, {math.MaxUint64 - 8999, 9000, 2}}
	for _, f := range []Format{Text, CSV, JSONL} {
		for _, number := range []uint64{1, 1e7 - 4000, 1e8 - 10001, 3e8 - 9999, 1e9 - 2, 9_999_999_990_000, 1e16 - 12000, 1e19 - 15000, math.MaxUint64 - 51070} {
			o := Options{Numbers: true, Number: number}
			want, starts := naiveStream(f, o, runs)
			s := NewStream(f, o, runs...)
			for _, most := range []int{1 << 20, turnsWanted, turnsWanted - 1} {
				if got := readAll(s.Cursor(), most); !bytes.Equal(got, want) {
					t.Fatalf("%v from number %d, %d bytes at a time: wrong", f, number, most)
				}
			}
			// From there on, with what another place has left.
			c := s.Cursor()
			for _, record := range []int{20000, 0, 3072, 4, 511, 29999, 30001, 34500, 2999, 10000, 1} {
				off := starts[record] + record%3
				c.SeekTo(int64(off))
				for range 3 {
					got, _ := c.Next(1 << 20)
					if len(got) == 0 && off < len(want) || !bytes.HasPrefix(want[off:], got) {
						t.Fatalf("%v from number %d, byte %d on: %q", f, number, off, got)
					}
					off += len(got)
				}
			}
		}
	}
}

func TestSeekLocate(t *testing.T) {
	cases(t, func(t *testing.T, s *Stream, want []byte, starts []int) {
		c := s.Cursor()
		header := len(want)
		if len(starts) > 0 {
			header = starts[0]
		}
		starts = append(starts, len(want))
		step := 1 + len(want)/4000
		if testing.Short() {
			step *= 4
		}
		record := 0 // that has byte off, counted from 1
		for off := 0; off <= len(want)+3; off += 1 + rand.IntN(step) {
			c.SeekTo(int64(off))
			if at, ok := c.Offset(); !ok || at != int64(off) {
				t.Fatalf("offset %d after going to %d", at, off)
			}
			b, _ := c.Next(64)
			rest := want[min(off, len(want)):]
			if len(b) == 0 != (len(rest) == 0) || !bytes.HasPrefix(rest, b) {
				t.Fatalf("byte %d: %q, want %q", off, b, rest[:min(64, len(rest))])
			}
			for rest = rest[len(b):]; len(b) > 0 && rand.IntN(4) == 0; rest = rest[len(b):] {
				if b, _ = c.Next(math.MaxInt); !bytes.HasPrefix(rest, b) || len(b) == 0 != (len(rest) == 0) {
					t.Fatalf("going on after byte %d: %d bytes at %d differ", off, len(b), len(want)-len(rest))
				}
			}
			for record < len(starts) && starts[record] <= off {
				record++
			}
			wantRecord, wantStart := uint64(record), int64(0)
			if off >= header {
				wantStart = int64(starts[record-1])
			} else {
				wantRecord = 0
			}
			gotRecord, gotStart := s.Locate(int64(off))
			if gotRecord != wantRecord || gotStart != wantStart {
				t.Fatalf("byte %d is in record %d at %d, want %d at %d", off, gotRecord, gotStart, wantRecord, wantStart)
			}
			if wantRecord > 0 {
				if at, ok := s.Offset(wantRecord); !ok || at != wantStart {
					t.Fatalf("record %d begins at %d, want %d", wantRecord, at, wantStart)
				}
			}
		}
		seekBack(t, c, want)
	})
}

// seekBack goes anywhere with a cursor that may have been in the middle of a block,
// which it forgets: to the header and to the end, too.
func seekBack(t *testing.T, c *Cursor, want []byte) {
	for i := range 200 {
		off := rand.IntN(len(want) + 1)
		switch i % 4 {
		case 0:
			off = rand.IntN(min(len(want), 20) + 1)
		case 1:
			off = len(want) + rand.IntN(2)
		}
		c.SeekTo(int64(off))
		rest := want[min(off, len(want)):]
		for range 1 + rand.IntN(3) {
			b, _ := c.Next(1 + rand.IntN(300))
			if len(b) == 0 != (len(rest) == 0) || !bytes.HasPrefix(rest, b) {
				t.Fatalf("from byte %d, seek %d: %d bytes at %d differ", off, i, len(b), len(want)-len(rest))
			}
			rest = rest[len(b):]
		}
	}
}

// From any place to any other, also beyond 2⁶⁴ bytes.
func TestSeekFrom(t *testing.T) {
	c := NewStream(Text, Options{Header: true}, Run{1, math.MaxUint64, 0}).Cursor()
	c.SeekFrom(c.Pos(), math.MaxInt64)
	c.SeekFrom(c.Pos(), math.MaxInt64)
	c.SeekFrom(c.Pos(), 4) // 2⁶⁴ + 2
	far := c.Pos()
	if want := (size{1, 2}); far.off != want {
		t.Errorf("at %v; want %v", far.off, want)
	}
	for _, n := range []int64{0, 1, -1, 2, -2, -3, 1 << 40, -1 << 40, math.MaxInt64, math.MinInt64} {
		c.SeekFrom(far, n)
		at := c.Pos()
		want := new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(2))
		want.Add(want, big.NewInt(n))
		got := new(big.Int).Add(new(big.Int).Lsh(new(big.Int).SetUint64(at.off.hi), 64), new(big.Int).SetUint64(at.off.lo))
		if got.Cmp(want) != 0 {
			t.Errorf("%d from there: %v; want %v", n, got, want)
		}
	}
}

// Every place around the cut of a block, where a record is in both of its parts,
// and around its end.
func TestSeekCut(t *testing.T) {
	for f := range Format(len(formats)) {
		p := kernel.Naming(4)
		moves := uint64(1) << blockBits[f]
		s := NewStream(f, Options{Header: true}, Run{1, 4 * moves, p})
		all := readAll(s.Cursor(), math.MaxInt)
		c := s.Cursor()
		for block := range uint64(3) {
			start, _ := s.Offset(block*moves + 1)
			end, _ := s.Offset((block+1)*moves + 1)
			for _, at := range []int64{start + int64(s.storeOf(p).cut), end} {
				for off := at - MaxRecord; off <= at+MaxRecord; off++ {
					c.SeekTo(off)
					for rest := all[off:][:3*MaxRecord]; len(rest) > 0; {
						b, _ := c.Next(len(rest))
						if len(b) == 0 || !bytes.HasPrefix(rest, b) {
							t.Fatalf("%v: byte %d, %d after the cut or the end of block %d: %q, want %q", f, off, off-at, block, b, rest)
						}
						rest = rest[len(b):]
					}
				}
			}
		}
	}
}

// Beyond the end nothing is left.
func TestLeft(t *testing.T) {
	s := NewStream(Packed, Options{}, Run{1, 1000, kernel.Naming(4)})
	c := s.Cursor()
	for at, want := range map[int64]int64{0: 1000, 1: 999, 999: 1, 1000: 0, 1001: 0, math.MaxInt64: 0} {
		c.SeekTo(at)
		if left, ok := c.Left(); left != want || !ok || c.LeftFloat() != float64(want) {
			t.Errorf("byte %d: %d and %g are left, %t; want %d", at, left, c.LeftFloat(), ok, want)
		}
	}
}

// All of 64 disks: the far end is reached by its offset where that fits, and by
// running on past 2⁶³.
func TestLong(t *testing.T) {
	for f := range Format(len(formats)) {
		for _, numbers := range []bool{false, true} {
			if numbers && f.Binary() {
				continue
			}
			s := NewStream(f, Options{Header: true, Numbers: numbers, Number: 1}, Run{1, math.MaxUint64, 3})
			if n, ok := s.Size(); ok {
				t.Fatalf("%v: %d bytes", f, n)
			}
			for range 300 {
				k := rand.Uint64N(math.MaxUint64) >> rand.IntN(60)
				k = max(1, k)
				off, ok := s.Offset(k)
				if !ok {
					continue
				}
				c := s.Cursor()
				c.SeekTo(off)
				want := naive(f, numbers, k, k, 3)
				var got []byte
				for len(got) < len(want) {
					b, _ := c.Next(len(want) - len(got))
					got = append(got, b...)
				}
				if string(got) != want {
					t.Fatalf("%v: move %d is %q, want %q", f, k, got, want)
				}
			}
			c := s.Cursor()
			c.SeekTo(math.MaxInt64 - 100)
			k, start := s.Locate(math.MaxInt64 - 100)
			got := make([]byte, 0, 1000)
			for len(got) < 1000 {
				b, _ := c.Next(1000 - len(got))
				got = append(got, b...)
			}
			var want []byte
			for ; len(want) < 1300; k++ {
				want = append(want, naive(f, numbers, k, k, 3)...)
			}
			if !bytes.Equal(got, want[math.MaxInt64-100-start:][:1000]) {
				t.Errorf("%v, numbers %v: differs around 2⁶³", f, numbers)
			}
			if _, ok := c.Offset(); ok {
				t.Errorf("%v: an offset beyond 2⁶³−1 is said to fit", f)
			}
		}
	}
}

func TestLayout(t *testing.T) {
	for f := range Format(len(formats)) {
		for _, first := range []uint64{1, 777, 1<<20 + 5} {
			bits := 10
			s := NewStream(f, Options{Header: true}, Run{first, 40_000, 4})
			l, ok := s.Layout(bits)
			if !ok {
				t.Fatalf("%v: no layout", f)
			}
			all := readAll(s.Cursor(), math.MaxInt)
			if l.End != int64(len(all)) {
				t.Fatalf("%v: end %d, want %d", f, l.End, len(all))
			}
			if record, start := s.Locate(l.First); start != l.First || (first+record-2)%(1<<bits) != 0 {
				t.Errorf("%v: the first block begins at byte %d, record %d", f, l.First, record)
			}
			for off := l.First + 3*l.Block; off < l.End; off++ {
				seam := (off-l.First)%l.Block >= l.Block-l.Seam
				if !seam && all[off] != all[off-3*l.Block] {
					t.Fatalf("%v: byte %d is not that of three blocks before", f, off)
				}
			}
			if record, start := s.Locate(l.First + l.Block - 1); start != l.First+l.Block-l.Seam {
				t.Errorf("%v: the seam begins at %d and has %d bytes, not %d", f, start, l.First+l.Block-start, l.Seam)
			} else if k := first + record - 1; k%(1<<bits) != 0 {
				t.Errorf("%v: the seam is move %d", f, k)
			}
		}
		for why, runs := range map[string][]Run{
			"without a block":        {{5, 3, 0}},
			"that begins at the end": {{5, 1020, 0}},
			"of two runs":            {{1, 3000, 0}, {1, 1, 0}},
			"of more than 2⁶³ bytes": {{1, math.MaxUint64, 0}},
		} {
			if l, ok := NewStream(f, Options{}, runs...).Layout(10); ok {
				t.Errorf("%v: a layout %s: %+v", f, why, l)
			}
		}
	}
	if _, ok := NewStream(Text, Options{Numbers: true}, Run{1, 3000, 0}).Layout(10); ok {
		t.Error("a layout of numbered records")
	}
}

// Stable segments keep their bytes, whatever comes after.
func TestStable(t *testing.T) {
	type kept struct{ seg, copy []byte }
	for f := range Format(len(formats)) {
		var all []kept
		c := NewStream(f, Options{}, Run{12345, 3 << 17, 2}).Cursor()
		stable := 0
		for {
			seg, ok := c.Next(math.MaxInt)
			if len(seg) == 0 {
				break
			}
			if ok {
				stable++
				all = append(all, kept{seg, bytes.Clone(seg)})
			}
		}
		if stable < 4 {
			t.Errorf("%v: %d stable segments", f, stable)
		}
		_, _ = io.Copy(io.Discard, bytes.NewReader(readAll(NewStream(f, Options{}, Run{1, 3 << 17, 0}).Cursor(), math.MaxInt)))
		for _, k := range all {
			if !bytes.Equal(k.seg, k.copy) {
				t.Fatalf("%v: a stable segment changed", f)
			}
		}
	}
}

// The layout is that of the records, one by one.
func TestLayoutOffsets(t *testing.T) {
	for f := range Format(len(formats)) {
		for _, header := range []bool{false, true} {
			for _, bits := range []int{9, 11} {
				moves := uint64(1) << bits
				for _, first := range []uint64{1, 2, moves - 1, moves, moves + 1, 5*moves + 7, 1<<40 - 3} {
					s := NewStream(f, Options{Header: header}, Run{first, 3 * moves, 2})
					offset := func(i uint64) int64 {
						off, ok := s.Offset(i)
						if !ok {
							t.Fatal("beyond")
						}
						return off
					}
					i := 1 + -(first-1)%moves // of the first record of a block
					want := Layout{offset(i), offset(i+moves) - offset(i), offset(i+moves) - offset(i+moves-1), offset(3*moves + 1)}
					if got, ok := s.Layout(bits); got != want || !ok {
						t.Errorf("%v from move %d, %d bits: %+v, %v; want %+v", f, first, bits, got, ok, want)
					}
				}
				s := NewStream(f, Options{Header: header}, Run{2, moves - 1, 2})
				if got, ok := s.Layout(bits); ok {
					t.Errorf("%v: %+v of what ends where a block would begin", f, got)
				}
			}
		}
	}
	// There is a layout if four blocks have less than 2⁶³ bytes.
	for f, largest := range map[Format]int{Packed: 60, JSONL: 56} {
		s := NewStream(f, Options{}, Run{1, 1 << (largest + 2), 0})
		for bits := 9; bits < 70; bits++ {
			if got, ok := s.Layout(bits); ok != (bits <= largest) {
				t.Errorf("%v, %d bits: %+v, %v", f, bits, got, ok)
			}
		}
	}
	if got := NewStream(Text, Options{Numbers: true, Number: 77}, Run{1, 9, 0}).Number(3); got != 79 {
		t.Errorf("record 3 has number %d, where the first has 77", got)
	}
}

// The first few bytes of a run, and they alone, come without blocks that are kept.
func TestFew(t *testing.T) {
	for f := range Format(len(formats)) {
		moves := uint64(1) << blockBits[f]
		for _, n := range []int{1, MaxRecord, Few} {
			tier := *kernel.Best() // whose blocks nobody made before
			s := NewStream(f, Options{Tier: &tier}, Run{1, 3 * moves, 0})
			made := func() bool {
				_, ok := stores.Load(storeKey{f, false, &tier})
				return ok
			}
			c := s.Cursor()
			if _, length, _ := c.Record(); n < length {
				continue
			}
			few, stable := c.Next(n)
			if len(few) == 0 || stable || made() {
				t.Errorf("format %d: asked for %d: %d bytes, stable %v, blocks are made: %v", f, n, len(few), stable, made())
			}
			if more, stable := c.Next(Few); len(more) == 0 || !stable || !made() {
				t.Errorf("format %d: asked for %d: then %d bytes, stable %v, blocks are made: %v", f, n, len(more), stable, made())
			}
			c.SeekTo(0)
			if more, stable := c.Next(Few + 1); len(more) == 0 || !stable {
				t.Errorf("format %d: asked for %d: %d bytes, stable %v, at once", f, Few+1, len(more), stable)
			}
		}
	}
}

// A pipe holds on to stable segments, so all of them are pages of the stores: not
// a header, nor what is encoded on the way, which are memory of the garbage
// collector.
func TestStableMemory(t *testing.T) {
	for f := range Format(len(formats)) {
		for _, number := range []uint64{0, 1, 1 << 40} { // none, encoded, and in turns
			if number > 0 && f.Binary() {
				continue
			}
			moves := uint64(1) << blockBits[f]
			runs := []Run{{1, 3 * moves, 1}, {5, 77, 3}, {moves - 9, 4 * moves, 4}}
			s := NewStream(f, Options{Header: true, Numbers: number > 0, Number: number}, runs...)
			inStore := func(seg []byte) bool {
				for _, r := range runs {
					st := s.storeOf(r.Naming)
					for peg := range 3 {
						for _, pages := range append(st.tails[peg][:], st.bodies[peg]) {
							if within(seg, pages) {
								return true
							}
						}
					}
				}
				return false
			}
			c := s.Cursor()
			end, _ := s.Size()
			// Each place follows upon a stable segment, if there are any.
			for _, off := range []int64{0, 1, int64(len(s.header)), end / 9, end - 100} {
				c.SeekTo(end / 2)
				c.Next(1)
				c.SeekTo(off)
				stable := 0
				for range 1000 {
					seg, ok := c.Next(math.MaxInt)
					if len(seg) == 0 {
						break
					}
					if ok {
						stable++
						if !inStore(seg) {
							t.Fatalf("%v, from byte %d: %d bytes called stable are not in a store", f, off, len(seg))
						}
					}
				}
				if (stable == 0) != (number > 0) {
					t.Errorf("%v, from byte %d: %d stable segments", f, off, stable)
				}
			}
			if b, stable := c.Next(1); len(b) > 0 || stable {
				t.Errorf("%v: at the end, %d bytes, stable: %v", f, len(b), stable)
			}
		}
	}
}

// within reports whether seg is part of whole.
func within(seg, whole []byte) bool {
	if len(whole) == 0 {
		return false
	}
	from := uintptr(unsafe.Pointer(&seg[0])) - uintptr(unsafe.Pointer(&whole[0]))
	return from < uintptr(len(whole)) && uintptr(len(seg)) <= uintptr(len(whole))-from
}

func TestFormatNames(t *testing.T) {
	for i, name := range Formats() {
		if f := Format(i); f.String() != name {
			t.Errorf("format %d is shown as %v, want %s", i, f, name)
		}
	}
	if s := Format(99).String(); s != "Format(99)" {
		t.Error(s)
	}
}

func TestSize(t *testing.T) {
	for _, test := range []struct {
		s    size
		fits bool
	}{{size{lo: 1<<63 - 1}, true}, {size{lo: 1 << 63}, false}, {size{hi: 1}, false}} {
		if _, fits := test.s.int64(); fits != test.fits {
			t.Errorf("%v fits an int64: %v", test.s, fits)
		}
	}
	if s := Format(len(formats)).String(); s != "Format(6)" {
		t.Errorf("no format is called %q", s)
	}
	// Against math/big.
	number := func(s size) *big.Int {
		n := new(big.Int).SetUint64(s.hi)
		return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(s.lo))
	}
	words := []uint64{0, 1, 2, 1<<63 - 1, 1 << 63, 1<<63 + 6, math.MaxUint64}
	var all []size
	for _, lo := range words {
		for _, hi := range []uint64{0, 1, 5} {
			all = append(all, size{hi, lo})
		}
		for _, b := range words {
			want := new(big.Int).Mul(number(size{lo: lo}), number(size{lo: b}))
			if got := product(lo, b); number(got).Cmp(want) != 0 {
				t.Errorf("%d · %d = %v, want %v", lo, b, number(got), want)
			}
		}
	}
	for _, a := range all {
		for _, b := range all {
			if got, want := number(a.plus(b)), new(big.Int).Add(number(a), number(b)); got.Cmp(want) != 0 {
				t.Errorf("%v + %v = %v, want %v", a, b, got, want)
			}
			less := number(a).Cmp(number(b)) < 0
			if a.less(b) != less {
				t.Errorf("%v < %v: %v", a, b, !less)
			}
			if less {
				continue
			}
			if got, want := number(a.minus(b)), new(big.Int).Sub(number(a), number(b)); got.Cmp(want) != 0 {
				t.Errorf("%v − %v = %v, want %v", a, b, got, want)
			}
		}
	}
}

// The header of NPY is a multiple of 64 bytes long whatever the number of digits,
// and says the length of what follows its first ten.
func TestNPYHeader(t *testing.T) {
	for count, length := uint64(1), 0; ; count *= 10 {
		h := NPY.header(false, count)
		text := fmt.Sprintf("{'descr': [('disk', '|u1'), ('from', '|u1'), ('to', '|u1')], 'fortran_order': False, 'shape': (%d,), }", count)
		length = (10 + len(text) + 1 + 63) / 64 * 64
		if want := "\x93NUMPY\x01\x00" + string([]byte{byte(length - 10), 0}) + fmt.Sprintf("%-*s\n", length-11, text); h != want {
			t.Errorf("%d moves: %q, want %q", count, h, want)
		}
		if count == 1e19 {
			return
		}
	}
}

// A stream is numbered from 1 by default.
func TestNumberNothing(t *testing.T) {
	if b := readAll(NewStream(CSV, Options{Numbers: true}, Run{8, 1, 0}).Cursor(), 100); string(b) != "1,4,0,1\n" {
		t.Errorf("%q", b)
	}
}

// The time for a segment that is at hand does not depend on its bytes. That of
// numbered records is the time to set their numbers.
func BenchmarkNext(b *testing.B) {
	for f := range Format(len(formats)) {
		for _, numbers := range []bool{false, true} {
			if numbers && f.Binary() {
				continue
			}
			b.Run(fmt.Sprintf("format=%v/numbers=%v", f, numbers), func(b *testing.B) {
				c := NewStream(f, Options{Numbers: numbers, Number: 1 << 40}, Run{1 << 40, 1 << 50, 0}).Cursor()
				first := c.i
				for b.Loop() {
					c.Next(math.MaxInt)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(c.i-first), "ns/record")
			})
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	for f := range Format(len(formats)) {
		for _, numbers := range []bool{false, true} {
			if numbers && f.Binary() {
				continue
			}
			s := NewStream(f, Options{Numbers: numbers}, Run{1 << 40, 1 << 50, 0})
			b.Run(fmt.Sprintf("format=%v/numbers=%v", f, numbers), func(b *testing.B) {
				dst := make([]byte, 64<<10)
				for b.Loop() {
					w, _ := s.encode(dst, 1<<40, 0, 1<<40, 1<<20)
					b.SetBytes(int64(len(w)))
				}
			})
		}
	}
}

// Record says of every byte which record has it, where in it, and how long that is;
// Left, how many come.
func TestRecord(t *testing.T) {
	for f := range Format(len(formats)) {
		o := Options{Header: true, Number: 1}
		runs := []Run{{First: 500, Count: 30, Naming: 1}, {First: 1 << 40, Count: 3, Naming: 4}}
		s := NewStream(f, o, runs...)
		want, starts := naiveStream(f, o, runs)
		starts = append(starts, len(want))
		c := s.Cursor()
		for at := range len(want) + 3 {
			c.SeekTo(int64(at))
			record, length, before := c.Record()
			i := sort.SearchInts(starts, at+1) // the record that begins at or before it
			wantLength, wantBefore := 0, 0
			switch {
			case i == 0:
				wantLength, wantBefore = starts[0], at
			case i < len(starts):
				wantLength, wantBefore = starts[i]-starts[i-1], at-starts[i-1]
			}
			if record != uint64(i) || length != wantLength || before != wantBefore {
				t.Fatalf("%v: byte %d is byte %d of %d of record %d, want %d of %d of %d", f, at, before, length, record, wantBefore, wantLength, i)
			}
			if left, ok := c.Left(); left != int64(max(0, len(want)-at)) || !ok || c.LeftFloat() != float64(left) {
				t.Fatalf("%v: behind byte %d come %d, %v, %v", f, at, left, c.LeftFloat(), ok)
			}
		}
	}
	c := NewStream(Wide, Options{}, Run{1, 1<<64 - 1, 0}).Cursor()
	if left, ok := c.Left(); ok || left != math.MaxInt64 || c.LeftFloat() != 1<<65 {
		t.Errorf("of 64 disks come %d, %v, %v", left, c.LeftFloat(), ok)
	}
}
