// Package coords locates states and paths in the Hanoi graph, drawn as a triangle with a corner
// for each peg.
package coords

import (
	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// Point is a point in barycentric coordinates: p[q] is its distance in edges from the side
// opposite the corner of peg q, 2ⁿ−1 in that corner. The three add up to 2ⁿ−1.
type Point [3]uint64

// Of returns the point of a state, whose distance to the corner of peg q is 2ⁿ−1−p[q]
// (Hinz et al., 2018, ch. 4).
func Of(s hanoi.State) (p Point) {
	for q := range p {
		p[q] = 1<<s.N() - 1 - must.Get(hanoi.Distance(s, must.Get(hanoi.Perfect(s.N(), uint8(q)))))
	}
	return p
}

// Bends returns the points where a path of some moves begins, turns and ends. at returns its
// state after each number of moves.
func Bends(moves uint64, at func(uint64) hanoi.State) []Point {
	here := Of(at(0))
	line := []Point{here}
	for i := uint64(0); i < moves; {
		// Find the number k of moves in the longest straight line from here, bit by bit.
		k := uint64(0)
		for bit := uint64(1) << 63; bit > 0; bit >>= 1 {
			if bit <= moves-i-k && straight(here, Of(at(i+k+bit)), k+bit) {
				k += bit
			}
		}
		i += k
		here = Of(at(i))
		line = append(line, here)
	}
	return line
}

// straight reports whether k moves from v to w lead in one direction: then one coordinate stays,
// one grows by k, and one falls by k.
func straight(v, w Point, k uint64) bool {
	for q := range v {
		if by := w[q] - v[q]; by != 0 && by != k && by != -k {
			return false
		}
	}
	return true
}
