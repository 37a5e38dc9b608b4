// Package mod3 computes the remainders modulo 3 of all binary prefixes of a word at once.
package mod3

// Prefixes returns two masks. Bit j of the first is set if x>>j is 1 modulo 3; bit j of the
// second, if it is 2.
//
// One division gives both. Let q = ⌊x/3⌋, and let x(j) be bit j of x. At place j, the long
// division of x by 3 has the quotient ⌊(x>>j)/3⌋ = q>>j and the remainder
// r(j) = (x>>j) − 3·(q>>j). Modulo 2, r(j) is bit j of x ⊕ q, so this bit is set only if
// r(j) = 1. If it is not set, the next quotient bit, ⌊(2·r(j) + x(j−1))/3⌋, is 1 for r(j) = 2
// and 0 for r(j) = 0. The next quotient bits of all places are the bits of ⌊2x/3⌋.
func Prefixes(x uint64) (one, two uint64) {
	q := x / 3
	next := q<<1 | (x-3*q)>>1 // ⌊2x/3⌋ without its top bit
	one = x ^ q
	return one, next &^ one
}
