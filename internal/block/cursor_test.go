package block

import (
	"fmt"
	"math"
	"math/big"
	"sort"
	"testing"

	"github.com/hanoigen/hanoi/internal/number"
)

// From any position to any other, also beyond 2⁶⁴ bytes.
func TestSeekFrom(t *testing.T) {
	c := NewStream(Text, Options{Header: true}, Run{1, math.MaxUint64, 0}).Cursor()
	c.SeekFrom(c.Pos(), math.MaxInt64)
	c.SeekFrom(c.Pos(), math.MaxInt64)
	c.SeekFrom(c.Pos(), 4)
	far := c.Pos()
	if want := (number.Uint128{Hi: 1, Lo: 2}); far.off != want {
		t.Errorf("at %v; want %v", far.off, want)
	}
	toBig := func(p Pos) *big.Int {
		n := new(big.Int).SetUint64(p.off.Hi)
		return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(p.off.Lo))
	}
	for _, n := range []int64{0, 1, -1, 2, -2, -3, 1 << 40, -1 << 40, math.MaxInt64, math.MinInt64} {
		c.SeekFrom(far, n)
		if want := new(big.Int).Add(toBig(far), big.NewInt(n)); toBig(c.Pos()).Cmp(want) != 0 {
			t.Errorf("%d from there: %v; want %v", n, c.Pos(), want)
		}
	}
}

// Record says of every byte which record has it, where in it, and how long that is.
func TestRecord(t *testing.T) {
	runs := []Run{{First: 500, Count: 30, Naming: 1}, {First: 1 << 40, Count: 3, Naming: 4}}
	forEachFormat(t, func(t *testing.T, f Format, numbers bool) {
		o := Options{Header: true, Numbers: numbers, Number: 77}
		s := NewStream(f, o, runs...)
		want, starts := naiveStream(f, o, runs)
		c := s.Cursor()
		for at := range len(want) + 3 {
			c.SeekTo(int64(at))
			record, length, before := c.Record()
			i := sort.SearchInts(starts, at+1) // the record that begins at or before it
			wantLength, wantBefore := 0, 0
			switch {
			case i == 0:
				wantLength, wantBefore = starts[0], at
			case i < len(starts):
				wantLength, wantBefore = starts[i]-starts[i-1], at-starts[i-1]
			}
			if record != uint64(i) || length != wantLength || before != wantBefore {
				t.Fatalf("byte %d is byte %d of %d of record %d, want %d of %d of %d", at, before, length, record, wantBefore, wantLength, i)
			}
		}
		if n := s.Number(3); n != 79 {
			t.Errorf("record 3 has number %d, where the first has 77", n)
		}
	})
	c := NewStream(Wide, Options{}, Run{1, 1<<64 - 1, 0}).Cursor()
	if left, ok := c.Left(); ok || left != math.MaxInt64 {
		t.Errorf("of 64 disks come %d, %v", left, ok)
	}
}

// The time for a segment that is at hand does not depend on its bytes. That of
// numbered records is the time to encode them.
func BenchmarkNext(b *testing.B) {
	for f := range Format(len(formats)) {
		for _, numbers := range []bool{false, true} {
			if numbers && f.Binary() {
				continue
			}
			b.Run(fmt.Sprintf("format=%v/numbers=%v", f, numbers), func(b *testing.B) {
				c := NewStream(f, Options{Numbers: numbers, Number: 1 << 40}, Run{1 << 40, 1 << 50, 0}).Cursor()
				first := c.i
				for b.Loop() {
					c.Next(math.MaxInt)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(c.i-first), "ns/record")
			})
		}
	}
}
