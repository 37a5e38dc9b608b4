package kernel

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
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

// A stream is one of the byte streams, for tests that go over all of them.
type stream struct {
	name  string
	fill  func(t *Tier, dst []byte, k uint64, p Naming) int
	naive func(k uint64, p Naming) byte
}

var streams = []stream{
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

// want returns n bytes of the stream from move k on.
func (s *stream) want(n int, k uint64, p Naming) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = s.naive(k+uint64(i), p)
	}
	return b
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

// aligned returns n bytes at a multiple of 64.
func aligned(n int) []byte {
	b := make([]byte, n+63)
	return b[-uintptr(unsafe.Pointer(&b[0]))&63:][:n:n]
}

func forEachTier(t *testing.T, f func(t *testing.T, tier *Tier)) {
	for _, tier := range Tiers() {
		t.Run("tier="+tier.Name(), func(t *testing.T) { f(t, tier) })
	}
}

func forEach(t *testing.T, f func(t *testing.T, tier *Tier, s *stream)) {
	forEachTier(t, func(t *testing.T, tier *Tier) {
		for i := range streams {
			t.Run(streams[i].name, func(t *testing.T) { f(t, tier, &streams[i]) })
		}
	})
}

// firstDifference returns the index of it, or −1.
func firstDifference(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

// starts are numbers from which the streams are looked at: the beginning, before
// block ends of many sizes, and the upper end.
var starts = []uint64{
	1, 61, 4096 - 700, 1<<20 - 1023, 3<<30 + 5, 1<<40 - 512, 1<<63 - 800, math.MaxUint64 - 8191,
}

func TestMain(m *testing.M) {
	flag.Parse()
	if missing := missingTiers(os.Getenv("HANOI_REQUIRE_TIERS")); len(missing) > 0 {
		fmt.Printf("HANOI_REQUIRE_TIERS has tiers that this CPU and build do not run: %s\n", strings.Join(missing, " "))
		os.Exit(1)
	}
	code := m.Run()
	fmt.Println("tiers tested:", strings.Join(tierNames(), " "))
	for _, t := range table {
		if !slices.Contains(tierNames(), t.name) {
			fmt.Println("NOT TESTED, for this CPU lacks it:", t.name)
		}
	}
	os.Exit(code)
}

func tierNames() (names []string) {
	for _, t := range Tiers() {
		names = append(names, t.Name())
	}
	return names
}

func missingTiers(required string) (missing []string) {
	for name := range strings.FieldsFuncSeq(required, func(r rune) bool { return r == ',' || r == ' ' }) {
		if !slices.Contains(tierNames(), name) {
			missing = append(missing, name)
		}
	}
	return missing
}

func TestRequiredTiers(t *testing.T) {
	if got := missingTiers("generic,nosuch"); !slices.Equal(got, []string{"nosuch"}) {
		t.Errorf("missing of generic,nosuch: %q", got)
	}
}

func TestTiers(t *testing.T) {
	names := tierNames()
	if names[len(names)-1] != "generic" {
		t.Errorf("the last tier is not generic: %q", names)
	}
	if Best() != Tiers()[0] {
		t.Errorf("Best is %s, the first of %q", Best().Name(), names)
	}
	for _, tier := range Tiers() {
		if want := map[string]int{"avx512": 64, "avx2": 32, "bmi": 16, "generic": 0}[tier.Name()]; tier.Width() != want {
			t.Errorf("vectors of %s have %d bytes, want %d", tier.Name(), tier.Width(), want)
		}
	}
	Tiers()[0] = nil
	if Tiers()[0] == nil {
		t.Error("Tiers returns the package's own slice")
	}
}

// The whole sequence against the recursive solution, which is legal.
func TestWholeSequence(t *testing.T) {
	largest := 24
	if testing.Short() {
		largest = 18
	}
	want := map[string][]byte{}
	for n := 1; n <= largest; n++ {
		state := [3]uint64{1<<n - 1}
		k := 0
		for m := range classic.Recursive(n, 0, uint8(1+n&1)) {
			disk := uint64(1) << (m.Disk - 1)
			if state[m.From]&-state[m.From] != disk {
				t.Fatalf("n = %d: move %d takes disk %d, which is not on top of peg %d", n, k+1, m.Disk, m.From)
			}
			if top := state[m.To] & -state[m.To]; top != 0 && top < disk {
				t.Fatalf("n = %d: move %d puts disk %d on a smaller one", n, k+1, m.Disk)
			}
			state[m.From] ^= disk
			state[m.To] ^= disk
			if k == len(want["packed"]) {
				want["packed"] = append(want["packed"], (m.Disk-1)<<2|m.From)
				want["pegs"] = append(want["pegs"], m.From<<4|m.To)
				want["disks"] = append(want["disks"], m.Disk)
			} else if want["pegs"][k] != m.From<<4|m.To || want["disks"][k] != m.Disk {
				t.Fatalf("n = %d: move %d is not that of n−1 disks", n, k+1)
			}
			k++
		}
		if k != 1<<n-1 || state[1+n&1] != 1<<n-1 {
			t.Fatalf("n = %d: %d moves end in %v", n, k, state)
		}
	}
	forEach(t, func(t *testing.T, tier *Tier, s *stream) {
		buf := make([]byte, len(want[s.name]))
		for n := 1; n <= largest; n++ {
			got := buf[:1<<n-1]
			clear(got)
			if written := s.fill(tier, got, 1, 0); written != len(got) {
				t.Fatalf("n = %d: %d moves written, want %d", n, written, len(got))
			}
			if i := firstDifference(got, want[s.name][:len(got)]); i >= 0 {
				t.Fatalf("n = %d: move %d is %#x, want %#x", n, i+1, got[i], want[s.name][i])
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

const canary = 0xa5

// checkFill writes n moves at off of buf, which is all canaries before and after.
func (s *stream) checkFill(t *testing.T, tier *Tier, buf []byte, off int, want []byte, k uint64, p Naming) {
	t.Helper()
	n := len(want)
	if got := s.fill(tier, buf[off:off+n:off+n], k, p); got != n {
		t.Fatalf("%d of %d moves from %d on written", got, n, k)
	}
	if i := firstDifference(buf[off:off+n], want); i >= 0 {
		t.Fatalf("%d moves from %d on at %d: number %d is %#x, want %#x", n, k, off, i, buf[off+i], want[i])
	}
	checkCanaries(t, buf, off, n)
}

func checkCanaries(t *testing.T, buf []byte, off, n int) {
	t.Helper()
	copy(buf[off:off+n], canaries)
	for clear := buf; len(clear) > 0; {
		m := min(len(clear), len(canaries))
		if !bytes.Equal(clear[:m], canaries[:m]) {
			t.Fatalf("%d bytes at %d: bytes outside were written", n, off)
		}
		clear = clear[m:]
	}
}

var canaries = bytes.Repeat([]byte{canary}, 1<<14)

// Every alignment, every length, several starts.
func TestAlignmentsAndLengths(t *testing.T) {
	const margin = 64
	longest, step := 1088, 1
	if testing.Short() {
		step = 7
	}
	forEach(t, func(t *testing.T, tier *Tier, s *stream) {
		for i, k := range starts {
			p := Naming(i % numNamings)
			want := s.want(longest, k, p)
			for n := 0; n <= longest; n += step {
				buf := aligned(margin + 64 + n + margin)
				copy(buf, canaries)
				for off := margin; off < margin+64; off++ {
					if got := s.fill(tier, buf[off:off+n:off+n], k, p); got != n {
						t.Fatalf("%d of %d moves from %d on written", got, n, k)
					}
					if !bytes.Equal(buf[off:off+n], want[:n]) {
						j := firstDifference(buf[off:off+n], want[:n])
						t.Fatalf("%d moves from %d on at %d: number %d is %#x, want %#x", n, k, off, j, buf[off+j], want[j])
					}
					copy(buf[off:off+n], canaries)
					if !bytes.Equal(buf, canaries[:len(buf)]) {
						t.Fatalf("%d moves from %d on at %d: bytes outside were written", n, k, off)
					}
				}
			}
		}
	})
}

// Lengths at which the vectors' loops run: all that a head and a tail can be, at
// random.
func TestLongLengths(t *testing.T) { testLongLengths(t, 3000) }

func testLongLengths(t *testing.T, times int) {
	const longest = 8000
	if testing.Short() {
		times /= 10
	}
	seed := rand.Uint64()
	t.Logf("seed %#x", seed)
	forEach(t, func(t *testing.T, tier *Tier, s *stream) {
		r := rand.New(rand.NewPCG(seed, 0))
		buf := aligned(longest + 256)
		for i := range buf {
			buf[i] = canary
		}
		for i, k := range starts {
			p := Naming(i % numNamings)
			const early = 1 << 10
			first := max(k, early) - early // where it may begin, counted from 1
			all := s.want(longest+early, first+1, p)
			for range times / len(starts) {
				from := r.IntN(early)
				n := r.IntN(min(longest, len(all)-from))
				if left := -(first + 1 + uint64(from)); left != 0 {
					n = int(min(uint64(n), left))
				}
				s.checkFill(t, tier, buf, 64+r.IntN(128), all[from:from+n], first+1+uint64(from), p)
			}
		}
	})
}

// States at any alignment and length: any multiple of 8, with canaries.
func TestStatesAlignmentsAndLengths(t *testing.T) {
	longest, step := 330, 1
	if testing.Short() {
		step = 5
	}
	forEachTier(t, func(t *testing.T, tier *Tier) {
		buf := aligned(64 + 64 + longest*stateBytes + 64)
		copy(buf, canaries)
		for i, k := range []uint64{0, 1, 63, 100, 1<<20 - 77, 1<<40 - 200, 1<<63 - 130, math.MaxUint64 - 400} {
			p := Naming(i % numNamings)
			n := max(6, bits.Len64(k+400))
			if k > math.MaxUint64-500 {
				n = 64
			}
			want := wantStates(longest, n, k, p)
			for length := 0; length <= longest; length += step {
				for off := 64; off < 128; off += 8 {
					dst := asStates(buf[off:], length)
					if got := tier.FillStates(dst, n, k, p); got != length {
						t.Fatalf("%d of %d states from %d on written", got, length, k)
					}
					if !slices.Equal(dst, want[:length]) {
						for j := range dst {
							if dst[j] != want[j] {
								t.Fatalf("%d states of %d disks at %d: after %d moves %b, want %b", length, n, off, k+uint64(j), dst[j], want[j])
							}
						}
					}
					copy(buf[off:off+length*stateBytes], canaries)
					if !bytes.Equal(buf, canaries[:len(buf)]) {
						t.Fatalf("%d states from %d on at %d: bytes outside were written", length, k, off)
					}
				}
			}
		}
	})
}

// Around all powers of two, and the end of the numbering.
func TestPowersOfTwo(t *testing.T) {
	lengths := []int{1, 2, 63, 64, 200, 700}
	forEach(t, func(t *testing.T, tier *Tier, s *stream) {
		buf := aligned(1 << 10)
		for i := range buf {
			buf[i] = canary
		}
		for e := range 64 {
			p := Naming(e % numNamings)
			const around = 65
			power := uint64(1) << e
			first := max(power, around+1) - around
			want := s.want(2*around+700, first, p)
			for k := first; k <= power+around; k++ {
				for _, n := range lengths {
					s.checkFill(t, tier, buf, 64, want[k-first:][:n], k, p)
				}
			}
		}
		// The end: whatever is asked for, 2⁶⁴ − k moves are left.
		for left := 1; left <= 700; left++ {
			k := -uint64(left)
			for _, n := range []int{left, left + 1, left + 64, left + 200} {
				dst := buf[64 : 64+n]
				if got := s.fill(tier, dst, k, 3); got != left {
					t.Fatalf("%d moves of the last %d", got, left)
				}
				if want := s.want(left, k, 3); !bytes.Equal(dst[:left], want) {
					t.Fatalf("the last %d moves differ at %d", left, firstDifference(dst, want))
				}
				checkCanaries(t, buf, 64, left)
			}
		}
		// So, too, where the last of several calls ends with the numbering.
		long := make([]byte, 2*callBytes)
		k := -uint64(len(long))
		if got := s.fill(tier, long, k, 3); got != len(long) {
			t.Fatalf("%d moves of the last %d", got, len(long))
		}
		if want := s.want(len(long), k, 3); !bytes.Equal(long, want) {
			t.Fatalf("the last %d moves differ at %d", len(long), firstDifference(long, want))
		}
	})
}

func TestStatesPowersOfTwo(t *testing.T) {
	forEachTier(t, func(t *testing.T, tier *Tier) {
		dst := make([][3]uint64, 200)
		for e := range 64 {
			p := Naming(e % numNamings)
			const around = 65
			power := uint64(1) << e
			first := max(power, around) - around
			want := wantStates(2*around+200, 64, first, p)
			for k := first; k <= power+around; k++ {
				for _, n := range []int{1, 2, 17, 63, 64, 200} {
					if tier.FillStates(dst[:n], 64, k, p); !slices.Equal(dst[:n], want[k-first:][:n]) {
						t.Fatalf("%d states after %d moves differ", n, k)
					}
				}
			}
		}
		// The end of every puzzle, in slices that could hold more.
		canary := [3]uint64{canary, canary, canary}
		for n := 1; n <= 64; n++ {
			last := ^uint64(0) >> (64 - n)
			for back := range uint64(min(70, last) + 1) {
				k, left := last-back, int(back)+1
				want := wantStates(left, n, k, 5)
				for _, length := range []int{left - 1, left, left + 1, 199} {
					got := min(length, left)
					dst[got] = canary
					if i := tier.FillStates(dst[:length], n, k, 5); i != got || !slices.Equal(dst[:got], want[:got]) {
						t.Fatalf("n = %d: %d of the last %d states are %d or differ", n, length, left, i)
					}
					if dst[got] != canary {
						t.Fatalf("n = %d: %d of the last %d states: one more was written", n, length, left)
					}
				}
			}
			if n < 64 && tier.FillStates(dst, n, last+1, 0) != 0 {
				t.Fatalf("n = %d: a state after %d moves", n, last+1)
			}
		}
	})
}

// At random, each tier against the formulas.
func TestRandom(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %#x", seed)
	times := 1_000_000
	if testing.Short() {
		times /= 20
	}
	// A call for a vector's loop takes some 2,000 bytes; most are shorter, so that
	// there are many.
	const short, long, longestStates = 700, 6000, 400
	buf, split := aligned(long+64), aligned(long+64)
	states := make([][3]uint64, longestStates)
	r := rand.New(rand.NewPCG(seed, 0))
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
		for i := range streams {
			want[i] = streams[i].want(longest, k, p)
		}
		n := 1 + r.IntN(64)
		last := ^uint64(0) >> (64 - n)
		number := min(r.Uint64()>>(64-n), last-min(last, uint64(most)-1))
		wantS := wantStates(int(min(uint64(most)-1, last-number))+1, n, number, p)
		for range 50 {
			tier := tiers[r.IntN(len(tiers))]
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

// All is safe for concurrent use.
func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			dst, disks := make([]byte, 10_000), make([]byte, 10_000)
			states := make([][3]uint64, 300)
			for k := uint64(i + 1); k < 1<<20; k += 50_000 {
				for _, tier := range Tiers() {
					tier.Fill(dst, k, 1)
					if dst[9000] != naivePacked(k+9000, 1) {
						t.Errorf("%s: move %d differs", tier.Name(), k+9000)
					}
					tier.FillSplit(dst, disks, k, 3)
					if dst[9000] != naivePegs(k+9000, 3) || disks[9000] != naiveDisk(k+9000, 3) {
						t.Errorf("%s: move %d differs in FillSplit", tier.Name(), k+9000)
					}
					tier.FillStates(states, 40, k, 2)
					if states[299] != naiveState(40, k+299, 2) {
						t.Errorf("%s: state %d differs", tier.Name(), k+299)
					}
				}
			}
		})
	}
	wg.Wait()
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
			{"kernel: invalid Naming(6); give 0 to 5", func() { tier.FillSplit(nil, nil, 1, 6) }},
			{"kernel: invalid Naming(255); give 0 to 5", func() { tier.FillSplit(nil, nil, 1, 255) }},
			{"kernel: invalid Naming(6); give 0 to 5", func() { tier.FillStates(nil, 1, 1, 6) }},
			{"kernel: invalid Naming(6); give 0 to 5", func() { Naming(6).Peg(0) }},
			{"kernel: peg 3; give 0, 1 or 2", func() { Naming(0).Peg(3) }},
			{"kernel: 1 moves but 2 disks; give slices of equal length, or nil", func() { tier.FillSplit(make([]byte, 1), make([]byte, 2), 1, 0) }},
			{"kernel: -1 disks; give 1 to 64", func() { tier.FillStates(nil, -1, 1, 0) }},
			{"kernel: 0 disks; give 1 to 64", func() { tier.FillStates(nil, 0, 1, 0) }},
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
		// A slice that is nil is left out.
		moves, disks := make([]byte, 1000), make([]byte, 1000)
		wantMoves, wantDisks := make([]byte, 1000), make([]byte, 1000)
		tier.FillSplit(wantMoves, wantDisks, 77, 4)
		if n := tier.FillSplit(moves, nil, 77, 4) + tier.FillSplit(nil, disks, 77, 4); n != 2000 || !bytes.Equal(moves, wantMoves) || !bytes.Equal(disks, wantDisks) {
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

func TestNaming(t *testing.T) {
	if s := Canonical.String(); s != "012" {
		t.Errorf("the canonical naming is %s", s)
	}
	seen := map[[3]uint8]bool{}
	for p := range Naming(numNamings) {
		var sigma [3]uint8
		for q := range uint8(3) {
			sigma[q] = p.Peg(q)
			// p → a+q, or a−q for the last three.
			want := (uint8(p) + q) % 3
			if p >= 3 {
				want = (uint8(p) - 3 + 3 - q) % 3
			}
			if sigma[q] != want {
				t.Errorf("naming %d calls peg %d %d, want %d", uint8(p), q, sigma[q], want)
			}
		}
		seen[sigma] = true
		if s := fmt.Sprintf("%d%d%d", sigma[0], sigma[1], sigma[2]); p.String() != s {
			t.Errorf("naming %d is shown as %v, want %s", uint8(p), p, s)
		}
	}
	if len(seen) != numNamings {
		t.Errorf("%d different namings", len(seen))
	}
	if s := Naming(7).String(); s != "Naming(7)" {
		t.Error(s)
	}

	for n := -1; n <= 66; n++ {
		for from := range uint8(4) {
			for to := range uint8(4) {
				p, err := NamingFor(n, from, to)
				if err != nil && p != 0 {
					t.Errorf("n = %d, %d to %d: naming %v besides an error", n, from, to, p)
				}
				switch {
				case n < 1 || n > 64:
					checkError(t, err, ErrDisks, fmt.Sprint(n), "1 to 64")
				case from > 2 || to > 2:
					checkError(t, err, ErrPeg, fmt.Sprint(max(from, to)), "0, 1 or 2")
				case from == to:
					checkError(t, err, ErrPeg, fmt.Sprint(from), "two different pegs")
				case err != nil:
					t.Errorf("n = %d, %d to %d: %v", n, from, to, err)
				default:
					end := naiveState(n, ^uint64(0)>>(64-n), p)
					if p.Peg(0) != from || end[to] != ^uint64(0)>>(64-n) {
						t.Errorf("n = %d, %d to %d: naming %v leads from %d to %v", n, from, to, p, p.Peg(0), end)
					}
				}
			}
		}
	}
}

func checkError(t *testing.T, err, want error, parts ...string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not say %q", err, part)
		}
	}
}
