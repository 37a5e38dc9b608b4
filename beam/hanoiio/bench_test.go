package hanoiio

import (
	"crypto/sha256"
	"io"
	"os"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

func drop(Block) {}

func init() { beam.RegisterFunction(drop) }

// compare measures a job on Prism that handles a stream of packed moves, and a loop that
// does the same without Beam.
func compare(b *testing.B, s Stream, loop func(*hanoi.Reader) error, job func(beam.Scope)) {
	measure := func(name string, step func() error) {
		b.Run("by="+name, func(b *testing.B) {
			b.SetBytes(int64(1)<<s.Disks - 1)
			for b.Loop() {
				must.Do(step())
			}
		})
	}
	measure("reader", func() error { return loop(must.Get(s.Reader())) })
	measure("beam", func() error { return run(b, job) })
}

// The loop reads into new buffers, since an engine may keep a block.
func BenchmarkMoves(b *testing.B) {
	s := Stream{Disks: 32}
	compare(b, s, func(r *hanoi.Reader) error {
		for left := r.Moves(); left > 0; {
			sink = make([]byte, min(left, blockBytes))
			must.Get(io.ReadFull(r, sink))
			left -= uint64(len(sink))
		}
		return nil
	}, func(scope beam.Scope) { beam.ParDo0(scope, drop, Moves(scope, s)) })
}

var sink []byte // so that buffers are on the heap

// One part is written to a folder in TMPDIR, which should be in memory.
func BenchmarkWrite(b *testing.B) {
	s, folder := Stream{Disks: 30}, b.TempDir()
	compare(b, s, func(r *hanoi.Reader) error {
		f := must.Get(os.Create(folder + "/file"))
		defer f.Close()
		_, err := r.WriteTo(io.MultiWriter(f, sha256.New()))
		return err
	}, func(scope beam.Scope) { Write(scope, s, folder, 1) })
}
