package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnswers judges answers as models write them. The commands are in a file, each
// with what it prints and its status, and docs/evaluation.md shows that file.
func TestAnswers(t *testing.T) {
	dir := filepath.Join("testdata", "answers")
	golden := filepath.Join(dir, "verdicts.txt")
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for line := range strings.Lines(string(want)) {
		words, ok := strings.CutPrefix(line, "$ hanoigen ")
		if !ok {
			continue
		}
		c := exec.Command(command, strings.Fields(words)...)
		c.Dir = dir
		r := start(t, c)
		fmt.Fprintf(&got, "%s%s%sstatus %d\n", line, r.out, r.err, r.status)
	}
	const page = "../../docs/evaluation.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(text), "<!-- verdicts -->\n```\n")
	shown, after, ok2 := strings.Cut(rest, "```\n<!-- /verdicts -->\n")
	if !ok1 || !ok2 {
		t.Fatalf("%s does not show the verdicts", page)
	}
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		text := before + "<!-- verdicts -->\n```\n" + got.String() + "```\n<!-- /verdicts -->\n" + after
		if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got.String() != string(want) {
		t.Errorf("the verdicts are\n%s\nwant\n%s", got.String(), want)
	}
	if shown != string(want) {
		t.Errorf("%s shows other verdicts than %s has; run the test with -update", page, golden)
	}
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "answer")
	if err := os.WriteFile(file, []byte("[[1,0,2],[2,0,1],[1,2,1],[3,0,2],[1,1,0],[2,1,2],[1,0,2]]"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line   string
		status int
		out    string // what standard output begins with
		err    string
	}{
		{"check -n 3 " + file, 0, "Solved: the goal stands after 7 moves, the fewest possible.\n", ""},
		{"check -n 3 --to 1 " + file, 1, "Unfinished: its 7 moves are legal and leave the disks at 222, 7 moves from the goal.\n", ""},
		{"check --begin 000 --goal 222 --json " + file, 0, `{"verdict":"solved","moves":7,"legal":7,"state":"222","left":0,"optimum":7,"excess":0,"reached":7,"score":1,"notation":"triples","lists":1}` + "\n", ""},
		{"check -n 3 --notation text " + file, 1, "Unparsed: ", ""},
		{"check -n 3 --disks large=1 " + file, 1, "Illegal: move 1, ", ""},
		{"check -n 3 --pegs 2,1,0 --from 2 --to 0 " + file, 0, "Solved: ", ""},
		{"check -n 3 --truncated --to 1 " + file, 1, "Cut off: ", ""},
		{"check -n 3 --pick only " + file, 0, "Solved: ", ""},
		{"check " + file, 2, "", "no such number of disks: none is given; give a number of disks, 1 to 64, or a state to begin with$"},
		{"check -n 3 --begin 00 " + file, 2, "", "begin: no such state: 00 has 2 disks, not 3; give states of one number of disks$"},
		{"check -n 3 --from 0 --begin 000 " + file, 2, "", "--from and --begin say the same of the disks; give one of them$"},
		{"check -n 3 --to 0 --goal 000 " + file, 2, "", "--to and --goal say the same of the disks; give one of them$"},
		{"check -n 3 --notation prose " + file, 2, "", "--notation \"prose\": not available; give one of auto, triples, "},
		{"check -n 3 --disks 7 " + file, 2, "", "--disks \"7\": not available; give one of small=1, small=0, large=1, large=0$"},
		{"check -n 3 --pegs 1,1,2 " + file, 2, "", "two are the same; give three names, such as 0,1,2 or A,B,C$"},
		{"check -n 3 --pegs= " + file, 2, "", "--pegs is empty; leave it out, or give it a value$"},
		{"check -n 3 --begin= " + file, 2, "", "--begin is empty; leave it out, or give it a value$"},
		{"check -n 3 --goal= " + file, 2, "", "--goal is empty; leave it out, or give it a value$"},
		{"check -n 65 " + file, 2, "", "-n \"65\": out of range; give 1 to 64$"},
		{"check -n 3 --from 3 " + file, 2, "", "--from \"3\": out of range; give 0, 1 or 2$"},
		{"check -n 3 --to 3 " + file, 2, "", "--to \"3\": out of range; give 0, 1 or 2$"},
		{"check -n 3 " + file + " " + file, 2, "", "is too many arguments"},
		{"check -n 3 " + filepath.Join(dir, "none"), 3, "", "none: "},
		{"check -n 3 " + dir, 3, "", ": "},
	} {
		r := hanoigen(t, c.line)
		r.expect(t, c.status, c.err)
		if !strings.HasPrefix(string(r.out), c.out) || c.out == "" && len(r.out) > 0 {
			t.Errorf("%s prints %q, want %q", c.line, r.out, c.out)
		}
	}
}

// What hanoigen writes, check finds solved, in every format, and from standard
// input.
func TestCheckFormats(t *testing.T) {
	for _, format := range []string{"packed", "wide", "text", "csv", "jsonl", "text --numbers", "csv --numbers", "jsonl --numbers"} {
		moves := hanoigen(t, "-n 10 --from 2 --to 1 -o - -f "+format)
		name, _, _ := strings.Cut(format, " ")
		for _, notation := range []string{"auto", name} {
			if notation == "auto" && (name == "packed" || name == "wide") {
				continue
			}
			c := exec.Command(command, strings.Fields("check -n 10 --from 2 --to 1 --json --notation "+notation)...)
			c.Stdin = bytes.NewReader(moves.out)
			r := start(t, c)
			r.expect(t, 0, "")
			var result struct {
				Moves    int
				Score    float64
				Notation string
			}
			if err := json.Unmarshal(r.out, &result); err != nil || result.Moves != 1023 || result.Score != 1 || result.Notation != name {
				t.Errorf("%s as %s: %s", format, notation, r.out)
			}
		}
	}
}
