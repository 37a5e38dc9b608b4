package hanoi

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

// Route is a path from one state to another. It consists of at most 127 runs; each is a range
// of the moves of some solution. So any move is found by binary search, and the kernels write
// a route as fast as a solution. The zero Route has no moves. A Route is immutable, and safe
// for concurrent use.
type Route struct {
	start State
	runs  []block.Run
	ends  []uint64 // the number of the last move of each run
}

// solution returns the solution for n disks under a naming, without the start state.
func solution(n int, p Naming) (*Route, error) {
	if err := cmp.Or(checkDisks(n), checkNaming(p)); err != nil {
		return nil, err
	}
	run := block.Run{First: 1, Count: lowest(n), Naming: p}
	return &Route{runs: []block.Run{run}, ends: []uint64{run.Count}}, nil
}

// add appends moves first … first+count−1 of the solution that moves the given number of
// disks from one peg to another.
func (r *Route) add(first, count uint64, disks int, from, to uint8) {
	r.ends = append(r.ends, r.Len()+count)
	r.runs = append(r.runs, block.Run{First: first, Count: count, Naming: must.Get(NamingFor(disks, from, to))})
}

// Path returns a shortest path from a to b. The largest disk that has to move does so once
// or, if that is shorter, twice. Errors are as for [Distance].
func Path(a, b State) (*Route, error) { return path(a, b, false) }

// DirectPath returns the shortest path from a to b on which the largest disk that has to move
// does so only once. A path with two such moves may be shorter: from 100 to 011, the shortest
// path has 5 moves, and the direct path has 7. Hinz et al. (2018) call a move of the largest
// disk an LDM. Errors are as for [Distance].
func DirectPath(a, b State) (*Route, error) { return path(a, b, true) }

func path(a, b State, direct bool) (*Route, error) {
	c, err := cross(a, b)
	if err != nil {
		return nil, err
	}
	most := 2*c.m + 1 // runs
	r := &Route{a, make([]block.Run, 0, most), make([]uint64, 0, most)}
	if c.m == 0 {
		return r, nil
	}
	small := c.m - 1
	middle := uint64(1) << small // the move of disk m in the solution for m disks
	if c.once || direct {
		r.gather(a, small, c.v)
		r.add(middle, 1, c.m, c.f, c.g)
		r.scatter(c.v, b, small)
	} else {
		r.gather(a, small, c.g)
		r.add(middle, 1, c.m, c.f, c.v)
		r.add(1, lowest(small), small, c.g, c.f)
		r.add(middle, 1, c.m, c.v, c.g)
		r.scatter(c.f, b, small)
	}
	return r, nil
}

// gather appends the shortest path that gathers the m smallest disks of s on peg. From the
// smallest to the largest, each disk that is away from its target moves there, and the
// smaller disks, already gathered, follow it. The moves for one such disk are the second half
// of a solution.
func (r *Route) gather(s State, m int, peg uint8) {
	for _, lead := range slices.Backward(slices.Collect(leads(s, m, peg))) {
		half := uint64(1) << (lead.Disk - 1)
		r.add(half, half, int(lead.Disk), lead.From, lead.To)
	}
}

// scatter appends the shortest path that takes the m smallest disks from peg to their pegs in
// s. It is gather reversed. The reverse of a solution is the solution with start and goal
// swapped, so a second half, reversed, is a first half.
func (r *Route) scatter(peg uint8, s State, m int) {
	for lead := range leads(s, m, peg) {
		half := uint64(1) << (lead.Disk - 1)
		r.add(1, half, int(lead.Disk), lead.To, lead.From)
	}
}

// leads describes the shortest path that gathers the m smallest disks of s on a peg. For each
// disk that is away from its target, largest disk first, it yields the disk's first move: the
// move to its target.
func leads(s State, m int, target uint8) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for away := s.away(m, target); away != 0; {
			disk := bits.Len64(away)
			away &^= 1 << (disk - 1)
			from := s.peg(disk)
			if !yield(Move{uint8(disk), from, target}) {
				return
			}
			target = 3 - from - target
		}
	}
}

// String describes the route, as in "7 moves from 000 to 222".
func (r *Route) String() string {
	text := number.Count(r.Len(), "move")
	if end := r.StateAt(r.Len()); end != (State{}) {
		text += fmt.Sprintf(" from %v to %v", r.start, end)
	}
	return text
}

// Len returns the number of moves.
func (r *Route) Len() uint64 {
	if len(r.ends) == 0 {
		return 0
	}
	return r.ends[len(r.ends)-1]
}

// cut yields the runs of moves i … i+n−1, or of moves i … Len if the route is shorter.
func (r *Route) cut(i, n uint64) iter.Seq[block.Run] {
	return func(yield func(block.Run) bool) {
		first, _ := slices.BinarySearch(r.ends, i)
		for j, run := range r.runs[first:] {
			if j == 0 { // keep only the moves from i on
				count := r.ends[first] - i + 1
				run.First, run.Count = run.First+run.Count-count, count
			}
			run.Count = min(run.Count, n)
			if n -= run.Count; run.Count == 0 || !yield(run) {
				return
			}
		}
	}
}

// At returns move i. It panics if i is not 1 … Len.
func (r *Route) At(i uint64) Move {
	if i > 0 {
		for run := range r.cut(i, 1) {
			return MoveAt(run.First, run.Naming)
		}
	}
	if len(r.runs) == 0 {
		panic(fmt.Sprintf("hanoi: move %d of a route that has no moves", i))
	}
	panic(fmt.Sprintf("hanoi: move %d of a route with %d moves; give 1 to %[2]d", i, r.Len()))
}

// StateAt returns the state after i moves, in time O(n). After 0 moves it is the start, or
// the zero State for the zero Route. StateAt panics if i is not 0 … Len.
func (r *Route) StateAt(i uint64) State {
	if i > r.Len() {
		panic(fmt.Sprintf("hanoi: state after %d moves of a route with %d; give 0 to %[2]d", i, r.Len()))
	}
	s := r.start
	for run := range r.cut(1, i) {
		// If its last move k has m bits, the run moves only the m smallest disks.
		k := run.First + run.Count - 1
		small := bits.Len64(k)
		var sets [1][3]uint64
		kernel.FillStates(sets[:], small, k, run.Naming)
		s.one = s.one&^lowest(small) | sets[0][1]
		s.two = s.two&^lowest(small) | sets[0][2]
	}
	return s
}

// All yields the moves, numbered from 1.
func (r *Route) All() iter.Seq2[uint64, Move] { return r.from(1) }

// from yields moves first … Len, with their numbers.
func (r *Route) from(first uint64) iter.Seq2[uint64, Move] {
	return func(yield func(uint64, Move) bool) {
		var moves, disks [1024]byte
		for i, left := first, r.Len()-(first-1); left > 0; {
			n := r.Fill(moves[:], disks[:], i)
			left -= uint64(n)
			for j := range n {
				if !yield(i, fromSplit(moves[j], disks[j])) {
					return
				}
				i++ // wraps to 0 after move 2⁶⁴−1, the last
			}
		}
	}
}

// Fill writes moves i, i+1, … to two slices of equal length, as [kernel.FillSplit] does:
//
//	moves[j] = from<<4 | to
//	disks[j] = 1 … 64
//
// A nil slice is skipped. Fill returns the number of moves written, which is less than the
// length if the route ends earlier, and 0 if i is past the end. It does not allocate. It panics
// if i is 0 or two non-nil slices differ in length.
func (r *Route) Fill(moves, disks []byte, i uint64) int {
	if i == 0 {
		panic("hanoi: move 0 of a route; the first move is 1")
	}
	if len(moves) != len(disks) && moves != nil && disks != nil {
		panic(fmt.Sprintf("hanoi: %d moves but %d disks; give slices of equal length, or nil", len(moves), len(disks)))
	}
	wanted, done := max(len(moves), len(disks)), 0
	for run := range r.cut(i, uint64(wanted)) {
		end := done + int(run.Count)
		if moves != nil {
			kernel.FillSplit(moves[done:end], nil, run.First, run.Naming)
		}
		if disks != nil {
			kernel.FillSplit(nil, disks[done:end], run.First, run.Naming)
		}
		done = end
	}
	return done
}
