package answer

import (
	"math/bits"
	"strconv"
)

// The rules that a move may break, in the order in which they are looked at.
const (
	noDisk          = "no_disk"
	noPeg           = "no_peg"
	samePeg         = "same_peg"
	emptySource     = "empty_source"
	notOnTop        = "not_on_top"
	largerOnSmaller = "larger_on_smaller"
)

// explained says for people what is wrong with a move.
var explained = map[string]string{
	noDisk:          "there is no such disk",
	noPeg:           "there is no such peg",
	samePeg:         "it does not leave its peg",
	emptySource:     "the peg that it leaves is empty",
	notOnTop:        "the disk is not on top of that peg",
	largerOnSmaller: "it would lie on a smaller disk",
}

// replay plays moves from the start of a puzzle, one after another, until one is illegal.
type replay struct {
	*puzzle
	state   state
	legal   uint64
	arrived bool
	reached uint64
}

func (z *puzzle) replay() *replay {
	return &replay{puzzle: z, state: z.start, arrived: z.solved(&z.start)}
}

// play plays a move of a disk, from 1; 0 is the top disk of its peg. It returns the rule that
// the move breaks; "" if none.
func (p *replay) play(disk, from, to int) string {
	if disk == 0 {
		disk = 1
		if uint(from) < uint(p.pegs) && p.state[from] != 0 {
			disk = bits.TrailingZeros64(p.state[from]) + 1
		}
	}
	if why := p.reason(disk, from, to); why != "" {
		return why
	}
	bit := uint64(1) << (disk - 1)
	p.state[from] ^= bit
	p.state[to] |= bit
	p.legal++
	if !p.arrived && p.state[to] == p.goal[to] && p.solved(&p.state) {
		p.arrived, p.reached = true, p.legal
	}
	return ""
}

// reason returns the first rule that a move breaks.
func (p *replay) reason(disk, from, to int) string {
	switch {
	case disk < 1 || disk > p.n:
		return noDisk
	case uint(from) >= uint(p.pegs) || uint(to) >= uint(p.pegs):
		return noPeg
	case from == to:
		return samePeg
	case p.state[from] == 0:
		return emptySource
	case p.state[from]&-p.state[from] != 1<<(disk-1):
		return notOnTop
	case p.state[to]&(1<<(disk-1)-1) != 0:
		return largerOnSmaller
	}
	return ""
}

// where returns the peg of a disk; −1 if there is no such disk.
func (p *replay) where(disk int) int {
	if disk >= 1 && disk <= p.n {
		for peg, set := range p.state {
			if set>>(disk-1)&1 != 0 {
				return peg
			}
		}
	}
	return -1
}

// naming is what the names of a list mean: the disks and pegs of their codes, -1 for none. A
// disk is 0 where the top one moves.
type naming struct {
	disks, pegs [256]int8
	ambiguous   bool
	places      bool // pegs may be named by the disk that lies there
}

// settle finds out what the names of a list mean.
func (z *puzzle) settle(moves []move, notation, disks string) (s naming) {
	digits, zero, last := false, false, false
	for i := range moves {
		m := &moves[i]
		for _, peg := range [2]uint8{m.from, m.to} {
			switch {
			case peg <= maxNumber:
				digits = true
				zero = zero || peg == 0
				last = last || int(peg) == z.pegs
			case peg >= codeSource && peg < codeName:
				s.ambiguous = s.ambiguous || z.names == nil && (z.source < 0 || z.target < 0)
			case peg >= codeOnDisk && peg < codeWhere:
				s.places = true
			}
		}
		s.ambiguous = s.ambiguous || m.flags&vague != 0
	}
	base := 0
	if z.names == nil && digits && !zero {
		switch {
		case last:
			base = 1
		case notation != "triples" && notation != "jsonl" && notation != "csv":
			s.ambiguous = true
		}
	}
	z.namePegs(&s.pegs, base)
	z.nameDisks(&s.disks, disks)
	return s
}

// namePegs sets the pegs of all codes; those of numbers count from base.
func (z *puzzle) namePegs(pegs *[256]int8, base int) {
	for code := range pegs {
		pegs[code] = -1
	}
	if z.names != nil {
		for name, peg := range z.names {
			pegs[codeName+peg] = int8(peg)
			if number, err := strconv.Atoi(name); err == nil {
				pegs[number] = int8(peg)
			}
		}
		return
	}
	for peg := range 3 {
		pegs[base+peg], pegs[codeLetter+peg], pegs[codeLeft+peg] = int8(peg), int8(peg), int8(peg)
	}
	if z.source >= 0 && z.target >= 0 {
		pegs[codeSource], pegs[codeSource+1], pegs[codeSource+2] = z.source, 3-z.source-z.target, z.target
	}
}

// nameDisks sets the disks of all codes.
func (z *puzzle) nameDisks(disks *[256]int8, convention string) {
	for code := range disks {
		disks[code] = -1
	}
	for disk := 1; disk <= z.n; disk++ {
		number := disk
		switch convention {
		case "small=0":
			number = disk - 1
		case "large=1":
			number = z.n + 1 - disk
		case "large=0":
			number = z.n - disk
		}
		disks[number] = int8(disk)
	}
	disks[diskSmallest], disks[diskLargest], disks[diskTop] = 1, int8(z.n), 0
	if z.n%2 == 1 {
		disks[diskMiddle] = int8(z.n+1) / 2
	}
}

// move plays a move under the names of its list.
func (p *replay) move(s *naming, m *move) string {
	disk := int(s.disks[m.disk])
	if m.from == codeWhere {
		if disk < 1 {
			return noDisk
		}
		return p.play(disk, p.where(disk), int(s.pegs[m.to]))
	}
	if !s.places {
		return p.play(disk, int(s.pegs[m.from]), int(s.pegs[m.to]))
	}
	from, under := p.spot(s, m.from)
	to, top := p.spot(s, m.to)
	if under < 0 || top < 0 {
		return noDisk
	}
	if why := p.reason(disk, from, to); why != "" {
		return why
	}
	// The disk lies on what it is said to lie on, and where it goes nothing lies.
	if beneath := p.state[from] &^ (1<<disk - 1); firstDisk(beneath) != under || firstDisk(p.state[to]) != top {
		return notOnTop
	}
	return p.play(disk, from, to)
}

// spot returns the peg that a disk lies on or a peg itself is, and that disk, or 0.
func (p *replay) spot(s *naming, code uint8) (peg, disk int) {
	if code >= codeOnDisk && code < codeWhere {
		disk = int(s.disks[code-codeOnDisk])
		return p.where(disk), disk
	}
	return int(s.pegs[code]), 0
}

// firstDisk returns the smallest disk of a set; 0 if there is none.
func firstDisk(set uint64) int {
	if set == 0 {
		return 0
	}
	return bits.TrailingZeros64(set) + 1
}
