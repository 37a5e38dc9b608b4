package classic

import (
	"iter"
	"slices"
)

// AnyToAny yields moves from one configuration to another, both as in MoveConf. The largest
// disk that differs moves once. First the smaller disks go to the third peg, then this disk
// moves, then the smaller disks go to their goals. The same rule applies to the smaller disks.
// (From the page "Hanoi Tower Algorithm to Move from Any to Any State"; reconstructed from its
// description. The page stores a configuration in base 3 in an unsigned int, so 32 bits allow
// 20 disks; here it is a slice.)
//
// The path is not always a shortest one: from 100 to 011 it has 7 moves, but 5 suffice if the
// largest disk moves twice.
func AnyToAny(from, to []uint8) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		at := slices.Clone(from) // as a caller may range over the sequence again
		goal := func(d int) uint8 { return to[d-1] }
		transfer(at, len(at), goal, yield)
	}
}

// transfer moves disks n … 1 to the pegs that goal returns.
func transfer(at []uint8, n int, goal func(int) uint8, yield func(Move) bool) bool {
	for ; n > 0; n-- {
		from, to := at[n-1], goal(n)
		if from == to {
			continue
		}
		via := 3 - from - to
		if !transfer(at, n-1, func(int) uint8 { return via }, yield) || !yield(Move{uint8(n), from, to}) {
			return false
		}
		at[n-1] = to
	}
	return true
}
