package answer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hanoigen/hanoi/answer"
)

// responses returns the lines of testdata/responses.jsonl.
func responses(t *testing.T) [][]byte {
	text, err := os.ReadFile("testdata/responses.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSpace(text), []byte("\n"))
}

// TestResponses judges whole responses as models write them. Each line says what it is wanted to be.
func TestResponses(t *testing.T) {
	l, err := answer.NewLine(answer.Problem{}, answer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range responses(t) {
		var want struct {
			Want    answer.Verdict
			Skipped int
			Legal   *int // where it matters
		}
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		b, verdict, err := l.Append(nil, line)
		var got struct{ Skipped, Legal int }
		if err != nil || verdict != want.Want || json.Unmarshal(b, &got) != nil || got.Skipped != want.Skipped ||
			want.Legal != nil && got.Legal != *want.Legal {
			t.Errorf("%s\n gives %s, %v", line, b, err)
		}
	}
}

// result judges a line, and returns what does not depend on how lines end and are quoted.
func result(t *testing.T, l *answer.Line, line []byte) string {
	b, _, err := l.Append(nil, line)
	var fields map[string]any
	if err != nil || json.Unmarshal(b, &fields) != nil {
		t.Fatalf("%s: %s, %v", line, b, err)
	}
	for _, place := range []string{"line", "offset", "move", "skipped_line"} {
		delete(fields, place)
	}
	return fmt.Sprint(fields)
}

// TestSame: a result does not depend on the ends of lines, on blank lines or marks of a quotation, on what was judged before, on
// the number of workers, or on the pieces in which a batch is read.
func TestSame(t *testing.T) {
	after, err := answer.NewLine(answer.Problem{}, answer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lines := responses(t)
	var want bytes.Buffer
	for i, line := range lines {
		var fields map[string]any
		if err := json.Unmarshal(line, &fields); err != nil {
			t.Fatal(err)
		}
		alone, _ := answer.NewLine(answer.Problem{}, answer.Options{})
		whole, _, _ := alone.Append(nil, line)
		want.Write(append(whole, '\n'))
		text, ok := fields["answer"].(string)
		if !ok {
			continue
		}
		for name, change := range map[string]*strings.Replacer{
			"CR LF": strings.NewReplacer("\n", "\r\n"), "CR": strings.NewReplacer("\n", "\r"), "U+2028": strings.NewReplacer("\n", "\u2028"),
			"<br>": strings.NewReplacer("\n", "<br>"), "a blank line": strings.NewReplacer("\n\n", "\n\n\n"), "a quotation": strings.NewReplacer("\n", "\n> "),
		} {
			fields["answer"] = change.Replace(text)
			if name == "a quotation" {
				fields["answer"] = "> " + change.Replace(text)
			}
			changed, _ := json.Marshal(fields)
			if got, want := result(t, alone, changed), result(t, alone, line); got != want {
				t.Errorf("with %s: %s, and without %s: %s", name, got, want, line)
			}
		}
		// The next line is judged after parts of this one.
		next := lines[(i+1)%len(lines)]
		whole, _, _ = alone.Append(nil, next)
		for cut := 0; cut < len(text); cut += 1 + len(text)/20 {
			fields["answer"] = strings.ToValidUTF8(text[:cut], "")
			changed, _ := json.Marshal(fields)
			_, _, _ = after.Append(nil, changed)
			if got, _, _ := after.Append(nil, next); !bytes.Equal(got, whole) {
				t.Fatalf("after %s: %s, and alone %s: %s", changed, got, whole, next)
			}
		}
	}
	for workers := range 4 {
		in := bytes.NewReader(append(bytes.Join(lines, []byte("\n")), '\n'))
		var got bytes.Buffer
		if _, err := answer.Batch(context.Background(), iotest.HalfReader(in), &got, answer.Problem{}, answer.Options{}, workers); err != nil || got.String() != want.String() {
			t.Errorf("%d workers: %v", workers, err)
		}
		got.Reset()
		in = bytes.NewReader(bytes.Join(lines, []byte("\n")))
		if _, err := answer.Batch(context.Background(), iotest.OneByteReader(in), &got, answer.Problem{}, answer.Options{}, workers); err != nil || got.String() != want.String() {
			t.Errorf("byte by byte, %d workers: %v", workers, err)
		}
	}
}
