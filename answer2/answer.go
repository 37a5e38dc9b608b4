package answer

import (
	"context"
	"errors"
	"io"
)

// The errors of this package wrap one of these. Each names the value, what is allowed, and
// the remedy.
var (
	ErrProblem = errors.New("no such problem")     // a number of disks, a start or a goal
	ErrOption  = errors.New("no such option")      // a notation, a pick, names of pegs, …
	ErrLine    = errors.New("no such task")        // a batch line that is no JSON object with an answer
	ErrTooLong = errors.New("too long to be held") // an answer or a line beyond Options.MaxBytes
)

// Problem is what an answer has to solve.
type Problem struct {
	// N is the number of disks, 1 to 64. If 0, a state in From or To gives it.
	N int
	// From and To are a peg, such as "2", on which all disks stand, or a state: the peg of
	// each disk, largest first, such as "0120". Pegs are digits from 0, whatever Pegs names.
	// Without From, all disks start on peg 0. Without To, each perfect state but the start
	// is a goal.
	From, To string
	// Pegs names the pegs in order, such as "1,2,3" or "A,B,C,D", 3 to 10 of them. Without
	// it there are three, and the answer's own names decide.
	Pegs string
}

// Options says how answers are read. The zero Options are the defaults.
type Options struct {
	Notation  string // auto (the default) or one of Notations
	Pick      string // of several lists: last (the default), first, only or join
	Disks     string // how disks are numbered: small=1 (the default), small=0, large=1 or large=0
	Pattern   string // a regular expression with groups named from, to and, if there is one, disk
	Truncated bool   // the answers were cut off
	MaxBytes  int    // of an answer (default 1 GiB) or of a batch line (default 256 MiB)
}

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
// those of MarshalJSON; a pointer is nil where its field does not apply.
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
	skippedAt   int    // its number, from 1

	detail string // what Reason means here, for people
}

// New returns a Judge of answers to a problem. The error wraps ErrProblem or ErrOption.
func New(p Problem, o Options) (*Judge, error) { panic("not yet") }

// Text judges an answer. The result does not refer to it.
func (j *Judge) Text(answer []byte) Result { panic("not yet") }

// Read judges the answer that r holds: packed and wide in constant memory, text up to
// Options.MaxBytes. The error is r's, or wraps ErrTooLong.
func (j *Judge) Read(r io.Reader) (Result, error) { panic("not yet") }

// MarshalJSON returns the result as a JSON object, with its fields in a fixed order.
func (r Result) MarshalJSON() ([]byte, error) { panic("not yet") }

// String says in a sentence or two what became of the answer.
func (r Result) String() string { panic("not yet") }

// Judge judges answers to one problem. It keeps buffers, and is for one goroutine at a time.
type Judge struct{}

// Form is a way to write moves.
type Form struct {
	Notation string // the family it belongs to, as Result.Notation says
	Example  string // two moves of it, on lines of their own
}

// Forms returns the table of forms. Notations returns their families, auto first.
func Forms() []Form       { panic("not yet") }
func Notations() []string { panic("not yet") }

// Batch judges each line of r, a JSON object, and writes its result, a line, to w, in order
// and flushed. p and o stand in for what a line lacks. workers ≤ 0 is GOMAXPROCS.
func Batch(ctx context.Context, r io.Reader, w io.Writer, p Problem, o Options, workers int) (Summary, error) {
	panic("not yet")
}

// Summary counts results.
type Summary struct {
	Lines, Solved, Unjudged uint64
	FirstUnjudged           uint64 // its line, from 1 with blank ones; 0 if there is none
	Err                     error  // what was wrong with it
}

// Line judges batch lines one by one.
type Line struct{}

// NewLine returns a Line that takes from p and o what lines lack. The error wraps ErrProblem or ErrOption.
func NewLine(p Problem, o Options) (*Line, error) { panic("not yet") }

// Append judges a line and appends its result, a JSON object without a newline. If the
// line cannot be judged, the result has an error, which is returned too.
func (l *Line) Append(dst, line []byte) ([]byte, Verdict, error) { panic("not yet") }
