package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/testfile"
)

// needScripts skips a test of docs/evaluation if Python or a shell is missing.
func needScripts(t *testing.T) {
	t.Helper()
	for _, name := range []string{"python3", "sh"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("NOT RUN: missing: " + name)
		}
	}
	testfile.Watch("../../docs/evaluation", "../../python")
}

// docs/evaluation/real.py reads answers as reasoning-gym publishes them, with its scores.
func TestRealAnswers(t *testing.T) {
	needScripts(t)
	t.Setenv("PYTHONPATH", "../../python")
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	const published = `{"results": [{"question": "… with 1 disks and 4 pegs.\nMove all disks from Peg 1 to Peg 3 …", "completions": [
		{"full_model_response": "Move disk 1 from Peg 1 to Peg 3", "score": 0.0},
		{"full_model_response": "<answer>Move disk 1 from Peg 1 to Peg 2</answer>", "score": 0.05}]}]}`
	file := t.TempDir() + "/model_date_time/games/tower_of_hanoi.json"
	must.Do(os.MkdirAll(filepath.Dir(file), 0o777))
	write(t, file, []byte(published))
	r := start(t, exec.Command("python3", "../../docs/evaluation/real.py", file))
	r.expect(t, 0, "")
	if want := "| model | 2 | 0 | 1 | 0.025 | 0.500 |\n"; !strings.Contains(string(r.out), want) {
		t.Errorf("%s; want a line %s", r.out, want)
	}
}

// docs/evaluation/run.sh prints the table of results that docs/evaluation.md shows.
func TestTableOfPage(t *testing.T) {
	needScripts(t)
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
