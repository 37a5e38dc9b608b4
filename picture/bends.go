package picture

import (
	"math/bits"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/coords"
	"github.com/hanoigen/hanoi/internal/must"
)

// straight reports whether k moves from v to w go in one direction. Every edge has length 1,
// so they do if w is k edges from v in the direction of an edge: nearer to one corner by k,
// and farther from another, since the sum of the coordinates is constant.
func straight(v, w coords.Point, k uint64) bool {
	return (v[0] == w[0] || v[1] == w[1] || v[2] == w[2]) && longest(v, w) == k
}

// longest returns the largest difference between the coordinates of two points: their
// distance, if they are on one line.
func longest(v, w coords.Point) (most uint64) {
	for q := range v {
		most = max(most, max(v[q], w[q])-min(v[q], w[q]))
	}
	return most
}

// bends returns the points where a path begins, turns and ends. Its state after i moves is
// at(i).
func bends(at func(i uint64) hanoi.State, moves uint64) []coords.Point {
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

// otherPath returns the bends of the other shortest path, given the first moves of both.
// These differ: the disks smaller than the largest one that moves first go to one peg or to
// the other, so the smallest of them goes to different pegs. After its first move, the other
// path is the only shortest one.
func otherPath(r *hanoi.Route, first [2]hanoi.Move) []coords.Point {
	start, end := r.StateAt(0), r.StateAt(r.Len())
	m := first[0]
	if m == r.At(1) {
		m = first[1]
	}
	rest := must.Get(hanoi.Path(must.Get(start.Apply(m)), end))
	return bends(func(i uint64) hanoi.State {
		if i == 0 {
			return start
		}
		return rest.StateAt(i - 1)
	}, r.Len())
}

// mulDiv returns a·b/c rounded to the nearest integer, halves up. It panics at 2⁶⁴ or more.
func mulDiv(a, b, c uint64) uint64 {
	high, low := bits.Mul64(a, b)
	low, carry := bits.Add64(low, c/2, 0)
	quotient, _ := bits.Div64(high+carry, low, c)
	return quotient
}
