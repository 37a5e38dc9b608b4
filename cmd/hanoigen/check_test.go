package main

import (
	"os/exec"
	"strings"
	"testing"
)

// docs/evaluation/run.sh prints the table of results that docs/evaluation.md shows.
func TestTableOfPage(t *testing.T) {
	for _, name := range []string{"python3", "sh"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("NOT RUN: missing: " + name)
		}
	}
	for _, script := range []string{"run.sh", "student.py", "table.py"} {
		read(t, "../../docs/evaluation/"+script) // for Go's test cache
	}
	r := start(t, exec.Command("sh", "../../docs/evaluation/run.sh"))
	r.expect(t, 0, "")

	const page, begin, end = "../../docs/evaluation.md", "<!-- table -->\n", "<!-- /table -->\n"
	before, rest, _ := strings.Cut(string(read(t, page)), begin)
	shown, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s lacks the marks of the table", page)
	}
	if *update {
		write(t, page, []byte(before+begin+string(r.out)+end+after))
	} else if shown != string(r.out) {
		t.Errorf("-update rewrites %s, which shows another table:\n%s", page, r.out)
	}
}
