package answer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// A form is a way to write a move: {d} is the disk, {a} and {c} are the pegs, {0} and {2} their numbers from 0, {1} and {3}
// from 1, and {n} is the number of the move.
type form struct {
	text, notation string
	head           string // what stands before the first move
}

// forms are the table of forms in docs/evaluation.md.
var forms = []form{
	{"Move disk {d} from {a} to {c}", "text", ""},
	{"Disk {d} moves from peg {a} to peg {c}", "text", ""},
	{"Move from {a} to {c}", "text", ""},
	{"Then, we shift disc {d} from rod {a} onto rod {c}.", "text", ""},
	{"First, take ring {d} from tower {a} and put it on tower {c}", "text", ""},
	{"let's move the top disk from {a} to {c}", "text", ""},
	{"Disk #{d} is moved from the {a} peg to the {c} peg.", "text", ""},
	{"MOVE DISK {d} FROM PEG {1} TO PEG {3}.", "text", ""},
	{"Move {d} from {a} to {c}", "text", ""},
	{"Pick up disk {d} from list {a} and place it onto list {c}", "text", ""},
	{"Move disk {d} to {c} from {a}", "text", ""},
	{"From {a}, move disk {d} to {c}", "text", ""},
	{"Move disk {d} to {c}", "text", ""},
	{"Next, put plate {d} on pole {c}.", "text", ""},
	{"{a} → {c}", "text", ""},
	{"Disk {d}: {a} → {c}", "text", ""},
	{"{a} -> {c} (disk {d})", "text", ""},
	{"Move disk {d}: {a} ⇒ {c}", "text", ""},
	{`{a} \to {c}`, "text", ""},
	{`$d{d}: {a} \rightarrow {c}$`, "text", ""},
	{"{a} to {c}", "text", ""},
	{"peg {1} to peg {3}", "text", ""},
	{"Disk {d}: rod {a} => rod {c}", "text", ""},
	{"[{d}, {0}, {2}]", "triples", ""},
	{"({d}, {a}, {c})", "triples", ""},
	{"[{n}, {d}, {a}, {c}]", "triples", ""},
	{"({a}, {c})", "pairs", ""},
	{`["{a}", "{c}"]`, "pairs", ""},
	{"[{a} {c}]", "pairs", ""},
	{"I choose [{a}{c}] now", "pairs", ""},
	{`\boxed{{a} {c}}`, "pairs", ""},
	{`{"disk": {d}, "from": {0}, "to": {2}}`, "jsonl", ""},
	{`{"step": {n}, "disk": {d}, "source": "{a}", "target": "{c}", "why": "Move disk 2 to B"}`, "jsonl", ""},
	{`{"from_peg": "{a}", "to_peg": "{c}"}`, "jsonl", ""},
	{"move({d}, {a}, {c})", "pddl", ""},
	{`move("{a}", "{c}")`, "pddl", ""},
	{"(move d{d} peg{1} peg{3})", "pddl", ""},
	{"| {n} | {d} | {a} | {c} |", "csv", "| Move | Disk | From | To |\n|---|:-:|---|---|"},
	{"| {a} | {c} |", "csv", "| From | To |\n|---|---|"},
	{"{d},{0},{2}", "csv", "disk,from,to"},
	{"{n},{d},{0},{2}", "csv", "move,disk,from,to"},
	{"{d},{0},{2}", "csv", ""},
	{"{d} {0} {2}", "csv", ""},
	{"{a} {c}", "pairs", ""},
}

// write writes a move.
func (f form) write(number int, m move) string {
	letter := func(peg int) string { return string(rune('A' + peg)) }
	return strings.NewReplacer("{n}", fmt.Sprint(number), "{d}", fmt.Sprint(m.disk), "{a}", letter(m.from), "{c}", letter(m.to),
		"{0}", fmt.Sprint(m.from), "{2}", fmt.Sprint(m.to), "{1}", fmt.Sprint(m.from+1), "{3}", fmt.Sprint(m.to+1)).Replace(f.text)
}

func (f form) isRow() bool { return f.head != "" }

func (f form) lines(moves []move) (lines []string) {
	for k, m := range moves {
		lines = append(lines, f.write(k+1, m))
	}
	return lines
}

// layouts are what people put around moves: a template for each line, where {m} is the move and {s} the state after it.
var layouts = []struct {
	name, line, before, after string
}{
	{"plain", "{m}\n", "Here is the solution:\n\n", "\nDone."},
	{"1.", "{n}. {m}\n", "", ""}, {"1)", "{n}) {m}\n", "", ""}, {"(1)", "({n}) {m}\n", "", ""}, {"1:", "{n}: {m}\n", "", ""}, {"#1", "#{n} {m}\n", "", ""},
	{"Step 1:", "Step {n}: {m}\n", "", ""}, {"Move 1:", "Move {n}: {m}\n", "", ""}, {"**1.**", "**{n}.** {m}\n", "", ""},
	{"a number alone", "Step {n}\n{m}\n\n", "", ""},
	{"bullets", "- {m}\n", "", ""}, {"other bullets", "\t• {m}\n", "Moves\n", ""},
	{"bold", "**{m}**\n", "", ""}, {"numbered and bold", "{n}. **{m}**\n\n", "", ""},
	{"quoted", "> {m}\n", "> Moves:\n>\n", ""},
	{"CR LF", "{m}\r\n", "", ""},
	{"a sentence between", "{m}\nThis is legal.\n", "", ""},
	{"a fence", "{m}\n", "```text\n", "```\n"},
	{"a state after", "{m}\n   {s}\n", "", ""}, {"a state in the line", "{m} => {s}\n", "", ""},
	{"a wrong draft", "{m}\n", "", ""},
	{"a table", "| {n} | {m} |\n", "| Step | Move |\n|---|---|\n", ""},
}

// lay writes moves in a layout. draft is what a wrong draft begins with.
func lay(layout, before, line, after string, f form, moves []move, n int) string {
	var text strings.Builder
	text.WriteString(before)
	if layout == "a wrong draft" {
		draft := slices.Clone(moves)
		draft[len(draft)-1].to = draft[len(draft)-1].from
		text.WriteString(f.head + "\n" + strings.Join(f.lines(draft), "\n") + "\n\nThat is wrong. Once more:\n\n")
	}
	if f.isRow() {
		for head := range strings.SplitSeq(f.head, "\n") {
			text.WriteString(strings.Replace(line, "{m}", head, 1))
		}
	}
	g := newGame(3, perfect(n, 0))
	for k, m := range moves {
		g.play(m)
		text.WriteString(strings.NewReplacer("{m}", f.write(k+1, m), "{s}", asJSON(g), "{n}", fmt.Sprint(k+1)).Replace(line))
	}
	return text.String() + after
}

// twins returns the moves with one fault each.
func twins(moves []move) (all [][]move) {
	for i := range moves {
		m := moves[i]
		for _, other := range []move{{m.disk%3 + 1, m.from, m.to}, {m.disk, 3 - m.from - m.to, m.to}, {m.disk, m.from, 3 - m.from - m.to}, {9, m.from, m.to}} {
			twin := slices.Clone(moves)
			twin[i] = other
			all = append(all, twin)
		}
		all = append(all, slices.Delete(slices.Clone(moves), i, i+1), slices.Insert(slices.Clone(moves), i, m))
	}
	return all
}

// tally counts verdicts, and reports answers with one that must not be.
type tally struct {
	*testing.T
	solved, all, wrong int
}

// right judges a right answer: it may be solved, ambiguous, or unparsed.
func (c *tally) right(p answer.Problem, o answer.Options, what, text string) answer.Result {
	r := judge(c.T, p, o, text)
	c.all++
	switch {
	case r.Verdict == answer.Solved:
		c.solved++
	case r.Verdict != answer.Ambiguous && r.Verdict != answer.Unparsed:
		c.Errorf("%s: a right answer is %s:\n%s", what, asJSON(r), text)
	case testing.Verbose():
		c.Logf("%s: %s:\n%s", what, asJSON(r), text)
	}
	return r
}

// twin judges a wrong answer: it may be anything but solved.
func (c *tally) twin(p answer.Problem, o answer.Options, what, text string) {
	c.wrong++
	if r := judge(c.T, p, o, text); r.Verdict == answer.Solved {
		c.Errorf("%s: a wrong answer is %s:\n%s", what, asJSON(r), text)
	}
}

// atLeast reports an error if fewer answers than a part were solved.
func (c *tally) atLeast(part float64) {
	if c.Logf("%d of %d right answers are solved; %d wrong ones", c.solved, c.all, c.wrong); float64(c.solved) < part*float64(c.all) {
		c.Errorf("%d of %d are solved; want %.2f of them", c.solved, c.all, part)
	}
}

// TestForms: each form in each layout is solved, and with one fault it is not.
func TestForms(t *testing.T) {
	c := tally{T: t}
	for n := 2; n <= 3; n++ {
		p := answer.Problem{N: n, To: "2"}
		right := puzzle{3, perfect(n, 0), []string{perfect(n, 2)}}.solution()
		for _, f := range forms {
			for i, l := range layouts {
				if f.isRow() && !slices.Contains([]string{"plain", "quoted", "CR LF", "a fence", "a wrong draft"}, l.name) {
					continue
				}
				what := f.text + ", " + l.name
				text := lay(l.name, l.before, l.line, l.after, f, right, n)
				c.right(p, answer.Options{}, what, text)
				for k, twin := range twins(right) {
					if f.write(1, twin[k/6%len(twin)]) == f.write(1, right[k/6]) && len(twin) == len(right) || testing.Short() && k%7 != i%7 {
						continue // the form does not say what is changed
					}
					c.twin(p, answer.Options{}, what, lay(l.name, l.before, l.line, l.after, f, twin, n))
				}
			}
		}
	}
	c.atLeast(0.9)
}

// states are ways to write the disks on each peg: {0}, {1} and {2} are these, from the bottom, and {,0} with commas.
var states = []string{
	"[[{,0}], [{,1}], [{,2}]]", "[{,0}] [{,1}] [{,2}]", "State: [[{,0}],[{,1}],[{,2}]]", "A: [{,0}], B: [{,1}], C: [{,2}]", "{{,0}} {{,1}} {{,2}}",
	"(({(0}), ({(1}), ({(2}))", "({,0}) ({,1}) ({,2})", "{-0} | {-1} | {-2}", "A: {-0}\nB: {-1}\nC: {-2}", `{"A": [{,0}], "B": [{,1}], "C": [{,2}]}`,
	"A: {-0} | B: {-1} | C: {-2}", "Peg A: {-0}; Peg B: {-1}; Peg C: {-2}", "After this: A = [{,0}], B = [{,1}], C = [{,2}]", "A={e0} B={e1} C={e2}",
	"| {-0} | {-1} | {-2} |", "    |      |      |\n   {-0}      {-1}      {-2}\n===================", "Now A has {e0}, B has {e1} and C has {e2}.",
}

// state writes a state.
func state(template string, g game) string {
	var pairs []string
	for peg, stack := range g {
		blanks := strings.Trim(fmt.Sprint(stack), "[]")
		commas := strings.ReplaceAll(blanks, " ", ", ")
		tuple, dash, empty := commas, blanks, commas
		switch len(stack) {
		case 0:
			dash, empty = "-", "none"
		case 1:
			tuple += ","
		}
		for kind, text := range map[string]string{",": commas, "(": tuple, "-": dash, "e": empty} {
			pairs = append(pairs, fmt.Sprintf("{%s%d}", kind, peg), text)
		}
	}
	return strings.NewReplacer(pairs...).Replace(template)
}

// TestStates: states around right moves are never taken for moves.
func TestStates(t *testing.T) {
	c := tally{T: t}
	for n := 2; n <= 5; n++ {
		p := answer.Problem{N: n, To: "2"}
		moves := puzzle{3, perfect(n, 0), []string{perfect(n, 2)}}.solution()
		for i, f := range forms {
			if i%3 > 0 || f.isRow() {
				continue
			}
			for _, template := range states {
				for _, place := range []string{"{s}\n{m}", "{m}\n{s}", "{m}\n\n{s}\n", "{n}. {m}\n   {s}", "{m}: {s}", "{m} => {s}"} {
					if isBracket := strings.Contains(template, "{,"); !isBracket && (strings.Contains(place, "m}:") || strings.Contains(place, "=>")) {
						continue
					}
					var text strings.Builder
					g := newGame(3, perfect(n, 0))
					for k, m := range moves {
						g.play(m)
						text.WriteString(strings.NewReplacer("{n}", fmt.Sprint(k+1), "{m}", f.write(k+1, m), "{s}", state(template, g)).Replace(place) + "\n")
					}
					c.right(p, answer.Options{}, fmt.Sprintf("%s, %s, %q", f.text, template, place), text.String())
				}
			}
		}
	}
	c.atLeast(0.8)
}
