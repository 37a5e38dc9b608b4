package answer_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// section returns the lines of a section of testdata/forms.txt, divided at tabs, with empty fields
// appended.
func section(t testing.TB, name string) (lines [][]string) {
	text, err := os.ReadFile("testdata/forms.txt")
	_, text, ok := bytes.Cut(text, []byte("\n== "+name+":"))
	text, _, _ = bytes.Cut(text, []byte("\n\n"))
	if err != nil || !ok {
		t.Fatal(name, err)
	}
	for line := range strings.Lines(string(text[bytes.IndexByte(text, '\n')+1:])) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i := range fields {
			if name == "hostile" { // its lines are JSON
				break
			}
			fields[i] = strings.NewReplacer(`\n`, "\n", `\r\n`, "\r\n").Replace(fields[i])
		}
		lines = append(lines, append(fields, "", "", ""))
	}
	return lines
}

// A form is a way to write a move: {d} is the disk, {a} and {c} are the pegs, {0} and {2} their
// numbers from 0, {1} and {3} their numbers from 1, and {n} is the number of the move. head is
// written before the first move.
type form struct{ notation, text, head string }

// forms returns all forms. The forms of the first section may have any names of pegs.
func forms(t testing.TB) (all []form) {
	for _, line := range append(section(t, "forms"), section(t, "bare forms")...) {
		all = append(all, form{line[0], line[1], line[2]})
	}
	return all
}

// write writes a move.
func (f form) write(number int, m move) string {
	text := f.text
	for key, value := range map[string]any{"{n}": number, "{d}": m.disk, "{a}": string(rune('A' + m.from)), "{c}": string(rune('A' + m.to)),
		"{0}": m.from, "{2}": m.to, "{1}": m.from + 1, "{3}": m.to + 1} {
		text = strings.ReplaceAll(text, key, fmt.Sprint(value))
	}
	return text
}

// lines writes each of some moves.
func (f form) lines(moves []move) (lines []string) {
	for k, m := range moves {
		lines = append(lines, f.write(k+1, m))
	}
	return lines
}

// layOut writes each move in a copy of line. There, {m} is the move, {n} is its number, and {,0}
// and the like are the disks of a peg after it.
func layOut(line string, f form, moves []move, n int) (text string) {
	for head := range strings.Lines(f.head) {
		text += strings.Replace(line, "{m}", strings.TrimSuffix(head, "\n"), 1)
	}
	state := perfect(n, 0)
	for k, m := range moves {
		state, _ = play(3, state, m)
		written := strings.Replace(strings.Replace(line, "{n}", fmt.Sprint(k+1), 1), "{m}", f.write(k+1, m), 1)
		for peg := range 3 {
			var disks []string
			for i, on := range state {
				if on == '0'+rune(peg) {
					disks = append(disks, fmt.Sprint(n-i))
				}
			}
			written = strings.Replace(written, fmt.Sprintf("{,%d}", peg), strings.Join(disks, ", "), 1)
			written = strings.Replace(written, fmt.Sprintf("{-%d}", peg), cmp.Or(strings.Join(disks, " "), "-"), 1)
		}
		text += written
	}
	return text
}

// twins returns copies of the moves, each with one fault.
func twins(moves []move) (all [][]move) {
	for i, m := range moves {
		third := 3 - m.from - m.to
		for _, other := range []move{{m.disk%3 + 1, m.from, m.to}, {m.disk, third, m.to}, {m.disk, m.from, third}, {9, m.from, m.to}} {
			twin := slices.Clone(moves)
			twin[i] = other
			all = append(all, twin)
		}
		all = append(all, slices.Delete(slices.Clone(moves), i, i+1), slices.Insert(slices.Clone(moves), i, m))
	}
	return all
}

// layouts returns all layouts: of the first section, and with states around the moves.
func layouts(t testing.TB) [][]string {
	all := section(t, "layouts")
	for _, state := range section(t, "states") {
		places := []string{"{s}\n{m}\n", "{m}\n{s}\n", "{m}\n\n{s}\n\n", "{n}. {m}\n   {s}\n"}
		if strings.Contains(state[0], "{,") { // only brackets are states after a move
			places = append(places, "{m}: {s}\n", "{m} => {s}\n")
		}
		for _, place := range places {
			all = append(all, []string{"state " + state[0], strings.Replace(place, "{s}", state[0], 1), "", ""})
		}
	}
	return all
}

// TestForms: a right answer of each form in each layout is solved, except where testdata/read-forms.txt
// says otherwise, and one with a fault is not. States around moves are never taken for moves.
func TestForms(t *testing.T) {
	c := tally{T: t}
	layouts := layouts(t)
	for i, f := range forms(t) {
		group := ""
		for k, layout := range layouts {
			name, line, before, after := layout[0], layout[1], layout[2], layout[3]
			if strings.HasPrefix(name, "state ") && name != group {
				c.letters += " "
				group = name
			}
			isBare := slices.Contains([]string{"plain", "quoted", "CR LF", "a fence", "a wrong draft"}, name)
			if f.head != "" && !isBare || testing.Short() && (i+k)%22 > 0 {
				c.letters += "-"
				continue
			}
			var both []string
			for n := 2; n <= 3; n++ {
				if name == "a wrong draft" {
					before = layOut(line, f, append(solution(n)[:1<<n-2], move{1, 1, 1}), n) + "\nThat is wrong. Once more:\n\n"
				}
				right := solution(n)
				text := before + layOut(line, f, right, n) + after
				r := tower(n, text)
				if both = append(both, c.right(r, text)); r.Verdict == answer.Solved && r.Notation != f.notation {
					t.Errorf("notation %s; want %s:\n%s", r.Notation, f.notation, text)
				}
				every := 1 // all faults in two disks and the first layouts, and some of the others
				if k > 20 {
					every = 30
				} else if n == 3 || testing.Short() {
					every = 7
				}
				for j, twin := range twins(right) {
					if (i+j+k)%every > 0 || slices.Equal(f.lines(twin), f.lines(right)) {
						continue // some forms do not say what differs
					}
					text := before + layOut(line, f, twin, n) + after
					c.wrong(tower(n, text), text)
				}
			}
			c.add(both)
		}
		c.endRow(f.text)
	}
	c.compare("testdata/read-forms.txt", "Columns: the layouts of forms.txt, then its states, each in several places; (u.) is for 2 and 3 disks.")
}

// TestPegNames: a right answer is never blamed for the names of its pegs. Unknown names are asked
// for, as testdata/read-names.txt shows, and --pegs reads them.
func TestPegNames(t *testing.T) {
	c := tally{T: t}
	forms := forms(t)[:len(section(t, "forms"))]
	for i, line := range section(t, "pegs") {
		names, given := strings.Split(line[0], ","), cmp.Or(line[1], line[0])
		for k, f := range forms {
			if testing.Short() && (i+k)%20 > 0 {
				continue
			}
			text := strings.TrimLeft(f.head+"\n", "\n")
			for k, m := range solution(3) {
				named := strings.NewReplacer("{a}", names[m.from], "{c}", names[m.to]).Replace(f.text)
				if f.head == "" && i%2 > 0 {
					named = "{n}. " + named
				}
				text += form{text: named}.write(k+1, m) + "\n"
			}
			r := tower(3, text)
			c.add([]string{c.right(r, text)})
			isAsked := len(r.Names) == 3 && strings.Contains(r.String(), "--pegs NAME,NAME,NAME in the order of pegs 0, 1 and 2")
			if r.Verdict == answer.Unparsed && r.Skipped == 0 || r.Verdict == answer.Ambiguous && r.Names != nil && !isAsked {
				t.Errorf("%s: %s\n%s", line[0], asJSON(r), text)
			}
			if given == "none" {
				continue
			}
			p := answer.Problem{N: 3, To: "2", Pegs: given}
			if r := judge(p, answer.Options{}, text); r.Verdict != answer.Solved {
				t.Errorf("with --pegs %s: %s\n%s", given, asJSON(r), text)
			}
			pegs := strings.Split(given, ",")
			p.Pegs = strings.Join([]string{pegs[1], pegs[0], pegs[2]}, ",")
			c.wrong(judge(p, answer.Options{}, text), text)
		}
		c.endRow(line[0])
	}
	c.compare("testdata/read-names.txt", "Columns: the forms of forms.txt, for any names.")
}

// TestPage: each example of the table in docs/evaluation.md moves disk 1 from the first peg to the
// third.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/evaluation.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "<!-- forms -->")
	table, _, _ = strings.Cut(table, "<!-- /forms -->")
	table = strings.NewReplacer("`<br>`", "\n", `\|`, "|").Replace(table)
	examples := strings.Split(table, "`")
	if len(examples) < 50 {
		t.Errorf("the page has only %d examples", len(examples)/2)
	}
	for i, e := range examples {
		if r := tower(1, e); i%2 == 1 && r.Verdict != answer.Solved {
			t.Errorf("%q: %v", e, r)
		}
	}
}
