package answer

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi/internal/number"
)

// A Verdict says how an answer ends.
type Verdict string

const (
	Solved     Verdict = "solved"     // all moves are legal, and the goal stands after the last
	Illegal    Verdict = "illegal"    // a move breaks a rule
	Truncated  Verdict = "truncated"  // neither solved nor illegal, and the answer was cut off
	Unfinished Verdict = "unfinished" // neither solved nor illegal, and the answer is whole
	Unparsed   Verdict = "unparsed"   // there is no list of moves, or a line that may be a move was not read
	Ambiguous  Verdict = "ambiguous"  // the names of the pegs are unknown, another reading solves the puzzle, or other moves follow
)

// A Result describes the judgment of an answer. docs/evaluation.md explains the fields. A pointer
// is nil if its field does not apply.
type Result struct {
	Verdict Verdict `json:"verdict"`
	Moves   uint64  `json:"moves"`
	Legal   uint64  `json:"legal"`

	// The first illegal move. Reason is no_disk, no_peg, same_peg, empty_source, not_on_top or
	// larger_on_smaller. An answer that is a list has an Index instead of Line and Offset; a binary
	// notation has no Line.
	Reason string `json:"reason,omitempty"`
	Move   string `json:"move,omitempty"` // as it is written
	Index  *int   `json:"index,omitempty"`
	Line   int    `json:"line,omitempty"`
	Offset *int   `json:"offset,omitempty"`

	State   string  `json:"state,omitempty"` // after the legal moves; "" if none were played
	Left    *uint64 `json:"left,omitempty"`
	Optimum *uint64 `json:"optimum,omitempty"`
	Excess  *uint64 `json:"excess,omitempty"`
	Reached *uint64 `json:"reached,omitempty"`
	Score   float64 `json:"score"`

	Notation    string   `json:"notation,omitempty"` // of the list that counts; "" if there is none
	Lists       int      `json:"lists,omitempty"`
	Names       []string `json:"names,omitempty"`   // of the pegs, if they are unknown
	Hint        string   `json:"hint,omitempty"`    // if ambiguous or unparsed: what else it could be, and the remedy
	Skipped     int      `json:"skipped,omitempty"` // lines that put that list in doubt
	SkippedLine string   `json:"skipped_line,omitempty"`
	Unread      int      `json:"unread,omitempty"` // lines that the verdict does not rest on

	skippedAt int    // the line of SkippedLine, from 1
	index     int    // of the illegal move in its list in brackets
	why       string // the move is illegal
	words
}

// peg returns the name of a peg in a sentence.
func (w words) peg(peg int) string {
	name := string([]rune(cmp.Or(w.digits, "0123456789"))[peg])
	if name < "0" || name > "9" {
		return name
	}
	return "peg " + name
}

// position says where the disks are.
func (r *Result) position() string {
	const few = 6 // the most disks of which a sentence says where each is
	n := len(r.State)
	if n > few {
		names := []rune(cmp.Or(r.digits, "0123456789"))
		return "the disks stand at " + strings.Map(func(peg rune) rune { return names[peg-'0'] }, r.State)
	}
	var places []string
	for i := range n {
		if strings.IndexByte(r.State, r.State[i]) < i {
			continue // with a larger disk
		}
		var disks []string
		for k := i; k < n; k++ {
			if r.State[k] == r.State[i] {
				disks = append(disks, strconv.Itoa(diskNumber(n-k, n, r.disks)))
			}
		}
		text := "disk " + disks[0] + " is"
		if last := len(disks) - 1; last > 0 {
			text = "disks " + strings.Join(disks[:last], ", ") + " and " + disks[last] + " are"
		}
		places = append(places, text+" on "+r.peg(int(r.State[i]-'0')))
	}
	return strings.Join(places, ", ")
}

// String describes the result in a sentence or two.
func (r Result) String() string {
	text := r.sentence()
	if r.State != "" && r.Unread > 0 {
		read := " were not read."
		if r.Unread == 1 {
			read = " was not read."
		}
		text = strings.TrimSuffix(text, ".") + "; " + number.Count(uint64(r.Unread), "line") + read
	}
	if r.skippedAt > 0 {
		text += fmt.Sprintf(" Line %d was not understood: %#q", r.skippedAt, r.SkippedLine)
		if r.Skipped > 1 {
			text += fmt.Sprintf(", and %d more", r.Skipped-1)
		}
		text += "."
	}
	if r.Verdict == Unparsed && r.Hint != "" {
		text += " " + strings.ToUpper(r.Hint[:1]) + r.Hint[1:] + "."
	}
	return text
}

// sentence says what the verdict is, and why.
func (r *Result) sentence() string {
	switch {
	case r.Verdict == Solved:
		text := "Solved in " + number.Count(r.Moves, "move")
		switch {
		case r.Optimum == nil:
		case *r.Optimum == r.Moves:
			text += ", the fewest possible"
		default:
			text += fmt.Sprintf("; the fewest possible are %d", *r.Optimum)
		}
		if r.anyGoal {
			text += "; all disks are on " + r.peg(int(r.State[0]-'0'))
		}
		return text + "."
	case r.Verdict == Illegal:
		return fmt.Sprintf("Illegal: move %d, %#q (%s): %s. After %s.", r.Legal+1, r.Move, r.place(), cmp.Or(r.why, r.Reason), r.stopped())
	case r.Verdict == Truncated && r.Moves > 0 && r.State == "":
		return fmt.Sprintf("Cut off: its %d moves are in pieces.", r.Moves)
	case r.Verdict == Truncated && r.State == "":
		return "Cut off: it ends before any list of moves."
	case r.Verdict == Truncated:
		return "Cut off: after " + r.stopped() + "."
	case r.Verdict == Unfinished:
		return "Unfinished: after " + r.stopped() + "."
	case r.Verdict == Unparsed && r.Lists == 0:
		return "Unparsed: no list of moves was found in it."
	case r.Verdict == Unparsed:
		return "Unparsed: a line in or next to its moves looks like one and was not understood."
	case r.Names != nil:
		return fmt.Sprintf("Ambiguous: its pegs are called %s; %s.", strings.Join(r.Names, ", "), r.Hint)
	}
	return "Ambiguous: " + r.Hint + "."
}

// place says where the first illegal move is.
func (r *Result) place() string {
	switch {
	case r.Index != nil:
		return fmt.Sprintf("index %d", *r.Index)
	case r.Offset == nil:
		return "its place is not given"
	case r.Line > 0:
		return fmt.Sprintf("line %d, byte %d", r.Line, *r.Offset)
	}
	return fmt.Sprintf("byte %d", *r.Offset)
}

// stopped says where the legal moves end, and how far from the goal.
func (r *Result) stopped() string {
	text := number.Count(r.Legal, "legal move") + ", " + r.position()
	if r.Left != nil {
		text += "; the goal is " + number.Count(*r.Left, "move") + " away"
	}
	if r.Reached != nil {
		text += "; the goal stood after " + number.Count(*r.Reached, "move")
	}
	return text
}

// excerpt returns part of an answer as a string of at most 200 bytes.
func excerpt(b []byte) string {
	const most = 200
	rest := ""
	if b = bytes.TrimSpace(b); len(b) > most {
		b, rest = b[:most], "…"
	}
	return strings.ToValidUTF8(string(b), "\ufffd") + rest
}
