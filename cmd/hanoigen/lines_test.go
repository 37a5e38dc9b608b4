package main

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"testing"

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
