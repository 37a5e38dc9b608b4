//go:build unix

// Package python tests the module and its wheel.
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

// uses is a page of what the other pages do not show.
const uses = `
    >>> from hanoigen import *
    >>> score = Scorer("--pegs", "A,B,C")
    >>> score({"n": 1, "from": 0, "to": 2}, "A B\nB C"), score({"n": 2, "from": "0", "to": 2}, "A → B, A", truncated=True)
    (0.5, 0)
    >>> score({"n": 65, "from": 0, "to": 1}, "A B") # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ValueError
    >>> instances("3..65") # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ValueError
    >>> [("error" in result, result.get("id")) for result in check([{"n": 1, "id": "\u2028", "answer": "A C"}, {}])]
    [(False, '\u2028'), (True, None)]
`

// blocks returns the indented blocks of a page that begin with a pattern.
func blocks(page, pattern string) string {
	return strings.Join(regexp.MustCompile(`(?m)^    (?:`+pattern+`).*\n(?:    .*\n)*`).FindAllString(page, -1), "")
}

// The wheel, installed in a new environment as docs/evaluation.md says, runs the examples of the pages.
func TestWheel(t *testing.T) {
	testfile.Watch(".", "../cmd/hanoigen", "../answer", "../instance")
	folder := t.TempDir()
	run := func(where, line string) {
		t.Helper()
		c := exec.Command("bash", "-ec", line)
		c.Dir = where
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s\n%v\n%s", line, err, out)
		}
	}
	doctest := func(page string) {
		must.Do(os.WriteFile(filepath.Join(folder, "page"), []byte(page), 0o666))
		run(folder, "python3 -m doctest page")
	}
	if out, err := exec.Command("/usr/bin/python3", "-c", "import ensurepip, pandas").CombinedOutput(); err != nil {
		t.Skipf("NOT RUN: the modules ensurepip and pandas (on Debian: python3-venv, python3-pandas): %v\n%s", err, out)
	}
	run(".", "/usr/bin/python3 -m venv --system-site-packages "+folder+"/venv")
	t.Setenv("PATH", folder+"/venv/bin:"+os.Getenv("PATH"))
	page := string(must.Get(os.ReadFile("../docs/evaluation.md")))
	run("..", strings.ReplaceAll(blocks(page, "go build"), "/tmp", folder))
	run(folder, "rm hanoigen; cmp $(which hanoigen) venv/bin/hanoigen")
	doctest(page + uses)
	page = string(must.Get(os.ReadFile("../docs/data.md")))
	run(folder, blocks(page, "hanoigen|for"))
	doctest(page)
}
