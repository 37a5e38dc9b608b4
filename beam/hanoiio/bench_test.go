package hanoiio

import (
	"crypto/sha256"
	"io"
	"os"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

func drop(Block) {}

func init() { beam.RegisterFunction(drop) }

// each repeats a step that handles a stream of packed moves.
func each(b *testing.B, s Stream, step func() error) {
	b.SetBytes(int64(1)<<s.Disks - 1)
	for b.Loop() {
		if err := step(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMoves compares the source on Prism with a Reader that is read into new buffers,
// since an engine may keep a block.
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
			return run(b, func(scope beam.Scope) { beam.ParDo0(scope, drop, Moves(scope, s)) })
		})
	})
}

var sink []byte // so that buffers are on the heap

// BenchmarkWrite compares Write of one part to a folder in TMPDIR, which should be in
// memory, with a Reader whose bytes are written and hashed.
func BenchmarkWrite(b *testing.B) {
	s := Stream{Disks: 30}
	folder := b.TempDir()
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
