package answer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/hanoigen/hanoi"
)

func problem(t testing.TB, terms Terms) Problem {
	t.Helper()
	p, err := terms.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestReading has what counts as a list of moves for three disks, and what does not.
// What it gives is the verdict, the moves, the legal ones, the notation, the lists.
func TestReading(t *testing.T) {
	const solved = "[1,0,2],[2,0,1],[1,2,1],[3,0,2],[1,1,0],[2,1,2],[1,0,2]"
	for _, c := range []struct {
		text    string
		options Options
		want    string
	}{
		// Lists of triples.
		{"[" + solved + "]", Options{}, "solved 7 7 triples 1"},
		{"moves=[" + solved, Options{}, "solved 7 7 triples 1"},
		{"[[1,0,2],[2,0,1]]", Options{}, "unfinished 2 2 triples 1"},
		{"[[1,0,2],[2,0,1]", Options{}, "truncated 2 2 triples 1"},
		{"[[1,0,2],[2,0,", Options{}, "truncated 1 1 triples 1"},
		{"[[1,0,2],[2,0,1], ...]", Options{}, "truncated 2 2 triples 1"},
		{"[[1,0,2],[2,0,1] …]", Options{}, "truncated 2 2 triples 1"},
		{"[[1,0,2], ..., [1,0,2]]", Options{}, "truncated 1 1 triples 1"},
		{"[[1, 0", Options{}, "truncated 0 0 triples 1"},
		{"[[", Options{}, "truncated 0 0 triples 1"},
		{"[", Options{}, "unparsed 0 0 auto 0"},
		{"[...]", Options{}, "unparsed 0 0 auto 0"},
		{"[[1,0,2],[2,0,1]]", Options{Truncated: true}, "truncated 2 2 triples 1"},
		{"[[1,0,2],[2,0,2]", Options{Truncated: true}, "illegal 2 1 triples 1"},
		{"[" + solved + "]", Options{Truncated: true}, "solved 7 7 triples 1"},
		{"I will", Options{Truncated: true}, "truncated 0 0 auto 0"},
		{"[[3, 2, 1], [], []]", Options{}, "unparsed 0 0 auto 0"},
		{"[[], [], [3, 2, 1]]", Options{}, "unparsed 0 0 auto 0"},
		{"[[1,0,2],[2,1]]", Options{}, "unparsed 0 0 auto 0"},
		{"[[1,0,2],[2,0,1],[x,0,2],[1,0,2]]", Options{}, "unparsed 0 0 auto 0"},
		{"[[10,0,2],[x0,0,2],[10,0,2],[10,0,2]]", Options{}, "unparsed 0 0 auto 0"},
		{"[[1,0,2] [2,0,1]]", Options{}, "unparsed 0 0 auto 0"},
		{"[[1,0,2,3]]", Options{}, "unparsed 0 0 auto 0"},
		{"[[1,0.5,2]]", Options{}, "unparsed 0 0 auto 0"},
		{"[[1x,0,2]]", Options{}, "unparsed 0 0 auto 0"},
		{`[["1',0,2]]`, Options{}, "unparsed 0 0 auto 0"},
		{"[[1,0,2],[2,0,1,", Options{}, "truncated 1 1 triples 1"},
		{"[[disk, from, to], ...]", Options{}, "unparsed 0 0 auto 0"},
		{"[1, 0, 2]\n[2, 0, 1]", Options{}, "unparsed 0 0 auto 0"},
		{"[[3,2,1],[],[]] then [[1,0,2]]", Options{}, "unfinished 1 1 triples 1"},
		{"[ see [[1,0,2]] ]", Options{}, "unfinished 1 1 triples 1"},
		{`{"moves": [[1,0,2]], "n": 3}`, Options{}, "unfinished 1 1 triples 1"},
		{`{"answer": "[[1,0,2],[2,0,1]]"}`, Options{}, "unfinished 2 2 triples 1"},
		{`[(1, 'A', 'C'), (2, "left", 1)]`, Options{}, "unfinished 2 2 triples 1"},
		{"[#1](a) and [[1,0,2]]", Options{}, "unfinished 1 1 triples 1"},
		{"[[1,0,2], # [[2,0,2]]\n [2,0,1]]", Options{}, "unfinished 2 2 triples 1"},
		{"\ufeff[[1,\u00a00,\u202f2],\u3000[2,0,1]]", Options{}, "unfinished 2 2 triples 1"},
		{"[[-1,0,2]]", Options{}, "illegal 1 0 triples 1"},
		{"[[1,0,99999999999999999999]]", Options{}, "illegal 1 0 triples 1"},
		// An answer that is [] has no moves; in prose that is no list.
		{" []\r\n", Options{}, "unfinished 0 0 triples 1"},
		{"My moves: []", Options{}, "unparsed 0 0 auto 0"},
		{"[]!", Options{}, "unparsed 0 0 auto 0"},
		{"[]\n!", Options{}, "unparsed 0 0 auto 0"},
		{"[]", Options{Notation: Text}, "unfinished 0 0 triples 1"},
		// Numbers that are those of no disk and no peg.
		{"[[1,0,2],[1,2,100000000000000000000]]", Options{}, "illegal 2 1 triples 1"},
		{"[[100000000000000000000,0,2]]", Options{Convention: Small0}, "illegal 1 0 triples 1"},
		{"[[1,0,2],[1,2,-5]]", Options{}, "illegal 2 1 triples 1"},
		{"[[-5,0,2]]", Options{Convention: Small0}, "illegal 1 0 triples 1"},
		// What stands before a move.
		{"- A C\n+ A B\n> C B\n(4) A C\n[5]B A", Options{}, "unfinished 5 5 pairs 1"},
		{"-A C", Options{}, "unparsed 0 0 auto 0"},
		{"(x) A C", Options{}, "unparsed 0 0 auto 0"},
		{"() A C", Options{}, "unparsed 0 0 auto 0"},
		{"(1)A C", Options{}, "unfinished 1 1 pairs 1"},
		{"12 Move disk 1 from A to C", Options{}, "unfinished 1 1 text 1"},
		{"12Move disk 1 from A to C", Options{}, "unparsed 0 0 auto 0"},
		// Sentences.
		{"move disk 1 from A to C; move disk 2 from A to B. Then disk 1 from C to B", Options{}, "unfinished 3 3 text 1"},
		{"move disk 1 from A to C: move disk 2 from A to B", Options{}, "unfinished 1 1 text 1"},
		{"move _disk 1_ from A to C", Options{}, "unfinished 1 1 text 1"},
		{"move disk 1x from A to C", Options{}, "unparsed 0 0 auto 0"},
		{"move disk from A to C", Options{}, "unparsed 0 0 auto 0"},
		{"disk: A -> C", Options{}, "unparsed 0 0 auto 0"},
		{strings.Repeat("move disk 1 from A to B, move disk 1 from B to A\n", 40), Options{}, "unfinished 80 80 text 1"},
		{"disk 1, from A to C", Options{}, "unfinished 1 1 text 1"},
		{"disk 1:A->C", Options{}, "unfinished 1 1 text 1"},
		{"disk 1 () from A to C", Options{}, "unfinished 1 1 text 1"},
		{"move disk 1 (the", Options{}, "unparsed 0 0 auto 0"},
		{"to C\nmove disk 1 from (x", Options{}, "unparsed 0 0 auto 0"},
		{"move disk 1 (" + strings.Repeat("x", maxRemark-2) + ") from A to C", Options{}, "unfinished 1 1 text 1"},
		{"move disk 1 (" + strings.Repeat("x", maxRemark-1) + ") from A to C", Options{}, "unparsed 0 0 auto 0"},
		{"disk 1 (a\n) from A to C", Options{}, "unparsed 0 0 auto 0"},
		{"As I see it, these are the moves that it takes to solve the puzzle:\n\nmove disk 1 (the smallest) from A to C", Options{}, "unfinished 1 1 text 1"},
		{"move disk 1 from peg A peg to peg C", Options{}, "unparsed 0 0 auto 0"},
		{"move disk 1 from 0 peg to 2 peg", Options{}, "unparsed 0 0 auto 0"},
		// Pairs.
		{"A[C", Options{}, "unparsed 0 0 auto 0"},
		{"<A>, <C>", Options{}, "unfinished 1 1 pairs 1"},
		{`\(A C\)`, Options{}, "unfinished 1 1 pairs 1"},
		{`\[A\ \to\ C\]`, Options{}, "unfinished 1 1 pairs 1"},
		{`\boxed{\text{A} \mathrm{C}}`, Options{}, "unfinished 1 1 pairs 1"},
		{`\boxed A C`, Options{}, "unparsed 0 0 auto 0"},
		{`A\(C`, Options{}, "unparsed 0 0 auto 0"},
		{".\nA (", Options{}, "unparsed 0 0 auto 0"},
		{", C\n" + strings.Repeat("x", maxPegName+1) + " C", Options{}, "unparsed 0 0 auto 0"},
		// Names that are given.
		{"move disk 1 from x to left", Options{Pegs: Pegs{[3]string{"x", "y", "z"}}}, "illegal 1 0 text 1"},
		{"move disk 1 from x to right", Options{Pegs: Pegs{[3]string{"x", "y", "z"}}}, "illegal 1 0 text 1"},
		{"abcdefghijklmnop y", Options{Pegs: Pegs{[3]string{"abcdefghijklmnop", "y", "z"}}}, "unfinished 1 1 pairs 1"},
		{"abcdefghijklmnopq y", Options{Pegs: Pegs{[3]string{"abcdefghijklmnop", "y", "z"}}}, "unparsed 0 0 auto 0"},
		// Several lists.
		{"[[1,0,1]] [[1,0,2],[2,0,1]]", Options{}, "unfinished 2 2 triples 2"},
		{"[[1,0,1]] [[1,0,2],[2,0,1]]", Options{Pick: First}, "unfinished 1 1 triples 2"},
		{"[[1,0,1]] [[1,0,2],[2,0,1]]", Options{Pick: Only}, "ambiguous 0 0 triples 2"},
		{"[[1,0,1]] A B", Options{Pick: Only}, "unfinished 1 1 triples 1"},
		{"[[1,0,2]] and [[2,0,1],[1,2,1]]", Options{Pick: Join}, "unfinished 3 3 triples 2"},
		{"[[1,0,2]] [[2,0,1],[1,2,1]] [[1,0],[2]]", Options{Pick: Join}, "unfinished 3 3 triples 2"},
		{"[[1,0,2]]\ndisk,from,to\n2,0,1\n", Options{Pick: Join}, "unfinished 2 2 csv 2"},
		{"[[1,0,2],[2,0,1]]\n(move d1 peg2 d2)\n", Options{Pick: Join}, "unfinished 3 3 pddl 2"},
		{"(move d1 d2 peg2)\n(move d2 d3 peg1)\nthen\n[[1,2,1]]\n", Options{Pick: Join}, "unfinished 3 3 triples 2"},
		{"(move d1 d2 peg2)\n[[2,0,1],[1,2,1]]\n(move d3 peg0 peg2)", Options{Pick: Join}, "unfinished 4 4 pddl 3"},
		{"(move d1 d2 peg3)\n[[2,0,1]]", Options{Pick: Join}, "illegal 2 0 triples 2"},
		// A list directly behind a plan.
		{"(move d1 d2 peg2)\n\n[[1,0,2],[2,0,1]]", Options{}, "unfinished 2 2 triples 2"},
		{"(move d1 d2 peg2)\n[\n(1,0,2), (2,0,1)]", Options{}, "unfinished 2 2 triples 2"},
		{"(move d1 d2 peg2)\n[{\"disk\":1,\"from\":0,\"to\":2}]", Options{}, "unfinished 1 1 jsonl 2"},
		{"(move d1 d2 peg2)\n[{\"disk\":1,\"from\":0,\"to\":2}", Options{}, "truncated 1 1 jsonl 2"},
		{"(move d1 d2 peg2)\n{\"disk\":1,\"from\":0,\"to\":2}", Options{}, "unfinished 1 1 jsonl 2"},
		{"0.0: (move d1 d2 peg3) [1.0]\n1.0: (move d2 d3 peg2) [1.0]", Options{}, "unfinished 2 2 pddl 1"},
		{"[(move d1 d2 peg3)], [(move d2 d3 peg2)]", Options{}, "unfinished 2 2 pddl 1"},
		// A plan's comments.
		{"; (move d3 d2 peg1) [(move d3\n (move d1 d2 peg3) ; (move d1\n;(move d2\n(move d2 d3 peg2)", Options{}, "unfinished 2 2 pddl 1"},
		{"; (move d1 d2 peg2)\n[[1,0,2]]", Options{}, "unfinished 1 1 triples 1"},
		{"[(move d1 d2 peg3)]", Options{Notation: PDDL}, "unfinished 1 1 pddl 1"},
		{"text; (move d1 d2 peg3)", Options{}, "unfinished 1 1 pddl 1"},
		{"\t; (move d1 d2 peg3)", Options{}, "unparsed 0 0 auto 0"},
		{"[[1,0,2]]\ndisk,from,to\n1,0,1\n2,0,2\n", Options{}, "unfinished 2 2 csv 2"},
		{"[[1,0,2]]\ndisk,from,to\n1,0,1\n2,0,2\n", Options{Notation: Triples}, "unfinished 1 1 triples 1"},
		// A comma that begins no header.
		{"The moves,[[1,0,2]]", Options{}, "unfinished 1 1 triples 1"},
		{"no disk,[[1,0,2]]", Options{}, "unfinished 1 1 triples 1"},
		// Triples that are cut off, or are none.
		{`[[1,0,2],[2,"le`, Options{}, "truncated 1 1 triples 1"},
		{`[[1,0,2],[-`, Options{}, "truncated 1 1 triples 1"},
		{`[[1,0,2],[2x,0,1]]`, Options{}, "unparsed 0 0 auto 0"},
		{`[[1,0`, Options{}, "truncated 0 0 triples 1"},
		{`[[`, Options{}, "truncated 0 0 triples 1"},
		// JSON lines and lists of objects.
		{`{"disk":1,"from":0,"to":2} {"disk":2,"from":0,"to":1}`, Options{}, "unfinished 2 2 jsonl 1"},
		{`{"disk":1,"from":0,"to":2},{"disk":2,"from":0,"to":1}`, Options{}, "unfinished 2 2 jsonl 1"},
		{`{ "disk" : 1 , "from" : 0 , "to" : 2 }`, Options{}, "unfinished 1 1 jsonl 1"},
		{"{\"disk\":1,\"from\":0,\"to\":2}\n{\"disk\":2,\"fro", Options{}, "truncated 1 1 jsonl 1"},
		{`[{"disk":1,"from":0,"to":2}, {"disk":2,"from":0,"to":1}]`, Options{}, "unfinished 2 2 jsonl 1"},
		{`[{"disk":1,"from":0,"to":2}, {"disk":2`, Options{}, "truncated 1 1 jsonl 1"},
		{`[{"disk":1,"from":0,"to":2}, {"fr`, Options{}, "truncated 1 1 jsonl 1"},
		{`[{"disk":1,"fr`, Options{}, "truncated 0 0 jsonl 1"},
		{`{"disk":1,"from":0,"to":2}{disk:2}`, Options{}, "unfinished 1 1 jsonl 1"},
		{`[{"fr`, Options{}, "unparsed 0 0 auto 0"},
		{`[{"disk":1,"from":0,"to":2}, {"disk":2}]`, Options{}, "unparsed 0 0 auto 0"},
		{`{"from":0,"To":"C","x":null,"DISK":"1"}`, Options{}, "unfinished 1 1 jsonl 1"},
		{`{"disk":1,"from":0}`, Options{}, "unparsed 0 0 auto 0"},
		{`{"a\"b":"\\","disk":1,"from":0,"to":2}`, Options{}, "unfinished 1 1 jsonl 1"},
		{"{\"di\nsk\":1,\"from\":0,\"to\":2}", Options{}, "unparsed 0 0 auto 0"},
		{`{"x":"` + strings.Repeat("x", 1e5) + `","disk":1,"from":0,"to":2}`, Options{}, "unfinished 1 1 jsonl 1"},
		{`{"disk":1,"from":0,"to":2,"pegs":[[3,2],[1],[]],"why":{"a":["it's ]","\"}"]}}{"disk":2,"from":0,"to":1,"x":[],"y":{}}`,
			Options{}, "unfinished 2 2 jsonl 1"},
		{`[{"x":{"y":[1]},"disk":1,"from":0,"to":2},{"disk":2,"x":[],"from":0,"to":1}]`, Options{}, "unfinished 2 2 jsonl 1"},
		{`{"x":-1.5E+3,"y":["a]",'b]'],"disk":1,"from":0,"to":2}`, Options{}, "unfinished 1 1 jsonl 1"},
		{`{"disk":1,"from":0,"to":2}{"disk":2,"from":0,"to":1,"x":[[{"y":"`, Options{}, "truncated 1 1 jsonl 1"},
		{`{"disk":1,"from":0,"to":2}{"x":[` + strings.Repeat(" ", maxNested-1), Options{}, "truncated 1 1 jsonl 1"},
		{`{"disk":1,"from":0,"to":2}{"x":[` + strings.Repeat(" ", maxNested), Options{}, "unfinished 1 1 jsonl 1"},
		{`{"x":{"disk":1,"from":0,"to":2}}`, Options{}, "unfinished 1 1 jsonl 1"},
		{`{"disk":1,"from":0,"to":2,"x":[` + strings.Repeat(" ", maxNested) + `]}`, Options{}, "unparsed 0 0 auto 0"},
		{`{"disk":1,"from":0,"to":2,"x":["` + strings.Repeat(" ", maxNested) + `"]}`, Options{}, "unparsed 0 0 auto 0"},
		{`{"disk":1,"from":0,"to":2,"x":["` + strings.Repeat(" ", maxNested) + ` `, Options{}, "unparsed 0 0 auto 0"},
		{"{\"disk\":1,\"from\":0,\"to\":2,\"x\":[\"\n\"]}", Options{}, "unparsed 0 0 auto 0"},
		{`{` + strings.Repeat(`"x":1,`, maxKeys) + `"disk":1,"from":0,"to":2}`, Options{}, "unparsed 0 0 auto 0"},
		{`{"disk":1 "from":0,"to":2}`, Options{}, "unparsed 0 0 auto 0"},
		{`{"x":,"disk":1,"from":0,"to":2}`, Options{}, "unparsed 0 0 auto 0"},
		{`{"disk":1,"from":0,"to":2} {"disk":2 `, Options{}, "truncated 1 1 jsonl 1"},
		// CSV has its header, unless it is asked for.
		{"1,0,2\n2,0,1\n", Options{}, "unparsed 0 0 auto 0"},
		{"1,0,2\n2,0,1\n", Options{Notation: CSV}, "unfinished 2 2 csv 1"},
		{"1,1,0,2\n2,2,0,1\n\nx\n1,0,2", Options{Notation: CSV}, "unfinished 1 1 csv 2"},
		{" Disk, From, To \r\n 1 , 0 , 2 \r\n\r\n2,0,1", Options{}, "unfinished 2 2 csv 1"},
		{"disk,from,to\n1,0,2\n2,0", Options{}, "truncated 1 1 csv 1"},
		{"disk,from,to\n1,0,2\n2, 0", Options{}, "truncated 1 1 csv 1"},
		{strings.Repeat(" ", maxIndent) + "disk,from,to\n1,0,2", Options{}, "unfinished 1 1 csv 1"},
		{strings.Repeat(" ", maxIndent+1) + "disk,from,to\n1,0,2", Options{}, "unparsed 0 0 auto 0"},
		{"Indented, and far from the beginning:\n\n  disk,from,to\n  1,0,2", Options{}, "unfinished 1 1 csv 1"},
		{"the header disk,from,to\n1,0,2", Options{}, "unparsed 0 0 auto 0"},
		{"disk,from,to\n1,0,2\n2,0,1 it is", Options{}, "unfinished 1 1 csv 1"},
		{"disk,from,to\n", Options{}, "unparsed 0 0 auto 0"},
		// Plans.
		{"(move d1 d2 peg3)(MOVE D2 D3 PEG2)", Options{}, "unfinished 2 2 pddl 1"},
		{"(move-to-peg disk1 disk2 p-c) (move d2 d3 p_b", Options{}, "truncated 1 1 pddl 1"},
		{"(move d1 peg1 peg3)", Options{}, "illegal 1 0 pddl 1"},                                     // it lies on d2
		{"(move d1 d2 peg3) (move d2 d3 peg3)", Options{}, "illegal 2 1 pddl 1"},                     // larger_on_smaller
		{"(move d1 d2 peg3) (move d1 peg3 d3)", Options{}, "illegal 2 1 pddl 1"},                     // d2 lies on d3
		{"(move d1 d2 peg3) (move d2 d3 peg2) (move d1 peg3 peg2)", Options{}, "illegal 3 2 pddl 1"}, // not free
		{"(move d1 d2 table)", Options{}, "illegal 1 0 pddl 1"},
		{"(move d1 d2:peg3)", Options{}, "unparsed 0 0 auto 0"},
		{"(move d1 d2 peg3 now)", Options{}, "unparsed 0 0 auto 0"},
		{"(move d1 d2 C)", Options{}, "unfinished 1 1 pddl 1"},
		{"(move d1 d2 right)", Options{Pegs: Pegs{[3]string{"left", "mid", "right"}}}, "unfinished 1 1 pddl 1"},
		{"(move disk to peg)", Options{}, "unparsed 0 0 auto 0"},
		{"(", Options{}, "unparsed 0 0 auto 0"},
		{"(move_to_peg d1 d2 peg3)", Options{}, "unfinished 1 1 pddl 1"},
		{"(move_disk d1 d2 peg3)", Options{}, "unfinished 1 1 pddl 1"},
		{"(move 1 2 peg3)", Options{}, "unparsed 0 0 auto 0"},
		{"(move d1 d2 d9)", Options{Pegs: Pegs{[3]string{"d7", "d8", "d9"}}}, "unfinished 1 1 pddl 1"},
		{"(move d1 d2 pegx)", Options{}, "illegal 1 0 pddl 1"},
		{"(move d1 d2 my-peg)", Options{}, "illegal 1 0 pddl 1"},
		{"(move d1 d2 " + strings.Repeat("y", maxPegName) + ")", Options{}, "illegal 1 0 pddl 1"},
		{"(move d1 d2 " + strings.Repeat("y", maxPegName+1) + ")", Options{}, "unparsed 0 0 auto 0"},
		{"(move d1 d2 my-pe", Options{}, "truncated 0 0 pddl 1"},
		{"(move d1 d2 my.pe", Options{}, "unparsed 0 0 auto 0"},
		{"(move d1 d2 " + strings.Repeat("y", maxPegName), Options{}, "truncated 0 0 pddl 1"},
		{"(put d1 d2 peg3)", Options{}, "unparsed 0 0 auto 0"},
		{"(d1 d2 peg3)", Options{}, "unparsed 0 0 auto 0"},
		{"(move", Options{}, "unparsed 0 0 auto 0"},
		{"(move d1", Options{}, "truncated 0 0 pddl 1"},
		{"(move d1 d2 xy", Options{}, "truncated 0 0 pddl 1"},
		{"(move d1 d2 x" + strings.Repeat("y", maxPegName+1), Options{}, "unparsed 0 0 auto 0"},
		{"```\n(move d1 d2 peg2)\n```\n(move d1 d2 peg3)", Options{}, "unfinished 1 1 pddl 2"},
		{"(move d1 d2 peg2) (move d1 peg2 d2)", Options{}, "ambiguous 2 0 pddl 1"},
		// Text: all its lines are one list.
		{"Move disk 1 from A to C.\nSo much for that.\nMove disk 2 from A to B", Options{}, "unfinished 2 2 text 1"},
		{"Move disk 1 from A to C, then move disk 2 from A to B. And disk 1 from C to B.", Options{}, "unfinished 3 3 text 1"},
		{"Move #1: Move disk 1 from A to C\nStep 2. Move disk 2 from A to B", Options{}, "unfinished 2 2 text 1"},
		{"Step 1 move disk 1 from A to C", Options{}, "unparsed 0 0 auto 0"},
		{"• Move disk 1 (the smallest) from “peg #1” to peg #3", Options{}, "unfinished 1 1 text 1"},
		{"Move disk 1 (the smallest)from A to C", Options{}, "unfinished 1 1 text 1"},
		{"[1] Move disk 1 from A to C", Options{}, "unfinished 1 1 text 1"},
		{"Then I move disk 1 from A to C", Options{}, "unparsed 0 0 auto 0"},
		{"Move disk 1 from A to C again", Options{}, "unparsed 0 0 auto 0"},
		{"Move disk 1 from A to", Options{}, "unparsed 0 0 auto 0"},
		{"A C\nMove disk 1 from A to C\nA B", Options{}, "unfinished 1 1 text 1"},
		{"Move disk 1 from peg 1 to peg 2", Options{}, "ambiguous 1 0 text 1"},
		{"Move disk 1 from peg 1 to peg 2\nMove disk 1 from peg 2 to peg 3", Options{}, "unfinished 2 2 text 1"},
		{"Move disk 1 from peg 1 to peg 3\nMove disk 1 from peg 3 to peg 0", Options{}, "illegal 2 0 text 1"},
		{"Move disk 1 from peg 1 to peg 2", Options{Pegs: Pegs{[3]string{"1", "2", "3"}}}, "unfinished 1 1 text 1"},
		{"Move disk 1 from peg Src to peg dst", Options{Pegs: Pegs{[3]string{"src", "aux", "dst"}}}, "unfinished 1 1 text 1"},
		{"Move disk 1 from A to C", Options{Pegs: Pegs{[3]string{"0", "1", "2"}}}, "illegal 1 0 text 1"},
		{"Move disk 1 from A to C\n[[1,0,2],[2,0,1]]", Options{}, "unfinished 2 2 triples 1"},
		{strings.Repeat("Move disk 1 from A to C\n", 9) + "[[1,0,2],[2,0,1]]", Options{}, "unfinished 2 2 triples 1"},
		{"So:\n[[1,0,2],[2,0,1]]\n" + strings.Repeat("Move disk 1 from A to C\n", 9), Options{}, "unfinished 2 2 triples 1"},
		{"So:\n[[1,0,2]\n" + strings.Repeat("Move disk 1 from A to C\n", 9) + "and,so,on", Options{}, "illegal 9 1 text 1"},
		// Pairs: a list is lines that follow each other.
		{"A C\nA B", Options{}, "unfinished 2 2 pairs 1"},
		{"2\nA C\n\nA B\n", Options{}, "unfinished 2 2 pairs 1"},
		{"A C\nno\nA C\nA B", Options{}, "unfinished 2 2 pairs 2"},
		{"0 2\n0 1", Options{}, "unfinished 2 2 pairs 1"},
		{"1 3\n1 2", Options{}, "unfinished 2 2 pairs 1"},
		{"1 2\n2 1", Options{}, "ambiguous 2 0 pairs 1"},
		{"1 3\n3 0", Options{}, "illegal 2 0 pairs 1"},
		{"A D", Options{}, "illegal 1 0 pairs 1"},
		{"– A –> C\n• A —> B", Options{}, "unfinished 2 2 pairs 1"},
		{"–> A C", Options{}, "unparsed 0 0 auto 0"},
		{"left right", Options{}, "unfinished 1 1 pairs 1"},
		{"left right", Options{Pegs: Pegs{[3]string{"0", "1", "2"}}}, "illegal 1 0 pairs 1"},
		{"1 3", Options{Pegs: Pegs{[3]string{"0", "1", "2"}}}, "illegal 1 0 pairs 1"},
		{"A C B", Options{}, "unparsed 0 0 auto 0"},
		{"AC", Options{}, "unparsed 0 0 auto 0"},
		{"$\\boxed{\\text{A} \\to \\text{C}}$.", Options{}, "unfinished 1 1 pairs 1"},
		// The numbers of disks.
		{"[[0,0,2],[1,0,1]]", Options{Convention: Small0}, "unfinished 2 2 triples 1"},
		{"[[3,0,2],[2,0,1]]", Options{Convention: Large1}, "unfinished 2 2 triples 1"},
		{"[[2,0,2],[1,0,1]]", Options{Convention: Large0}, "unfinished 2 2 triples 1"},
		{"[[3,0,2]]", Options{Convention: Large0}, "illegal 1 0 triples 1"},
		// A first record that is cut off, and one that is none.
		{`{"disk":1,"fr`, Options{}, "truncated 0 0 jsonl 1"},
		{`{"x":1,"fr`, Options{}, "unparsed 0 0 auto 0"},
		{"(move d1 ", Options{}, "truncated 0 0 pddl 1"},
		{"(move ", Options{}, "unparsed 0 0 auto 0"},
		{"{[[1,0,2]]", Options{}, "unfinished 1 1 triples 1"},
		{"([[1,0,2]]", Options{}, "unfinished 1 1 triples 1"},
		// What is a comment.
		{"[[1,0,2], // x\n[2,0,1]]", Options{}, "unfinished 2 2 triples 1"},
		{"[[1,0,2], / x\n[2,0,1]]", Options{}, "unparsed 0 0 auto 0"},
		// Binary.
		{"\x00\x04\x02", Options{Notation: Packed}, "unfinished 3 3 packed 1"},
		{"\x00\x04\x03", Options{Notation: Packed}, "illegal 3 2 packed 1"},
		{"", Options{Notation: Packed}, "unfinished 0 0 packed 1"},
		{"\x01\x02\x02\x01\x01", Options{Notation: Wide}, "truncated 2 2 wide 1"},
		{"", Options{}, "unparsed 0 0 auto 0"},
	} {
		var j Judge
		r, err := j.Answer(problem(t, Terms{N: 3}), c.options, []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%v %d %d %v %d", r.Verdict, r.Moves, r.Legal, r.Notation, r.Lists); got != c.want {
			t.Errorf("%q with %+v is %s, want %s", c.text, c.options, got, c.want)
		}
	}
}

// TestCharacters: which characters may stand where.
func TestCharacters(t *testing.T) {
	const (
		blanks = " \t\r\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u202f\u205f\u2060\u3000\ufeff"
		marks  = "*`\"'~$‘’‚‛“”„‟"
		arrows = ">→↠↣↦⇒⇨⇾▶▸►➔➘➙➚➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯➱➲➳➴➵➶➷➸➹➺➻➼➽➾⟶⟹⟼⟾⭢￫"
	)
	p := problem(t, Terms{N: 3})
	check := func(text string, isMove bool) {
		t.Helper()
		want := Unparsed
		if isMove {
			want = Unfinished
		}
		var j Judge
		if got, err := j.Answer(p, Options{}, []byte(text)); err != nil || got.Verdict != want {
			t.Errorf("%+q is %v, %v, want %v", text, got.Verdict, err, want)
		}
	}
	for form, allowed := range map[string]string{
		"move ? disk 1 from A to C": "\n_" + blanks + marks,
		"disk 1: A ? C":             arrows,
		"A ? C":                     "(),<[\\]_{}" + blanks + marks + arrows,
		"? A C":                     "\n\\#(+-<>[_{·•‣■▪▫○●◦–—" + blanks + marks,
		"1? A C":                    "\n)-.:–—",
		"1?A C":                     "\n)-.:–—",
		"A C?":                      "\n),.;>]}" + blanks + marks,
	} {
		for r := rune(1); r <= 0xffff; r++ {
			if utf8.ValidRune(r) {
				check(strings.Replace(form, "?", string(r), 1), strings.ContainsRune(allowed, r))
			}
		}
	}
	for _, arrow := range []string{"->", "-->", "=>", "===>", "–>", "—>", "−>", "➡\ufe0e", "➡\ufe0f", `\to`, `$\rightarrow$`, `\longrightarrow`, `\mapsto`, `\implies`} {
		check("disk 1: A "+arrow+" C", true)
	}
	for _, other := range []string{"-", "–", "<-", "-=>", ">>", "➡\ufe0d", `\too`, `\`} {
		check("disk 1: A "+other+" C", false)
	}
	for _, arrow := range []string{"->", "–>", "→", ">"} { // without blanks
		check("A"+arrow+"C", true)
	}
}

// TestAppendString: any bytes make a JSON string.
func TestAppendString(t *testing.T) {
	for r := rune(0); r < 0x300; r++ {
		for _, s := range []string{string(r), string([]byte{byte(r)}), "x" + string(r) + "y"} {
			var got string
			if err := json.Unmarshal(appendString(nil, []byte(s)), &got); err != nil || got != strings.ToValidUTF8(s, "\ufffd") {
				t.Errorf("%+q becomes %+q, %v", s, got, err)
			}
		}
	}
}

// A binary answer for one disk.
func TestPackedOne(t *testing.T) {
	var j Judge
	if r, err := j.Answer(problem(t, Terms{N: 1, To: new(uint8(2))}), Options{Notation: Packed}, []byte{0}); err != nil || r.Verdict != Solved {
		t.Errorf("%v, %v; want solved", r.Verdict, err)
	}
}

// TestPlanReasons: of two reasons, the first that holds.
func TestPlanReasons(t *testing.T) {
	for text, want := range map[string]hanoi.Reason{
		"(move d1 d2 peg3) (move d2 peg1 d1)":    hanoi.NotOnTop, // d2 lies on d3, and d1 is smaller
		"(move d1 d2 peg3) (move d2 d3 d1)":      hanoi.LargerOnSmaller,
		"(move d1 d2 peg3) (move d2 d3 d9)":      hanoi.NoDisk,
		"(move d1 d2 peg3) (move d9 peg1 peg2)":  hanoi.NoDisk,
		"(move d1 d2 peg3) (move d2 d3 peg1)":    hanoi.SamePeg,
		"(move d1 d2 peg3) (move d2 peg2 peg1)":  hanoi.EmptySource,
		"(move d1 d2 peg3) (move d1 peg3 d3)":    hanoi.NotOnTop,
		"(move d1 d2 peg3) (move d1 d2 peg2)":    hanoi.NotOnTop,
		"(move d1 d2 peg3) (move d2 d3 peg4) (x": hanoi.NoPeg,
	} {
		var j Judge
		r, err := j.Answer(problem(t, Terms{N: 3}), Options{}, []byte(text))
		if err != nil || r.Reason != want {
			t.Errorf("%q is illegal by %v, %v; want %v", text, r.Reason, err, want)
		}
	}
}

// TestList has lists by themselves.
func TestList(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                     "unfinished 0 0 triples",
		` [ [1,0,2], [2,0,1] ] `: "unfinished 2 2 triples",
		`[["A","C"],["a","b"]]`:  "unfinished 2 2 pairs",
		" [ [ \"A\" , \"C\" ] , [ \"a\" ,\n'b' ] ] ": "unfinished 2 2 pairs",
		`[["A","C"],]`:                               "unparsed 0 0 auto",
		`[["A","C"]]["A","B"]]`:                      "unparsed 0 0 auto",
		`[["A","C"] x["A","B"]]`:                     "unparsed 0 0 auto",
		`([1,0,2]]`:                                  "unparsed 0 0 auto",
		`[[0,2],[0,1]]`:                              "unfinished 2 2 pairs",
		`[[1,3],[1,2]]`:                              "unfinished 2 2 pairs",
		`[[1,2],[2,1]]`:                              "ambiguous 2 0 pairs",
		`[[1,3],[3,0]]`:                              "illegal 2 0 pairs",
		`[{"disk":1,"from":0,"to":2}]`:               "unfinished 1 1 jsonl",
		`["Move disk 1 from A to C"]`:                "unfinished 1 1 text",
		`["A C", "A B"]`:                             "unfinished 2 2 pairs",
		`["1. A\u0020C\n", "", "2. A \u2192 B"]`:     "unfinished 2 2 pairs",
		`["(move d1 d2 peg3)", "(move d2 d3 peg2)"]`: "unfinished 2 2 pddl",
		`["x"]`:                      "unparsed 0 0 auto",
		`[["A","C"];["A","B"]]`:      "unparsed 0 0 auto",
		`[["A","C"],["A","C","B"]]`:  "unparsed 0 0 auto",
		`[[1,0,2],["A","C"]]`:        "unparsed 0 0 auto",
		`[[1,0,2],null]`:             "unparsed 0 0 auto",
		`["A C", 5]`:                 "unparsed 0 0 auto",
		`[5]`:                        "unparsed 0 0 auto",
		`[[]]`:                       "unparsed 0 0 auto",
		`[[[1,0,2]]]`:                "unparsed 0 0 auto",
		`[[1,0,2]`:                   "unparsed 0 0 auto",
		`[[1,0,2]] x`:                "unparsed 0 0 auto",
		`{"disk":1,"from":0,"to":2}`: "unparsed 0 0 auto",
		`"A C"`:                      "unparsed 0 0 auto",
		``:                           "unparsed 0 0 auto",
	} {
		var j Judge
		r, err := j.List(problem(t, Terms{N: 3}), Options{}, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%v %d %d %v", r.Verdict, r.Moves, r.Legal, r.Notation); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	// Elements show their notation themselves, and strings are never binary.
	for n := range notations {
		for text, want := range map[string]Verdict{`[[1,0,2]]`: Unfinished, `["A C"]`: Unparsed} {
			switch Notation(n) {
			case Auto, Pairs, Packed, Wide:
				want = Unfinished
			}
			var j Judge
			if r, err := j.List(problem(t, Terms{N: 3}), Options{Notation: Notation(n)}, []byte(text)); err != nil || r.Verdict != want {
				t.Errorf("%s as %v is %v, %v, want %v", text, Notation(n), r.Verdict, err, want)
			}
		}
	}
	// Of strings, the lines of pairs that follow each other are a list.
	for pick, want := range map[Pick]string{
		Last: "unfinished 1 1 pairs 2", First: "unfinished 2 2 pairs 2", Only: "ambiguous 0 0 pairs 2", Join: "illegal 3 2 pairs 2",
	} {
		var j Judge
		r, err := j.List(problem(t, Terms{N: 3}), Options{Pick: pick}, []byte(`["A C", "A B", "So it ends with:", "A B"]`))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%v %d %d %v %d", r.Verdict, r.Moves, r.Legal, r.Notation, r.Lists); got != want {
			t.Errorf("%v is %s, want %s", pick, got, want)
		}
	}
	// Of strings, the index is that of the string.
	var j Judge
	r, err := j.List(problem(t, Terms{N: 3}), Options{}, []byte(`["First:", "Move disk 1 from A to C", "\n", "Move disk 2 from A to C"]`))
	if err != nil || !r.InList || r.Line != 0 || r.Offset != 0 || r.Index != 3 || r.Legal != 1 || string(r.Written) != "Move disk 2 from A to C" ||
		!strings.Contains(string(r.AppendJSON(nil, nil)), `"index":3,`) {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestJSON has the fields of a result in their order.
func TestJSON(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[[1,0,2],[2,0,2]]", `{"id":7,"verdict":"illegal","moves":2,"legal":1,"reason":"larger_on_smaller","move":"[2,0,2]","line":1,"offset":9,"state":"02","left":3,"optimum":3,"excess":1,"score":0,"notation":"triples","lists":1}`},
		{"A\tB\r\nB→B\n", `{"id":7,"verdict":"illegal","moves":2,"legal":1,"reason":"same_peg","move":"B→B","line":2,"offset":5,"state":"01","left":2,"optimum":3,"excess":0,"score":0,"notation":"pairs","lists":1}`},
		{"[[1,0,1],[2,0,2],[1,1,2],[1,2,1],[1,1,2]]", `{"id":7,"verdict":"solved","moves":5,"legal":5,"state":"22","left":0,"optimum":3,"excess":2,"reached":3,"score":0.6,"notation":"triples","lists":1}`},
		{"[" + strings.Repeat("[1,0,1],[1,1,0],", 20_000) + "[1,0,1],[2,0,2],[1,1,2]]", `{"id":7,"verdict":"solved","moves":40003,"legal":40003,"state":"22","left":0,"optimum":3,"excess":40000,"reached":40003,"score":7.499437542184336e-05,"notation":"triples","lists":1}`},
		{"[]", `{"id":7,"verdict":"unfinished","moves":0,"legal":0,"state":"00","left":3,"optimum":3,"excess":0,"score":0,"notation":"triples","lists":1}`},
		{"no", `{"id":7,"verdict":"unparsed","moves":0,"legal":0,"optimum":3,"score":0}`},
		{"1 2", `{"id":7,"verdict":"ambiguous","moves":1,"legal":0,"optimum":3,"score":0,"notation":"pairs","lists":1}`},
	} {
		var j Judge
		r, err := j.Answer(problem(t, Terms{N: 2, To: new(uint8(2))}), Options{}, []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.AppendJSON(nil, []byte("7")); string(got) != c.want {
			t.Errorf("%q:\n%s, want\n%s", c.text, got, c.want)
		}
		without, err := json.Marshal(r)
		if want := strings.Replace(c.want, `"id":7,`, "", 1); string(without) != want || err != nil {
			t.Errorf("%q:\n%s, %v, want\n%s", c.text, without, err, want)
		}
	}
	// The move is a string of JSON whatever it is.
	var j Judge
	r, err := j.Answer(problem(t, Terms{N: 2}), Options{}, []byte("[[3,\n\t\"A\", 'B']]"))
	var fields struct{ Move string }
	if err := errors.Join(err, json.Unmarshal(r.AppendJSON(nil, nil), &fields)); err != nil || fields.Move != "[3,\n\t\"A\", 'B']" {
		t.Errorf("the move is %q, %v", fields.Move, err)
	}
	r, err = j.Answer(problem(t, Terms{Begin: "12", Goal: "12"}), Options{}, []byte("[]"))
	want := `{"verdict":"solved","moves":0,"legal":0,"state":"12","left":0,"optimum":0,"excess":0,"reached":0,"score":1,"notation":"triples","lists":1}`
	if got := r.AppendJSON(nil, nil); err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	r, err = j.Answer(problem(t, Terms{N: 2}), Options{Notation: Wide}, []byte{1, 2, 9, 0x12})
	want = `{"verdict":"illegal","moves":2,"legal":1,"reason":"no_disk","move":"0x09 0x12","offset":2,"state":"02"`
	if got := r.AppendJSON(nil, nil); err != nil || !bytes.HasPrefix(got, []byte(want)) {
		t.Errorf("%s, %v, want %s…", got, err, want)
	}
}

func TestTerms(t *testing.T) {
	peg := func(p uint8) *uint8 { return &p }
	for _, c := range []struct {
		terms Terms
		want  string // begin and goal, or what an error says
	}{
		{Terms{N: 2}, "00 "},
		{Terms{N: 2, To: peg(1)}, "00 11"},
		{Terms{N: 2, From: peg(1), To: peg(1)}, "11 11"},
		{Terms{Begin: "012"}, "012 "},
		{Terms{Goal: "012"}, "000 012"},
		{Terms{Goal: "012", From: peg(2)}, "222 012"},
		{Terms{Begin: "012", Goal: "221", N: 3, From: peg(2)}, "012 221"},
		{Terms{}, "error: give a number of disks, 1 to 64"},
		{Terms{N: 65}, "error: 65"},
		{Terms{N: 3, Begin: "01"}, "error: begin: no such state: 01 has 2 disks, not 3"},
		{Terms{Begin: "01", Goal: "011"}, "error: goal: no such state: 011 has 3 disks, not 2"},
		{Terms{Begin: "013"}, "error: begin: no such state"},
		{Terms{N: 3, To: peg(3)}, "error: no such peg: 3"},
		{Terms{N: 3, From: peg(3)}, "error: no such peg: 3"},
		// Terms of a line, then those of the command line.
		{Terms{N: 2}.Or(Terms{N: 3, From: peg(1), To: peg(0)}), "11 00"},
		{Terms{Begin: "01"}.Or(Terms{N: 3, Goal: "22"}), "01 22"},
		{Terms{Begin: "01"}.Or(Terms{N: 3, From: peg(1), To: peg(0)}), "01 00"},
		{Terms{Goal: "01"}.Or(Terms{Begin: "22", To: peg(0)}), "22 01"},
		{Terms{N: 2, To: peg(1)}.Or(Terms{Goal: "22", From: peg(2)}), "22 11"},
		{Terms{}.Or(Terms{N: 1, Begin: "1", Goal: "2"}), "1 2"},
		{Terms{From: peg(1)}.Or(Terms{Begin: "000"}), "111 "},
		{Terms{From: peg(1), To: peg(2)}.Or(Terms{N: 1}), "1 2"},
		{Terms{From: peg(1), To: peg(2)}.Or(Terms{Goal: "00"}), "11 22"},
		{Terms{From: peg(1)}.Or(Terms{Begin: "3"}), "error: give a number of disks, 1 to 64"},
	} {
		p, err := c.terms.Problem()
		got := p.Begin.String() + " " + p.Goal.String()
		if err != nil {
			got = err.Error()
			if want, ok := strings.CutPrefix(c.want, "error: "); ok && strings.Contains(got, want) {
				got = c.want
			}
		}
		if got != c.want {
			t.Errorf("%+v is %q, want %q", c.terms, got, c.want)
		}
	}
	var j Judge
	if _, err := j.Answer(Problem{}, Options{}, nil); !errors.Is(err, hanoi.ErrState) {
		t.Error(err)
	}
	if _, err := j.List(Problem{}, Options{}, nil); !errors.Is(err, hanoi.ErrState) {
		t.Error(err)
	}
}

func TestOptions(t *testing.T) {
	for i, name := range Notations() {
		var n Notation
		if err := n.UnmarshalText([]byte(name)); err != nil || int(n) != i || n.String() != name {
			t.Errorf("%s: %v, %v", name, n, err)
		}
		if b, err := n.MarshalText(); string(b) != name || err != nil {
			t.Errorf("%s: %s, %v", name, b, err)
		}
	}
	for i, name := range Picks() {
		var p Pick
		if err := p.UnmarshalText([]byte(name)); err != nil || int(p) != i || p.String() != name {
			t.Errorf("%s: %v, %v", name, p, err)
		}
		if b, err := p.MarshalText(); string(b) != name || err != nil {
			t.Errorf("%s: %s, %v", name, b, err)
		}
	}
	for i, name := range Conventions() {
		var c Convention
		if err := c.UnmarshalText([]byte(name)); err != nil || int(c) != i || c.String() != name {
			t.Errorf("%s: %v, %v", name, c, err)
		}
		if b, err := c.MarshalText(); string(b) != name || err != nil {
			t.Errorf("%s: %s, %v", name, b, err)
		}
		for n := 1; n <= 64; n++ {
			for d := 1; d <= n; d++ {
				if got := c.disk(c.written(d, n), n); int(got) != d {
					t.Fatalf("%s: disk %d of %d comes back as %d", name, d, n, got)
				}
			}
			if low, high := min(c.written(1, n), c.written(n, n)), max(c.written(1, n), c.written(n, n)); c.disk(low-1, n) != 0 || c.disk(high+1, n) != 0 {
				t.Fatalf("%s of %d disks: one beyond the ends exists", name, n)
			}
		}
	}
	if n := Notation(len(notations)); n.String() != fmt.Sprintf("answer.Notation(%d)", n) {
		t.Error(n)
	}
	want := fmt.Sprintf("answer.Notation(%d); give one of auto, ", len(notations))
	if _, err := Notation(len(notations)).MarshalText(); !errors.Is(err, ErrOption) || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	if err := new(Pick).UnmarshalText([]byte("some")); !errors.Is(err, ErrOption) || !strings.Contains(err.Error(), "last, first, only, join") {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"0,1,2": "0,1,2", "A,B,C": "a,b,c", " Left , mid_1,right": "left,mid_1,right", "": "",
		"1,2": "2 names", "1,2,3,4": "4 names", "a,A,b": "two are the same", "a,,b": `"" is no name`, "a,b c,d": `"b c" is no name`,
		"a,b,abcdefghijklmnop": "a,b,abcdefghijklmnop", "a,b,abcdefghijklmnopq": "is no name",
	} {
		p := Pegs{[3]string{"x", "y", "z"}}
		err := p.UnmarshalText([]byte(text))
		if (err == nil) != (p.String() == want) || err != nil && (!errors.Is(err, ErrOption) || !strings.Contains(err.Error(), want)) {
			t.Errorf("pegs %q are %v, %v", text, p, err)
		}
		if b, e := p.MarshalText(); err == nil && (string(b) != want || e != nil) {
			t.Errorf("%q, %v", b, e)
		}
	}
}

// TestHostile judges a quarter of a megabyte of what could make a reader go back again and again:
// one that did would not end in this life.
func TestHostile(t *testing.T) {
	size := 1 << 18
	if testing.Short() {
		size = 1 << 16
	}
	p := problem(t, Terms{N: 3})
	var j Judge
	for _, unit := range []string{
		"[", "[[", "{", "(", ",", "[[1", "[[1,0,2],", "[#", "[#\n", "[\n#[", "[//\n", "{\"", "{\"a\":", `{"a":"b",`, `{"disk":1,`,
		"(move ", "(move d1 ", "(move d1 d2 peg1)", ";", "disk,from,to\n", "disk,", "move,disk,from,to", "disk,from,to\n1,0,2", "1,0,2\n",
		"move ", "Move disk 1 from A ", "Move disk 1 from A to B, ", "Move disk 1 (", "1. ", "1.", "- ", "#", "*", ">", "Step 1: ", "A ", "A C\n", "A,", "\\boxed{",
		"((((1)", "[1]", "\u00a0", "\ufeff", "→", "\xff", "\x00", "\n", "\r", "a", "1", "-", `["`, `\`, "[\"1\",", "[[1,0,2] ", "[{", `{"x":[`, `{'x':"\`, `{"x":{"[`, "[{\"disk\":1,", "...", "[[1,0,2], ...",
		"[[1,0,2],[2,0,1],[", "[[1,0,2],\n\n# x\n", strings.Repeat(" ", 70) + "[", strings.Repeat("#[\n", 50) + "[",
	} {
		text := []byte(strings.Repeat(unit, size/len(unit)))
		for n := range notations {
			for _, pick := range []Pick{Last, Join} {
				if _, err := j.Answer(p, Options{Notation: Notation(n), Pick: pick}, text); err != nil {
					t.Fatal(err)
				}
			}
		}
		if _, err := j.List(p, Options{}, text); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLinear: where comments are read again, for the brackets in them, eight times the
// text takes some eight times as long, and not 64 times.
func TestLinear(t *testing.T) {
	p := problem(t, Terms{N: 3})
	var j Judge
	took := func(text func(n int) string, n int) time.Duration {
		b := []byte(text(n))
		least := time.Hour
		for range 3 {
			begin := time.Now()
			if _, err := j.Answer(p, Options{}, b); err != nil {
				t.Fatal(err)
			}
			least = min(least, time.Since(begin))
		}
		return least
	}
	for name, text := range map[string]func(n int) string{
		"one": func(n int) string { return strings.Repeat("[[1 #", n) + "\nx" },
		"two": func(n int) string { return strings.Repeat("[[1 #", n) + "\n, 1 #b\n x, y" },
		"everywhere": func(n int) string {
			return "[" + strings.Join(strings.Split("[1,0,2,x", ""), "#"+strings.Repeat("[[#", n)+"\n")
		},
	} {
		ratio := 0.0
		for range 5 { // the machine may have something else to do
			ratio = float64(took(text, 1<<15)) / float64(took(text, 1<<12))
			if ratio < 24 {
				break
			}
		}
		if ratio >= 24 {
			t.Errorf("%s: eight times the text takes %.0f times as long", name, ratio)
		}
	}
}

// A Judge allocates nothing, whatever the notation.
func TestJudgeAllocs(t *testing.T) {
	p := problem(t, Terms{N: 8})
	var j Judge
	for _, notation := range []string{"triples", "text", "model", "numbered", "pairs", "jsonl", "csv", "packed", "wide"} {
		text := solution(t, 8, notation)
		var o Options
		if notation == "packed" || notation == "wide" {
			if err := o.Notation.UnmarshalText([]byte(notation)); err != nil {
				t.Fatal(err)
			}
			p.Goal, _ = hanoi.Perfect(8, 2)
		}
		if n := testing.AllocsPerRun(10, func() {
			if r, err := j.Answer(p, o, text); err != nil || r.Verdict != Solved {
				t.Fatalf("%s: %+v, %v", notation, r, err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", notation, n)
		}
	}
}

// Each gives the moves of the list picked, and ends where it is told to.
func TestEach(t *testing.T) {
	var used Judge // what it has judged before makes no difference
	for _, c := range []struct {
		text    string
		options Options
		want    string
	}{
		{"[[1,0,2],[1]] [[1,0,1]]\n[[1,0,2],\n[2,0,2]]", Options{}, "1:0→2@2+25 2:0→2@3+34! "},
		{"[[1,0,2],[1]] [[1,0,1]]\n[[1,0,2],\n[2,0,2]]", Options{Pick: First}, "1:0→1@1+15 "},
		{"[[1,0,2],[1]] [[1,0,1]]\n[[1,1,2],\n[2,0,2]]", Options{Pick: Join}, "1:0→1@1+15 1:1→2@2+25 2:0→2@3+34! "},
		{"[[1,0,2]] [[2,0,1]]", Options{Pick: Only}, ""},
		{"[[-5,0,2]]", Options{Convention: Small0}, "0:0→2@1+1! "},
		{"[[1,-5,2]]", Options{}, "1:3→2@1+1! "},
		{"[]", Options{}, ""},
		{"none", Options{}, ""},
		{"1 2\n2 1", Options{}, ""},
		{"2 3\n1 2\nno\n1 3\n1 2\n1 2", Options{}, "1:0→2@4+11 2:0→1@5+15 3:0→1@6+19! "},
		{"1 3\n3 0\n0 2", Options{}, "0:1→3@1+0! 0:3→0@2+4! 1:0→2@3+8! "},
		{"(move d1 d2 peg3)\n(move d2 d3 peg2)", Options{}, "1:0→2@1+0 2:0→1@2+18 "},
		{"\x00\x04\x03", Options{Notation: Packed}, "1:0→2@0+0 2:0→1@0+1 1:3→0@0+2! "},
		{"\x0a\x00", Options{Notation: Packed}, "3:2→1@0+0! 1:0→2@0+1! "},
		{"\x01\x02\x02\x01", Options{Notation: Wide}, "1:0→2@0+0 2:0→1@0+2 "},
		{"\x07\x04", Options{Notation: Packed}, "2:3→0@0+0! 2:0→1@0+1! "},
		{"\x01\x02\x02\x12\x01", Options{Notation: Wide}, "1:0→2@0+0 2:1→2@0+2! "},
	} {
		for _, most := range []int{99, 1} {
			var j Judge
			got, n := "", 0
			var illegal hanoi.Move // the first
			r, err := j.Each(problem(t, Terms{N: 3}), c.options, []byte(c.text), func(s Step) bool {
				got += fmt.Sprintf("%d:%d→%d@%d+%d", s.Move.Disk, s.Move.From, s.Move.To, s.Line, s.Offset)
				if !s.Legal {
					got += "!"
					if illegal == (hanoi.Move{}) {
						illegal = s.Move
					}
				}
				got += " "
				n++
				return n < most
			})
			want := c.want
			if most == 1 && want != "" {
				want = want[:strings.Index(want, " ")+1]
			}
			if err != nil || got != want || most > 1 && r.Judged && uint64(n) != r.Moves {
				t.Errorf("%q with %+v gives %s, %v, want %s", c.text, c.options, got, err, want)
			}
			used.Each(problem(t, Terms{N: 3}), Options{}, []byte("1 3\n1 2"), func(Step) bool { return true })
			for _, j := range []*Judge{&j, &used} {
				again, _ := j.Answer(problem(t, Terms{N: 3}), c.options, []byte(c.text))
				if a, b := again.AppendJSON(nil, nil), r.AppendJSON(nil, nil); !bytes.Equal(a, b) {
					t.Errorf("%q: %s, and after Each %s", c.text, b, a)
				}
				if most > 1 && again.Move != illegal {
					t.Errorf("%q: the illegal move is %v, and by Each %v", c.text, again.Move, illegal)
				}
			}
		}
	}
	var j Judge
	if _, err := j.Each(Problem{}, Options{}, nil, nil); !errors.Is(err, hanoi.ErrState) {
		t.Error(err)
	}
}

// TestConventions judges solutions with disks numbered and pegs named in each way,
// long enough that most of their records are read by their shape.
func TestConventions(t *testing.T) {
	const n = 12
	p := problem(t, Terms{N: n, To: new(uint8(2))})
	naming, err := hanoi.NamingFor(n, 0, 2)
	if err != nil {
		t.Fatal(err)
	}
	var j Judge
	for name, number := range map[string]func(int) int{
		"small=1": func(d int) int { return d }, "small=0": func(d int) int { return d - 1 },
		"large=1": func(d int) int { return n + 1 - d }, "large=0": func(d int) int { return n - d },
	} {
		for _, names := range []string{"", "0,1,2", "1,2,3", "C,A,B", "x,y,7", "left,b,c", "src,aux,dst", "peg_a,peg_b,peg_c", "rod1,rod2,rod3", "left,rod,Pin_X"} {
			var o Options
			if err := errors.Join(o.Convention.UnmarshalText([]byte(name)), o.Pegs.UnmarshalText([]byte(names))); err != nil {
				t.Fatal(err)
			}
			pegs := strings.Split(names, ",")
			if names == "" {
				pegs = []string{"0", "1", "2"}
			}
			for _, format := range []string{"[%d, %s, %s], ", "Move disk %d from %s to %s\n", "%[2]s %[3]s\n", "{\"disk\":%d,\"from\":\"%s\",\"to\":\"%s\"}\n"} {
				var b strings.Builder
				for k, m := range hanoi.Moves(n, naming) {
					if k == 3000 { // an illegal one
						m.To = m.From
					}
					fmt.Fprintf(&b, format, number(int(m.Disk)), pegs[m.From], pegs[m.To])
				}
				text := b.String()
				if format[0] == '[' {
					text = "[" + text + "]"
				}
				if r, err := j.Answer(p, o, []byte(text)); err != nil || r.Moves != 1<<n-1 || r.Legal != 2999 || r.Reason != hanoi.SamePeg ||
					r.Line > 1 && r.Line != 3000 {
					t.Errorf("%s, pegs %q, %q: %s", name, names, text[:30], r.AppendJSON(nil, nil))
				}
			}
		}
	}
}
