package block

import (
	"math"
	"math/big"
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

// TestLess: the high word counts first. The rest of the arithmetic is seen by the tests of streams.
func TestLess(t *testing.T) {
	words := []uint64{0, 1, 1<<63 - 1, 1 << 63, math.MaxUint64}
	var all []uint128 // in order
	for _, hi := range words {
		for _, lo := range words {
			all = append(all, uint128{hi, lo})
		}
	}
	for i, a := range all {
		for k, b := range all {
			if a.less(b) != (i < k) {
				t.Errorf("%v < %v: %v", a, b, a.less(b))
			}
		}
	}
}
