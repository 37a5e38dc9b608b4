package answer

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
)

// solution returns the moves of the solution for n disks in a notation, as a model
// or hanoigen writes them.
func solution(tb testing.TB, n int, notation string) []byte {
	tb.Helper()
	formats := map[string]hanoi.Format{
		"packed": hanoi.Packed, "wide": hanoi.Wide, "csv": hanoi.CSV, "jsonl": hanoi.JSONL, "text": hanoi.Text,
	}
	var b bytes.Buffer
	naming, err := hanoi.NamingFor(n, 0, 2)
	if err != nil {
		tb.Fatal(err)
	}
	if f, ok := formats[notation]; ok {
		r, err := hanoi.NewReader(n, f, naming)
		if err != nil {
			tb.Fatal(err)
		}
		io.Copy(&b, r)
		return b.Bytes()
	}
	format := map[string]string{
		"triples": "[%d, %d, %d], ", "pairs": "%[2]c -> %[3]c\n", "model": "Move disk %d from Peg %c to Peg %c.\n",
		"numbered": "%[4]d. Move disk %[1]d from Peg %[2]c to Peg %[3]c\n",
	}[notation]
	for k, m := range hanoi.Moves(n, naming) {
		switch notation {
		case "triples":
			fmt.Fprintf(&b, format, m.Disk, m.From, m.To)
		case "numbered":
			fmt.Fprintf(&b, format, m.Disk, 'A'+m.From, 'A'+m.To, k)
		default:
			fmt.Fprintf(&b, format, m.Disk, 'A'+m.From, 'A'+m.To)
		}
	}
	if notation == "triples" {
		return []byte("[" + strings.TrimSuffix(b.String(), ", ") + "]")
	}
	return b.Bytes()
}

// BenchmarkJudge reads and judges the solution for 20 disks, 1,048,575 moves. The
// notation is found, but for the binary ones.
func BenchmarkJudge(b *testing.B) {
	const n = 20
	p, err := Terms{N: n, To: new(uint8(2))}.Problem()
	if err != nil {
		b.Fatal(err)
	}
	for _, notation := range []string{"triples", "text", "model", "numbered", "pairs", "jsonl", "csv", "packed", "wide"} {
		b.Run("notation="+notation, func(b *testing.B) {
			text := solution(b, n, notation)
			var o Options
			if notation == "packed" || notation == "wide" {
				o.Notation.UnmarshalText([]byte(notation))
			}
			var j Judge
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if r, err := j.Answer(p, o, text); err != nil || r.Verdict != Solved || r.Moves != 1<<n-1 {
					b.Fatal(r.Sentence(), err)
				}
			}
			b.ReportMetric(float64(b.N)*(1<<n-1)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}

// BenchmarkJudgeBytes adds up the bytes of the same texts, one by one and as words:
// what a loop costs that looks at each byte, and one that looks at nothing.
func BenchmarkJudgeBytes(b *testing.B) {
	const n = 20
	for _, notation := range []string{"triples", "text"} {
		text := solution(b, n, notation)
		for _, by := range []struct {
			name string
			add  func([]byte) uint64
		}{
			{"byte", func(text []byte) (sum uint64) {
				for _, c := range text {
					sum += uint64(c)
				}
				return sum
			}},
			{"word", func(text []byte) (sum uint64) {
				for ; len(text) >= 8; text = text[8:] {
					sum += binary.LittleEndian.Uint64(text)
				}
				return sum
			}},
		} {
			b.Run("notation="+notation+"/by="+by.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				var sum uint64
				for b.Loop() {
					sum += by.add(text)
				}
				b.ReportMetric(float64(b.N)*(1<<n-1)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
				if sum == 0 {
					b.Fatal("nothing was added")
				}
			})
		}
	}
}
