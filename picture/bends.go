package picture

import (
	"math/bits"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/coords"
	"github.com/hanoigen/hanoi/internal/must"
)

// straight reports whether k moves lead from v to w in one direction. Then one coordinate is
// constant, and every move changes the other two by 1.
func straight(v, w coords.Point, k uint64) bool {
	return (v[0] == w[0] || v[1] == w[1] || v[2] == w[2]) && longest(v, w) == k
}

// longest returns the largest difference between the coordinates of two points.
func longest(v, w coords.Point) (most uint64) {
	for q := range v {
		most = max(most, max(v[q], w[q])-min(v[q], w[q]))
	}
	return most
}

// bends returns the points where a path begins, turns and ends.
func bends(r *hanoi.Route) []coords.Point {
	here := coords.Of(r.StateAt(0))
	line := []coords.Point{here}
	for i := uint64(0); i < r.Len(); {
		// Find the number k of moves in the longest straight line from here, bit by bit.
		k := uint64(0)
		for bit := uint64(1) << 63; bit > 0; bit >>= 1 {
			if bit <= r.Len()-i-k && straight(here, coords.Of(r.StateAt(i+k+bit)), k+bit) {
				k += bit
			}
		}
		i += k
		here = coords.Of(r.StateAt(i))
		line = append(line, here)
	}
	return line
}

// bendsAfter returns the bends of the shortest path that begins with a move.
func bendsAfter(m hanoi.Move, start, end hanoi.State) []coords.Point {
	here := coords.Of(start)
	rest := bends(must.Get(hanoi.Path(must.Get(start.Apply(m)), end)))
	if straight(here, rest[1], 1+longest(rest[0], rest[1])) {
		rest = rest[1:]
	}
	return append([]coords.Point{here}, rest...)
}

// mulDiv returns a·b/c rounded to the nearest integer, halves up. It panics at 2⁶⁴ or more.
func mulDiv(a, b, c uint64) uint64 {
	high, low := bits.Mul64(a, b)
	low, carry := bits.Add64(low, c/2, 0)
	quotient, _ := bits.Div64(high+carry, low, c)
	return quotient
}
