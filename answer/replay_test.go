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
	"github.com/hanoigen/hanoi/internal/testfile"
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

// A state of the tests is the peg of each disk, largest first, as in problems. The tests share no
// code with the package.

// perfect returns the state of n disks on one peg.
func perfect(n, peg int) string { return strings.Repeat(fmt.Sprint(peg), n) }

func isPerfect(state string) bool { return strings.Trim(state, state[:1]) == "" }

// top returns the top disk of a peg, or 0.
func top(state string, peg int) int {
	if i := strings.LastIndex(state, fmt.Sprint(peg)); i >= 0 {
		return len(state) - i
	}
	return 0
}

// play returns the state after a move, or the rule that the move breaks.
func play(pegs int, state string, m move) (next, reason string) {
	switch {
	case m.disk < 0 || m.disk > len(state):
		return state, "no_disk"
	case m.from < 0 || m.from >= pegs || m.to < 0 || m.to >= pegs:
		return state, "no_peg"
	case m.from == m.to:
		return state, "same_peg"
	case top(state, m.from) == 0:
		return state, "empty_source"
	case m.disk > 0 && top(state, m.from) != m.disk:
		return state, "not_on_top"
	case top(state, m.to) != 0 && top(state, m.to) < top(state, m.from):
		return state, "larger_on_smaller"
	}
	i := len(state) - top(state, m.from)
	return state[:i] + fmt.Sprint(m.to) + state[i+1:], ""
}

// puzzle is a problem, with all the states that solve it.
type puzzle struct {
	pegs  int
	from  string
	goals []string
}

// distances returns how far each state is from the goals, by breadth-first search.
func (p puzzle) distances() map[string]uint64 {
	far := map[string]uint64{}
	for _, goal := range p.goals {
		far[goal] = 0
	}
	for queue := slices.Clone(p.goals); len(queue) > 0; queue = queue[1:] {
		for i := range p.pegs * p.pegs {
			next, _ := play(p.pegs, queue[0], move{0, i / p.pegs, i % p.pegs})
			if _, ok := far[next]; !ok {
				far[next] = far[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	return far
}

// replay returns the fields of the result that depend on the moves alone.
func (p puzzle) replay(moves []move, isCut bool) (r answer.Result) {
	r.Moves, r.State = uint64(len(moves)), p.from
	for {
		if r.Reached == nil && slices.Contains(p.goals, r.State) {
			r.Reached = new(r.Legal)
		}
		if r.Legal == r.Moves {
			break
		}
		if r.State, r.Reason = play(p.pegs, r.State, moves[r.Legal]); r.Reason != "" {
			break
		}
		r.Legal++
	}
	far := p.distances()
	if p.pegs == 3 || isPerfect(p.from) && isPerfect(p.goals[0]) { // with this few disks, Frame and Stewart's numbers are the fewest
		r.Optimum = new(far[p.from])
	}
	if p.pegs == 3 {
		r.Left = new(far[r.State])
		r.Excess = new(r.Legal + *r.Left - *r.Optimum)
	}
	switch {
	case r.Reason != "":
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
	return r
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

// A tally shows what right answers give.
type tally struct {
	*testing.T
	letters string // of the row
	rows    strings.Builder
}

// right reports a right answer that is blamed. It may be solved, ambiguous or unparsed, and returns
// the letter for that.
func (c *tally) right(r answer.Result, text string) string {
	switch r.Verdict {
	case answer.Solved:
		return "."
	case answer.Ambiguous, answer.Unparsed:
	default:
		c.Errorf("a right answer is %s:\n%s", asJSON(r), text)
	}
	return string(r.Verdict[:1])
}

// wrong reports a wrong answer that is solved.
func (c *tally) wrong(r answer.Result, text string) {
	if r.Verdict == answer.Solved {
		c.Errorf("a wrong answer is %s:\n%s", asJSON(r), text)
	}
}

// add adds a letter, or in parentheses several that differ, to the row.
func (c *tally) add(letters []string) {
	if all := strings.Join(letters, ""); strings.Trim(all, all[:1]) == "" {
		c.letters += all[:1]
	} else {
		c.letters += "(" + all + ")"
	}
}

// endRow ends the row of a kind of answers.
func (c *tally) endRow(kind string) {
	fmt.Fprintf(&c.rows, "%s  %s\n", c.letters, kind)
	c.letters = ""
}

// compare compares the rows with a file, which says first what the columns are.
func (c *tally) compare(file, columns string) {
	head := "Right answers: . is solved, u unparsed, a ambiguous, - not asked. " + columns + "\n\n"
	if !testing.Short() { // it leaves out rows
		testfile.Compare(c.T, *update, file, head+c.rows.String())
	}
}
