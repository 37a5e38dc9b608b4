package answer

import (
	"encoding/json"
	"fmt"
	"math/bits"
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

// Result is what became of an answer. docs/evaluation.md describes the fields, which are
// those of MarshalJSON. A pointer is nil where its field does not apply.
type Result struct {
	Verdict      Verdict
	Moves, Legal uint64

	// Of the first illegal move: no_disk, no_peg, same_peg, empty_source, not_on_top or
	// larger_on_smaller; how it is written; and where. Line is 0 in a binary notation.
	Reason string
	Move   string
	Line   int
	Offset int
	Index  *int // in an answer that is a list, instead of Line and Offset

	State                          string // after the legal moves; "" if none were played
	Left, Optimum, Excess, Reached *uint64
	Score                          float64

	Notation    string // of the list that counts; "" if there is none
	Lists       int
	Skipped     int    // lines in or beside that list that look like moves and were not understood
	SkippedLine string // the first of them

	skippedAt int    // its line, from 1; 0 in an answer that is a list
	rule      string // the rule that the move breaks, in words
}

// shown is how much of a move or of a line a result quotes.
const shown = 200

// MarshalJSON returns the result as a JSON object, with its fields in a fixed order.
func (r Result) MarshalJSON() ([]byte, error) { return r.appendJSON(nil, nil), nil }

// appendJSON appends the object. id is JSON, or empty.
func (r *Result) appendJSON(b, id []byte) []byte {
	b = append(b, '{')
	if len(id) > 0 {
		b = append(append(append(b, `"id":`...), id...), ',')
	}
	text := func(name, value string) {
		b = appendString(append(append(append(b, ',', '"'), name...), '"', ':'), value)
	}
	number := func(name string, n uint64) {
		b = strconv.AppendUint(append(append(append(b, ',', '"'), name...), '"', ':'), n, 10)
	}
	maybe := func(name string, n *uint64) {
		if n != nil {
			number(name, *n)
		}
	}
	b = appendString(append(b, `"verdict":`...), string(r.Verdict))
	number("moves", r.Moves)
	number("legal", r.Legal)
	if r.Verdict == Illegal {
		text("reason", r.Reason)
		text("move", r.Move)
		switch {
		case r.Index != nil:
			number("index", uint64(*r.Index))
		case r.Line > 0:
			number("line", uint64(r.Line))
			fallthrough
		default:
			number("offset", uint64(r.Offset))
		}
	}
	if r.State != "" {
		text("state", r.State)
	}
	maybe("left", r.Left)
	maybe("optimum", r.Optimum)
	maybe("excess", r.Excess)
	maybe("reached", r.Reached)
	b = strconv.AppendFloat(append(b, `,"score":`...), r.Score, 'g', -1, 64)
	if r.Notation != "" {
		text("notation", r.Notation)
		number("lists", uint64(r.Lists))
	}
	if r.Skipped > 0 {
		number("skipped", uint64(r.Skipped))
		text("skipped_line", r.SkippedLine)
	}
	return append(b, '}')
}

// appendString appends a JSON string.
func appendString(b []byte, s string) []byte {
	simple := true
	for i := 0; i < len(s); i++ {
		simple = simple && s[i] >= ' ' && s[i] < 0x7f && s[i] != '"' && s[i] != '\\'
	}
	if simple {
		return append(append(append(b, '"'), s...), '"')
	}
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // strings can be encoded
	return append(b, strings.TrimSuffix(out.String(), "\n")...)
}

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
		place := fmt.Sprintf("byte %d", r.Offset)
		if r.Line > 0 {
			place = fmt.Sprintf("line %d, byte %d", r.Line, r.Offset)
		}
		if r.Index != nil {
			place = fmt.Sprintf("index %d", *r.Index)
		}
		s := fmt.Sprintf("Illegal: move %d, %s (%s): %s. ", r.Legal+1, quote(r.Move), place, r.rule)
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

// explain says which rule a move breaks. It names disks as the answer does, and no peg.
func (p *replay) explain(s *naming, why string, disk, from, to int) string {
	switch why {
	case noDisk:
		return "there is no such disk"
	case noPeg:
		return "there is no such peg"
	case samePeg:
		return "it does not leave its peg"
	case emptySource:
		return "the peg that it leaves is empty"
	case notOnTop:
		at := p.where(disk)
		if at != from {
			return "the disk is on another peg"
		}
		if above := p.state[at] & (1<<(disk-1) - 1); above != 0 {
			return fmt.Sprintf("disk %d lies on it", s.written(bits.Len64(above)))
		}
		return "the disk does not lie there, or where it goes is not free"
	}
	smaller := p.state[to] & (1<<(disk-1) - 1)
	return fmt.Sprintf("it would lie on disk %d, which is smaller", s.written(firstDisk(smaller)))
}
