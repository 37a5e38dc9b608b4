package hanoiio

import (
	"context"
	"fmt"
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

// Count makes the moves of a stream by [Moves], whatever its format, and counts those of
// each disk. It writes the counts to [CountsName] in a folder, as a JSON object by disk, and
// returns a PCollection of that file's name. Of all moves of n disks, 2^(n−d) are
// disk d's: the counts show whether an engine makes each move once, and how fast.
//
// It panics where [CheckCount] returns an error.
func Count(s beam.Scope, stream Stream, folder string) beam.PCollection {
	s = s.Scope("hanoiio.Count")
	must(0, CheckCount(stream, folder))
	stream.Format, stream.Numbers = hanoi.Packed, false
	counts := beam.Combine(s, addCounts, beam.ParDo(s, countMoves, Moves(s, stream)))
	return beam.ParDo(s, &countsFn{folder}, counts)
}

// CheckCount returns the error for which [Count] would panic: the stream has no Reader or
// no moves, or the folder is in no file system that the program has.
func CheckCount(stream Stream, folder string) error {
	r, err := stream.Reader()
	if err != nil {
		return err
	}
	if r.Moves() == 0 {
		return fmt.Errorf("%w: no moves to count; give a range that has some", hanoi.ErrMove)
	}
	return checkFolder(context.Background(), folder)
}

// countMoves returns how many moves of a packed block are disk d's, at d−1.
func countMoves(b Block) []uint64 {
	counts := make([]uint64, kernel.MaxDisks)
	for _, move := range b.Bytes {
		counts[move>>2]++
	}
	return counts
}

func addCounts(a, b []uint64) []uint64 {
	sum := slices.Clone(a)
	for i, n := range b {
		sum[i] += n
	}
	return sum
}

// countsFn writes the counts.
type countsFn struct{ Folder string }

func (fn *countsFn) ProcessElement(ctx context.Context, counts []uint64, emit func(string)) error {
	byDisk := map[int]uint64{}
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
