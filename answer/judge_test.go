package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// TestPlain: answers as people and programs write them, which an earlier judge got wrong.
func TestPlain(t *testing.T) {
	const solved, ambiguous, unparsed, illegal = answer.Solved, answer.Ambiguous, answer.Unparsed, answer.Illegal
	parts := ""
	for i, m := range (puzzle{3, "0000000", []string{"2222222"}}).solution() {
		part := "\n\nMoves 51 to 100:\n\n["
		if i%50 > 0 {
			part = ", "
		}
		parts += part + fmt.Sprintf("[%d,%d,%d]", m.disk, m.from, m.to)
		if i%50 == 49 || i == 126 {
			parts += "]"
		}
	}
	for _, test := range []struct {
		n    int
		text string
		want []answer.Verdict
	}{
		{2, "1. A → B\n2. A → C\n3. B → C\n\nOr in words:\n\n- Move disk 1 from B to C\n- Move disk 2 from B to C\n- Move disk 1 from A to C\n",
			[]answer.Verdict{illegal}}, // the last list counts, and is wrong
		{3, "1. A → C\n2. A → B\n3. C → B\n4. A → C\n5. B → A\n6. B → C\n7. B → C\n\nThat was wrong.\n\n- A → C\n- A → B\n- C → B\n- A → C\n- B → A\n- B → C\n- A → C\n",
			[]answer.Verdict{solved}},
		{2, "1. Move disk 1 from Peg 1 to Peg 2.\n2. move Disk 2 from Peg 1 to Peg 3.\n- MOVE DISK 1 FROM PEG 2 TO PEG 3.\n", []answer.Verdict{solved, ambiguous, unparsed}},
		{2, "The moves are (A,B), (A,C), (B,C).", []answer.Verdict{solved}},
		{2, "Disk 1 moves from A to B, disk 2 moves from A to C, disk 1 moves from B to C.", []answer.Verdict{solved}},
		{2, "The smallest disk goes from A to B, the largest disk goes from A to C, the smallest disk goes from B to C.", []answer.Verdict{unparsed}},
		{2, "| Disk | From | To |\n|---|---|---|\n| 1 | A | C |\n| 2 | A | B |\n| 1 | C | A |\n\n| Disk | From | To |\n|---|---|---|\n| 1 | A | B |\n| 2 | A | C |\n| 1 | B | C |\n",
			[]answer.Verdict{solved}},
		{3, "| Disk | From | To |\n|---|---|---|\n| 1 | A | C |\n| 2 | A | B |\n| 1 | C | B |\n\n| Disk | From | To |\n|---|---|---|\n| 3 | A | C |\n| 1 | B | A |\n| 2 | B | C |\n| 1 | A | C |\n",
			[]answer.Verdict{solved}},
		{3, "1. Move the top 2 disks from A to B:\n   a. Move disk 1 from A to C\n   b. Move disk 2 from A to B\n   c. Move disk 1 from C to B\n2. Move disk 3 from A to C\n" +
			"3. Move the top 2 disks from B to C:\n   a. Move disk 1 from B to A\n   b. Move disk 2 from B to C\n   c. Move disk 1 from A to C\n", []answer.Verdict{solved, ambiguous, unparsed}},
		{2, "A → B\nA → C\nB → C\n\nThat is 3 moves (2^2 - 1 = 3).", []answer.Verdict{solved}},
		{2, "We need 3 moves (2^2 - 1 = 3):\nA → B\nA → C\nB → C", []answer.Verdict{solved}},
		{2, "(move d1 d2 peg2)\n(move d2 peg1 peg3)\n(move d1 peg2 d2)\n", []answer.Verdict{solved}},
		{2, "0.001: (move d1 d2 peg2) [0.001]\n0.002: (move d2 peg1 peg3) [0.001]\n0.003: (move d1 peg2 d2) [0.001]\n", []answer.Verdict{solved}},
		{2, "The solution is A to B, A to C, B to C.", []answer.Verdict{unparsed, solved}},
		{2, "1 -> 2\n2 -> 3\n1 -> 3\n", []answer.Verdict{ambiguous}},
		{2, "1 -> 3, 2 -> 2, 1 -> 2", []answer.Verdict{ambiguous, unparsed}},
		{2, "move(1,1,2,1).\nmove(2,1,3,2).\nmove(1,2,3,3).\n", []answer.Verdict{unparsed}},
		{2, "move(1,2,1)\nmove(2,3,2)\nmove(1,3,3)\n", []answer.Verdict{ambiguous}},
		{7, parts, []answer.Verdict{ambiguous, unparsed, solved}},
		{2, "Step 1. Move 1 from list A to list B.\nStep 2. Move 2 from list A to list C.\nStep 3. Move 1 from list B to list C.", []answer.Verdict{solved}},
		{2, "A → B\n[2] [1] []\nA → C\n[] [1] [2]\nB → C\n[] [] [2, 1]\n", []answer.Verdict{solved}},
		{2, "Move disk 1 from A to B => [2] [1] []\nMove disk 2 from A to C => [] [1] [2]\nMove disk 1 from B to C => [] [] [2, 1]\n", []answer.Verdict{solved}},
	} {
		p := answer.Problem{N: test.n, To: "2"}
		if strings.HasPrefix(test.text, "1 -> 3, ") {
			p.To = "1"
		}
		r := judge(t, p, answer.Options{}, test.text)
		ok := false
		for _, want := range test.want {
			ok = ok || r.Verdict == want && (want != unparsed || r.Skipped > 0 && r.SkippedLine != "")
		}
		if !ok {
			t.Errorf("want %v, have %s\n%s", test.want, asJSON(r), test.text)
		}
	}
}

// TestPlans: plans of the usual PDDL domain, in which a disk lies on a disk or on a peg.
func TestPlans(t *testing.T) {
	c := tally{T: t}
	for n := 1; n <= 6; n++ {
		moves := puzzle{3, perfect(n, 0), []string{perfect(n, 2)}}.solution()
		type step struct{ disk, from, to string }
		var plan []step
		var below, covered [][]string // places under the disk that it does not lie on, and on the peg that it goes to, but not on top
		g := newGame(3, perfect(n, 0))
		for _, m := range moves {
			places := func(peg int) (all []string) {
				all = append(all, fmt.Sprint("peg", peg+1))
				for _, disk := range g[peg] {
					all = append(all, fmt.Sprint("d", disk))
				}
				return all
			}
			from, to := places(m.from), places(m.to)
			plan = append(plan, step{fmt.Sprint("d", m.disk), from[len(from)-2], to[len(to)-1]})
			below, covered = append(below, from[:len(from)-2]), append(covered, to[:len(to)-1])
			g.play(m)
		}
		for _, line := range []string{"({m})\n", "0.00%d: ({m}) [0.001]\n", "%d: ({M})\n", "; step %d\n({m})\n", "({m}) ; step %d\n", "%d: ({m}) [1]\n"} {
			write := func(plan []step) string {
				text := ""
				for k, s := range plan {
					m := fmt.Sprintf("move %s %s %s", s.disk, s.from, s.to)
					text += strings.NewReplacer("{m}", m, "{M}", strings.ToUpper(m), "%d", fmt.Sprint(k)).Replace(line)
				}
				return text + "; cost = 7 (unit cost)\n"
			}
			p := answer.Problem{N: n, To: "2"}
			c.right(p, answer.Options{}, line, write(plan))
			for i, s := range plan {
				if n > 4 && i%7 > 0 {
					continue
				}
				change := func(changed step) string {
					twin := append([]step{}, plan...)
					twin[i] = changed
					return write(twin)
				}
				for _, place := range []string{"peg1", "peg2", "peg3", "d1", "d2", "d3", "d4", "d9"} {
					if place != s.from {
						c.twin(p, answer.Options{}, line, change(step{s.disk, place, s.to}))
					}
					if place != s.to {
						c.twin(p, answer.Options{}, line, change(step{s.disk, s.from, place}))
					}
					if place != s.disk && place[0] == 'd' {
						c.twin(p, answer.Options{}, line, change(step{place, s.from, s.to}))
					}
				}
				c.twin(p, answer.Options{}, line, write(append(append([]step{}, plan[:i]...), plan[i+1:]...)))
				misplaced := []step{}
				for _, place := range below[i] {
					misplaced = append(misplaced, step{s.disk, place, s.to})
				}
				for _, place := range covered[i] {
					misplaced = append(misplaced, step{s.disk, s.from, place})
				}
				for _, s := range misplaced {
					if r := judge(t, p, answer.Options{}, change(s)); line[0] != ';' && (r.Reason != "not_on_top" || r.Legal != uint64(i)) {
						t.Errorf("want not_on_top after %d moves, have %s:\n%s", i, asJSON(r), change(s))
					}
				}
			}
		}
	}
	c.atLeast(1)
}

// unread are lines that look like moves of disk {d} from {a} to {c}, and are none of the forms.
var unread = []string{
	"Disk {d} now hops over from {a} to {c} with ease", "Carefully slide it from {a} across to {c}", "{a} → {c} and so on", "Move disk {d} over there → {c}",
	"Disk {d} has to be brought to {c}", "bee to cee", `move({d}, "{a}", "{c}", now)`, "So it goes {a} → {c}, as above", "Move disk {d} from {a} to {c} to free the next one",
}

// TestUnread: a wrong attempt and then a right one of which a line is not read is not blamed.
func TestUnread(t *testing.T) {
	c := tally{T: t}
	for n := 2; n <= 3; n++ {
		p := answer.Problem{N: n, To: "2"}
		right := puzzle{3, perfect(n, 0), []string{perfect(n, 2)}}.solution()
		short := right[:len(right)/2]
		wrong := append(append([]move{}, right[:len(right)-1]...), move{1, 2, 0})
		long := append(append([]move{}, wrong...), wrong...)
		for i, f := range forms {
			if f.isRow() {
				continue
			}
			for k, attempt := range [][]move{short, wrong, long, {{2, 0, 2}}} {
				other := forms[(i*7+k*5)%len(forms)]
				for _, first := range []form{f, other} {
					for _, between := range []string{"\n", "\n\n", "\nWait, that is wrong.\n", "\n\nSo the correct solution is:\n\n"} {
						for at := range right {
							lines := f.lines(right)
							lines[at] = form{text: unread[(i+k+at)%len(unread)]}.write(at+1, right[at])
							text := strings.TrimSpace(first.head+"\n"+strings.Join(first.lines(attempt), "\n")) + between + strings.Join(lines, "\n") + "\n"
							if r := c.right(p, answer.Options{}, first.text+" and "+f.text, text); r.Verdict == answer.Solved {
								t.Errorf("solved, though a line is not read:\n%s", text)
							}
						}
					}
				}
			}
		}
	}
	c.atLeast(0)
}

// TestParts: a list in parts is solved where nothing between them is in doubt, and never blamed. A list that is whole is solved
// whatever stands after it.
func TestParts(t *testing.T) {
	p := answer.Problem{N: 3, To: "2"}
	right := puzzle{3, "000", []string{"222"}}.solution()
	wrong := append(append([]move{}, right[:6]...), move{1, 2, 0})
	for i, f := range forms {
		if isTarget := !strings.Contains(f.text, "{a}") && !strings.Contains(f.text, "{0}") && !strings.Contains(f.text, "{1}"); isTarget || f.isRow() || strings.Contains(f.text, "{n}") {
			continue
		}
		doubtful := form{text: unread[i%len(unread)]}.write(1, move{1, 0, 2})
		lay := func(moves []move, at int, between string) string {
			lines := f.lines(moves)
			return strings.Join(lines[:at], "\n") + between + strings.Join(lines[at:], "\n")
		}
		for at := 1; at < 7; at++ {
			for _, test := range []struct {
				text string
				want answer.Verdict
			}{
				{lay(right, at, "\nThe next part:\n\n"), answer.Solved},
				{lay(right, at, "\nThe next part:\n"+doubtful+"\n"), answer.Unparsed},
				{lay(right, at, "\n"+doubtful+"\n"), answer.Unparsed},
				{lay(right, at, "\nNow move 2 disks from A to C:\n"), answer.Unparsed}, // a plan
				{lay(wrong, at, "\nThe next part:\n"), answer.Ambiguous},
				{lay(wrong, at, "\nThe next part:\n") + "\n...\n", answer.Truncated},
				{lay(wrong, at, "\n"), answer.Illegal},
				{lay(wrong[:6], at, "\n"), answer.Unfinished},
				{lay(wrong, at, "\n"+doubtful+"\n"), answer.Unparsed},
				{lay(wrong, at, "\n") + "\n\n" + doubtful, answer.Unparsed},
				{doubtful + "\n\n" + lay(wrong, at, "\n"), answer.Unparsed},
				{lay(right, at, "\n") + "\n" + doubtful, answer.Solved},
			} {
				r := judge(t, p, answer.Options{}, test.text)
				if r.Verdict != test.want || (r.Skipped > 0) != strings.Contains(test.text, doubtful) && r.Verdict != answer.Unparsed || r.Verdict == answer.Unparsed && r.SkippedLine == "" {
					t.Errorf("want %s, have %s:\n%s", test.want, asJSON(r), test.text)
				}
			}
		}
	}
}
