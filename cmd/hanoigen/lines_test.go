package main

import (
	"bufio"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// dialog starts the program, and returns its standard input and output.
func dialog(t *testing.T, c *exec.Cmd) (in io.WriteCloser, out *bufio.Reader) {
	t.Helper()
	in, out = must.Get(c.StdinPipe()), bufio.NewReader(must.Get(c.StdoutPipe()))
	must.Do(c.Start())
	bound(t, c)
	return in, out
}

// A program may wait for each answer before it asks again.
func TestAnswersAtOnce(t *testing.T) {
	for line, asks := range map[string][][2]string{
		// The beginning of the next line must not hold back the answer.
		"rank -":        {{"1221\n0", "9\n"}, {"000\n", "0\n"}},
		"check --batch": {{`{"id":7,"n":1,"answer":[[1,0,2]]}` + "\n", `{"id":7,"verdict":"solved",`}},
	} {
		c := process(line)
		in, out := dialog(t, c)
		for range 50 {
			for _, ask := range asks {
				must.Get(io.WriteString(in, ask[0]))
				if got, err := out.ReadString('\n'); !strings.HasPrefix(got, ask[1]) || err != nil {
					t.Fatalf("%s: %q is answered by %q, %v; want %q", line, ask[0], got, err, ask[1])
				}
			}
		}
		in.Close()
		if rest, err := io.ReadAll(out); err != nil || len(rest) > 0 || c.Wait() != nil {
			t.Errorf("%s: after the last answer: %q, %v, %v", line, rest, err, c.ProcessState)
		}
	}
}

// States are read in each form on a line, however they arrive. A line that isn't a state is an
// error, and the next line is read. Other errors are the input's.
func TestReadState(t *testing.T) {
	broken := errors.New("broken")
	const lines = "\ufeff2011\nCABB\r\n3|2 1|4\nx\n"
	for _, in := range []io.Reader{strings.NewReader(lines), iotest.OneByteReader(strings.NewReader(lines))} {
		in := bufio.NewReaderSize(io.MultiReader(in, strings.NewReader(strings.Repeat("0", 1<<20)+"\n2011"), iotest.ErrReader(broken)), longestLine)
		for line, want := range []error{nil, nil, nil, hanoi.ErrState, hanoi.ErrState, nil, broken} {
			if s, err := readState(in); !errors.Is(err, want) || err == nil && s.String() != "2011" {
				t.Errorf("line %d: %v, %v; want %v", line+1, s, err, want)
			}
		}
	}
}
