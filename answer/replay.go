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
	if !p.arrived && (p.open || p.state[to] == p.goal[to]) && p.solved(&p.state) {
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

// naming settles what the names of a list mean.
type naming struct {
	*puzzle
	disks     string
	base      int // of numbers of pegs
	ambiguous bool
	places    bool // pegs may be named by the disk that lies there
}

// settle finds out how the pegs of a list are called.
func (z *puzzle) settle(moves []move, family, disks string) naming {
	s := naming{puzzle: z, disks: disks}
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
	if z.names == nil && digits && !zero {
		switch {
		case last:
			s.base = 1
		case family != "triples" && family != "jsonl" && family != "csv":
			s.ambiguous = true
		}
	}
	return s
}

// peg returns the peg with a code; −1 if there is none.
func (s *naming) peg(code uint8) int {
	switch {
	case code <= maxNumber && s.names != nil:
		if peg, ok := s.names[strconv.Itoa(int(code))]; ok {
			return int(peg)
		}
		return -1
	case code <= maxNumber:
		return int(code) - s.base
	case code >= codeName && code < codeName+maxPegs:
		return int(code - codeName)
	case s.names != nil:
		return -1
	case code >= codeLetter && code < codeLetter+26:
		return int(code - codeLetter)
	case code >= codeLeft && code < codeSource:
		return int(code - codeLeft)
	case code == codeSource:
		return int(s.source)
	case code == codeSource+2:
		return int(s.target)
	case code == codeSource+1:
		return 3 - int(s.source) - int(s.target)
	}
	return -1
}

// disk returns the disk with a code, from 1, the smallest; 0 is the top one, and −1 none.
func (s *naming) disk(code uint8) int {
	number := int(code)
	switch code {
	case diskTop:
		return 0
	case diskSmallest:
		return 1
	case diskLargest:
		return s.n
	case diskUnknown:
		return -1
	}
	switch s.disks {
	case "small=0":
		number++
	case "large=1":
		number = s.n + 1 - number
	case "large=0":
		number = s.n - number
	}
	if number < 1 || number > s.n {
		return -1
	}
	return number
}

// move plays a move under the names of its list.
func (p *replay) move(s *naming, m *move) string {
	disk := s.disk(m.disk)
	if m.from == codeWhere {
		if disk < 1 {
			return noDisk
		}
		return p.play(disk, p.where(disk), s.peg(m.to))
	}
	if !s.places {
		return p.play(disk, s.peg(m.from), s.peg(m.to))
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
		disk = s.disk(code - codeOnDisk)
		return p.where(disk), disk
	}
	return s.peg(code), 0
}

// firstDisk returns the smallest disk of a set; 0 if there is none.
func firstDisk(set uint64) int {
	if set == 0 {
		return 0
	}
	return bits.TrailingZeros64(set) + 1
}
