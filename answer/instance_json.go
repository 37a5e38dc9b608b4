package answer

import (
	"fmt"
	"strconv"

	"github.com/hanoigen/hanoi"
)

// LongestAnswer is the most moves of an answer that is written into an instance:
// 2²⁰−1, those of 20 disks. The line is shorter than 64 MiB, as Triples or Text.
const LongestAnswer = 1<<20 - 1

// Fields says what the JSON line of an instance has besides id, n, begin, goal and
// optimum.
type Fields struct {
	Prompt Notation // a prompt that asks for this notation: Triples or Text; Auto for no prompt
	Answer bool     // an optimal answer, in the notation of the prompt; Triples if there is none
}

// Append appends the JSON line of instance i, and a newline. Pegs are numbers in
// Triples, and A, B, C in Text, where numbers might be 0 to 2 or 1 to 3. It panics if
// with.Prompt is not Auto, Triples or Text. With with.Answer it also panics if the
// optimum is beyond [LongestAnswer], which cannot be where [Sampler.Longest] is not.
func (s *Sampler) Append(dst []byte, i uint64, with Fields) []byte {
	if with.Prompt != Auto && with.Prompt != Triples && with.Prompt != Text {
		panic(fmt.Sprintf("answer: no prompt asks for the notation %v; give Triples or Text, or Auto for none", with.Prompt))
	}
	x := s.At(i)
	dst = strconv.AppendUint(append(dst, `{"id":`...), x.ID, 10)
	dst = strconv.AppendInt(append(dst, `,"n":`...), int64(x.Begin.N()), 10)
	dst, _ = x.Begin.AppendText(append(dst, `,"begin":"`...))
	dst, _ = x.Goal.AppendText(append(dst, `","goal":"`...))
	dst = strconv.AppendUint(append(dst, `","optimum":`...), x.Optimum, 10)
	if with.Prompt != Auto {
		// All of it is printable ASCII and newlines, which Go quotes as JSON does.
		mayBeNone := s.samples.Kind == Distance && s.samples.Nearest == 0
		dst = strconv.AppendQuote(append(dst, `,"prompt":`...), x.prompt(with.Prompt, mayBeNone))
	}
	if with.Answer {
		dst = x.appendAnswer(append(dst, `,"answer":`...), with.Prompt)
	}
	return append(dst, "}\n"...)
}

// prompt states the puzzle and the notation of the answer.
func (x Instance) prompt(notation Notation, mayBeNone bool) string {
	n := x.Begin.N()
	disks, numbers := "disks", fmt.Sprintf("numbered from 1, the smallest, to %d, the largest", n)
	if n == 1 {
		disks, numbers = "disk", "number 1"
	}
	pegs, names := "0, 1 and 2", "012"
	moves := "one list of all moves in order, each as [disk, from peg, to peg], like this: [[1, 0, 2], [2, 0, 1]]"
	if notation == Text {
		pegs, names = "A, B and C", "ABC"
		moves = "all moves in order, each on a line of its own, like this:\nMove disk 1 from peg A to peg C\nMove disk 2 from peg A to peg B"
	}
	text := fmt.Sprintf(`This is a Tower of Hanoi puzzle with three pegs, %s, and %d %s, %s.

Rules:
- A move takes one disk from one peg to another.
- Only the top disk of a peg may be moved.
- A disk must not be put on a smaller one.

Now (disks of each peg from the bottom up):
%s
Goal:
%s
Find a shortest sequence of moves from the present position to the goal. End your answer with %s`,
		pegs, n, disks, numbers, position(x.Begin, names), position(x.Goal, names), moves)
	if mayBeNone {
		text += "\nIf no move is needed, answer []"
	}
	return text
}

// position returns a line for each peg with its disks.
func position(s hanoi.State, names string) (text string) {
	for peg, name := range names {
		text += "peg " + string(name) + ":"
		for disk := s.N(); disk > 0; disk-- {
			if int(s.Peg(disk)) == peg {
				text += " " + strconv.Itoa(disk)
			}
		}
		if s.Disks(uint8(peg)) == 0 {
			text += " empty"
		}
		text += "\n"
	}
	return text
}

// appendAnswer appends the moves of a shortest path as a JSON value: a list of
// triples or, for Text, a string of lines. No moves are an empty list.
func (x Instance) appendAnswer(dst []byte, notation Notation) []byte {
	if x.Optimum > LongestAnswer {
		panic(fmt.Sprintf("answer: %d moves are too many to write; an instance's answer has at most %d", x.Optimum, LongestAnswer))
	}
	route, err := hanoi.Path(x.Begin, x.Goal)
	must(err)
	if notation != Text || x.Optimum == 0 {
		dst = append(dst, '[')
		for i, m := range route.All() {
			if i > 1 {
				dst = append(dst, ',')
			}
			dst = strconv.AppendUint(append(dst, '['), uint64(m.Disk), 10)
			dst = append(dst, ',', '0'+m.From, ',', '0'+m.To, ']')
		}
		return append(dst, ']')
	}
	dst = append(dst, '"')
	for i, m := range route.All() {
		if i > 1 {
			dst = append(dst, `\n`...)
		}
		dst = strconv.AppendUint(append(dst, "Move disk "...), uint64(m.Disk), 10)
		dst = append(append(dst, " from peg "...), 'A'+m.From)
		dst = append(append(dst, " to peg "...), 'A'+m.To)
	}
	return append(dst, '"')
}
