package sink

import (
	"bytes"
	"context"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"testing"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/kernel"
)

// naive appends the record of move k by the contract's formulas.
func naive(b []byte, f block.Format, numbers bool, k uint64, p kernel.Naming) []byte {
	disk := bits.TrailingZeros64(k) + 1
	from, to := p.Peg(uint8(k&(k-1)%3)), p.Peg(uint8(((k|(k-1))%3+1)%3))
	switch f {
	case block.Packed:
		return append(b, byte(disk-1)<<2|from)
	case block.Wide:
		return append(b, byte(disk), from<<4|to)
	case block.NPY:
		return append(b, byte(disk), from, to)
	case block.Text:
		if numbers {
			b = fmt.Appendf(b, "%d: ", k)
		}
		return fmt.Appendf(b, "move disk %d from %d to %d\n", disk, from, to)
	case block.CSV:
		if numbers {
			b = fmt.Appendf(b, "%d,", k)
		}
		return fmt.Appendf(b, "%d,%d,%d\n", disk, from, to)
	case block.JSONL:
		b = append(b, '{')
		if numbers {
			b = fmt.Appendf(b, `"move":%d,`, k)
		}
		return fmt.Appendf(b, "\"disk\":%d,\"from\":%d,\"to\":%d}\n", disk, from, to)
	}
	panic("no such format")
}

// A sample is a stream and what it has to be.
type sample struct {
	name   string
	stream *block.Stream
	want   []byte
}

func newSample(f block.Format, numbers bool, first, count uint64, p kernel.Naming) sample {
	s := sample{
		name:   fmt.Sprintf("%v, numbers %v, %d moves from %d", f, numbers, count, first),
		stream: block.NewStream(f, block.Options{Header: true, Numbers: numbers, Number: first}, block.Run{First: first, Count: count, Naming: p}),
	}
	switch {
	case f == block.NPY:
		text := fmt.Sprintf("{'descr': [('disk', '|u1'), ('from', '|u1'), ('to', '|u1')], 'fortran_order': False, 'shape': (%d,), }", count)
		s.want = fmt.Appendf(s.want, "\x93NUMPY\x01\x00\x76\x00%-117s\n", text)
	case f == block.CSV && numbers:
		s.want = append(s.want, "move,disk,from,to\n"...)
	case f == block.CSV:
		s.want = append(s.want, "disk,from,to\n"...)
	}
	for i := range count {
		s.want = naive(s.want, f, numbers, first+i, p)
	}
	return s
}

// samples returns one of each format of about that many bytes, without and with
// numbers, and one that begins in the middle.
func samples(size int) (all []sample) {
	for f := range block.NPY + 1 {
		record := len(naive(nil, f, false, 1, 0))
		all = append(all,
			newSample(f, false, 1, uint64(size/record), 0),
			newSample(f, false, 1<<30-77_777, uint64(size/record), 4))
		if !f.Binary() {
			all = append(all, newSample(f, true, 1, uint64(size/record), 1))
		}
	}
	return all
}

func create(t *testing.T, dir string) *os.File {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, "moves"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// differ reports the first byte of got that is not that of want.
func differ(t *testing.T, got, want []byte) {
	t.Helper()
	if bytes.Equal(got, want) {
		return
	}
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	t.Fatalf("%d bytes, want %d; byte %d is the first to differ", len(got), len(want), i)
}

func content(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// as says how a test has a file written.
type as struct {
	Method           Method
	Own, Overwrite   bool // as if Open had opened it
	Durable, MustFit bool
	Progress         func(Progress)
}

// emit writes the rest of c to an open file.
func emit(ctx context.Context, f *os.File, c *block.Cursor, a as) (int64, error) {
	o, err := NewOutput(f)
	if err != nil {
		return 0, err
	}
	o.Options = Options{Context: ctx, Method: a.Method, Durable: a.Durable, MustFit: a.MustFit, Progress: a.Progress}
	o.overwrite = a.Overwrite
	if a.Own {
		o.named = true
	}
	return o.WriteStream(c)
}

// A file is written from its position on, whatever is before, and the position
// is then behind what was written.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	for _, m := range []Method{Auto, Write} {
		for _, s := range samples(1 << 20) {
			f := create(t, dir)
			if _, err := f.WriteString("before"); err != nil {
				t.Fatal(err)
			}
			var seen int64
			n, err := emit(t.Context(), f, s.stream.Cursor(), as{Method: m, Durable: true, Progress: func(p Progress) { seen = p.Written }})
			if err != nil || n != int64(len(s.want)) || seen != n {
				t.Fatalf("%s, %v: %d bytes, last progress %d, %v", s.name, m, n, seen, err)
			}
			if _, err := f.WriteString("behind"); err != nil {
				t.Fatal(err)
			}
			f.Close()
			differ(t, content(t, f.Name()), []byte("before"+string(s.want)+"behind"))
		}
	}
}

// needed returns the space that it takes to write c to f.
func needed(t *testing.T, f *os.File, c *block.Cursor, m Method) (need int64) {
	t.Helper()
	o, err := NewOutput(f)
	if err != nil {
		t.Fatal(err)
	}
	o.Method = m
	e, err := o.newEmission(c)
	if err != nil {
		t.Fatal(err)
	}
	return e.need()
}

// checks returns why an output cannot take the methods, in the order of writers.
func checks(t *testing.T, f *os.File) []Check {
	t.Helper()
	o, err := NewOutput(f)
	if err != nil {
		t.Fatal(err)
	}
	checks, err := o.Checks()
	if err != nil {
		t.Fatal(err)
	}
	return checks
}
