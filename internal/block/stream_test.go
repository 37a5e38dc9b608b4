package block

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/hanoigen/hanoi/kernel"
)

// texts are the text formats, as the contract defines them. letter is how a letter is written.
var texts = map[Format]struct{ record, numbered, letter, header, numberHeader string }{
	Text:  {"move disk %d from %s to %s\n", "%d: move disk %d from %s to %s\n", "%c", "", ""},
	CSV:   {"%d,%s,%s\n", "%d,%d,%s,%s\n", "%c", "disk,from,to\n", "move,disk,from,to\n"},
	JSONL: {`{"disk":%d,"from":%s,"to":%s}` + "\n", `{"move":%d,"disk":%d,"from":%s,"to":%s}` + "\n", `"%c"`, "", ""},
}

// naive returns the record of move k by the contract's formulas.
func naive(f Format, o Options, number, k uint64, p kernel.Naming) string {
	disk := byte(bits.TrailingZeros64(k) + 1)
	from, to := p.Peg(uint8(k&(k-1)%3)), p.Peg(uint8(((k|(k-1))%3+1)%3))
	switch f {
	case Packed:
		return string([]byte{(disk-1)<<2 | from})
	case Wide:
		return string([]byte{disk, from<<4 | to})
	case NPY:
		return string([]byte{disk, from, to})
	}
	peg := func(p byte) string {
		if o.Letters {
			return fmt.Sprintf(texts[f].letter, 'A'+p)
		}
		return fmt.Sprint(p)
	}
	if o.Numbers {
		return fmt.Sprintf(texts[f].numbered, number, disk, peg(from), peg(to))
	}
	return fmt.Sprintf(texts[f].record, disk, peg(from), peg(to))
}

// naiveStream returns the bytes of a stream, and the offset of each record and of the end.
func naiveStream(f Format, o Options, runs []Run) (b []byte, starts []int) {
	total := uint64(0)
	for _, r := range runs {
		total += r.Count
	}
	switch {
	case o.Header && f == NPY:
		b = append(b, naiveNPY(total)...)
	case o.Header && o.Numbers:
		b = append(b, texts[f].numberHeader...)
	case o.Header:
		b = append(b, texts[f].header...)
	}
	number := o.Number
	for _, r := range runs {
		for i := range r.Count {
			starts = append(starts, len(b))
			b = append(b, naive(f, o, number, r.First+i, r.Naming)...)
			number++
		}
	}
	return b, append(starts, len(b))
}

// naiveNPY returns the header of NPY, a multiple of 64 bytes. Bytes 8 and 9 are the number of
// bytes after them.
func naiveNPY(count uint64) string {
	text := fmt.Sprintf("{'descr': [('disk', '|u1'), ('from', '|u1'), ('to', '|u1')], 'fortran_order': False, 'shape': (%d,), }", count)
	length := 128
	if count >= 1e17 {
		length = 192
	}
	return "\x93NUMPY\x01\x00" + string([]byte{byte(length - 10), 0}) + fmt.Sprintf("%-*s\n", length-11, text)
}

// NumPy's header of 128 bytes has room for 17 digits.
func TestNPYHeader(t *testing.T) {
	for _, count := range []uint64{0, 1, 1e17 - 1, 1e17, math.MaxUint64} {
		if got, want := formats[NPY].header(false, count), naiveNPY(count); got != want {
			t.Errorf("%d moves: %q, want %q", count, got, want)
		}
	}
}

// forEachFormat runs a test for each format, and for texts with numbers and with letters.
func forEachFormat(t *testing.T, test func(t *testing.T, f Format, o Options)) {
	for f := range Format(Formats) {
		t.Run(f.String(), func(t *testing.T) { test(t, f, Options{}) })
		if !f.Binary() {
			t.Run(f.String()+", numbers", func(t *testing.T) { test(t, f, Options{Numbers: true}) })
			t.Run(f.String()+", letters", func(t *testing.T) { test(t, f, Options{Letters: true}) })
		}
	}
}

// Streams short enough for naiveStream have the right bytes, also after a seek.
func TestStreams(t *testing.T) {
	forEachFormat(t, func(t *testing.T, f Format, o Options) {
		long := uint64(4) << formats[f].blockBits // moves: four blocks; the first three differ
		if testing.Short() {
			long = 1 << 14 // two blocks of text and of jsonl
		}
		var disks []Run // the first move of each disk
		for disk := range maxDisks {
			disks = append(disks, Run{1 << disk, 1, kernel.Naming(disk % 6)})
		}
		for name, runs := range map[string][]Run{
			"disks":       disks,
			"beginning":   {{1, 3000, 0}},
			"empty":       {},
			"digits":      {{95, 1000, 1}},
			"end":         {{math.MaxUint64 - 2999, 3000, 5}},
			"middle":      {{1<<40 - 1500, 3000, 3}},
			"one move":    {{1 << 63, 1, 4}},
			"path":        {{4, 4, 0}, {2, 2, 3}, {1, 1, 2}, {512, 1, 5}, {1, 511, 1}, {1, 1024, 3}},
			"no blocks":   {{77, long / 3, 1}}, // too short for some formats' blocks
			"blocks":      {{1<<18 - 5000, long + 7000, 2}},
			"large disk":  {{1<<50 - long/3, long + 12345, 4}},
			"last blocks": {{math.MaxUint64 - long, long + 1, 5}},
			"long path":   {{1 << 18, long, 1}, {1, long + 7000, 3}},
		} {
			t.Run(name, func(t *testing.T) {
				o.Header, o.Number = o.Numbers || f == NPY, 1
				if len(runs) == 1 {
					o.Number = runs[0].First
				}
				want, starts := naiveStream(f, o, runs)
				s := NewStream(f, o, runs...)
				checkStream(t, s, want, starts)
				checkSeeks(t, s, want, starts)
			})
		}
	})
}

func readAll(c *Cursor, most int) (b []byte) {
	for {
		segment, _ := c.Next(most)
		if len(segment) == 0 {
			return b
		}
		b = append(b, segment...)
	}
}

// checkStream reads a whole stream, in segments of several lengths.
func checkStream(t *testing.T, s *Stream, want []byte, starts []int) {
	t.Helper()
	size, ok := s.Size()
	if !ok || size != int64(len(want)) || s.Moves() != uint64(len(starts)-1) || s.HeaderLen() != int64(starts[0]) {
		t.Fatalf("%d bytes, %d moves, a header of %d; want %d, %d, %d", size, s.Moves(), s.HeaderLen(), len(want), len(starts)-1, starts[0])
	}
	for _, most := range []int{math.MaxInt, 5000, 7} {
		if most == 7 && len(want) > 1<<17 {
			continue
		}
		if got := readAll(s.Cursor(), most); !bytes.Equal(got, want) {
			t.Fatalf("in segments of at most %d bytes: wrong", most)
		}
	}
}

// Around the numbers where many digits change.
func TestNumbers(t *testing.T) {
	runs := []Run{{12345, 2500, 1}, {7, 1500, 4}}
	for _, first := range []uint64{1, 998, 9_990, 1e8 - 1001, 1e9 - 2, 1e16 - 1200, 1e19 - 1500, math.MaxUint64 - 3999} {
		for f := range texts {
			for _, letters := range []bool{false, true} {
				o := Options{Numbers: true, Letters: letters, Number: first}
				want, _ := naiveStream(f, o, runs)
				if got := readAll(NewStream(f, o, runs...).Cursor(), 1<<20); !bytes.Equal(got, want) {
					t.Errorf("%v from number %d on, letters %v: wrong", f, first, letters)
				}
			}
		}
	}
}

// checkSeeks seeks to many bytes: each is in the right record, and the right bytes follow.
func checkSeeks(t *testing.T, s *Stream, want []byte, starts []int) {
	t.Helper()
	seeks := 2000
	if testing.Short() {
		seeks = 30
	}
	r := rand.New(rand.NewPCG(1, uint64(len(want))))
	c := s.Cursor()
	record := 0 // the record at byte off, counted from 1
	for off := 0; off <= len(want)+3; off += 1 + r.IntN(1+len(want)/seeks) {
		checkFrom(t, c, want, off, r)
		for record < len(starts) && starts[record] <= off {
			record++
		}
		number, start := uint64(0), 0
		if record > 0 {
			number, start = s.number+uint64(record)-1, starts[record-1]
		}
		if got, at := s.Locate(int64(off)); got != number || at != int64(start) {
			t.Fatalf("byte %d is in record %d at %d, want %d at %d", off, got, at, number, start)
		}
		length, before := 0, 0
		if record < len(starts) {
			length, before = starts[record]-start, off-start
		}
		c.SeekTo(int64(off))
		if n, l, b := c.Record(); n != number || l != length || b != before {
			t.Fatalf("byte %d is byte %d of %d of record %d, want %d of %d of %d", off, b, l, n, before, length, number)
		}
	}
	for range seeks / 20 {
		checkFrom(t, c, want, r.IntN(min(len(want), 20)+1), r)
		checkFrom(t, c, want, len(want)+r.IntN(2), r)
		checkFrom(t, c, want, r.IntN(len(want)+1), r)
	}
}

// checkFrom seeks to a byte, and compares what one to three calls of Next return.
func checkFrom(t *testing.T, c *Cursor, want []byte, off int, r *rand.Rand) {
	t.Helper()
	c.SeekTo(int64(off))
	if at, ok := c.Offset(); !ok || at != int64(off) {
		t.Fatalf("at %d after a seek to %d", at, off)
	}
	left := want[min(off, len(want)):]
	for _, most := range []int{1 + r.IntN(100), math.MaxInt, 1 + r.IntN(8000)} {
		if n, ok := c.Left(); n != int64(len(left)) || !ok {
			t.Fatalf("from byte %d: %d bytes left, want %d", off, n, len(left))
		}
		b, _ := c.Next(most)
		if len(b) == 0 != (len(left) == 0) || len(b) > most || !bytes.HasPrefix(left, b) {
			t.Fatalf("from byte %d: %d bytes at %d differ", off, len(b), len(want)-len(left))
		}
		left = left[len(b):]
		if r.IntN(4) > 0 {
			return
		}
	}
}

// The whole solution for 64 disks: at offsets up to 2⁶³−1, past them, and at the end.
func TestLong(t *testing.T) {
	times := 300
	if testing.Short() {
		times = 30
	}
	r := rand.New(rand.NewPCG(3, 3))
	forEachFormat(t, func(t *testing.T, f Format, o Options) {
		o.Header, o.Number = true, 1
		s := NewStream(f, o, Run{1, math.MaxUint64, 3})
		left, bounded := s.Cursor().Left()
		if n, ok := s.Size(); ok || n != math.MaxInt64 || bounded || left != n {
			t.Fatalf("%d bytes, %d left", n, left)
		}
		for i := range times {
			off := max(s.HeaderLen(), int64(r.Uint64()>>(1+r.IntN(60))))
			if i == 0 {
				off = math.MaxInt64 - 100
			}
			k, start := s.Locate(off)
			var want []byte
			for ; len(want) < 1100; k++ {
				want = append(want, naive(f, o, k, k, 3)...)
			}
			c := s.Cursor()
			c.SeekTo(off)
			var got []byte
			for len(got) < 1000 {
				b, _ := c.Next(1000 - len(got))
				got = append(got, b...)
			}
			if !bytes.Equal(got, want[off-start:][:1000]) {
				t.Fatalf("differs from byte %d on", off)
			}
			if _, ok := c.Offset(); ok != (off <= math.MaxInt64-1000) {
				t.Errorf("Offset at %d + 1000 returns %v", off, ok)
			}
		}
		c := s.Cursor()
		for !bounded {
			c.SeekFrom(c.Pos(), left)
			left, bounded = c.Left()
		}
		c.SeekFrom(c.Pos(), left-1000)
		var want []byte
		for k := uint64(math.MaxUint64 - 999); k > 0; k++ {
			want = append(want, naive(f, o, k, k, 3)...)
		}
		if got := readAll(c, math.MaxInt); !bytes.Equal(got, want[len(want)-1000:]) {
			t.Fatal("the last 1000 bytes differ")
		}
	})
}

// Every byte outside the seams equals the byte three blocks earlier.
func TestLayout(t *testing.T) {
	forEachFormat(t, func(t *testing.T, f Format, o Options) {
		if o.Numbers {
			return // every record differs
		}
		o.Header = true
		for _, bits := range []int{9, 10} {
			moves := uint64(1) << bits
			for _, first := range []uint64{1, 2, 777, moves, moves + 1, 1<<40 - 3} {
				run := Run{first, 6 * moves, 4}
				s := NewStream(f, o, run)
				all, starts := naiveStream(f, o, []Run{run})
				i := -(first - 1) % moves // the first record of a block
				end := i + moves
				want := Layout{int64(starts[i]), int64(starts[end] - starts[i]), int64(starts[end] - starts[end-1]), int64(len(all))}
				l, ok := s.Layout(bits)
				if l != want || !ok {
					t.Fatalf("%v from move %d, %d bits: %+v, %v; want %+v", f, first, bits, l, ok, want)
				}
				for off := l.First + 3*l.Block; off < l.End; off++ {
					seam := (off-l.First)%l.Block >= l.Block-l.Seam
					if !seam && all[off] != all[off-3*l.Block] {
						t.Fatalf("%v from move %d: byte %d differs from the byte three blocks earlier", f, first, off)
					}
				}
			}
		}
	})
	for why, s := range map[string]*Stream{
		"no whole block":     NewStream(Text, Options{}, Run{5, 3, 0}),
		"a block at the end": NewStream(Text, Options{}, Run{5, 1020, 0}),
		"two runs":           NewStream(Text, Options{}, Run{1, 3000, 0}, Run{1, 1, 0}),
		"2⁶³ bytes":          NewStream(Text, Options{}, Run{1, math.MaxUint64, 0}),
		"numbered records":   NewStream(Text, Options{Numbers: true}, Run{1, 3000, 0}),
	} {
		if l, ok := s.Layout(10); ok {
			t.Errorf("%s: layout %+v", why, l)
		}
	}
	// Four blocks of a layout have less than 2⁶³ bytes.
	for f, largest := range map[Format]int{Packed: 60, JSONL: 56} {
		s := NewStream(f, Options{}, Run{1, 1 << (largest + 2), 0})
		for bits := 9; bits < 70; bits++ {
			if l, ok := s.Layout(bits); ok != (bits <= largest) {
				t.Errorf("%v, %d bits: %+v, %v", f, bits, l, ok)
			}
		}
	}
}

func toBig(a uint128) *big.Int {
	n := new(big.Int).SetUint64(a.hi)
	return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(a.lo))
}

// SeekFrom reaches any position, also past 2⁶⁴ bytes.
func TestSeekFrom(t *testing.T) {
	c := NewStream(CSV, Options{Header: true}, Run{1, math.MaxUint64, 0}).Cursor()
	c.SeekFrom(c.Pos(), math.MaxInt64)
	c.SeekFrom(c.Pos(), math.MaxInt64)
	c.SeekFrom(c.Pos(), 4)
	far := c.Pos() // 2⁶⁴+2
	if number, _, _ := c.Record(); number == 0 {
		t.Error("byte 2^64+2 is in the header")
	}
	for _, n := range []int64{0, 1, -1, 2, -2, -3, 1 << 40, -1 << 40, math.MaxInt64, math.MinInt64} {
		c.SeekFrom(far, n)
		if want := new(big.Int).Add(toBig(far.off), big.NewInt(n)); toBig(c.Pos().off).Cmp(want) != 0 {
			t.Errorf("%d bytes from 2^64+2: %v; want %v", n, c.Pos(), want)
		}
	}
}
