// Package game is the model of the Tower of Hanoi as a game: a puzzle, the moves
// made so far with undo and redo, the counts of moves left and wasted, hints, and the
// solution from any state. It has no input or output, so that the terminal and the
// browser show the same game. All counts are exact for 1 to 64 disks.
//
// Pegs are 0, 1, 2, as in the library, and A, B, C where a player reads of them.
package game

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/hanoigen/hanoi"
)

// Puzzle is the task: to lead Start to Goal. Make one with [Between], [Classic],
// [Random] or [Daily]. The zero Puzzle is none.
type Puzzle struct {
	Start, Goal hanoi.State
	Name        string // in titles and results; "" for the pegs or states instead
}

// Between returns the puzzle between two states. The error wraps
// [hanoi.ErrState] if one of them is the zero State, they have different numbers
// of disks, or they are the same.
func Between(start, goal hanoi.State) (Puzzle, error) {
	left, err := hanoi.Distance(start, goal)
	if err != nil {
		return Puzzle{}, err
	}
	if left == 0 {
		return Puzzle{}, fmt.Errorf("%w to play: start and goal are both %v; give two different states", hanoi.ErrState, start)
	}
	return Puzzle{Start: start, Goal: goal}, nil
}

// Classic returns the puzzle of n disks, 1 … 64, from A to C. The error wraps
// [hanoi.ErrDisks].
func Classic(n int) (Puzzle, error) {
	start, err := hanoi.Perfect(n, 0)
	if err != nil {
		return Puzzle{}, err
	}
	goal, err := hanoi.Perfect(n, 2)
	return Puzzle{Start: start, Goal: goal}, err
}

// Random returns a puzzle between two different states of n disks, 1 … 64, each
// pair as likely as any other. It depends on n and the seed alone, on every
// machine. The error wraps [hanoi.ErrDisks].
func Random(n int, seed uint64) (Puzzle, error) {
	return random(n, fmt.Sprintf("random %d %d", n, seed))
}

// ErrDate is wrapped by the error for a text that is no date.
var ErrDate = errors.New("no such date")

// DailyName begins the name of a daily puzzle; its date follows.
const DailyName = "daily "

// Daily returns the puzzle of a day, written 2026-01-31. Like [Random] it depends
// on the day alone. The week begins with 4 disks on Monday and ends with 7 on
// Sunday. The error wraps [ErrDate].
func Daily(date string) (Puzzle, error) {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return Puzzle{}, fmt.Errorf("%w: %.20q; give one like 2026-01-31", ErrDate, date)
	}
	fromMonday := (int(day.Weekday()) + 6) % 7
	p, err := random(4+fromMonday/2, "daily "+date)
	p.Name = DailyName + date
	return p, err
}

// random draws two different states of n disks. They depend on the key alone: its
// SHA-256 is the seed of ChaCha8, whose output is specified.
func random(n int, key string) (Puzzle, error) {
	if _, err := hanoi.Perfect(n, 0); err != nil {
		return Puzzle{}, err
	}
	source := rand.NewChaCha8(sha256.Sum256([]byte(key)))
	for {
		start, err := randomState(n, source)
		if err != nil {
			return Puzzle{}, err
		}
		goal, err := randomState(n, source)
		if err != nil {
			return Puzzle{}, err
		}
		if start != goal {
			return Puzzle{Start: start, Goal: goal}, nil
		}
	}
}

// randomState gives each disk a peg: two bits, drawn again where they are 3.
func randomState(n int, source rand.Source) (hanoi.State, error) {
	var sets [3]uint64
	word, left := uint64(0), 0
	for disk := 0; disk < n; {
		if left == 0 {
			word, left = source.Uint64(), 32
		}
		if peg := word & 3; peg < 3 {
			sets[peg] |= 1 << disk
			disk++
		}
		word, left = word>>2, left-1
	}
	return hanoi.StateOf(n, sets)
}

// N returns the number of disks.
func (p Puzzle) N() int { return p.Start.N() }

// Optimum returns the fewest moves that solve the puzzle.
func (p Puzzle) Optimum() uint64 { return distance(p.Start, p.Goal) }

// String returns the puzzle's name. Without one, it returns the two pegs if start and
// goal are perfect states, and else the two states.
func (p Puzzle) String() string {
	if p.Name != "" {
		return p.Name
	}
	if from, to := p.Start.Peg(1), p.Goal.Peg(1); p.Start.IsPerfect() && p.Goal.IsPerfect() {
		return fmt.Sprintf("%c to %c", Letters[from], Letters[to])
	}
	return fmt.Sprintf("%v to %v", p.Start, p.Goal)
}

// distance is [hanoi.Distance] between states of one puzzle. It cannot fail: they have
// the same number of disks.
func distance(a, b hanoi.State) uint64 {
	d, err := hanoi.Distance(a, b)
	if err != nil {
		panic(err)
	}
	return d
}

// ParsePuzzle returns the puzzle between two states as [hanoi.ParseState] reads
// them. An empty start is all n disks on A, an empty goal all on C; n may be 0
// where a state says how many disks there are. The error wraps
// [hanoi.ErrDisks] or [hanoi.ErrState].
func ParsePuzzle(n int, start, goal string) (Puzzle, error) {
	var states [2]hanoi.State
	for i, text := range []string{start, goal} {
		if text == "" {
			continue
		}
		s, err := hanoi.ParseState(text)
		if err != nil {
			return Puzzle{}, err
		}
		if n == 0 {
			n = s.N()
		}
		if s.N() != n {
			return Puzzle{}, fmt.Errorf("%w: %v has %s, not %d; give as many everywhere",
				hanoi.ErrState, s, Number(CountOf(uint64(s.N())), "disk"), n)
		}
		states[i] = s
	}
	classic, err := Classic(n)
	if err != nil {
		return Puzzle{}, err
	}
	if states[0] == (hanoi.State{}) {
		states[0] = classic.Start
	}
	if states[1] == (hanoi.State{}) {
		states[1] = classic.Goal
	}
	return Between(states[0], states[1])
}
