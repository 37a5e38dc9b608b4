package answer

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
)

// Sentence says in words what became of the answer: what is wrong and where, and
// how far from the goal it stopped.
func (r *Result) Sentence() string {
	switch r.Verdict {
	case Unparsed:
		return "Unparsed: no list of moves was found in it."
	case Ambiguous:
		if r.Moves == 0 {
			return fmt.Sprintf("Ambiguous: it has %d lists of moves, where only one was asked for.", r.Lists)
		}
		return fmt.Sprintf("Ambiguous: its %s name pegs that may be 0 to 2 as well as 1 to 3.", count(r.Moves, "move"))
	case Solved:
		s := fmt.Sprintf("Solved: the goal stands after %s, ", count(r.Moves, "move"))
		if r.Excess == 0 {
			return s + "the fewest possible."
		}
		return s + fmt.Sprintf("%d more than the fewest possible.", r.Excess)
	case Illegal:
		s := fmt.Sprintf("Illegal: move %d, %s", r.Legal+1, quoted(r.Written))
		switch {
		case r.InList:
			s += fmt.Sprintf(" (index %d)", r.Index)
		case r.Line > 0:
			s += fmt.Sprintf(" (line %d, byte %d)", r.Line, r.Offset)
		default:
			s += fmt.Sprintf(" (byte %d)", r.Offset)
		}
		s += ": " + r.clause() + ". "
		if r.Legal > 0 {
			s += fmt.Sprintf("After %s the disks stand at %v, ", count(r.Legal, "legal move"), r.State)
		} else {
			s += fmt.Sprintf("The disks stand at %v, ", r.State)
		}
		return s + r.left() + "."
	case Truncated:
		if !r.Judged {
			return "Cut off: it ends before any list of moves."
		}
		return "Cut off: " + r.stopped()
	}
	return "Unfinished: " + r.stopped()
}

// clause says which rule the illegal move breaks. It numbers disks as the answer
// does, and names no peg, since the answer may name pegs in other ways.
func (r *Result) clause() string {
	smaller := uint64(1)<<r.Move.Disk>>1 - 1
	switch r.Reason {
	case hanoi.NoDisk:
		return "there is no such disk"
	case hanoi.NoPeg:
		return "there is no such peg"
	case hanoi.SamePeg:
		return "it does not leave its peg"
	case hanoi.EmptySource:
		return "the peg that it leaves is empty"
	case hanoi.NotOnTop:
		switch at := r.State.Peg(int(r.Move.Disk)); {
		case at != r.Move.From:
			return "the disk is on another peg"
		case r.State.Disks(at)&smaller != 0:
			return fmt.Sprintf("disk %d lies on it", r.number(bits.Len64(r.State.Disks(at)&smaller)))
		}
		return "the disk does not lie there, or where it goes is not free" // of pddl
	}
	return fmt.Sprintf("it would lie on disk %d, which is smaller", r.number(bits.TrailingZeros64(r.State.Disks(r.Move.To)&smaller)+1))
}

// number returns how the answer numbers a disk.
func (r *Result) number(disk int) int { return r.convention.written(disk, r.State.N()) }

// stopped says where legal moves end.
func (r *Result) stopped() string {
	switch r.Moves {
	case 0:
		return fmt.Sprintf("it has no moves, and the disks stand at %v, %s.", r.State, r.left())
	case 1:
		return fmt.Sprintf("its only move is legal and leaves the disks at %v, %s.", r.State, r.left())
	}
	return fmt.Sprintf("its %d moves are legal and leave the disks at %v, %s.", r.Moves, r.State, r.left())
}

// left says how far the goal is.
func (r *Result) left() string {
	s := count(r.Left, "move") + " from the goal"
	if r.Arrived {
		s += fmt.Sprintf(", which stood after %s", count(r.Reached, "move"))
	}
	return s
}

func count(n uint64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// quoted returns a move as it is written, in quotes, on one line, and shortened.
func quoted(move []byte) string {
	const enough = 100
	s := strings.ToValidUTF8(string(move[:min(len(move), enough)]), "")
	if len(move) > enough {
		s += "…"
	}
	if strings.Contains(s, `"`) && strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}
