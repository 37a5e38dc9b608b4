package hanoi

import (
	"fmt"
	"iter"
	"slices"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/kernel"
)

// Route is a path from one state to another. It holds no moves, but the at most
// 127 runs of successive moves of solutions that they are, so that any of its
// moves is found at once, and many are written as fast as those of a solution.
// The zero Route has no moves. A Route does not change, and is safe for
// concurrent use.
type Route struct {
	runs []block.Run
	ends []uint64 // how many moves the runs have, up to and with each
	ties bool
}

func newRoute(runs ...block.Run) *Route {
	r := &Route{runs: runs, ends: make([]uint64, len(runs))}
	end := uint64(0)
	for i, run := range runs {
		end += run.Count
		r.ends[i] = end
	}
	return r
}

// Path returns a shortest path from a to b. The largest disk that has to move
// does so once or, where that is shorter, twice; on a tie once. The error is that
// of [Distance].
func Path(a, b State) (*Route, error) {
	c, err := cross(a, b)
	if err != nil {
		return nil, err
	}
	return c.route(c.twiceIsShorter()), nil
}

// PathVia1993 returns the path of the article of 1993 from a to b: the largest
// disk that has to move does so once, even where a shorter path moves it twice.
// From 100 to 011 it has 7 moves instead of 5. The error is that of [Distance].
func PathVia1993(a, b State) (*Route, error) {
	c, err := cross(a, b)
	if err != nil {
		return nil, err
	}
	return c.route(false), nil
}

// route returns one of the two candidates.
func (c crossing) route(twice bool) *Route {
	var runs []block.Run
	switch small := c.m - 1; {
	case c.m == 0:
	case twice:
		runs = gather(runs, c.a, small, c.g)
		runs = append(runs, single(c.m, c.f, c.v))
		runs = append(runs, block.Run{First: 1, Count: lowest(small), Pegs: naming(small, c.g, c.f)})
		runs = append(runs, single(c.m, c.v, c.g))
		runs = scatter(runs, c.f, c.b, small)
	default:
		runs = gather(runs, c.a, small, c.v)
		runs = append(runs, single(c.m, c.f, c.g))
		runs = scatter(runs, c.v, c.b, small)
	}
	r := newRoute(runs...)
	r.ties = c.tie()
	return r
}

// single is the one move of the largest disk in the solution for it.
func single(disk int, from, to uint8) block.Run {
	return block.Run{First: 1 << (disk - 1), Count: 1, Pegs: naming(disk, from, to)}
}

// gather appends the shortest way from s to its m smallest disks all on one peg.
// From small to large, each disk that is away from its target moves there, and
// the smaller ones, which stand together by then, follow it: the second half of
// the solution for the disk, from its own move on.
func gather(runs []block.Run, s State, m int, peg uint8) []block.Run {
	old := len(runs)
	for lead := range leads(s, m, peg) {
		half := uint64(1) << (lead.Disk - 1)
		runs = append(runs, block.Run{First: half, Count: half, Pegs: naming(int(lead.Disk), lead.From, lead.To)})
	}
	slices.Reverse(runs[old:])
	return runs
}

// scatter appends the shortest way from m disks all on one peg to s: that of
// gather backwards. A solution backwards is the solution to the other side, so
// its second half becomes the first half of that one.
func scatter(runs []block.Run, peg uint8, s State, m int) []block.Run {
	for lead := range leads(s, m, peg) {
		half := uint64(1) << (lead.Disk - 1)
		runs = append(runs, block.Run{First: 1, Count: half, Pegs: naming(int(lead.Disk), lead.To, lead.From)})
	}
	return runs
}

// leads yields the moves to their targets of the disks that are away from them,
// on the shortest way of the m smallest disks of s to one peg; largest first.
func leads(s State, m int, target uint8) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		away := s.away(m, target)
		for disk := m; disk > 0; disk-- {
			if away>>(disk-1)&1 == 0 {
				continue
			}
			from := s.peg(disk)
			if !yield(Move{uint8(disk), from, target}) {
				return
			}
			target = 3 - from - target
		}
	}
}

// naming is kernel.PegsFor where its arguments are right.
func naming(n int, from, to uint8) kernel.Pegs {
	p, err := kernel.PegsFor(n, from, to)
	if err != nil {
		panic(err)
	}
	return p
}

// Len returns the number of moves.
func (r *Route) Len() uint64 {
	if len(r.ends) == 0 {
		return 0
	}
	return r.ends[len(r.ends)-1]
}

// Ties reports whether there are two shortest paths between the states that the
// route connects: one with one move of the largest disk that has to move, and
// one with two. There are never more (Hinz et al., 2018, ch. 2).
func (r *Route) Ties() bool { return r.ties }

// find returns the run that has move i, and which move of its solution that is.
// Beyond Len, the run is len(r.runs).
func (r *Route) find(i uint64) (run int, k uint64) {
	run, _ = slices.BinarySearch(r.ends, i)
	if run == len(r.runs) {
		return run, 0
	}
	left := r.ends[run] - i // moves of the run after i
	return run, r.runs[run].First + r.runs[run].Count - 1 - left
}

// At returns move i. It panics if i is not 1 … Len.
func (r *Route) At(i uint64) Move {
	if i < 1 || i > r.Len() {
		panic(fmt.Sprintf("hanoi: move %d of a route with %d moves; give 1 to %[2]d", i, r.Len()))
	}
	run, k := r.find(i)
	return MoveAt(k, r.runs[run].Pegs)
}

// All returns the moves, numbered from 1.
func (r *Route) All() iter.Seq2[uint64, Move] {
	return func(yield func(uint64, Move) bool) {
		var moves, disks [1024]byte
		for i, left := uint64(1), r.Len(); left > 0; {
			n := r.Fill(moves[:], disks[:], i)
			left -= uint64(n)
			for j := range n {
				if !yield(i, fromSplit(moves[j], disks[j])) {
					return
				}
				i++ // beyond move 2⁶⁴−1 to 0, when none is left
			}
		}
	}
}

// Fill writes moves i, i+1, … to two slices of one length, as
// [kernel.FillSplit] does:
//
//	moves[j] = from<<4 | to
//	disks[j] = 1 … 64
//
// It returns their number: that length, or fewer where the route ends; none if i
// is beyond that. It does not allocate. It panics if i is 0 or the lengths
// differ.
func (r *Route) Fill(moves, disks []byte, i uint64) int {
	if i == 0 {
		panic("hanoi: move 0 of a route; the first move is 1")
	}
	if len(moves) != len(disks) {
		panic(fmt.Sprintf("hanoi: %d moves but %d disks; give slices of equal length", len(moves), len(disks)))
	}
	done := 0
	for run, k := r.find(i); run < len(r.runs) && done < len(moves); run++ {
		if done > 0 {
			k = r.runs[run].First
		}
		left := r.runs[run].First + r.runs[run].Count - k
		n := int(min(uint64(len(moves)-done), left))
		done += kernel.FillSplit(moves[done:done+n], disks[done:done+n], k, r.runs[run].Pegs)
	}
	return done
}
