package block

import (
	"math"
	"testing"
)

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
