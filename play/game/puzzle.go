// Package game is the Tower of Hanoi as a game: a puzzle, the moves made so far with
// undo and redo, hints, the solution from any state, and exact counts for 1 to 64 disks.
// It does no input or output: the terminal and the browser show the same game.
//
// Pegs are 0, 1, 2 as in the library, and A, B, C in what players read.
package game

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/instance"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/notation"
	"github.com/hanoigen/hanoi/internal/number"
)

// Puzzle is a task: move the disks from one state to another.
type Puzzle struct {
	From, To hanoi.State
	Daily    string // the date of a daily puzzle, like 2026-01-31
}

// DefaultDisks is the default number of disks.
const DefaultDisks = 5

// Larger returns the next puzzle after a win: from A to C with one more disk, up to 64.
func (p Puzzle) Larger() (larger Puzzle, ok bool) {
	larger, err := Parse(p.N()+1, "", "")
	return larger, err == nil
}

// Parse returns the puzzle of n disks between two places, each a peg (A, B, C or 0, 1, 2, for
// all disks) or a state. An empty from means A; an empty to means C, or A if all disks start
// on C. If n is 0, a state gives the number of disks, or else it is [DefaultDisks].
func Parse(n int, from, to string) (Puzzle, error) {
	for _, text := range []string{from, to} {
		if s, err := hanoi.ParseState(text); err == nil && len(text) > 1 {
			n = cmp.Or(n, s.N())
		}
	}
	n = cmp.Or(n, DefaultDisks)
	start, startErr := place(n, cmp.Or(from, "A"))
	goal, goalErr := place(n, cmp.Or(to, "C"))
	if to == "" && goal == start {
		goal, goalErr = place(n, "A")
	}
	if err := cmp.Or(startErr, goalErr); err != nil {
		return Puzzle{}, err
	}
	if start == goal {
		return Puzzle{}, fmt.Errorf("to %.80q is where the disks start; give another goal", to)
	}
	return Puzzle{From: start, To: goal}, nil
}

// place parses a state of n disks, or a peg that holds them all.
func place(n int, text string) (hanoi.State, error) {
	if peg, err := notation.Peg(text); err == nil {
		return hanoi.Perfect(n, peg)
	}
	s, err := hanoi.ParseState(text)
	if err == nil && s.N() != n {
		err = fmt.Errorf("%.80q has %s, not %d; give the same number everywhere", text, number.Count(s.N(), "disk"), n)
	}
	return s, err
}

// Random returns the puzzle that "hanoigen instances" draws first for a seed: n disks and
// two states, all pairs equally likely. The error wraps [hanoi.ErrDisks].
func Random(n int, seed uint64) (Puzzle, error) {
	if _, err := hanoi.Perfect(n, 0); err != nil {
		return Puzzle{}, err
	}
	first := must.Get(instance.NewSampler(instance.Options{Seed: seed, MinDisks: n, MaxDisks: n})).At(0)
	return Puzzle{From: must.Get(hanoi.ParseState(first.From)), To: must.Get(hanoi.ParseState(first.To))}, nil
}

// Daily returns the puzzle of today, or of a day like 2026-01-31: [Random] with the digits of
// the date as the seed, and 4 disks on Monday up to 7 on Sunday.
func Daily(date string) (Puzzle, error) {
	if date == "today" {
		date = time.Now().Format(time.DateOnly)
	}
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return Puzzle{}, fmt.Errorf("%.20q isn't a date; give one like 2026-01-31", date)
	}
	fromMonday := (int(day.Weekday()) + 6) % 7
	seed := 10000*day.Year() + 100*int(day.Month()) + day.Day()
	p, err := Random(4+fromMonday/2, uint64(seed))
	p.Daily = date
	return p, err
}

// N returns the number of disks.
func (p Puzzle) N() int { return p.From.N() }

// Optimum returns the fewest moves that solve the puzzle.
func (p Puzzle) Optimum() uint64 { return must.Get(hanoi.Distance(p.From, p.To)) }

// String returns the date of a daily puzzle, or else its start and goal.
func (p Puzzle) String() string {
	if p.Daily != "" {
		return "daily " + p.Daily
	}
	return Place(p.From) + " to " + Place(p.To)
}

// Place returns the peg that all disks are on, such as C, or the peg of each, such as CABB.
// [Parse] reads it.
func Place(s hanoi.State) string {
	if IsPerfect(s) {
		return Letters[s.Peg(1)]
	}
	return strings.NewReplacer("0", "A", "1", "B", "2", "C").Replace(s.String())
}

// IsPerfect reports whether all disks are on one peg.
func IsPerfect(s hanoi.State) bool { return s == must.Get(hanoi.Perfect(s.N(), s.Peg(1))) }
