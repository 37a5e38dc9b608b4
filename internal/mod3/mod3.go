// Package mod3 answers, for a whole machine word at once, the question on which
// the puzzle turns: what remainder modulo 3 does each binary prefix leave?
package mod3

// Prefixes returns two masks: bit j of one is set where x>>j leaves remainder 1
// on division by 3, and bit j of two where it leaves remainder 2.
//
// Both are read off one division. With q = ⌊x/3⌋ the long division of x by 3
// has, at place j, the quotient ⌊(x>>j)/3⌋ = q>>j and the remainder
// r(j) = (x>>j) − 3·(q>>j). Modulo 2 that is x ⊕ q at bit j, and r(j) is odd
// only if it is 1. What is left to tell apart is 0 and 2: the next quotient bit
// is ⌊(2·r(j) + x(j−1))/3⌋, which is 1 for r(j) = 2 and 0 for r(j) = 0; the next
// quotient bits of all places are the bits of ⌊2x/3⌋.
func Prefixes(x uint64) (one, two uint64) {
	q := x / 3
	next := q<<1 | (x-3*q)>>1 // ⌊2x/3⌋ but for its top bit
	one = x ^ q
	return one, next &^ one
}
