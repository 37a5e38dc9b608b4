package hanoi

import (
	"cmp"
	"math/bits"

	"github.com/hanoigen/hanoi/internal/mod3"
	"github.com/hanoigen/hanoi/internal/number"
)

// away describes the shortest path that gathers the m smallest disks on peg. Each of them has
// a target, and away returns the set of disks that are not on their targets. The target of
// disk m is peg. If disk d is on its target, disk d−1 has the same target. If not, the smaller
// disks gather on the third peg, disk d moves to its target, and the smaller disks follow it
// in 2^(d−1)−1 moves. The shortest path is unique, and its length is the set, read as a
// binary number (Hinz et al., 2018, ch. 2):
//
//	for d = m … 1: if peg(d) ≠ target { length += 2^(d−1); target = 3 − target − peg(d) }
//
// Now number the pegs modulo 3 such that the target of disk m is 0. In both cases, the next
// target is −(target + peg(d)). So the target of disk d is −V(d+1), where
//
//	V(d) = peg(d) − peg(d+1) + peg(d+2) − …
//
// As −1 = 2, V(d) is the value modulo 3 of a binary number with the digits peg(m) … peg(d).
// This number is x + 2·y = x − y, if x and y are the sets of disks on pegs 1 and 2, read as
// binary numbers. So two calls of mod3.Prefixes, with x and y, give V for every disk at once.
// Disk d is away if peg(d) + V(d+1) = V(d) − V(d+1) is not 0, that is, if V(d) and V(d+1)
// differ.
func (s State) away(m int, peg uint8) uint64 {
	x1, x2 := mod3.Prefixes(s.Disks((peg+1)%3) & lowest(m))
	y1, y2 := mod3.Prefixes(s.Disks((peg+2)%3) & lowest(m))
	x0, y0 := ^(x1 | x2), ^(y1 | y2)
	v1 := x1&y0 | x2&y1 | x0&y2 // where V = x − y is 1
	v2 := x2&y0 | x0&y1 | x1&y2 // and 2
	return (v1 ^ v1>>1) | (v2 ^ v2>>1)
}

// Rank returns the number of moves after which the solution under a naming reaches s: the
// inverse of [StateAt], in constant time. The error is an [*OffPathError] if the solution
// does not contain s; it wraps ErrState for the zero State, and ErrPeg if p is not 0 … 5.
func (s State) Rank(p Naming) (k uint64, err error) {
	if err := s.check(); err != nil {
		return 0, err
	}
	if err := checkNaming(p); err != nil {
		return 0, err
	}
	start, end := p.Peg(0), p.Peg(uint8(1+s.disks&1)) // 2ⁿ mod 3 is 2 for odd n, 1 for even n
	fromStart, toEnd := s.away(s.N(), start), s.away(s.N(), end)
	// Each disk has two targets: one on the path from s to the start, one on the path to the
	// end. The two targets of the largest disk differ. If a disk is on one of its targets, the
	// two targets of the next smaller disk differ, too. In a state of the solution, each disk
	// is on one of its targets; the largest disk that is on neither leaves the path.
	if off := fromStart & toEnd; off != 0 {
		return 0, &OffPathError{s, start, end, bits.Len64(off), fromStart, toEnd}
	}
	return fromStart, nil
}

// Distance returns the fewest moves from a to b, in constant time. The error wraps
// ErrState if a or b is the zero State, or they have different numbers of disks.
func Distance(a, b State) (uint64, error) {
	c, err := cross(a, b)
	return c.length, err
}

// crossing describes the two candidates for a shortest path from a to b. Disk m, the largest
// that has to move, goes from peg f to peg g; v is the third peg.
//
// In the first candidate, the smaller disks gather on v, and disk m moves once. In the second,
// the smaller disks gather on g, disk m moves to v, the smaller disks move to f, and disk m
// moves to g. At the end of both, the smaller disks move to their pegs in b. Paths with three
// moves of disk m are longer (Hinz et al., 2018, ch. 2). Romik (2006) compares the candidates
// disk by disk; here both lengths are computed.
type crossing struct {
	m           int // 0 if a and b are equal
	f, g, v     uint8
	length      uint64 // of the shortest paths
	once, twice bool   // whether a shortest path moves disk m once, and whether one moves it twice
}

func cross(a, b State) (c crossing, err error) {
	if err := cmp.Or(a.check(), b.check()); err != nil {
		return c, err
	}
	if a.disks != b.disks {
		return c, errorf(ErrState, "the first state has %s, the second %d; give two states with the same number of disks",
			number.Count(a.disks, "disk"), b.disks)
	}
	c.m = bits.Len64((a.one ^ b.one) | (a.two ^ b.two))
	if c.m == 0 {
		return c, nil
	}
	c.f, c.g = a.peg(c.m), b.peg(c.m)
	c.v = 3 - c.f - c.g
	small := c.m - 1
	once := a.away(small, c.v) + 1 + b.away(small, c.v)
	twice, beyond := bits.Add64(a.away(small, c.g)+1+lowest(small), 1+b.away(small, c.f), 0)
	c.once = once <= twice || beyond == 1
	c.twice = twice <= once && beyond == 0
	c.length = once
	if !c.once {
		c.length = twice
	}
	return c, nil
}

// Next returns the first moves of the shortest paths from a to b, as moves[:n], and the length
// of these paths. n is 0 if a and b are equal, 2 if there are two shortest paths, else 1.
// There are never more than two, and their first moves differ (Hinz et al., 2018, ch. 2).
// Next does not allocate. Errors are as for [Distance].
func Next(a, b State) (moves [2]Move, n int, left uint64, err error) {
	c, err := cross(a, b)
	if c.once {
		moves[n] = c.first(a, c.v)
		n++
	}
	if c.twice {
		moves[n] = c.first(a, c.g)
		n++
	}
	return moves, n, c.length, err
}

// first returns the first move of the candidate that gathers the smaller disks of a on peg,
// then moves disk m. The smallest disk that is away from its target moves first.
func (c crossing) first(a State, peg uint8) Move {
	first := Move{uint8(c.m), c.f, 3 - c.f - peg}
	for lead := range leads(a, c.m-1, peg) {
		first = lead
	}
	return first
}
