package classic

// MoveConf returns the configuration after k moves of n disks, the peg of disk d at [d−1]:
// Walsh's theorem (Walsh 1982) as in moveConf.c, from the largest disk to the smallest. Disk
// d has moved k/2^d times, rounded, halves up, each time one peg to the left if d is odd, to
// the right if d is even.
func MoveConf(n int, k uint64) []uint8 {
	// Without the capacity, Go 1.26 on 386 gives the slice 32 bytes of the stack, and
	// panics beyond.
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

// MoveNumber is the inverse of MoveConf: the number of moves after which the solution reaches
// a configuration, and whether it ever does. It examines the disks from the largest to the
// smallest. A disk that is still on the source of its tower has not moved, and the smaller
// disks are on their way to the third peg. If it is on the target, it has moved, and they are
// on their way there from the third peg.
func MoveNumber(conf []uint8) (k uint64, ok bool) {
	n := len(conf)
	from, to := uint8(0), uint8(1+n&1)
	for d := n; d >= 1; d-- {
		via := 3 - from - to
		switch conf[d-1] {
		case from: // the smaller disks go from here to via
			to = via
		case to: // the smaller disks go from via to here
			k |= 1 << (d - 1)
			from = via
		default:
			return 0, false
		}
	}
	return k, true
}
