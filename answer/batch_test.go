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

// TestBadLine: what is wrong with a line that cannot be judged. testdata/results.txt has more of them.
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
		{`{"id":1,"answer":"` + "\xff" + `"}`, `1`, answer.ErrLine, `not UTF-8`},
		{`{"id":"` + "\xff" + `","answer":"x"}`, ``, answer.ErrLine, `not UTF-8`},
		{`{"id":1,"other":` + strings.Repeat("[", 1e5) + `}`, `1`, answer.ErrLine, `no JSON: `},
		{`{"n":3,"pegs":"A,B,C,C","answer":"x","id":1}`, `1`, answer.ErrProblem, `"A,B,C,C"; give 3 to 10 different names`},
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
	for range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		in := strings.NewReader(strings.Repeat(line, 200))
		if _, err := answer.Batch(ctx, in, failing{}, answer.Problem{}, answer.Options{}, 3); !errors.Is(err, io.ErrShortWrite) {
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

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

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
