package answer_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/must"
)

func BenchmarkJudge(b *testing.B) {
	for _, test := range []struct{ notation, before, line string }{
		{"text", "", "move disk {d} from {0} to {2}\n"},
		{"numbered", "", "{n}: move disk {d} from {0} to {2}\n"},
		{"triples", "moves = [", "[{d}, {0}, {2}], "},
		{"jsonl", "", `{"disk":{d},"from":{0},"to":{2}}` + "\n"},
		{"csv", "disk,from,to\n", "{d},{0},{2}\n"},
		{"packed", "", ""},
	} {
		b.Run("notation="+test.notation, func(b *testing.B) {
			const n = 19
			o := answer.Options{}
			text := []byte(test.before)
			for k, m := range solution(n) {
				if text = append(text, form{text: test.line}.write(k+1, m)...); test.notation == "packed" {
					o.Notation = "packed"
					text = append(text, byte((m.disk-1)<<2|m.from))
				}
			}
			if test.notation == "triples" {
				text = append(text, ']')
			}
			j := must.Get(answer.New(answer.Problem{N: n, To: "2"}, o))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if r, err := j.Read(bytes.NewReader(text)); err != nil || r.Verdict != answer.Solved || r.Score != 1 {
					b.Fatal(r, err)
				}
			}
			b.ReportMetric(float64(b.N)*(1<<n-1)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}

// BenchmarkNew judges 1 MB of text in which no line repeats. Half of the lines are moves.
func BenchmarkNew(b *testing.B) {
	var text []byte
	for i := 0; len(text) < 1<<20; i++ {
		text = fmt.Appendf(text, "Then, at %d, take disk %d from peg x%d and put it on peg y%[1]d.\nMove %[1]d, which takes disk %[1]d off the tower, is the next of %[1]d.\n", i, i%9, i)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		j := must.Get(answer.New(answer.Problem{N: 19, To: "2"}, answer.Options{}))
		if r := j.Text(text); r.Verdict == answer.Solved {
			b.Fatal(r)
		}
	}
}

func BenchmarkBatch(b *testing.B) {
	f := form{text: `Move disk {d} from Peg {1} to Peg {3}\n`}
	line := `{"id":1,"n":7,"to":2,"answer":"I will think.\n<answer>\n` + strings.Join(f.lines(solution(7)), "") + "</answer>\"}\n"
	lines := strings.Repeat(line, 2000)
	b.SetBytes(int64(len(lines)))
	for b.Loop() {
		sum, err := answer.Batch(b.Context(), strings.NewReader(lines), io.Discard, answer.Problem{}, answer.Options{}, 0)
		if err != nil || sum.Solved != 2000 {
			b.Fatal(sum, err)
		}
	}
}
