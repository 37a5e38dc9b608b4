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

// each runs a step for a stream of packed moves, again and again.
func each(b *testing.B, s Stream, step func() error) {
	b.SetBytes(int64(1)<<s.Disks - 1)
	for b.Loop() {
		if err := step(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMoves compares the source on Prism with a Reader that is read into new
// buffers, as a block that an engine may keep has to be.
func BenchmarkMoves(b *testing.B) {
	s := Stream{Disks: 32}
	b.Run("by=reader", func(b *testing.B) {
		each(b, s, func() error {
			r, err := s.Reader()
			for err == nil {
				sink = make([]byte, blockBytes)
				_, err = io.ReadFull(r, sink)
			}
			if err == io.ErrUnexpectedEOF {
				err = nil
			}
			return err
		})
	})
	b.Run("by=beam", func(b *testing.B) {
		each(b, s, func() error {
			return run(b, func(scope beam.Scope) { beam.ParDo0(scope, &dropFn{}, Moves(scope, s)) })
		})
	})
}

var sink []byte // so that buffers are on the heap

// BenchmarkWrite compares Write of one part to a folder in HANOI_BENCH_DIR, which
// should be in memory, with a Reader whose bytes are written and summed.
func BenchmarkWrite(b *testing.B) {
	s := Stream{Disks: 30}
	folder, err := os.MkdirTemp(os.Getenv("HANOI_BENCH_DIR"), "hanoiio")
	if err != nil {
		b.Fatal(err)
	}
	defer os.RemoveAll(folder)
	b.Run("by=reader", func(b *testing.B) {
		each(b, s, func() error {
			r, err := s.Reader()
			if err != nil {
				return err
			}
			f, err := os.Create(folder + "/file")
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = r.WriteTo(io.MultiWriter(f, sha256.New()))
			return err
		})
	})
	b.Run("by=beam", func(b *testing.B) {
		each(b, s, func() error {
			return run(b, func(scope beam.Scope) { Write(scope, s, folder, 1) })
		})
	})
}
