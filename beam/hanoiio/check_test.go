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
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/must"
)

// The results are the lines of a batch, in any order. The lines that could not be judged are
// counted, in all transforms of a job. The files of failed attempts are removed, and no others.
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
	problems := []answer.Problem{{}, {N: 1, To: "2", Pegs: "1,2,3"}}
	options := []answer.Options{{}, {Notation: "pairs", Disks: "large=0", Truncated: true}}
	folders := []string{"memfs://check0", "memfs://check1"}
	p, s := beam.NewPipelineWithRoot()
	others := 0
	for i, folder := range folders {
		others = leave(t, folder, "results.0", "results.123")
		files := WriteLines(s, Check(s, problems[i], options[i], textio.Read(s, input)), folder, 4)
		passert.Equals(s, files, folder+"/results.0", folder+"/results.1", folder+"/results.2", folder+"/results.3")
	}
	job := must.Get(beamx.RunWithMetrics(t.Context(), p))
	failed := 0
	for i, folder := range folders {
		var want bytes.Buffer
		must.Get(answer.Batch(t.Context(), bytes.NewReader(lines), &want, problems[i], options[i], 1))
		failed += strings.Count(want.String(), `"error":`)
		var got []byte
		for part := range 4 {
			got = append(got, memory(t, fmt.Sprint(folder, "/results.", part))...)
		}
		if g, w := sorted(got), sorted(want.Bytes()); !slices.Equal(g, w) {
			t.Errorf("%q; want %q", g, w)
		}
		if all := names(t, folder); len(all) != 4+others {
			t.Errorf("in the end there are %q", all)
		}
	}
	if n := Unjudged(job); n != int64(failed) || n == 0 || Unjudged(nil) != 0 {
		t.Errorf("%d lines could not be judged; want %d", n, failed)
	}
}

func sorted(text []byte) []string {
	all := slices.Collect(strings.Lines(string(text)))
	slices.Sort(all)
	return all
}
