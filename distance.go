package hanoi

import (
	"cmp"
	"math/bits"

	"github.com/hanoigen/hanoi/internal/mod3"
	"github.com/hanoigen/hanoi/internal/number"
)

// away returns the set of those of the m smallest disks that have to move for
// all m to stand on one peg. There is one shortest way to that, and as a number
// the set is its length (Hinz et al., 2018, ch. 2): if the largest disk is on
// its target, the smaller ones follow to the same; if not, they go to the third
// peg, the largest moves, and they cross to it in 2^(m−1)−1 moves. That is
//
//	for d = m … 1: if the peg of d ≠ target { length += 2^(d−1); target = 3 − target − the peg of d }
//
// Number the pegs from the target of disk m on. Modulo 3 then, disk m has target
// 0, and in both cases the next target is −(target + peg), so that the target
// below disk d is
//
//	t(d) = −peg(d) + peg(d+1) − peg(d+2) + … = −V(d).
//
// As −1 = 2, V(d) is what the digits peg(m) … peg(d) leave modulo 3 as a binary
// number, and so are the ones less the twos among them: two masks of remainders
// answer for every disk at once. A disk is away from its target, −V(d+1), if
// V(d) − V(d+1) = peg(d) + V(d+1) is not 0: where V changes.
func (s State) away(m int, peg uint8) uint64 {
	x1, x2 := mod3.Prefixes(s.Disks((peg+1)%3) & lowest(m))
	y1, y2 := mod3.Prefixes(s.Disks((peg+2)%3) & lowest(m))
	x0, y0 := ^(x1 | x2), ^(y1 | y2)
	v1 := x1&y0 | x2&y1 | x0&y2 // where V = x − y leaves 1
	v2 := x2&y0 | x0&y1 | x1&y2
	return (v1 ^ v1>>1) | (v2 ^ v2>>1)
}

// Rank returns the number of moves after which the solution under a naming is in
// state s: it is the inverse of [StateAt], in constant time. The error is an
// [*OffPathError] if the solution does not pass s; it wraps ErrState for the zero State,
// and ErrPeg if p is not 0 … 5.
func (s State) Rank(p Naming) (k uint64, err error) {
	if err := s.check(); err != nil {
		return 0, err
	}
	if err := checkNaming(p); err != nil {
		return 0, err
	}
	start, end := p.Peg(0), p.Peg(uint8(1+s.disks&1)) // 2ⁿ mod 3 is 2 for odd n, 1 for even n
	fromStart, toEnd := s.away(s.N(), start), s.away(s.N(), end)
	// In a state of the solution, each disk is on its target on the way back to the
	// start or on its target on the way to the end; the two differ. If it is on one of
	// them, the two targets of the next smaller disk differ, too. The largest disk that
	// is on neither stands on the third peg, off the path.
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

// crossing has the two candidates for a shortest path from a to b. The larger
// disks need not move; disk m, the largest that has to, goes from peg f to g.
//
// It may move once, while the smaller disks stand on the third peg v, or twice,
// by way of v: they then go to g, cross to f, and go on from there. No path with
// three moves of it is as short (Hinz et al., 2018, ch. 2). Which is shorter can
// be told disk by disk (Romik 2006); here both are counted.
type crossing struct {
	m           int // 0 if a and b are the same
	f, g, v     uint8
	length      uint64 // of the shortest paths
	once, twice bool   // whether one of these moves disk m once, and one twice
}

func cross(a, b State) (c crossing, err error) {
	if err := cmp.Or(a.check(), b.check()); err != nil {
		return c, err
	}
	if a.disks != b.disks {
		return c, errorf(ErrState, "%v has %s, but %v has %d; give two states of as many disks",
			b, number.Count(b.disks, "disk"), a, a.disks)
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

// Next returns the moves that begin the shortest paths from a to b, moves[:n], and left,
// the length of these paths. n is 0 if a and b are the same, 2 if there are two shortest
// paths, and else 1. There are never more than two, and their first moves differ (Hinz
// et al., 2018, ch. 2). Next does not allocate. The error is that of [Distance].
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

// first returns the first move of a candidate: the one that gathers the smaller disks
// of a on one peg, and then moves disk m to the other.
func (c crossing) first(a State, peg uint8) Move {
	first := Move{uint8(c.m), c.f, 3 - c.f - peg}
	for lead := range leads(a, c.m-1, peg) {
		first = lead // the smallest disk that is away leads
	}
	return first
}
