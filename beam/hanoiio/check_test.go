package hanoiio

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/hanoigen/hanoi/answer"
)

// The results are those of hanoigen check --batch, in some order.
func TestCheck(t *testing.T) {
	lines, status := hanoigen(t, "", "instances", "--seed", "7", "--count", "300", "-n", "3..8", "--kind", "random", "--answers")
	if status != 0 {
		t.Fatal(status)
	}
	for i, line := range bytes.Split(lines, []byte("\n")) { // some that are not solved
		if i%5 == 0 {
			lines = append(lines, bytes.Replace(line, []byte("],["), []byte("],[9,0,1],["), 1)...)
			lines = append(lines, '\n')
		}
	}
	lines = append(lines, "\n  \n{\"id\":1}\nno JSON\n{\"answer\":\"1 -> 3\"}\n{\"id\":\"ü\",\"n\":1,\"answer\":[[1,0,1]]}\n"...)
	input := filepath.Join(t.TempDir(), "answers.jsonl")
	if err := os.WriteFile(input, lines, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		flags   []string
		problem answer.Problem
		options answer.Options
	}{
		{},
		{
			[]string{"-n", "1", "--to", "2", "--pegs", "1,2,3", "--pick", "first", "--notation", "pairs", "--disks", "large=0", "--truncated"},
			answer.Problem{N: 1, To: "2", Pegs: "1,2,3"},
			answer.Options{Pick: "first", Notation: "pairs", Disks: "large=0", Truncated: true},
		},
	} {
		want, status := hanoigen(t, input, append([]string{"check", "--batch"}, test.flags...)...)
		if status != 3 {
			t.Fatalf("status %d", status)
		}
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
			part, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, part...)
		}
		if g, w := sorted(got), sorted(want); !slices.Equal(g, w) {
			for i := range min(len(g), len(w)) {
				if g[i] != w[i] {
					t.Fatalf("%q; want %q", g[i], w[i])
				}
			}
			t.Errorf("%d results; want %d", len(g), len(w))
		}
	}
}

// All lines that could not be judged are counted, also in several transforms.
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

// What attempts left at files of results is removed, and nothing else.
func TestLinesSweep(t *testing.T) {
	const folder = "memfs://lines-sweep"
	others := plant(t, folder, "results.0", "results.123")
	if err := run(t, func(s beam.Scope) { WriteLines(s, beam.CreateList(s, []string{"a", "b", "c"}), folder, 1) }); err != nil {
		t.Fatal(err)
	}
	if all := names(t, folder); len(all) != 1+others || !slices.Equal(sorted(memory(t, folder+"/results.0")), []string{"a\n", "b\n", "c\n"}) {
		t.Errorf("%q are there after all", all)
	}
}

func sorted(text []byte) []string {
	all := slices.Collect(strings.Lines(string(text)))
	slices.Sort(all)
	return all
}
