package hanoiio

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer"

	"github.com/hanoigen/hanoi/internal/must"
)

// The results are the lines of a batch, in any order.
func TestCheck(t *testing.T) {
	lines := []byte("\n  \n{\"id\":1}\nno JSON\n{\"answer\":\"1 -> 3\"}\n{\"id\":\"ü\",\"n\":1,\"answer\":[[1,0,1]]}\n")
	for i := range 300 { // two thirds are solved
		var moves []string
		for _, m := range hanoi.Moves(1+i%6, hanoi.Canonical) {
			moves = append(moves, fmt.Sprintf("[%d,%d,%d]", m.Disk, m.From, m.To))
		}
		if i%3 == 0 {
			moves[i%len(moves)] = "[9,0,1]"
		}
		lines = fmt.Appendf(lines, "{\"id\":%d,\"n\":%d,\"answer\":[%s]}\n", i, 1+i%6, strings.Join(moves, ","))
	}
	input := filepath.Join(t.TempDir(), "answers.jsonl")
	must.Do(os.WriteFile(input, lines, 0o600))
	for _, test := range []struct {
		problem answer.Problem
		options answer.Options
	}{
		{},
		{
			answer.Problem{N: 1, To: "2", Pegs: "1,2,3"},
			answer.Options{Notation: "pairs", Disks: "large=0", Truncated: true},
		},
	} {
		var want bytes.Buffer
		must.Get(answer.Batch(t.Context(), bytes.NewReader(lines), &want, test.problem, test.options, 1))
		folder := t.TempDir()
		err := run(t, func(s beam.Scope) {
			WriteLines(s, Check(s, test.problem, test.options, textio.Read(s, input)), folder, 4)
		})
		if err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(folder + "/*")
		if len(files) != 4 || filepath.Base(files[3]) != "results.3" {
			t.Errorf("%q", files)
		}
		var got []byte
		for _, name := range files {
			got = append(got, must.Get(os.ReadFile(name))...)
		}
		if g, w := sorted(got), sorted(want.Bytes()); !slices.Equal(g, w) {
			t.Errorf("%q; want %q", g, w)
		}
	}
}

// The lines that could not be judged are counted over all transforms.
func TestUnjudged(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	for _, lines := range [][]string{{"no JSON", "{}"}, {"[]"}} {
		Check(s, answer.Problem{}, answer.Options{}, beam.CreateList(s, lines))
	}
	job, err := beamx.RunWithMetrics(t.Context(), p)
	if n := Unjudged(job); err != nil || n != 3 {
		t.Errorf("%d lines, %v; want 3", n, err)
	}
}

// Attempts at files of results are removed, and nothing else.
func TestLinesSweep(t *testing.T) {
	const folder = "memfs://lines-sweep"
	others := plant(t, folder, "results.0", "results.123")
	must.Do(run(t, func(s beam.Scope) { WriteLines(s, beam.CreateList(s, []string{"a", "b", "c"}), folder, 1) }))
	if all := names(t, folder); len(all) != 1+others || !slices.Equal(sorted(memory(t, folder+"/results.0")), []string{"a\n", "b\n", "c\n"}) {
		t.Errorf("in the end there are %q", all)
	}
}

func sorted(text []byte) []string {
	all := slices.Collect(strings.Lines(string(text)))
	slices.Sort(all)
	return all
}
