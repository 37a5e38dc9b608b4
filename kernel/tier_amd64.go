//go:build gc && !purego

package kernel

import (
	"unsafe"

	"github.com/klauspost/cpuid/v2"
)

//go:generate go run -C ../asm . -out ../kernel/kernel_amd64.s -stubs ../kernel/kernel_amd64.go -pkg kernel

// table lists the tiers of this build, fastest first. A test compares the features that a tier
// needs with the features that its assembly requires. Every tier with BMI1 also needs AVX:
// every CPU with BMI1 has AVX, but some Skylake Pentium and Celeron CPUs report BMI1 wrongly
// (Intel erratum SKL052).
var table = [...]*Tier{
	{"avx512", []cpuid.FeatureID{cpuid.AVX, cpuid.AVX2, cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.BMI1}, 64},
	{"avx2", []cpuid.FeatureID{cpuid.AVX, cpuid.AVX2, cpuid.BMI1}, 32},
	{"bmi", []cpuid.FeatureID{cpuid.AVX, cpuid.BMI1}, 16},
	{"generic", nil, 0},
}

// minVectorStates is the length below which the generic tier writes slices of states.
const minVectorStates = 16

// Slices of nonTemporalBytes or more are written by non-temporal stores, which bypass the
// caches.
var nonTemporalBytes = nonTemporalFrom(cpuid.CPU.Cache.L3)

// outgrowsCaches reports whether a slice of n bytes is written by non-temporal stores.
func outgrowsCaches(n int) bool { return n >= nonTemporalBytes }

// mostTemporal bounds nonTemporalBytes. cpuid reports the L3 of the whole socket, even if a
// virtual machine has only a part of it. On an Intel CPU that reported 480 MiB, non-temporal
// stores were as fast as ordinary ones at 32 MiB, and 1.7 times as fast at 64 MiB. On Zen 4
// with 32 MiB, they were as fast at 16 MiB, and 1.7 times as fast at 32 MiB. BenchmarkStores
// compares the two.
const mostTemporal = 32 << 20

// nonTemporalFrom returns nonTemporalBytes for an L3 of l3 bytes; 0 or less means unknown. A
// slice longer than ¾ of L3 would not stay in it.
func nonTemporalFrom(l3 int) int {
	if l3 <= 0 {
		return mostTemporal
	}
	return min(l3/4*3, mostTemporal)
}

// fill writes the bytes of moves k, k+1, … to dst, a part of a slice of length whole, and
// returns their number. Its prologue is the preemption point between calls of the assembly,
// so it must be neither inlined nor nosplit. The same is true of fillStates.
//
//go:noinline
func (t *Tier) fill(e *encoding, dst []byte, k uint64, p Naming, whole int) int {
	if k == 0 || uint32(p) >= e.made.Load() {
		return t.firstFill(e, dst, k, p, whole)
	}
	dst = dst[:count(len(dst), k)]
	if len(dst) > callBytes {
		t.fillCalls(e, dst, k, p, whole)
		return len(dst)
	}
	seams, bodies := e.under(p)
	if len(dst) < minVectorBytes {
		fillFew(dst, k, seams, bodies)
		return len(dst)
	}
	if t.width == 0 {
		fillGeneric(dst, k, seams, bodies)
		return len(dst)
	}
	nonTemporal := outgrowsCaches(whole)
	beforeCall(unsafe.Pointer(&dst[0]), len(dst), nonTemporal)
	src := &bodies[seams.vectorIndex(k)]
	switch t.width {
	case 64:
		fillAVX512(&dst[0], len(dst), k, src, &seams.byPeg, nonTemporal)
	case 32:
		fillAVX2(&dst[0], len(dst), k, src, &seams.byPeg, nonTemporal)
	case 16:
		fillBMI(&dst[0], len(dst), k, src, &seams.byPeg, nonTemporal)
	}
	return len(dst)
}

// fillCalls is fill, in calls that each write at most callBytes.
func (t *Tier) fillCalls(e *encoding, dst []byte, k uint64, p Naming, whole int) {
	for len(dst) > 0 {
		n := min(len(dst), callBytes)
		t.fill(e, dst[:n], k, p, whole)
		dst = dst[n:]
		k += uint64(n)
	}
}

// vectorIndex is index for the assembly, whose blocks have 2^8 or 2^9 moves. The bodies repeat
// after three blocks of 2^9 moves. A shift by one block of 2^10 moves is a shift by two blocks
// of 2^9. The result is less than 3·2^9, half the range of index: so less of the bodies is
// read, which makes avx512 3 % faster for 256 moves (Zen 4).
func (s *seams) vectorIndex(k uint64) uint64 {
	const bits = blockBits - 1
	return (k>>bits+2*s.shift)%3<<bits | k&(1<<bits-1)
}

// fillStates writes the states of n disks after k, k+1, … moves to dst, a part of a slice of
// length whole.
//
//go:noinline
func (t *Tier) fillStates(dst [][3]uint64, n int, k uint64, p Naming, whole int) {
	if t.width == 0 || n < smallBits || len(dst) < minVectorStates {
		fillStatesGeneric(dst, n, k, p)
		return
	}
	// A vector has 2, 4 or 8 words, and a state has three. If dst begins at word a of a
	// vector, state i of dst begins a vector if a + 3·i = 0 modulo the number of words. As
	// 3·3 = 1 modulo 2, 4 and 8, i is −3·a.
	words := t.width / 8
	if head := -3 * int(uintptr(unsafe.Pointer(&dst[0]))/8) & (words - 1); head > 0 {
		fillStatesGeneric(dst[:head], n, k, p)
		dst = dst[head:]
		k += uint64(head)
	}
	const most = callBytes / stateBytes
	for len(dst) > most {
		t.fillStates(dst[:most], n, k, p, whole)
		dst = dst[most:]
		k += most
	}
	nonTemporal := outgrowsCaches(whole * stateBytes)
	beforeCall(unsafe.Pointer(&dst[0]), len(dst)*stateBytes, nonTemporal)
	var large [3]uint64
	state(&large, largeDisks(n), k, p)
	reflected, i := smallIndex(k, p)
	source := &vectorStates.small[reflected][-3*i&7].states
	small, end := &source[i], &source[threeStates]
	masks := &vectorStates.seamMasks[reflected][i>>smallBits]
	switch t.width {
	case 64:
		statesAVX512(&dst[0], len(dst), k, small, end, &large, masks, nonTemporal)
	case 32:
		statesAVX2(&dst[0], len(dst), k, small, end, &large, masks, nonTemporal)
	case 16:
		statesBMI(&dst[0], len(dst), k, small, end, &large, masks, nonTemporal)
	}
}

// vectorTables holds the tables for the assembly of states. It begins a cache line.
type vectorTables struct {
	// small contains the variable small eight times. Copy c begins at word c of a cache
	// line, so its state i begins a line if c + 3i is a multiple of 8. With one copy, most
	// loads of avx512 would straddle two lines: 256 KiB took 15 % longer (Zen 4).
	small [2][8]struct {
		states smallStates
		_      uint64
	}
	// seamMasks[reflected][j] describes the seam after block j of small. Word i is all ones
	// if the seam's move leaves or reaches peg i mod 3, else 0. The canonical move k, with t
	// trailing zeros, goes from (k−2^t) mod 3 to (k+2^t) mod 3, so the third peg is k mod 3.
	// After block j, k is 64·(j+1), and 64 = 1 modulo 3.
	seamMasks [2][3][24]uint64 // three vectors of any width
}

var (
	vectorStates *vectorTables
	vectorMemory [unsafe.Sizeof(vectorTables{}) + cacheLine]byte
)

func makeVectorStates() {
	at := unsafe.Pointer(&vectorMemory)
	at = unsafe.Add(at, -uintptr(at)%cacheLine)
	v := (*vectorTables)(at)
	for reflected, p := range []Naming{0, 3} {
		for c := range v.small[reflected] {
			v.small[reflected][c].states = small[reflected]
		}
		for block := range v.seamMasks[reflected] {
			masks := &v.seamMasks[reflected][block]
			for i := range masks {
				if uint8(i%3) != names[p][(block+1)%3] {
					masks[i] = ^uint64(0)
				}
			}
		}
	}
	vectorStates = v
}
