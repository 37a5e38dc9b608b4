// Package kernel writes the optimal solution of the Tower of Hanoi to memory: moves, disk
// numbers and states of up to 64 disks, from any move on, at the speed of memory.
//
// Disks are numbered 1 (smallest) … n, pegs 0 … 2, moves k = 1 … 2ⁿ−1. The canonical
// solution starts with all disks on peg 0. Its move k is
//
//	disk  tz(k) + 1                   tz: number of trailing zero bits
//	from  (k & (k−1))       mod 3
//	to    ((k | (k−1)) + 1) mod 3
//
// (Rhoads). It does not depend on n: the solution for n disks is the first 2ⁿ−1 moves
// of the solution for n+1 disks. A [Naming] relabels the pegs.
//
// The package functions use the fastest implementation, or [Tier], that the CPU supports.
// They do not allocate, are safe for concurrent use, and access no memory outside the given
// slices. The first call of each makes its tables. The build tag purego excludes the assembly.
package kernel

import "fmt"

// Fill writes the packed records of moves k, k+1, … to dst, one byte per move:
//
//	(disk−1)<<2 | from
//
// where from is the peg as p names it. The target follows from the disk: under a rotation
// (p < 3), odd disks step 0→2→1→0 and even disks 0→1→2→0; a reflection swaps the two.
//
// Fill does not know the number of disks: to stop after the 2ⁿ−1 moves of n disks, pass at
// most 2ⁿ−k bytes. Fill returns the number of moves written: len(dst), or fewer if it reached
// move 2⁶⁴−1, the last. Then k plus the result wraps to 0.
//
// It panics if k is 0 or p is not 0 … 5.
func Fill(dst []byte, k uint64, p Naming) int { return Best().Fill(dst, k, p) }

// FillSplit writes moves k, k+1, … to two slices of equal length:
//
//	moves[i] = from<<4 | to
//	disks[i] = 1 … 64
//
// A nil slice is skipped. FillSplit returns the number of moves written, as Fill does. It
// panics if k is 0, p is not 0 … 5, or two non-nil slices differ in length.
func FillSplit(moves, disks []byte, k uint64, p Naming) int {
	return Best().FillSplit(moves, disks, k, p)
}

// FillStates writes the states of n disks after k, k+1, … moves to dst: dst[i][q] is the
// set of disks on peg q, with bit d−1 for disk d. State 0 is the start, state 2ⁿ−1 the last.
// FillStates returns the number of states written: len(dst), or fewer if it reached the last
// state, or 0 if k is greater than 2ⁿ−1.
//
// It panics if n is not 1 … 64 or p is not 0 … 5.
func FillStates(dst [][3]uint64, n int, k uint64, p Naming) int {
	return Best().FillStates(dst, n, k, p)
}

// Fill is [Fill] with this tier.
func (t *Tier) Fill(dst []byte, k uint64, p Naming) int {
	return t.fill(&packed, dst, k, p, len(dst))
}

// FillSplit is [FillSplit] with this tier.
func (t *Tier) FillSplit(moves, disks []byte, k uint64, p Naming) int {
	if len(moves) != len(disks) && moves != nil && disks != nil {
		panic(fmt.Sprintf("kernel: %d moves but %d disks; give slices of equal length, or nil", len(moves), len(disks)))
	}
	n := t.fill(&pegs, moves, k, p, len(moves))
	return max(n, t.fill(&diskNumbers, disks, k, p, len(disks)))
}

// FillStates is [FillStates] with this tier.
func (t *Tier) FillStates(dst [][3]uint64, n int, k uint64, p Naming) int {
	if uint32(p) >= statesMade.Load() {
		return t.firstStates(dst, n, k, p)
	}
	if n < 1 || n > MaxDisks {
		panic(fmt.Sprintf("kernel: %d disks; give 1 to %d", n, MaxDisks))
	}
	last := ^uint64(0) >> (MaxDisks - n)
	if k > last {
		return 0
	}
	if more := last - k; uint64(len(dst)) > more {
		dst = dst[:more+1]
	}
	t.fillStates(dst, n, k, p, len(dst))
	return len(dst)
}

// count returns the number of moves to write from k on: n, but at most 2⁶⁴ − k, as move 2⁶⁴−1
// is the last.
func count(n int, k uint64) int { return int(min(uint64(n), -k)) }

// firstFill and firstStates handle calls that must make the tables or panic. They are not
// inlined, so that fill and FillStates keep their arguments in registers: stores of arguments
// would wait for the stores of the previous call.
//
//go:noinline
func (t *Tier) firstFill(e *encoding, dst []byte, k uint64, p Naming, whole int) int {
	p.check()
	if k == 0 {
		panic("kernel: move 0; the first move is 1")
	}
	e.makeTables()
	return t.fill(e, dst, k, p, whole)
}

//go:noinline
func (t *Tier) firstStates(dst [][3]uint64, n int, k uint64, p Naming) int {
	p.check()
	makeStates()
	return t.FillStates(dst, n, k, p)
}
