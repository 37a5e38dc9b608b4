package kernel_test

import (
	"fmt"

	"github.com/hanoigen/hanoi/kernel"
)

// The moves of 3 disks, with their records decoded.
func ExampleFill() {
	var dst [7]byte
	n := kernel.Fill(dst[:], 1, 0)
	for _, b := range dst[:n] {
		fmt.Printf("disk %d leaves peg %d\n", b>>2+1, b&3)
	}
	// Output:
	// disk 1 leaves peg 0
	// disk 2 leaves peg 0
	// disk 1 leaves peg 2
	// disk 3 leaves peg 0
	// disk 1 leaves peg 1
	// disk 2 leaves peg 1
	// disk 1 leaves peg 0
}

// The only move of the largest of 64 disks, and the next move.
func ExampleFillSplit() {
	var moves, disks [2]byte
	kernel.FillSplit(moves[:], disks[:], 1<<63, 0)
	for i := range moves {
		fmt.Printf("move %d: disk %d from %d to %d\n", 1<<63+uint64(i), disks[i], moves[i]>>4, moves[i]&15)
	}
	// Output:
	// move 9223372036854775808: disk 64 from 0 to 1
	// move 9223372036854775809: disk 1 from 2 to 1
}

func ExampleFillStates() {
	var states [3][3]uint64
	kernel.FillStates(states[:], 3, 0, 0)
	for k, s := range states {
		fmt.Printf("after %d moves: %03b %03b %03b\n", k, s[0], s[1], s[2])
	}
	// Output:
	// after 0 moves: 111 000 000
	// after 1 moves: 110 000 001
	// after 2 moves: 100 010 001
}

func ExampleNamingFor() {
	p, err := kernel.NamingFor(3, 1, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	var states [1][3]uint64
	kernel.FillStates(states[:], 3, 7, p)
	fmt.Printf("from peg %d to %03b\n", p.Peg(0), states[0])
	// Output: from peg 1 to [111 000 000]
}
