package classic

import "math/bits"

// Xor returns the disk of the move after k moves: the highest bit that counting
// on changes, "the highest set bit of k ^ (k+1)". (A question and its answers on
// the web; reconstructed from the description.) It holds for k up to 2⁶⁴−2.
//
// An answer there claims that the moves read backwards are the moves with their
// pegs exchanged, for the moves of one n as for those of the next; that is false,
// as k = 1 … 3 show. What is true is that the disks are a palindrome, and that the
// solution goes on as it began, f(2^N + i) = f(i) with the pegs moved on by 2^N.
func Xor(k uint64) (disk uint8) { return uint8(bits.Len64(k ^ (k + 1))) }
