package classic

import (
	"iter"
	"math/bits"
)

// PlanB yields the canonical solution from the tops of three bit sets alone,
// without counting: every second move is that of disk 1, and the other that of
// the smaller of the two other tops. (Plan B of Ted's Computer World;
// reconstructed from its description.)
//
// Its listing does not say where ToPeg comes from, uses Disk before it has a
// value, and never puts disk 1 into its sets. Here ToPeg is the peg that is
// neither From nor under disk 1, Disk is the lowest bit of the set that it is
// taken from, and disk 1 is in the sets as the others are.
func PlanB(n int) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		peg := [3]uint64{1<<n - 1}
		move := func(from, to uint8) bool {
			bit := peg[from] & -peg[from]
			peg[from] ^= bit
			peg[to] ^= bit
			return yield(Move{uint8(bits.TrailingZeros64(bit)) + 1, from, to})
		}
		one := uint8(0) // where disk 1 is
		for {
			next := (one + 2) % 3
			if !move(one, next) {
				return
			}
			one = next
			from, to := (one+1)%3, (one+2)%3
			// Of the tops, the lower bit; an empty set has none.
			if peg[from]&-peg[from]-1 > peg[to]&-peg[to]-1 {
				from, to = to, from
			}
			if peg[from] == 0 || !move(from, to) {
				return
			}
		}
	}
}
