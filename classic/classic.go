// Package classic has the algorithms that the puzzle is usually solved by, each
// as its author wrote it, one per file. Each is an oracle of a fuzz test, and a row of
// the benchmarks beside package kernel. They use nothing of this module.
//
// Each file names its source and what was wrong in the listing that made the
// rounds. Where no listing was at hand, the algorithm is reconstructed from its
// description, and the file says so. Pegs are 0, 1, 2, disks 1 (smallest) … n,
// moves k = 1 … 2ⁿ−1. What counts moves works for n up to 63; the formulas of a
// single move, for 64.
package classic

import (
	"iter"
	"slices"
)

// Move takes a disk from one peg to another.
type Move struct{ Disk, From, To uint8 }

// Formulas compute move k by itself.
var Formulas = []func(k uint64) Move{PlanA, Rhoads, RhoadsFold}

// Solutions yield the canonical solution for n disks. Their names are for tables.
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

// goal is the peg on which the canonical solution for n disks ends.
func goal(n int) uint8 { return uint8(1 + n&1) }

func counted(move func(k uint64) Move) func(n int) iter.Seq[Move] {
	return func(n int) iter.Seq[Move] {
		return func(yield func(Move) bool) {
			for k := uint64(1); k < 1<<n && yield(move(k)); k++ {
			}
		}
	}
}
