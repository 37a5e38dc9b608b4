package main

import (
	"os/exec"
	"strings"
	"testing"
)

// onPage returns the part of docs/evaluation.md between the marks of a name. With -update, it
// first replaces this part by text, unless text is empty.
func onPage(t *testing.T, name, text string) string {
	t.Helper()
	const page = "../../docs/evaluation.md"
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	before, rest, ok1 := strings.Cut(string(read(t, page)), begin)
	shown, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s lacks the marks of %s", page, name)
	}
	if *update && text != "" {
		write(t, page, []byte(before+begin+text+end+after))
		return text
	}
	return shown
}

// docs/evaluation/run.sh prints the table of results that the page shows.
func TestTableOfPage(t *testing.T) {
	needPython(t)
	r := start(t, exec.Command("sh", "../../docs/evaluation/run.sh"))
	r.expect(t, 0, "")
	if shown := onPage(t, "table", string(r.out)); shown != string(r.out) {
		t.Errorf("the page shows another table; run the test with -update:\n%s", r.out)
	}
}

// needPython skips a test if Python or a shell is missing.
func needPython(t *testing.T) {
	t.Helper()
	for _, name := range []string{"python3", "sh"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("NOT RUN: missing: " + name)
		}
	}
}

// The scorer on the page gives rewards, with one process for all answers.
func TestScorerOfPage(t *testing.T) {
	needPython(t)
	code := onPage(t, "scorer", "")
	code = strings.TrimSuffix(strings.TrimPrefix(code, "```python\n"), "```\n")
	const use = `
score = Scorer("--pegs", "A,B,C")
print(score({"n": 2, "from": "00", "to": "22"}, "<think>A C</think> A → B, A → C, B → C"))
print(score({"n": 1, "from": 0, "to": 2}, "A B\nB C"), score({"n": 2, "from": "0", "to": 2}, "A → B, A", truncated=True))
try:
    score({"n": 65, "from": 0, "to": 1}, "A B")
except ValueError as error:
    print("65" in str(error))
print(score({"n": 1, "from": 0, "to": 2}, "A C"))
`
	r := start(t, exec.Command("python3", "-c", code+use))
	if want := "1\n0.5 0\nTrue\n1\n"; string(r.out) != want || r.status != 0 {
		t.Errorf("it prints %q, %q; want %q", r.out, r.err, want)
	}
}
