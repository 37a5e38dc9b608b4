package classic

// PlanA returns move k from the periods of the disks: disk d first moves in move 2^(d−1), and
// then every 2^d moves. It moves one peg to the left if d is odd, to the right if d is even.
// (Plan A of Ted's Computer World; reconstructed from its description. It used an int, which
// allows n up to 31; here it is a uint64.)
func PlanA(k uint64) Move {
	disk := uint8(1)
	for ; k>>(disk-1)&1 == 0; disk++ {
	}
	before := k >> (disk - 1) >> 1 // the number of its earlier moves
	step := uint64(1 + disk&1)
	return Move{
		Disk: disk,
		From: uint8(before % 3 * step % 3),
		To:   uint8((before%3 + 1) * step % 3),
	}
}
