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

// batchResult holds the fields of a result that the tests check.
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
		t.Errorf("after the last result: %q, %v", rest, err)
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

// TestCheckBatchClosed: a reader of the results that goes away ends it quietly,
// though its input continues.
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
