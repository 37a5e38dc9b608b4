package classic

// The pegs of move k in two lines (Rhoads 2000). The program around them counts to
// 1<<n as an int, which overflows at n = 31 or 63; here k is a uint64, and the
// formulas hold for every k ≥ 1.

// RhoadsMod returns the pegs of move k as Rhoads wrote them.
func RhoadsMod(k uint64) (from, to uint8) {
	return uint8((k & (k - 1)) % 3), uint8(((k|(k-1))%3 + 1) % 3)
}

// RhoadsFold returns the pegs of move k without a remainder: as i is
// 3·⌊i/3⌋ + i mod 3, i + ⌊i/3⌋ is 4·⌊i/3⌋ + i mod 3.
func RhoadsFold(k uint64) (from, to uint8) {
	mod := func(i uint64) uint64 { return (i + i/3) & 3 }
	return uint8(mod(k & (k - 1))), uint8(mod(mod(k|(k-1)) + 1))
}

// RhoadsDisk returns move k with its disk. A note to the program has
// k^(k−1) = 2^(j+1)−1 with j the disk; it is 2^j − 1: move 1 is of disk 1, and
// 1^0 = 1.
func RhoadsDisk(k uint64) Move {
	disk := uint8(0)
	for ones := k ^ (k - 1); ones != 0; ones >>= 1 {
		disk++
	}
	from, to := RhoadsMod(k)
	return Move{disk, from, to}
}
