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

// None means no peg.
const None = uint8(3)

// Letters are the names of the pegs for players.
var Letters = [...]string{"A", "B", "C", None: ""}

// Position is a state of a game and the step that led to it. One undo takes back one step.
type Position struct {
	State hanoi.State
	Move  hanoi.Move // the player's move; zero if the step was shown
	Shown uint64     // the number of moves in a step that was shown; zero for a player's move
}

// Game is a puzzle being played: a history of positions with a cursor that undo and redo
// move. Undo and redo also cross from one game to the next. A new step, which is a move, a
// part of the solution, a restart or another puzzle, drops everything that redo could repeat.
// A Game is not safe for concurrent use. Its fields are read-only, except Hints.
type Game struct {
	Puzzle  Puzzle
	History []Position // all positions, including those that redo can reach
	At      int        // the index of the present position: the number of steps to undo
	Picked  uint8      // the peg whose top disk is in hand, or None
	Hints   int        // the number of hints given; undo does not lower it
	Hinted  bool       // the hint for this state is shown
	Ended   *Game      // the game before this one, to which undo at the start returns, or nil
	undone  *Game      // the game after this one, to which redo at the end returns, or nil
}

// New returns a game at the start of a puzzle.
func New(p Puzzle) *Game {
	return &Game{Puzzle: p, History: []Position{{State: p.From}}, Picked: None}
}

// Clone returns an independent copy.
func (g *Game) Clone() *Game {
	c := *g
	c.History = slices.Clone(g.History)
	return &c
}

// Now returns the present position.
func (g *Game) Now() Position { return g.History[g.At] }

// State returns the present state.
func (g *Game) State() hanoi.State { return g.Now().State }

// Made returns the number of moves made or shown; undone moves don't count. With 64 disks
// the optimum is 2⁶⁴−1, so one extra move needs a 65th bit.
func (g *Game) Made() *big.Int {
	return g.sum(func(p Position) uint64 { return max(1, p.Shown) })
}

// Shown returns how many of these moves were shown.
func (g *Game) Shown() *big.Int {
	return g.sum(func(p Position) uint64 { return p.Shown })
}

func (g *Game) sum(moves func(Position) uint64) *big.Int {
	sum := new(big.Int)
	for _, p := range g.History[1 : g.At+1] {
		sum.Add(sum, new(big.Int).SetUint64(moves(p)))
	}
	return sum
}

// Left returns the fewest moves from the present state to the goal.
func (g *Game) Left() uint64 { return must.Get(hanoi.Distance(g.State(), g.Puzzle.To)) }

// Extra returns made + left − optimum: the moves wasted so far.
func (g *Game) Extra() *big.Int {
	extra := g.Made()
	extra.Add(extra, new(big.Int).SetUint64(g.Left()))
	return extra.Sub(extra, new(big.Int).SetUint64(g.Puzzle.Optimum()))
}

// Solved reports whether the present state is the goal.
func (g *Game) Solved() bool { return g.State() == g.Puzzle.To }

// Top returns the top disk of a peg, or 0 if the peg is empty.
func Top(s hanoi.State, peg uint8) uint8 {
	set := s.Disks(peg)
	if set == 0 {
		return 0
	}
	return uint8(bits.TrailingZeros64(set) + 1)
}

// Move moves the top disk of one peg to another. The error tells the player why the rules
// forbid it.
func (g *Game) Move(from, to uint8) error {
	m := hanoi.Move{Disk: Top(g.State(), from), From: from, To: to}
	next, err := g.State().Apply(m)
	switch {
	case errors.Is(err, hanoi.NoDisk):
		return fmt.Errorf("not allowed: %s has no disk to take", Letters[from])
	case errors.Is(err, hanoi.LargerOnSmaller):
		return fmt.Errorf("not allowed: disk %d cannot lie on the smaller disk %d", m.Disk, Top(g.State(), to))
	case err != nil:
		return err
	}
	g.add(Position{State: next, Move: m})
	return nil
}

// Solution returns the shortest path from the present state to the goal.
func (g *Game) Solution() *hanoi.Route {
	return must.Get(hanoi.Path(g.State(), g.Puzzle.To))
}

// Show makes the next moves of the solution as one step: at most the given number. It
// reports whether any were left.
func (g *Game) Show(moves uint64) bool {
	route := g.Solution()
	moves = min(moves, route.Len())
	if moves > 0 {
		g.add(Position{State: route.StateAt(moves), Shown: moves})
	}
	return moves > 0
}

// ShowMore is like Show, but extends the last step if that was shown, too.
func (g *Game) ShowMore(moves uint64) bool {
	// This cannot overflow: shown + left is the length of a shortest path.
	shown := g.Now().Shown
	moves = shown + min(moves, g.Left())
	if shown > 0 {
		g.At--
	}
	return g.Show(moves)
}

// ShowNext shows the next frame of the solution: one move at first, then more at a time.
// Even 2⁶⁴−1 moves take only about 1,400 frames.
func (g *Game) ShowNext() bool { return g.ShowMore(max(1, g.Now().Shown/32)) }

func (g *Game) add(p Position) {
	g.dropUndone()
	g.History = append(g.History, p)
	g.goTo(g.At + 1)
}

// dropUndone drops what redo could repeat.
func (g *Game) dropUndone() {
	g.History = g.History[:g.At+1]
	g.undone = nil
}

// goTo moves the cursor if it can. Then it puts back the disk in hand and hides the hint.
func (g *Game) goTo(at int) bool {
	if at < 0 || at >= len(g.History) {
		return false
	}
	g.At, g.Picked, g.Hinted = at, None, false
	return true
}

// Undo takes back the last step or, at the start, returns to the game before this one. It
// reports whether there was one.
func (g *Game) Undo() bool {
	if g.At > 0 || g.Ended == nil {
		return g.goTo(g.At - 1)
	}
	g.goTo(g.At)
	undone := *g
	*g = *g.Ended.Clone()
	g.undone = &undone
	return true
}

// Redo repeats what was undone last. It reports whether there was anything.
func (g *Game) Redo() bool {
	if g.goTo(g.At + 1) {
		return true
	}
	if g.undone == nil {
		return false
	}
	ended := *g
	*g = *g.undone.Clone()
	g.Ended = &ended
	return true
}

// Begin begins another puzzle, without history and hints. Undo returns to this game.
func (g *Game) Begin(p Puzzle) {
	g.dropUndone()
	g.goTo(g.At)
	ended := *g
	*g = *New(p)
	g.Ended = &ended
}

// Restart begins the puzzle again. At the start without a hint, it reports false.
func (g *Game) Restart() bool {
	if g.At == 0 && g.Hints == 0 {
		return false
	}
	g.Begin(g.Puzzle)
	return true
}

// Pick lifts the top disk of a peg. If a disk is in hand already, Pick moves it to the peg,
// or puts it back if it came from there. If a move is illegal, the disk stays in hand.
func (g *Game) Pick(peg uint8) error {
	switch {
	case g.Picked == peg:
		g.Picked = None
	case g.Picked != None:
		return g.Move(g.Picked, peg)
	case Top(g.State(), peg) == 0:
		return g.Move(peg, peg)
	default:
		g.Picked = peg
	}
	return nil
}

// Hint puts back the disk in hand and returns the moves that begin a shortest path to the
// goal: one or two, or none at the goal. Until the state changes, repeated calls count as one
// hint.
func (g *Game) Hint() []hanoi.Move {
	moves := g.Best()
	g.Picked = None
	if len(moves) > 0 && !g.Hinted {
		g.Hints++
		g.Hinted = true
	}
	return moves
}

// Best returns the same moves as Hint without counting a hint.
func (g *Game) Best() []hanoi.Move {
	moves, n, _, _ := hanoi.Next(g.State(), g.Puzzle.To) // cannot fail: both have the same disks
	return moves[:n]
}
