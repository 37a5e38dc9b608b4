package answer_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/must"
)

// linesOf returns the first lines of the blocks of a file, which are divided by a separator.
func linesOf(t *testing.T, file, separator string) (lines []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), separator) {
		line, _, _ := strings.Cut(block, "\n")
		lines = append(lines, line)
	}
	return lines
}

// newLine returns a Line that has judged nothing.
func newLine() *answer.Line { return must.Get(answer.NewLine(answer.Problem{}, answer.Options{})) }

// TestBatch: a batch gives the same results as its lines one by one, in order, for any number of
// workers and any size of reads. A line of any length has one result unless it is blank, and later
// lines keep their numbers.
func TestBatch(t *testing.T) {
	const object = `{"id":1,"n":1,"answer":"A C"}`
	o := answer.Options{MaxBytes: 300_000}
	all := append(linesOf(t, responsesFile, "\n"), linesOf(t, resultsFile, "\n\n")...)
	longest := 2_000_000
	if testing.Short() {
		longest = 600_000
	}
	for _, n := range []int{0, 1000, 262_143, 262_144, 262_145, longest} {
		run := strings.NewReplacer("+", strings.Repeat(" ", n), "x", strings.Repeat("x", n), "[", strings.Repeat("[", n))
		for _, line := range []string{"+", "+\r", "x", "[", "{[", "+" + object, object + "+", object + "+.", `{"id":2,"n":1,"answer":"x A C"}`, "\ufeff" + object + "+"} {
			all = append(all, run.Replace(line))
		}
	}
	var lines []string
	for i, line := range all {
		if !testing.Short() || i%7 == 0 {
			lines = append(lines, line, object)
		}
	}
	// A wrong problem leaves no trace, nor do more names of pegs than are told apart.
	const wrong, others = `{"n":1,"pegs":"A,A,A","answer":"A C"}`, `{"n":1,"answer":"lEFT -> rIGHT"}`
	many := ""
	for i := range 200 {
		many += fmt.Sprintf(`move disk 1 from p%d to q%[1]d\n`, i)
	}
	lines = append(lines, wrong, wrong, object, `{"n":1,"answer":"`+many+`"}`, others)
	// Nor does the header of a table.
	for _, header := range []string{"disk,from,to", "disk,to,from", "from,disk,to", "peg,from,to"} {
		lines = append(lines, `{"n":1,"answer":"`+header+`\n1,A,C"}`)
	}
	var want []string
	var sum answer.Summary
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		result, verdict, err := must.Get(answer.NewLine(answer.Problem{}, o)).Append(nil, []byte(line))
		want = append(want, string(result))
		sum.Lines++
		if verdict == answer.Solved {
			sum.Solved++
		}
		if err != nil {
			sum.Unjudged++
			sum.FirstUnjudged, sum.Err = cmp.Or(sum.FirstUnjudged, uint64(i+1)), cmp.Or(sum.Err, err)
		}
	}
	in := strings.Join(lines, "\n")
	for workers, reader := range map[int]io.Reader{
		-1: iotest.DataErrReader(strings.NewReader(in)), 0: iotest.HalfReader(strings.NewReader(in + "\n")),
		1: iotest.OneByteReader(strings.NewReader(in)), 7: strings.NewReader(in + "\n"),
	} {
		var out strings.Builder
		have, err := answer.Batch(t.Context(), reader, &out, answer.Problem{}, o, workers)
		got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if err != nil || len(got) != len(want) || fmt.Sprint(have) != fmt.Sprint(sum) {
			t.Fatalf("%d workers: %d results, %+v, %v; want %d, %+v", workers, len(got), have, err, len(want), sum)
		}
		for i := range want {
			const refused = `{"error":` // for one reason or another
			if got[i] != want[i] && !(strings.HasPrefix(got[i], refused) && strings.HasPrefix(want[i], refused)) {
				t.Fatalf("%d workers: result %d is %.200s; want %.200s", workers, i, got[i], want[i])
			}
		}
	}
}

// TestLine: a line takes what it lacks, or has as null, from the problem and the options. The
// result of a line that cannot be judged has an error, and the id if the line is JSON.
// testdata/results.txt contains more such lines.
func TestLine(t *testing.T) {
	o := answer.Options{Truncated: true, MaxBytes: 300_000}
	l := must.Get(answer.NewLine(answer.Problem{N: 2, From: "1", To: "2", Pegs: "x,y,z"}, o))
	for _, test := range []struct {
		line, want string
		is         error
	}{
		{`{"answer":"y x\ny z\nx z"}`, `"solved"`, nil},
		{`{"answer":"y x"}`, `"truncated"`, nil},
		{`{"answer":"y x","truncated":false}`, `"unfinished"`, nil},
		{`{"answer":"y z","n":1}`, `"solved"`, nil},
		{`{"answer":"x y\nx z\ny z","from":0}`, `"solved"`, nil},
		{`{"answer":"y z\ny x\nz x","to":0}`, `"solved"`, nil},
		{`{"answer":"x z\nx z\ny z","from":"010","to":"2"}`, `"illegal"`, nil}, // a state gives n
		{`{"answer":"b a\nb c\na c","pegs":"a,b,c"}`, `"solved"`, nil},
		{"\ufeff" + `{"answer":"y x\ny z\nx z","n":null,"from":null,"to":null,"pegs":null,"truncated":null}` + "\r\n", `"solved"`, nil},
		{`{"answer":"x z","n":0}`, `n is 0; give a number, 1 to 64`, answer.ErrLine},
		{`{"id":1,"answer":"` + "\xff" + `"}`, `{"error":"bad line: no JSON: it is not UTF-8"}`, answer.ErrLine},
		{`{"id":"` + "\xff" + `","answer":"x"}`, `{"error":"bad line: no JSON: it is not UTF-8"}`, answer.ErrLine},
		{`{"id":1,"other":` + strings.Repeat("[", 1e5) + `}`, `{"error":"bad line: no JSON: `, answer.ErrLine},
		{strings.Repeat("x", 300_000), `{"error":"bad line: it does not begin with {; `, answer.ErrLine},
		{strings.Repeat("x", 300_001), `{"error":"too long: the line has more than 300000 bytes"}`, answer.ErrTooLong},
	} {
		if got, _, err := l.Append(nil, []byte(test.line)); !strings.Contains(string(got), test.want) || !errors.Is(err, test.is) {
			t.Errorf("%.80s: %s, %v; want %s", test.line, got, err, test.want)
		}
	}
}

// TestRead: the longest text that is read has MaxBytes bytes.
func TestRead(t *testing.T) {
	for text, is := range map[string]error{"A B": nil, "A B\n": answer.ErrTooLong} {
		j := must.Get(answer.New(answer.Problem{N: 1}, answer.Options{MaxBytes: 3}))
		if r, err := j.Read(strings.NewReader(text)); !errors.Is(err, is) || is == nil && r.Verdict != answer.Solved {
			t.Error(text, r, err)
		}
	}
}

// reads is an endless reader of lines, which counts its calls.
type reads struct{ atomic.Int32 }

func (r *reads) Read(b []byte) (int, error) {
	r.Add(1)
	return copy(b, `{"n":9,"answer":"A → C"}`+"\n"), nil
}

// TestBatchAhead: while the writer waits, Batch reads little ahead.
func TestBatchAhead(t *testing.T) {
	in := new(reads)
	r, w := io.Pipe()
	go func() {
		_, _ = r.Read(make([]byte, 1)) // the rest of the first result waits
		time.Sleep(time.Second / 5)
		r.Close()
	}()
	_, err := answer.Batch(t.Context(), in, w, answer.Problem{}, answer.Options{}, 1)
	if n := in.Load(); n > 3 || !errors.Is(err, io.ErrClosedPipe) { // one is written, one waits, one is read
		t.Errorf("%d chunks were read; %v", n, err)
	}
}

// TestBatchEnds: Batch judges whole lines, and returns errors of its reader and its context. It
// leaves no goroutine.
func TestBatchEnds(t *testing.T) {
	const line = `{"id":1,"n":1,"answer":"A C"}`
	before := runtime.NumGoroutine()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		ctx   context.Context
		in    io.Reader
		is    error
		lines uint64
	}{
		{t.Context(), strings.NewReader(line), nil, 1},
		{t.Context(), io.MultiReader(strings.NewReader(line+"\n"+line), iotest.ErrReader(io.ErrClosedPipe)), io.ErrClosedPipe, 1},
		{canceled, new(reads), context.Canceled, 0},
	} {
		sum, err := answer.Batch(test.ctx, test.in, io.Discard, answer.Problem{}, answer.Options{}, 3)
		if !errors.Is(err, test.is) || sum.Lines != test.lines {
			t.Errorf("%+v, %v; want %v", sum, err, test.is)
		}
	}
	for i := 0; runtime.NumGoroutine() > before; i++ {
		if time.Sleep(10 * time.Millisecond); i > 1000 {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}
