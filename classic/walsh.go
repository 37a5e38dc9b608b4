package classic

// MoveConf returns the configuration of n disks after k moves: element d−1 is the peg of disk
// d. This is Walsh's theorem (Walsh 1982) as in moveConf.c, from the largest disk to the
// smallest. The number of moves of disk d is k/2^d, rounded, halves up. Each of them is one
// peg to the left if d is odd, to the right if d is even.
func MoveConf(n int, k uint64) []uint8 {
	// Without this capacity, Go 1.26 on 386 gives the slice only 32 bytes on the stack, and
	// panics at element 32.
	conf := make([]uint8, n, 64)
	for d := n; d >= 1; d-- {
		moved := k>>(d-1)>>1 + k>>(d-1)&1
		if d%2 == 1 {
			moved = moved % 3 * 2
		}
		conf[d-1] = uint8(moved % 3)
	}
	return conf
}

// MoveNumber is the inverse of MoveConf: the number of moves after which the solution reaches a
// configuration, and whether it does at all. It goes from the largest disk to the smallest,
// each with a source and a target. If a disk is on its source, it has not moved, and the
// smaller disks go from there to the third peg. If it is on its target, it has moved, and they
// go from the third peg to the target.
func MoveNumber(conf []uint8) (k uint64, ok bool) {
	n := len(conf)
	from, to := uint8(0), uint8(1+n&1)
	for d := n; d >= 1; d-- {
		via := 3 - from - to
		switch conf[d-1] {
		case from:
			to = via
		case to:
			k |= 1 << (d - 1)
			from = via
		default:
			return 0, false
		}
	}
	return k, true
}
