package answer_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// A move of disk 0 is a move of the top disk; one from peg -1 leaves the peg where the disk is.
type move struct{ disk, from, to int }

// game plays with a stack of disks for each peg. It shares no code with the package.
type game [][]int

func newGame(pegs int, state string) game {
	g := make(game, pegs)
	for peg := range g {
		g[peg] = []int{}
	}
	for i, peg := range state {
		g[peg-'0'] = append(g[peg-'0'], len(state)-i)
	}
	return g
}

func (g game) top(peg int) int {
	if stack := g[peg]; len(stack) > 0 {
		return stack[len(stack)-1]
	}
	return 0
}

// play plays a move, unless it breaks a rule: then it returns the rule.
func (g game) play(m move) string {
	from := m.from
	for peg, stack := range g {
		if from < 0 && slices.Contains(stack, m.disk) {
			from = peg
		}
	}
	switch n := len(g.String()); {
	case m.disk < 0 || m.disk > n || from < 0:
		return "no_disk"
	case from >= len(g) || m.to < 0 || m.to >= len(g):
		return "no_peg"
	case from == m.to:
		return "same_peg"
	case g.top(from) == 0:
		return "empty_source"
	case m.disk > 0 && g.top(from) != m.disk:
		return "not_on_top"
	case g.top(m.to) != 0 && g.top(m.to) < g.top(from):
		return "larger_on_smaller"
	}
	g[m.to] = append(g[m.to], g.top(from))
	g[from] = g[from][:len(g[from])-1]
	return ""
}

// String returns the peg of each disk, largest first.
func (g game) String() string {
	var text []byte
	for disk := 1; ; disk++ {
		peg := slices.IndexFunc(g, func(stack []int) bool { return slices.Contains(stack, disk) })
		if peg < 0 {
			return string(text)
		}
		text = append([]byte{byte('0' + peg)}, text...)
	}
}

// puzzle is a problem of the tests.
type puzzle struct {
	pegs  int
	from  string
	goals []string
}

// perfect returns the state of n disks on a peg.
func perfect(n, peg int) string { return strings.Repeat(string(rune('0'+peg)), n) }

// known are the distances that were searched for.
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
		for from := range p.pegs {
			for to := range p.pegs {
				g := newGame(p.pegs, next[0])
				if g.play(move{0, from, to}) != "" {
					continue
				}
				if _, ok := far[g.String()]; !ok {
					far[g.String()] = far[next[0]] + 1
					next = append(next, g.String())
				}
			}
		}
	}
	known[key] = far
	return far
}

// solution returns a shortest list of moves.
func (p puzzle) solution() (moves []move) {
	far := p.distances()
	for g := newGame(p.pegs, p.from); far[g.String()] > 0; {
		here := g.String()
		for i := 0; g.String() == here; i++ {
			from, to := i/p.pegs, i%p.pegs
			m := move{g.top(from), from, to}
			if next := newGame(p.pegs, here); next.play(m) == "" && far[next.String()] < far[here] {
				g, moves = next, append(moves, m)
			}
		}
	}
	return moves
}

// replay returns all of the result that does not depend on how the moves are written, and the number of the illegal one, or -1.
func (p puzzle) replay(moves []move, cut bool) (r answer.Result, wrong int) {
	solved := func(state string) bool { return slices.Contains(p.goals, state) }
	r.Moves, r.Verdict, wrong = uint64(len(moves)), answer.Unfinished, -1
	g := newGame(p.pegs, p.from)
	for i := 0; ; i++ {
		if r.Reached == nil && solved(g.String()) {
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
	isPerfect := func(state string) bool { return strings.Trim(state, state[:1]) == "" }
	if p.pegs == 3 || isPerfect(p.from) && isPerfect(p.goals[0]) { // as few as Frame and Stewart's: see TestOptimum
		r.Optimum = new(p.distances()[p.from])
	}
	if p.pegs == 3 {
		r.Left = new(p.distances()[r.State])
		r.Excess = new(r.Legal + *r.Left - *r.Optimum)
	}
	switch {
	case wrong >= 0:
		r.Verdict = answer.Illegal
	case solved(r.State):
		r.Verdict, r.Score = answer.Solved, 1
		if r.Optimum != nil && r.Moves > 0 {
			r.Score = float64(*r.Optimum) / float64(r.Moves)
		}
	case cut:
		r.Verdict = answer.Truncated
	}
	return r, wrong
}

// judges are those that were made, for judge.
var judges = map[string]*answer.Judge{}

// judge judges a text after the others of its problem.
func judge(t *testing.T, p answer.Problem, o answer.Options, text string) answer.Result {
	t.Helper()
	key := fmt.Sprint(p, o)
	if judges[key] == nil {
		j, err := answer.New(p, o)
		if err != nil {
			t.Fatal(err)
		}
		judges[key] = j
	}
	return judges[key].Text([]byte(text))
}

// asJSON returns a value as JSON for a person to read.
func asJSON(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}
