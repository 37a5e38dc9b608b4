package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi"
)

// Letters names the pegs for players.
const Letters = "ABC"

// None is the peg in hand when there is none.
const None = uint8(3)

// Step is what one undo takes back: a move that the player made, or one or more moves
// of the solution that were shown.
type Step struct {
	Move  hanoi.Move // the player's; the zero Move where moves were shown
	Shown uint64     // how many moves were shown; 0 for a player's move
}

// Moves returns how many moves the step has.
func (s Step) Moves() uint64 { return max(1, s.Shown) }

// Position is a moment of a game.
type Position struct {
	State hanoi.State
	Made  Count // all moves up to here, those shown too
	Shown Count // those of them that were shown
}

// Game is a puzzle that is being played. It has a history of steps with a cursor: undo
// and redo move the cursor, and a move drops the steps beyond it. Make one with [New]
// or [Continue]. A Game is not safe for concurrent use.
type Game struct {
	puzzle Puzzle
	first  Position // where the history begins
	steps  []Step
	after  []Position // after each step
	at     int        // the cursor: how many steps are made
	picked uint8
	hints  int
	hinted bool // a hint is on show
}

// New returns a game in which no move was made.
func New(p Puzzle) *Game { return &Game{puzzle: p, first: Position{State: p.From}, picked: None} }

// ErrPast is wrapped by the error for a position that no game can have reached.
var ErrPast = errors.New("no such past")

// Continue returns a game that goes on from a position, whose history is not
// known. The error wraps [hanoi.ErrState] if the position has another number of
// disks, and [ErrPast] if its counts cannot be: fewer moves made than lead there,
// more shown than made, or a negative number of hints.
func Continue(p Puzzle, from Position, hints int) (*Game, error) {
	least, err := hanoi.Distance(p.From, from.State)
	switch {
	case err != nil:
		return nil, err
	case from.Made.less(CountOf(least)):
		return nil, fmt.Errorf("%w: %v moves made, but from %v to %v takes %d at least", ErrPast, from.Made, p.From, from.State, least)
	case from.Made.less(from.Shown):
		return nil, fmt.Errorf("%w: %v moves made, but %v of them shown", ErrPast, from.Made, from.Shown)
	case hints < 0:
		return nil, fmt.Errorf("%w: %d hints; give 0 or more", ErrPast, hints)
	}
	return &Game{puzzle: p, first: from, picked: None, hints: hints}, nil
}

// Clone returns a copy that shares nothing that changes.
func (g *Game) Clone() *Game {
	c := *g
	c.steps, c.after = slices.Clone(g.steps), slices.Clone(g.after)
	return &c
}

// Puzzle returns the puzzle that is played.
func (g *Game) Puzzle() Puzzle { return g.puzzle }

// First returns the position in which the history begins: the start, unless the
// game was continued or folded.
func (g *Game) First() Position { return g.first }

// Steps returns the history, with the steps that redo would make. Do not change it.
func (g *Game) Steps() []Step { return g.steps }

// At returns how many of Steps are made.
func (g *Game) At() int { return g.at }

// Position returns where the game is.
func (g *Game) Position() Position { return g.positionAt(g.at) }

func (g *Game) positionAt(step int) Position {
	if step == 0 {
		return g.first
	}
	return g.after[step-1]
}

// State returns where the disks are.
func (g *Game) State() hanoi.State { return g.Position().State }

// Made returns how many moves were made, those shown too, without those undone.
func (g *Game) Made() Count { return g.Position().Made }

// Left returns the fewest moves from here to the goal.
func (g *Game) Left() uint64 { return distance(g.State(), g.puzzle.To) }

// Extra returns made + left − optimum: the moves that no good play wins back.
func (g *Game) Extra() Count { return g.Made().plus(g.Left()).minus(g.puzzle.Optimum()) }

// Solved reports whether the goal stands.
func (g *Game) Solved() bool { return g.State() == g.puzzle.To }

// ErrRefused is wrapped by the error for a move that the rules forbid. The text is for
// players.
var ErrRefused = errors.New("not allowed")

// Refusal says why the rules forbid a move of the top disk of one peg to another,
// 0, 1 or 2 each: the error wraps [ErrRefused]. It is nil for a legal move.
func (g *Game) Refusal(from, to uint8) error {
	disk, onto := g.State().Top(from), g.State().Top(to)
	switch {
	case disk == 0:
		return fmt.Errorf("%w: %c has no disk to take", ErrRefused, Letters[from])
	case from == to:
		return fmt.Errorf("%w: disk %d is on %c already", ErrRefused, disk, Letters[to])
	case onto != 0 && onto < disk:
		return fmt.Errorf("%w: disk %d cannot lie on disk %d, which is smaller", ErrRefused, disk, onto)
	}
	return nil
}

// Move moves the top disk of a peg to another. The error is that of Refusal; with an
// error, nothing changes.
func (g *Game) Move(from, to uint8) error {
	if err := g.Refusal(from, to); err != nil {
		return err
	}
	now := g.Position()
	m := hanoi.Move{Disk: now.State.Top(from), From: from, To: to}
	next, err := now.State.Apply(m)
	if err != nil {
		return err
	}
	g.add(Step{Move: m}, Position{next, now.Made.plus(1), now.Shown})
	return nil
}

// Show makes so many moves of the solution from here, as one step, or all that are
// left if those are fewer. It returns how many.
func (g *Game) Show(moves uint64) uint64 {
	now := g.Position()
	route, err := hanoi.Path(now.State, g.puzzle.To)
	if err != nil {
		panic(err) // two states of one puzzle
	}
	moves = min(moves, route.Len())
	if moves > 0 {
		g.add(Step{Shown: moves}, Position{route.StateAt(moves), now.Made.plus(moves), now.Shown.plus(moves)})
	}
	return moves
}

// ShowMore is Show, but adds the moves to the last step if that was shown too. It
// returns how many moves the step has then.
func (g *Game) ShowMore(moves uint64) uint64 {
	if g.at == 0 || g.steps[g.at-1].Shown == 0 {
		return g.Show(moves)
	}
	if g.Solved() {
		return g.steps[g.at-1].Shown
	}
	// What is left and what was shown are one path, so the sum is no longer than
	// that.
	sum := g.steps[g.at-1].Shown + min(moves, g.Left())
	g.at--
	return g.Show(sum)
}

func (g *Game) add(s Step, p Position) {
	g.steps = append(g.steps[:g.at], s)
	g.after = append(g.after[:g.at], p)
	g.at++
	g.rest()
}

// rest puts down the disk in hand and hides the hint, after a change of the state.
func (g *Game) rest() { g.picked, g.hinted = None, false }

// Undo takes back the last step, and reports whether there was one.
func (g *Game) Undo() bool {
	if g.at == 0 {
		return false
	}
	g.at--
	g.rest()
	return true
}

// Redo repeats the step that was undone last, and reports whether there was one.
func (g *Game) Redo() bool {
	if g.at == len(g.steps) {
		return false
	}
	g.at++
	g.rest()
	return true
}

// Restart returns to the puzzle's start, with no history and no hints.
func (g *Game) Restart() { *g = *New(g.puzzle) }

// Fold forgets all but the last keep steps made, and keeps the counts and the steps
// undone. It returns how many steps it forgot: 0 if no more than keep are made.
func (g *Game) Fold(keep int) int {
	n := g.at - keep
	if n <= 0 {
		return 0
	}
	g.first = g.after[n-1]
	g.steps, g.after = slices.Clone(g.steps[n:]), slices.Clone(g.after[n:])
	g.at = keep
	return n
}

// Forget drops the moves that are undone: there is nothing to redo.
func (g *Game) Forget() { g.steps, g.after = g.steps[:g.at], g.after[:g.at] }

// Picked returns the peg whose top disk is in hand, or None.
func (g *Game) Picked() uint8 { return g.picked }

// Pick takes the top disk of a peg in hand. A disk in hand it puts back if it is from
// this peg, and else moves here. The error is that of Refusal; with an error, a disk
// in hand stays in hand.
func (g *Game) Pick(peg uint8) error {
	switch {
	case g.picked == peg:
		g.picked = None
	case g.picked != None:
		return g.Move(g.picked, peg)
	case g.State().Top(peg) == 0:
		return g.Refusal(peg, peg)
	default:
		g.picked = peg
	}
	return nil
}

// Hint returns the moves that begin a shortest path to the goal: one, two where two
// are as good, or none if the goal stands. It counts as one hint until the state
// changes.
func (g *Game) Hint() []hanoi.Move {
	moves := g.Best()
	if len(moves) > 0 && !g.hinted {
		g.hints++
		g.hinted = true
	}
	return moves
}

// Best is Hint, but does not count.
func (g *Game) Best() []hanoi.Move {
	moves, n, _, err := hanoi.Next(g.State(), g.puzzle.To)
	if err != nil {
		panic(err) // two states of one puzzle
	}
	return moves[:n]
}

// Hinted reports whether a hint was given for this state.
func (g *Game) Hinted() bool { return g.hinted }

// Hints returns how many hints were given. Undo does not lower it.
func (g *Game) Hints() int { return g.hints }

// Result returns the result of the game so far, as one line to copy.
func (g *Game) Result() string {
	var b strings.Builder
	now, optimum := g.Position(), g.puzzle.Optimum()
	fmt.Fprintf(&b, "Tower of Hanoi, %v, %s: %s, ", g.puzzle, Number(CountOf(uint64(g.puzzle.N())), "disk"), Number(now.Made, "move"))
	switch extra := g.Extra(); {
	case !g.Solved():
		fmt.Fprintf(&b, "%d to go, fewest possible %d", g.Left(), optimum)
	case extra.IsZero():
		b.WriteString("the fewest possible")
	default:
		fmt.Fprintf(&b, "fewest possible %d, %v extra", optimum, extra)
	}
	if g.hints > 0 {
		b.WriteString(", " + Number(CountOf(uint64(g.hints)), "hint"))
	}
	if !now.Shown.IsZero() {
		b.WriteString(", " + Number(now.Shown, "move") + " shown")
	}
	return b.String()
}

// Number returns a count with its noun: "1 move", "2 moves".
func Number(c Count, noun string) string {
	if c != CountOf(1) {
		noun += "s"
	}
	return c.String() + " " + noun
}

// Pace returns how many moves of the solution to show at a time, frame by frame
// from 0 on: one at first, then more and more, so that even 2⁶⁴−1 moves end after
// about 1,600 frames.
func Pace(frame int) uint64 {
	const alone, double = 48, 24 // frames with one move, and after how many more it doubles
	return 1 << min(62, max(0, frame-alone)/double)
}
