package fuzz

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/kernel"
)

// longest is how many moves are checked in a row: enough for the vectors' loops to run,
// few enough to compare with classic move by move.
const longest = 4000

// walk follows moves k, k+1, … of a stream from Walsh's configuration of 64 disks
// before k, and checks that each is legal and leads to the next configuration.
type walk struct {
	t    *testing.T
	k    uint64
	p    kernel.Naming
	pegs [3]uint64 // as sets, by name
}

func newWalk(t *testing.T, k uint64, p kernel.Naming) *walk {
	w := &walk{t: t, k: k, p: p}
	w.pegs = sets(classic.MoveConf(64, k-1), p)
	return w
}

func sets(conf []uint8, p kernel.Naming) (pegs [3]uint64) {
	for i, peg := range conf {
		pegs[p.Peg(peg)] |= 1 << i
	}
	return pegs
}

func (w *walk) move(disk, from, to uint8) { // without t.Helper, which is slow
	bit := uint64(1) << (disk - 1)
	smaller := bit - 1
	switch {
	case disk < 1 || disk > 64 || from > 2 || to > 2 || from == to:
		w.t.Fatalf("move %d is disk %d from %d to %d", w.k, disk, from, to)
	case w.pegs[from]&bit == 0 || (w.pegs[from]|w.pegs[to])&smaller != 0:
		w.t.Fatalf("move %d, disk %d from %d to %d, is illegal in %b", w.k, disk, from, to, w.pegs)
	}
	w.pegs[from] ^= bit
	w.pegs[to] ^= bit
	w.k++
}

// end checks the configuration after the last move.
func (w *walk) end() {
	w.t.Helper()
	if want := sets(classic.MoveConf(64, w.k-1), w.p); w.pegs != want {
		w.t.Fatalf("after move %d: %b, want %b", w.k-1, w.pegs, want)
	}
}

// place returns n bytes that begin 64 + off%64 bytes into all. The rest of all must not
// change.
func place(n, off int) (dst, all []byte) {
	all = bytes.Clone(unchanged[:n+256])
	off = 64 + off%64
	return all[off : off+n : off+n], all
}

// checkAround checks that nothing around dst, or in it beyond the n bytes that were
// to be written, has changed.
func checkAround(t *testing.T, dst []byte, n int, all []byte) {
	t.Helper()
	copy(dst[:n], unchanged)
	if !bytes.Equal(all, unchanged[:len(all)]) {
		t.Fatal("bytes around the moves were written")
	}
}

var unchanged = bytes.Repeat([]byte{0xa5}, longest+256)

func arguments(k uint64, n16 uint16, p8 uint8) (uint64, int, kernel.Naming) {
	return max(1, k), int(n16) % longest, naming(p8)
}

// left is how many of n moves from k on there are.
func left(n int, k uint64) int { return int(min(uint64(n), -k)) }

func FuzzFill(f *testing.F) {
	f.Add(uint64(1), uint16(3000), uint8(0), uint8(0))
	f.Add(uint64(math.MaxUint64-100), uint16(300), uint8(4), uint8(17))
	f.Add(uint64(1)<<63-1000, uint16(3900), uint8(3), uint8(33))
	f.Add(uint64(1)<<20-10, uint16(600), uint8(2), uint8(5)) // short, with two seams
	f.Fuzz(func(t *testing.T, k uint64, n16 uint16, p8, off uint8) {
		k, n, p := arguments(k, n16, p8)
		// The target of a packed record follows: an odd disk steps 0→2→1→0.
		reflected := p >= 3
		want := left(n, k)
		var walked []byte // what another tier wrote, once it is checked
		for i, tier := range kernel.Tiers() {
			dst, all := place(n, int(off))
			if got := tier.Fill(dst, k, p); got != want {
				t.Fatalf("%s: %d of %d moves from %d on", tier.Name(), got, n, k)
			}
			if i == 0 {
				w := newWalk(t, k, p)
				for _, b := range dst[:want] {
					disk, from := b>>2+1, b&3
					step := uint8(1)
					if (disk%2 == 1) != reflected {
						step = 2
					}
					w.move(disk, from, (from+step)%3)
				}
				w.end()
				walked = bytes.Clone(dst[:want])
			} else if !bytes.Equal(dst[:want], walked) {
				t.Fatalf("%s: %x, want %x", tier.Name(), dst[:want], walked)
			}
			checkAround(t, dst, want, all)
		}
	})
}

func FuzzSplit(f *testing.F) {
	f.Add(uint64(1), uint16(3000), uint8(0), uint8(0), uint8(9))
	f.Add(uint64(1)<<40-77, uint16(3999), uint8(5), uint8(63), uint8(8))
	f.Fuzz(func(t *testing.T, k uint64, n16 uint16, p8, off, off2 uint8) {
		k, n, p := arguments(k, n16, p8)
		packed := make([]byte, n)
		kernel.Fill(packed, k, p)
		want := left(n, k)
		var walked, walked2 []byte // what another tier wrote, once it is checked
		for i, tier := range kernel.Tiers() {
			moves, around := place(n, int(off))
			disks, around2 := place(n, int(off2))
			if got := tier.FillSplit(moves, disks, k, p); got != want {
				t.Fatalf("%s: %d of %d moves from %d on", tier.Name(), got, n, k)
			}
			if i == 0 {
				w := newWalk(t, k, p)
				for j := range want {
					w.move(disks[j], moves[j]>>4, moves[j]&15)
					if packed[j] != (disks[j]-1)<<2|moves[j]>>4 {
						t.Fatalf("%s: move %d is %#x split and %#x packed", tier.Name(), k+uint64(j), moves[j], packed[j])
					}
				}
				w.end()
				walked, walked2 = bytes.Clone(moves[:want]), bytes.Clone(disks[:want])
			} else if !bytes.Equal(moves[:want], walked) || !bytes.Equal(disks[:want], walked2) {
				t.Fatalf("%s: %x and %x, want %x and %x", tier.Name(), moves[:want], disks[:want], walked, walked2)
			}
			checkAround(t, moves, want, around)
			checkAround(t, disks, want, around2)
		}
	})
}

func FuzzStates(f *testing.F) {
	f.Add(uint8(63), uint64(0), uint16(200), uint8(0), uint8(0))
	f.Add(uint8(5), uint64(1), uint16(300), uint8(4), uint8(3))
	f.Add(uint8(40), uint64(1)<<40-100, uint16(500), uint8(1), uint8(7))
	f.Fuzz(func(t *testing.T, n8 uint8, k uint64, count uint16, p8, off uint8) {
		n, p := disks(n8), naming(p8)
		k = number(k, n)
		m := int(count) % 500
		want := int(min(uint64(m), last(n)-k+1))
		if n == 64 && k == 0 {
			want = m
		}
		around := [3]uint64{1, 2, 3}
		var walked [][3]uint64 // what another tier wrote, once it is checked
		for i, tier := range kernel.Tiers() {
			all := slices.Repeat([][3]uint64{around}, m+24)
			dst := all[8+off%8:][:m:m]
			if got := tier.FillStates(dst, n, k, p); got != want {
				t.Fatalf("%s: %d of %d states of %d disks from %d on", tier.Name(), got, m, n, k)
			}
			if i == 0 {
				checkStates(t, dst[:want], n, k, p)
				walked = slices.Clone(dst[:want])
			} else if !slices.Equal(dst[:want], walked) {
				t.Fatalf("%s: %b, want %b", tier.Name(), dst[:want], walked)
			}
			for i := range dst[:want] {
				dst[i] = around
			}
			for _, s := range all {
				if s != around {
					t.Fatalf("%s: a state around was written", tier.Name())
				}
			}
		}
	})
}

// checkStates checks the states after k, k+1, … moves of n disks.
func checkStates(t *testing.T, states [][3]uint64, n int, k uint64, p kernel.Naming) {
	t.Helper()
	for i, s := range states {
		// Each by itself is costly, so some; the others by the move that leads
		// there.
		at := k + uint64(i)
		if i == 0 || i == len(states)-1 || i%37 == 0 {
			if s != sets(classic.MoveConf(n, at), p) {
				t.Fatalf("after %d moves of %d disks %b", at, n, s)
			}
			continue
		}
		m := classic.RhoadsDisk(at)
		before, bit := states[i-1], uint64(1)<<(m.Disk-1)
		before[p.Peg(m.From)] ^= bit
		before[p.Peg(m.To)] ^= bit
		if s != before {
			t.Fatalf("after %d moves of %d disks %b, want %b", at, n, s, before)
		}
	}
}
