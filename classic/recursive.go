package classic

import "iter"

// Recursive yields the moves of n disks from one peg to another: all but the largest disk to
// the third peg, the largest, then the others onto it. (Folklore; the puzzle is by Lucas,
// 1883.)
func Recursive(n int, from, to uint8) iter.Seq[Move] {
	return func(yield func(Move) bool) { recursive(uint8(n), from, to, yield) }
}

func recursive(n, from, to uint8, yield func(Move) bool) bool {
	if n == 0 {
		return true
	}
	via := 3 - from - to
	return recursive(n-1, from, via, yield) &&
		yield(Move{n, from, to}) &&
		recursive(n-1, via, to, yield)
}
