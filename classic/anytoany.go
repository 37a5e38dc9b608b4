package classic

import (
	"iter"
	"slices"
)

// AnyToAny yields moves that lead one configuration to another, both as in
// MoveConf: the largest disk that differs moves once, and before and after it the
// smaller ones go to the third peg and back by the same rule. (From the page "Hanoi
// Tower Algorithm to Move from Any to Any State", reconstructed from its description.
// It kept each configuration in base 3 in an unsigned int, which limits it to 20 disks
// with 32 bits; here they are slices.)
//
// The path is not always a shortest one: 100 to 011 takes it 7 moves, and 5 are
// enough if the largest disk moves twice.
func AnyToAny(from, to []uint8) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		at := slices.Clone(from) // each time anew: a sequence may be ranged over twice
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
