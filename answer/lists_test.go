package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// TestPlans: plans of the usual PDDL domain, in which a disk lies on a disk or on a peg.
func TestPlans(t *testing.T) {
	c := tally{T: t}
	for n := 1; n <= 6; n++ {
		z, p := tower(n)
		moves := z.solution()
		type step struct{ disk, from, to string }
		var plan []step
		g := newGame(3, z.from)
		place := func(peg int, stack []int) string {
			if len(stack) == 0 {
				return fmt.Sprint("peg", peg+1)
			}
			return fmt.Sprint("d", stack[len(stack)-1])
		}
		for _, m := range moves {
			below := g[m.from][:len(g[m.from])-1]
			plan = append(plan, step{fmt.Sprint("d", m.disk), place(m.from, below), place(m.to, g[m.to])})
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
			c.right(p, line, write(plan))
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
						c.twin(p, line, change(step{s.disk, place, s.to}))
					}
					if place != s.to {
						c.twin(p, line, change(step{s.disk, s.from, place}))
					}
					if place != s.disk && place[0] == 'd' {
						c.twin(p, line, change(step{place, s.from, s.to}))
					}
				}
				c.twin(p, line, write(append(append([]step{}, plan[:i]...), plan[i+1:]...)))
				var misplaced []step // on the bare ground of a peg that has disks
				if s.from[0] == 'd' {
					misplaced = append(misplaced, step{s.disk, place(moves[i].from, nil), s.to})
				}
				if s.to[0] == 'd' {
					misplaced = append(misplaced, step{s.disk, s.from, place(moves[i].to, nil)})
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

// TestUnread: a wrong attempt and then a right one of which a line is not read is not blamed.
func TestUnread(t *testing.T) {
	c := tally{T: t}
	forms, unread := forms(t), section(t, "unread")
	for n := 2; n <= 3; n++ {
		z, p := tower(n)
		right := z.solution()
		short := right[:len(right)/2]
		wrong := append(append([]move{}, right[:len(right)-1]...), move{1, 2, 0})
		long := append(append([]move{}, wrong...), wrong...)
		for i, f := range forms {
			if f.head != "" {
				continue
			}
			for k, attempt := range [][]move{short, wrong, long, {{2, 0, 2}}} {
				other := forms[(i*7+k*5)%len(forms)]
				for _, first := range []form{f, other} {
					for _, between := range []string{"\n", "\n\n", "\nWait, that is wrong.\n", "\n\nSo the correct solution is:\n\n"} {
						for at := range right {
							lines := f.lines(right)
							lines[at] = form{text: unread[(i+k+at)%len(unread)][0]}.write(at+1, right[at])
							text := strings.TrimSpace(first.list(attempt)) + between + strings.Join(lines, "\n") + "\n"
							if r := c.right(p, first.text+" and "+f.text, text); r.Verdict == answer.Solved {
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
	z, p := tower(3)
	right, unread := z.solution(), section(t, "unread")
	wrong := append(append([]move{}, right[:6]...), move{1, 2, 0})
	for i, f := range forms(t) {
		if isTarget := !strings.Contains(f.text, "{a}") && !strings.Contains(f.text, "{0}") && !strings.Contains(f.text, "{1}"); isTarget || f.head != "" || strings.Contains(f.text, "{n}") {
			continue
		}
		doubtful := form{text: unread[i%len(unread)][0]}.write(1, move{1, 0, 2})
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
