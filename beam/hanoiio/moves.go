// Package hanoiio provides Apache Beam transforms for the Tower of Hanoi: [Moves] is a
// splittable source of the moves of a solution, [Write] writes them to files in any format,
// and [Check] judges moves that others made.
package hanoiio

import (
	"context"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// Beam calls the DoFns and their emitters by reflection: its package register would save a
// microsecond per element, and take the compiler two minutes.
func init() {
	for _, fn := range []any{new(movesFn), new(shardsFn), new(writeFn), new(manifestFn), new(checkFn), new(keyFn), new(linesFn), new(linesSweepFn)} {
		beam.RegisterDoFn(fn)
	}
}

// Stream is a range of the moves of a solution, in a format. Beam sends it to workers as
// JSON.
type Stream struct {
	Disks        int          // 1 … 64
	Format       hanoi.Format // packed by default
	Naming       hanoi.Naming
	Start, Count uint64 // moves Start … Start+Count−1; all moves if both are 0
	Numbers      bool   // begin each record with the number of its move
	Letters      bool   // call the pegs A, B and C
}

// Reader returns a reader of the stream. Its error comes from [hanoi.NewReader].
func (s Stream) Reader(opts ...hanoi.Option) (*hanoi.Reader, error) {
	var own []hanoi.Option
	if s.Start != 0 || s.Count != 0 {
		own = append(own, hanoi.Range(s.Start, s.Count))
	}
	if s.Numbers {
		own = append(own, hanoi.Numbers())
	}
	if s.Letters {
		own = append(own, hanoi.Letters())
	}
	return hanoi.NewReader(s.Disks, s.Format, s.Naming, append(own, opts...)...)
}

// Block holds the records of consecutive moves.
type Block struct {
	First uint64 // the number of the first move
	Moves uint64 // the number of moves
	Bytes []byte // about 1 MiB; the first block of a stream begins with its header
}

// Moves is a source of a stream: a PCollection of its Blocks. If they are joined in the
// order of First, their Bytes are the bytes of [Stream.Reader]. Engines may split the source
// between any two blocks, before and while it runs, and see its progress.
//
// Moves panics with the errors of [Stream.Reader], as Beam's sources do.
func Moves(s beam.Scope, stream Stream) beam.PCollection {
	s = s.Scope("hanoiio.Moves")
	return beam.ParDo(s, must.Get(newMovesFn(stream)), beam.Impulse(s))
}

// movesFn turns an impulse into a stream. Its restriction is a range of blocks; a block is
// a shard of the stream.
type movesFn struct {
	Stream Stream
	Blocks int64 // the number of all blocks
}

// blockBytes bounds a block without its header. Computing a block takes far longer than an
// engine's work for an element, and engines accept far larger elements.
const blockBytes = 1 << 20

func newMovesFn(s Stream) (*movesFn, error) {
	r, err := s.Reader()
	if err != nil {
		return nil, err
	}
	n := r.Moves()
	if n == 0 { // a header alone is a block
		return &movesFn{s, min(1, r.HeaderLen())}, nil
	}
	last := must.Get(s.Reader(hanoi.Shard(n-1, n))) // has the longest number
	size, _ := last.Size()
	longest := uint64(size - last.HeaderLen())
	if !s.Format.Binary() {
		longest++ // for a disk with two digits
	}
	return &movesFn{s, int64((n-1)/(blockBytes/longest) + 1)}, nil
}

func (fn *movesFn) CreateInitialRestriction(_ []byte) offsetrange.Restriction {
	return offsetrange.Restriction{Start: 0, End: fn.Blocks}
}

// An engine starts with at most splits ranges. Each but the last has splitMin blocks or
// more: computing them takes far longer than handing over the range. The engine splits the
// ranges of slow workers further.
const (
	splits   = 1 << 10
	splitMin = 1 << 6
)

func (fn *movesFn) SplitRestriction(_ []byte, r offsetrange.Restriction) []offsetrange.Restriction {
	return r.SizedSplits(max(splitMin, (r.End-r.Start-1)/splits+1))
}

func (fn *movesFn) RestrictionSize(_ []byte, r offsetrange.Restriction) float64 {
	return r.Size() * blockBytes
}

func (fn *movesFn) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(r))
}

func (fn *movesFn) ProcessElement(_ context.Context, rt *sdf.LockRTracker, _ []byte, emit func(Block)) {
	for j := rt.GetRestriction().(offsetrange.Restriction).Start; rt.TryClaim(j); j++ {
		emit(fn.block(j))
	}
}

// block returns block j.
func (fn *movesFn) block(j int64) Block {
	r := must.Get(fn.Stream.Reader(hanoi.Shard(uint64(j), uint64(fn.Blocks))))
	size, _ := r.Size()
	records := r.HeaderLen() // where they begin; a shard's header may differ from the stream's
	first, _ := r.Locate(records)
	var header []byte
	if j == 0 {
		whole := must.Get(fn.Stream.Reader())
		header = make([]byte, whole.HeaderLen())
		must.Get(io.ReadFull(whole, header))
	}
	data := append(header, make([]byte, size-records)...)
	must.Get(r.ReadAt(data[len(header):], records))
	return Block{First: first, Moves: r.Moves(), Bytes: data}
}
