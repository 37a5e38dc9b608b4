package answer_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/must"
)

// A move of disk 0 moves the top disk of a peg.
type move struct{ disk, from, to int }

// solution returns the shortest moves of n disks from peg 0 to peg 2.
func solution(n int) (moves []move) {
	naming := must.Get(hanoi.NamingFor(n, 0, 2))
	for k := range uint64(1)<<n - 1 {
		m := hanoi.MoveAt(k+1, naming)
		moves = append(moves, move{int(m.Disk), int(m.From), int(m.To)})
	}
	return moves
}

// A game is the stack of disks on each peg, from the bottom up. It shares no code with the package.
type game [][]int

func newGame(pegs int, state string) game {
	g := make(game, pegs)
	for i, peg := range state {
		g[peg-'0'] = append(g[peg-'0'], len(state)-i)
	}
	return g
}

// top returns the top disk of a peg, or 0.
func (g game) top(peg int) int {
	if stack := g[peg]; len(stack) > 0 {
		return stack[len(stack)-1]
	}
	return 0
}

// play plays a move, or returns the rule that it breaks.
func (g game) play(m move) string {
	switch {
	case m.disk < 0 || m.disk > len(g.String()):
		return "no_disk"
	case m.from < 0 || m.from >= len(g) || m.to < 0 || m.to >= len(g):
		return "no_peg"
	case m.from == m.to:
		return "same_peg"
	case g.top(m.from) == 0:
		return "empty_source"
	case m.disk > 0 && g.top(m.from) != m.disk:
		return "not_on_top"
	case g.top(m.to) != 0 && g.top(m.to) < g.top(m.from):
		return "larger_on_smaller"
	}
	g[m.to] = append(g[m.to], g.top(m.from))
	g[m.from] = g[m.from][:len(g[m.from])-1]
	return ""
}

// String returns the peg of each disk, largest first.
func (g game) String() (state string) {
	for disk := 1; ; disk++ {
		peg := slices.IndexFunc(g, func(stack []int) bool { return slices.Contains(stack, disk) })
		if peg < 0 {
			return state
		}
		state = fmt.Sprint(peg) + state
	}
}

// puzzle is a problem, with all the states that solve it.
type puzzle struct {
	pegs  int
	from  string
	goals []string
}

// perfect returns the state of n disks on one peg.
func perfect(n, peg int) string { return strings.Repeat(fmt.Sprint(peg), n) }

func isPerfect(state string) bool { return strings.Trim(state, state[:1]) == "" }

// known remembers the results of distances.
var known = map[string]map[string]uint64{}

// distances returns how far each state is from the goals, by breadth-first search.
func (p puzzle) distances() map[string]uint64 {
	key := fmt.Sprint(p.pegs, p.goals)
	if known[key] != nil {
		return known[key]
	}
	far := map[string]uint64{}
	next := slices.Clone(p.goals)
	for _, goal := range next {
		far[goal] = 0
	}
	for ; len(next) > 0; next = next[1:] {
		for i := range p.pegs * p.pegs {
			g := newGame(p.pegs, next[0])
			if g.play(move{0, i / p.pegs, i % p.pegs}) != "" {
				continue
			}
			if _, ok := far[g.String()]; !ok {
				far[g.String()] = far[next[0]] + 1
				next = append(next, g.String())
			}
		}
	}
	known[key] = far
	return far
}

// replay returns the fields of the result that depend on the moves alone, and the index of the illegal move, or -1.
func (p puzzle) replay(moves []move, isCut bool) (r answer.Result, wrong int) {
	r.Moves, wrong = uint64(len(moves)), -1
	g := newGame(p.pegs, p.from)
	for i := 0; ; i++ {
		if r.Reached == nil && slices.Contains(p.goals, g.String()) {
			r.Reached = new(uint64(i))
		}
		if i == len(moves) {
			break
		}
		if r.Reason = g.play(moves[i]); r.Reason != "" {
			wrong = i
			break
		}
		r.Legal++
	}
	r.State = g.String()
	if p.pegs == 3 || isPerfect(p.from) && isPerfect(p.goals[0]) { // with this few disks, Frame and Stewart's numbers are the fewest
		r.Optimum = new(p.distances()[p.from])
	}
	if p.pegs == 3 {
		r.Left = new(p.distances()[r.State])
		r.Excess = new(r.Legal + *r.Left - *r.Optimum)
	}
	switch {
	case wrong >= 0:
		r.Verdict = answer.Illegal
	case slices.Contains(p.goals, r.State):
		r.Verdict, r.Score = answer.Solved, 1
		if r.Optimum != nil && r.Moves > 0 {
			r.Score = float64(*r.Optimum) / float64(r.Moves)
		}
	case isCut:
		r.Verdict = answer.Truncated
	default:
		r.Verdict = answer.Unfinished
	}
	return r, wrong
}

// judges holds a Judge of each problem, which has judged other answers before.
var judges = map[string]*answer.Judge{}

func judge(p answer.Problem, o answer.Options, text string) answer.Result {
	key := fmt.Sprint(p, o)
	if judges[key] == nil {
		judges[key] = must.Get(answer.New(p, o))
	}
	return judges[key].Text([]byte(text))
}

// tower judges an answer that should move n disks from peg 0 to peg 2.
func tower(n int, text string) answer.Result {
	return judge(answer.Problem{N: n, To: "2"}, answer.Options{}, text)
}

// asJSON returns a value as one line of JSON.
func asJSON(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

// tally counts right answers.
type tally struct {
	*testing.T
	solved, all int
}

// right reports a right answer that is blamed. It may be solved, ambiguous or unparsed.
func (c *tally) right(r answer.Result, text string) {
	switch c.all++; r.Verdict {
	case answer.Solved:
		c.solved++
	case answer.Ambiguous, answer.Unparsed:
	default:
		c.Errorf("a right answer is %s:\n%s", asJSON(r), text)
	}
}

// wrong reports a wrong answer that is solved.
func (c *tally) wrong(r answer.Result, text string) {
	if r.Verdict == answer.Solved {
		c.Errorf("a wrong answer is %s:\n%s", asJSON(r), text)
	}
}

// atLeast reports an error if less than the given part of the right answers was solved.
func (c *tally) atLeast(part float64) {
	if float64(c.solved) < part*float64(c.all) {
		c.Errorf("%d of %d right answers are solved; want %.0f%%", c.solved, c.all, 100*part)
	}
}
