package instance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

const promptText = `This is a Tower of Hanoi puzzle with three pegs, %s and %s, and %s.

Rules:
- A move takes one disk from one peg to another.
- Only the top disk of a peg may be moved.
- A disk must not be put on a smaller one.

Now (disks of each peg from the bottom up):
%s
Goal:
%s
Find a shortest sequence of moves from the present position to the goal. ` +
	"End your answer with all moves in order, %s between <answer> and </answer>, like this:\n<answer>%s</answer>"

const sentence = "Move disk %d from peg %s to peg %s\n"

// prompt states a puzzle, and asks for its moves.
func (s *Sampler) prompt(x Instance) string {
	last := len(s.names) - 1
	disks := fmt.Sprintf("%d disks, numbered from 1, the smallest, to %[1]d, the largest", x.N)
	if x.N == 1 {
		disks = "1 disk, number 1"
	}
	a, b, c := s.values[0], s.values[1], s.values[2]
	form, example := "as one list of [disk, from peg, to peg]", fmt.Sprintf("[[1, %s, %s], [2, %s, %s]]", a, c, a, b)
	if s.options.Prompt == "text" {
		form, example = "each on a line of its own,", "\n"+fmt.Sprintf(sentence+sentence, 1, a, c, 2, a, b)
	}
	text := fmt.Sprintf(promptText, strings.Join(s.names[:last], ", "), s.names[last], disks,
		s.position(x.From), s.position(x.To), form, example)
	if s.options.Kind == "distance" && s.options.MinDistance == 0 {
		text += "\nIf no move is needed, the list is empty: <answer>[]</answer>"
	}
	return text
}

// position returns a line for each peg, with its disks.
func (s *Sampler) position(state string) string {
	disks := make([]string, len(s.names))
	for i, peg := range []byte(state) {
		disks[peg-'0'] += fmt.Sprintf(" %d", len(state)-i)
	}
	var text strings.Builder
	for peg, name := range s.names {
		fmt.Fprintf(&text, "peg %s:%s\n", name, cmp.Or(disks[peg], " empty"))
	}
	return text.String()
}

// answer returns the moves of a shortest path as JSON. Without moves, that is an empty list.
func (s *Sampler) answer(x Instance) json.RawMessage {
	form := "[%d,%s,%s],"
	if s.options.Prompt == "text" {
		form = sentence
	}
	var text []byte
	for m := range x.solution() {
		text = fmt.Appendf(text, form, m.Disk, s.values[m.From], s.values[m.To])
	}
	text = text[:max(len(text)-1, 0)] // without the last separator
	if s.options.Prompt == "text" && len(text) > 0 {
		return must.Get(json.Marshal(string(text)))
	}
	return slices.Concat([]byte("["), text, []byte("]"))
}

// solution returns the moves of a shortest path.
func (x Instance) solution() iter.Seq[hanoi.Move] {
	from, to := must.Get(hanoi.ParseState(x.From)), must.Get(hanoi.ParseState(x.To))
	return must.Get(hanoi.Path(from, to)).Moves()
}
