package hanoiio

import (
	"context"
	"crypto/sha256"
	"io"
	"os"
	"reflect"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// dropFn looks at the size of a block.
type dropFn struct{}

func (fn *dropFn) ProcessElement(_ context.Context, b Block) error {
	if len(b.Bytes) == 0 {
		return io.ErrUnexpectedEOF
	}
	return nil
}

func init() {
	beam.RegisterDoFn(reflect.TypeFor[*dropFn]())
}

// BenchmarkMoves compares the source on Prism, a job of 4 GiB in this process,
// with what it rests on: a Reader read into one buffer, and into a new one each
// time, as a block that an engine may keep has to be; and its DoFn without Prism.
func BenchmarkMoves(b *testing.B) {
	s := Stream{Disks: 32}
	size := int64(1)<<s.Disks - 1
	read := func(b *testing.B, buffer func() []byte) {
		b.SetBytes(size)
		for b.Loop() {
			r, err := s.Reader()
			if err != nil {
				b.Fatal(err)
			}
			for err == nil {
				_, err = io.ReadFull(r, buffer())
			}
		}
	}
	b.Run("way=reader", func(b *testing.B) {
		buffer := make([]byte, blockBytes)
		read(b, func() []byte { return buffer })
	})
	b.Run("way=new-buffers", func(b *testing.B) { read(b, func() []byte { kept.new = make([]byte, blockBytes); return kept.new }) })
	b.Run("way=dofn", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			fn := &movesFn{Stream: s}
			if err := fn.Setup(); err != nil {
				b.Fatal(err)
			}
			whole, err := fn.CreateInitialRestriction(nil)
			if err != nil {
				b.Fatal(err)
			}
			for _, r := range fn.SplitRestriction(nil, whole) {
				if err := fn.ProcessElement(b.Context(), fn.CreateTracker(r), nil, func(block Block) { kept.new = block.Bytes }); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("way=beam", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			if err := run(b, func(scope beam.Scope) { beam.ParDo0(scope, &dropFn{}, Moves(scope, s)) }); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("way=beam-nothing", func(b *testing.B) { // what a job costs by itself
		for b.Loop() {
			if err := run(b, func(scope beam.Scope) { beam.ParDo0(scope, &dropFn{}, Moves(scope, Stream{Disks: 1})) }); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkWrite compares Write of one part to a folder in HANOI_BENCH_DIR, which
// should be in memory, with its steps without Beam.
func BenchmarkWrite(b *testing.B) {
	s := Stream{Disks: 30}
	size := int64(1)<<s.Disks - 1
	folder, err := os.MkdirTemp(os.Getenv("HANOI_BENCH_DIR"), "hanoiio")
	if err != nil {
		b.Fatal(err)
	}
	defer os.RemoveAll(folder)
	steps := func(b *testing.B, to func(f *os.File) io.Writer) {
		b.SetBytes(size)
		for b.Loop() {
			r, err := s.Reader()
			if err != nil {
				b.Fatal(err)
			}
			f, err := os.Create(folder + "/file")
			if err != nil {
				b.Fatal(err)
			}
			if _, err := r.WriteTo(to(f)); err != nil {
				b.Fatal(err)
			}
			if err := f.Close(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("way=reader", func(b *testing.B) { steps(b, func(f *os.File) io.Writer { return f }) })
	b.Run("way=sha256", func(b *testing.B) { steps(b, func(f *os.File) io.Writer { return io.MultiWriter(f, sha256.New()) }) })
	b.Run("way=beam", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			if err := run(b, func(scope beam.Scope) { Write(scope, s, folder, 1) }); err != nil {
				b.Fatal(err)
			}
		}
	})
}
