package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"github.com/hanoigen/hanoi/answer"
)

func matches(t *testing.T, pattern, s string) bool {
	t.Helper()
	ok, err := regexp.MatchString(pattern, s)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// run judges lines, and returns the results.
func run(t *testing.T, in string, workers int) (string, Summary) {
	t.Helper()
	var out bytes.Buffer
	sum, err := Judge(context.Background(), strings.NewReader(in), &out, Defaults{}, workers)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), sum
}

// mixed returns lines of every kind with ids 0, 1, 2, …; a bad one, and a few of
// half a megabyte, among them. Some are separated by blank lines.
func mixed(t *testing.T, count int, r *rand.Rand) string {
	t.Helper()
	s, err := answer.NewSampler(answer.Samples{Seed: r.Uint64(), MinDisks: 1, MaxDisks: 8, Kind: answer.Random})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i := range count {
		prompt := []answer.Notation{answer.Auto, answer.Triples, answer.Text}[r.IntN(3)]
		line := strings.TrimSuffix(string(s.Append(nil, uint64(i), answer.Fields{Prompt: prompt, Answer: true})), "\n")
		switch {
		case i%100 == 3:
			line = fmt.Sprintf(`{"id":%d,"answer":%s`, i, strings.Repeat("[", r.IntN(5)))
		case i%100 == 5:
			line = fmt.Sprintf(`{"id":%d,"n":3,"answer":"%s[[1,0,2]]"}`, i, strings.Repeat("so ", r.IntN(170_000)))
		case i%100 == 7:
			line = fmt.Sprintf(`{"id":%d,"n":3}`, i)
		case i%7 == 0:
			line = fmt.Sprintf(`{"id":%d,"n":3,"answer":[[1,0,2],[%d,0,1],[1,2,1]]}`, i, r.IntN(5))
		}
		b.WriteString(line)
		b.WriteString([]string{"\n", "\r\n", "\n\n", "\n \t\r\n", "  \n"}[r.IntN(5)])
	}
	return b.String()
}

// TestJudgeOrder: one result a line, in order, the same with any number of
// workers, and the summary counts them.
func TestJudgeOrder(t *testing.T) {
	const count = 3000
	r := rand.New(rand.NewPCG(1, 2))
	in := mixed(t, count, r)
	want, sum := run(t, in, 1)

	var counted Summary
	lines := strings.SplitAfter(want, "\n")
	for i, line := range lines[:len(lines)-1] {
		var result struct {
			ID             *int
			Verdict, Error string
		}
		if err := json.Unmarshal([]byte(line), &result); err != nil || result.ID == nil || *result.ID != i {
			t.Fatalf("result %d is %s (%v)", i, line, err)
		}
		if (result.Verdict == "") == (result.Error == "") {
			t.Fatalf("result %d has a verdict and an error, or neither: %s", i, line)
		}
		counted.Lines++
		if result.Verdict == "solved" {
			counted.Solved++
		}
		if result.Error != "" {
			counted.Unjudged++
		}
	}
	if lines[len(lines)-1] != "" || counted.Lines != count || counted.Solved < count/2 || counted.Unjudged != count/50 {
		t.Errorf("the results are %+v of %d", counted, count)
	}
	// By hand: the first bad line, with blank ones before it.
	for i, line := range strings.Split(in, "\n") {
		if strings.HasPrefix(line, `{"id":3,`) {
			counted.FirstUnjudged, counted.Err = uint64(i)+1, sum.Err
		}
	}
	if sum != counted || sum.Err == nil {
		t.Errorf("the summary is %+v; the results are %+v", sum, counted)
	}

	procs := runtime.GOMAXPROCS(0)
	for _, workers := range []int{0, 2, 3, 16} {
		got, again := run(t, in, workers)
		if got != want {
			t.Errorf("%d workers give other results than one", workers)
		}
		again.Err = sum.Err // of the same text, but not the same value
		if again != sum {
			t.Errorf("%d workers: %+v; want %+v", workers, again, sum)
		}
	}
	if now := runtime.GOMAXPROCS(0); now != procs {
		t.Errorf("GOMAXPROCS was %d, and is %d", procs, now)
	}
	for name, reader := range map[string]func(io.Reader) io.Reader{
		"halves": iotest.HalfReader, "data with the error": iotest.DataErrReader,
		"a few bytes": func(r io.Reader) io.Reader { return &shortReader{r: r} },
	} {
		var out bytes.Buffer
		if _, err := Judge(context.Background(), reader(strings.NewReader(in)), &out, Defaults{}, 2); err != nil || out.String() != want {
			t.Errorf("read in %s: other results (%v)", name, err)
		}
	}
}

// shortReader reads 1 to 997 bytes at a time, and sometimes none.
type shortReader struct {
	r io.Reader
	n int
}

func (s *shortReader) Read(p []byte) (int, error) {
	s.n = (s.n*7 + 11) % 998
	return s.r.Read(p[:min(len(p), s.n)])
}

// TestJudgeEnds: what may be at the end, and nothing at all.
func TestJudgeEnds(t *testing.T) {
	const line = `{"id":1,"n":1,"answer":[[1,0,2]]}`
	result, _ := run(t, line+"\n", 1)
	if !strings.HasPrefix(result, `{"id":1,"verdict":"solved",`) {
		t.Fatalf("%s gives %s", line, result)
	}
	for in, want := range map[string]string{
		"": "", "\n": "", "\r\n\n  ": "",
		line: result, line + "\r": result, "\n\n" + line + "\n\n": result, line + "\n" + line: result + result,
	} {
		if got, sum := run(t, in, 2); got != want || sum.Lines != uint64(strings.Count(want, "\n")) || sum.Lines != sum.Solved {
			t.Errorf("%q gives %q, %+v; want %q", in, got, sum, want)
		}
	}
	var out bytes.Buffer // a byte at a time
	if _, err := Judge(context.Background(), iotest.OneByteReader(strings.NewReader(strings.Repeat(line+strings.Repeat(" ", 200)+"\n", 9))), &out, Defaults{}, 2); err != nil || out.String() != strings.Repeat(result, 9) {
		t.Errorf("read byte by byte: %s, %v", out.String(), err)
	}
	got, sum := run(t, line[:20], 2)
	if strings.Count(got, "\n") != 1 || sum.Unjudged != 1 || sum.FirstUnjudged != 1 {
		t.Errorf("half a line gives %s, %+v", got, sum)
	}
}

// TestJudgeFirst: the first line that cannot be judged is counted over all that was
// read before.
func TestJudgeFirst(t *testing.T) {
	const good = `{"id":1,"n":1,"answer":[[1,0,2]]}` + "\n\n"
	count := 3 * chunkSize / len(good)
	_, sum := run(t, strings.Repeat(good, count)+"{}\n"+good+"{\n", 2)
	want := Summary{uint64(count) + 3, uint64(count) + 1, 2, 2*uint64(count) + 1, sum.Err}
	if sum != want || !errors.Is(sum.Err, ErrLine) {
		t.Errorf("%+v; want %+v", sum, want)
	}
}

// TestJudgeBlank: blank lines are nothing to write.
func TestJudgeBlank(t *testing.T) {
	w := writer(func(p []byte) (int, error) {
		t.Errorf("%q is written", p)
		return len(p), nil
	})
	if _, err := Judge(context.Background(), strings.NewReader("\n \n"), w, Defaults{}, 1); err != nil {
		t.Error(err)
	}
}

// TestJudgeByLine asks line by line: the result must come before the next line
// does.
func TestJudgeByLine(t *testing.T) {
	in, lines := io.Pipe()
	results, out := io.Pipe()
	go func() {
		_, err := Judge(context.Background(), in, out, Defaults{}, 0)
		out.CloseWithError(err)
	}()
	d := json.NewDecoder(results)
	for i := range 200 {
		fmt.Fprintf(lines, `{"id":%d,"n":3,`, i) // in parts
		fmt.Fprint(lines, `"answer":[[1,0,2]]}`)
		fmt.Fprint(lines, "\n")
		var result struct{ ID int }
		if err := d.Decode(&result); err != nil || result.ID != i {
			t.Fatalf("result %d: %+v, %v", i, result, err)
		}
	}
	lines.Close()
	if err := d.Decode(new(struct{})); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// TestJudgeLongLine: a line of 64 MiB is judged as any, as text and as a list.
func TestJudgeLongLine(t *testing.T) {
	size := 64 << 20
	if testing.Short() {
		size = 4 << 20
	}
	const short = `{"id":1,"n":2,"answer":"[[1,0,1],[2,0,2],[1,1,2]]"}` + "\n"
	var want string
	for _, form := range []struct{ begin, repeat, end, verdict string }{
		{`{"id":2,"n":2,"answer":"`, `so I move on, \n`, `[[1,0,1],[2,0,2],[1,1,2]]"}`, `"verdict":"solved","moves":3,"legal":3,`},
		{`{"id":2,"n":2,"answer":[`, `[1,0,1],[1,1,0], `, `[1,0,2]]}`, fmt.Sprintf(`"verdict":"unfinished","moves":%d,"legal":%[1]d,`, 1+2*(size/17))},
	} {
		long := form.begin + strings.Repeat(form.repeat, size/len(form.repeat)) + form.end + "\n"
		var sum Summary
		want, sum = run(t, short+long+short, 2)
		results := strings.SplitAfter(want, "\n")
		if len(results) != 4 || results[0] != results[2] || !strings.Contains(results[0], `"solved"`) ||
			!strings.HasPrefix(results[1], `{"id":2,`+form.verdict) || sum.Lines != 3 {
			t.Errorf("%s…: %.300s, %+v", form.begin, want, sum)
		}
	}
}

// TestJudgeClosed: if the results cannot be written, Judge returns that error at
// once, though it waits for more lines; and so if the context ends.
func TestJudgeClosed(t *testing.T) {
	const line = `{"id":1,"n":3,"answer":[[1,0,2]]}` + "\n"
	closed := errors.New("closed")

	in, lines := io.Pipe()
	go io.WriteString(lines, line+line)
	sum, err := Judge(context.Background(), in, writer(func([]byte) (int, error) { return 0, closed }), Defaults{}, 2)
	if err != closed || sum.Lines != 0 {
		t.Errorf("a closed output: %+v, %v", sum, err)
	}
	in.Close()

	in, lines = io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	go io.WriteString(lines, line)
	_, err = Judge(ctx, in, writer(func(p []byte) (int, error) { cancel(); return len(p), nil }), Defaults{}, 2)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the context ended: %v", err)
	}
	in.Close()

	// Whoever notices it first.
	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	for range 100 {
		if _, err := Judge(ctx, endless{}, writer(func(p []byte) (int, error) { return len(p), nil }), Defaults{}, 2); err != context.Canceled {
			t.Fatalf("the context had ended: %v", err)
		}
	}
	// What reads the lines ends first, and leaves lines that nobody has written.
	for range 100 {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			w := writer(func(p []byte) (int, error) {
				cancel()
				synctest.Wait()
				return len(p), nil
			})
			if _, err := Judge(ctx, endless{}, w, Defaults{}, 2); err != context.Canceled {
				t.Fatalf("the context ended: %v", err)
			}
		})
	}
}

// TestJudgeEndless: if the results cannot be written, what reads lines ends too,
// however many there are.
func TestJudgeEndless(t *testing.T) {
	closed := errors.New("closed")
	synctest.Test(t, func(t *testing.T) { // which waits for all goroutines
		sum, err := Judge(context.Background(), endless{}, writer(func([]byte) (int, error) { return 0, closed }), Defaults{}, 2)
		if err != closed || sum.Lines != 0 {
			t.Errorf("%+v, %v", sum, err)
		}
	})
}

// endless is a reader of lines that have results.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	return copy(p, "{}\n"), nil
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// TestJudgeReadError: the lines before an error of the reader are judged, but not
// the one that it breaks off.
func TestJudgeReadError(t *testing.T) {
	const line = `{"id":1,"n":1,"answer":[[1,0,2]]}`
	broken := errors.New("broken")
	for _, test := range []struct {
		text  string
		lines uint64
	}{{"", 0}, {line, 0}, {line + "\n", 1}, {line + "\n" + line, 1}, {line + "\n" + line + "\n", 2}} {
		for _, r := range []io.Reader{
			io.MultiReader(strings.NewReader(test.text), iotest.ErrReader(broken)),
			iotest.DataErrReader(io.MultiReader(strings.NewReader(test.text), iotest.ErrReader(broken))),
		} {
			var out bytes.Buffer
			sum, err := Judge(context.Background(), r, &out, Defaults{}, 2)
			if err != broken || sum.Lines != test.lines || strings.Count(out.String(), "\n") != int(test.lines) {
				t.Errorf("%q and an error: %+v, %v; want %d lines", test.text, sum, err, test.lines)
			}
		}
	}
	// An error that a reader has once, with whole lines.
	var out bytes.Buffer
	sum, err := Judge(context.Background(), &failsOnce{line + "\n" + line}, &out, Defaults{}, 2)
	if err != errOnce || sum.Lines != 1 || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("lines with an error: %+v, %v; want 1 line", sum, err)
	}
	for _, begin := range []string{"", line, line + "\n", line + "\n{"} {
		sum, err := Judge(context.Background(), io.MultiReader(strings.NewReader(begin), still{}), io.Discard, Defaults{}, 2)
		if err != io.ErrNoProgress || sum.Lines != uint64(strings.Count(begin, "\n")) {
			t.Errorf("%q, and nothing more: %+v, %v", begin, sum, err)
		}
	}
}

var errOnce = errors.New("once")

// failsOnce reads its text with an error, and then comes to an end.
type failsOnce struct{ text string }

func (f *failsOnce) Read(p []byte) (n int, err error) {
	if f.text == "" {
		return 0, io.EOF
	}
	n = copy(p, f.text)
	f.text = ""
	return n, errOnce
}

// still is a reader that never gets on.
type still struct{}

func (still) Read([]byte) (int, error) { return 0, nil }

// TestJudgeDefaults: what lines lack, the defaults give.
func TestJudgeDefaults(t *testing.T) {
	var out bytes.Buffer
	d := Defaults{answer.Terms{Begin: "00", Goal: "11"}, answer.Options{Truncated: true, Notation: answer.CSV}}
	in := `{"answer":"1,0,2"}` + "\n" + `{"answer":"1,0,2\n2,0,1\n1,2,1\n"}` + "\n"
	sum, err := Judge(context.Background(), strings.NewReader(in), &out, d, 1)
	results := strings.Split(out.String(), "\n")
	if err != nil || sum.Solved != 1 || len(results) != 3 ||
		!strings.HasPrefix(results[0], `{"verdict":"truncated","moves":1,`) || !strings.HasPrefix(results[1], `{"verdict":"solved","moves":3,`) {
		t.Errorf("%s, %+v, %v", out.String(), sum, err)
	}
}
