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
	"github.com/hanoigen/hanoi/play/game"
)

const plainHelp = `Commands, each on a line of its own:
a c       move the top disk of A to C; also ac, 1 3, or a and c on two lines
u, undo   take the last move back
r, redo   make it again
h, hint   the best move from here
s, solve  show the solution from here; solve 5 shows 5 moves of it
state     where the disks are
goal      where they are to be
result    one line to copy
restart   from the start; also R
next      after a win: the next size
q, quit   the end`

// alone is the commands that take nothing behind them.
var alone = []string{"q", "quit", "exit", "?", "help", "u", "undo", "r", "redo", "h", "hint", "R", "restart", "next", "state", "goal", "result"}

// listed is how many moves of a solution Plain writes out at a time.
const listed = 32

// Plain plays a game line by line: a screen reader can read all that it writes from
// top to bottom, and nothing is drawn over. It returns at the end of the input, or
// when the player quits.
func Plain(g *game.Game, in io.Reader, out io.Writer) error {
	w := bufio.NewWriter(out)
	p := &plain{g, w}
	p.begin()
	lines := bufio.NewScanner(in)
	for {
		fmt.Fprint(w, "> ")
		if err := w.Flush(); err != nil {
			return err
		}
		if !lines.Scan() {
			fmt.Fprintln(w)
			return errors.Join(tooLong(lines.Err()), w.Flush())
		}
		if !p.do(strings.TrimSpace(lines.Text())) {
			return w.Flush()
		}
	}
}

func tooLong(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a line is longer than %d bytes; type help for the commands", bufio.MaxScanTokenSize)
	}
	return err
}

type plain struct {
	g *game.Game
	w io.Writer
}

func (p *plain) say(format string, args ...any) { fmt.Fprintf(p.w, format+"\n", args...) }

func (p *plain) begin() {
	puzzle := p.g.Puzzle()
	p.say("Tower of Hanoi, %s, %v. Type help for the commands.", game.Number(game.CountOf(uint64(puzzle.N())), "disk"), puzzle)
	p.pegs("Goal. ", puzzle.To)
	p.state()
}

func (p *plain) pegs(before string, s hanoi.State) {
	p.say("%sA: %s. B: %s. C: %s.", before, game.Disks(s, 0), game.Disks(s, 1), game.Disks(s, 2))
}

func (p *plain) state() {
	p.pegs("", p.g.State())
	p.say("%s", p.g.SayCounts())
	if p.g.Solved() {
		p.say("%s\n%s", p.g.SayWin(), p.g.Result())
		if larger, ok := p.g.Puzzle().Larger(); ok {
			p.say("Type next for %d disks.", larger.N())
		}
	}
}

// do obeys one line, and reports whether the game goes on.
func (p *plain) do(line string) bool {
	command, argument, _ := strings.Cut(line, " ")
	if command != "R" {
		command = strings.ToLower(command)
	}
	argument = strings.TrimSpace(argument)
	if slices.Contains(alone, command) && argument != "" {
		p.say("%s takes nothing behind it, and has %.20q. Type help for the commands.", command, argument)
		return true
	}
	switch command {
	case "":
	case "q", "quit", "exit":
		return false
	case "?", "help":
		p.say("%s", plainHelp)
	case "u", "undo":
		p.step(p.g.Undo(), "Taken back. ", "There is no move to take back.")
	case "r", "redo":
		p.step(p.g.Redo(), "Made again. ", "There is no move to make again.")
	case "h", "hint":
		p.say("%s", game.SayBest(p.g.Hint()))
	case "s", "solve":
		p.solve(argument)
	case "R", "restart":
		p.g.Restart()
		p.state()
	case "next":
		p.next()
	case "state":
		p.state()
	case "goal":
		p.pegs("Goal. ", p.g.Puzzle().To)
	case "result":
		p.say("%s", p.g.Result())
	default:
		p.move(line)
	}
	return true
}

func (p *plain) next() {
	larger, ok := p.g.Puzzle().Larger()
	if !p.g.Solved() || !ok {
		p.say("There is no next size yet: first solve this puzzle, of fewer than 64 disks.")
		return
	}
	p.g = game.New(larger)
	p.begin()
}

func (p *plain) step(done bool, yes, no string) {
	if !done {
		p.say("%s", no)
		return
	}
	fmt.Fprint(p.w, yes)
	p.state()
}

func (p *plain) solve(argument string) {
	moves := p.g.Left()
	if argument != "" {
		n, err := strconv.ParseUint(argument, 10, 64)
		if err != nil || n == 0 {
			p.say("How many moves? %.20q is no number from 1 on.", argument)
			return
		}
		moves = min(moves, n)
	}
	if moves == 0 {
		p.say("%s", game.SayBest(nil))
		return
	}
	if moves <= listed {
		route, err := hanoi.Path(p.g.State(), p.g.Puzzle().To)
		if err != nil {
			panic(err) // two states of one puzzle
		}
		for i := range moves {
			p.say("%s", game.SayMove(route.At(i+1)))
		}
	}
	p.g.Show(moves)
	p.say("%s", game.SayStep(game.Step{Shown: moves}))
	p.state()
}

// move obeys one peg or two.
func (p *plain) move(line string) {
	pegs, ok := parsePegs(line)
	if !ok {
		p.say("%.40q is no command: give two pegs, like a c, or type help.", line)
		return
	}
	before := p.g.Made()
	for _, peg := range pegs {
		if err := p.g.Pick(peg); err != nil {
			if len(pegs) == 2 && p.g.Picked() != game.None {
				_ = p.g.Pick(p.g.Picked()) // put it back
			}
			p.say("%s", game.SayError(err))
			return
		}
	}
	if p.g.Made() == before {
		p.say("%s", p.g.SayPicked())
		return
	}
	fmt.Fprint(p.w, game.SayStep(p.g.Steps()[p.g.At()-1]), " ")
	p.state()
}

// parsePegs reads one or two pegs: letters or digits, with spaces between or not.
func parsePegs(line string) (pegs []uint8, ok bool) {
	for _, field := range strings.Fields(line) {
		for _, r := range field {
			peg, ok := pegOf(string(r))
			if !ok || len(pegs) == 2 {
				return nil, false
			}
			pegs = append(pegs, peg)
		}
	}
	return pegs, len(pegs) > 0
}

// pegOf returns the peg that a key names.
func pegOf(key string) (peg uint8, ok bool) {
	switch key {
	case "1", "a", "A":
		return 0, true
	case "2", "b", "B":
		return 1, true
	case "3", "c", "C":
		return 2, true
	}
	return game.None, false
}
