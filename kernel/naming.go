package kernel

import (
	"errors"
	"fmt"
)

// MaxDisks is the largest number of disks: a uint64 can number their moves.
const MaxDisks = 64

// Errors of [NamingFor] wrap one of these.
var (
	ErrDisks = errors.New("no such number of disks")
	ErrPeg   = errors.New("no such peg")
)

// Naming is one of the six permutations σ of the pegs 0, 1, 2. The solution under σ is the
// canonical solution with σ(q) in place of each peg q.
//
// Namings a = 0, 1, 2 are the rotations q → a+q modulo 3. Namings 3+a are the reflections
// q → a−q modulo 3.
type Naming uint8

// Canonical is the identity. Its solution starts on peg 0 and ends on peg 2 if the number
// of disks is odd, on peg 1 if it is even.
const Canonical Naming = 0

const numNamings = 6

// names[p][q] is σ(q) under naming p.
var names = [numNamings][3]uint8{
	{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
	{0, 2, 1}, {1, 0, 2}, {2, 1, 0},
}

// NamingFor returns the naming whose solution moves n disks from one peg to another. The
// error wraps ErrDisks if n is not 1 … 64, and ErrPeg if a peg is not 0 … 2 or the two are
// equal.
func NamingFor(n int, from, to uint8) (Naming, error) {
	if n < 1 || n > MaxDisks {
		return 0, fmt.Errorf("%w: %d; give 1 to %d", ErrDisks, n, MaxDisks)
	}
	if peg := max(from, to); peg > 2 {
		return 0, fmt.Errorf("%w: %d; give 0, 1 or 2", ErrPeg, peg)
	}
	if from == to {
		return 0, fmt.Errorf("%w to go to: peg %d is where the disks start; give two different pegs of 0, 1, 2", ErrPeg, from)
	}
	// The canonical solution ends on peg e = 2ⁿ mod 3: 2 for odd n, 1 for even n. Two namings,
	// a rotation and a reflection, have σ(0) = from. One of them has σ(e) = to.
	p := Naming(from)
	if names[p][1+n&1] != to {
		p += 3
	}
	return p, nil
}

// Peg returns σ(q). It panics if p is not 0 … 5 or q is not 0 … 2.
func (p Naming) Peg(q uint8) uint8 {
	p.check()
	if q > 2 {
		panic(fmt.Sprintf("kernel: peg %d; give 0, 1 or 2", q))
	}
	return names[p][q]
}

// reflected reports whether σ is q → a−q.
func (p Naming) reflected() bool { return p >= 3 }

// rotation returns a, where σ is q → a+q or q → a−q.
func (p Naming) rotation() uint64 { return uint64(names[p][0]) }

func (p Naming) check() {
	if p >= numNamings {
		panic(fmt.Sprintf("kernel: invalid Naming(%d); give 0 to %d", p, numNamings-1))
	}
}
