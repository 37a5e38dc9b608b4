package answer

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi/internal/must"
)

// An error of a Judge, a Line or Batch wraps one of these, and names the value, what is
// allowed and the remedy; errors of a reader or a writer are returned unchanged.
var (
	ErrProblem = errors.New("no such problem") // a number of disks, a start, a goal, names of pegs
	ErrOption  = errors.New("no such option")
	ErrLine    = errors.New("bad line") // a batch line that isn't a JSON object with an answer
	ErrTooLong = errors.New("too long") // beyond Options.MaxBytes
)

// A Problem is the puzzle that an answer has to solve.
type Problem struct {
	// N is the number of disks, 1 to 64. If it is 0, a state in From or To gives it.
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
	Notation  string // auto (the default) or another of Choices("notation")
	Disks     string // how disks are numbered: small=1 (the default), small=0, large=1 or large=0
	Pattern   string // a regular expression for moves, with a group named to, and disk or from or both
	Truncated bool   // the answers were cut off
	MaxBytes  int    // of an answer (default 1 GiB) or of a batch line (default 256 MiB)
}

const mostBytes = 1<<31 - 1 // the largest MaxBytes

// Choices returns the values of a field of Options: notation or disks.
func Choices(option string) []string {
	if option == "disks" {
		return []string{"small=1", "small=0", "large=1", "large=0"}
	}
	return []string{"auto", "text", "pairs", "triples", "jsonl", "csv", "pddl", "packed", "wide"}
}

// choose returns an error unless a value is empty or one of an option's choices.
func choose(option, value string) error {
	if value == "" || slices.Contains(Choices(option), value) {
		return nil
	}
	return fmt.Errorf("%w: %s %.40q; give one of %s", ErrOption, option, value, strings.Join(Choices(option), ", "))
}

// Judge judges answers to one problem. It keeps buffers, and is for one goroutine at a time.
type Judge struct {
	puzzle
	options Options
	reader  reader
}

// New returns a Judge of answers to a problem. The error wraps ErrProblem or ErrOption.
func New(p Problem, o Options) (*Judge, error) {
	j := &Judge{options: o}
	if err := cmp.Or(choose("notation", o.Notation), choose("disks", o.Disks)); err != nil {
		return nil, err
	}
	if o.MaxBytes < 0 || o.MaxBytes > mostBytes {
		return nil, fmt.Errorf("%w: at most %d bytes; give 1 to 2^31-1", ErrOption, o.MaxBytes)
	}
	if o.Notation != "auto" {
		j.reader.notation = o.Notation
	}
	if o.Pattern != "" {
		if j.reader.notation != "" {
			return nil, fmt.Errorf("%w: notation %s with a pattern; give one of them", ErrOption, o.Notation)
		}
		pattern, err := regexp.Compile(o.Pattern)
		if err != nil {
			return nil, fmt.Errorf("%w: pattern: %w", ErrOption, err)
		}
		if pattern.SubexpIndex("to") < 0 || pattern.SubexpIndex("from") < 0 && pattern.SubexpIndex("disk") < 0 {
			return nil, fmt.Errorf("%w: pattern %.80q lacks a group; give (?P<to>…) and (?P<from>…) or (?P<disk>…)", ErrOption, o.Pattern)
		}
		j.reader.pattern = pattern
	}
	if err := j.pose(p); err != nil {
		return nil, err
	}
	return j, nil
}

// Text judges an answer. The result shares no memory with it.
func (j *Judge) Text(answer []byte) Result {
	if size := recordSize(j.options.Notation); size > 0 {
		return must.Get(j.stream(bytes.NewReader(answer), size))
	}
	r := &j.reader
	isList := r.find(answer)
	list, many := r.pick(j.needed(), j.optimum != nil)
	result := Result{Verdict: Unparsed, Lists: many, Optimum: j.optimum, anyGoal: len(j.goals) > 1}
	inside, doubts := r.doubts(&list, j.needed())
	if result.Skipped = len(doubts); result.Skipped > 0 {
		first := slices.MinFunc(doubts, func(a, b item) int { return int(a.start) - int(b.start) })
		result.SkippedLine, result.skippedAt = excerpt(r.text[first.start:first.end()]), r.lineOf(int(first.start))
		result.Hint = hintUnread
	}
	if many == 0 {
		switch {
		case isList && len(doubts) == 0: // [] alone
			result.Lists = 1
			p := replay{&j.puzzle, &result, j.start}
			p.finish(j.options.Truncated)
		case j.options.Truncated:
			result.Verdict, result.Hint = Truncated, ""
		}
		return result
	}
	result.Notation, result.Moves, result.Hint = list.moves[0].notation(), uint64(len(list.moves)), ""
	pegs, unknown := j.settle(list.moves, r.names)
	played := result
	if unknown == nil {
		p := replay{&j.puzzle, &played, j.start}
		if wrong := p.playAll(list.moves, pegs, j.disksOf(j.options.Disks)); wrong != nil {
			at := int(wrong.start)
			played.Move = excerpt(r.text[at:wrong.end()])
			played.Line, played.Offset = r.lineOf(at), &at
		}
		p.finish(list.isCut || j.options.Truncated)
	}
	if j.options.Truncated && len(doubts) == 1 && isBlank(r.text[doubts[0].end():]) {
		doubts = nil // it is the end of the answer, and was cut off
	}
	isSolved, isCut := played.Verdict == Solved, list.isCut || j.options.Truncated
	result.Verdict = Ambiguous
	switch {
	case unknown != nil:
		result.Names = unknown
		if result.Hint = j.otherwise(&list); result.Hint == "" {
			result.Hint = "give --pegs NAME,NAME,NAME in the order of pegs 0, 1 and 2"
		}
	case isSolved && !list.isJoined():
		return played
	case isSolved && len(inside) > 0, !isSolved && len(doubts) > 0:
		result.Verdict, result.Hint = Unparsed, hintUnread
	case list.moves[0].disk == noDisk && !countsUp(list.moves):
		result.Hint = "the numbers before its moves do not count up, and may be its disks; " + hintForm
	case list.isJoined() && isCut && played.Verdict == Illegal:
		result.Verdict = Truncated
	case list.isJoined() && !isSolved && !isCut:
		result.Hint = hintPieces
	case list.isJoined():
		return played
	default:
		if result.Hint = j.otherwise(&list); result.Hint == "" {
			return played
		}
	}
	return result
}

const (
	hintUnread = "write each move in a form of 'hanoigen check --help', or give --pattern"
	hintPieces = "its moves are in pieces; ask for one list, with nothing between the moves"
	hintForm   = "ask for 'move disk 1 from A to C', or give --pattern"
)

// countsUp reports whether the numbers of moves count up by one. Moves without a number are ignored.
func countsUp(moves []item) bool {
	last := int32(none)
	for _, m := range moves {
		if m.number >= 0 {
			if last >= 0 && m.number != last+1 {
				return false
			}
			last = m.number
		}
	}
	return true
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

// Read judges the answer that r holds: packed and wide in constant memory, text up to
// Options.MaxBytes. The error is r's, or wraps ErrTooLong.
func (j *Judge) Read(r io.Reader) (Result, error) {
	if size := recordSize(j.options.Notation); size > 0 {
		return j.stream(r, size)
	}
	most := cmp.Or(j.options.MaxBytes, 1<<30)
	text := new(bytes.Buffer)
	if f, ok := r.(*os.File); ok { // with room for all of it, which Grow would clear
		if info, err := f.Stat(); err == nil && info.Size() < int64(most) {
			text = bytes.NewBuffer(make([]byte, 0, int(info.Size())+bytes.MinRead))
		}
	}
	if _, err := text.ReadFrom(io.LimitReader(r, int64(most)+1)); err != nil {
		return Result{}, err
	}
	if text.Len() > most {
		return Result{}, fmt.Errorf("%w: the answer has more than %d bytes", ErrTooLong, most)
	}
	return j.Text(text.Bytes()), nil
}
