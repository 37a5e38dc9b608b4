package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAnswers judges answers as models write them. The commands are in a file, each
// with what it prints and its status.
func TestAnswers(t *testing.T) {
	dir := filepath.Join("testdata", "answers")
	golden := filepath.Join(dir, "verdicts.txt")
	want := string(read(t, golden))
	var got bytes.Buffer
	for line := range strings.Lines(want) {
		words, ok := strings.CutPrefix(line, "$ hanoigen ")
		if !ok {
			continue
		}
		c := exec.Command(command, strings.Fields(words)...)
		c.Dir = dir
		r := start(t, c)
		fmt.Fprintf(&got, "%s%s%sstatus %d\n", line, r.out, r.err, r.status)
	}
	if *update {
		write(t, golden, got.Bytes())
	} else if got.String() != want {
		t.Errorf("the verdicts are\n%s\nwant\n%s", got.String(), want)
	}
}

// onPage returns what the page has between the marks of a name. With -update, it puts
// text there first.
func onPage(t *testing.T, name, text string) string {
	t.Helper()
	const page = "../../docs/evaluation.md"
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	before, rest, ok1 := strings.Cut(string(read(t, page)), begin)
	shown, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for %s", page, name)
	}
	if *update && text != "" {
		write(t, page, []byte(before+begin+text+end+after))
		return text
	}
	return shown
}

// The page's table of results is what docs/evaluation/run.sh prints.
func TestTableOfPage(t *testing.T) {
	needPython(t)
	r := start(t, exec.Command("sh", "../../docs/evaluation/run.sh"))
	r.expect(t, 0, "")
	if shown := onPage(t, "table", string(r.out)); shown != string(r.out) {
		t.Errorf("the page has another table; run the test with -update:\n%s", r.out)
	}
}

// needPython skips a test where there is no Python or no shell.
func needPython(t *testing.T) {
	t.Helper()
	for _, name := range []string{"python3", "sh"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("NOT RUN: there is no " + name)
		}
	}
}

// The page's scorer gives rewards, one process for all answers.
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

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "answer")
	write(t, file, []byte("[[1,0,2],[2,0,1],[1,2,1],[3,0,2],[1,1,0],[2,1,2],[1,0,2]]"))
	for _, c := range []struct {
		line   string
		status int
		out    string // what standard output begins with
		err    string
	}{
		{"check -n 3 " + file, 0, "Solved: the goal stands after 7 moves, the fewest possible.\n", ""},
		{"check -n 3 --to 1 " + file, 1, "Unfinished: after 7 legal moves the disks stand at 222, 7 moves from the goal.\n", ""},
		{"check --from 000 --to 222 --json " + file, 0, `{"verdict":"solved","moves":7,"legal":7,"state":"222","left":0,"optimum":7,"excess":0,"reached":7,"score":1,"notation":"triples","lists":1`, ""},
		{"check -n 3 --from 000 --to 2 " + file, 0, "Solved: ", ""},
		{"check --from 0 --to 222 " + file, 0, "Solved: ", ""},
		{"check -n 3 --notation text " + file, 1, "Unparsed: ", ""},
		{"check -n 3 --disks large=1 " + file, 1, "Illegal: move 1, ", ""},
		{"check -n 3 --pegs 2,1,0 --from 2 --to 0 " + file, 0, "Solved: ", ""},
		{"check -n 3 --pegs 0,1,2,3 " + file, 0, "Solved: the goal stands after 7 moves; the fewest possible are 5.\n", ""},
		{"check -n 3 --truncated --to 1 " + file, 1, "Cut off: ", ""},
		{`check -n 3 --pattern (?P<disk>\d),(?P<from>\d),(?P<to>\d) ` + file, 0, "Solved: ", ""},
		{"check -n 3 --max-bytes 57 " + file, 0, "Solved: ", ""},
		{"check -n 3 --max-bytes 56 " + file, 3, "", "more than 56 bytes; give a larger --max-bytes$"},
		{"check " + file, 2, "", "number of disks.*1 to 64"},
		{"check -n 3 --from 00 " + file, 2, "", "00\\W+has 2 disks, not 3"},
		{"check -n 3 --notation prose " + file, 2, "", "--notation \"prose\": not available; give one of auto, text, "},
		{`check -n 3 --pattern (\d)(\d) ` + file, 2, "", "from"},
		{"check --from 0 --to 2 " + file, 2, "", "number of disks.*1 to 64"},
		{"check -n 3 --to 0 " + file, 2, "", "0"},
		{"check -n 3 --to 222x " + file, 2, "", "222x"},
		{"check -n 3 --from 3 " + file, 2, "", `"3"|3`},
		{"check -n 3 --pegs 1,1,2 " + file, 2, "", "1,1,2"},
		{"check -n 3 --pattern ( " + file, 2, "", `\(`},
		{"check -n 3 --pegs= " + file, 2, "", "--pegs is empty; leave it out, or give it a value$"},
		{"check -n 3 " + file + " " + file, 0, file + ": Solved: the goal stands after 7 moves, the fewest possible.\n" + file + ": Solved: ", ""},
		{"check -n 3 --to 1 " + file + " " + dir + " " + file, 3, file + ": Unfinished: ", dir + ": is a directory"},
		{"check -n 3 --json " + file + " " + file, 2, "", "2 files; --json and --batch take one"},
		{"check -n 3 " + filepath.Join(dir, "none"), 3, "", "none: "},
		{"check -n 3 " + dir, 3, "", ": "},
	} {
		r := hanoigen(t, c.line)
		message := c.err
		if c.status >= 2 && message == "" {
			message = "^hanoigen: "
		}
		r.expect(t, c.status, message)
		if !strings.HasPrefix(string(r.out), c.out) || c.out == "" && len(r.out) > 0 {
			t.Errorf("%s prints %q, want %q", c.line, r.out, c.out)
		}
	}
}

// What was passed over is told.
func TestCheckSkipped(t *testing.T) {
	const text = "1. Move disk 1 from A to C\n2. Move disk 2 from A to B\n3. Next, shift the disk over\n4. Move disk 3 from A to C\n"
	r := fed(t, text, "check -n 3")
	r.expect(t, 1, "")
	if want := regexp.MustCompile("Line 4 was not understood: `4. Move disk 3 from A to C`\\. Write each move in"); !want.Match(r.out) {
		t.Errorf("%s; want a match of %v", r.out, want)
	}
}

// What hanoigen writes, check finds solved, in every format.
func TestCheckPipes(t *testing.T) {
	for _, format := range []string{"packed", "wide", "text", "csv", "jsonl", "text --numbers", "csv --numbers", "jsonl --numbers"} {
		name, _, _ := strings.Cut(format, " ")
		judged := "check --pegs 0,1,2 --json "
		if name == "packed" || name == "wide" {
			judged += "--notation " + name + " "
		}
		for _, flags := range []string{"-n 12 --from 2 --to 1", "-n 3", "-n 4", "-n 4 --from 1", "-n 4 --to 1", "-n 5 --from 1 --to 0"} {
			moves := hanoigen(t, flags+" -o - -f "+format)
			moves.expect(t, 0, "")
			r := fed(t, string(moves.out), judged+flags)
			r.expect(t, 0, "")
			var result struct {
				Verdict, Notation string
				Score             float64
				Skipped           int
			}
			if err := json.Unmarshal(r.out, &result); err != nil || result.Verdict != "solved" || result.Score != 1 || result.Notation != name || result.Skipped != 0 {
				t.Errorf("hanoigen %s -f %s | hanoigen %s: %s", flags, format, judged+flags, r.out)
			}
		}
	}
}
