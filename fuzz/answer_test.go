package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer"
)

// options makes valid options of any bits.
func options(bits uint16) (o answer.Options) {
	o.Notation = answer.Notation(bits % 9)
	o.Pick = answer.Pick(bits >> 4 & 3)
	o.Convention = answer.Convention(bits >> 6 & 3)
	o.Truncated = bits>>8&1 != 0
	if names := bits >> 9 & 3; names > 0 {
		o.Pegs, _ = answer.ParsePegs([]string{"1,2,3", "C,B,A", "left,m2,9"}[names-1])
	}
	return o
}

// wellFormed checks that a result agrees with itself.
func wellFormed(t *testing.T, p answer.Problem, text []byte, r *answer.Result) {
	t.Helper()
	fail := func(why string) {
		t.Helper()
		t.Fatalf("%q: %s: %+v", text, why, *r)
	}
	var object map[string]any
	b := r.AppendJSON(nil, []byte(`{"x":1}`))
	if json.Unmarshal(b, &object) != nil || bytes.ContainsAny(b, "\n\r") || !utf8.Valid(b) {
		fail("it is no JSON on a line")
	}
	if s := r.Sentence(); s == "" || !utf8.ValidString(s) {
		fail("its sentence is " + s)
	}
	if (r.Verdict == answer.Illegal) != (r.Reason != hanoi.Legal) || r.Legal > r.Moves {
		fail("its reason or counts")
	}
	if r.Lists == 0 && (r.Moves != 0 || r.Notation != answer.Auto || r.Verdict != answer.Unparsed && r.Verdict != answer.Truncated) {
		fail("moves without a list")
	}
	if (r.Verdict == answer.Solved) != (r.Judged && r.Legal == r.Moves && r.Left == 0) && r.Verdict != answer.Ambiguous {
		fail("solved or not")
	}
	if r.Score < 0 || r.Score > 1 || (r.Score > 0) != (r.Verdict == answer.Solved && (r.Optimum > 0 || r.Moves == 0)) {
		fail("its score")
	}
	if r.Judged {
		if again, err := hanoi.Check(r.State, p.Goal, func(func(hanoi.Move) bool) {}); p.Goal != (hanoi.State{}) && (err != nil || again.Left != r.Left) {
			fail("its distance")
		}
		if r.Excess != r.Legal+r.Left-r.Optimum || r.Arrived && r.Reached > r.Legal {
			fail("its excess")
		}
	}
	if r.Verdict == answer.Illegal && !r.InList {
		if r.Offset < 0 || r.Offset >= len(text) {
			fail("its offset")
		}
		if r.Notation != answer.Packed && r.Notation != answer.Wide {
			if !bytes.HasPrefix(text[r.Offset:], r.Written) || r.Line != 1+bytes.Count(text[:r.Offset], []byte("\n")) {
				fail("its place")
			}
		}
	}
}

// FuzzAnswer judges any text, as an answer and as a list: nothing panics, the result
// agrees with itself, and is the same from a Judge that was used before.
func FuzzAnswer(f *testing.F) {
	for i, text := range []string{
		"moves = [[1, 0, 2], [2, 0, 1], # then\n [1, 2, 1], [3, 0, 2]", `[{"disk":1,"from":0,"to":2},{"move":2,"disk":2,`,
		"disk,from,to\n1,0,2\n2,0,1\n", "(move d1 d2 peg3)\n; cost\n0: (move d2 peg1 peg2)",
		"1. **Move disk 1 from Peg 1 to Peg 3.**\r\n2. Move disk 2 from peg 1 to peg 2", "3\nA C\na, b\n\\boxed{C \\to B}\n1→3",
		`["A C","A B"]`, `[["A","C"],[1,2]]`, "[[1,0,2], ...]", "[]", "[[3,2,1],[],[]]", "\x00\x02\x01", "[(1, 'left', \"C\")]",
		"Step 3 \u2013 move disk\u00a01: left \u27a1\ufe0f right", "move,disk,from,to\n1,1,0,2\n2,2,", "[ # [\n # [[1,0,2]\n",
	} {
		f.Add([]byte(text), uint16(i), uint8(2))
		f.Add([]byte(text), uint16(0), uint8(2))
	}
	var used answer.Judge
	f.Fuzz(func(t *testing.T, text []byte, bits uint16, n8 uint8) {
		p, err := answer.Terms{N: disks(n8)}.Problem()
		if err != nil {
			t.Fatal(err)
		}
		o := options(bits)
		for _, judge := range []func(*answer.Judge, answer.Problem, answer.Options, []byte) (answer.Result, error){
			(*answer.Judge).Answer, (*answer.Judge).List,
		} {
			var fresh answer.Judge
			r, err := judge(&fresh, p, o, text)
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, p, text, &r)
			again, err := judge(&used, p, o, text)
			if got, want := again.AppendJSON(nil, nil), r.AppendJSON(nil, nil); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%q: %s, and after other answers %s", text, want, got)
			}
		}
	})
}

// FuzzAnswerRoundTrip writes a path between two states in every notation that has a
// writer: it is found, solved, and as short as can be, also in prose.
func FuzzAnswerRoundTrip(f *testing.F) {
	f.Add(uint64(1), uint8(3), "Here:\n", "\nThat is all.")
	f.Add(uint64(2), uint8(9), "```\n", "\n```\n[ {( ")
	f.Fuzz(func(t *testing.T, seed uint64, n8 uint8, before, after string) {
		r := rand.New(rand.NewPCG(seed, 0))
		n := 1 + int(n8%6)
		state := func() hanoi.State {
			var sets [3]uint64
			for d := range n {
				sets[r.IntN(3)] |= 1 << d
			}
			s, err := hanoi.StateOf(n, sets)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		p := answer.Problem{Begin: state(), Goal: state()}
		route, err := hanoi.Path(p.Begin, p.Goal)
		if err != nil {
			t.Fatal(err)
		}
		if route.Len() == 0 {
			return
		}
		var triples, pairs, plan bytes.Buffer
		for i, m := range route.All() {
			s := route.StateAt(i - 1)
			fmt.Fprintf(&triples, "[%d, %d, %d], ", m.Disk, m.From, m.To)
			fmt.Fprintf(&pairs, "%c %c\n", 'A'+m.From, 'A'+m.To)
			fmt.Fprintf(&plan, "(move d%d %s %s)\n", m.Disk, beneath(s, m.From, m.Disk), beneath(s, m.To, 0))
		}
		texts := map[answer.Notation]string{
			answer.Triples: "[" + triples.String() + "]", answer.Pairs: pairs.String(), answer.PDDL: plan.String(),
		}
		for notation, format := range map[answer.Notation]hanoi.Format{
			answer.Text: hanoi.Text, answer.CSV: hanoi.CSV, answer.JSONL: hanoi.JSONL, answer.Wide: hanoi.Wide,
		} {
			rd, err := route.Reader(format)
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(rd)
			if err != nil {
				t.Fatal(err)
			}
			texts[notation] = string(b)
		}
		var j answer.Judge
		for notation, text := range texts {
			for _, o := range []answer.Options{{}, {Notation: notation}} {
				if notation == answer.Wide {
					o.Notation = answer.Wide
				}
				got, err := j.Answer(p, o, []byte(text))
				// Few moves of text may name pegs 1 and 2 alone, and so do those of pddl.
				if ambiguous := got.Verdict == answer.Ambiguous && (notation == answer.Text || notation == answer.PDDL); err != nil ||
					!ambiguous && (got.Verdict != answer.Solved || got.Moves != route.Len() || got.Score != 1 || got.Notation != notation || got.Lists != 1) {
					t.Fatalf("%v from %v to %v, %q: %+v", notation, p.Begin, p.Goal, text, got)
				}
			}
			if notation == answer.Wide {
				continue
			}
			// In prose it is there too, unless that has lists itself, or opens one.
			if strings.ContainsAny(before, "[{(") {
				return
			}
			o := answer.Options{Notation: notation, Pick: answer.Join}
			for _, prose := range []string{before, after} {
				if r, _ := j.Answer(p, o, []byte(prose+"\n")); r.Lists > 0 {
					return
				}
			}
			whole := before + "\n\n" + text + "\n\n" + after
			if got, err := j.Answer(p, answer.Options{Notation: notation}, []byte(whole)); err != nil || got.Lists == 0 {
				t.Fatalf("%v in prose, %q: %+v", notation, whole, got)
			}
		}
	})
}

// beneath names what is on top of a peg beneath a disk, as pddl does.
func beneath(s hanoi.State, peg, disk uint8) string {
	for d := int(disk) + 1; d <= s.N(); d++ {
		if s.Peg(d) == peg {
			return fmt.Sprintf("d%d", d)
		}
	}
	return fmt.Sprintf("peg%d", peg)
}
