package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// batchResult is what the tests look at in a result.
type batchResult struct {
	ID      json.RawMessage
	Verdict string
	Score   float64
	Excess  *uint64
	Error   *string
}

func batchResults(t *testing.T, out []byte) (results []batchResult) {
	t.Helper()
	lines := strings.SplitAfter(string(out), "\n")
	if lines[len(lines)-1] != "" {
		t.Fatalf("the last result has no newline: %q", lines[len(lines)-1])
	}
	for _, line := range lines[:len(lines)-1] {
		var r batchResult
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		results = append(results, r)
	}
	return results
}

// TestCheckInstances: every answer that instances writes is found solved, by as
// few moves as it says.
func TestCheckInstances(t *testing.T) {
	const count = 500
	for _, kind := range []string{"--kind classic -n 1..9", "--kind random -n 1..8", "--kind distance --distance 0..40 -n 1..64", "--kind distance --distance 0 -n 1..64"} {
		for _, prompt := range []string{"", "--prompt triples", "--prompt text"} {
			flags := fmt.Sprintf("instances --seed 11 --count %d --answers %s %s", count, kind, prompt)
			instances := hanoigen(t, flags)
			instances.expect(t, 0, "")
			r := fed(t, string(instances.out), "check --batch")
			r.expect(t, 0, "")
			results := batchResults(t, r.out)
			if len(results) != count {
				t.Errorf("%s: %d results", flags, len(results))
			}
			for i, got := range results {
				if string(got.ID) != fmt.Sprint(i) || got.Verdict != "solved" || got.Score != 1 || got.Excess == nil || *got.Excess != 0 {
					t.Fatalf("%s: result %d is %+v", flags, i, got)
				}
			}
		}
	}
}

func TestCheckBatchStatus(t *testing.T) {
	const solved = `{"id":1,"n":1,"answer":[[1,0,2]]}` + "\n"
	const unsolved = `{"id":2,"n":2,"answer":"[[1,0,2]]"}` + "\n"
	const unparsed = `{"id":3,"n":2,"answer":"no"}` + "\n"
	const bad = `{"id":4,"n":2}` + "\n"
	const torn = `{"id":5,"answer":` + "\n"
	for _, test := range []struct {
		lines   string
		status  int
		message string
	}{
		{"", 0, ""},
		{"\n\n", 0, ""},
		{solved, 0, ""},
		{solved + "\n" + solved, 0, ""},
		{solved + unsolved, 1, ""},
		{unparsed + solved, 1, ""},
		{solved + bad, 3, `1 of 2 lines could not be judged, .*"error"; the first is line 2: .*answer`},
		{unsolved + "\n \n" + torn + solved + bad + solved, 3, `2 of 5 lines could not be judged, .*the first is line 4: .*JSON`},
		{torn[:5], 3, `1 of 1 lines .*the first is line 1: `},
	} {
		r := fed(t, test.lines, "check --batch")
		r.expect(t, test.status, test.message)
		results := batchResults(t, r.out)
		for _, result := range results {
			if (result.Error == nil) == (result.Verdict == "") {
				t.Errorf("%q: a result has an error and a verdict, or neither: %+v", test.lines, result)
			}
		}
		if want := len(strings.Fields(test.lines)); len(results) != want {
			t.Errorf("%q: %d results; want %d", test.lines, len(results), want)
		}
	}
}

func TestCheckBatchFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	const lines = `{"id":1,"answer":"1 -> 3"}` + "\n"
	write(t, "answers.jsonl", []byte(lines))
	for _, test := range []struct {
		flags   string
		status  int
		want    string // in the first result
		message string
	}{
		{"-n 1 answers.jsonl", 0, `{"id":1,"verdict":"solved"`, ""},
		{"-n 1 -", 0, `{"id":1,"verdict":"solved"`, ""},
		{"-n 1 --json", 0, `{"id":1,"verdict":"solved"`, ""},
		{"-n 1 --to 1", 1, `{"id":1,"verdict":"unfinished"`, ""},
		{"-n 2 --truncated", 1, `{"id":1,"verdict":"truncated"`, ""},
		{"-n 1 --pegs 0,1,2", 1, `{"id":1,"verdict":"illegal"`, ""},
		{"-n 1 --max-bytes 20", 3, `{"error":"`, `1 of 1 lines could not be judged`},
		{"--from 01 --to 21", 0, `{"id":1,"verdict":"solved"`, ""},
		{"", 3, `{"id":1,"error":"`, `1 of 1 lines could not be judged`},
		{"-n 1 missing.jsonl", 3, "", `missing.jsonl`},
		{"-n 1 .", 3, "", ``},
		{"--from 012x", 2, "", `012x`},
	} {
		r := fed(t, lines, "check --batch "+test.flags)
		message := test.message
		if test.status >= 2 && message == "" {
			message = "^hanoigen: "
		}
		r.expect(t, test.status, message)
		if !strings.HasPrefix(string(r.out), test.want) || test.want == "" && len(r.out) > 0 {
			t.Errorf("check --batch %s: %s; want %s", test.flags, r.out, test.want)
		}
	}
}

// TestCheckBatchByLine asks line by line, as a program does that waits for each
// result.
func TestCheckBatchByLine(t *testing.T) {
	c := dialog(t, exec.Command(command, "check", "--batch"))
	for i := range 100 {
		fmt.Fprintf(c.in, `{"id":%d,"n":1,"answer":[[1,0,2]]}`+"\n", i)
		line, err := c.out.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, fmt.Sprintf(`{"id":%d,"verdict":"solved",`, i)) {
			t.Fatalf("result %d is %q (%v)", i, line, err)
		}
	}
	c.in.Close()
	if rest, err := io.ReadAll(c.out); err != nil || len(rest) > 0 {
		t.Errorf("behind the last result: %q, %v", rest, err)
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

// TestCheckBatchClosed: a reader of the results that goes away ends it quietly,
// though its input goes on.
func TestCheckBatchClosed(t *testing.T) {
	c := dialog(t, exec.Command(command, "check", "--batch"))
	line := []byte(`{"id":1,"n":1,"answer":[[1,0,2]]}` + "\n")
	if _, err := c.in.Write(line); err != nil {
		t.Fatal(err)
	}
	if _, err := c.out.ReadByte(); err != nil {
		t.Fatal(err)
	}
	c.hangUp()
	// Until it has seen that: the input stays open.
	for {
		if _, err := c.in.Write(line); err != nil {
			break
		}
	}
	if err := c.Wait(); err == nil || c.err.Len() > 0 {
		t.Errorf("%v, %q; want a signal or a status, and no word", err, c.err.String())
	}
}

// TestCheckBatchProgress: progress is on standard error, and never among the
// results.
func TestCheckBatchProgress(t *testing.T) {
	const line = `{"id":1,"n":1,"answer":[[1,0,2]]}` + "\n"
	r := fed(t, line+line+strings.Replace(line, "2]", "0]", 1), "check --batch --progress always")
	if r.status != 1 || len(batchResults(t, r.out)) != 3 || !regexp.MustCompile(`^(hanoigen: 0%, [^-\n]*\n)*hanoigen: 0%, 102 B, [^-\n]*\nhanoigen: 2 of 3 solved\n$`).MatchString(r.err) {
		t.Errorf("--progress always: status %d, %q on standard error", r.status, r.err)
	}
	fed(t, line, "check --batch --progress never").expect(t, 0, "")
	// How much is left is known of a file.
	name := filepath.Join(t.TempDir(), "answers.jsonl")
	write(t, name, []byte(line))
	if r := hanoigen(t, "check --batch --progress always "+name); !strings.Contains(r.err, "hanoigen: 100%, 34 B of 34 B, ") {
		t.Errorf("progress in a file: %q", r.err)
	}
}
