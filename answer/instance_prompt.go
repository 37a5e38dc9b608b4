package answer

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

const promptText = `This is a Tower of Hanoi puzzle with three pegs, %s, and %s.

Rules:
- A move takes one disk from one peg to another.
- Only the top disk of a peg may be moved.
- A disk must not be put on a smaller one.

Now (disks of each peg from the bottom up):
%s
Goal:
%s
Find a shortest sequence of moves from the present position to the goal. End your answer with `

// prompts say what pegs are called, and how the answer is to be written. In text, pegs are
// letters, since digits might count from 0 or from 1.
var prompts = map[string]struct{ pegs, names, form string }{
	"triples": {"0, 1 and 2", "012", "all moves in order, as one list of [disk, from peg, to peg] between <answer> and </answer>, like this:\n" +
		"<answer>[[1, 0, 2], [2, 0, 1]]</answer>"},
	"text": {"A, B and C", "ABC", "all moves in order, each on a line of its own, between <answer> and </answer>, like this:\n" +
		"<answer>\nMove disk 1 from peg A to peg C\nMove disk 2 from peg A to peg B\n</answer>"},
}

// prompt states the puzzle, and asks for its moves.
func (x Instance) prompt(kind string, mayBeEmpty bool) string {
	p := prompts[kind]
	disks := fmt.Sprintf("%d disks, numbered from 1, the smallest, to %[1]d, the largest", x.N)
	if x.N == 1 {
		disks = "1 disk, number 1"
	}
	text := fmt.Sprintf(promptText, p.pegs, disks, position(x.From, p.names), position(x.To, p.names)) + p.form
	if mayBeEmpty {
		text += "\nIf no move is needed, the list is empty: <answer>[]</answer>"
	}
	return text
}

// position returns a line for each peg with its disks.
func position(s hanoi.State, names string) (text string) {
	var disks [3]string
	for disk := s.N(); disk > 0; disk-- {
		disks[s.Peg(disk)] += fmt.Sprintf(" %d", disk)
	}
	for peg, name := range names {
		text += fmt.Sprintf("peg %c:%s\n", name, cmp.Or(disks[peg], " empty"))
	}
	return text
}

// answer returns the moves of a shortest path, as the prompt asks or in triples. No moves are
// an empty list.
func (x Instance) answer(prompt string) any {
	triples, lines := [][3]uint8{}, []string{}
	for _, m := range must.Get(hanoi.Path(x.From, x.To)).All() {
		triples = append(triples, [3]uint8{m.Disk, m.From, m.To})
		if prompt == "text" {
			lines = append(lines, fmt.Sprintf("Move disk %d from peg %c to peg %c", m.Disk, 'A'+m.From, 'A'+m.To))
		}
	}
	if len(lines) > 0 {
		return strings.Join(lines, "\n")
	}
	return triples
}
