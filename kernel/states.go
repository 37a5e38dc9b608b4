package kernel

import (
	"sync"
	"sync/atomic"

	"github.com/hanoigen/hanoi/internal/mod3"
)

// state sets s[q] to those of the given disks that stand on peg q after k moves, as a
// set of bits: Walsh's theorem (1982) for all disks at once. Disk d = j+1 stands on
// the canonical peg
//
//	(k rounded to a multiple of 2^d, halves up) mod 3 = (−1)^j · ((k>>j) + (k>>j & 1)) mod 3,
//
// because k rounded is ((k>>j) + (k>>j & 1)) / 2 · 2^d, and 2 = −1 = 1/2 modulo 3.
//
// It fills *s: copying a returned array would defeat store-to-load forwarding.
func state(s *[3]uint64, disks, k uint64, p Naming) {
	one, two := mod3.Prefixes(k)
	zero := ^(one | two)
	// Add the bit of k.
	one, two, zero = one&^k|zero&k, two&^k|one&k, zero&^k|two&k
	// Change the sign at odd places.
	const odd = 0xaaaa_aaaa_aaaa_aaaa
	swap := (one ^ two) & odd
	s[names[p][0]] = zero & disks
	s[names[p][1]] = (one ^ swap) & disks
	s[names[p][2]] = (two ^ swap) & disks
}

const stateBytes = 3 * 8 // of [3]uint64

// Between two seams, after j·2^rowBits … (j+1)·2^rowBits − 1 moves, the larger disks
// stand still, and the rowBits smallest take the same states for every j, but for a
// rotation of the pegs. As 2^rowBits = 1 modulo 3, three blocks on they are the same.
const (
	rowBits = 6
	rowSize = 1 << rowBits
	period  = 3 * rowSize
	low     = rowSize - 1 // the small disks, as a set
)

// rows holds the states of the rowBits smallest disks after 0 … period−1 moves
// under the namings p → p and p → −p, and goes on periodically for as much as a
// vector kernel reads in one step.
var rows [2][period + 8][3]uint64

// rowsMade is numNamings, or 0 until the tables of states are made, as in type kind.
var (
	rowsMade atomic.Uint32
	rowsOnce sync.Once
)

func makeRows() {
	rowsOnce.Do(func() {
		for reflected, p := range []Naming{0, 3} {
			for i := range rows[reflected] {
				state(&rows[reflected][i], low, uint64(i%period), p)
			}
		}
		makeVectorRows()
		rowsMade.Store(numNamings)
	})
}

// row returns where the small disks' states from number k on stand: in
// rows[reflected], from index i on.
func row(k uint64, p Naming) (reflected, i int) {
	reflected, shift := p.shift()
	return reflected, int((k>>rowBits+shift)%3<<rowBits | k&low)
}

// large returns the set of disks rowBits+1 … n.
func large(n int) uint64 { return (1<<n - 1) &^ low }
