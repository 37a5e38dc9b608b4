package game

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hanoigen/hanoi"
)

// The functions below word what a player reads in the terminal and in the browser:
// short sentences with pegs as letters.

// Title returns a heading that names the puzzle.
func Title(p Puzzle) string {
	disks := Number(CountOf(uint64(p.N())), "disk")
	if p.Name != "" {
		return "Tower of Hanoi, " + p.Name + ", " + disks
	}
	return "Tower of Hanoi, " + disks
}

// SayMove returns a move as a sentence.
func SayMove(m hanoi.Move) string {
	return fmt.Sprintf("Disk %d from %c to %c.", m.Disk, Letters[m.From], Letters[m.To])
}

// SayBest returns the moves of a hint as a sentence.
func SayBest(moves []hanoi.Move) string {
	switch len(moves) {
	case 0:
		return "You are at the goal: no move is left to make."
	case 1:
		return "Best: d" + SayMove(moves[0])[1:]
	}
	first := strings.TrimSuffix(SayMove(moves[0]), ".")
	return "Two moves are best: d" + first[1:] + ", or d" + SayMove(moves[1])[1:]
}

// SayStep returns a step that was made as a sentence.
func SayStep(s Step) string {
	if s.Shown > 0 {
		return Number(CountOf(s.Shown), "move") + " of the solution shown."
	}
	return SayMove(s.Move)
}

// SayPicked returns what is in hand as a sentence.
func (g *Game) SayPicked() string {
	if g.picked == None {
		return "Nothing is in hand."
	}
	return fmt.Sprintf("Disk %d of %c is in hand.", g.State().Top(g.picked), Letters[g.picked])
}

// SayCounts returns the four numbers of a game as a line.
func (g *Game) SayCounts() string {
	return fmt.Sprintf("Moves %v, to go %d, extra %v, fewest possible %d.", g.Made(), g.Left(), g.Extra(), g.puzzle.Optimum())
}

// SayWin returns the praise for a solved game as a sentence.
func (g *Game) SayWin() string {
	now := g.Position()
	moves := Number(now.Made, "move")
	switch extra := g.Extra(); {
	case !now.Shown.IsZero():
		return fmt.Sprintf("Solved in %s, %v of them by the computer. Can you do it alone?", moves, now.Shown)
	case extra.IsZero():
		return fmt.Sprintf("Well done! %s: nobody can do it in fewer.", moves)
	default:
		return fmt.Sprintf("Well done! %s, %v more than needed.", moves, extra)
	}
}

// SayError returns an error as a sentence.
func SayError(err error) string {
	first, size := utf8.DecodeRuneInString(err.Error())
	return string(unicode.ToUpper(first)) + err.Error()[size:] + "."
}
