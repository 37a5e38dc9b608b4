package picture

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
)

// counted returns a number with its noun, such as "2 moves".
func counted(n uint64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// onPegs tells where the disks of a state are, as in "Peg 0: disks 4, 2, 1. Peg
// 1: no disk. Peg 2: disk 3."
func onPegs(s hanoi.State) string {
	var pegs []string
	for peg := range uint8(3) {
		set := s.Disks(peg)
		text := "no disk"
		switch bits.OnesCount64(set) {
		case 0:
		case 1:
			text = "disk " + downwards(set)
		default:
			text = "disks " + downwards(set)
		}
		pegs = append(pegs, fmt.Sprintf("Peg %d: %s.", peg, text))
	}
	return strings.Join(pegs, " ")
}

// downwards lists a set of disks, largest first. Three or more that follow each other
// are written as in "64 to 3".
func downwards(set uint64) string {
	var list []string
	for set != 0 {
		high := bits.Len64(set)
		run := bits.LeadingZeros64(^(set << (64 - high)))
		if run < 3 {
			list = append(list, strconv.Itoa(high))
			run = 1
		} else {
			list = append(list, fmt.Sprintf("%d to %d", high, high-run+1))
		}
		set &= 1<<(high-run) - 1
	}
	return strings.Join(list, ", ")
}
