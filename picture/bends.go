package picture

import (
	"math/bits"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/coords"
)

// bends returns the points where a path begins, turns and ends. at returns the state after each
// number of moves.
func bends(moves uint64, at func(uint64) hanoi.State) []coords.Point {
	here := coords.Of(at(0))
	line := []coords.Point{here}
	for i := uint64(0); i < moves; {
		// Find the number k of moves in the longest straight line from here, bit by bit.
		k := uint64(0)
		for bit := uint64(1) << 63; bit > 0; bit >>= 1 {
			if bit <= moves-i-k && straight(here, coords.Of(at(i+k+bit)), k+bit) {
				k += bit
			}
		}
		i += k
		here = coords.Of(at(i))
		line = append(line, here)
	}
	return line
}

// straight reports whether k moves from v to w lead in one direction: then one coordinate stays,
// one grows by k, and one falls by k.
func straight(v, w coords.Point, k uint64) bool {
	for q := range v {
		if by := w[q] - v[q]; by != 0 && by != k && by != -k {
			return false
		}
	}
	return true
}

// mulDiv returns a·b/c rounded to the nearest integer, halves up. It panics at 2⁶⁴ or more.
func mulDiv(a, b, c uint64) uint64 {
	high, low := bits.Mul64(a, b)
	low, carry := bits.Add64(low, c/2, 0)
	quotient, _ := bits.Div64(high+carry, low, c)
	return quotient
}
