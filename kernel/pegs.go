package kernel

import (
	"errors"
	"fmt"
)

// MaxDisks is the largest number of disks: the moves of more could not be
// numbered by a uint64.
const MaxDisks = 64

// The errors of PegsFor wrap one of these.
var (
	ErrDisks = errors.New("no such number of disks")
	ErrPeg   = errors.New("no such peg")
)

// Pegs is a naming of the pegs: one of the six permutations σ of {0, 1, 2}. A
// stream under σ is the canonical one with σ(p) written for each peg p.
//
// As a number, a (0 … 2) is the rotation p → a+p and 3+a (3 … 5) the reflection
// p → a−p, both modulo 3. The zero value is the canonical naming.
type Pegs uint8

// numPegs is how many namings there are: all permutations of three pegs are
// affine maps modulo 3.
const numPegs = 6

// names[p][q] is σ(q) under naming p.
var names = [numPegs][3]uint8{
	{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
	{0, 2, 1}, {1, 0, 2}, {2, 1, 0},
}

// PegsFor returns the naming under which the solution leads n disks from one
// peg to another. It fails if n is not 1 … 64, a peg is not 0 … 2, or both are
// the same.
func PegsFor(n int, from, to uint8) (Pegs, error) {
	if n < 1 || n > MaxDisks {
		return 0, fmt.Errorf("%w: %d; give 1 to %d", ErrDisks, n, MaxDisks)
	}
	for _, peg := range []uint8{from, to} {
		if peg > 2 {
			return 0, fmt.Errorf("%w: %d; give 0, 1 or 2", ErrPeg, peg)
		}
	}
	if from == to {
		return 0, fmt.Errorf("%w to go to: peg %d is where the disks start; give two different pegs of 0, 1, 2", ErrPeg, from)
	}
	// The canonical solution ends on 2ⁿ mod 3: 2 for odd n, 1 for even n.
	end := 1 + n&1
	for _, p := range []Pegs{Pegs(from), 3 + Pegs(from)} {
		if names[p][end] == to {
			return p, nil
		}
	}
	panic("unreachable: a rotation or a reflection leads to each other peg")
}

// Name returns σ(peg). It panics if p is not 0 … 5 or peg is not 0 … 2.
func (p Pegs) Name(peg uint8) uint8 {
	p.check()
	if peg > 2 {
		panic(fmt.Sprintf("kernel: peg %d; give 0, 1 or 2", peg))
	}
	return names[p][peg]
}

// String shows the naming as the pegs that 0, 1 and 2 become, such as "021".
func (p Pegs) String() string {
	if p >= numPegs {
		return fmt.Sprintf("Pegs(%d)", uint8(p))
	}
	s := names[p]
	return string([]byte{'0' + s[0], '0' + s[1], '0' + s[2]})
}

// Reflected reports whether σ is p → a−p.
func (p Pegs) Reflected() bool { return p >= 3 }

func (p Pegs) check() {
	if p >= numPegs {
		panicPegs(p)
	}
}

func panicPegs(p Pegs) {
	panic(fmt.Sprintf("kernel: invalid %v; give 0 to %d", p, numPegs-1))
}
