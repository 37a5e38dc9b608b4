package classic

import "math/bits"

// Xor returns the disk of the move after k moves: the highest bit that counting
// on changes, "the highest set bit of k ^ (k+1)". (A question and its answers on
// the web; reconstructed from the description.) It holds for k up to 2⁶⁴−2.
func Xor(k uint64) (disk uint8) { return uint8(bits.Len64(k ^ (k + 1))) }
