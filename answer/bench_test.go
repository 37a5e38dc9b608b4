package answer_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/must"
)

func BenchmarkJudge(b *testing.B) {
	const n = 19
	stream := func(f hanoi.Format, o ...hanoi.Option) string {
		return string(must.Get(io.ReadAll(must.Get(hanoi.NewReader(n, f, must.Get(hanoi.NamingFor(n, 0, 2)), o...)))))
	}
	csv := stream(hanoi.CSV)
	_, rows, _ := strings.Cut(strings.TrimSpace(csv), "\n")
	var prose strings.Builder // 1 MB in which no line repeats
	for i := 0; prose.Len() < 1<<20; i++ {
		fmt.Fprintf(&prose, "Then, at %d, take disk %d from peg x%[1]d and put it on peg y%[1]d.\n", i, i%9)
		fmt.Fprintf(&prose, "Move %d, which takes disk %[1]d off the tower, is the next of %[1]d.\n", i)
	}
	for _, test := range []struct {
		name, text, notation string
		verdict              answer.Verdict
	}{
		{"text", stream(hanoi.Text), "", answer.Solved},
		{"numbered", stream(hanoi.Text, hanoi.Numbers()), "", answer.Solved},
		{"triples", "[[" + strings.ReplaceAll(rows, "\n", "], [") + "]]", "", answer.Solved},
		{"jsonl", stream(hanoi.JSONL), "", answer.Solved},
		{"csv", csv, "", answer.Solved},
		{"packed", stream(hanoi.Packed), "packed", answer.Solved},
		{"prose", prose.String(), "", answer.Unparsed},
	} {
		b.Run("notation="+test.name, func(b *testing.B) {
			j := must.Get(answer.New(answer.Problem{N: n, To: "2"}, answer.Options{Notation: test.notation}))
			b.SetBytes(int64(len(test.text)))
			moves := uint64(0)
			for b.Loop() {
				r, err := j.Read(strings.NewReader(test.text))
				if err != nil || r.Verdict != test.verdict {
					b.Fatal(r, err)
				}
				moves += r.Moves
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}

func BenchmarkBatch(b *testing.B) {
	const lines = 2000
	f := form{text: `Move disk {d} from Peg {1} to Peg {3}\n`}
	line := `{"id":1,"n":7,"to":2,"answer":"I will think.\n<answer>\n` + strings.Join(f.lines(solution(7)), "") + "</answer>\"}\n"
	b.SetBytes(int64(lines * len(line)))
	for b.Loop() {
		in := strings.NewReader(strings.Repeat(line, lines))
		if sum, err := answer.Batch(b.Context(), in, io.Discard, answer.Problem{}, answer.Options{}, 0); err != nil || sum.Solved != lines {
			b.Fatal(sum, err)
		}
	}
}
