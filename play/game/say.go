package game

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
)

// These functions write the sentences that players read in the terminal and the browser.

// Fold returns a command in lower case, so that commands work with Caps Lock. R differs from r.
func Fold(command string) string {
	if command == "R" {
		return command
	}
	return strings.ToLower(command)
}

// Obey carries out a command that the drawn game and the plain game share, and says what it
// did. It reports whether the command exists.
func (g *Game) Obey(command string) (said string, ok bool) {
	switch command {
	case "u", "undo":
		if g.Undo() {
			return "Taken back.", true
		}
		return "There is no move to take back.", true
	case "r", "redo":
		if g.Redo() {
			return "Made again.", true
		}
		return "There is no move to make again.", true
	case "h", "hint":
		return SayBest(g.Hint()), true
	case "R", "restart":
		if !g.Restart() {
			return "This is the start.", true
		}
		return "From the start. Undo brings the game back.", true
	case "n", "next":
		p, larger := g.Puzzle.Larger()
		if !g.Solved() || !larger {
			p = must.Get(Random(g.Puzzle.N(), rand.Uint64()))
		}
		g.Begin(p)
		return "A new puzzle. Undo brings the last game back.", true
	}
	return "", false
}

// SayPick picks a peg and says what that did. It reports whether it was allowed.
func (g *Game) SayPick(peg uint8) (said string, ok bool) {
	at := g.At
	if err := g.Pick(peg); err != nil {
		return SayError(err), false
	}
	if g.At != at {
		return g.SayStep(), true
	}
	return g.SayPicked(), true
}

// Title returns a heading for the puzzle.
func (p Puzzle) Title() string {
	title := "Tower of Hanoi, "
	if p.Daily != "" {
		title += p.String() + ", "
	}
	return title + number.Count(p.N(), "disk")
}

// SayMove returns a move as a sentence.
func SayMove(m hanoi.Move) string { return sentence(inWords(m)) }

func inWords(m hanoi.Move) string {
	return fmt.Sprintf("disk %d from %s to %s", m.Disk, Letters[m.From], Letters[m.To])
}

// SayBest returns the moves of a hint as a sentence.
func SayBest(moves []hanoi.Move) string {
	switch len(moves) {
	case 0:
		return "You are at the goal: no moves are left."
	case 1:
		return "Best: " + inWords(moves[0]) + "."
	}
	return "Two moves are best: " + inWords(moves[0]) + ", or " + inWords(moves[1]) + "."
}

// SayStep returns the last step as a sentence.
func (g *Game) SayStep() string {
	now := g.Now()
	if now.Shown > 0 {
		return number.Count(now.Shown, "move") + " of the solution shown."
	}
	return SayMove(now.Move)
}

// SayPicked returns a sentence about the disk in hand.
func (g *Game) SayPicked() string {
	if g.Picked == None {
		return "Nothing is in hand."
	}
	return fmt.Sprintf("Disk %d of %s is in hand.", Top(g.State(), g.Picked), Letters[g.Picked])
}

// SayCounts returns a line with the four counts of a game.
func (g *Game) SayCounts() string {
	return fmt.Sprintf("Moves %v, to go %d, extra %v, fewest possible %d.", g.Made(), g.Left(), g.Extra(), g.Puzzle.Optimum())
}

// SayWin praises the player of a solved game.
func (g *Game) SayWin() string {
	moves := number.Count(g.Made(), "move")
	switch shown, extra := g.Shown(), g.Extra(); {
	case shown.Sign() > 0:
		return fmt.Sprintf("Solved in %s, %v of them by the computer. Can you do it alone?", moves, shown)
	case extra.Sign() == 0:
		return fmt.Sprintf("Well done! %s, the fewest possible.", moves)
	default:
		return fmt.Sprintf("Well done! %s, %v more than needed.", moves, extra)
	}
}

// Result returns the result of the game so far, as one line to copy.
func (g *Game) Result() string {
	optimum := g.Puzzle.Optimum()
	line := fmt.Sprintf("Tower of Hanoi, %v, %s: %s, ", g.Puzzle, number.Count(g.Puzzle.N(), "disk"), number.Count(g.Made(), "move"))
	switch extra := g.Extra(); {
	case !g.Solved():
		line += fmt.Sprintf("%d to go, fewest possible %d", g.Left(), optimum)
	case extra.Sign() == 0:
		line += "the fewest possible"
	default:
		line += fmt.Sprintf("fewest possible %d, %v extra", optimum, extra)
	}
	if g.Hints > 0 {
		line += ", " + number.Count(g.Hints, "hint")
	}
	if shown := g.Shown(); shown.Sign() > 0 {
		line += ", " + number.Count(shown, "move") + " shown"
	}
	return line
}

// ParsePeg returns the peg that a player calls A, a or 1 and so on, or None.
func ParsePeg(text string) uint8 {
	if at := strings.Index("ABCabc123", text); at >= 0 && len(text) == 1 {
		return uint8(at % 3)
	}
	return None
}

// SayError returns an error as a sentence.
func SayError(err error) string { return sentence(err.Error()) }

func sentence(words string) string {
	return strings.ToUpper(words[:1]) + words[1:] + "."
}

// Row is one row of a drawn peg: one disk, or several folded together.
type Row struct {
	Smallest, Largest int
	Count             int
}

// Stack returns the disks of a peg from the top down, in at most height ≥ 1 rows. Without
// room for all, the lowest disks share the last row, since they move least.
func Stack(s hanoi.State, peg uint8, height int) []Row {
	var rows []Row
	for set := s.Disks(peg); set != 0; set &= set - 1 {
		disk := bits.TrailingZeros64(set) + 1
		if len(rows) == height-1 {
			return append(rows, Row{disk, bits.Len64(set), bits.OnesCount64(set)})
		}
		rows = append(rows, Row{disk, disk, 1})
	}
	return rows
}

// String returns the number of the disk, or the count and range of folded disks.
func (r Row) String() string {
	if r.Count == 1 {
		return fmt.Sprint(r.Smallest)
	}
	return fmt.Sprintf("%d disks, %d–%d", r.Count, r.Smallest, r.Largest)
}

// Disks lists the disks of a peg from the top down, such as "1 to 3, 5", or "none".
func Disks(s hanoi.State, peg uint8) string {
	return cmp.Or(number.List(s.Disks(peg), false), "none")
}
