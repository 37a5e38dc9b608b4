package classic

import (
	"iter"
	"math/bits"
)

// HBitsVis yields the canonical solution from a bit set for each peg, which it
// keeps move by move: bit d−1 is disk d. (The program hBitsVis; reconstructed
// from its description. It drew the sets as they changed; here each change is
// yielded as a move; see Kolar 2000.)
//
// The disk comes from counting; its peg is the one whose set has its bit, and it
// goes round to the left if it is odd and to the right if it is even.
func HBitsVis(n int) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		peg := [3]uint64{1<<n - 1}
		for k := uint64(1); k < 1<<n; k++ {
			bit := k & -k
			from := uint8(0)
			for peg[from]&bit == 0 {
				from++
			}
			disk := uint8(bits.TrailingZeros64(bit)) + 1
			to := (from + 1 + disk&1) % 3
			peg[from] ^= bit
			peg[to] ^= bit
			if !yield(Move{disk, from, to}) {
				return
			}
		}
	}
}
