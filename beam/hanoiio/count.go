package hanoiio

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"github.com/hanoigen/hanoi"
)

func init() {
	beam.RegisterDoFn(reflect.TypeFor[*countFn]())
	beam.RegisterDoFn(reflect.TypeFor[*countsFn]())
	beam.RegisterFunction(newDiskCount)
	register.Emitter2[int, int64]()
	register.Iter1[diskCount]()
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
	counts := stats.SumPerKey(s, beam.ParDo(s, &countFn{}, Moves(s, stream)))
	all := beam.GroupByKey(s, beam.AddFixedKey(s, beam.ParDo(s, newDiskCount, counts)))
	return beam.ParDo(s, &countsFn{Folder: folder}, all)
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

// countFn counts the moves of each disk in packed blocks.
type countFn struct{}

func (fn *countFn) ProcessElement(_ context.Context, b Block, emit func(int, int64)) error {
	var counts [64]int64
	for _, move := range b.Bytes {
		counts[move>>2]++
	}
	for i, n := range counts {
		if n > 0 {
			emit(i+1, n)
		}
	}
	return nil
}

// diskCount is how many moves of a disk there are.
type diskCount struct {
	Disk  int
	Moves int64
}

func newDiskCount(disk int, moves int64) diskCount { return diskCount{disk, moves} }

// countsFn writes the counts.
type countsFn struct{ Folder string }

func (fn *countsFn) ProcessElement(ctx context.Context, _ int, next func(*diskCount) bool, emit func(string)) error {
	counts := map[int]int64{}
	for c := (diskCount{}); next(&c); {
		counts[c.Disk] = c.Moves
	}
	if err := sweep(ctx, fn.Folder, regexp.QuoteMeta(CountsName)); err != nil {
		return err
	}
	name := inFolder(fn.Folder, CountsName)
	err := commit(ctx, name, func(w io.Writer) error { return json.NewEncoder(w).Encode(counts) })
	if err == nil {
		emit(name)
	}
	return err
}
