package kernel

import (
	"bytes"
	"math"
	"testing"
	"unsafe"

	"github.com/hanoigen/hanoi/classic"
)

// These tests compare the kernels with package classic: one move or state at a time.

// classicMove returns move k, with the pegs as p names them.
func classicMove(k uint64, p Naming) classic.Move {
	m := classic.Rhoads(k)
	return classic.Move{Disk: m.Disk, From: p.Peg(m.From), To: p.Peg(m.To)}
}

// classicState returns the set of disks on each peg after k moves, as p names the pegs.
func classicState(n int, k uint64, p Naming) (sets [3]uint64) {
	for i, peg := range classic.MoveConf(n, k) {
		sets[p.Peg(peg)] |= 1 << i
	}
	return sets
}

// An output is a kind of record that the kernels write.
type output struct {
	name   string
	size   int // bytes per record
	align  int // the alignment of the first record
	fill   func(t *Tier, dst []byte, k uint64, p Naming) int
	record func(m classic.Move) byte // nil for states
}

var outputs = []output{
	{"packed", 1, 1, (*Tier).Fill, func(m classic.Move) byte { return (m.Disk-1)<<2 | m.From }},
	{"pegs", 1, 1, func(t *Tier, dst []byte, k uint64, p Naming) int {
		return t.FillSplit(dst, nil, k, p)
	}, func(m classic.Move) byte { return m.From<<4 | m.To }},
	{"disks", 1, 1, func(t *Tier, dst []byte, k uint64, p Naming) int {
		return t.FillSplit(nil, dst, k, p)
	}, func(m classic.Move) byte { return m.Disk }},
	{"states", stateBytes, 8, func(t *Tier, dst []byte, k uint64, p Naming) int {
		return t.FillStates(asStates(dst), 64, k, p)
	}, nil},
}

// asStates returns the states in b, which must begin at a multiple of 8.
func asStates(b []byte) [][3]uint64 {
	return unsafe.Slice((*[3]uint64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/stateBytes)
}

// want returns n records from k on.
func (o *output) want(n int, k uint64, p Naming) []byte {
	b := make([]byte, n*o.size)
	for i := range n {
		if at := k + uint64(i); o.record != nil {
			b[i] = o.record(classicMove(at, p))
		} else {
			asStates(b)[i] = classicState(64, at, p)
		}
	}
	return b
}

// either returns full, or short with the flag -short.
func either(full, short int) int {
	if testing.Short() {
		return short
	}
	return full
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

// aligned returns n canaries at a multiple of 64.
func aligned(n int) []byte {
	b := make([]byte, n+63)
	b = b[-uintptr(unsafe.Pointer(&b[0]))&63:][:n:n]
	copy(b, canaries)
	return b
}

const margin = 64 // canaries on either side of the bytes to be written

var canaries = bytes.Repeat([]byte{0xa5}, 2<<20)

// check fills buf from off on, compares the records with want, and checks that the bytes
// around them are unchanged. It restores the canaries.
func (o *output) check(t *testing.T, tier *Tier, buf []byte, off int, want []byte, k uint64, p Naming) {
	end := off + len(want)
	dst, n := buf[off:end:end], len(want)/o.size
	if got := o.fill(tier, dst, k, p); got != n {
		t.Fatalf("%d of %d records from %d written", got, n, k)
	}
	if !bytes.Equal(dst, want) {
		for i := range dst {
			if dst[i] != want[i] {
				t.Fatalf("%d records from %d under naming %d, at %d: byte %d is %#x, want %#x", n, k, p, off, i, dst[i], want[i])
			}
		}
	}
	copy(dst, canaries)
	if !bytes.Equal(buf[off-margin:off], canaries[:margin]) || !bytes.Equal(buf[end:end+margin], canaries[:margin]) {
		t.Fatalf("%d records from %d at %d: bytes outside were written", n, k, off)
	}
}

func checkAround(t *testing.T, buf []byte, off, n int) {
	t.Helper()
	copy(buf[off:off+n], canaries)
	if !bytes.Equal(buf, canaries[:len(buf)]) {
		t.Fatalf("%d bytes at %d: bytes outside were written", n, off)
	}
}

// The whole sequence against the recursive solution.
func TestWholeSequence(t *testing.T) {
	largest := either(24, 16)
	var moves []classic.Move
	for n := 1; n <= largest; n++ {
		k := 0
		for m := range classic.Recursive(n, 0, uint8(1+n&1)) {
			if k == len(moves) {
				moves = append(moves, m)
			} else if moves[k] != m {
				t.Fatalf("n = %d: move %d differs from the one of %d disks", n, k+1, n-1)
			}
			k++
		}
		if k != 1<<n-1 {
			t.Fatalf("n = %d: %d moves", n, k)
		}
	}
	want, got := make([]byte, len(moves)), make([]byte, len(moves))
	for _, o := range outputs[:3] {
		for i, m := range moves {
			want[i] = o.record(m)
		}
		forEachTier(t, func(t *testing.T, tier *Tier) {
			for n := 1; n <= largest; n++ {
				got := got[:1<<n-1]
				clear(got)
				if written := o.fill(tier, got, 1, 0); written != len(got) || !bytes.Equal(got, want[:len(got)]) {
					t.Fatalf("n = %d: %d moves in %s, or wrong ones", n, written, o.name)
				}
			}
		})
	}
	// Each move leads from one state to the next.
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
						m := moves[k+i]
						state[m.From] ^= 1 << (m.Disk - 1)
						state[m.To] ^= 1 << (m.Disk - 1)
					}
				}
			}
		}
	})
}

// Around all powers of two, and at move 2⁶⁴−1, the last.
func TestPowersOfTwo(t *testing.T) {
	step := either(1, 5)
	forEach(t, func(t *testing.T, tier *Tier, o *output) {
		buf := aligned(margin + 2*callBytes + margin)
		for e := range 64 {
			p := Naming(e % numNamings)
			const around = 65
			power := uint64(1) << e
			first := max(power, around+1) - around
			want := o.want(2*around+700, first, p)
			for k := first; k <= power+around; k += uint64(step) {
				from := want[int(k-first)*o.size:]
				for _, n := range []int{1, 2, 63, 64, 200, 700} {
					o.check(t, tier, buf, margin, from[:n*o.size], k, p)
				}
			}
		}
		// From k on there are 2⁶⁴ − k moves.
		const most = 700
		ends := o.want(most, math.MaxUint64-most+1, 3)
		for left := 1; left <= most; left += step {
			k, want := -uint64(left), ends[(most-left)*o.size:]
			for _, more := range []int{0, 1, 64, 200} {
				dst := buf[margin : margin+(left+more)*o.size]
				if got := o.fill(tier, dst, k, 3); got != left || !bytes.Equal(dst[:len(want)], want) {
					t.Fatalf("%d of the last %d records, or wrong ones", got, left)
				}
				checkAround(t, buf[:margin+len(dst)+margin], margin, len(want))
			}
		}
		// The same at the end of several calls of the assembly.
		n := 2 * callBytes / o.size
		o.check(t, tier, buf, margin, o.want(n, -uint64(n), 3), -uint64(n), 3)
	})
}

// The first and last states of every number of disks, in slices with room for more.
func TestStatesOfDisks(t *testing.T) {
	forEachTier(t, func(t *testing.T, tier *Tier) {
		for n := 1; n <= 64; n++ {
			last := ^uint64(0) >> (64 - n)
			for _, i := range []uint64{0, 1, 2, 62, 63, 64, 70} {
				i = min(i, last)
				for _, k := range []uint64{i, last - i} {
					for _, length := range []uint64{1, i + 1, i + 2, 199} {
						dst := make([][3]uint64, length)
						got := tier.FillStates(dst, n, k, 5)
						if want := int(min(length-1, last-k)) + 1; got != want {
							t.Fatalf("%d states of %d disks from %d, want %d", got, n, k, want)
						}
						for j, s := range dst[:got] {
							if want := classicState(n, k+uint64(j), 5); s != want {
								t.Fatalf("%d disks after %d moves: %b, want %b", n, k+uint64(j), s, want)
							}
						}
					}
				}
			}
			if n < 64 && tier.FillStates(make([][3]uint64, 1), n, last+1, 0) != 0 {
				t.Fatalf("%d disks have a state after %d", n, last)
			}
		}
	})
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
