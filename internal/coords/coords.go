// Package coords locates states in the Hanoi graph, drawn as a triangle with a corner for
// each peg.
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
