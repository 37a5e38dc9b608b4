package answer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
)

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
