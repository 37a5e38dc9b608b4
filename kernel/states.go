package kernel

import (
	"sync"
	"sync/atomic"

	"github.com/hanoigen/hanoi/internal/mod3"
)

// state sets s[q] to the disks that are on peg q after k moves, restricted to a set of disks. It
// is Walsh's theorem (1982) for all disks at once: disk d = j+1 is on the canonical peg
//
//	(k rounded to a multiple of 2^d, halves up) mod 3 = (−1)^j · ((k>>j) + (k>>j & 1)) mod 3,
//
// because k rounded is ((k>>j) + (k>>j & 1)) / 2 · 2^d, and 2 = −1 = 1/2 modulo 3.
//
// It does not return the sets: copying a returned array would defeat store-to-load forwarding.
func state(s *[3]uint64, disks, k uint64, p Naming) {
	one, two := mod3.Prefixes(k)
	zero := ^(one | two)
	// Add bit j of k.
	one, two, zero = one&^k|zero&k, two&^k|one&k, zero&^k|two&k
	// Change the sign at odd places.
	const odd = 0xaaaa_aaaa_aaaa_aaaa
	swap := (one ^ two) & odd
	s[names[p][0]] = zero & disks
	s[names[p][1]] = (one ^ swap) & disks
	s[names[p][2]] = (two ^ swap) & disks
}

const stateBytes = 3 * 8 // of [3]uint64

// States come in blocks, too: after j·2^smallBits … (j+1)·2^smallBits − 1 moves, the large
// disks are on the same pegs. The smallBits smallest disks pass through the same states for
// every j, up to a rotation of the pegs. As 2^smallBits = 1 modulo 3, these repeat after three
// blocks.
const (
	smallBits   = 6
	stateBlock  = 1 << smallBits
	threeStates = 3 * stateBlock
	smallDisks  = stateBlock - 1 // as a set
)

// smallStates holds the states of the small disks after 0, 1, … moves: three blocks, and a
// few more states that the assembly reads.
type smallStates [threeStates + 8][3]uint64

// small holds the states under the namings q → q and q → −q.
var small [2]smallStates

// statesMade is zero until the tables of states exist, then numNamings, like encoding.made.
var (
	statesMade atomic.Uint32
	statesOnce sync.Once
)

func makeStates() {
	statesOnce.Do(func() {
		for reflected, p := range []Naming{0, 3} {
			for k := range small[reflected] {
				state(&small[reflected][k], smallDisks, uint64(k%threeStates), p)
			}
		}
		makeVectorStates()
		statesMade.Store(numNamings)
	})
}

// smallIndex returns the indexes in small of the small disks' state after k moves.
func smallIndex(k uint64, p Naming) (reflected, i int) {
	if p.reflected() {
		reflected = 1
	}
	return reflected, int((k>>smallBits+blocksLater(p))%3<<smallBits | k&smallDisks)
}

// largeDisks returns the set of disks smallBits+1 … n.
func largeDisks(n int) uint64 { return (1<<n - 1) &^ smallDisks }
