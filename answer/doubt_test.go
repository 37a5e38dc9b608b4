package answer_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

// TestDoubt: each kind of testdata/doubt.jsonl misled an earlier judge. A right answer is never
// blamed, a wrong one is never solved, and an answer that is not judged has a hint and, if
// unparsed, a line.
func TestDoubt(t *testing.T) {
	c := tally{T: t}
	for _, line := range linesOf(t, "testdata/doubt.jsonl", "\n") {
		var row struct{ Right bool }
		var r answer.Result
		result, _, err := newLine().Append(nil, []byte(line))
		if json.Unmarshal([]byte(line), &row) != nil || err != nil || json.Unmarshal(result, &r) != nil {
			t.Fatal(line, err)
		}
		if row.Right {
			c.right(r, line)
		} else {
			c.wrong(r, line)
		}
		isOpen := r.Verdict == answer.Unparsed || r.Verdict == answer.Ambiguous
		if isOpen && r.Hint == "" || r.Verdict == answer.Unparsed && r.SkippedLine == "" {
			t.Errorf("no hint or no line: %s\n%s", result, line)
		}
	}
	c.atLeast(0.3)
}

// TestVerdicts shows each row of the table of verdicts by an answer for two disks.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		text, options string // options: truncated, or none
		verdict       answer.Verdict
		hint          string
	}{
		{"[]", "", answer.Unfinished, ""},
		{"Let me think.\n", "truncated", answer.Truncated, ""},
		{"I cannot do that.", "", answer.Unparsed, "write each move in a form"},
		{"X → 1, X → 3, 1 → 3", "", answer.Ambiguous, "give --pegs NAME,NAME,NAME"},
		{"A → B\nA → C\nB → C\nC → A and on", "", answer.Unparsed, "write each move in a form"},
		{"1: A → B\n2: A → C\n1: B → C\n", "", answer.Ambiguous, "do not count up"},
		{"A → B, A → C, B → C\nThen:\nC → A", "", answer.Ambiguous, "another list follows"},
		{"A → B, A → C, B → C", "", answer.Solved, ""},
		{"A → B, A → C\nB to C or so", "", answer.Unparsed, "write each move in a form"},
		{"A → B\nA → C\n\nNow this:\n\nC → B", "", answer.Ambiguous, "in pieces"},
		{"A → B\n\nNow this:\n\nA → B\n...", "", answer.Truncated, ""},
		{"A → B\n\nNow this:\n\nA → C\n...", "", answer.Truncated, ""},
		{"Move 1 from A to B\nMove 2 from A to C\nMove 3 from B to C", "", answer.Ambiguous, "may be no disks"},
		{"A → B, A → B, B → C", "", answer.Illegal, ""},
	} {
		r := judge(answer.Problem{N: 2, To: "2"}, answer.Options{Truncated: test.options == "truncated"}, test.text)
		if r.Verdict != test.verdict || !strings.Contains(r.Hint, test.hint) || (r.Hint == "") != (test.hint == "") {
			t.Errorf("want %s, %q; have %s\n%s", test.verdict, test.hint, asJSON(r), test.text)
		}
	}
}

// TestUnread: unread counts each line that the verdict does not rest on.
func TestUnread(t *testing.T) {
	list := "A → B\nA → C\nB → C\n"
	for _, read := range []string{"", "\n---\n", "```\n", "# Moves\n", "Moves:\n", "State: [[2, 1], [], []]\n"} {
		if r := tower(2, read+list); r.Unread != 0 || r.Verdict != answer.Solved {
			t.Errorf("%q: %s", read, asJSON(r))
		}
	}
	unread := []string{"Here I go.", "First try: A → C", "That was it (really)", "So it is done."}
	for i := range unread {
		text := strings.Join(slices.Concat(unread[:i+1], []string{"", list}), "\n")
		if r := tower(2, text); r.Unread != i+1 || r.Verdict != answer.Solved {
			t.Errorf("want %d: %s\n%s", i+1, asJSON(r), text)
		}
	}
	r := tower(2, list)
	*r.Optimum = 99
	if again := tower(2, list); *again.Optimum != 3 {
		t.Error("a result shares memory with its judge")
	}
}
