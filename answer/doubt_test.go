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

// TestUnread: unread counts each line that the verdict does not rest on.
func TestUnread(t *testing.T) {
	list := "A → B\nA → C\nB → C\n"
	for _, read := range []string{"", "\n---\n", "...\n", "[2, 1] [] []\n", "State: [[2, 1], [], []]\n"} {
		if r := tower(2, read+list); r.Unread != 0 || r.Verdict != answer.Solved {
			t.Errorf("%q: %s", read, asJSON(r))
		}
	}
	unread := []string{"# Moves", "Moves:", "Here I go.", "⟲", "210", "First try: A → C", "That was it (really)", "So it is done."}
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
