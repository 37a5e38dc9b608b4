package classic

import (
	"iter"
	"math/bits"
)

// PlanB yields the canonical solution from a bit set for each peg, without counting. Odd moves
// move disk 1; even moves move the smaller of the top disks of the two other pegs. (Plan B of
// Ted's Computer World; reconstructed from its description.)
//
// The listing does not define ToPeg, uses Disk before it has a value, and never puts disk 1
// into the sets. Here ToPeg is neither From nor the peg of disk 1, Disk is the lowest bit of
// its set, and disk 1 is in the sets, too.
func PlanB(n int) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		peg := [3]uint64{1<<n - 1}
		move := func(from, to uint8) bool {
			bit := peg[from] & -peg[from]
			peg[from] ^= bit
			peg[to] ^= bit
			return yield(Move{uint8(bits.TrailingZeros64(bit)) + 1, from, to})
		}
		one := uint8(0) // the peg of disk 1
		for {
			next := (one + 2) % 3
			if !move(one, next) {
				return
			}
			one = next
			from, to := (one+1)%3, (one+2)%3
			// Move the smaller top disk. An empty set wraps to the greatest value.
			if peg[from]&-peg[from]-1 > peg[to]&-peg[to]-1 {
				from, to = to, from
			}
			if peg[from] == 0 || !move(from, to) {
				return
			}
		}
	}
}
