package sink

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/kernel"
)

// A sample is a stream and its bytes, which the tests of package block check.
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
	s.want = bytesAt(s.stream, 0, math.MaxInt)
	return s
}

// bytesAt returns at most n bytes of a stream.
func bytesAt(s *block.Stream, off int64, n int) []byte {
	c := s.Cursor()
	c.SeekTo(off)
	left, _ := c.Left()
	b := make([]byte, min(int64(n), left))
	c.ReadFull(b)
	return b
}

// samples returns three samples of about size bytes in each format: from the first move, from
// a later move, and, in text formats, with numbers.
func samples(size int) (all []sample) {
	for f := range block.Format(block.Formats) {
		record := len(bytesAt(block.NewStream(f, block.Options{}, block.Run{First: 1, Count: 1}), 0, size))
		count := uint64(size / record)
		all = append(all, newSample(f, false, 1, count, 0), newSample(f, false, 1<<30-77_777, count, 4))
		if !f.Binary() {
			all = append(all, newSample(f, true, 1, count, 1))
		}
	}
	return all
}

func create(t *testing.T, dir string) *os.File {
	t.Helper()
	f := must.Get(os.OpenFile(filepath.Join(dir, "moves"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600))
	t.Cleanup(func() { f.Close() })
	return f
}

// createWith creates a file with these contents and this offset.
func createWith(t *testing.T, contents []byte, at int64) *os.File {
	t.Helper()
	f := create(t, t.TempDir())
	must.Get(f.Write(contents))
	must.Get(f.Seek(at, io.SeekStart))
	return f
}

// drain reads r to its end.
func drain(r io.Reader) <-chan []byte {
	all := make(chan []byte, 1)
	go func() {
		b, _ := io.ReadAll(r)
		all <- b
	}()
	return all
}

// differ reports the first byte in which got differs from want.
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

// emit writes the rest of c to an open file.
func emit(f *os.File, c *block.Cursor, options Options) (int64, error) {
	return must.Get(NewOutput(f, options)).WriteStream(c)
}

// writeSamples writes streams between other bytes to files in a folder.
func writeSamples(t *testing.T, dir string, size int, methods ...Method) {
	t.Helper()
	for _, s := range samples(size) {
		for _, m := range methods {
			f := create(t, dir)
			must.Get(f.WriteString("before"))
			var seen int64
			n, err := emit(f, s.stream.Cursor(), Options{Method: m, Progress: func(p Progress) { seen = p.Written }})
			if err != nil || n != int64(len(s.want)) || seen != n {
				t.Fatalf("%s, %v: %d bytes, last progress %d, %v", s.name, m, n, seen, err)
			}
			must.Get(f.WriteString("after"))
			f.Close()
			differ(t, must.Get(os.ReadFile(f.Name())), []byte("before"+string(s.want)+"after"))
		}
	}
}

func TestFile(t *testing.T) { writeSamples(t, t.TempDir(), 1<<20, Auto, Write) }
