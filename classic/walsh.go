package classic

import (
	"fmt"
	"strings"
)

// MoveConf returns the configuration after k moves of n disks, the peg of disk d
// at [d−1]: Walsh's theorem (Walsh 1982), as moveConf.c has it, from the
// largest disk to the smallest. A disk has moved as often as k, read down to its
// bit and rounded, says; each move takes it one peg on, to the left if it is odd
// and to the right if it is even.
//
// Under the listing, somebody asks whether it could be simplified: the peg is k
// rounded to the nearest multiple of 2^d, halves up, modulo 3.
func MoveConf(n int, k uint64) []uint8 {
	// With room for 64, which Go 1.26 on 386 needs: it gives a slice of n here 32
	// bytes of the stack, and panics beyond.
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

// MoveNumber is the inverse of MoveConf: the number of moves after which a
// configuration comes up, and whether it ever does. It follows the largest disk
// that it has not looked at: if that is not where its tower starts from, it has
// moved, and the smaller ones go on from the peg that was neither.
func MoveNumber(conf []uint8) (k uint64, ok bool) {
	n := len(conf)
	if n == 0 || n > 64 {
		return 0, false
	}
	from, to := uint8(0), uint8(1+n&1)
	for d := n; d >= 1; d-- {
		via := 3 - from - to
		switch conf[d-1] {
		case from: // the smaller ones go from here to via
			to = via
		case to: // they go from via to here
			k |= 1 << (d - 1)
			from = via
		default:
			return 0, false
		}
	}
	return k, true
}

// Display shows a configuration as moveConf.c prints it: for each peg a line of
// its disks, the largest first.
func Display(conf []uint8) string {
	var b strings.Builder
	for peg := range uint8(3) {
		fmt.Fprintf(&b, "%d|", peg)
		for d := len(conf); d >= 1; d-- {
			if conf[d-1] == peg {
				fmt.Fprintf(&b, " %d", d)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
