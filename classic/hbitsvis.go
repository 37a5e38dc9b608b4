package classic

import (
	"iter"
	"math/bits"
)

// HBitsVis yields the canonical solution from a bit set for each peg, in which bit d−1 is disk
// d. (The program hBitsVis, which drew the sets as they changed; reconstructed from its
// description in Kolar 2000.)
//
// The move number determines the disk, and the sets determine its peg. Odd disks go to the
// left, even disks to the right.
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
