package answer

import (
	"math/bits"

	"github.com/hanoigen/hanoi"
)

// replay plays moves from the start of a puzzle, one after another, until one is illegal.
type replay struct {
	*puzzle
	state   state
	legal   uint64
	reached *uint64 // after how many moves a goal first stood
}

// replay begins at the start.
func (z *puzzle) replay() *replay {
	p := &replay{puzzle: z, state: z.start}
	if p.solved(0) {
		p.reached = new(p.legal)
	}
	return p
}

// solved reports whether a goal stands. It looks first at the peg that changed.
func (p *replay) solved(peg int) bool {
	for i := range p.goals {
		if goal := &p.goals[i]; goal[peg] == p.state[peg] && *goal == p.state {
			return true
		}
	}
	return false
}

// play plays a move of a disk, from 1; 0 is the top disk of its peg. It returns the rule that
// the move breaks; "" if none.
func (p *replay) play(disk, from, to int) hanoi.Reason {
	if disk == 0 {
		if uint(from) < uint(p.pegs) {
			disk = p.larger(from, 0)
		}
		disk = max(disk, 1) // the peg is empty, or there is none
	}
	if why := p.reason(disk, from, to); why != "" {
		return why
	}
	bit := uint64(1) << (disk - 1)
	p.state[from] ^= bit
	p.state[to] |= bit
	p.legal++
	if p.reached == nil && p.solved(to) {
		p.reached = new(p.legal)
	}
	return ""
}

// reason returns the first rule that a move breaks.
func (p *replay) reason(disk, from, to int) hanoi.Reason {
	switch {
	case disk < 1 || disk > p.n:
		return hanoi.NoDisk
	case uint(from) >= uint(p.pegs) || uint(to) >= uint(p.pegs):
		return hanoi.NoPeg
	case from == to:
		return hanoi.SamePeg
	case p.state[from] == 0:
		return hanoi.EmptySource
	case p.state[from]&-p.state[from] != 1<<(disk-1):
		return hanoi.NotOnTop
	case p.state[to]&(1<<(disk-1)-1) != 0:
		return hanoi.LargerOnSmaller
	}
	return ""
}

// larger returns the smallest disk of a peg that is larger than a disk; 0 if there is none.
func (p *replay) larger(peg, disk int) int {
	set := p.state[peg] >> disk << disk
	if set == 0 {
		return 0
	}
	return bits.TrailingZeros64(set) + 1
}

// move plays a move under the meaning of its names, and returns the rule that it breaks.
func (p *replay) move(disks, pegs *meaning, m *move) hanoi.Reason {
	disk, to := int(disks[m.disk]), int(pegs[m.to])
	if m.from != nowhere {
		return p.play(disk, int(pegs[m.from]), to)
	}
	if disk < 1 {
		return hanoi.NoDisk
	}
	return p.play(disk, p.state.peg(disk), to)
}
