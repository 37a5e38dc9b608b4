// Package classic contains published algorithms for the puzzle, one per file, as their
// authors wrote them. Tests of other packages compare with them, and a benchmark compares
// them with package kernel. They use no other package of this module.
//
// Each file names its source. It says what was wrong in the published listing, or that the code
// is reconstructed from a description. Pegs are 0, 1, 2, disks 1 (smallest) … n, moves
// k = 1 … 2ⁿ−1. Algorithms that count moves work for n up to 63, and formulas for a single
// move for n up to 64.
package classic

import (
	"iter"
	"slices"
)

// Move is a move of one disk between two pegs.
type Move struct{ Disk, From, To uint8 }

// Formulas compute move k directly.
var Formulas = []func(k uint64) Move{PlanA, Rhoads, RhoadsFold}

// Solutions yield the canonical solution for n disks.
var Solutions = []struct {
	Name  string
	Moves func(n int) iter.Seq[Move]
}{
	{"recursion", func(n int) iter.Seq[Move] { return Recursive(n, 0, goal(n)) }},
	{"Schoute's Algorithm 4", Cyclic},
	{"hBitsVis", HBitsVis},
	{"Plan A", counted(PlanA)},
	{"Plan B", PlanB},
	{"Rhoads", counted(Rhoads)},
	{"Rhoads without remainders", counted(RhoadsFold)},
	{"any to any", func(n int) iter.Seq[Move] { return AnyToAny(make([]uint8, n), slices.Repeat([]uint8{goal(n)}, n)) }},
}

// goal returns the peg where the canonical solution for n disks ends.
func goal(n int) uint8 { return uint8(1 + n&1) }

func counted(move func(k uint64) Move) func(n int) iter.Seq[Move] {
	return func(n int) iter.Seq[Move] {
		return func(yield func(Move) bool) {
			for k := uint64(1); k < 1<<n && yield(move(k)); k++ {
			}
		}
	}
}
