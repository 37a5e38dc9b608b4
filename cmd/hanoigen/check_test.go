package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/testfile"
)

// docs/evaluation/run.sh prints the table of results that docs/evaluation.md shows.
func TestTableOfPage(t *testing.T) {
	for _, name := range []string{"python3", "sh"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("NOT RUN: missing: " + name)
		}
	}
	testfile.Watch("../../docs/evaluation")
	r := start(t, exec.Command("sh", "../../docs/evaluation/run.sh"))
	r.expect(t, 0, "")

	const page, begin, end = "../../docs/evaluation.md", "<!-- table -->\n", "<!-- /table -->\n"
	before, rest, _ := strings.Cut(string(read(t, page)), begin)
	_, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s lacks the marks of the table", page)
	}
	testfile.Compare(t, *update, page, before+begin+string(r.out)+end+after)
}
