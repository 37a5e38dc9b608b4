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
	Notation  string // auto (the default) or another of Choices("notation")
	Pick      string // of several lists: last (the default), first, only or join
	Disks     string // how disks are numbered: small=1 (the default), small=0, large=1 or large=0
	Pattern   string // a regular expression with groups named from, to and, if there is one, disk
	Truncated bool   // the answers were cut off
	MaxBytes  int    // of an answer (default 1 GiB) or of a batch line (default 256 MiB)
}

const mostBytes = 1<<31 - 1 // that MaxBytes may be

// choices are the values of the options that have few. Packed and wide are read only where they are asked for.
var choices = map[string][]string{
	"notation": {"auto", "text", "pairs", "triples", "jsonl", "csv", "pddl", "packed", "wide"},
	"pick":     {"last", "first", "only", "join"},
	"disks":    {"small=1", "small=0", "large=1", "large=0"},
}

// Choices returns the values of a field of Options: notation, pick or disks.
func Choices(option string) []string { return slices.Clone(choices[option]) }

// choose returns an error if a value is neither empty nor one of an option.
func choose(option, value string) error {
	if value == "" || slices.Contains(choices[option], value) {
		return nil
	}
	return fmt.Errorf("%w: %s %.40q; give one of %s", ErrOption, option, value, strings.Join(choices[option], ", "))
}

// Judge judges answers to one problem. It keeps buffers, and is for one goroutine at a time.
type Judge struct {
	puzzle
	options Options
	reader  reader
}

// New returns a Judge of answers to a problem. The error wraps ErrProblem or ErrOption.
func New(p Problem, o Options) (*Judge, error) {
	j := &Judge{options: o, reader: reader{likes: map[string]*like{}}}
	if err := cmp.Or(choose("notation", o.Notation), choose("pick", o.Pick), choose("disks", o.Disks)); err != nil {
		return nil, err
	}
	if o.MaxBytes < 0 || o.MaxBytes > mostBytes {
		return nil, fmt.Errorf("%w: at most %d bytes; give 1 to 2^31-1", ErrOption, o.MaxBytes)
	}
	j.reader.only = notation(max(slices.Index(notations[:], o.Notation), 0))
	if o.Pattern != "" {
		pattern, err := regexp.Compile(o.Pattern)
		if err != nil {
			return nil, fmt.Errorf("%w: pattern: %w", ErrOption, err)
		}
		if pattern.SubexpIndex("from") < 0 || pattern.SubexpIndex("to") < 0 {
			return nil, fmt.Errorf("%w: pattern %.80q lacks a group; give (?P<from>…) and (?P<to>…)", ErrOption, o.Pattern)
		}
		j.reader.pattern = pattern
	}
	return j, j.pose(p) // a Line may pose another problem
}

// Text judges an answer. The result does not refer to it.
func (j *Judge) Text(answer []byte) Result {
	if size := recordSizes[j.options.Notation]; size > 0 {
		return must.Get(j.stream(bytes.NewReader(answer), size))
	}
	r := &j.reader
	list, many := r.pick(r.find(answer), j.options.Pick, j.optimum != nil)
	result := Result{Verdict: Unparsed, Lists: many, Optimum: j.optimum}
	if skipped := r.skipped(list, many); len(skipped) > 0 {
		first := slices.MinFunc(skipped, func(a, b note) int { return a.start - b.start })
		result.Skipped, result.SkippedLine = len(skipped), excerpt(answer[first.start:first.end])
		result.skippedAt = lineOf(answer, first.start)
	}
	if many == 0 {
		if j.options.Truncated {
			result.Verdict = Truncated
		}
		return result
	}
	result.Verdict, result.Notation = Ambiguous, notations[list.notation]
	if j.options.Pick == "only" && many > 1 {
		return result
	}
	moves := r.moves[list.first:list.end]
	result.Moves = uint64(len(moves))
	disks := j.diskCodes(j.options.Disks)
	pegs, unknown := j.settle(moves, r.called, list.notation)
	result.Names, result.doubt = unknown, doubtful(moves, &disks)
	if result.Names != nil || result.doubt != "" {
		return result
	}
	p := replay{&j.puzzle, &result, j.start}
	for _, m := range moves {
		disk, from := int(disks[m.disk]), int(pegs[m.from])
		if m.from == nowhere {
			from = p.state.peg(max(disk, 1))
		}
		if !p.play(disk, from, int(pegs[m.to])) {
			at := int(m.start)
			result.Move = excerpt(answer[at:m.end()])
			result.Line, result.Offset = lineOf(answer, at), &at
			break
		}
	}
	p.finish(list.cut || j.options.Truncated)
	return result
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

// lineOf returns the number of the line with byte i, from 1.
func lineOf(text []byte, i int) int {
	before := text[:i]
	count := func(end string) int { return bytes.Count(before, []byte(end)) }
	return 1 + count("\n") + count("\r") - count("\r\n") + count("\u2028")
}

// Read judges the answer that r holds: packed and wide in constant memory, text up to
// Options.MaxBytes. The error is r's, or wraps ErrTooLong.
func (j *Judge) Read(r io.Reader) (Result, error) {
	if size := recordSizes[j.options.Notation]; size > 0 {
		return j.stream(r, size)
	}
	most := cmp.Or(j.options.MaxBytes, 1<<30)
	var text bytes.Buffer
	if f, ok := r.(*os.File); ok { // with room for all of it at once
		if info, err := f.Stat(); err == nil && info.Size() < int64(most) {
			text.Grow(int(info.Size()) + bytes.MinRead)
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
