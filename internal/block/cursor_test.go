package block

import (
	"math"
	"math/big"
	"sort"
	"testing"
)

// From any position to any other, also beyond 2⁶⁴ bytes.
func TestSeekFrom(t *testing.T) {
	c := NewStream(Text, Options{Header: true}, Run{1, math.MaxUint64, 0}).Cursor()
	c.SeekFrom(c.Pos(), math.MaxInt64)
	c.SeekFrom(c.Pos(), math.MaxInt64)
	c.SeekFrom(c.Pos(), 4)
	far := c.Pos()
	if want := (uint128{hi: 1, lo: 2}); far.off != want {
		t.Errorf("at %v; want %v", far.off, want)
	}
	toBig := func(p Pos) *big.Int {
		n := new(big.Int).SetUint64(p.off.hi)
		return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(p.off.lo))
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
			number, length, before := c.Record()
			i := sort.SearchInts(starts, at+1) // the record that begins at or before it
			wantLength, wantBefore := 0, 0
			switch {
			case i == 0:
				wantLength, wantBefore = starts[0], at
			case i < len(starts):
				wantLength, wantBefore = starts[i]-starts[i-1], at-starts[i-1]
			}
			wantNumber := uint64(0)
			if i > 0 {
				wantNumber = o.Number + uint64(i) - 1
			}
			if number != wantNumber || length != wantLength || before != wantBefore {
				t.Fatalf("byte %d is byte %d of %d of record %d, want %d of %d of %d", at, before, length, number, wantBefore, wantLength, wantNumber)
			}
		}
	})
	c := NewStream(Wide, Options{}, Run{1, 1<<64 - 1, 0}).Cursor()
	if left, ok := c.Left(); ok || left != math.MaxInt64 {
		t.Errorf("of 64 disks come %d, %v", left, ok)
	}
}
