package answer

import (
	"strconv"

	"github.com/hanoigen/hanoi"
)

// Verdict is what an answer comes to.
type Verdict uint8

const (
	Unparsed   Verdict = iota // it has no list of moves, and nobody says that it was cut off
	Ambiguous                 // it has several where one was asked for, or pegs that may be 0 to 2 as well as 1 to 3
	Solved                    // all moves are legal, and the goal stands after the last
	Illegal                   // a move breaks a rule
	Truncated                 // neither of these, and the answer was cut off or its list is not closed
	Unfinished                // all moves are legal, but the goal does not stand after the last
)

var verdicts = []string{"unparsed", "ambiguous", "solved", "illegal", "truncated", "unfinished"}

// String returns the name of v, such as "solved".
func (v Verdict) String() string { return nameOf(verdicts, v) }

// Result is what became of an answer.
type Result struct {
	Verdict Verdict
	// Moves is how many are in the list, and Legal how many come before the first
	// illegal one. Both are 0 where there is no list.
	Moves, Legal uint64

	// Where a move is illegal: why, the move as it is written, and where it starts.
	// In text, Line counts from 1 (0 in a binary notation) and Offset, in bytes, from
	// 0. In an answer that is a list, InList is set, and Index counts from 0. Written
	// is part of the answer or of the Judge's buffer.
	Reason       hanoi.Reason
	Written      []byte
	InList       bool
	Line, Offset int
	Index        int
	// Move is what the Judge understood; a disk or a peg that does not exist is 0 or 3.
	// Where a pair has no disk to move, it is 0 too.
	Move       hanoi.Move
	convention Convention

	// If Judged, a list was played: State stands after the legal moves, Left is the
	// distance from there to the goal, and Excess is Legal + Left − Optimum. If
	// Arrived, the goal first stood after Reached moves.
	Judged  bool
	State   hanoi.State
	Left    uint64
	Excess  uint64
	Arrived bool
	Reached uint64

	Optimum uint64  // the distance from the begin to the goal
	Score   float64 // Optimum/Moves if solved (1 if both are 0), else 0

	Notation Notation // of the list; Auto if there is none
	Lists    int      // how many there are to pick from
}

// AppendJSON appends the result as a JSON object, without a newline. Its fields are
// those of docs/evaluation.md, in a fixed order; what does not apply is left out. The
// id is JSON, copied as it is, or empty if there is none.
func (r *Result) AppendJSON(b []byte, id []byte) []byte {
	b = append(b, '{')
	if len(id) > 0 {
		b = append(append(append(b, `"id":`...), id...), ',')
	}
	b = append(append(append(b, `"verdict":"`...), r.Verdict.String()...), '"')
	number := func(name string, n uint64) {
		b = append(append(append(b, `,"`...), name...), `":`...)
		b = strconv.AppendUint(b, n, 10)
	}
	text := func(name, s string) {
		b = append(append(append(b, `,"`...), name...), `":"`...)
		b = append(append(b, s...), '"')
	}
	number("moves", r.Moves)
	number("legal", r.Legal)
	if r.Verdict == Illegal {
		text("reason", r.Reason.String())
		b = append(b, `,"move":`...)
		b = appendString(b, r.Written)
		switch {
		case r.InList:
			number("index", uint64(r.Index))
		case r.Line > 0: // binary records are not on lines
			number("line", uint64(r.Line))
			fallthrough
		default:
			number("offset", uint64(r.Offset))
		}
	}
	if r.Judged {
		text("state", r.State.String())
		number("left", r.Left)
	}
	number("optimum", r.Optimum)
	if r.Judged {
		number("excess", r.Excess)
	}
	if r.Arrived {
		number("reached", r.Reached)
	}
	b = append(b, `,"score":`...)
	b = strconv.AppendFloat(b, r.Score, 'g', -1, 64)
	if r.Notation != Auto {
		text("notation", r.Notation.String())
		number("lists", uint64(r.Lists))
	}
	return append(b, '}')
}

// MarshalJSON returns what AppendJSON does without an id.
func (r Result) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil, nil), nil }
