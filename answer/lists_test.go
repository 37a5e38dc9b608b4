package answer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// TestPlans: in plans of the usual PDDL domain, a disk lies directly on another disk or on a peg.
func TestPlans(t *testing.T) {
	c := tally{T: t}
	type step struct{ disk, from, to string }
	for n := 1; n <= 6 && !(testing.Short() && n > 3); n++ {
		var plan []step
		state := perfect(n, 0)
		place := func(peg int) string {
			if disk := top(state, peg); disk > 0 {
				return fmt.Sprint("d", disk)
			}
			return fmt.Sprint("peg", peg+1)
		}
		for _, m := range solution(n) {
			s := step{disk: place(m.from), to: place(m.to)}
			state, _ = play(3, state, m)
			s.from = place(m.from)
			plan = append(plan, s)
		}
		for _, line := range []string{"({m})\n", "0.00%d: ({m}) [0.001]\n", "%d: ({M})\n", "; step %d\n({m})\n", "({m}) ; step %d\n", "%d: ({m}) [1]\n"} {
			write := func(plan []step) (text string) {
				for k, s := range plan {
					m := fmt.Sprintf("move %s %s %s", s.disk, s.from, s.to)
					text += strings.NewReplacer("{m}", m, "{M}", strings.ToUpper(m), "%d", fmt.Sprint(k)).Replace(line)
				}
				return text + "; cost = 7 (unit cost)\n"
			}
			if r := tower(n, write(plan)); r.Verdict != answer.Solved {
				t.Errorf("%s:\n%s", asJSON(r), write(plan))
			}
			for i, s := range plan[:min(7, len(plan))] {
				twins := [][]step{{}}
				for _, place := range []string{"peg1", "peg2", "peg3", "d1", "d2", "d3", "d4", "d9"} {
					twins = append(twins, []step{{s.disk, place, s.to}}, []step{{s.disk, s.from, place}}, []step{{place, s.from, s.to}})
				}
				for k, twin := range twins {
					if (n > 3 || testing.Short()) && (i+k)%20 != n {
						continue
					}
					if text := write(slices.Concat(plan[:i], twin, plan[i+1:])); text != write(plan) {
						c.wrong(tower(n, text), text)
					}
				}
			}
		}
	}
}

// TestParts: a list in parts is solved if nothing between them is in doubt, and is never blamed. A
// whole list is solved whatever follows a blank line. If a wrong attempt is followed by a right list
// with a line that is not read, the answer is neither blamed nor solved.
func TestParts(t *testing.T) {
	c := tally{T: t}
	forms, unread := forms(t), section(t, "unread")
	for i := range 12 * len(forms) {
		f, n := forms[i/12], 2+i/6%2
		right := solution(n)
		at := 1 + i%6
		if isTarget := strings.Contains(f.text, "{c}") && !strings.Contains(f.text, "{a}"); isTarget || f.head != "" || strings.Contains(f.text, "{n}") || at >= len(right) || testing.Short() && i%5 > 0 {
			continue
		}
		wrong := append(slices.Clone(right[:len(right)-1]), move{1, n - 2, 3 - n}) // from an empty peg
		doubtful := form{text: unread[i%len(unread)][0]}.write(at, right[at-1])
		parts := func(moves []move, at int, between string) string {
			lines := f.lines(moves)
			return strings.Join(lines[:at], "\n") + "\n" + between + strings.Join(lines[at:], "\n") + "\n"
		}
		for text, want := range map[string]answer.Verdict{
			parts(right, at, "The next part:\n\n"):              answer.Solved,
			parts(right, at, "The next part:\n"+doubtful+"\n"):  answer.Unparsed,
			parts(right, at, doubtful+"\n"):                     answer.Unparsed,
			parts(right, at, "Now move 2 disks from A to C:\n"): answer.Solved,
			parts(wrong, at, "The next part:\n"):                answer.Ambiguous,
			parts(wrong, at, "The next part:\n") + "...\n":      answer.Truncated,
			parts(wrong, at, ""):                                answer.Illegal,
			parts(wrong[:len(wrong)-1], at, ""):                 answer.Unfinished,
			parts(wrong, at, doubtful+"\n"):                     answer.Unparsed,
			parts(wrong, at, "") + "\n" + doubtful:              answer.Unparsed,
			doubtful + "\n\n" + parts(wrong, at, ""):            answer.Unparsed,
			parts(right, at, "") + doubtful:                     answer.Unparsed,
			parts(right, at, "") + "\n" + doubtful:              answer.Solved,
		} {
			r := tower(n, text)
			isDoubted := want == answer.Unparsed
			if r.Verdict != want || (r.Skipped > 0) != isDoubted || (r.SkippedLine != "") != isDoubted {
				t.Errorf("want %s, have %s:\n%s", want, asJSON(r), text)
			}
		}
		for k, attempt := range [][]move{right[:n], wrong, slices.Concat(wrong, wrong), {{2, 0, 2}}} {
			first := []form{f, forms[(i*7+k*5)%len(forms)]}[i%2]
			between := []string{"", "\n", "Wait, that is wrong.\n", "\nSo the correct solution is:\n\n"}[(i+k)%4]
			lines := f.lines(right)
			lines[at-1] = doubtful
			text := layOut("{m}\n", first, attempt, n) + between + strings.Join(lines, "\n")
			r := tower(n, text)
			c.right(r, text)
			c.wrong(r, text)
		}
	}
}
