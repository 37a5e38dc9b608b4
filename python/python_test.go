//go:build unix

// Package python tests the module and its wheel in a virtual environment.
package python

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/testfile"
)

// What the pages do not show: an object judges several answers, a wrong puzzle and a wrong flag
// are errors, and the command that is used is the one of the wheel.
const uses = `
>>> from hanoigen import *
>>> score = Scorer("--pegs", "A,B,C")
>>> score({"n": 2, "from": "00", "to": "22"}, "<think>A C</think> A → B, A → C, B → C")
1
>>> score({"n": 1, "from": 0, "to": 2}, "A B\nB C"), score({"n": 2, "from": "0", "to": 2}, "A → B, A", truncated=True)
(0.5, 0)
>>> score({"n": 65, "from": 0, "to": 1}, "A B") # doctest: +ELLIPSIS
Traceback (most recent call last):
ValueError: ...65...
>>> score({"n": 1, "from": 0, "to": 2}, "A C")
1
>>> instances("3..70", seed=1) # doctest: +ELLIPSIS
Traceback (most recent call last):
ValueError: hanoigen: -n "3..70": ...
>>> [p["answer"] for p in instances(1, "distance", distance=1, count=2, answers=True)]
[[[1, 1, 0]], [[1, 1, 0]]]
>>> [("error" in result, result.get("id")) for result in check([{"n": 1, "id": "\u2028", "answer": "A C"}, {}])]
[(False, '\u2028'), (True, None)]
`

// published has two responses as docs/evaluation/real.py reads them. Only the first one is right.
const published = `{"results": [{"question": "… with 1 disks and 3 pegs.\nMove all disks from Peg 1 to Peg 3 …", "completions": [
	{"full_model_response": "Move disk 1 from Peg 1 to Peg 3", "score": 0.0},
	{"full_model_response": "<answer>Move disk 1 from Peg 1 to Peg 2</answer>", "score": 0.05}]}]}`

// find returns a Python that has some modules, or an empty string.
func find(modules string) string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import "+modules).Run() == nil {
			return name
		}
	}
	return ""
}

// blocks returns the indented blocks of a page that begin with a pattern.
func blocks(page, pattern string) string {
	return strings.Join(regexp.MustCompile(`(?m)^    (?:`+pattern+`).*\n(?:    .*\n)*`).FindAllString(page, -1), "")
}

// The wheel, installed as docs/evaluation.md says, without an index, runs the examples of the pages.
func TestWheel(t *testing.T) {
	real := must.Get(filepath.Abs("../docs/evaluation/real.py"))
	testfile.Watch(".", "../docs/evaluation", "../cmd/hanoigen", "../answer", "../instance")
	evaluation, data := string(must.Get(os.ReadFile("../docs/evaluation.md"))), string(must.Get(os.ReadFile("../docs/data.md")))
	tables := "numpy, pandas"
	python := find("ensurepip, " + tables)
	if python == "" {
		tables, python = "", find("ensurepip")
	}
	if python == "" {
		t.Skip("NOT RUN: no python3 with the module ensurepip (on Debian: python3-venv)")
	}
	folder := t.TempDir()
	run := func(where, line string) {
		t.Helper()
		c := exec.Command("bash", "-ec", line)
		c.Dir = where
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s\n%v\n%s", line, err, out)
		}
	}
	run(".", python+" -m venv --system-site-packages "+folder+"/venv")
	t.Setenv("PATH", folder+"/venv/bin:"+os.Getenv("PATH"))
	run("..", strings.ReplaceAll(blocks(evaluation, "go build"), "/tmp", folder))
	run(folder, "rm hanoigen; cmp $(which hanoigen) venv/bin/hanoigen")
	doctest := func(page string) {
		must.Do(os.WriteFile(filepath.Join(folder, "page"), []byte(page), 0o666))
		run(folder, "python3 -m doctest page")
	}
	doctest(uses)
	doctest(evaluation)
	must.Do(os.MkdirAll(folder+"/model_date_time/games", 0o777))
	must.Do(os.WriteFile(folder+"/model_date_time/games/file", []byte(published), 0o666))
	run(folder, "python3 "+real+" model_*/games/file | grep -x '| model | 2 | 0 | 1 | 0.025 | 0.500 |'")
	if tables == "" {
		t.Skip("NOT RUN: docs/data.md: no python3 with numpy and pandas (on Debian: python3-pandas)")
	}
	run(folder, blocks(data, "hanoigen|for"))
	doctest(data)
	if _, err := exec.LookPath("duckdb"); err != nil {
		t.Log("NOT RUN: the examples of DuckDB:", err)
		return
	}
	run(folder, "duckdb <<'END'\n"+blocks(data, "SELECT")+"END")
}
