package hanoiio

import (
	"bytes"
	"cmp"
	"errors"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// streams returns streams of several blocks, in every format.
func streams() []Stream {
	all := []Stream{
		{Disks: 22},
		{Disks: 1},
		{Disks: 22, Naming: 5, Start: 12345, Count: 1<<21 + 7},
		{Disks: 64, Start: math.MaxUint64 - 1<<21, Count: 1 << 21},
		{Disks: 64, Start: math.MaxUint64, Count: 1},
	}
	for _, f := range hanoi.Formats() {
		all = append(all, Stream{Disks: 9, Format: f, Start: 7}, Stream{Disks: 18, Format: f, Naming: 3}, Stream{Disks: 64, Format: f, Start: 1<<63 - 100_000, Count: 200_001})
		if !f.Binary() {
			all = append(all, Stream{Disks: 18, Format: f, Numbers: true, Letters: true}, Stream{Disks: 64, Format: f, Numbers: true, Start: 999_999, Count: 100_002})
		}
	}
	return all
}

// joined checks that blocks, in any order, contain each move of a stream once, and that
// their bytes are the stream's.
func joined(t *testing.T, s Stream, all []Block) {
	t.Helper()
	slices.SortFunc(all, func(a, b Block) int { return cmp.Compare(a.First, b.First) })
	r := must.Get(s.Reader())
	next, _ := r.Locate(r.HeaderLen())
	end := next + r.Moves()
	var got []byte
	for i, b := range all {
		if b.First != next || len(b.Bytes) > blockBytes+int(r.HeaderLen()) {
			t.Fatalf("%+v: block %d of %d begins with move %d and has %d bytes; want %d", s, i, len(all), b.First, len(b.Bytes), next)
		}
		next += b.Moves
		got = append(got, b.Bytes...)
	}
	if next != end || !bytes.Equal(got, bytesOf(s)) || len(all) > 2*len(got)/blockBytes+1 {
		t.Errorf("%+v: %d blocks are not the stream, or are too small", s, len(all))
	}
}

// The blocks of the longest stream can be counted in an int64, and an engine gets few ranges.
func TestLongest(t *testing.T) {
	fn := must.Get(newMovesFn(Stream{Disks: 64, Format: hanoi.JSONL, Numbers: true}))
	r := fn.CreateInitialRestriction(nil)
	parts := fn.SplitRestriction(nil, r)
	if r.Start != 0 || r.End < math.MaxUint64/blockBytes || len(parts) > splits || len(parts) < splits/2 || parts[len(parts)-1].End != r.End {
		t.Errorf("%d splits of %+v", len(parts), r)
	}
}

// An engine may split a restriction while it is processed, and give the rest to other
// workers: each block comes once, and the progress is right.
func TestDynamicSplit(t *testing.T) {
	for _, fraction := range []float64{0, 0.3, 0.5, 0.9} {
		fn := must.Get(newMovesFn(Stream{Disks: 24, Start: 5, Count: 1<<24 - 100}))
		var all []Block
		todo := []offsetrange.Restriction{fn.CreateInitialRestriction(nil)}
		for i := 0; i < len(todo); i++ {
			rt := fn.CreateTracker(todo[i])
			emitted := 0
			fn.ProcessElement(t.Context(), rt, nil, func(b Block) {
				all = append(all, b)
				emitted++
				if done, left := rt.GetProgress(); done != float64(emitted) || done+left != rt.GetRestriction().(offsetrange.Restriction).Size() {
					t.Errorf("progress %v of %v after %d blocks of %v", done, done+left, emitted, rt.GetRestriction())
				}
				if emitted == 2 {
					_, residual, _ := rt.TrySplit(fraction)
					if r, ok := residual.(offsetrange.Restriction); ok {
						todo = append(todo, r)
					}
				}
			})
			if !rt.IsDone() || rt.GetError() != nil {
				t.Fatalf("%v: done %v, %v", todo[i], rt.IsDone(), rt.GetError())
			}
		}
		if len(todo) == 1 {
			t.Errorf("fraction %v: no splits", fraction)
		}
		joined(t, fn.Stream, all)
	}
}

// kept holds the blocks of a run.
var kept struct {
	sync.Mutex
	blocks []Block
}

func keep(b Block) {
	kept.Lock()
	defer kept.Unlock()
	kept.blocks = append(kept.blocks, b)
}

func init() { beam.RegisterFunction(keep) }

// On an engine, the next transform may be in the same bundle, or receive encoded blocks.
func TestMoves(t *testing.T) {
	for i, s := range append(streams(), Stream{Disks: 27}) { // two initial splits
		kept.blocks = nil
		must.Do(run(t, func(scope beam.Scope) {
			blocks := Moves(scope, s)
			if i%2 == 0 {
				blocks = beam.Reshuffle(scope, blocks)
			}
			beam.ParDo0(scope, keep, blocks)
		}))
		joined(t, s, kept.blocks)
	}
}

// The scripts of hanoibeam show the other errors.
func TestArguments(t *testing.T) {
	for _, test := range []struct{ err, is error }{
		{CheckWrite(Stream{}, "out", 1), hanoi.ErrDisks},
		{CheckWrite(Stream{Disks: 5, Start: 1, Count: 32}, "out", 1), hanoi.ErrMove},
		{CheckWrite(Stream{Disks: 5, Format: 9}, "out", 1), hanoi.ErrFormat},
		{CheckWrite(Stream{Disks: 62}, "out", MaxParts), nil},
	} {
		if !errors.Is(test.err, test.is) {
			t.Errorf("%v; want %v", test.err, test.is)
		}
	}
	_, s := beam.NewPipelineWithRoot()
	for name, transform := range map[string]func(){
		"Moves":      func() { Moves(s, Stream{}) },
		"Write":      func() { Write(s, Stream{Disks: 5}, "out", 0) },
		"WriteLines": func() { WriteLines(s, beam.Create(s, "a line"), "out", 0) },
	} {
		func() {
			defer func() { recover() }()
			transform()
			t.Errorf("%s does not panic", name)
		}()
	}
}
