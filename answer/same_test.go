package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

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
