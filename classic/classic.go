// Package classic has the algorithms that the puzzle is usually solved by, each
// as its author wrote it, one to a file: oracles for tests and peers for
// benchmarks. Nothing fast uses them, and they use nothing of this module.
//
// Each file names its source and what was wrong in the listing that made the
// rounds. Where no listing was at hand, the algorithm is reconstructed from its
// description, and the file says so. Pegs are 0, 1, 2, disks 1 (smallest) … n,
// moves k = 1 … 2ⁿ−1. What counts moves works for n up to 63; the formulas of a
// single move, for 64.
package classic

// Move takes a disk from one peg to another.
type Move struct{ Disk, From, To uint8 }
