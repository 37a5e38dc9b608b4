package hanoiio

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/kernel"
)

func init() {
	beam.RegisterFunction(countMoves)
	beam.RegisterFunction(addCounts)
	beam.RegisterDoFn(reflect.TypeFor[*countsFn]())
}

// CountsName is the name of the file that [Count] writes.
const CountsName = "counts.json"

// Count makes the moves of a packed stream by [Moves] and counts those of each disk.
// It writes the counts to [CountsName] in a folder, as a JSON object by disk, and
// returns a PCollection of that file's name. Of all moves of n disks, 2^(n−d) are
// disk d's: the counts show whether an engine makes each move once, and how fast.
//
// It panics where [CheckCount] returns an error.
func Count(s beam.Scope, stream Stream, folder string) beam.PCollection {
	s = s.Scope("hanoiio.Count")
	must(0, CheckCount(stream, folder))
	counts := beam.Combine(s, addCounts, beam.ParDo(s, countMoves, Moves(s, stream)))
	return beam.ParDo(s, &countsFn{folder}, counts)
}

// CheckCount returns the error for which [Count] would panic: the stream has no
// Reader, is not packed, or has no moves or 2⁶³ or more, or the folder is in no file system
// that the program has.
func CheckCount(stream Stream, folder string) error {
	r, err := stream.Reader()
	switch {
	case err != nil:
		return err
	case stream.Format != hanoi.Packed:
		return fmt.Errorf("%w to count: %v; give packed", hanoi.ErrFormat, stream.Format)
	case r.Moves() == 0:
		return fmt.Errorf("%w: no moves to count; give a range that has some", hanoi.ErrMove)
	case r.Moves() > math.MaxInt64:
		return fmt.Errorf("%w: %d moves to count; give a range below 2^63", hanoi.ErrMove, r.Moves())
	}
	return checkFolder(context.Background(), folder)
}

// countMoves returns how many moves of a packed block are disk d's, at d−1.
func countMoves(b Block) []int64 {
	counts := make([]int64, kernel.MaxDisks)
	for _, move := range b.Bytes {
		counts[move>>2]++
	}
	return counts
}

func addCounts(a, b []int64) []int64 {
	sum := slices.Clone(a)
	for i, n := range b {
		sum[i] += n
	}
	return sum
}

// countsFn writes the counts.
type countsFn struct{ Folder string }

func (fn *countsFn) ProcessElement(ctx context.Context, counts []int64, emit func(string)) error {
	byDisk := map[int]int64{}
	for i, n := range counts {
		if n > 0 {
			byDisk[i+1] = n
		}
	}
	name, err := commitJSON(ctx, fn.Folder, CountsName, `counts\.json`, byDisk)
	if err != nil {
		return fmt.Errorf("counts: %w", err)
	}
	emit(name)
	return nil
}
