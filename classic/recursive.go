package classic

import "iter"

// Recursive yields the moves of n disks from one peg to another: first the n−1 smaller disks go
// to the third peg, then the largest disk moves, then the others follow it. (Folklore; the
// puzzle is from Lucas 1883.)
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
