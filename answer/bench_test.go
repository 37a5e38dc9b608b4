package answer_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/must"
)

// solution returns the moves of n disks from peg 0 to peg 1 if n is even, and to peg 2 if it is odd.
func solution(n int) (moves []move) {
	for k := range uint64(1)<<n - 1 {
		m := hanoi.MoveAt(k+1, hanoi.Canonical)
		moves = append(moves, move{int(m.Disk), int(m.From), int(m.To)})
	}
	return moves
}

func BenchmarkJudge(b *testing.B) {
	for _, test := range []struct{ notation, before, line, after string }{
		{"text", "", "move disk {d} from {0} to {2}\n", ""},
		{"numbered", "", "{n}: move disk {d} from {0} to {2}\n", ""},
		{"triples", "[[1,0,2]", ", [{d}, {0}, {2}]", "]"},
		{"jsonl", "", `{"disk":{d},"from":{0},"to":{2}}` + "\n", ""},
		{"csv", "disk,from,to\n", "{d},{0},{2}\n", ""},
		{"packed", "", "", ""},
	} {
		b.Run("notation="+test.notation, func(b *testing.B) {
			const n = 19
			o := answer.Options{}
			var text bytes.Buffer
			text.WriteString(test.before)
			for k, m := range solution(n) {
				if test.notation == "packed" {
					o.Notation = "packed"
					text.WriteByte(byte((m.disk-1)<<2 | m.from))
				} else if k > 0 || test.notation != "triples" {
					text.WriteString(form{text: test.line}.write(k+1, m))
				}
			}
			text.WriteString(test.after)
			j := must.Get(answer.New(answer.Problem{N: n, To: "2"}, o))
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				if r, err := j.Read(bytes.NewReader(text.Bytes())); err != nil || r.Verdict != answer.Solved || r.Score != 1 {
					b.Fatal(r, err)
				}
			}
			b.ReportMetric(float64(b.N)*(1<<n-1)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}

// BenchmarkNew judges 1 MB of text in which no line repeats, half of them moves.
func BenchmarkNew(b *testing.B) {
	var text strings.Builder
	for i := 0; text.Len() < 1<<20; i++ {
		fmt.Fprintf(&text, "Then, at %d, take disk %d from peg x%d and put it on peg y%d.\nMove %d, which takes disk %d off the tower, is the next of %d.\n", i, i%9, i, i, i, i, i)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		j := must.Get(answer.New(answer.Problem{N: 19, To: "2"}, answer.Options{}))
		if r := j.Text([]byte(text.String())); r.Verdict == answer.Solved {
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
		sum, err := answer.Batch(context.Background(), strings.NewReader(lines), io.Discard, answer.Problem{}, answer.Options{}, 0)
		if err != nil || sum.Solved != 2000 {
			b.Fatal(sum, err)
		}
	}
}

// TestLongLine: a list in one line of 20 MB is read.
func TestLongLine(t *testing.T) {
	const n = 20
	moves := solution(n)
	text := []byte("moves = [")
	for _, m := range moves {
		text = fmt.Appendf(text, "[ %2d,    %d,    %d ], ", m.disk, m.from, m.to)
	}
	text = append(text, ']')
	if r := judge(t, answer.Problem{N: n, To: "1"}, answer.Options{}, string(text)); r.Verdict != answer.Solved || r.Moves != 1<<n-1 || len(text) < 20_000_000 {
		t.Errorf("%d bytes: %s", len(text), asJSON(r))
	}
}
