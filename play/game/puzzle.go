// Package game is the model of the Tower of Hanoi as a game: a puzzle, the moves
// made so far with undo and redo, the counts of moves to go and of extra ones, hints, and the
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

// Puzzle is the task: to bring the disks from one state to another. Make one with
// [Parse], [Classic], [Random] or [Daily].
type Puzzle struct {
	From, To hanoi.State
	Name     string // in titles and results; "" for the pegs or states instead
}

// DefaultDisks is the number of disks of a puzzle where nobody says.
const DefaultDisks = 5

// Classic returns the puzzle of n disks, 1 … 64, from A to C. The error wraps
// [hanoi.ErrDisks].
func Classic(n int) (Puzzle, error) {
	from, err := hanoi.Perfect(n, 0)
	if err != nil {
		return Puzzle{}, err
	}
	to, err := hanoi.Perfect(n, 2)
	return Puzzle{From: from, To: to}, err
}

// Larger returns the classic puzzle with one disk more, for those who solved this one.
// There is none beyond 64 disks.
func (p Puzzle) Larger() (larger Puzzle, ok bool) {
	larger, err := Classic(p.N() + 1)
	return larger, err == nil
}

// Parse returns the puzzle of n disks between two places, each a peg (0, 1 or 2, for
// all disks there) or a state. Without from, the disks start on A; without to, they go
// to C, but from C to A. Where n is 0, a state gives it, or else it is [DefaultDisks]. The
// error wraps [hanoi.ErrDisks] or [hanoi.ErrState].
func Parse(n int, from, to string) (Puzzle, error) {
	if from == "" {
		from = "0"
	}
	for _, text := range []string{from, to} {
		if n != 0 || len(text) <= 1 {
			continue
		}
		s, err := hanoi.ParseState(text)
		if err != nil {
			return Puzzle{}, err
		}
		n = s.N()
	}
	if n == 0 {
		n = DefaultDisks
	}
	start, err := place(n, from)
	if err != nil {
		return Puzzle{}, err
	}
	if to == "" {
		to = "2"
		if start.IsPerfect() && start.Peg(1) == 2 {
			to = "0"
		}
	}
	goal, err := place(n, to)
	if err != nil {
		return Puzzle{}, err
	}
	if start == goal {
		return Puzzle{}, fmt.Errorf("%w to play: from and to are both %v; give two different states", hanoi.ErrState, start)
	}
	return Puzzle{From: start, To: goal}, nil
}

// place returns the state of n disks that a peg or a state names.
func place(n int, text string) (hanoi.State, error) {
	if len(text) == 1 && "0" <= text && text <= "2" {
		return hanoi.Perfect(n, text[0]-'0')
	}
	if _, err := hanoi.Perfect(n, 0); err != nil {
		return hanoi.State{}, err
	}
	s, err := hanoi.ParseState(text)
	if err == nil && s.N() != n {
		err = fmt.Errorf("%w: %v has %s, not %d; give as many everywhere", hanoi.ErrState, s, Number(CountOf(uint64(s.N())), "disk"), n)
	}
	return s, err
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
		from, err := randomState(n, source)
		if err != nil {
			return Puzzle{}, err
		}
		to, err := randomState(n, source)
		if err != nil {
			return Puzzle{}, err
		}
		if from != to {
			return Puzzle{From: from, To: to}, nil
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
func (p Puzzle) N() int { return p.From.N() }

// Optimum returns the fewest moves that solve the puzzle.
func (p Puzzle) Optimum() uint64 { return distance(p.From, p.To) }

// String returns the puzzle's name. Without one, it returns the two pegs if all disks
// go from one to the other, and else the two states.
func (p Puzzle) String() string {
	if p.Name != "" {
		return p.Name
	}
	if from, to := p.From.Peg(1), p.To.Peg(1); p.From.IsPerfect() && p.To.IsPerfect() {
		return fmt.Sprintf("%c to %c", Letters[from], Letters[to])
	}
	return fmt.Sprintf("%v to %v", p.From, p.To)
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
