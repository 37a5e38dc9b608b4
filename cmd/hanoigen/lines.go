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

// states are the states on a command line. Those given as - are read from standard input, one
// per line, or in the three lines that hanoigen state prints. The memory does not depend on the
// length of the input or of a line.
type states struct {
	all    []hanoi.State
	toRead []int // indexes of all
	in     *bufio.Reader
	line   int // number of the last line read, from 1
}

func parseStates(args []string) (*states, error) {
	s := &states{all: make([]hanoi.State, len(args))}
	for i, text := range args {
		var err error
		if text == "-" {
			s.toRead = append(s.toRead, i)
		} else if s.all[i], err = hanoi.ParseState(text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// once returns the states. Standard input must contain exactly those given as -.
func (s *states) once() ([]hanoi.State, error) {
	var all []hanoi.State
	err := s.each(io.Discard, func(_ io.Writer, line int, read []hanoi.State) error {
		if all != nil {
			return usagef("standard input: line %d: a path takes %d of it; give --length to have the length of each", line, len(s.toRead))
		}
		all = append(all, read...)
		return nil
	})
	if err == nil && all == nil {
		err = usagef("standard input has no state; give %d, one per line", len(s.toRead))
	}
	return all, err
}

// each calls answer with the states, repeatedly until standard input ends if some are read
// from there; line is then the number of the first line. Answers are flushed before each
// read that may wait, so that a program can ask line by line. A line that is not a state, or
// has no answer, is reported on standard error, and the run ends as with a wrong command
// line. A failure ends it at once.
func (s *states) each(out io.Writer, answer func(w io.Writer, line int, states []hanoi.State) error) error {
	if len(s.toRead) == 0 {
		return answer(out, 0, s.all)
	}
	w := bufio.NewWriter(out)
	s.in = bufio.NewReaderSize(&flushing{os.Stdin, w}, longestLine)
	var status error
	refuse := func(line int, err error) {
		if w.Flush() == nil { // answers before messages, where both go to a terminal
			say(atLine(line, err))
		}
		status = failure{status: exitUsage}
	}
	for {
		first, complete := s.line+1, true
		for read, i := range s.toRead {
			line := s.line + 1
			state, err := s.read()
			if err == io.EOF && read > 0 {
				line, err = s.line, fmt.Errorf("%w: the input ends after %d of %d states", hanoi.ErrState, read, len(s.toRead))
			}
			switch {
			case err == io.EOF:
				return cmp.Or(w.Flush(), status)
			case errors.Is(err, hanoi.ErrState):
				refuse(line, err)
				complete = false
			case err != nil:
				return cmp.Or(w.Flush(), atLine(line, fmt.Errorf("%w; give an input that can be read", err)))
			}
			s.all[i] = state
		}
		if !complete {
			continue
		}
		if err := answer(w, first, s.all); errors.As(err, new(failure)) {
			return err
		} else if err != nil {
			refuse(first, err)
		}
	}
}

func atLine(number int, err error) error {
	return fmt.Errorf("standard input: line %d: %w", number, err)
}

// read reads the next state. The error is io.EOF at the end of the input, wraps hanoi.ErrState
// for a line that is not a state, or is the input's.
func (s *states) read() (state hanoi.State, err error) {
	text, err := s.readLine()
	for range 2 {
		if err == nil && strings.HasPrefix(text, "0|") {
			var next string
			next, err = s.readLine()
			text += "\n" + next
		}
	}
	if err == nil || err == io.EOF && text != "" {
		state, err = hanoi.ParseState(text)
	}
	return state, err
}

// readLine reads the next line and returns it without its end.
func (s *states) readLine() (string, error) {
	b, err := s.in.ReadSlice('\n')
	if err == io.EOF && len(b) == 0 {
		return "", io.EOF
	}
	s.line++
	text := strings.TrimSuffix(strings.TrimSuffix(string(b), "\n"), "\r")
	text = strings.TrimPrefix(text, "\ufeff") // programs on Windows begin files with it
	long := err == bufio.ErrBufferFull
	for err == bufio.ErrBufferFull {
		_, err = s.in.ReadSlice('\n')
	}
	switch {
	case err != nil && err != io.EOF:
		return "", err
	case long:
		return "", fmt.Errorf("%w: %.80q…: longer than %d bytes, as no state is", hanoi.ErrState, text, longestLine)
	}
	return text, nil
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
