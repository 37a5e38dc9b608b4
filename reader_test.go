package hanoi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
)

// ways returns the options with which a format can be written.
func ways(f Format) [][]Option {
	if f.Binary() {
		return [][]Option{nil}
	}
	return [][]Option{nil, {Numbers()}, {Letters()}, {Letters(), Numbers()}}
}

// bytesOf returns the bytes of runs, numbered from a number on, after their header. The tests of
// package block check them.
func bytesOf(f Format, opts []Option, number uint64, runs ...block.Run) []byte {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	o.Header, o.Number = true, number
	s := block.NewStream(block.Format(f), o.Options, runs...)
	size, _ := s.Size()
	b := make([]byte, size)
	s.Cursor().ReadFull(b)
	return b
}

// rangeOf returns a range of the solution, after its header.
func rangeOf(f Format, opts []Option, start, count uint64, p Naming) []byte {
	if count == 0 {
		return bytesOf(f, opts, start)
	}
	return bytesOf(f, opts, start, block.Run{First: start, Count: count, Naming: p})
}

func TestReaderIotest(t *testing.T) {
	for _, f := range Formats() {
		for _, opts := range [][]Option{
			{Range(1, 511)},
			{Range(1, 511), Numbers()},
			{Range(1<<40-300, 600)},
			{Range(math.MaxUint64-9, 10), Shard(1, 3)},
		} {
			r, err := NewReader(64, f, 2, opts...)
			if errors.Is(err, ErrFormat) {
				continue // binary
			}
			want := must.Get(io.ReadAll(must.Get(NewReader(64, f, 2, opts...))))
			if err := iotest.TestReader(r, want); err != nil {
				t.Errorf("%v: %v", f, err)
			}
		}
	}
}

func TestReaderRangesAndShards(t *testing.T) {
	rnd := seeded()
	for _, f := range Formats() {
		for _, way := range ways(f) {
			for range either(40, 10) {
				count := rnd.Uint64N(2000)
				start := max(1, rnd.Uint64()>>rnd.IntN(60))
				if rnd.IntN(4) == 0 {
					start = -count // the last moves of 64 disks
				}
				start = max(1, min(start, -count))
				p := Naming(rnd.IntN(6))
				opts := append(way, Range(start, count))
				got, _ := io.ReadAll(must.Get(NewReader(64, f, p, opts...)))
				want := rangeOf(f, way, start, count, p)
				if !bytes.Equal(got, want) {
					t.Fatalf("%v: %d moves from %d differ", f, count, start)
				}
				// Joined, the shards are the whole; in NPY, each is a file with a header.
				m, join := 1+rnd.Uint64N(20), !block.Format(f).HeaderIn(1)
				var joined []byte
				for i := range m {
					r := must.Get(NewReader(64, f, p, append(opts, Shard(i, m))...))
					part, _ := io.ReadAll(r)
					from, to := i*count/m, (i+1)*count/m
					if r.Moves() != to-from {
						t.Fatalf("shard %d of %d of %d moves: %d moves, want %d", i, m, count, r.Moves(), to-from)
					}
					if size, ok := r.Size(); !ok || size != int64(len(part)) {
						t.Fatalf("%v: shard %d of %d: size %d, want %d", f, i, m, size, len(part))
					}
					if !join && !bytes.Equal(part, rangeOf(f, nil, start+from, to-from, p)) {
						t.Fatalf("%v: shard %d of %d differs", f, i, m)
					}
					joined = append(joined, part...)
				}
				if join && !bytes.Equal(joined, want) {
					t.Fatalf("%v: %d shards of %d moves from %d: joined, they differ", f, m, count, start)
				}
			}
		}
	}
	// Here the limits of shards are computed from products of more than 64 bits.
	r := must.Get(NewReader(64, Packed, 0, Shard(math.MaxUint64-2, math.MaxUint64-1)))
	if b, _ := io.ReadAll(r); r.Moves() != 2 || string(b) != string(rangeOf(Packed, nil, math.MaxUint64-1, 2, 0)) {
		t.Errorf("the last of 2^64-2 shards has %d moves", r.Moves())
	}
}

func TestNewReaderErrors(t *testing.T) {
	texts := block.Names(true)
	none, three := new(Route), must.Get(ParseState("000"))
	path := must.Get(Path(three, must.Get(ParseState("222"))))
	of := func(n int, f Format, p Naming, opts ...Option) error {
		_, err := NewReader(n, f, p, opts...)
		return err
	}
	ofRoute := func(r *Route, f Format, opts ...Option) error { _, err := r.Reader(f, opts...); return err }
	for _, c := range []struct {
		err, wraps error
		want       string
	}{
		{of(0, Packed, 0), ErrDisks, "no such number of disks: 0; give 1 to 64"},
		{of(65, Packed, 0), ErrDisks, "no such number of disks: 65; give 1 to 64"},
		{of(3, Packed, 6), ErrPeg, "no such naming: 6; give 0 to 5"},
		{of(3, 99, 0), ErrFormat, "no such format: Format(99); give one of " + block.Names(false)},
		{of(3, NPY, 0, Numbers()), ErrFormat, "npy has no place for numbers; give one of " + texts},
		{of(3, Packed, 0, Letters()), ErrFormat, "packed has no place for letters; give one of " + texts},
		{of(3, Text, 0, Range(0, 1)), ErrMove, "no such move: 0; the moves of 3 disks are 1 to 7"},
		{of(3, Text, 0, Range(8, 0)), ErrMove, "no such move: 8; the moves of 3 disks are 1 to 7"},
		{of(1, Text, 0, Range(2, 0)), ErrMove, "no such move: 2; the moves of 1 disk are 1 to 1"},
		{of(3, Text, 0, Range(5, 4)), ErrMove, "4 moves from 5 on are too many: those of 3 disks end with 7; give a count up to 3"},
		{of(64, Text, 0, Range(2, math.MaxUint64)), ErrMove, "18446744073709551615 moves from 2 on are too many: those of 64 disks end with 18446744073709551615; give a count up to 18446744073709551614"},
		{of(3, Text, 0, Shard(2, 2)), ErrMove, "no such shard: 2 of 2; give 0 to 1"},
		{of(3, Text, 0, Shard(0, 0)), ErrMove, "no such number of shards: 0; give 1 or more"},
		{ofRoute(path, Packed), ErrFormat, "packed cannot write a path, which mixes both directions; give wide or another format"},
		{ofRoute(path, Text, Range(0, 1)), ErrMove, "no such move: 0; the moves of the path are 1 to 7"},
		{ofRoute(path, Text, Range(2, 7)), ErrMove, "7 moves from 2 on are too many: those of the path end with 7; give a count up to 6"},
		{ofRoute(none, Text, Range(2, 0)), ErrMove, "no such move: 2; the path has no moves"},
		{new(Format).UnmarshalText([]byte("tar")), ErrFormat, `no such format: "tar"; give one of ` + block.Names(false)},
	} {
		if !errors.Is(c.err, c.wraps) || c.err.Error() != c.want {
			t.Errorf("%v\nwant %s", c.err, c.want)
		}
	}
	// The only valid range of a path without moves is empty and starts at move 1.
	if r, err := none.Reader(Text, Range(1, 0)); err != nil || r.Moves() != 0 {
		t.Errorf("no moves: %v", err)
	}
}

// Formats are written and read by name.
func TestFormatNames(t *testing.T) {
	for _, f := range Formats() {
		var back Format
		name, err := f.MarshalText()
		if err := errors.Join(err, back.UnmarshalText(name)); err != nil || back != f || string(name) != f.String() {
			t.Errorf("%v is written as %q and read as %v, %v", f, name, back, err)
		}
	}
	if _, err := Format(len(Formats())).MarshalText(); !errors.Is(err, ErrFormat) {
		t.Error(err)
	}
}

// ReadAt may be called while another goroutine calls Read.
func TestReadAndReadAt(t *testing.T) {
	for _, f := range Formats() {
		const n = 16
		want := rangeOf(f, nil, 1, 1<<n-1, 2)
		r := must.Get(NewReader(n, f, 2))
		var wg sync.WaitGroup
		wg.Go(func() {
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%v: Read: %d bytes, %v", f, len(got), err)
			}
		})
		rnd := seeded()
		for range 50 {
			off := rnd.IntN(len(want))
			b := make([]byte, min(len(want)-off, 1+rnd.IntN(20_000)))
			if _, err := r.ReadAt(b, int64(off)); err != nil || !bytes.Equal(b, want[off:off+len(b)]) {
				t.Errorf("%v: ReadAt: %d bytes at %d are wrong: %v", f, len(b), off, err)
			}
		}
		wg.Wait()
	}
}

func TestReaderErrors(t *testing.T) {
	r := must.Get(NewReader(2, CSV, 0))
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
		{-1, io.SeekCurrent, "seek by -1 from 0, outside"},
		{math.MinInt64, io.SeekEnd, "outside 0 to 2^63-1"},
		{0, 3, "whence 3"},
	} {
		if n, err := r.Seek(c.off, c.whence); n != 0 || err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("seek by %d from whence %d: %d, %v", c.off, c.whence, n, err)
		}
	}
	long := must.Get(NewReader(64, Text, 0))
	if n, err := long.Seek(0, io.SeekEnd); n != 0 || err == nil || !strings.Contains(err.Error(), "past 2^63-1") {
		t.Errorf("seek to the end: %d, %v", n, err)
	}
}

// The stream of 64 disks exceeds all offsets. The packed stream of 63 disks just fits.
func TestReaderPast63Bits(t *testing.T) {
	r := must.Get(NewReader(63, Packed, 0))
	if n, ok := r.Size(); n != math.MaxInt64 || !ok {
		t.Errorf("63 disks: size %d, %v", n, ok)
	}
	if n, err := r.Seek(-1, io.SeekEnd); n != math.MaxInt64-1 || err != nil {
		t.Errorf("63 disks: at %d, %v", n, err)
	}
	for _, f := range Formats() {
		r := must.Get(NewReader(64, f, 1))
		if n, ok := r.Size(); ok {
			t.Errorf("%v: size %d", f, n)
		}
		if _, err := r.Seek(math.MaxInt64, io.SeekStart); err != nil {
			t.Errorf("%v: %v", f, err)
		}
		if _, err := r.Seek(1, io.SeekCurrent); err == nil {
			t.Errorf("%v: seek past 2^63-1", f)
		}
		if n, err := io.ReadFull(r, make([]byte, 5000)); n != 5000 {
			t.Errorf("%v: read %d bytes past 2^63-1: %v", f, n, err)
		}
		if _, err := r.Seek(0, io.SeekCurrent); err == nil {
			t.Errorf("%v: Seek returns a position past 2^63-1", f)
		}
		if at, err := r.Seek(1000, io.SeekStart); at != 1000 || err != nil {
			t.Errorf("%v: back at %d, %v", f, at, err)
		}
	}
}

// shortWriter accepts room bytes, then fails with err.
type shortWriter struct {
	bytes.Buffer
	room int
	err  error
}

func (w *shortWriter) Write(p []byte) (int, error) {
	n := min(len(p), w.room)
	w.room -= n
	w.Buffer.Write(p[:n])
	if n < len(p) {
		return n, w.err
	}
	return n, nil
}

// After a failed WriteTo, the next one continues where the writer stopped.
func TestWriteTo(t *testing.T) {
	rnd := seeded()
	n := either(18, 14) // long enough for blocks; with -short, only in Text and JSONL
	for _, f := range Formats() {
		want := rangeOf(f, nil, 1, 1<<n-1, 3)
		for range either(30, 5) {
			r := must.Get(NewReader(n, f, 3))
			w := &shortWriter{room: rnd.IntN(len(want)), err: []error{nil, io.ErrClosedPipe}[rnd.IntN(2)]}
			first, err := r.WriteTo(w)
			if first != int64(w.Len()) || !errors.Is(err, io.ErrShortWrite) && !errors.Is(err, io.ErrClosedPipe) {
				t.Fatalf("%d bytes written, %d accepted, %v", first, w.Len(), err)
			}
			w.room = math.MaxInt
			second, err := r.WriteTo(w)
			if err != nil || first+second != int64(len(want)) || !bytes.Equal(w.Bytes(), want) {
				t.Fatalf("%v: %d and %d bytes, %v", f, first, second, err)
			}
		}
	}
}

// WriteTo returns a writer's error even if the writer accepted all bytes.
func TestWriteToError(t *testing.T) {
	w := writerFunc(func(b []byte) (int, error) { return len(b), io.ErrClosedPipe })
	r := must.Get(NewReader(40, Packed, 0))
	n, err := r.WriteTo(w)
	at, _ := r.Seek(0, io.SeekCurrent)
	if n == 0 || at != n || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%d bytes, then at %d, %v", n, at, err)
	}
	// If a writer accepts nothing, the position stays.
	if n, err := r.WriteTo(&shortWriter{err: io.ErrClosedPipe}); n != 0 || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%d bytes, %v", n, err)
	}
	if again, err := r.Seek(0, io.SeekCurrent); again != at || err != nil {
		t.Errorf("then at %d, %v, want %d", again, err, at)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// After WriteTo to a file, the Reader is at the end, or at the byte where writing failed.
func TestWriteToFile(t *testing.T) {
	f := must.Get(os.Create(filepath.Join(t.TempDir(), "f")))
	defer f.Close()
	r := must.Get(NewReader(12, Text, 0))
	size, _ := r.Size()
	if n, err := r.WriteTo(f); n != size || err != nil {
		t.Fatal(n, err)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("after the last byte: %d, %v", n, err)
	}
	if _, err := f.WriteString("more"); err != nil {
		t.Errorf("the file is closed: %v", err)
	}
	f.Close()
	r.Seek(0, io.SeekStart)
	if n, err := r.WriteTo(f); n != 0 || !errors.Is(err, os.ErrClosed) {
		t.Errorf("to a closed file: %d, %v", n, err)
	}
	if at, err := r.Seek(0, io.SeekCurrent); at != 0 || err != nil {
		t.Errorf("the reader is at %d, %v", at, err)
	}
}

// BenchmarkReader reads 1 MiB at a time.
func BenchmarkReader(b *testing.B) {
	run := func(name string, f Format, opts ...Option) {
		b.Run("format="+name, func(b *testing.B) {
			dst := make([]byte, 1<<20)
			r := must.Get(NewReader(60, f, Canonical, opts...))
			b.SetBytes(int64(len(dst)))
			for b.Loop() {
				if _, err := io.ReadFull(r, dst); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for _, f := range Formats() {
		run(f.String(), f)
	}
	run("text/numbers=true", Text, Numbers())
}
