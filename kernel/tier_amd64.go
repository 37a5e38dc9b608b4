//go:build gc && !purego

package kernel

import (
	"unsafe"

	"github.com/klauspost/cpuid/v2"
)

//go:generate go run -C ../asm . -out ../kernel/kernel_amd64.s -stubs ../kernel/kernel_amd64.go -pkg kernel

// table has every tier of this build, fastest first. A test holds what a tier
// needs against what its assembly requires.
var table = [...]Tier{
	{"avx512", []cpuid.FeatureID{cpuid.AVX, cpuid.AVX2, cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.BMI1}, 64},
	{"avx2", []cpuid.FeatureID{cpuid.AVX, cpuid.AVX2, cpuid.BMI1}, 32},
	{"bmi", []cpuid.FeatureID{cpuid.BMI1}, 16},
	{"generic", nil, 0},
}

// Shorter slices are left to the generic tier, as by minVectorBytes.
const minVectorStates = 16

// callStates is callBytes in states: a multiple of 8, so that the next call begins at
// a multiple of the width, too.
const callStates = callBytes / stateBytes &^ 7

// streamBytes is the length from which a slice is written past the caches.
var streamBytes = streamFrom(cpuid.CPU.Cache.L3)

// mostOrdinary is the upper bound of streamBytes. cpuid reports the L3 of a whole
// socket, of which a rented core has a part. On an Intel CPU that reported 480 MiB,
// streaming stores were as fast as ordinary ones at 32 MiB, and 1.7 times as fast at
// 64 MiB. On Zen 4 with 32 MiB they were as fast at 16 MiB, and 1.7 times as fast at
// 32 MiB. BenchmarkStream prints both by size.
const mostOrdinary = 32 << 20

// streamFrom returns streamBytes for an L3 of last bytes; last is 0 or less if the CPU
// does not tell. A slice longer than ¾ of L3 would not stay in it.
func streamFrom(last int) int {
	if last <= 0 {
		return mostOrdinary
	}
	return min(last/4*3, mostOrdinary)
}

// fill writes the records of moves k, k+1, … to dst, which is part of a slice of
// length whole, and returns how many there are. Its prologue is the preemption point of
// fillCalls, so it must be neither inlined nor nosplit; likewise fillStates.
//
//go:noinline
func (t *Tier) fill(s *kind, dst []byte, k uint64, p Naming, whole int) int {
	if k == 0 || uint32(p) >= s.made.Load() {
		return t.firstFill(s, dst, k, p)
	}
	dst = dst[:count(len(dst), k)]
	if len(dst) > callBytes {
		t.fillCalls(s, dst, k, p, whole)
		return len(dst)
	}
	r, b := s.tables().naming(p)
	if len(dst) < minVectorBytes {
		fillFew(dst, k, r, b)
		return len(dst)
	}
	if t.width == 0 {
		fillGeneric(dst, k, r, b)
		return len(dst)
	}
	stream := whole >= streamBytes
	raceWrite(unsafe.Pointer(&dst[0]), len(dst))
	src := &b[r.vectorPlace(k)]
	switch t.width {
	case 64:
		fillAVX512(&dst[0], len(dst), k, src, &r.seams, stream)
	case 32:
		fillAVX2(&dst[0], len(dst), k, src, &r.seams, stream)
	case 16:
		fillBMI(&dst[0], len(dst), k, src, &r.seams, stream)
	}
	return len(dst)
}

// vectorPlace is place for the assembly, whose blocks are of 2^9 moves or fewer, so that
// bodies repeat after three of 2^9: they are read from the first half alone. A rotation
// by a block of 2^10 moves is one by two of 2^9.
func (r *record) vectorPlace(k uint64) uint64 {
	const bits = blockBits - 1
	return (k>>bits+2*r.shift)%3<<bits | k&(1<<bits-1)
}

// fillStates writes the states of n disks after k, k+1, … moves to dst, which is part
// of a slice of length whole.
//
//go:noinline
func (t *Tier) fillStates(dst [][3]uint64, n int, k uint64, p Naming, whole int) {
	if t.width == 0 || n < rowBits || len(dst) < minVectorStates {
		fillStatesGeneric(dst, n, k, p)
		return
	}
	// A state has three words, and 3·3 = 1 modulo the 2, 4 or 8 words of a vector.
	// So from word a on, −3·a states reach a multiple of the width.
	group := t.width / 8
	if head := -3 * int(uintptr(unsafe.Pointer(&dst[0]))/8) & (group - 1); head > 0 {
		t.fillStatesCalls(head, dst, n, k, p, whole)
		return
	}
	if len(dst) > callStates {
		t.fillStatesCalls(callStates, dst, n, k, p, whole)
		return
	}
	stream := whole >= streamBytes/stateBytes
	raceWrite(unsafe.Pointer(&dst[0]), len(dst)*stateBytes)
	var high [3]uint64
	state(&high, large(n), k, p)
	reflected, i := row(k, p)
	aligned := alignedRows[reflected][-3*i&7]
	from, wrap := &aligned[i], &aligned[period]
	seam := &moved[reflected][i>>rowBits]
	switch t.width {
	case 64:
		statesAVX512(&dst[0], len(dst), k, from, wrap, &high, seam, stream)
	case 32:
		statesAVX2(&dst[0], len(dst), k, from, wrap, &high, seam, stream)
	case 16:
		statesBMI(&dst[0], len(dst), k, from, wrap, &high, seam, stream)
	}
}

// fillStatesCalls is fillStates in calls: a first one of so many states, then others of
// at most callStates.
func (t *Tier) fillStatesCalls(first int, dst [][3]uint64, n int, k uint64, p Naming, whole int) {
	for first < len(dst) {
		t.fillStates(dst[:first], n, k, p, whole)
		dst = dst[first:]
		k += uint64(first)
		first = callStates
	}
	t.fillStates(dst, n, k, p, whole)
}

// alignedRows has rows eight times: row i begins a cache line in alignedRows[…][c]
// if c + 3i is a multiple of 8. A load across two lines takes as long as two loads.
var alignedRows [2][8]*[len(rows[0])][3]uint64

// alignedStore is the memory of alignedRows, whose copy c begins c words after the
// beginning of a cache line, and of moved, which begins one.
var alignedStore [line + len(alignedRows)*len(alignedRows[0])*alignedSize + 2*3*movedWords]uint64

const (
	line        = 8  // words
	movedWords  = 24 // three vectors, of any width
	alignedSize = 3*len(rows[0]) + line
)

// moved has words for the seam behind each block of rows: those of the two pegs that its
// move leaves and reaches are all ones. The canonical move k goes from (k−2^t) mod 3 to
// (k+2^t) mod 3, t being its trailing zeros. So the third peg is k mod 3, whatever t is;
// behind block j, k is 64·(j+1), and 64 = 1 modulo 3. The first index is as that of rows.
var moved *[2][3][movedWords]uint64

// wordsToLine returns how many words there are from an address, which is a multiple of
// 8, to the next beginning of a cache line.
func wordsToLine(address uintptr) int { return int(-address / 8 % line) }

// makeVectorRows makes the tables of states that only this assembly needs.
func makeVectorRows() {
	at := wordsToLine(uintptr(unsafe.Pointer(&alignedStore[0])))
	for reflected := range alignedRows {
		for c := range alignedRows[reflected] {
			copied := (*[len(rows[0])][3]uint64)(unsafe.Pointer(&alignedStore[at+c]))
			*copied = rows[reflected]
			alignedRows[reflected][c] = copied
			at += alignedSize
		}
	}
	moved = (*[2][3][movedWords]uint64)(unsafe.Pointer(&alignedStore[at]))
	for reflected, p := range []Naming{0, 3} {
		for block := range moved[reflected] {
			for i := range movedWords {
				if uint8(i%3) != names[p][(block+1)%3] {
					moved[reflected][block][i] = ^uint64(0)
				}
			}
		}
	}
}
