package main

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// fed runs the program with a text on standard input.
func fed(t *testing.T, input, line string) result {
	t.Helper()
	return reading(t, strings.NewReader(input), line)
}

// reading runs the program with an input.
func reading(t *testing.T, input io.Reader, line string) result {
	t.Helper()
	c := exec.Command(command, strings.Fields(line)...)
	c.Stdin = input
	return start(t, c)
}

// running is a program that answers while it runs.
type running struct {
	*exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	err    bytes.Buffer
	hangUp func() error // closes out
}

// dialog starts such a program.
func dialog(t *testing.T, started *exec.Cmd) *running {
	t.Helper()
	c := &running{Cmd: started}
	c.Stderr = &c.err
	in := must.Get(c.StdinPipe())
	out := must.Get(c.StdoutPipe())
	must.Do(c.Start())
	bound(t, c.Cmd)
	c.in, c.out, c.hangUp = in, bufio.NewReader(out), out.Close
	return c
}

// Rank answers each line before it reads the next.
func TestRankAnswersAtOnce(t *testing.T) {
	c := dialog(t, exec.Command(command, "rank", "-"))
	for range 3 {
		// The beginning of the next line must not hold back the answer.
		for _, ask := range []struct{ question, answer string }{{"1221\n0", "9\n"}, {"|\n1| 4 1\n2| 3 2\n00", "9\n"}, {"00\n", "0\n"}} {
			must.Get(io.WriteString(c.in, ask.question))
			if got, err := c.out.ReadString('\n'); got != ask.answer || err != nil {
				t.Fatalf("%q is answered by %q, %v; want %q", ask.question, got, err, ask.answer)
			}
		}
	}
	c.in.Close()
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}
