package grammar_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

// readings are texts, in which ⏎ ends a line, and what is read: #3 1:A>C is move 3, of disk 1 from
// A to C, and A>+C a move that a lead, words around its brackets or a heading sets apart. Other
// items are edges of lists (|) and lines: they hold a move, could be one, could be one by numbers,
// are other text, or are titles. Last is the number of lines that were not read whole, if any.
const readings = `
1. Move disk 1 from A to C                                   => #1 1:A>C
Then put disc 2 on rod B from rod A. From A, take d1 to C!   => 2:A>B, 1:A>C
A → B then B → C; C to A (disk 2)⏎Move disk 1 to C           => A>B, B>C, 2:C>A, 1:>C
0.01: (move d1 d2 peg3) [0.5]⏎move(1, A, C)⏎move(9, 1, A, C)   => 1:d2>3, 1:A>C, holds 1
[1, A, C] and (2, "A", "B")⏎I choose \boxed{A C}.⏎[AC]⏎[ac]  => 1:A>C, 2:A>B, A>+C, A>C, text 2
{"to": 1, "step": 1, "from": 0}⏎{"from": 0, "to": 1, "s": 9} => #1 0>1, holds 1
1,0,2⏎1 0 2⏎A C                                              => 1:0>2, 1:0>2, A>C
disk,from,to⏎1,A,C⏎2,A,B # note⏎1,A                          => |, 1:A>C, holds, text 2
|Move|From|To|State|⏎|-|-|-|-|⏎|1|A|C|[2] [] [1]|            => |, #1 A>C
[2, 1] [] [3]⏎A → C: [[2], [1], []]⏎C: [3, 2]⏎[1] [2]        => A>C, numbers 1
A → C (the top one)⏎A → C (or B)⏎A → C and so on             => A>C, holds, holds 3
moves = [[1, 0, 2],⏎ [2, 0, 1], # note⏎ "x", [1,2            => |, 1:0>2, 2:0>1, holds, ..., | 1
["A → C", "B"]⏎[[3, 2, 1], [], []]                           => |, A>C, holds, | 1
Disk 1: A → C (disk 2)⏎Disk 1: A → C (disk 1)                => holds, 1:A>C 1
See (a): [[1, A, C]] is all.                                 => |, 1:A>C, |, text 2
Answer: A → C⏎Wait, not that:                                => A>+C, text 2
1⏎A → C⏎2⏎A → B⏎4. B → C                                     => #1 A>C, #2 A>B, #4 B>C
## A → C⏎> - **1.** $B \to C$                                => A>C, #1 B>C
１． Ａ → Ｃ⏎2) A→B<br>#3 B -> C                             => #1 A>C, #2 A>B, #3 B>C
Move __disk 1__ from A to C⏎（Ａ，Ｃ）⏎["１", 'Ｃ']          => 1:A>C, A>C, 1>C
|Step|Move|⏎|---|---|⏎|1|A → C|⏎---                          => title, #1 A>C, |
A → C⏎...⏎A → B ...                                          => A>C, ..., A>B, ...
Disk 1 goes from here to C.⏎pega → peg C⏎the to C            => 1:here>C, a>C, text 1
Take it from A.⏎Move all disks from A to C.⏎Go from a bit.   => could, text, text 3
From 0 to 2?⏎Done.⏎[1.5, A, C]⏎## Moves⏎A → C                => numbers, text, could, text, A>C 4
<answer>A → B</answer><answer> </answer><answer>A → C       => A>B
|From (to)|To|⏎|---|---|⏎|A|C|                                => title, could 1
1. A → C⏎2                                                   => #1 A>C 1
|Disk|From|To|⏎|-|-|-|⏎|1|A|C|⏎|2|A|                       => |, 1:A>C, holds 1
|Disk|From|To|⏎|-|-|-|⏎|1|A|C|⏎⏎|2|A|B|⏎The Disks 1 and 2 go to B. => |, 1:A>C, 2:A>B, text 1
|Move|From|To|⏎|-|-|-|⏎|1|A|C|⏎[[1, A, C]]⏎|2|A|B|         => |, #1 A>C, |, 1:A>C, |, #2 could 1
<think>A → C</think>⏎                                        => A>C
<think>A → C                                                 =>
`

// written writes a part as the readings are.
func written(p *grammar.Part) string {
	var items []string
	for _, m := range p.Items {
		word := [...]string{"title", "...", "|", "move"}[min(m.Kind, grammar.Sentence)]
		for i, flag := range []grammar.Flags{grammar.Unread, grammar.CouldByNumbers, grammar.Could, grammar.Holds} {
			if m.Kind == grammar.Text && m.Is(flag) {
				word = []string{"text", "numbers", "could", "holds"}[i]
			}
		}
		if m.IsMove() {
			place := func(at grammar.Place) string {
				if at.OnDisk() {
					return fmt.Sprintf("d%d", at.ID())
				}
				return append([]string{""}, p.Names.All...)[at.ID()+1]
			}
			word = place(m.From) + ">" + place(m.To)
			if m.Is(grammar.HasLead | grammar.Worded) {
				word = strings.Replace(word, ">", ">+", 1)
			}
			if m.Disk.Given() {
				word = fmt.Sprintf("%d:%s", m.Disk.Value(), word)
			}
		}
		if m.Number.Given() {
			word = fmt.Sprintf("#%d %s", m.Number.Value(), word)
		}
		items = append(items, word)
	}
	if p.Unread == 0 {
		return strings.Join(items, ", ")
	}
	return fmt.Sprintf("%s %d", strings.Join(items, ", "), p.Unread)
}

// TestRead: each text is read as docs/evaluation.md says.
func TestRead(t *testing.T) {
	for line := range strings.Lines(strings.TrimPrefix(readings, "\n")) {
		text, want, _ := strings.Cut(line, "=>")
		var r grammar.Reader
		r.SetNames(nil)
		got := written(r.Read([]byte(strings.ReplaceAll(strings.TrimSpace(text), "⏎", "\n"))))
		if got != strings.TrimSpace(want) {
			t.Errorf("%s\n  is read as %s", line, got)
		}
	}
}
