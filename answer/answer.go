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
)

// An error of a Judge, a Line or Batch wraps one of these, and names the value, what is
// allowed and the remedy; that of a reader or a writer is returned as it is.
var (
	ErrProblem = errors.New("no such problem") // a number of disks, a start, a goal, names of pegs
	ErrOption  = errors.New("no such option")
	ErrLine    = errors.New("bad line") // a batch line that is no JSON object with an answer
	ErrTooLong = errors.New("too long") // beyond Options.MaxBytes
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
	Notation  string // auto (the default) or another of Notations
	Pick      string // of several lists: last (the default), first, only or join
	Disks     string // how disks are numbered: small=1 (the default), small=0, large=1 or large=0
	Pattern   string // a regular expression with groups named from, to and, if there is one, disk
	Truncated bool   // the answers were cut off
	MaxBytes  int    // of an answer (default 1 GiB) or of a batch line (default 256 MiB)
}

const (
	maxAnswer = 1 << 30
	maxLine   = 256 << 20
	mostBytes = 1<<31 - 1
	readSize  = 1 << 20
)

// check checks options.
func (o Options) check() (pattern *regexp.Regexp, err error) {
	for _, choice := range []struct {
		name, value string
		values      []string
	}{
		{"notation", o.Notation, Notations()},
		{"pick", o.Pick, []string{"last", "first", "only", "join"}},
		{"disks", o.Disks, []string{"small=1", "small=0", "large=1", "large=0"}},
	} {
		if choice.value != "" && !slices.Contains(choice.values, choice.value) {
			return nil, fmt.Errorf("%w: %s %.40q; give one of %s", ErrOption, choice.name, choice.value, strings.Join(choice.values, ", "))
		}
	}
	if o.MaxBytes < 0 || o.MaxBytes > mostBytes {
		return nil, fmt.Errorf("%w: at most %d bytes; give 1 to 2^31-1", ErrOption, o.MaxBytes)
	}
	if o.Pattern == "" {
		return nil, nil
	}
	if pattern, err = regexp.Compile(o.Pattern); err != nil {
		return nil, fmt.Errorf("%w: pattern: %w", ErrOption, err)
	}
	for _, group := range []string{"from", "to"} {
		if pattern.SubexpIndex(group) < 0 {
			return nil, fmt.Errorf("%w: pattern %.80q has no group %s; write it as (?P<%s>…)", ErrOption, o.Pattern, group, group)
		}
	}
	return pattern, nil
}

// Judge judges answers to one problem. It keeps buffers, and is for one goroutine at a time.
type Judge struct {
	puzzle
	options Options
	reader  reader
}

// New returns a Judge of answers to a problem. The error wraps ErrProblem or ErrOption.
func New(p Problem, o Options) (*Judge, error) {
	pattern, err := o.check()
	if err != nil {
		return nil, err
	}
	z, err := understand(p)
	if err != nil {
		return nil, err
	}
	j := &Judge{}
	j.set(z, o, pattern)
	return j, nil
}

// set makes j the Judge of a puzzle.
func (j *Judge) set(z puzzle, o Options, pattern *regexp.Regexp) {
	j.puzzle, j.options = z, o
	r := &j.reader
	r.names, r.disks, r.pegs, r.pattern, r.only = z.names, z.n, z.pegs, pattern, o.Notation
	if r.only == "auto" {
		r.only = ""
	}
	r.kept = map[string]*reading{}
	r.enough, r.exact = z.needed(), z.exact
}

// Text judges an answer. The result does not refer to it.
func (j *Judge) Text(answer []byte) Result {
	if binary(j.options.Notation) {
		return checked(j.stream(bytes.NewReader(answer)))
	}
	r := &j.reader
	lists := r.find(answer)
	best, many := r.pick(lists, j.options.Pick)
	result := Result{Lists: many}
	if j.exact {
		result.Optimum = new(j.optimum)
	}
	if many == 0 {
		result.Verdict = Unparsed
		if j.options.Truncated {
			result.Verdict = Truncated
		}
		return result
	}
	result.Notation = forms[best.form].notation
	skipped, first := r.skipped(best)
	if result.Skipped = skipped; skipped > 0 {
		result.SkippedLine = excerpt(answer[first.start:first.end])
		result.skippedAt = lineOf(answer, first.start)
	}
	if j.options.Pick == "only" && many > 1 {
		result.Verdict = Ambiguous
		return result
	}
	moves := r.moves[best.first:best.end]
	r.number(moves)
	result.Moves = uint64(len(moves))
	names := j.settle(moves, result.Notation, j.options.Disks)
	if names.ambiguous {
		result.Verdict = Ambiguous
		return result
	}
	p := j.replay()
	for i := range moves {
		m := &moves[i]
		if why := p.move(&names, m); why != "" {
			result.Reason = why
			result.Move = excerpt(answer[m.start:m.end()])
			result.Offset, result.Line = new(int(m.start)), lineOf(answer, int(m.start))
			break
		}
	}
	p.finish(&result, best.cut || j.options.Truncated)
	return result
}

// finish fills in what became of the moves.
func (p *replay) finish(r *Result, cut bool) {
	r.Legal, r.State = p.legal, p.write(p.state)
	if p.arrived {
		r.Reached = new(p.reached)
	}
	if p.pegs == 3 {
		left, _ := p.distance(p.state)
		r.Left, r.Excess = &left, new(p.legal+left-p.optimum)
	}
	switch {
	case r.Reason != "":
		r.Verdict = Illegal
	case p.solved(&p.state):
		r.Verdict, r.Score = Solved, 1
		if p.exact && r.Moves > p.optimum {
			r.Score = float64(p.optimum) / float64(r.Moves)
		}
	case cut:
		r.Verdict = Truncated
	default:
		r.Verdict = Unfinished
	}
}

// excerpt returns part of an answer as a string that is not too long.
func excerpt(b []byte) string {
	b = bytes.TrimSpace(b)
	if len(b) > shown {
		return strings.ToValidUTF8(string(b[:shown]), "\ufffd") + "…"
	}
	return strings.ToValidUTF8(string(b), "\ufffd")
}

// lineOf returns the number of a line, from 1.
func lineOf(text []byte, i int) int { return 1 + bytes.Count(text[:i], []byte("\n")) }

// Read judges the answer that r holds: packed and wide in constant memory, text up to
// Options.MaxBytes. The error is r's, or wraps ErrTooLong.
func (j *Judge) Read(r io.Reader) (Result, error) {
	if binary(j.options.Notation) {
		return j.stream(r)
	}
	most := cmp.Or(j.options.MaxBytes, maxAnswer)
	part := make([]byte, readSize)
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			part = make([]byte, min(info.Size(), int64(most))+1) // all in one
		}
	}
	var parts [][]byte // without copies until the end: memory may be short
	for size := 0; ; part = make([]byte, readSize) {
		n, err := io.ReadFull(r, part)
		parts = append(parts, part[:n])
		if size += n; size > most {
			return Result{}, fmt.Errorf("%w: the answer has more than %d bytes", ErrTooLong, most)
		}
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			if len(parts) == 1 {
				return j.Text(parts[0]), nil
			}
			return j.Text(slices.Concat(parts...)), nil
		default:
			return Result{}, err
		}
	}
}
