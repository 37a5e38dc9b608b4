package kernel

import (
	"math"
	"math/bits"
	"testing"
	"unsafe"
)

// naiveState is Walsh's theorem: disk d stands on k rounded to the nearest
// multiple of 2^d, halves up, modulo 3.
func naiveState(n int, k uint64, p Naming) (s [3]uint64) {
	for d := 1; d <= n; d++ {
		half := k >> (d - 1)
		rounded := half>>1 + half&1 // in units of 2^d
		peg := rounded % 3
		if d%2 == 1 {
			peg = 2 * peg % 3
		}
		s[p.Peg(uint8(peg))] |= 1 << (d - 1)
	}
	return s
}

// wantStates returns the states after k … k+n−1 moves.
func wantStates(n, disks int, k uint64, p Naming) [][3]uint64 {
	s := make([][3]uint64, n)
	for i := range s {
		s[i] = naiveState(disks, k+uint64(i), p)
	}
	return s
}

// asStates returns n states that stand at the beginning of b, which must be at a
// multiple of 8.
func asStates(b []byte, n int) [][3]uint64 {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*[3]uint64)(unsafe.Pointer(&b[0])), n)
}

// checkStates is check for states, of which length may be asked for that are not there.
func checkStates(t *testing.T, tier *Tier, buf []byte, off, length int, want [][3]uint64, n int, k uint64, p Naming) {
	t.Helper()
	dst := asStates(buf[off:], length)
	if got := tier.FillStates(dst, n, k, p); got != len(want) {
		t.Fatalf("%d of %d states of %d disks from %d on written, want %d", got, length, n, k, len(want))
	}
	for i := range want {
		if dst[i] != want[i] {
			t.Fatalf("%d states of %d disks at %d: after %d moves %b, want %b", length, n, off, k+uint64(i), dst[i], want[i])
		}
	}
	checkAround(t, buf[:off+length*stateBytes+margin], off, len(want)*stateBytes)
}

// States at any alignment and length: any multiple of 8.
func TestStatesAlignmentsAndLengths(t *testing.T) {
	const longest = 330
	step := 1
	if testing.Short() {
		step = 5
	}
	forEachTier(t, func(t *testing.T, tier *Tier) {
		buf := aligned(margin + 64 + longest*stateBytes + margin)
		for i, k := range []uint64{0, 1, 63, 100, 1<<20 - 77, 1<<40 - 200, 1<<63 - 130, math.MaxUint64 - 400} {
			p := Naming(i % numNamings)
			n := max(6, bits.Len64(k+longest))
			want := wantStates(longest, n, k, p)
			for length := 0; length <= longest; length += step {
				for off := margin; off < margin+64; off += 8 {
					checkStates(t, tier, buf, off, length, want[:length], n, k, p)
				}
			}
		}
	})
}

func TestStatesPowersOfTwo(t *testing.T) {
	forEachTier(t, func(t *testing.T, tier *Tier) {
		buf := aligned(margin + 200*stateBytes + margin)
		for e := range 64 {
			p := Naming(e % numNamings)
			const around = 65
			power := uint64(1) << e
			first := max(power, around) - around
			want := wantStates(2*around+200, 64, first, p)
			for k := first; k <= power+around; k++ {
				for _, n := range []int{1, 2, 17, 63, 64, 200} {
					checkStates(t, tier, buf, margin, n, want[k-first:][:n], 64, k, p)
				}
			}
		}
		// The end of every puzzle, in slices that could hold more.
		for n := 1; n <= 64; n++ {
			last := ^uint64(0) >> (64 - n)
			for back := range uint64(min(70, last) + 1) {
				want := wantStates(int(back)+1, n, last-back, 5)
				for _, length := range []int{len(want) - 1, len(want), len(want) + 1, 199} {
					checkStates(t, tier, buf, margin, length, want[:min(length, len(want))], n, last-back, 5)
				}
			}
			if n < 64 {
				checkStates(t, tier, buf, margin, 199, nil, n, last+1, 0)
			}
		}
	})
}
