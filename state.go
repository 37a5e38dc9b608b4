package hanoi

import (
	"cmp"
	"fmt"
	"math/bits"

	"github.com/hanoigen/hanoi/internal/notation"
	"github.com/hanoigen/hanoi/kernel"
)

// State is a peg for each of n disks; on each peg, smaller disks lie on larger ones. States can
// be compared with ==. The zero State has no disks, and functions that need a state reject it.
type State struct {
	disks    uint8  // the number of disks
	one, two uint64 // the sets of disks on pegs 1 and 2; bit d−1 is disk d
}

// lowest returns the set of the m smallest disks. As a number, it is the number of moves in
// the solution for m disks.
func lowest(m int) uint64 { return 1<<m - 1 }

// StateAt returns the state of n disks after k moves of the solution under a naming, in
// constant time. The error wraps ErrDisks, ErrPeg or, if k is more than 2ⁿ−1, ErrMove.
func StateAt(n int, k uint64, p Naming) (State, error) {
	if err := checkDisks(n); err != nil {
		return State{}, err
	}
	if err := checkNaming(p); err != nil {
		return State{}, err
	}
	if k > lowest(n) {
		return State{}, fmt.Errorf("%w: %d; the states of %d disks are numbered 0 to %d", ErrMove, k, n, lowest(n))
	}
	var pegs [1][3]uint64
	kernel.FillStates(pegs[:], n, k, p)
	return State{uint8(n), pegs[0][1], pegs[0][2]}, nil
}

// Perfect returns the state with all n disks on one peg. The error wraps ErrDisks or ErrPeg.
func Perfect(n int, peg uint8) (State, error) {
	if err := checkDisks(n); err != nil {
		return State{}, err
	}
	if peg > 2 {
		return State{}, fmt.Errorf("%w: %d; give 0, 1 or 2", ErrPeg, peg)
	}
	return State{disks: uint8(n)}.with(lowest(n), peg), nil
}

// StateOf returns the state of n disks in which sets[q] is the set of disks on peg q, with
// bit d−1 for disk d, as [kernel.FillStates] writes it. The error wraps ErrDisks, or
// ErrState if a disk is on no peg, on two pegs, or larger than n.
func StateOf(n int, sets [3]uint64) (State, error) {
	if err := checkDisks(n); err != nil {
		return State{}, err
	}
	all, twice := sets[0]|sets[1]|sets[2], sets[0]&sets[1]|sets[1]&sets[2]|sets[2]&sets[0]
	refuse := func(set uint64, flaw string) (State, error) {
		return State{}, fmt.Errorf("%w: %#x: disk %d %s; give each disk 1 to %d once",
			ErrState, sets, bits.TrailingZeros64(set)+1, flaw, n)
	}
	switch {
	case twice != 0:
		return refuse(twice, "is on two pegs")
	case all&^lowest(n) != 0:
		return refuse(all&^lowest(n), "does not exist")
	case all != lowest(n):
		return refuse(lowest(n)&^all, "is on no peg")
	}
	return State{uint8(n), sets[1], sets[2]}, nil
}

// N returns the number of disks: 1 … 64, or 0 for the zero State.
func (s State) N() int { return int(s.disks) }

// Peg returns the peg of a disk. It panics if the disk is not 1 … N.
func (s State) Peg(disk int) uint8 {
	if disk < 1 || disk > s.N() {
		panic(fmt.Sprintf("hanoi: disk %d of a state with %d disks; give 1 to %[2]d", disk, s.N()))
	}
	return s.peg(disk)
}

func (s State) peg(disk int) uint8 {
	i := disk - 1
	return uint8(s.one>>i&1 + 2*(s.two>>i&1))
}

// Disks returns the set of disks on a peg, with bit d−1 for disk d. It is empty if the peg is
// not 0, 1 or 2.
func (s State) Disks(peg uint8) uint64 {
	switch peg {
	case 0:
		return lowest(s.N()) &^ (s.one | s.two)
	case 1:
		return s.one
	case 2:
		return s.two
	}
	return 0
}

// with returns s with the disks of set on peg.
func (s State) with(set uint64, peg uint8) State {
	s.one &^= set
	s.two &^= set
	switch peg {
	case 1:
		s.one |= set
	case 2:
		s.two |= set
	}
	return s
}

// Apply returns the state after a move. The error wraps the [Reason] if the move is illegal,
// or ErrState if s is the zero State.
func (s State) Apply(m Move) (State, error) {
	if err := s.check(); err != nil {
		return State{}, err
	}
	if reason, why := s.flaw(m); reason != "" {
		return State{}, errorf(reason, "%v is illegal in state %v: %s", m, s, why)
	}
	return s.with(1<<(m.Disk-1), m.To), nil
}

// flaw returns the first rule that m breaks in s, and an explanation.
func (s State) flaw(m Move) (Reason, string) {
	if reason, why := m.flaw(s.N()); reason != "" {
		return reason, why
	}
	at, smaller := s.peg(int(m.Disk)), lowest(int(m.Disk)-1)
	above, below := s.Disks(m.From)&smaller, s.Disks(m.To)&smaller
	switch {
	case s.Disks(m.From) == 0:
		return EmptySource, fmt.Sprintf("peg %d is empty", m.From)
	case at != m.From:
		return NotOnTop, fmt.Sprintf("disk %d is on peg %d; take it from there", m.Disk, at)
	case above != 0:
		return NotOnTop, fmt.Sprintf("disk %d lies on it; only the top disk of a peg may move", bits.Len64(above))
	case below != 0:
		return LargerOnSmaller, fmt.Sprintf("it would lie on disk %d, which is smaller", bits.TrailingZeros64(below)+1)
	}
	return "", ""
}

func (s State) check() error {
	if s.disks == 0 {
		return fmt.Errorf("%w: the zero State has no disks; get one from StateAt, Perfect or ParseState", ErrState)
	}
	return nil
}

// String returns the peg of each disk, largest disk first: in "2011", disk 4 is on peg 2,
// disk 3 on peg 0, and disks 2 and 1 on peg 1. For the zero State it returns "".
func (s State) String() string {
	b := make([]byte, s.N())
	for i := range b {
		b[i] = '0' + s.peg(s.N()-i)
	}
	return string(b)
}

// MarshalText returns s.String(). The error wraps ErrState if s is the zero State.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), s.check() }

// UnmarshalText parses a state as [ParseState] does.
func (s *State) UnmarshalText(text []byte) error {
	got, err := ParseState(string(text))
	if err == nil {
		*s = got
	}
	return err
}

// ParseState parses a state in one of three forms: the output of String, "2011"; the disks of
// each peg from the bottom up, "3|2 1|4"; or the same on three lines, "0| 3\n1| 2 1\n2| 4".
// Pegs may also be the letters A, B and C, as in "CABB", but not both in one state. Lines may end in "\r\n", and the last line end may be missing. The last two forms may
// contain more spaces, but at most 1,024 bytes. The error wraps ErrState, and also ErrDisks if
// there are no disks or more than 64.
func ParseState(text string) (State, error) {
	n, sets, err := notation.Parse(text)
	if err = cmp.Or(err, checkDisks(n)); err != nil {
		return State{}, fmt.Errorf("%w: %.80q: %w", ErrState, text, err)
	}
	return State{uint8(n), sets[1], sets[2]}, nil
}
