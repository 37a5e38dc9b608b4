package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestResponses judges whole responses, as models write them: right lists in many dresses,
// answers without a list, lists that are cut off or not understood.
func TestResponses(t *testing.T) {
	l, err := NewLine(Problem{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range responses(t) {
		var want struct {
			Want    Verdict
			Skipped int
			Legal   *int // where it matters
		}
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		b, verdict, err := l.Append(nil, line)
		var got struct{ Skipped, Legal int }
		if err != nil || verdict != want.Want || json.Unmarshal(b, &got) != nil || got.Skipped != want.Skipped ||
			want.Legal != nil && got.Legal != *want.Legal {
			t.Errorf("%s\n gives %s, %v", line, b, err)
		}
	}
}

// TestPick: the list that counts is chosen by its form; Pick chooses otherwise.
func TestPick(t *testing.T) {
	const wrong, right, short = "[[1,0,1],[2,0,2],[1,0,2]]\n", "[[1,0,1],[2,0,2],[1,1,2]]\n", "[[1,0,2]]\n"
	for _, test := range []struct {
		pick, text string
		want       Verdict
		lists      int
	}{
		{"", wrong + right, Solved, 2},
		{"last", right + wrong, Illegal, 2},
		{"last", right + short, Solved, 1},
		{"last", short + "or\n" + short, Unfinished, 2},
		{"first", right + wrong, Solved, 2},
		{"only", right + wrong, Ambiguous, 2},
		{"only", right + short, Solved, 1},
		{"join", "[[1,0,1]]\n[[2,0,2]]\n[[1,1,2]]", Solved, 3},
	} {
		r := judge(t, Problem{N: 2, To: "2"}, Options{Pick: test.pick}, test.text)
		if r.Verdict != test.want || r.Lists != test.lists {
			t.Errorf("pick %q of %q: %+v", test.pick, test.text, r)
		}
	}
}

// TestLongLine: a list on one line may be of any length.
func TestLongLine(t *testing.T) {
	for _, form := range []string{"A→C", "A-C", "Move disk 1 from A to C", "(1, A, C)", "[A C]"} {
		for _, mark := range []string{", ", "; ", ". "} {
			const many = 20_000
			text := strings.Repeat(form+mark+strings.NewReplacer("A", "C", "C", "A").Replace(form)+mark, many/2)
			if r := judge(t, Problem{N: 1, To: "2"}, Options{}, text); r.Verdict != Unfinished || r.Moves != many || r.Skipped != 0 {
				t.Errorf("%q %q: %+v", form, mark, r)
			}
		}
	}
}

// TestHostile: no text takes more than a time in proportion to its length, nor does it end the program.
func TestHostile(t *testing.T) {
	for _, text := range []string{"[", "{", "(", "[[", `{"a":`, "<answer>", "<think>", "1. ", "a ", "[1,0,2", "1\t", "[#", "/[\n", "disk=1 ", "a=1 ", "\boxed{", `"`, "A C", "...", "move(", "disk ", "_", "?_", "。 ", "[[1,0,2],", "- disk: 1\n", "|", "\n| a | from | to |\n"} {
		judge(t, Problem{N: 3, To: "2"}, Options{}, strings.Repeat(text, 20_000))
	}
}

// TestPickOfList: an answer that is a list obeys Pick, too.
func TestPickOfList(t *testing.T) {
	const line = `{"n":1,"to":2,"answer":["[[1,0,1]]","so","[[1,0,2]]"]}`
	for pick, want := range map[string]Verdict{"": Solved, "first": Unfinished, "only": Ambiguous, "join": Illegal} {
		l, err := NewLine(Problem{}, Options{Pick: pick})
		if err != nil {
			t.Fatal(err)
		}
		if b, got, err := l.Append(nil, []byte(line)); got != want || err != nil {
			t.Errorf("pick %q: %s, %v", pick, b, err)
		}
	}
}

// TestPattern: a regular expression reads a form that no other row does.
func TestPattern(t *testing.T) {
	o := Options{Pattern: `(?P<from>\w)!(?P<to>\w)#(?P<disk>\d)`}
	r := judge(t, Problem{N: 2, To: "2"}, o, "so:\nA!B#1\nA!C#2\nB!C#1\n")
	if r.Verdict != Solved || r.Notation != "pattern" {
		t.Errorf("%+v", r)
	}
	if r := judge(t, Problem{N: 2, To: "2"}, o, "A!B#1\nA!C#1\n"); r.Reason != "empty_source" && r.Reason != "not_on_top" || r.Line != 2 {
		t.Errorf("%+v", r)
	}
}

// TestNames: what pegs and disks are called.
func TestNames(t *testing.T) {
	for _, test := range []struct {
		p    Problem
		o    Options
		text string
		want Verdict
	}{
		{Problem{N: 1, To: "2"}, Options{}, "[[1, 1, 3]]", Solved},
		{Problem{N: 1, To: "2", Pegs: "1,2,3"}, Options{}, "1 -> 3", Solved},
		{Problem{N: 1, To: "1", Pegs: "1,2,3"}, Options{}, "1 -> 2", Solved},
		{Problem{N: 1, To: "2", Pegs: "1,2,3"}, Options{}, "A -> C", Illegal},
		{Problem{N: 1, To: "2", Pegs: "red,green,blue"}, Options{}, "move disk 1 from the red peg to Blue", Solved},
		{Problem{N: 1, To: "2", Pegs: "red,green,blue"}, Options{}, "red → blue", Solved},
		{Problem{N: 1, To: "1", Pegs: "I,II,III"}, Options{}, "I → II\nII → III\nIII → II", Solved},
		{Problem{N: 1, To: "2", Pegs: "S,A,D"}, Options{}, "1SD", Solved},
		{Problem{N: 2, To: "2"}, Options{Disks: "small=0"}, "[[0,0,1],[1,0,2],[0,1,2]]", Solved},
		{Problem{N: 2, To: "2"}, Options{Disks: "large=1"}, "[[2,0,1],[1,0,2],[2,1,2]]", Solved},
		{Problem{N: 2, To: "2"}, Options{Disks: "large=0"}, "[[1,0,1],[0,0,2],[1,1,2]]", Solved},
		{Problem{N: 2, To: "2"}, Options{Notation: "pairs"}, "A B\nA C\nB C\n[[1,0,2]]", Solved},
		{Problem{From: "10", To: "2"}, Options{}, "source → target", Ambiguous},
		{Problem{N: 64}, Options{}, "A → C\nA → B\nso\n[[1,0,2],[2,0,1],[1,2,1]]\n", Unfinished},
		{Problem{From: "10", To: "2"}, Options{}, "A C\nB C", Illegal},
		{Problem{From: "10", To: "2"}, Options{}, "B C", Unfinished},
	} {
		if r := judge(t, test.p, test.o, test.text); r.Verdict != test.want {
			t.Errorf("%+v %+v %q: %+v", test.p, test.o, test.text, r)
		}
	}
}

// TestBinary: packed and wide are read as streams.
func TestBinary(t *testing.T) {
	for _, to := range []int{1, 2} {
		var packed, wide strings.Builder
		for _, m := range solution(9, 0, to) {
			packed.WriteByte(byte((m[0]-1)<<2 | m[1]))
			wide.Write([]byte{byte(m[0]), byte(m[1]<<4 | m[2])})
		}
		p := Problem{N: 9, To: string(rune('0' + to))}
		for notation, text := range map[string]string{"packed": packed.String(), "wide": wide.String()} {
			size := len(text) / 511
			if r := judge(t, p, Options{Notation: notation}, text); r.Verdict != Solved || r.Score != 1 || r.Moves != 511 {
				t.Errorf("%s to %d: %+v", notation, to, r)
			}
			broken := text[:20*size] + text[19*size:]
			if r := judge(t, p, Options{Notation: notation}, broken); r.Verdict != Illegal || r.Legal != 20 || *r.Offset != 20*size || r.Line != 0 {
				t.Errorf("%s to %d: %+v", notation, to, r)
			}
		}
		if r := judge(t, p, Options{Notation: "wide"}, wide.String()[:9]); r.Verdict != Truncated || r.Moves != 4 {
			t.Errorf("half a record: %+v", r)
		}
	}
	for notation, record := range map[string]string{"wide": "\xff\x31", "packed": "\x03"} { // disk 255; no peg to leave
		if r := judge(t, Problem{From: "33", Pegs: "A,B,C,D"}, Options{Notation: notation}, record); r.Verdict != Illegal {
			t.Errorf("%s % #x: %+v", notation, record, r)
		}
	}
}

// responses returns the lines of testdata/responses.jsonl.
func responses(t *testing.T) [][]byte {
	text, err := os.ReadFile("testdata/responses.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSpace(text), []byte("\n"))
}

// verdict judges a line, and returns what does not depend on how the answer is laid out.
func verdict(t *testing.T, l *Line, line []byte) string {
	b, _, err := l.Append(nil, line)
	var result map[string]any
	if err != nil || json.Unmarshal(b, &result) != nil {
		t.Fatalf("%s: %s, %v", line, b, err)
	}
	for _, place := range []string{"line", "offset", "move", "skipped_line"} {
		delete(result, place)
	}
	return fmt.Sprint(result)
}

// TestSame: a verdict does not depend on the ends of lines, blank lines or marks of a quotation, nor on what was judged
// before: the responses, cut anywhere.
func TestSame(t *testing.T) {
	l, err := NewLine(Problem{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	lines := responses(t)
	for i, line := range lines {
		var fields map[string]any
		if err := json.Unmarshal(line, &fields); err != nil {
			t.Fatal(err)
		}
		alone, _ := NewLine(Problem{}, Options{})
		want := verdict(t, alone, line)
		if got := verdict(t, l, line); got != want {
			t.Errorf("behind line %d: %s, and alone %s: %s", i, got, want, line)
		}
		answer, ok := fields["answer"].(string)
		if !ok {
			continue
		}
		for name, change := range map[string]*strings.Replacer{
			"CR LF": strings.NewReplacer("\n", "\r\n"), "CR": strings.NewReplacer("\n", "\r"), "U+2028": strings.NewReplacer("\n", "\u2028"),
			"blank lines": strings.NewReplacer("\n", "\n\n"), "a quotation": strings.NewReplacer("\n", "\n> "),
		} {
			text := change.Replace(answer)
			if name == "a quotation" {
				text = "> " + text
			}
			fields["answer"] = text
			changed, _ := json.Marshal(fields)
			if got := verdict(t, alone, changed); got != want {
				t.Errorf("with %s: %s, and without %s: %s", name, got, want, line)
			}
		}
		// The next line is judged behind parts of this one.
		next := lines[(i+1)%len(lines)]
		want = verdict(t, alone, next)
		for cut := range answer {
			if testing.Short() && cut%97 > 0 {
				continue
			}
			fields["answer"] = answer[:cut]
			changed, _ := json.Marshal(fields)
			l.Append(nil, changed)
			if got := verdict(t, l, next); got != want {
				t.Fatalf("behind %s: %s, and alone %s: %s", changed, got, want, next)
			}
		}
	}
}
