package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/play/game"
)

const plainHelp = `Commands, one per line:
a c       move the top disk of A to C; also ac, 1 3, or a and c on two lines
u, undo   take back the last move, restart or puzzle
r, redo   make it again
h, hint   the best move from here
s, solve  show the solution from here; solve 5 shows 5 moves
state     where the disks are
goal      where the disks have to go
result    one line to copy
restart   begin again; also R
n, next   another puzzle, with one more disk after a win
q, quit   end the game`

// Plain plays a game line by line: it never overwrites output. It returns at the end of the
// input, or when the player quits.
func Plain(g *game.Game, in io.Reader, out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, sayPuzzle(g))
	lines := bufio.NewScanner(in)
	for {
		fmt.Fprint(w, "> ")
		if err := w.Flush(); err != nil {
			return err
		}
		if !lines.Scan() {
			fmt.Fprintln(w)
			err := lines.Err()
			if errors.Is(err, bufio.ErrTooLong) {
				err = fmt.Errorf("a line is %d bytes or longer; type help for the commands", bufio.MaxScanTokenSize)
			}
			return errors.Join(err, w.Flush())
		}
		line := game.Fold(strings.TrimSpace(lines.Text()))
		if line == "q" || line == "quit" || line == "exit" {
			return w.Flush()
		}
		puzzle, now := g.Puzzle, g.Now()
		said := carryOut(g, line)
		switch {
		case g.Puzzle != puzzle:
			said += "\n" + sayPuzzle(g)
		case g.Now() != now:
			said += " " + sayState(g)
		}
		if said != "" {
			fmt.Fprintln(w, said)
		}
	}
}

// sayPuzzle describes the puzzle and says where the disks are.
func sayPuzzle(g *game.Game) string {
	heading := fmt.Sprintf("Tower of Hanoi, %s, %v. Type help for the commands.", number.Count(g.Puzzle.N(), "disk"), g.Puzzle)
	return strings.Join([]string{heading, sayGoal(g), sayState(g)}, "\n")
}

func sayGoal(g *game.Game) string { return "Goal. " + sayPegs(g.Puzzle.To) }

func sayPegs(s hanoi.State) string {
	return fmt.Sprintf("A: %s. B: %s. C: %s.", game.Disks(s, 0), game.Disks(s, 1), game.Disks(s, 2))
}

// sayState says where the disks are, gives the counts and, after a win, the result.
func sayState(g *game.Game) string {
	lines := []string{sayPegs(g.State()), g.SayCounts()}
	if g.Solved() {
		lines = append(lines, g.SayWin(), g.Result())
		if larger, ok := g.Puzzle.Larger(); ok {
			lines = append(lines, fmt.Sprintf("Type next for %d disks.", larger.N()))
		}
	}
	return strings.Join(lines, "\n")
}

// carryOut carries out a line, and returns what to print before the state.
func carryOut(g *game.Game, line string) string {
	if said, ok := g.Obey(line); ok {
		return said
	}
	command, argument, _ := strings.Cut(line, " ")
	switch {
	case line == "?", line == "help":
		return plainHelp
	case line == "state":
		return sayState(g)
	case line == "goal":
		return sayGoal(g)
	case line == "result":
		return g.Result()
	case command == "s", command == "solve":
		return solve(g, strings.TrimSpace(argument))
	}
	return move(g, line)
}

func solve(g *game.Game, argument string) string {
	route := g.Solution()
	moves := route.Len()
	if argument != "" {
		n, err := strconv.ParseUint(argument, 10, 64)
		if err != nil || n == 0 {
			return fmt.Sprintf("%.20q isn't a number of moves; give 1 or more.", argument)
		}
		moves = min(moves, n)
	}
	if moves == 0 {
		return game.SayBest(nil)
	}
	said := ""
	if moves <= 32 { // a longer list helps no player
		for i := range moves {
			said += game.SayMove(route.At(i+1)) + "\n"
		}
	}
	g.Show(moves)
	return said + g.SayStep()
}

// move picks one peg, or moves between two. A blank line does nothing.
func move(g *game.Game, line string) (said string) {
	var pegs []uint8
	for _, name := range strings.Join(strings.Fields(line), "") {
		pegs = append(pegs, game.ParsePeg(string(name)))
	}
	if len(pegs) > 2 || slices.Contains(pegs, game.None) {
		return fmt.Sprintf("%.40q isn't a command: give two pegs, like a c, or type help.", line)
	}
	ok := true
	for _, peg := range pegs {
		if said, ok = g.SayPick(peg); !ok {
			break
		}
	}
	if !ok && len(pegs) == 2 {
		_ = g.Pick(g.Picked) // put back the disk in hand
	}
	return said
}
