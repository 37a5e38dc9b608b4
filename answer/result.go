package answer

import (
	"fmt"
	"strconv"
	"strings"
)

// Verdict is what an answer comes to.
type Verdict string

const (
	Solved     Verdict = "solved"     // all moves are legal, and the goal stands after the last
	Illegal    Verdict = "illegal"    // a move breaks a rule
	Truncated  Verdict = "truncated"  // neither, and the answer was cut off
	Unfinished Verdict = "unfinished" // neither, and the answer is whole
	Unparsed   Verdict = "unparsed"   // it has no list of moves
	Ambiguous  Verdict = "ambiguous"  // several lists where one was asked for, or pegs 0 to 2 as well as 1 to 3
)

// Result is what became of an answer. docs/evaluation.md describes the fields. A pointer is nil
// where its field does not apply.
type Result struct {
	Verdict Verdict `json:"verdict"`
	Moves   uint64  `json:"moves"`
	Legal   uint64  `json:"legal"`

	// Of the first illegal move: no_disk, no_peg, same_peg, empty_source, not_on_top or
	// larger_on_smaller; how it is written; and where. Line is 0 in a binary notation.
	Reason string `json:"reason,omitempty"`
	Move   string `json:"move,omitempty"`
	Index  *int   `json:"index,omitempty"` // in an answer that is a list, instead of Line and Offset
	Line   int    `json:"line,omitempty"`
	Offset *int   `json:"offset,omitempty"`

	State   string  `json:"state,omitempty"` // after the legal moves; "" if none were played
	Left    *uint64 `json:"left,omitempty"`
	Optimum *uint64 `json:"optimum,omitempty"`
	Excess  *uint64 `json:"excess,omitempty"`
	Reached *uint64 `json:"reached,omitempty"`
	Score   float64 `json:"score"`

	Notation    string `json:"notation,omitempty"` // of the list that counts; "" if there is none
	Lists       int    `json:"lists,omitempty"`
	Skipped     int    `json:"skipped,omitempty"` // lines in or beside that list that look like moves and were not understood
	SkippedLine string `json:"skipped_line,omitempty"`

	skippedAt int // the line of SkippedLine, from 1; 0 in an answer that is a list
}

// shown is how much of a move or of a line a result quotes.
const shown = 200

// String says in a sentence or two what became of the answer.
func (r Result) String() string {
	s := r.sentence()
	if r.Skipped > 0 {
		if r.skippedAt > 0 {
			s += fmt.Sprintf(" Line %d was not understood: %s", r.skippedAt, quote(r.SkippedLine))
		} else {
			s += fmt.Sprintf(" This was not understood: %s", quote(r.SkippedLine))
		}
		if r.Skipped > 1 {
			s += fmt.Sprintf(", and %d more", r.Skipped-1)
		}
		s += "."
	}
	return s
}

func (r *Result) sentence() string {
	switch r.Verdict {
	case Unparsed:
		return "Unparsed: no list of moves was found in it."
	case Ambiguous:
		switch {
		case r.Lists > 1 && r.Moves == 0:
			return fmt.Sprintf("Ambiguous: it has %d lists of moves, where only one was asked for.", r.Lists)
		case r.Moves == 1:
			return "Ambiguous: its only move names pegs that may be counted from 0 or from 1; name them with --pegs."
		}
		return fmt.Sprintf("Ambiguous: its %d moves name pegs that may be counted from 0 or from 1; name them with --pegs.", r.Moves)
	case Solved:
		s := fmt.Sprintf("Solved: the goal stands after %s", count(r.Moves, "move"))
		switch {
		case r.Optimum == nil:
			return s + "."
		case *r.Optimum == r.Moves:
			return s + ", the fewest possible."
		case r.Moves < *r.Optimum:
			return s + fmt.Sprintf(", fewer than the %d presumed to be needed.", *r.Optimum)
		}
		return s + fmt.Sprintf(", %d more than the fewest possible.", r.Moves-*r.Optimum)
	case Illegal:
		var place string
		switch {
		case r.Index != nil:
			place = fmt.Sprintf("index %d", *r.Index)
		case r.Line > 0:
			place = fmt.Sprintf("line %d, byte %d", r.Line, *r.Offset)
		default:
			place = fmt.Sprintf("byte %d", *r.Offset)
		}
		s := fmt.Sprintf("Illegal: move %d, %s (%s): %s. ", r.Legal+1, quote(r.Move), place, explained[r.Reason])
		if r.Legal > 0 {
			return s + fmt.Sprintf("After %s the disks stand at %s%s.", count(r.Legal, "legal move"), r.State, r.far())
		}
		return s + fmt.Sprintf("The disks stand at %s%s.", r.State, r.far())
	case Truncated:
		if r.State == "" {
			return "Cut off: it ends before any list of moves."
		}
		return "Cut off: " + r.stopped()
	}
	return "Unfinished: " + r.stopped()
}

// stopped says where legal moves end.
func (r *Result) stopped() string {
	switch r.Moves {
	case 0:
		return fmt.Sprintf("it has no moves, and the disks stand at %s%s.", r.State, r.far())
	case 1:
		return fmt.Sprintf("its only move is legal and leaves the disks at %s%s.", r.State, r.far())
	}
	return fmt.Sprintf("its %d moves are legal and leave the disks at %s%s.", r.Moves, r.State, r.far())
}

// far says how far the goal is, where that is known.
func (r *Result) far() (s string) {
	if r.Left != nil {
		s = ", " + count(*r.Left, "move") + " from the goal"
	}
	if r.Reached != nil {
		s += fmt.Sprintf(", which stood after %s", count(*r.Reached, "move"))
	}
	return s
}

func count(n uint64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// quote returns part of an answer in quotes, on one line, and shortened.
func quote(s string) string {
	if r := []rune(s); len(r) > 100 {
		s = string(r[:100]) + "…"
	}
	if strings.ContainsAny(s, `"\`) && strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}
