package hanoi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hanoigen/hanoi/kernel"
)

// naiveRecord is the contract's, by its formulas.
func naiveRecord(f Format, numbers bool, number uint64, m Move) string {
	n := ""
	switch f {
	case Packed:
		return string([]byte{(m.Disk-1)<<2 | m.From})
	case Wide:
		return string([]byte{m.Disk, m.From<<4 | m.To})
	case NPY:
		return string([]byte{m.Disk, m.From, m.To})
	case Text:
		if numbers {
			n = fmt.Sprintf("%d: ", number)
		}
		return fmt.Sprintf("%smove disk %d from %d to %d\n", n, m.Disk, m.From, m.To)
	case CSV:
		if numbers {
			n = fmt.Sprintf("%d,", number)
		}
		return fmt.Sprintf("%s%d,%d,%d\n", n, m.Disk, m.From, m.To)
	case JSONL:
		if numbers {
			n = fmt.Sprintf("\"move\":%d,", number)
		}
		return fmt.Sprintf("{%s\"disk\":%d,\"from\":%d,\"to\":%d}\n", n, m.Disk, m.From, m.To)
	}
	panic("no such format")
}

// reader is NewReader where its arguments are right.
func reader(n int, f Format, p Naming, opts ...Option) *Reader {
	r, err := NewReader(n, f, p, opts...)
	if err != nil {
		panic(err)
	}
	return r
}

func naiveMove(k uint64, p kernel.Naming) Move {
	return Move{
		uint8(bits.TrailingZeros64(k)) + 1,
		p.Peg(uint8(k & (k - 1) % 3)),
		p.Peg(uint8(((k|(k-1))%3 + 1) % 3)),
	}
}

func naiveHeader(f Format, numbers bool, n uint64) string {
	switch {
	case f == CSV && numbers:
		return "move,disk,from,to\n"
	case f == CSV:
		return "disk,from,to\n"
	case f == NPY:
		return fmt.Sprintf("\x93NUMPY\x01\x00\x76\x00%-117s\n",
			fmt.Sprintf("{'descr': [('disk', '|u1'), ('from', '|u1'), ('to', '|u1')], 'fortran_order': False, 'shape': (%d,), }", n))
	}
	return ""
}

func naiveRange(f Format, numbers bool, start, count uint64, p kernel.Naming) []byte {
	b := []byte(naiveHeader(f, numbers, count))
	for i := range count {
		b = append(b, naiveRecord(f, numbers, start+i, naiveMove(start+i, p))...)
	}
	return b
}

func TestReaderWhole(t *testing.T) {
	for _, f := range Formats() {
		name := f.String()
		for p := range kernel.Naming(6) {
			for n := 1; n <= 12; n++ {
				got, err := io.ReadAll(reader(n, f, p))
				if err != nil || !bytes.Equal(got, naiveRange(f, false, 1, 1<<n-1, p)) {
					t.Fatalf("%s, n = %d, naming %v: wrong (%v)", name, n, p, err)
				}
			}
		}
	}
}

func TestReaderIotest(t *testing.T) {
	for _, f := range Formats() {
		name := f.String()
		for _, c := range []struct {
			n    int
			opts []Option
		}{
			{9, nil},
			{9, []Option{Numbers()}},
			{64, []Option{Range(1<<40-300, 600)}},
			{64, []Option{Range(math.MaxUint64-9, 10), Shard(1, 3)}},
		} {
			r, err := NewReader(c.n, f, 2, c.opts...)
			if errors.Is(err, ErrFormat) {
				continue // binary and numbers
			}
			want, err := io.ReadAll(reader(c.n, f, 2, c.opts...))
			if err != nil {
				t.Fatal(err)
			}
			if err := iotest.TestReader(r, want); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestReaderRangesAndShards(t *testing.T) {
	for _, f := range Formats() {
		name := f.String()
		for _, numbers := range []bool{false, true} {
			if numbers && f.Binary() {
				continue
			}
			for range 40 {
				count := rand.Uint64N(2000)
				start := max(1, rand.Uint64()>>rand.IntN(60))
				if rand.IntN(4) == 0 {
					start = -count // the last of 64 disks
				}
				start = max(1, min(start, -count))
				p := kernel.Naming(rand.IntN(6))
				opts := []Option{Range(start, count)}
				if numbers {
					opts = append(opts, Numbers())
				}
				got, _ := io.ReadAll(reader(64, f, p, opts...))
				want := naiveRange(f, numbers, start, count, p)
				if !bytes.Equal(got, want) {
					t.Fatalf("%s: %d moves from %d on differ", name, count, start)
				}
				// The shards of all formats but npy join to the whole.
				m := 1 + rand.Uint64N(20)
				var joined []byte
				for i := range m {
					r := reader(64, f, p, append(opts, Shard(i, m))...)
					part, _ := io.ReadAll(r)
					from, to := i*count/m, (i+1)*count/m
					if r.Moves() != to-from {
						t.Fatalf("shard %d of %d of %d moves has %d, want %d", i, m, count, r.Moves(), to-from)
					}
					if size, ok := r.Size(); !ok || size != int64(len(part)) {
						t.Fatalf("%s: size %d of shard %d of %d, want %d", name, size, i, m, len(part))
					}
					if f == NPY {
						if !bytes.Equal(part, naiveRange(f, false, start+from, to-from, p)) {
							t.Fatalf("npy: shard %d of %d differs", i, m)
						}
						continue
					}
					joined = append(joined, part...)
				}
				if f != NPY && !bytes.Equal(joined, want) {
					t.Fatalf("%s: %d shards of %d moves from %d on do not join", name, m, count, start)
				}
			}
		}
	}
	// A shard of more moves than fit a product of 64 bits.
	r := reader(64, Packed, 0, Shard(math.MaxUint64-2, math.MaxUint64-1))
	if b, _ := io.ReadAll(r); r.Moves() != 2 || string(b) != string(naiveRange(Packed, false, math.MaxUint64-1, 2, 0)) {
		t.Errorf("the last of 2^64-2 shards has %d moves", r.Moves())
	}
}

func TestNewReaderErrors(t *testing.T) {
	for _, c := range []struct {
		n    int
		f    Format
		p    kernel.Naming
		opts []Option
		want error
		text string
	}{
		{0, Packed, 0, nil, ErrDisks, "0; give 1 to 64"},
		{65, Packed, 0, nil, ErrDisks, "65; give 1 to 64"},
		{3, Packed, 6, nil, ErrPeg, "6; give 0 to 5"},
		{3, 6, 0, nil, ErrFormat, "Format(6)"},
		{3, NPY, 0, []Option{Numbers()}, ErrFormat, "npy has no place"},
		{3, Text, 0, []Option{Range(0, 1)}, ErrMove, "0; the moves of 3 disks are 1 to 7"},
		{3, Text, 0, []Option{Range(8, 0)}, ErrMove, "8; the moves"},
		{1, Text, 0, []Option{Range(2, 0)}, ErrMove, "2; the moves of 1 disks are 1 to 1"},
		{3, Text, 0, []Option{Range(5, 4)}, ErrMove, "4 moves from 5 on, but those of 3 disks end with 7; give a count up to 3"},
		{64, Text, 0, []Option{Range(2, math.MaxUint64)}, ErrMove, "give a count up to 18446744073709551614"},
		{3, Text, 0, []Option{Shard(2, 2)}, ErrMove, "shard 2 of 2"},
		{3, Text, 0, []Option{Shard(5, 3)}, ErrMove, "shard 5 of 3"},
		{3, Text, 0, []Option{Shard(0, 0)}, ErrMove, "shard 0 of 0"},
	} {
		r, err := NewReader(c.n, c.f, c.p, c.opts...)
		if r != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%v, %v, want %v with %q", r, err, c.want, c.text)
		}
	}
	// A path without moves has one range, of none from move 1 on.
	none := new(Route)
	if r, err := none.Reader(Text, Range(1, 0)); err != nil || r.Moves() != 0 {
		t.Errorf("no moves: %v", err)
	}
	if _, err := none.Reader(Text, Range(2, 0)); !errors.Is(err, ErrMove) || !strings.Contains(err.Error(), "2; the path has no moves") {
		t.Errorf("no moves: %v", err)
	}
}

// Nothing is read with an error but io.EOF, and at the end.
func TestReaderErrors(t *testing.T) {
	r := reader(2, CSV, 0)
	size, _ := r.Size()
	if n, err := r.Read(nil); n != 0 || err != nil {
		t.Errorf("no bytes: %d, %v", n, err)
	}
	if n, err := r.ReadAt(make([]byte, 3), -1); n != 0 || err == nil || !strings.Contains(err.Error(), "offset -1; give 0 or more") {
		t.Errorf("at -1: %d, %v", n, err)
	}
	for _, c := range []struct {
		off    int64
		whence int
		text   string
	}{
		{-1, io.SeekStart, "seek by -1 from 0, outside"},
		{math.MaxInt64, io.SeekEnd, fmt.Sprintf("seek by %d from %d, outside", int64(math.MaxInt64), size)},
		{0, 3, "whence 3"},
	} {
		if n, err := r.Seek(c.off, c.whence); n != 0 || err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("seek by %d from whence %d: %d, %v", c.off, c.whence, n, err)
		}
	}
	beyond := reader(64, Text, 0)
	if n, err := beyond.Seek(0, io.SeekEnd); n != 0 || err == nil || !strings.Contains(err.Error(), "beyond 2^63-1") {
		t.Errorf("seek beyond: %d, %v", n, err)
	}
	if _, err := r.Seek(0, io.SeekEnd); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 2} {
		if n, err := r.Read(make([]byte, n)); n != 0 || err != io.EOF {
			t.Errorf("at the end: %d, %v", n, err)
		}
	}
	if n, err := r.Read(nil); n != 0 || err != nil {
		t.Errorf("no bytes at the end: %d, %v", n, err)
	}
}

func TestReaderLocate(t *testing.T) {
	for _, c := range []struct {
		r      *Reader
		off    int64
		number uint64
		start  int64
	}{
		{reader(3, CSV, 0), 0, 0, 0},
		{reader(3, CSV, 0), 12, 0, 0}, // the header's last byte
		{reader(3, CSV, 0), 13, 1, 13},
		{reader(3, CSV, 0), 20, 2, 19},
		{reader(3, CSV, 0), 55, 8, 55},
		{reader(3, CSV, 0), 99, 8, 55},
		{reader(3, CSV, 0, Range(5, 2)), 13, 5, 13},
		{reader(3, CSV, 0, Range(5, 3), Shard(1, 2)), 6, 7, 6},
		{reader(3, Packed, 0), 0, 1, 0},
		{reader(3, NPY, 0), 127, 0, 0},
		{reader(3, NPY, 0), 128, 1, 128},
	} {
		if number, start := c.r.Locate(c.off); number != c.number || start != c.start {
			t.Errorf("%v: byte %d is of move %d at %d, want %d at %d", c.r.Format(), c.off, number, start, c.number, c.start)
		}
	}
}

// NumPy's header has room for 17 digits in 128 bytes.
func TestNPYHeader(t *testing.T) {
	for count, length := range map[uint64]int64{0: 128, 1: 128, 1e17 - 1: 128, 1e17: 192, 1<<64 - 1: 192} {
		r := reader(64, NPY, 0, Range(1, count))
		b := make([]byte, length)
		if n, err := r.ReadAt(b, 0); int64(n) != length || err != nil && count > 0 {
			t.Fatal(n, err)
		}
		text := fmt.Sprintf("{'descr': [('disk', '|u1'), ('from', '|u1'), ('to', '|u1')], 'fortran_order': False, 'shape': (%d,), }", count)
		want := "\x93NUMPY\x01\x00" + string([]byte{byte(length - 10), 0}) + fmt.Sprintf("%-*s\n", int(length-11), text)
		if string(b) != want {
			t.Errorf("%d moves: header %q, want %q", count, b, want)
		}
		if move, _ := r.Locate(length); move != 1 {
			t.Errorf("%d moves: byte %d is of move %d", count, length, move)
		}
	}
}

// A whole stream of 64 disks is longer than any offset.
func TestReaderBeyond(t *testing.T) {
	for _, name := range Formats() {
		r := reader(64, name, 1)
		if n, ok := r.Size(); ok {
			t.Errorf("%s: size %d", name, n)
		}
		if _, err := r.Seek(0, io.SeekEnd); err == nil {
			t.Errorf("%s: sought the end", name)
		}
		if _, err := r.Seek(math.MaxInt64, io.SeekStart); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := r.Seek(1, io.SeekCurrent); err == nil {
			t.Errorf("%s: sought beyond", name)
		}
		if n, err := io.ReadFull(r, make([]byte, 5000)); n != 5000 {
			t.Errorf("%s: read %d bytes beyond: %v", name, n, err)
		}
		if _, err := r.Seek(0, io.SeekCurrent); err == nil {
			t.Errorf("%s: a place beyond 2^63-1 was told", name)
		}
		if at, err := r.Seek(1000, io.SeekStart); at != 1000 || err != nil {
			t.Errorf("%s: back at %d, %v", name, at, err)
		}
	}
	r := reader(5, Text, 0)
	for _, c := range []struct {
		off    int64
		whence int
	}{{-1, io.SeekStart}, {-1, io.SeekCurrent}, {math.MinInt64, io.SeekEnd}, {math.MaxInt64, io.SeekEnd}, {0, 3}} {
		if _, err := r.Seek(c.off, c.whence); err == nil {
			t.Errorf("seek by %d from whence %d: no error", c.off, c.whence)
		}
	}
	if _, err := r.ReadAt(make([]byte, 1), -1); err == nil {
		t.Error("read at -1: no error")
	}
}

// shortWriter takes so many bytes in all.
type shortWriter struct {
	bytes.Buffer
	left int
	err  error
}

func (w *shortWriter) Write(p []byte) (int, error) {
	n := min(len(p), w.left)
	w.left -= n
	w.Buffer.Write(p[:n])
	if n < len(p) {
		return n, w.err
	}
	return n, nil
}

// After a failed WriteTo, the stream goes on where the writer stopped.
func TestWriteTo(t *testing.T) {
	for _, f := range Formats() {
		name := f.String()
		n := 18 // several blocks
		want := naiveRange(f, false, 1, 1<<n-1, 3)
		for range 30 {
			r := reader(n, f, 3)
			w := &shortWriter{left: rand.IntN(len(want)), err: []error{nil, io.ErrClosedPipe}[rand.IntN(2)]}
			first, err := r.WriteTo(w)
			if first != int64(w.Len()) || !errors.Is(err, io.ErrShortWrite) && !errors.Is(err, io.ErrClosedPipe) {
				t.Fatalf("%d bytes written, %d taken, %v", first, w.Len(), err)
			}
			w.left = math.MaxInt
			second, err := r.WriteTo(w)
			if err != nil || first+second != int64(len(want)) || !bytes.Equal(w.Bytes(), want) {
				t.Fatalf("%s: %d and %d bytes, %v", name, first, second, err)
			}
		}
	}
}

// A writer's error counts also where it took everything.
func TestWriteToError(t *testing.T) {
	w := writerFunc(func(b []byte) (int, error) { return len(b), io.ErrClosedPipe })
	r := reader(40, Packed, 0)
	n, err := r.WriteTo(w)
	at, _ := r.Seek(0, io.SeekCurrent)
	if n == 0 || at != n || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%d bytes, then at %d, %v", n, at, err)
	}
	// One that takes nothing leaves the stream where it is.
	if n, err := r.WriteTo(&shortWriter{err: io.ErrClosedPipe}); n != 0 || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%d bytes of none taken, %v", n, err)
	}
	if again, err := r.Seek(0, io.SeekCurrent); again != at || err != nil {
		t.Errorf("then at %d, %v, want %d", again, err, at)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func TestVerify(t *testing.T) {
	times := 200
	if testing.Short() {
		times = 40
	}
	for _, f := range Formats() {
		name := f.String()
		for _, n := range []int{4, 18} {
			start := uint64(1)
			want := naiveRange(f, false, start, 1<<n-1, 5)
			fresh := func() *Reader { return reader(n, f, 5) }
			last := int64(0)
			if err := fresh().Verify(iotest.HalfReader(bytes.NewReader(want)), func(n int64) { last = n }); err != nil || last != int64(len(want)) {
				t.Fatalf("%s: %v after %d bytes", name, err, last)
			}
			for range times {
				at := rand.IntN(len(want) + 1)
				got := bytes.Clone(want)
				kind := rand.IntN(3)
				switch {
				case kind == 0 && at < len(want):
					got[at] ^= 1 << rand.IntN(8)
				case kind == 1 && at < len(want):
					got = got[:at]
				default:
					at = len(want)
					got = append(got, "more"...)
				}
				err := fresh().Verify(bytes.NewReader(got), nil)
				if rand.IntN(2) == 0 {
					err = fresh().VerifyAt(bytes.NewReader(got), int64(len(got)), nil)
				}
				var d *DifferenceError
				if !errors.As(err, &d) || !errors.Is(err, ErrDifference) || d.Offset != int64(at) {
					t.Fatalf("%s: %v, want the difference at %d", name, err, at)
				}
				number, _ := fresh().Locate(int64(at))
				if d.Move != number || !strings.Contains(err.Error(), fmt.Sprintf("byte %d", at)) {
					t.Fatalf("%s: %v, want move %d", name, err, number)
				}
				if number > 0 && at < len(want) {
					if w := naiveRecord(f, false, number, naiveMove(number, 5)); string(d.Want) != w {
						t.Fatalf("%s: %q belongs there, want %q", name, d.Want, w)
					}
				}
			}
		}
	}
	// An input that fails is no stream that ends, not even where the rest of it is right.
	for _, fail := range []error{errors.New("torn"), io.ErrUnexpectedEOF} {
		for _, count := range []uint64{0, 1, 31} {
			right := naiveRange(Text, false, 1, count, 0)
			err := reader(5, Text, 0).Verify(io.MultiReader(bytes.NewReader(right), iotest.ErrReader(fail)), nil)
			if want := fmt.Sprintf("after %d bytes that are right: %v", len(right), fail); err == nil || err.Error() != want || !errors.Is(err, fail) {
				t.Errorf("an input that fails: %v, want %q", err, want)
			}
		}
		err := reader(5, Text, 0).Verify(io.MultiReader(strings.NewReader("wrong"), iotest.ErrReader(fail)), nil)
		if !errors.Is(err, ErrDifference) {
			t.Errorf("a wrong input that fails: %v, want %v", err, ErrDifference)
		}
	}
	for got, want := range map[string]string{
		"move disk 1 from 0 to 2\nmove disk 2 from 0 to 2\n":                           `byte 46, in move 2: "move disk 2 from 0 to 2\n" is there, "move disk 2 from 0 to 1\n" belongs there`,
		"move disk 1 from 0 to 2\nmove":                                                `byte 28: it ends in move 2 after "move", where "move disk 2 from 0 to 1\n" belongs`,
		"move disk 1 from 0 to 2\n":                                                    `byte 24: it ends before move 2, where "move disk 2 from 0 to 1\n" belongs`,
		"move disk 1 from 0 to 2\nmove disk 2 from 0 to 1\nmove disk 1 from 2 to 1\nX": `byte 72: it goes on after the last move with "X", where nothing belongs`,
	} {
		err := reader(2, Text, 0).Verify(strings.NewReader(got), nil)
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestRouteReader(t *testing.T) {
	from, to := "0000000000000000000", "2101201201201201210"
	if testing.Short() {
		from, to = from[3:], to[3:]
	}
	a, _ := ParseState(from)
	b, _ := ParseState(to)
	r, err := Path(a, b)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Formats() {
		name := f.String()
		for _, numbers := range []bool{false, true} {
			var opts []Option
			if numbers {
				opts = append(opts, Numbers())
			}
			s, err := r.Reader(f, opts...)
			if f == Packed || numbers && f.Binary() {
				if !errors.Is(err, ErrFormat) {
					t.Errorf("%s of a path: %v", name, err)
				}
				continue
			}
			want := []byte(naiveHeader(f, numbers, r.Len()))
			for i, m := range r.All() {
				want = append(want, naiveRecord(f, numbers, i, m)...)
			}
			if got, err := io.ReadAll(s); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: not the path", name)
			}
		}
	}
	// Ranges and shards, across runs.
	for range 300 {
		start := 1 + rand.Uint64N(r.Len())
		count := rand.Uint64N(min(3000, r.Len()-start+1) + 1)
		shards := 1 + rand.Uint64N(5)
		var got, want []byte
		for i := range shards {
			s, err := r.Reader(CSV, Numbers(), Range(start, count), Shard(i, shards))
			if err != nil {
				t.Fatal(err)
			}
			part, _ := io.ReadAll(s)
			got = append(got, part...)
		}
		want = append(want, naiveHeader(CSV, true, count)...)
		for i := start; i < start+count; i++ {
			want = append(want, naiveRecord(CSV, true, i, r.At(i))...)
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("moves %d to %d in %d shards: not the path", start, start+count-1, shards)
		}
	}
	for _, c := range []struct {
		opts []Option
		text string
	}{
		{[]Option{Range(0, 1)}, "0; the moves of the path are 1 to"},
		{[]Option{Range(r.Len()+1, 0)}, fmt.Sprint("1 to ", r.Len())},
		{[]Option{Range(2, r.Len())}, fmt.Sprintf("of the path end with %d; give a count up to %d", r.Len(), r.Len()-1)},
		{[]Option{Shard(3, 3)}, "shard 3 of 3"},
	} {
		if _, err := r.Reader(Wide, c.opts...); !errors.Is(err, ErrMove) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%v, want %v with %q", err, ErrMove, c.text)
		}
	}
	none, _ := Path(a, a)
	s, err := none.Reader(Text)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := io.ReadAll(s); len(got) != 0 {
		t.Errorf("no moves are %q", got)
	}
}
