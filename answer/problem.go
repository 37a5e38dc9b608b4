package answer

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer/internal/grammar"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/pegs"
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
	// each disk, largest first, such as "0120". Pegs are digits from 0, whatever Pegs names, or
	// the letters A, B, C …, unless Pegs names others.
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

// Judge judges answers to one problem. It keeps buffers, and is for one goroutine at a time.
type Judge struct {
	puzzle
	options Options
	reader  grammar.Reader
	finding finding // of the last answer
}

// maxPegs is the most pegs that a problem may have, and maxDisks the most disks.
const maxPegs, maxDisks = pegs.Most, 64

// state is the set of disks on each peg: bit d−1 is disk d.
type state [maxPegs]uint64

// peg returns the peg of a disk; −1 if the disk does not exist. Disks are numbered from 1.
func (s *state) peg(disk int) int {
	return slices.IndexFunc(s[:], func(set uint64) bool { return set>>(disk-1)&1 != 0 })
}

// top returns the top disk of a peg as a set; 0 if there is none.
func (s *state) top(peg int) uint64 { return s[peg] & -s[peg] }

// below returns the disk that a disk lies on; 0 if there is none.
func (s *state) below(disk int) int { return lowest(s[s.peg(disk)] &^ all(disk)) }

// lowest returns the smallest disk of a set; 0 if it is empty.
func lowest(set uint64) int { return (bits.TrailingZeros64(set) + 1) % 65 }

// puzzle is a problem that was understood.
type puzzle struct {
	n, pegs        int
	names          grammar.NameSet // of the pegs; nil if the answer's own names decide
	start          state
	goals          []state
	source, target int             // the peg of a perfect start or goal; −1 if it is not perfect
	roles          grammar.NameSet // of the pegs between them; nil if one is not perfect
	optimum        *uint64         // the fewest moves from the start to a goal; nil if they are not known
	enough         uint64          // moves in a list that is complete without other lists
	words
}

// words holds what sentences about a puzzle need.
type words struct {
	digits  string // the pegs, if each has one character; or ""
	disks   string // Options.Disks
	anyGoal bool   // no goal was given
}

// pose sets the problem. The error wraps ErrProblem.
func (j *Judge) pose(p Problem) (err error) {
	z := puzzle{n: p.N, pegs: 3, words: words{disks: j.options.Disks, anyGoal: p.To == ""}}
	if p.Pegs != "" {
		names, err := pegs.Parse(p.Pegs)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrProblem, err)
		}
		z.pegs = len(names)
		for _, name := range names {
			bare := grammar.BareName(name)
			if z.names.Peg(bare) >= 0 {
				return fmt.Errorf("%w: pegs %.80q; two of them are read as one, such as peg1 and rod1; give other names", ErrProblem, p.Pegs)
			}
			z.names = append(z.names, []string{bare})
		}
		if z.digits = strings.Join(names, ""); utf8.RuneCountInString(z.digits) > z.pegs {
			z.digits = ""
		}
	}
	if longer := max(len(p.From), len(p.To)); z.n == 0 && longer > 1 {
		z.n = longer
	}
	if z.n < 0 || z.n > maxDisks {
		return fmt.Errorf("%w: %d disks; give 1 to %d", ErrProblem, z.n, maxDisks)
	}
	start, err := z.parseState("from", cmp.Or(p.From, "0"))
	goal, errTo := z.parseState("to", cmp.Or(p.To, "0"))
	if err = cmp.Or(err, errTo); err != nil {
		return err
	}
	z.start, z.source, z.target = start, z.perfect(start), -1
	if p.To != "" {
		z.goals, z.target = []state{goal}, z.perfect(goal)
	}
	for peg := 0; peg < z.pegs && p.To == ""; peg++ {
		if peg != z.source {
			var goal state
			goal[peg] = all(z.n)
			z.goals = append(z.goals, goal)
		}
	}
	switch {
	case z.n == 0:
		return fmt.Errorf("%w: the number of disks is missing; give n, 1 to %d, or a state", ErrProblem, maxDisks)
	case p.From == "" && p.To != "" && goal == start:
		return fmt.Errorf("%w: to %s is where the disks start; give from, or another goal", ErrProblem, p.To)
	}
	if z.names == nil && z.source >= 0 && z.target >= 0 && z.source != z.target {
		z.roles = make(grammar.NameSet, 3)
		z.roles[z.source], z.roles[3-z.source-z.target], z.roles[z.target] = grammar.Roles[0], grammar.Roles[1], grammar.Roles[2]
	}
	z.optimum = z.fewestMoves()
	z.enough = 2
	if z.optimum != nil {
		z.enough = *z.optimum
	}
	j.reader.SetNames(z.names)
	j.puzzle = z
	return nil
}

// hasLetters reports whether pegs in from and to may be the letters A, B, C …: their names are no
// others.
func (z *puzzle) hasLetters() bool {
	return z.names == nil || z.digits != "" && strings.HasPrefix("ABCDEFGHIJ", z.digits)
}

// parseState reads a state: the peg of all disks, or of each, largest first.
func (z *puzzle) parseState(name, text string) (s state, err error) {
	first := byte('0')
	if z.hasLetters() && text[0] >= 'A' {
		first = 'A'
	}
	for i, c := range []byte(text) {
		if int(c-first) >= z.pegs { // a byte below first wraps around
			return s, fmt.Errorf("%w: %s %.80q; give a peg, 0 to %d, or the peg of each disk", ErrProblem, name, text, z.pegs-1)
		}
		s[c-first] |= 1 << (len(text) - 1 - i)
	}
	if len(text) == 1 {
		s[text[0]-first] = all(z.n)
	} else if len(text) != z.n {
		return s, fmt.Errorf("%w: %s %.80q has %d disks, not %d; give the peg of each disk, or one peg", ErrProblem, name, text, len(text), z.n)
	}
	return s, nil
}

// result returns a Result without moves. It shares no memory with the puzzle.
func (z *puzzle) result() Result {
	r := Result{words: z.words}
	if z.optimum != nil {
		r.Optimum = new(*z.optimum)
	}
	return r
}

// all returns the set of n disks. As a number, it is 2ⁿ−1, the longest distance between two states.
func all(n int) uint64 { return 1<<n - 1 }

// perfect returns the peg on which all disks stand; −1 if there is none.
func (z *puzzle) perfect(s state) int { return slices.Index(s[:], all(z.n)) }

// left returns the fewest moves from a state of three pegs to a goal.
func (z *puzzle) left(s state) uint64 {
	from := must.Get(hanoi.StateOf(z.n, [3]uint64(s[:])))
	least := all(z.n)
	for _, goal := range z.goals {
		to := must.Get(hanoi.StateOf(z.n, [3]uint64(goal[:])))
		least = min(least, must.Get(hanoi.Distance(from, to)))
	}
	return least
}

// fewestMoves returns the fewest moves from the start to a goal; nil if they are not known.
func (z *puzzle) fewestMoves() *uint64 {
	switch isPerfect := z.source >= 0 && z.perfect(z.goals[0]) >= 0; {
	case z.pegs == 3:
		return new(z.left(z.start))
	case isPerfect && z.start == z.goals[0]:
		return new(uint64)
	case isPerfect:
		return new(pegs.FrameStewart(z.n, z.pegs))
	}
	return nil
}
