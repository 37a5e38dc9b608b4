// Package hanoiio has Apache Beam transforms for the solution of the Tower of
// Hanoi: [Moves] is a splittable source of its moves, [Write] writes it in any
// format as the parts of a stream, and [Check] judges moves that others made.
package hanoiio

import (
	"context"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// This package lets Beam call DoFns by reflection: register.DoFn4x1 and the like would
// save a microsecond per element, and take the compiler two minutes.
func init() {
	beam.RegisterDoFn(new(movesFn))
	beam.RegisterDoFn(new(shardsFn))
	beam.RegisterDoFn(new(writeFn))
	beam.RegisterDoFn(new(manifestFn))
	beam.RegisterDoFn(new(checkFn))
	beam.RegisterDoFn(new(keyFn))
	beam.RegisterDoFn(new(linesFn))
	beam.RegisterDoFn(new(linesSweepFn))
	register.Emitter1[Block]()
	register.Emitter1[int64]()
	register.Emitter1[Part]()
	register.Emitter1[string]()
	register.Iter1[Part]()
	register.Iter1[string]()
}

// Stream is a range of the moves of a solution, in a format. Pipelines hand it to their
// workers as JSON.
type Stream struct {
	Disks        int          // 1 … 64
	Format       hanoi.Format // packed if it is not set
	Naming       hanoi.Naming
	Start, Count uint64 // moves Start … Start+Count−1; where both are 0, all
	Numbers      bool   // each record begins with its move's number
}

// Reader returns a reader of the stream. Its error comes from [hanoi.NewReader].
func (s Stream) Reader(opts ...hanoi.Option) (*hanoi.Reader, error) {
	opts = slices.Clip(opts) // append leaves the caller's array alone
	if s.Start != 0 || s.Count != 0 {
		opts = append(opts, hanoi.Range(s.Start, s.Count))
	}
	if s.Numbers {
		opts = append(opts, hanoi.Numbers())
	}
	return hanoi.NewReader(s.Disks, s.Format, s.Naming, opts...)
}

// Block is the records of some successive moves.
type Block struct {
	First uint64 // the number of the first
	Moves uint64 // how many
	Bytes []byte // about 1 MiB; before the first record of a stream also its header
}

// Moves is a source of a stream: a PCollection of its Blocks. Put together in the
// order of First, their Bytes are what [hanoi.NewReader] gives. Engines may split it
// between any two blocks, before it runs and meanwhile, and see its progress.
//
// It panics where [Stream.Reader] returns an error, as Beam's sources do.
func Moves(s beam.Scope, stream Stream) beam.PCollection {
	s = s.Scope("hanoiio.Moves")
	return beam.ParDo(s, must.Get(newMovesFn(stream)), beam.Impulse(s))
}

// movesFn makes a stream of an impulse. Its restriction is a range of blocks, and a block
// is a shard of the stream.
type movesFn struct {
	Stream Stream
	Blocks int64 // how many there are
}

// blockBytes bounds a block without header. It is large, so that an engine's work for
// an element does not count, and far below the largest element that engines take.
const blockBytes = 1 << 20

func newMovesFn(s Stream) (*movesFn, error) {
	r, err := s.Reader()
	if err != nil {
		return nil, err
	}
	n := r.Moves()
	if n == 0 { // a header without moves is a block
		return &movesFn{s, min(1, r.HeaderLen())}, nil
	}
	last := must.Get(s.Reader(hanoi.Shard(n-1, n))) // its number is the longest
	size, _ := last.Size()
	longest := uint64(size - last.HeaderLen())
	if !s.Format.Binary() {
		longest++ // a disk of two digits
	}
	return &movesFn{s, int64((n-1)/(blockBytes/longest) + 1)}, nil
}

func (fn *movesFn) CreateInitialRestriction(_ []byte) offsetrange.Restriction {
	return offsetrange.Restriction{Start: 0, End: fn.Blocks}
}

// An engine gets at most splits ranges to begin with. Each but the last has splitMin
// blocks or more, so that making them takes far longer than handing over the range.
// The engine splits them further where a worker is slow.
const (
	splits   = 1 << 10
	splitMin = 1 << 6 // blocks
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
	own := r.HeaderLen() // of the shard, which may not be the stream's
	first, _ := r.Locate(own)
	data := make([]byte, size-own)
	must.Get(r.ReadAt(data, own))
	if j == 0 {
		whole := must.Get(fn.Stream.Reader())
		header := make([]byte, whole.HeaderLen())
		must.Get(io.ReadFull(whole, header))
		data = slices.Concat(header, data)
	}
	return Block{First: first, Moves: r.Moves(), Bytes: data}
}
