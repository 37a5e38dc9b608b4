package picture

import (
	"math/bits"

	"github.com/hanoigen/hanoi"
)

// coords are the barycentric coordinates of a state in the graph: w[q] is how many edges
// it is from the side opposite to the corner of peg q. That is 2ⁿ−1 in this corner and 0
// on this side, and the three add up to 2ⁿ−1.
type coords [3]uint64

// coordsOf adds 2^(d−1) to the weight of one corner for each disk d: that of the third
// of the graph which the disk's peg p names. Within this third, the names of the
// corners are reflected. Its bridge to the third of peg p' is a move of disk d, while
// all smaller disks stand on the third peg. So the corner near that of p' is the one
// of peg −p−p' modulo 3. From the largest disk on, with σ = ±1 in turn and t = 0 at
// first,
//
//	corner = σ·p + t
//	t      = t − σ·p
func coordsOf(s hanoi.State) (w coords) {
	sign, t := uint8(1), uint8(0) // modulo 3, where −1 is 2
	for d := s.N(); d > 0; d-- {
		turn := sign * s.Peg(d) % 3
		w[(turn+t)%3] += 1 << (d - 1)
		t = (t + 3 - turn) % 3
		sign = 3 - sign
	}
	return w
}

// straight reports whether k moves that lead from v to w go in one direction. As
// every edge has length 1, they do if w is k edges from v in the direction of an edge:
// nearer to one corner by k, and so farther from another, as the sum is the same.
func straight(v, w coords, k uint64) bool {
	nearer, same := 0, 0
	for q := range v {
		switch {
		case w[q] == v[q]:
			same++
		case w[q] > v[q] && w[q]-v[q] == k:
			nearer++
		}
	}
	return nearer == 1 && same == 1
}

// bends returns the points where a path of so many moves begins, turns and ends. After
// i moves its state is at(i).
func bends(at func(i uint64) hanoi.State, moves uint64) []coords {
	here := coordsOf(at(0))
	line := []coords{here}
	for i := uint64(0); i < moves; {
		// The longest straight line from here: k moves are one, more than beyond are
		// not.
		k, beyond := uint64(1), moves-i
		next := coordsOf(at(i + 1))
		for k < beyond {
			middle := k + (beyond-k+1)/2
			if w := coordsOf(at(i + middle)); straight(here, w, middle) {
				k, next = middle, w
			} else {
				beyond = middle - 1
			}
		}
		i, here = i+k, next
		line = append(line, here)
	}
	return line
}

// otherPath returns the bends of the other shortest path, for a route that ties. The
// two differ from the first move on: the disks smaller than the largest that has to
// move first go to one peg or to the other, and so the smallest of them goes to
// another peg. From its first move on, the other path is the only shortest one.
func otherPath(r *hanoi.Route) []coords {
	start, end := r.StateAt(0), r.StateAt(r.Len())
	first, _, _, _ := hanoi.Next(start, end)
	m := first[0]
	if m == r.At(1) {
		m = first[1]
	}
	rest := sure(hanoi.Path(sure(start.Apply(m)), end))
	return bends(func(i uint64) hanoi.State {
		if i == 0 {
			return start
		}
		return rest.StateAt(i - 1)
	}, r.Len())
}

// mulDiv returns a·b/c to the nearest integer, halves up: less than 2⁶⁴, or it panics.
func mulDiv(a, b, c uint64) uint64 {
	high, low := bits.Mul64(a, b)
	low, carry := bits.Add64(low, c/2, 0)
	quotient, _ := bits.Div64(high+carry, low, c)
	return quotient
}
