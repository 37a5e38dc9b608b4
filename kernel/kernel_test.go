package kernel

import (
	"bytes"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/hanoigen/hanoi/classic"
)

// The formulas of the contract, one move at a time: the oracle of these tests.

func naivePacked(k uint64, p Naming) byte {
	return byte(bits.TrailingZeros64(k))<<2 | p.Peg(uint8(k&(k-1)%3))
}

func naivePegs(k uint64, p Naming) byte {
	return p.Peg(uint8(k&(k-1)%3))<<4 | p.Peg(uint8((k|(k-1))%3+1)%3)
}

func naiveDisk(k uint64, _ Naming) byte { return byte(bits.TrailingZeros64(k)) + 1 }

// An output is one of the streams of bytes, for tests that go over all of them.
type output struct {
	name  string
	fill  func(t *Tier, dst []byte, k uint64, p Naming) int
	naive func(k uint64, p Naming) byte
}

var outputs = []output{
	{"packed", (*Tier).Fill, naivePacked},
	{"pegs", func(t *Tier, dst []byte, k uint64, p Naming) int {
		return t.FillSplit(dst, scratch(len(dst)), k, p)
	}, naivePegs},
	{"disks", func(t *Tier, dst []byte, k uint64, p Naming) int {
		return t.FillSplit(scratch(len(dst)), dst, k, p)
	}, naiveDisk},
}

// scratch is for the half of FillSplit that is not looked at.
func scratch(n int) []byte {
	scratchBytes = slices.Grow(scratchBytes[:0], n)
	return scratchBytes[:n]
}

var scratchBytes []byte

// want returns the bytes of n moves from k on.
func (o *output) want(n int, k uint64, p Naming) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = o.naive(k+uint64(i), p)
	}
	return b
}

func forEachTier(t *testing.T, f func(t *testing.T, tier *Tier)) {
	for _, tier := range Tiers() {
		t.Run("tier="+tier.Name(), func(t *testing.T) { f(t, tier) })
	}
}

func forEach(t *testing.T, f func(t *testing.T, tier *Tier, o *output)) {
	forEachTier(t, func(t *testing.T, tier *Tier) {
		for i := range outputs {
			t.Run(outputs[i].name, func(t *testing.T) { f(t, tier, &outputs[i]) })
		}
	})
}

// aligned returns n bytes at a multiple of 64, all of which are canaries.
func aligned(n int) []byte {
	b := make([]byte, n+63)
	b = b[-uintptr(unsafe.Pointer(&b[0]))&63:][:n:n]
	copy(b, canaries)
	return b
}

const margin = 64 // bytes around what is written, which must stay canaries

var canaries = bytes.Repeat([]byte{0xa5}, 2<<20)

// check fills the bytes of buf from off on by what is wanted, and sees that nothing else
// is written. It leaves all canaries.
func (o *output) check(t *testing.T, tier *Tier, buf []byte, off int, want []byte, k uint64, p Naming) {
	t.Helper()
	n := len(want)
	dst := buf[off : off+n : off+n]
	if got := o.fill(tier, dst, k, p); got != n {
		t.Fatalf("%d of %d moves from %d on written", got, n, k)
	}
	if !bytes.Equal(dst, want) {
		for i := range dst {
			if dst[i] != want[i] {
				t.Fatalf("%d moves from %d on under %v, at %d: number %d is %#x, want %#x", n, k, p, off, i, dst[i], want[i])
			}
		}
	}
	checkAround(t, buf[:off+n+margin], off, n)
}

func checkAround(t *testing.T, buf []byte, off, n int) {
	t.Helper()
	copy(buf[off:off+n], canaries)
	if !bytes.Equal(buf, canaries[:len(buf)]) {
		t.Fatalf("%d bytes at %d: bytes outside were written", n, off)
	}
}

// The whole sequence against the recursive solution, which package classic's tests hold
// to be legal.
func TestWholeSequence(t *testing.T) {
	largest := 24
	if testing.Short() {
		largest = 18
	}
	want := map[string][]byte{}
	for n := 1; n <= largest; n++ {
		k := 0
		for m := range classic.Recursive(n, 0, uint8(1+n&1)) {
			if k == len(want["packed"]) {
				want["packed"] = append(want["packed"], (m.Disk-1)<<2|m.From)
				want["pegs"] = append(want["pegs"], m.From<<4|m.To)
				want["disks"] = append(want["disks"], m.Disk)
			} else if want["pegs"][k] != m.From<<4|m.To || want["disks"][k] != m.Disk {
				t.Fatalf("n = %d: move %d is not that of n−1 disks", n, k+1)
			}
			k++
		}
		if k != 1<<n-1 {
			t.Fatalf("n = %d: %d moves", n, k)
		}
	}
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		buf := make([]byte, len(want[o.name]))
		for n := 1; n <= largest; n++ {
			got := buf[:1<<n-1]
			clear(got)
			if written := o.fill(tier, got, 1, 0); written != len(got) || !bytes.Equal(got, want[o.name][:len(got)]) {
				t.Fatalf("n = %d: %d moves, or others", n, written)
			}
		}
	})
	// And the states, by the moves that lead from each to the next.
	forEachTier(t, func(t *testing.T, tier *Tier) {
		states := make([][3]uint64, 1000)
		for n := 1; n <= largest; n++ {
			state := [3]uint64{1<<n - 1}
			for k := 0; k < 1<<n; k += len(states) {
				got := states[:tier.FillStates(states, n, uint64(k), 0)]
				if len(got) != min(len(states), 1<<n-k) {
					t.Fatalf("n = %d: %d states after %d moves", n, len(got), k)
				}
				for i := range got {
					if got[i] != state {
						t.Fatalf("n = %d: after %d moves: %b, want %b", n, k+i, got[i], state)
					}
					if k+i < 1<<n-1 {
						disk := uint64(1) << (want["disks"][k+i] - 1)
						state[want["pegs"][k+i]>>4] ^= disk
						state[want["pegs"][k+i]&15] ^= disk
					}
				}
			}
		}
	})
}

// starts are numbers from which the streams are looked at: the beginning, before
// block ends of many sizes, and the upper end.
var starts = []uint64{
	1, 61, 4096 - 700, 1<<20 - 1023, 3<<30 + 5, 1<<40 - 512, 1<<63 - 800, math.MaxUint64 - 8191,
}

// Every alignment, every length, several starts.
func TestAlignmentsAndLengths(t *testing.T) {
	const longest = 1088
	step := 1
	if testing.Short() {
		step = 7
	}
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		buf := aligned(margin + 64 + longest + margin)
		for i, k := range starts {
			p := Naming(i % numNamings)
			want := o.want(longest, k, p)
			for n := 0; n <= longest; n += step {
				for off := margin; off < margin+64; off++ {
					o.check(t, tier, buf, off, want[:n], k, p)
				}
			}
		}
	})
}

// Lengths at which the vectors' loops run: all that a head and a tail can be.
func TestLongLengths(t *testing.T) {
	const longest, early = 8000, 1 << 10
	times := 3000
	if testing.Short() {
		times /= 10
	}
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		r := rand.New(rand.NewPCG(1, 1))
		buf := aligned(longest + 64 + 128 + margin)
		for i, k := range starts {
			p := Naming(i % numNamings)
			first := max(k, early) - early + 1 // where it may begin
			all := o.want(int(min(longest+early, -first)), first, p)
			for range times / len(starts) {
				from := r.IntN(early)
				n := r.IntN(min(longest, len(all)-from))
				o.check(t, tier, buf, 64+r.IntN(128), all[from:from+n], first+uint64(from), p)
			}
		}
	})
}

// Around all powers of two, and the end of the numbering.
func TestPowersOfTwo(t *testing.T) {
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		buf := aligned(margin + 2*callBytes + margin)
		for e := range 64 {
			p := Naming(e % numNamings)
			const around = 65
			power := uint64(1) << e
			first := max(power, around+1) - around
			want := o.want(2*around+700, first, p)
			for k := first; k <= power+around; k++ {
				for _, n := range []int{1, 2, 63, 64, 200, 700} {
					o.check(t, tier, buf, margin, want[k-first:][:n], k, p)
				}
			}
		}
		// The end: whatever is asked for, 2⁶⁴ − k moves are left.
		for left := 1; left <= 700; left++ {
			k := -uint64(left)
			want := o.want(left, k, 3)
			for _, more := range []int{0, 1, 64, 200} {
				dst := buf[margin : margin+left+more]
				if got := o.fill(tier, dst, k, 3); got != left || !bytes.Equal(dst[:left], want) {
					t.Fatalf("%d of the last %d moves, or others", got, left)
				}
				checkAround(t, buf[:margin+len(dst)+margin], margin, left)
			}
		}
		// So, too, where the last of several calls ends with the numbering.
		k := uint64(math.MaxUint64 - 2*callBytes + 1)
		o.check(t, tier, buf, margin, o.want(2*callBytes, k, 3), k, 3)
	})
}

// At random, each tier against the formulas.
func TestRandom(t *testing.T) {
	times := 1_000_000
	if testing.Short() {
		times /= 20
	}
	// A call for a vector's loop takes some 2,000 bytes; most are shorter, so that
	// there are many.
	const short, long, longestStates = 700, 6000, 400
	buf, split := aligned(long+64), aligned(long+64)
	states := make([][3]uint64, longestStates)
	r := rand.New(rand.NewPCG(2, 2))
	for i := range times / 50 {
		// The formulas are evaluated once for many calls, which begin and end anywhere
		// in what they give.
		longest, most := short, 80
		if i%8 == 0 {
			longest, most = long, longestStates
		}
		k := max(1, r.Uint64()>>r.IntN(64))
		k = min(k, -uint64(longest))
		p := Naming(r.IntN(numNamings))
		var want [3][]byte
		for i := range outputs {
			want[i] = outputs[i].want(longest, k, p)
		}
		n := 1 + r.IntN(64)
		last := ^uint64(0) >> (64 - n)
		number := min(r.Uint64()>>(64-n), last-min(last, uint64(most)-1))
		wantS := wantStates(int(min(uint64(most)-1, last-number))+1, n, number, p)
		for range 50 {
			tier := &tiers[r.IntN(len(tiers))]
			from := r.IntN(longest)
			length := r.IntN(longest - from + 1)
			off := r.IntN(64)
			dst, dst2 := buf[off:off+length], split[63-off:][:length]
			tier.Fill(dst, k+uint64(from), p)
			if !bytes.Equal(dst, want[0][from:from+length]) {
				t.Fatalf("%s: %d moves from %d on under %v differ", tier.Name(), length, k+uint64(from), p)
			}
			tier.FillSplit(dst, dst2, k+uint64(from), p)
			if !bytes.Equal(dst, want[1][from:from+length]) || !bytes.Equal(dst2, want[2][from:from+length]) {
				t.Fatalf("%s: %d moves from %d on under %v differ in FillSplit", tier.Name(), length, k+uint64(from), p)
			}
			from = r.IntN(len(wantS))
			got := states[:r.IntN(len(wantS)-from+1)]
			tier.FillStates(got, n, number+uint64(from), p)
			if !slices.Equal(got, wantS[from:from+len(got)]) {
				t.Fatalf("%s: %d states of %d disks after %d moves under %v differ", tier.Name(), len(got), n, number+uint64(from), p)
			}
		}
	}
}

func TestPanics(t *testing.T) {
	forEachTier(t, func(t *testing.T, tier *Tier) {
		for _, c := range []struct {
			want string
			f    func()
		}{
			{"kernel: move 0; the first move is 1", func() { tier.Fill(nil, 0, 0) }},
			{"kernel: move 0; the first move is 1", func() { tier.FillSplit(nil, nil, 0, 0) }},
			{"kernel: invalid Naming(6); give 0 to 5", func() { tier.Fill(nil, 1, 6) }},
			{"kernel: invalid Naming(255); give 0 to 5", func() { tier.FillSplit(nil, nil, 1, 255) }},
			{"kernel: invalid Naming(6); give 0 to 5", func() { tier.FillStates(nil, 1, 1, 6) }},
			{"kernel: invalid Naming(6); give 0 to 5", func() { Naming(6).Peg(0) }},
			{"kernel: peg 3; give 0, 1 or 2", func() { Naming(0).Peg(3) }},
			{"kernel: 1 moves but 2 disks; give slices of equal length, or nil", func() { tier.FillSplit(make([]byte, 1), make([]byte, 2), 1, 0) }},
			{"kernel: -1 disks; give 1 to 64", func() { tier.FillStates(nil, -1, 1, 0) }},
			{"kernel: 65 disks; give 1 to 64", func() { tier.FillStates(nil, 65, 1, 0) }},
		} {
			func() {
				defer func() {
					if got := recover(); got != c.want {
						t.Errorf("panic %v, want %q", got, c.want)
					}
				}()
				c.f()
			}()
		}
	})
}

// A slice that is nil is left out, and one of no bytes is filled.
func TestNil(t *testing.T) {
	forEachTier(t, func(t *testing.T, tier *Tier) {
		moves, disks := make([]byte, 1000), make([]byte, 1000)
		n := tier.FillSplit(moves, nil, 77, 4) + tier.FillSplit(nil, disks, 77, 4)
		if n != 2000 || !bytes.Equal(moves, outputs[1].want(1000, 77, 4)) || !bytes.Equal(disks, outputs[2].want(1000, 77, 4)) {
			t.Errorf("one slice at a time: %d moves, or others", n)
		}
		if n := tier.Fill(nil, 1, 0) + tier.FillSplit(nil, nil, 1, 0) + tier.FillStates(nil, 1, 0, 0); n != 0 {
			t.Errorf("%d written to nothing", n)
		}
	})
	if n := Fill(make([]byte, 3), math.MaxUint64, 0) + FillSplit(nil, nil, 1, 0) + FillStates(nil, 3, 9, 0); n != 1 {
		t.Errorf("%d, want the last move alone", n)
	}
}
