package answer

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

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

// naming is what the names of a list mean: the disks and pegs of their codes, −1 for none. A
// disk is 0 where the top one moves.
type naming struct {
	disks, pegs [256]int8
	places      bool // a disk may name the place where it lies
}

// settle finds out what the names of a list mean; ok is false if they are ambiguous.
func (z *puzzle) settle(moves []move, notation, disks string) (names naming, ok bool) {
	var seen [256]bool // the codes of pegs
	for i := range moves {
		m := &moves[i]
		seen[m.from], seen[m.to] = true, true
		if m.flags&vague != 0 {
			return names, false
		}
	}
	roles := slices.Contains(seen[codeSource:codeName], true)
	if roles && z.names == nil && (z.source < 0 || z.target < 0) {
		return names, false
	}
	base := 0
	switch {
	case z.names != nil || seen[0]:
	case seen[z.pegs]:
		base = 1
	case notation == "triples" || notation == "jsonl" || notation == "csv":
	case slices.Contains(seen[:maxNumber+1], true):
		return names, false
	}
	names.places = slices.Contains(seen[codeOnDisk:codeWhere], true)
	names.pegs = z.pegCodes(base)
	names.disks = z.diskCodes(disks)
	return names, true
}

// pegCodes returns the pegs of all codes; those of numbers count from base.
func (z *puzzle) pegCodes(base int) (pegs [256]int8) {
	for code := range pegs {
		pegs[code] = -1
	}
	for name, peg := range z.names {
		pegs[codeName+peg] = int8(peg)
		if number, err := strconv.Atoi(name); err == nil {
			pegs[number] = int8(peg)
		}
	}
	if z.names != nil {
		return pegs
	}
	for peg := range int8(3) {
		for _, first := range []int{base, codeLetter, codeLeft} {
			pegs[first+int(peg)] = peg
		}
	}
	if z.source >= 0 && z.target >= 0 {
		for i, peg := range []int{z.source, 3 - z.source - z.target, z.target} {
			pegs[codeSource+i] = int8(peg)
		}
	}
	return pegs
}

// diskCodes returns the disks of all codes under a convention of Options.Disks.
func (z *puzzle) diskCodes(convention string) (disks [256]int8) {
	for code := range disks {
		disks[code] = -1
	}
	for disk := 1; disk <= z.n; disk++ {
		number := disk
		if strings.HasPrefix(convention, "large") {
			number = z.n + 1 - disk
		}
		if strings.HasSuffix(convention, "=0") {
			number--
		}
		disks[number] = int8(disk)
	}
	disks[diskSmallest], disks[diskLargest], disks[diskTop] = 1, int8(z.n), 0
	if z.n%2 == 1 {
		disks[diskMiddle] = int8(z.n+1) / 2
	}
	return disks
}

// move plays a move under the names of its list, and returns the rule that it breaks.
func (p *replay) move(names *naming, m *move) hanoi.Reason {
	disk := int(names.disks[m.disk])
	to, top := p.place(names, m.to)
	if m.from == codeWhere {
		if disk < 1 {
			return hanoi.NoDisk
		}
		return p.play(disk, p.state.peg(disk), to)
	}
	from, below := p.place(names, m.from)
	if names.places {
		if below < 0 || top < 0 {
			return hanoi.NoDisk
		}
		if why := p.reason(disk, from, to); why != "" {
			return why
		}
		if p.larger(from, disk) != below || p.larger(to, 0) != top {
			return hanoi.NotOnTop
		}
	}
	return p.play(disk, from, to)
}

// place returns the peg of a code, and the disk on which it says that one lies: 0 for the
// bare peg, −1 if there is no such disk.
func (p *replay) place(names *naming, code uint8) (peg, disk int) {
	if code < codeOnDisk || code >= codeWhere {
		return int(names.pegs[code]), 0
	}
	disk = int(names.disks[code-codeOnDisk])
	if disk < 0 {
		return -1, -1
	}
	return p.state.peg(disk), disk
}
