package classic

import "math/bits"

// Rhoads returns move k. Two lines of Rhoads (2000) give its pegs, and a note its disk. The
// published program counts to 1<<n as an int, which overflows at n = 31 or 63; here k is a
// uint64, and the formulas hold for every k ≥ 1. The note says that move k moves disk j if
// k^(k−1) = 2^(j+1)−1. It must be 2^j−1: move 1 moves disk 1, and 1^0 = 1.
func Rhoads(k uint64) Move {
	disk := uint8(0)
	for ones := k ^ (k - 1); ones != 0; ones >>= 1 {
		disk++
	}
	return Move{disk, uint8((k & (k - 1)) % 3), uint8(((k|(k-1))%3 + 1) % 3)}
}

// RhoadsFold returns move k without remainders: i + ⌊i/3⌋ = 4·⌊i/3⌋ + i mod 3, so the low two
// bits of i + ⌊i/3⌋ are i mod 3. The disk is the highest bit that changes from k−1 to k. (A
// question and its answers on the web; reconstructed from the description, which says "the
// highest set bit of k ^ (k+1)" for move k+1.)
func RhoadsFold(k uint64) Move {
	mod := func(i uint64) uint64 { return (i + i/3) & 3 }
	return Move{
		Disk: uint8(bits.Len64(k ^ (k - 1))),
		From: uint8(mod(k & (k - 1))),
		To:   uint8(mod(mod(k|(k-1)) + 1)),
	}
}
