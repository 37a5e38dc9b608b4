package fuzz

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/must"
)

// FuzzBatch judges lines that can be longer than any buffer. Each pair of bytes of the input is a
// byte and a number of repetitions. Each line that is not blank has one result, in order.
func FuzzBatch(f *testing.F) {
	const most = 280_000
	for _, pairs := range []string{" \xfd\n\x00{\x00}\x00", "x\xfd\n\x00{\x00", "{\x00[\xff\n\x00[\xff", " \xfe{\x00}\x00\n\x02\xff\xff"} {
		f.Add([]byte(pairs), uint8(len(pairs)))
	}
	f.Fuzz(func(t *testing.T, pairs []byte, bits uint8) {
		var in []byte
		for i := 0; i+1 < len(pairs) && len(in) < 300_000; i += 2 {
			n := 1 + int(pairs[i+1])/16
			if many := int(pairs[i+1]) - 252; many > 0 {
				n = many * 100_000
			}
			in = append(in, bytes.Repeat(pairs[i:i+1], n)...)
		}
		var want []string // the errors and results of the lines, one by one
		first := uint64(0)
		l := must.Get(answer.NewLine(answer.Problem{}, answer.Options{MaxBytes: most}))
		for i, line := range bytes.Split(in, []byte("\n")) {
			if len(bytes.Trim(line, " \t\r\v\f")) == 0 {
				continue
			}
			result, _, err := l.Append(nil, line)
			want = append(want, string(result))
			if err != nil && first == 0 {
				first = uint64(i + 1)
			}
		}
		reader := iotest.DataErrReader(bytes.NewReader(in))
		if bits&1 != 0 {
			reader = iotest.HalfReader(reader)
		}
		var out strings.Builder
		sum, err := answer.Batch(context.Background(), reader, &out, answer.Problem{}, answer.Options{MaxBytes: most}, 1+int(bits>>1&1))
		if err != nil || sum.Lines != uint64(len(want)) || sum.FirstUnjudged != first || strings.Count(out.String(), "\n") != len(want) {
			t.Fatalf("%.200q: %+v, %v; want %d results, the first error in line %d", in, sum, err, len(want), first)
		}
		got := strings.SplitAfter(out.String(), "\n")
		for i, result := range want {
			if strings.HasPrefix(result, `{"error":`) {
				result = `{"error":` // a line that was cut may have another one
			}
			if !strings.HasPrefix(got[i], result) {
				t.Fatalf("%.200q: result %d is %s, want %s", in, i, got[i], result)
			}
		}
	})
}
