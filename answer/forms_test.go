package answer_test

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// section returns the lines of a section of testdata/forms.txt, each divided at its tabs.
func section(t testing.TB, name string) (lines [][]string) {
	text, err := os.ReadFile("testdata/forms.txt")
	_, text, ok := bytes.Cut(text, []byte("\n== "+name+":"))
	text, _, _ = bytes.Cut(text, []byte("\n\n"))
	if err != nil || !ok {
		t.Fatal(name, err)
	}
	for line := range strings.Lines(string(text[bytes.IndexByte(text, '\n')+1:])) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i := range parts {
			if name == "hostile" {
				break
			}
			parts[i] = strings.NewReplacer(`\n`, "\n", `\r\n`, "\r\n", `\t•`, "\t•").Replace(parts[i])
		}
		lines = append(lines, append(parts, "", "", ""))
	}
	return lines
}

// A form is a way to write a move: {d} is the disk, {a} and {c} are the pegs, {0} and {2} their numbers from 0, {1} and {3}
// from 1, and {n} is the number of the move.
type form struct{ notation, text, head string }

func forms(t testing.TB) (all []form) {
	for _, line := range section(t, "forms") {
		all = append(all, form{line[0], line[1], line[2]})
	}
	return all
}

// write writes a move.
func (f form) write(number int, m move) string {
	letter := func(peg int) string { return string(rune('A' + peg)) }
	return strings.NewReplacer("{n}", fmt.Sprint(number), "{d}", fmt.Sprint(m.disk), "{a}", letter(m.from), "{c}", letter(m.to),
		"{0}", fmt.Sprint(m.from), "{2}", fmt.Sprint(m.to), "{1}", fmt.Sprint(m.from+1), "{3}", fmt.Sprint(m.to+1)).Replace(f.text)
}

func (f form) lines(moves []move) (lines []string) {
	for k, m := range moves {
		lines = append(lines, f.write(k+1, m))
	}
	return lines
}

// list returns moves, a line each, after what stands before them.
func (f form) list(moves []move) string {
	return strings.TrimLeft(f.head+"\n", "\n") + strings.Join(f.lines(moves), "\n") + "\n"
}

// lay writes moves in a layout: a name, a line with {m} for the move and {s} for the state after it, and what stands around them.
func lay(layout []string, f form, moves []move, n int) string {
	text := layout[2]
	if layout[0] == "a wrong draft" {
		draft := slices.Clone(moves)
		draft[len(draft)-1].to = draft[len(draft)-1].from
		text += f.list(draft) + "\nThat is wrong. Once more:\n\n"
	}
	for head := range strings.Lines(f.head) {
		text += strings.Replace(layout[1], "{m}", strings.TrimSuffix(head, "\n"), 1)
	}
	g := newGame(3, perfect(n, 0))
	for k, m := range moves {
		g.play(m)
		text += strings.NewReplacer("{m}", f.write(k+1, m), "{s}", asJSON(g), "{n}", fmt.Sprint(k+1)).Replace(layout[1])
	}
	return text + layout[3]
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
func (c *tally) right(p answer.Problem, what, text string) answer.Result {
	r := judge(c.T, p, answer.Options{}, text)
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
func (c *tally) twin(p answer.Problem, what, text string) {
	c.wrong++
	if r := judge(c.T, p, answer.Options{}, text); r.Verdict == answer.Solved {
		c.Errorf("%s: a wrong answer is %s:\n%s", what, asJSON(r), text)
	}
}

// atLeast reports an error if fewer answers than a part were solved.
func (c *tally) atLeast(part float64) {
	if c.Logf("%d of %d right answers are solved; %d wrong ones", c.solved, c.all, c.wrong); float64(c.solved) < part*float64(c.all) {
		c.Errorf("%d of %d are solved; want %.2f of them", c.solved, c.all, part)
	}
}

// tower is the puzzle of n disks from peg 0 to peg 2, and its problem.
func tower(n int) (puzzle, answer.Problem) {
	return puzzle{3, perfect(n, 0), []string{perfect(n, 2)}}, answer.Problem{N: n, To: "2"}
}

// TestForms: each form in each layout is solved, and with one fault it is not.
func TestForms(t *testing.T) {
	c := tally{T: t}
	for n := 2; n <= 3; n++ {
		z, p := tower(n)
		right := z.solution()
		for _, f := range forms(t) {
			for i, l := range section(t, "layouts") {
				if f.head != "" && !slices.Contains([]string{"plain", "quoted", "CR LF", "a fence", "a wrong draft"}, l[0]) {
					continue
				}
				c.right(p, f.text+", "+l[0], lay(l, f, right, n))
				for k, twin := range twins(right) {
					if f.write(1, twin[k/6%len(twin)]) == f.write(1, right[k/6]) && len(twin) == len(right) || testing.Short() && k%7 != i%7 {
						continue // the form does not say what is changed
					}
					c.twin(p, f.text+", "+l[0], lay(l, f, twin, n))
				}
			}
		}
	}
	c.atLeast(0.9)
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
		z, p := tower(n)
		for i, f := range forms(t) {
			if i%3 > 0 || f.head != "" || testing.Short() && i%4 != n%4 {
				continue
			}
			for _, template := range section(t, "states") {
				for _, place := range []string{"{s}\n{m}", "{m}\n{s}", "{m}\n\n{s}\n", "{n}. {m}\n   {s}", "{m}: {s}", "{m} => {s}"} {
					if inLine := strings.Contains(place, "m}:") || strings.Contains(place, "=>"); inLine && !strings.Contains(template[0], "{,") {
						continue // only brackets are states after a move
					}
					text := ""
					g := newGame(3, z.from)
					for k, m := range z.solution() {
						g.play(m)
						text += strings.NewReplacer("{n}", fmt.Sprint(k+1), "{m}", f.write(k+1, m), "{s}", state(template[0], g)).Replace(place) + "\n"
					}
					c.right(p, fmt.Sprintf("%s, %s, %q", f.text, template[0], place), text)
				}
			}
		}
	}
	c.atLeast(0.8)
}

// TestPegNames: a right answer is never blamed for the names of its pegs. Those that are not known are asked for, and --pegs
// reads them.
func TestPegNames(t *testing.T) {
	c := tally{T: t}
	z, p := tower(3)
	for _, line := range section(t, "pegs") {
		set, given, differs := strings.Cut(line[0], "=")
		if !differs {
			given = set
		}
		names := strings.Split(set, ",")
		templates := section(t, "templates")
		for i, template := range templates {
			text := ""
			if strings.HasPrefix(template[0], "|") {
				text = "| Move | Disk | From | To |\n|---|---|---|---|\n"
			}
			for k, m := range z.solution() {
				text += strings.NewReplacer("{n}", fmt.Sprint(k+1), "{d}", fmt.Sprint(m.disk), "{A}", names[m.from], "{C}", names[m.to]).Replace(template[0]) + "\n"
			}
			switch r := c.right(p, set, text); {
			case r.Verdict == answer.Unparsed && r.Skipped > 0, r.Verdict == answer.Solved, r.Verdict == answer.Ambiguous && r.Names == nil:
			case r.Verdict == answer.Ambiguous && len(r.Names) == 3 && strings.Contains(r.String(), "--pegs NAME,NAME,NAME in the order of pegs 0, 1 and 2"):
			default:
				t.Errorf("%s: %s\n%s", set, asJSON(r), text)
			}
			if pegs := strings.Split(given, ","); given != "" {
				p := answer.Problem{N: 3, To: "2", Pegs: given}
				if r := judge(t, p, answer.Options{}, text); i < len(templates)-1 && r.Verdict != answer.Solved {
					t.Errorf("with --pegs %s: %s\n%s", given, asJSON(r), text)
				}
				p.Pegs = strings.Join([]string{pegs[1], pegs[0], pegs[2]}, ",")
				c.twin(p, p.Pegs, text)
			}
		}
	}
	c.atLeast(0.4)
}

// TestPage: each example of docs/evaluation.md is read, and moves disk 1 from the first peg to the third.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/evaluation.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "<!-- forms -->")
	table, _, _ = strings.Cut(table, "<!-- /forms -->")
	table = strings.NewReplacer("`<br>`", "\n", `\|`, "|").Replace(table)
	examples := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(table, -1)
	if len(examples) < 25 {
		t.Errorf("the page has only %d examples", len(examples))
	}
	for _, e := range examples {
		if r := judge(t, answer.Problem{N: 1, To: "2"}, answer.Options{}, e[1]); r.Verdict != answer.Solved {
			t.Errorf("%q: %v", e[1], r)
		}
	}
}
