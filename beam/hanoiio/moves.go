// Package hanoiio has Apache Beam transforms for the solution of the Tower of
// Hanoi: [Moves] is a splittable source of its moves, [Write] writes it in any
// format as the parts of a stream, and [Check] judges moves that others made.
package hanoiio

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

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
	must.Get(newBlocks(stream))
	return beam.ParDo(s, &movesFn{Stream: stream}, beam.Impulse(s))
}

// movesFn makes a stream of an impulse. Its restriction is a range of blocks.
type movesFn struct {
	Stream Stream
	blocks *blocks
}

func (fn *movesFn) Setup() { fn.blocks = must.Get(newBlocks(fn.Stream)) }

// CreateInitialRestriction may be called where Setup was not.
func (fn *movesFn) CreateInitialRestriction(_ []byte) offsetrange.Restriction {
	return offsetrange.Restriction{Start: 0, End: must.Get(newBlocks(fn.Stream)).len()}
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
		emit(fn.blocks.at(j))
	}
}
