package game

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// None is the peg in hand when there is none.
const None = uint8(3)

// Letters names the pegs for players; None has no letter.
var Letters = [...]string{"A", "B", "C", None: ""}

// Position is a state of a game, and the step that led to it: a move of the player, or
// moves of the solution that were shown. One undo takes one step back.
type Position struct {
	State hanoi.State
	Move  hanoi.Move // the player's; the zero Move where moves were shown
	Shown uint64     // how many moves were shown; 0 for a player's move
}

// Game is a puzzle that is being played. It has a history of positions with a cursor:
// undo and redo move the cursor, and a move drops the positions beyond it. Make one
// with [New]. A Game is not safe for concurrent use.
type Game struct {
	history []Position
	at      int
	picked  uint8
	hinted  bool // a hint is on show

	Puzzle Puzzle // not to be changed
	Hints  int    // how many hints were given; undo does not lower it
}

// New returns a game in which no move was made.
func New(p Puzzle) *Game {
	return &Game{Puzzle: p, history: []Position{{State: p.From}}, picked: None}
}

// Clone returns a copy that shares nothing that changes.
func (g *Game) Clone() *Game {
	c := *g
	c.history = slices.Clone(g.history)
	return &c
}

// History returns the positions from the beginning to the last that redo would lead
// to. Do not change it.
func (g *Game) History() []Position { return g.history }

// At returns which position of History is now, which is how many steps undo takes back.
func (g *Game) At() int { return g.at }

// Now returns where the game is.
func (g *Game) Now() Position { return g.history[g.at] }

// State returns where the disks are.
func (g *Game) State() hanoi.State { return g.Now().State }

// Made returns how many moves were made, those shown too, without those undone. With 64
// disks the optimum is 2⁶⁴−1 already, so one extra move needs a 65th bit.
func (g *Game) Made() *big.Int {
	return g.sum(func(p Position) uint64 { return max(1, p.Shown) })
}

// Shown returns how many of the moves made were shown.
func (g *Game) Shown() *big.Int {
	return g.sum(func(p Position) uint64 { return p.Shown })
}

func (g *Game) sum(moves func(Position) uint64) *big.Int {
	sum := new(big.Int)
	for _, p := range g.history[1 : g.at+1] {
		sum.Add(sum, new(big.Int).SetUint64(moves(p)))
	}
	return sum
}

// Left returns the fewest moves from here to the goal.
func (g *Game) Left() uint64 { return must.Get(hanoi.Distance(g.State(), g.Puzzle.To)) }

// Extra returns made + left − optimum: the moves that no good play wins back.
func (g *Game) Extra() *big.Int {
	extra := g.Made()
	extra.Add(extra, new(big.Int).SetUint64(g.Left()))
	return extra.Sub(extra, new(big.Int).SetUint64(g.Puzzle.Optimum()))
}

// Solved reports whether the goal stands.
func (g *Game) Solved() bool { return g.State() == g.Puzzle.To }

// Top returns the top disk of a peg, or 0 if the peg is empty.
func Top(s hanoi.State, peg uint8) uint8 {
	set := s.Disks(peg)
	if set == 0 {
		return 0
	}
	return uint8(bits.TrailingZeros64(set) + 1)
}

// Move moves the top disk of a peg to another. The error says in words for players why
// the rules forbid it; then nothing changes.
func (g *Game) Move(from, to uint8) error {
	m := hanoi.Move{Disk: Top(g.State(), from), From: from, To: to}
	next, err := g.State().Apply(m)
	switch {
	case errors.Is(err, hanoi.NoDisk):
		return fmt.Errorf("not allowed: %s has no disk to take", Letters[from])
	case errors.Is(err, hanoi.LargerOnSmaller):
		return fmt.Errorf("not allowed: disk %d cannot lie on disk %d, which is smaller", m.Disk, Top(g.State(), to))
	case err != nil:
		return err
	}
	g.add(Position{State: next, Move: m})
	return nil
}

// Solution returns the shortest path from here to the goal.
func (g *Game) Solution() *hanoi.Route {
	return must.Get(hanoi.Path(g.State(), g.Puzzle.To))
}

// Show makes so many moves of the solution from here, as one step, or all that are
// left if those are fewer. It reports whether there were any.
func (g *Game) Show(moves uint64) bool {
	route := g.Solution()
	moves = min(moves, route.Len())
	if moves > 0 {
		g.add(Position{State: route.StateAt(moves), Shown: moves})
	}
	return moves > 0
}

// ShowMore is Show, but for a step that was shown, too, it makes one step of that and
// these moves.
func (g *Game) ShowMore(moves uint64) bool {
	// What was shown and what is left are one path, no longer than 2⁶⁴−1 moves.
	shown := g.Now().Shown
	moves = shown + min(moves, g.Left())
	if shown > 0 {
		g.at--
	}
	return g.Show(moves)
}

// ShowNext is ShowMore for the next frame of the solution: one move at first, then more
// and more, so that even 2⁶⁴−1 moves end after about 1,400 frames.
func (g *Game) ShowNext() bool { return g.ShowMore(max(1, g.Now().Shown/32)) }

func (g *Game) add(p Position) {
	g.history = append(g.history[:g.at+1], p)
	g.goTo(g.at + 1)
}

// goTo moves the cursor, puts down the disk in hand and hides the hint. It reports whether
// there is such a position.
func (g *Game) goTo(at int) bool {
	if at < 0 || at >= len(g.history) {
		return false
	}
	g.at, g.picked, g.hinted = at, None, false
	return true
}

// Undo takes back the last step, and reports whether there was one.
func (g *Game) Undo() bool { return g.goTo(g.at - 1) }

// Redo repeats the step that was undone last, and reports whether there was one.
func (g *Game) Redo() bool { return g.goTo(g.at + 1) }

// Restart returns to the puzzle's start, with no history and no hints.
func (g *Game) Restart() { *g = *New(g.Puzzle) }

// Picked returns the peg whose top disk is in hand, or None.
func (g *Game) Picked() uint8 { return g.picked }

// Pick takes the top disk of a peg in hand. A disk in hand it puts back if it is from
// this peg, and else moves here. The error is that of Move; with an error, a disk in
// hand stays in hand.
func (g *Game) Pick(peg uint8) error {
	switch {
	case g.picked == peg:
		g.picked = None
	case g.picked != None:
		return g.Move(g.picked, peg)
	case Top(g.State(), peg) == 0:
		return g.Move(peg, peg)
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
		g.Hints++
		g.hinted = true
	}
	return moves
}

// Best is Hint, but does not count.
func (g *Game) Best() []hanoi.Move {
	moves, n, _, _ := hanoi.Next(g.State(), g.Puzzle.To) // two states of one puzzle
	return moves[:n]
}

// Hinted reports whether a hint was given for this state.
func (g *Game) Hinted() bool { return g.hinted }
