package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/hanoigen/hanoi"
)

// longestLine is the longest line that is read, in bytes: every state is shorter.
const longestLine = 4096

// stateReader reads states, one per line, or in the three lines that hanoigen state prints.
// Its memory does not depend on the length of the input or of a line.
type stateReader struct {
	in   *bufio.Reader
	line int // number of the last line read, from 1
}

// atLine adds the number of a line to an error.
func atLine(number int, err error) error {
	return fmt.Errorf("standard input: line %d: %w", number, err)
}

// read returns the next state. The error is io.EOF at the end of the input, wraps
// hanoi.ErrState for a line that is not a state, or is the input's. After a line that is
// not a state, the next call continues with the line after it.
func (r *stateReader) read() (s hanoi.State, err error) {
	text, err := r.readLine()
	first := r.line
	for range 2 {
		if err == nil && strings.HasPrefix(text, "0|") {
			var next string
			next, err = r.readLine()
			text += "\n" + next
		}
	}
	if err == nil || err == io.EOF && text != "" {
		s, err = hanoi.ParseState(text)
	}
	if err != nil && err != io.EOF {
		err = atLine(first, err)
	}
	return s, err
}

// readLine returns the next line, without its end.
func (r *stateReader) readLine() (string, error) {
	b, err := r.in.ReadSlice('\n')
	if err == io.EOF && len(b) == 0 {
		return "", io.EOF
	}
	r.line++
	text := strings.TrimSuffix(strings.TrimSuffix(string(b), "\n"), "\r")
	text = strings.TrimPrefix(text, "\ufeff") // programs on Windows begin files with it
	long := err == bufio.ErrBufferFull
	for err == bufio.ErrBufferFull {
		_, err = r.in.ReadSlice('\n')
	}
	switch {
	case err != nil && err != io.EOF:
		return "", fmt.Errorf("%w; give an input that can be read", err)
	case long:
		return "", fmt.Errorf("%w: %.80q…: longer than %d bytes, as no state is", hanoi.ErrState, text, longestLine)
	}
	return text, nil
}

// stateArgs are the states on a command line. Those given as - are read from standard input.
type stateArgs struct {
	states []hanoi.State
	toRead []int // indexes of states
}

func parseStates(args []string) (*stateArgs, error) {
	a := &stateArgs{states: make([]hanoi.State, len(args))}
	for i, text := range args {
		var err error
		if text == "-" {
			a.toRead = append(a.toRead, i)
		} else if a.states[i], err = hanoi.ParseState(text); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// once returns the states. Standard input must contain exactly those given as -.
func (a *stateArgs) once() ([]hanoi.State, error) {
	var states []hanoi.State
	err := a.each(io.Discard, func(_ io.Writer, line int, read []hanoi.State) error {
		if states != nil {
			return usagef("standard input: line %d: a path takes %d of it; give --length to have the length of each", line, len(a.toRead))
		}
		states = append(states, read...)
		return nil
	})
	if err == nil && states == nil {
		err = usagef("standard input has no state; give %d, one per line", len(a.toRead))
	}
	return states, err
}

// each calls answer with the states, repeatedly until standard input ends if some are read
// from there; line is then the number of the first line. Answers are flushed before each
// read that may wait, so that a program can ask line by line. A line that is not a state, or
// has no answer, is reported on standard error, and the run ends as with a wrong command
// line. A failure ends it at once.
func (a *stateArgs) each(out io.Writer, answer func(w io.Writer, line int, states []hanoi.State) error) error {
	if len(a.toRead) == 0 {
		return answer(out, 0, a.states)
	}
	w := bufio.NewWriter(out)
	in := &stateReader{in: bufio.NewReaderSize(&flushing{os.Stdin, w}, longestLine)}
	var status error
	refuse := func(err error) {
		if w.Flush() == nil { // answers before messages, where both go to a terminal
			say(err)
		}
		status = failure{status: exitUsage}
	}
	for {
		line, complete := in.line+1, true
		for read, i := range a.toRead {
			s, err := in.read()
			if err == io.EOF && read > 0 {
				err = atLine(in.line, fmt.Errorf("%w: the input ends after %d of %d states", hanoi.ErrState, read, len(a.toRead)))
			}
			switch {
			case err == io.EOF:
				return cmp.Or(w.Flush(), status)
			case errors.Is(err, hanoi.ErrState):
				refuse(err)
				complete = false
			case err != nil:
				return cmp.Or(w.Flush(), err)
			}
			a.states[i] = s
		}
		if !complete {
			continue
		}
		if err := answer(w, line, a.states); errors.As(err, new(failure)) {
			return err
		} else if err != nil {
			refuse(atLine(line, err))
		}
	}
}

// flushing is a reader that flushes a writer before each read.
type flushing struct {
	r io.Reader
	w *bufio.Writer
}

func (f *flushing) Read(p []byte) (int, error) {
	if err := f.w.Flush(); err != nil {
		return 0, err
	}
	return f.r.Read(p)
}
