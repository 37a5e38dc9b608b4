package game

import (
	"cmp"
	"fmt"
	"math/bits"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
)

// Row is one row of a drawn peg: a disk, or several that are folded into one row.
type Row struct {
	Smallest, Largest int
	Count             int // 1 for a disk
}

// Stack returns the disks of a peg from the top down, in at most height rows; height
// is 1 or more. Where there are more disks, the lowest, which move least, share the
// last row.
func Stack(s hanoi.State, peg uint8, height int) []Row {
	var rows []Row
	for set := s.Disks(peg); set != 0; set &= set - 1 {
		disk := bits.TrailingZeros64(set) + 1
		if rest := bits.OnesCount64(set); len(rows) == height-1 && rest > 1 {
			return append(rows, Row{disk, bits.Len64(set), rest})
		}
		rows = append(rows, Row{disk, disk, 1})
	}
	return rows
}

// String returns the disk's number, or how many disks are folded.
func (r Row) String() string {
	if r.Count == 1 {
		return fmt.Sprint(r.Smallest)
	}
	return fmt.Sprintf("%d disks, %d–%d", r.Count, r.Smallest, r.Largest)
}

// Disks returns the disks of a peg in words, from the top down: "1 to 3, 5", or
// "none".
func Disks(s hanoi.State, peg uint8) string {
	return cmp.Or(number.List(s.Disks(peg), false), "none")
}

// Top returns the top disk of a peg, or 0 if the peg is empty.
func Top(s hanoi.State, peg uint8) uint8 {
	set := s.Disks(peg)
	if set == 0 {
		return 0
	}
	return uint8(bits.TrailingZeros64(set) + 1)
}

// IsPerfect reports whether all disks stand on one peg.
func IsPerfect(s hanoi.State) bool { return s == must.Get(hanoi.Perfect(s.N(), s.Peg(1))) }
