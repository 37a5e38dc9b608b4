package answer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/hanoigen/hanoi/answer"
)

// TestLine: the results of lines, in full.
func TestLine(t *testing.T) {
	const solved = `[[1,0,1],[2,0,2],[1,1,2]]`
	const right = `"verdict":"solved","moves":3,"legal":3,"state":"22","left":0,"optimum":3,"excess":0,"reached":3,"score":1,"notation":"triples","lists":1}`
	for _, test := range []struct{ line, want string }{
		// JSON of equal value is judged alike.
		{`{"id":7,"answer":` + solved + `}`, `{"id":7,` + right},
		{`{"id":7,"answer":"` + solved + `"}`, `{"id":7,` + right},
		{`{"id":7,"answer":"\u005b\u005b1,0,1],[2,0,2],[1,1,2]]"}`, `{"id":7,` + right},
		{`{"answer":[ [1 , 0,1],[2,0,2], [1,1,2]],"id":{"run": [1, 2.50, null]}}`, `{"id":{"run": [1, 2.50, null]},` + right},
		{`{"id":123456789012345678901234567890,"answer":` + solved + `}`, `{"id":123456789012345678901234567890,` + right},
		{"\ufeff" + `{"answer":` + solved + "}\r", `{` + right},
		{`{"answer":[{"disk":1,"from":0,"to":1},{"to":2,"note":"\"[","disk":2,"from":0},{"disk":1,"from":1,"to":2}]}`,
			strings.Replace(`{`+right, "triples", "jsonl", 1)},
		// What a line says goes before the defaults, and null is as if it were not there.
		{`{"n":null,"from":null,"to":null,"pegs":null,"truncated":null,"answer":null,"answer":` + solved + `}`, `{` + right},
		{`{"from":"00","to":"22","answer":` + solved + `}`, `{` + right},
		// Of a name that comes twice, the last counts, also where it is of another kind.
		{`{"answer":"x","answer":` + solved + `}`, `{` + right},
		{`{"answer":[],"answer":"` + solved + `"}`, `{` + right},
		{`{"answer":` + solved + `,"answer":"no"}`, `{"verdict":"unparsed","moves":0,"legal":0,"optimum":3,"score":0}`},
		// A place is an index in a list, and a line and an offset in a string.
		{`{"answer":[[1,0,1],[2,0,1]]}`,
			`{"verdict":"illegal","moves":2,"legal":1,"reason":"larger_on_smaller","move":"[2,0,1]","index":1,"state":"01","left":2,"optimum":3,"excess":0,"score":0,"notation":"triples","lists":1}`},
		{`{"answer":[[1,0,1] , null ,[2,0,1]]}`,
			`{"verdict":"unparsed","moves":2,"legal":0,"optimum":3,"score":0,"notation":"triples","lists":1,"hint":"write each move as in the table of forms, or give --pattern","skipped":1,"skipped_line":"null"}`},
		{`{"answer":["\u0041 C","B\tA"],"to":1}`,
			`{"verdict":"illegal","moves":2,"legal":1,"reason":"empty_source","move":"B A","index":1,"state":"02","left":2,"optimum":3,"excess":0,"score":0,"notation":"pairs","lists":1}`},
		{`{"answer":"é\n[[1,0,1],\n [2,0,1]]"}`,
			`{"verdict":"illegal","moves":2,"legal":1,"reason":"larger_on_smaller","move":"[2,0,1]","line":3,"offset":14,"state":"01","left":2,"optimum":3,"excess":0,"score":0,"notation":"triples","lists":1}`},
		{`{"answer":"","n":64,"to":2}`, `{"verdict":"unparsed","moves":0,"legal":0,"optimum":18446744073709551615,"score":0}`},
		{`{"answer":"A B","n":3,"to":3,"pegs":"A,B,C,D"}`,
			`{"verdict":"unfinished","moves":1,"legal":1,"state":"001","optimum":5,"score":0,"notation":"pairs","lists":1}`},
	} {
		l, err := answer.NewLine(answer.Problem{N: 2, To: "2"}, answer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, verdict, err := l.Append([]byte("> "), []byte(test.line))
		if string(got) != "> "+test.want || err != nil || !strings.Contains(test.want, string(verdict)) {
			t.Errorf("%s\n gives %s, %v, %v\n  want > %s", test.line, got, verdict, err, test.want)
		}
	}
}

func TestBadLine(t *testing.T) {
	l, err := answer.NewLine(answer.Problem{}, answer.Options{MaxBytes: 300_000})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		line, id string
		is       error
		want     string
	}{
		{`[]`, ``, answer.ErrLine, `does not begin with {`},
		{`{"id":1,"answer":`, `1`, answer.ErrLine, `no JSON: `},
		{`{"id":1,"answer":"x",}`, `1`, answer.ErrLine, `no JSON: `},
		{`{"id":1,"answer":"` + "\xff" + `"}`, `1`, answer.ErrLine, `not UTF-8`},
		{`{"id":"` + "\xff" + `","answer":"x"}`, ``, answer.ErrLine, `not UTF-8`},
		{`{"id":1,"other":` + strings.Repeat("[", 1e5) + `}`, `1`, answer.ErrLine, `no JSON: `},
		{`{"id":-7,"answer":"x",}`, `-7`, answer.ErrLine, `no JSON: `},
		{`{"id":1.5,"answer":"x",}`, `1.5`, answer.ErrLine, `no JSON: `},
		{`{"n":3,"pegs":"A,B,C,C","answer":"x","id":1}`, `1`, answer.ErrProblem, `"A,B,C,C"; give 3 to 10 different names`},
		{`{"n":3,"pegs":"1,2,100","answer":"x","id":1}`, `1`, answer.ErrProblem, `"1,2,100"; give 3 to 10 different names`},
		{`{"n":3,"id":1}`, `1`, answer.ErrLine, `answer is missing; give a string or a list of moves`},
		{`{"n":3,"answer":5,"id":1}`, `1`, answer.ErrLine, `answer is 5; give a string or a list`},
		{`{"n":"3","answer":"x","id":1}`, `1`, answer.ErrLine, `n is "3"; give a number, 1 to 64`},
		{`{"n":65,"answer":"x","id":1}`, `1`, answer.ErrProblem, `65 disks; give 1 to 64`},
		{`{"n":3,"from":3,"answer":"x","id":1}`, `1`, answer.ErrProblem, `from "3"; give a peg, 0 to 2, or the peg of each disk`},
		{`{"n":3,"to":-1,"answer":"x","id":1}`, `1`, answer.ErrLine, `to is -1; give a peg`},
		{`{"n":3,"to":"","answer":"x","id":1}`, `1`, answer.ErrLine, `to is ""; give`},
		{`{"n":3,"to":0,"answer":"x","id":1}`, `1`, answer.ErrProblem, `where the disks start`},
		{`{"n":3,"pegs":"1,2","answer":"x","id":1}`, `1`, answer.ErrProblem, `"1,2"; give 3 to 10 different names`},
		{`{"n":3,"truncated":"no","answer":"x","id":1}`, `1`, answer.ErrLine, `truncated is "no"; give true or false`},
		{`{"answer":"x","id":1}`, `1`, answer.ErrProblem, `the number of disks is missing`},
		{`{"from":"012","to":"00","answer":"x","id":1}`, `1`, answer.ErrProblem, `has 2 disks, not 3`},
		{`{"id":1,"n":3,"answer":"` + strings.Repeat("x", 3e5) + `"}`, ``, answer.ErrTooLong, `more than 300000 bytes`},
	} {
		got, _, err := l.Append(nil, []byte(test.line))
		var result struct {
			ID    json.RawMessage
			Error string
		}
		if json.Unmarshal(got, &result) != nil || !errors.Is(err, test.is) || string(result.ID) != test.id ||
			result.Error != err.Error() || !strings.Contains(result.Error, test.want) {
			t.Errorf("%.80s: %s, %v; want id %s and %q", test.line, got, err, test.id, test.want)
		}
	}
}

// TestLineTruncated: what a line says goes before the options.
func TestLineTruncated(t *testing.T) {
	l, err := answer.NewLine(answer.Problem{N: 2}, answer.Options{Truncated: true})
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]answer.Verdict{
		`{"answer":"A C"}`:                   answer.Truncated,
		`{"answer":"A C","truncated":null}`:  answer.Truncated,
		`{"answer":"A C","truncated":false}`: answer.Unfinished,
	} {
		if b, got, err := l.Append(nil, []byte(line)); got != want || err != nil {
			t.Errorf("%s: %s, %v", line, b, err)
		}
	}
}

// TestBatch: results come in order, whatever the number of workers and the pieces of the input.
func TestBatch(t *testing.T) {
	var in, want bytes.Buffer
	l, err := answer.NewLine(answer.Problem{N: 3, To: "2"}, answer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lines := 5000
	for i := range lines {
		answer := []string{`"A C\nA B"`, `[[1,0,2]]`, `"no"`, `5`}[i%4]
		line := fmt.Sprintf(`{"id":%d,"answer":%s,"x":"%s"}`, i, answer, strings.Repeat("y", i%200))
		in.WriteString(line + "\n" + strings.Repeat("\n", i%2))
		b, _, _ := l.Append(nil, []byte(line))
		want.Write(append(b, '\n'))
	}
	for _, workers := range []int{0, -1, 1, 7} {
		for _, reader := range []func(io.Reader) io.Reader{iotest.HalfReader, iotest.DataErrReader} {
			var got bytes.Buffer
			sum, err := answer.Batch(context.Background(), reader(bytes.NewReader(in.Bytes())), &got, answer.Problem{N: 3, To: "2"}, answer.Options{}, workers)
			if err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) || sum.Lines != uint64(lines) || sum.Unjudged != uint64(lines/4) || sum.FirstUnjudged != 5 {
				t.Fatalf("%d workers: %+v, %v", workers, sum, err)
			}
		}
	}
}

// TestBatchAhead: however slow the writer is, no more is held than what each worker judges, what is read and what is written.
func TestBatchAhead(t *testing.T) {
	p := pace{T: t}
	if sum, err := answer.Batch(context.Background(), &p, &p, answer.Problem{}, answer.Options{}, 1); sum.Lines != 20 || err != nil {
		t.Errorf("%+v, %v", sum, err)
	}
}

// pace counts what Batch reads, a chunk each time, and writes.
type pace struct {
	*testing.T
	read, written atomic.Int32
}

func (p *pace) Read(b []byte) (int, error) {
	time.Sleep(time.Millisecond) // for what was begun to be at work
	read := p.read.Add(1)
	if held := read - p.written.Load(); held > 1+1+1 {
		p.Errorf("%d chunks are held", held)
	}
	if read > 20 {
		return 0, io.EOF
	}
	return copy(b, `{"n":9,"answer":"A → C"}`+"\n"), nil
}

func (p *pace) Write(b []byte) (int, error) {
	if p.written.Load() == 0 {
		time.Sleep(time.Second / 5)
	}
	p.written.Add(1)
	return len(b), nil
}

// TestBatchStops: when the writer fails or the context ends, Batch returns, and leaves no goroutine.
func TestBatchStops(t *testing.T) {
	line := `{"n":3,"answer":"` + strings.Repeat("A → C ", 100) + "\"}\n"
	before := runtime.NumGoroutine()
	for range 20 {
		ctx, cancel := context.WithCancel(context.Background())
		in := strings.NewReader(strings.Repeat(line, 200))
		if _, err := answer.Batch(ctx, in, iotestWriter{}, answer.Problem{}, answer.Options{}, 3); !errors.Is(err, io.ErrShortWrite) {
			t.Fatal(err)
		}
		cancel()
		if _, err := answer.Batch(ctx, in, io.Discard, answer.Problem{}, answer.Options{}, 3); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	for i := 0; runtime.NumGoroutine() > before; i++ {
		if time.Sleep(10 * time.Millisecond); i > 1000 {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

// iotestWriter fails.
type iotestWriter struct{}

func (iotestWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestOptions: an option beyond its range is refused.
func TestOptions(t *testing.T) {
	for _, test := range []struct {
		o    answer.Options
		want bool
	}{
		{answer.Options{MaxBytes: 1<<31 - 1}, true}, {answer.Options{MaxBytes: -1}, false},
		{answer.Options{Pattern: `(?P<from>a)`}, false}, {answer.Options{Pattern: `(?P<to>a)`}, false}, {answer.Options{Pattern: `(?P<from>a)(?P<to>b)`}, true},
		{answer.Options{Notation: "poetry"}, false}, {answer.Options{Notation: "prose"}, false}, {answer.Options{Disks: "small"}, false},
	} {
		if _, err := answer.New(answer.Problem{N: 3}, test.o); (err == nil) != test.want || err != nil && !errors.Is(err, answer.ErrOption) {
			t.Errorf("%+v: %v", test.o, err)
		}
	}
}

// TestBatchEnds: what was whole is judged, and errors of the reader and limits are told.
func TestBatchEnds(t *testing.T) {
	const line = `{"id":1,"n":1,"answer":"A C"}`
	for _, test := range []struct {
		r     io.Reader
		most  int
		is    error
		lines uint64
	}{
		{strings.NewReader(line), 0, nil, 1},
		{io.MultiReader(strings.NewReader(line+"\n"+line), iotest.ErrReader(io.ErrClosedPipe)), 0, io.ErrClosedPipe, 1},
		{io.MultiReader(strings.NewReader(line+"\n"), zeros{}), 1 << 20, answer.ErrTooLong, 1},
		{strings.NewReader(`{"answer":"` + strings.Repeat("x", 2<<20)), 1 << 20, answer.ErrTooLong, 0},
	} {
		sum, err := answer.Batch(context.Background(), test.r, io.Discard, answer.Problem{}, answer.Options{MaxBytes: test.most}, 1)
		if !errors.Is(err, test.is) || sum.Lines != test.lines {
			t.Errorf("%+v, %v; want %v", sum, err, test.is)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := answer.Batch(ctx, zeros{}, io.Discard, answer.Problem{}, answer.Options{}, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
