package answer_test

import (
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
	for _, test := range []struct {
		name, text, notation string
	}{
		{"text", stream(hanoi.Text), ""},
		{"numbered", stream(hanoi.Text, hanoi.Numbers()), ""},
		{"triples", "[[" + strings.ReplaceAll(rows, "\n", "], [") + "]]", ""},
		{"jsonl", stream(hanoi.JSONL), ""},
		{"csv", csv, ""},
		{"packed", stream(hanoi.Packed), "packed"},
	} {
		b.Run("notation="+test.name, func(b *testing.B) {
			j := must.Get(answer.New(answer.Problem{N: n, To: "2"}, answer.Options{Notation: test.notation}))
			b.SetBytes(int64(len(test.text)))
			moves := uint64(0)
			for b.Loop() {
				r, err := j.Read(strings.NewReader(test.text))
				if err != nil || r.Verdict != answer.Solved {
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
