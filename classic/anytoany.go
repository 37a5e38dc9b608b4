package classic

import (
	"iter"
	"slices"
)

// AnyToAny yields moves from one configuration to another, both as in MoveConf: the largest
// disk that differs moves once; before and after, the smaller disks go to the third peg and
// back by the same rule. (From the page "Hanoi Tower Algorithm to Move from Any to Any
// State", reconstructed from its description. It kept a configuration in base 3 in an
// unsigned int, which limits it to 20 disks with 32 bits; here it is a slice.)
//
// The path is not always the shortest: from 100 to 011 it takes 7 moves, but 5 suffice if
// the largest disk moves twice.
func AnyToAny(from, to []uint8) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		at := slices.Clone(from) // for each range over the sequence
		goal := func(d int) uint8 { return to[d-1] }
		transfer(at, len(at), goal, yield)
	}
}

// transfer moves disks n … 1 to where goal says.
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
