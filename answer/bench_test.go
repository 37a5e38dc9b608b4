package answer

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
)

// long is the solution of 20 disks in a notation.
func long(notation string) []byte {
	var b bytes.Buffer
	for i, m := range solution(20, 0, 1) {
		switch notation {
		case "text":
			fmt.Fprintf(&b, "move disk %d from %d to %d\n", m[0], m[1], m[2])
		case "numbered":
			fmt.Fprintf(&b, "%d: move disk %d from %d to %d\n", i+1, m[0], m[1], m[2])
		case "jsonl":
			fmt.Fprintf(&b, `{"disk":%d,"from":%d,"to":%d}`+"\n", m[0], m[1], m[2])
		case "csv":
			fmt.Fprintf(&b, "%d,%d,%d\n", m[0], m[1], m[2])
		case "triples":
			fmt.Fprintf(&b, "%c[%d, %d, %d]", "[,"[min(i, 1)], m[0], m[1], m[2])
		case "packed":
			b.WriteByte(byte((m[0]-1)<<2 | m[1]))
		}
	}
	if notation == "triples" {
		b.WriteByte(']')
	}
	return b.Bytes()
}

func BenchmarkJudge(b *testing.B) {
	for _, notation := range []string{"text", "numbered", "triples", "jsonl", "csv", "packed"} {
		b.Run("notation="+notation, func(b *testing.B) {
			o := Options{}
			if notation == "packed" {
				o.Notation = "packed"
			}
			j, err := New(Problem{N: 20, To: "1"}, o)
			if err != nil {
				b.Fatal(err)
			}
			text := long(notation)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if r, err := j.Read(bytes.NewReader(text)); err != nil || r.Verdict != Solved || r.Score != 1 {
					b.Fatal(r, err)
				}
			}
			b.ReportMetric(float64(b.N)*(1<<20-1)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}

func BenchmarkBatch(b *testing.B) {
	var moves strings.Builder
	for _, m := range solution(6, 0, 2) {
		fmt.Fprintf(&moves, `Move disk %d from Peg %d to Peg %d\n`, m[0], m[1]+1, m[2]+1)
	}
	line := `{"id":1,"n":6,"to":2,"answer":"I will think.\n<answer>\n` + moves.String() + "</answer>\"}\n"
	lines := strings.Repeat(line, 5000)
	b.SetBytes(int64(len(lines)))
	for b.Loop() {
		sum, err := Batch(context.Background(), strings.NewReader(lines), io.Discard, Problem{}, Options{}, 0)
		if err != nil || sum.Solved != 5000 {
			b.Fatal(sum, err)
		}
	}
}
