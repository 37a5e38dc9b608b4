package kernel

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A block is the moves j·2^b+1 … (j+1)·2^b, b = blockBits. The last is its seam; the
// others, its body, depend on j·2^b modulo 3 alone. So the bodies repeat after
// three blocks: a turn.
const (
	blockBits = 10 // 2^blockBits = 1 modulo 3, so that the bodies come in the order 0, 1, 2
	blockSize = 1 << blockBits
	turnSize  = 3 * blockSize
)

// bodies holds a record of one byte for each move: byte i is that of move i, for a
// turn and mostRead bytes more. A seam's byte, byte 0 among them, means nothing. The
// vector kernels read it in smaller blocks, of 256 or 512 moves.
type bodies [turnSize + mostRead]byte

// mostRead is how many bytes the assembly reads, from that of its first move on. The
// generic tier reads a turn.
const mostRead = 3584

// record describes one kind of byte stream under one naming: all but the bodies that it
// takes to write it from any move on.
type record struct {
	// The rotation of the pegs, as a number of blocks: see Naming.shift.
	shift uint64
	// The byte of a seam is the sum of two parts. seams is a table of eight
	// bytes: entry r + 4·(t&1) is the part that depends on the remainder r of
	// k&(k−1) modulo 3 and on the number t of trailing zeros of k. The other
	// part is t·perZero. The assembly takes seams,
	// perZero and bytes to follow one another.
	seams   uint64
	perZero uint64
	// The bmi tier reads up to 15 bytes more on either side, and masks them off.
	bytes seamBytes
}

// seamBytes[k%3][t] is the byte of the seam at move k with t trailing zeros; k%3 and
// t settle r. The last two rows repeat the first two, so that from each of the first
// three on there are rows for three successive seams.
type seamBytes [3 + 2][MaxDisks]byte

func (b *seamBytes) fill(seams, perZero uint64) {
	for c := range b {
		for t := range b[c] {
			// k&(k−1) = k − 2^t, and 2^t = (−1)^t modulo 3.
			odd := t & 1
			entry := (c+2-odd)%3 + 4*odd
			b[c][t] = byte(seams>>(8*entry) + uint64(t)*perZero)
		}
	}
}

// seam returns the byte of move k ≥ 1.
func (r *record) seam(k uint64) byte { return r.bytes[k%3][bits.TrailingZeros64(k)&(MaxDisks-1)] }

// place returns where in bodies move k stands.
func (r *record) place(k uint64) uint64 {
	return (k>>blockBits+r.shift)%3<<blockBits | k&(blockSize-1)
}

// A kind of byte stream: its record under each naming, and the bodies.
type kind struct {
	// made is numNamings once the rest is made, at first use; 0 before. So one
	// comparison checks the naming and whether the rest is there.
	made   atomic.Uint32
	once   sync.Once
	memory [unsafe.Sizeof(tables{}) + page - 1]byte // of tables
}

// tables are those of a kind, from the beginning of a page on. A load waits for an
// earlier store whose address has the same last 12 bits (4K aliasing), and the last
// stores of one call are still on their way when the next one loads. A piece of memory
// often ends with a page. So the records, and the bodies from move 1 on, begin pages, and
// what the assembly loads first is 1 KiB or more before the end of one.
type tables struct {
	records [numNamings]record
	_       [page - 1 - numNamings*unsafe.Sizeof(record{})]byte
	bodies  [2]struct { // under the namings p → p and p → −p
		bodies
		_ [2*page - unsafe.Sizeof(bodies{})]byte
	}
}

const page = 1 << 12

// tables returns those in memory. It loads nothing, and so waits for no store.
func (s *kind) tables() *tables {
	memory := unsafe.Pointer(&s.memory)
	return (*tables)(unsafe.Add(memory, -uintptr(memory)%page))
}

// naming returns what makes the stream under naming p.
func (t *tables) naming(p Naming) (*record, *bodies) {
	b := &t.bodies[0].bodies
	if p.Reflected() {
		b = &t.bodies[1].bodies
	}
	return &t.records[p], b
}

// The kinds, and how to make them.
var packed, pegs, diskNumbers kind

func makePacked() { packed.make(4, func(from, to uint8) byte { return from }) }

func makeSplit() {
	pegs.make(0, func(from, to uint8) byte { return from<<4 | to })
	diskNumbers.make(1, func(from, to uint8) byte { return 1 })
}

// make makes the records whose byte for a move of disk t+1 is
// encode(from, to) + t·perZero.
func (s *kind) make(perZero uint64, encode func(from, to uint8) byte) {
	s.once.Do(func() {
		t := s.tables()
		for p := range Naming(numNamings) {
			_, shift := p.shift()
			r := &t.records[p]
			*r = record{shift: shift, seams: seamTable(p, encode), perZero: perZero}
			r.bytes.fill(r.seams, perZero)
		}
		for _, p := range []Naming{0, 3} {
			r, b := t.naming(p)
			r.fillBodies(b)
		}
		s.made.Store(numNamings)
	})
}

// fillBodies makes the bodies of a naming without a shift: a turn of small blocks
// again and again, then their seams.
func (r *record) fillBodies(b *bodies) {
	const small = 64
	for i := 1; i < 3*small; i++ {
		b[i] = r.seam(uint64(i))
	}
	for n := 3 * small; n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
	for i := small; i < len(b); i += small {
		b[i] = r.seam(uint64(i))
	}
}

// seamTable returns a table by r + 4·(t&1), as in type record.
func seamTable(p Naming, encode func(from, to uint8) byte) (table uint64) {
	for r := range 3 {
		// An odd disk (t even) steps 0→2→1→0, an even disk 0→1→2→0.
		for parity, to := range []int{(r + 2) % 3, (r + 1) % 3} {
			table |= uint64(encode(names[p][r], names[p][to])) << (8 * (r + 4*parity))
		}
	}
	return table
}
