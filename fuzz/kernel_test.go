// Package fuzz contains the fuzz tests. They compare the kernels of every tier, the puzzle and its
// routes, and the judge with independent code. To run one:
//
//	go test -run '^$' -fuzz '^FuzzRoute$' ./fuzz
package fuzz

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/kernel"
)

// longest is the most moves of a call: enough for the loops of the assembly, but few enough to
// check each move.
const longest = 4000

// sets returns the set of disks on each peg in a canonical configuration, as p names the pegs.
func sets(conf []uint8, p kernel.Naming) (pegs [3]uint64) {
	for i, peg := range conf {
		pegs[p.Peg(peg)] |= 1 << i
	}
	return pegs
}

// canaries surround the bytes to be written.
var canaries = bytes.Repeat([]byte{0xa5}, longest+256)

// among returns n bytes with canaries around them, and all bytes together.
func among(n int, off uint8) (dst, all []byte) {
	all = bytes.Clone(canaries[:n+256])
	at := 64 + int(off)%64
	return all[at : at+n : at+n], all
}

// checkAround checks that only the first n bytes of dst, a part of all, have changed.
func checkAround(t *testing.T, dst []byte, n int, all []byte) {
	t.Helper()
	written := bytes.Clone(dst[:n])
	copy(dst[:n], canaries)
	if !bytes.Equal(all, canaries[:len(all)]) {
		t.Fatal("bytes around the moves were written")
	}
	copy(dst, written)
}

// The best tier writes the moves of the formulas, and they lead to the states of Walsh's
// theorem. The other tiers write the same.
func FuzzFill(f *testing.F) {
	const end = math.MaxUint64
	f.Add(uint64(1), uint16(3000), uint8(0), uint8(0), uint8(9))             // the loop, from the beginning
	f.Add(uint64(1), uint16(3062), uint8(2), uint8(11), uint8(0))            // the loop and a tail
	f.Add(uint64(1)<<20-10, uint16(600), uint8(2), uint8(5), uint8(8))       // short, with two seams
	f.Add(uint64(1)<<40-77, uint16(3999), uint8(5), uint8(63), uint8(8))     // a seam of a large disk before the loop
	f.Add(uint64(1)<<63-1000, uint16(3900), uint8(3), uint8(33), uint8(1))   // the largest disk
	f.Add(uint64(end), uint16(233), uint8(1), uint8(49), uint8(2))           // one move is left
	f.Add(uint64(end-7), uint16(255), uint8(4), uint8(7), uint8(63))         // fewer than a vector
	f.Add(uint64(end-127), uint16(277), uint8(1), uint8(45), uint8(64))      // the fewest for a loop of vectors
	f.Add(uint64(end-100), uint16(300), uint8(4), uint8(17), uint8(0))       // the end
	f.Add(uint64(end-3998), uint16(longest-1), uint8(0), uint8(0), uint8(0)) // exactly the moves that are left
	f.Fuzz(func(t *testing.T, k uint64, n16 uint16, p8, off, off2 uint8) {
		k, n, p := max(1, k), int(n16)%longest, naming(p8)
		want := int(min(uint64(n), -k)) // 2⁶⁴ − k moves are left
		var moves, disks, packed []byte // from the best tier
		for i, tier := range kernel.Tiers() {
			m, around := among(n, off)
			d, around2 := among(n, off2)
			b, around3 := among(n, off^off2)
			if got, split := tier.Fill(b, k, p), tier.FillSplit(m, d, k, p); got != want || split != want {
				t.Fatalf("%s: %d and %d of %d moves from %d", tier.Name(), got, split, n, k)
			}
			checkAround(t, m, want, around)
			checkAround(t, d, want, around2)
			checkAround(t, b, want, around3)
			m, d, b = m[:want], d[:want], b[:want]
			if i > 0 {
				if !bytes.Equal(m, moves) || !bytes.Equal(d, disks) || !bytes.Equal(b, packed) {
					t.Fatalf("%s differs from the best tier", tier.Name())
				}
				continue
			}
			moves, disks, packed = m, d, b
			on := sets(classic.MoveConf(64, k-1), p)
			for j, pegs := range moves {
				at := k + uint64(j)
				m := classic.Move{Disk: disks[j], From: pegs >> 4, To: pegs & 15}
				formula := classic.Formulas[j%len(classic.Formulas)]
				if want := named(formula(at), p); m != want || packed[j] != (m.Disk-1)<<2|m.From {
					t.Fatalf("move %d is %v, packed %#x; want %v", at, m, packed[j], want)
				}
				on[m.From] ^= 1 << (m.Disk - 1)
				on[m.To] ^= 1 << (m.Disk - 1)
			}
			if end := sets(classic.MoveConf(64, k-1+uint64(want)), p); on != end {
				t.Fatalf("moves %d to %d lead to %b, want %b", k, k-1+uint64(want), on, end)
			}
		}
	})
}

// named returns a canonical move, with the pegs as p names them.
func named(m classic.Move, p kernel.Naming) classic.Move {
	return classic.Move{Disk: m.Disk, From: p.Peg(m.From), To: p.Peg(m.To)}
}

// Each algorithm of package classic gives the same solution.
func FuzzSolutions(f *testing.F) {
	for n := range uint8(11) { // whole solutions, and the beginnings of long ones
		f.Add(n, uint16(1499), n)
		f.Add(n+52, uint16(1499), n)
	}
	f.Fuzz(func(t *testing.T, n8 uint8, count uint16, p8 uint8) {
		n, p := min(disks(n8), 63), naming(p8)
		length := min(uint64(count%1500), last(n))
		split, disk := make([]byte, length), make([]byte, length)
		kernel.FillSplit(split, disk, 1, p)
		for _, s := range classic.Solutions {
			i := uint64(0)
			for m := range s.Moves(n) {
				if i++; i > length {
					break
				}
				if got := (classic.Move{Disk: disk[i-1], From: split[i-1] >> 4, To: split[i-1] & 15}); got != named(m, p) {
					t.Fatalf("%d disks: move %d is %v, but %v by %s", n, i, got, named(m, p), s.Name)
				}
			}
			if i != min(length+1, last(n)) {
				t.Fatalf("%d disks: %s ends with move %d", n, s.Name, i)
			}
		}
	})
}

// The best tier writes the states of Walsh's theorem. The other tiers write the same.
func FuzzStates(f *testing.F) {
	f.Add(uint8(63), uint64(0), uint16(200), uint8(0), uint8(0))               // the beginning
	f.Add(uint8(63), uint64(math.MaxUint64-9), uint16(99), uint8(3), uint8(5)) // the end
	f.Add(uint8(5), uint64(1), uint16(300), uint8(4), uint8(3))                // as many disks as in the tables
	f.Add(uint8(1), uint64(218), uint16(106), uint8(1), uint8(7))              // fewer disks
	f.Add(uint8(40), uint64(1)<<40-100, uint16(500), uint8(1), uint8(7))       // a large disk
	f.Add(uint8(8), uint64(218), uint16(252), uint8(1), uint8(4))              // fewer states left
	f.Fuzz(func(t *testing.T, n8 uint8, k uint64, count uint16, p8, off uint8) {
		n, p := disks(n8), naming(p8)
		k = number(k, n)
		m := int(count) % 500
		want := m
		if left := last(n) - k; uint64(m) > left {
			want = int(left) + 1
		}
		around := [3]uint64{1, 2, 3}
		var best [][3]uint64
		for i, tier := range kernel.Tiers() {
			all := slices.Repeat([][3]uint64{around}, m+24)
			dst := all[8+off%8:][:m:m]
			if got := tier.FillStates(dst, n, k, p); got != want {
				t.Fatalf("%s: %d of %d states of %d disks from %d", tier.Name(), got, m, n, k)
			}
			if i == 0 {
				for j, s := range dst[:want] {
					if walsh := sets(classic.MoveConf(n, k+uint64(j)), p); s != walsh {
						t.Fatalf("after %d moves of %d disks %b, want %b", k+uint64(j), n, s, walsh)
					}
				}
				best = slices.Clone(dst[:want])
			} else if !slices.Equal(dst[:want], best) {
				t.Fatalf("%s differs from the best tier", tier.Name())
			}
			for i := range dst[:want] {
				dst[i] = around
			}
			if slices.ContainsFunc(all, func(s [3]uint64) bool { return s != around }) {
				t.Fatalf("%s: states outside dst were written", tier.Name())
			}
		}
	})
}
