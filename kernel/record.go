package kernel

import "math/bits"

// A block is an aligned run of 2^blockBits move numbers. Its first move is the
// seam; what follows, the body, depends only on the block's first number modulo
// 3. The tables hold the bodies of this block size; any smaller power of two
// may be read off their front.
const (
	blockBits = 12
	blockSize = 1 << blockBits
)

// body holds a record of one byte for each move of a block. Byte 0, the seam's
// place, means nothing.
type body [blockSize]byte

// record is one of the byte streams that can be emitted, under one naming: all
// that is needed to write it anywhere.
type record struct {
	// bodies has the body of a block, by its first number modulo 3.
	bodies [3]*body
	// The byte of a seam is the sum of two parts. seams is a table of eight
	// bytes: entry r + 4·(t&1) is the part that depends on the remainder r of
	// k&(k−1) modulo 3 and on the number t of trailing zeros of k. The other
	// part is t·perZero.
	seams   uint64
	perZero uint64
}

// seam returns the byte of move k ≥ 1. Its disk is tz(k)+1 and its canonical
// peg k&(k−1) mod 3 (Rhoads).
func (r *record) seam(k uint64) byte {
	t := uint64(bits.TrailingZeros64(k))
	entry := k&(k-1)%3 + 4*(t&1)
	return byte(r.seams>>(8*entry) + t*r.perZero)
}

// window returns the bytes from move k on to the end of its block. The first is
// void if k is a seam.
func (r *record) window(k uint64) []byte {
	in := k & (blockSize - 1)
	return r.bodies[(k-in)%3][in:]
}

// The records of each naming, by their kind.
var (
	packed      = records(func(from, to uint8) (byte, uint8) { return from, 4 })
	pegs        = records(func(from, to uint8) (byte, uint8) { return from<<4 | to, 0 })
	diskNumbers = records(func(from, to uint8) (byte, uint8) { return 1, 1 })
)

// records builds the six records whose byte for a move of disk t+1 is
// byte + t·perZero.
func records(encode func(from, to uint8) (byte, perZero uint8)) *[numPegs]record {
	rs := new([numPegs]record)
	var store [numPegs]body // by the naming under which it starts at number 0
	for p := range Pegs(numPegs) {
		r := &rs[p]
		for q := range uint8(3) {
			// An odd disk steps 0→2→1→0, an even disk 0→1→2→0.
			for parity, to := range []uint8{(q + 2) % 3, (q + 1) % 3} {
				b, perZero := encode(names[p][q], names[p][to])
				r.seams |= uint64(b) << (8 * (int(q) + 4*parity))
				r.perZero = uint64(perZero)
			}
			first := Pegs(names[p][q])
			if p.reflected() {
				first += 3
			}
			r.bodies[q] = &store[first]
		}
	}
	// A block of 2^(b+1) is a block of 2^b, a seam, and a block of 2^b that
	// starts at 2^b: the recursion of the puzzle.
	for b := range blockBits {
		half := 1 << b
		for p := range rs {
			r := &rs[p]
			copy(r.bodies[0][half:], r.bodies[half%3][:half])
			r.bodies[0][half] = r.seam(uint64(half))
		}
	}
	return rs
}
