package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/hanoigen/hanoi"
)

// longestLine is the most bytes of a line: every state has fewer.
const longestLine = 4096

// stateReader reads states: one per line, or three lines where the first begins with
// "0|". Its memory does not depend on the length of the input or of a line.
type stateReader struct {
	in     *bufio.Reader
	number int // of the last line read, from 1
}

// atLine adds to an error which line it is about.
func atLine(number int, err error) error {
	return fmt.Errorf("standard input: line %d: %w", number, err)
}

// read returns the next state. The error is io.EOF at the end of the input, wraps
// hanoi.ErrState for a line that is not a state, or is the input's. After a line that is
// not a state, the next call reads the line behind it.
func (r *stateReader) read() (s hanoi.State, err error) {
	text, err := r.line()
	number := r.number
	if err == nil && strings.HasPrefix(text, "0|") {
		text, err = r.threeLines(text)
	}
	if err == nil {
		s, err = hanoi.ParseState(text)
	}
	if err != nil && err != io.EOF {
		err = atLine(number, err)
	}
	return s, err
}

// threeLines returns the three lines of a state, of which the first has been read.
func (r *stateReader) threeLines(text string) (string, error) {
	for _, begin := range []string{"1|", "2|"} {
		if next, _ := r.in.Peek(len(begin)); string(next) != begin {
			return "", fmt.Errorf("%w: %.80q: the three lines of one begin with 0|, 1| and 2|, and %s is missing", hanoi.ErrState, text, begin)
		}
		more, err := r.line()
		if err != nil {
			return "", err
		}
		text += "\n" + more
	}
	return text, nil
}

// line returns the next line, without its end.
func (r *stateReader) line() (string, error) {
	b, err := r.in.ReadSlice('\n')
	if err == io.EOF && len(b) == 0 {
		return "", io.EOF
	}
	r.number++
	text := strings.TrimSuffix(strings.TrimSuffix(string(b), "\n"), "\r")
	text = strings.TrimPrefix(text, "\ufeff") // as programs on Windows begin a file
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

// states is the states on a command line. Those given as - are read from standard input.
type states struct {
	given   []hanoi.State
	missing []int // which of them are read
}

func parseStates(args []string) (*states, error) {
	s := &states{given: make([]hanoi.State, len(args))}
	for i, text := range args {
		var err error
		if text == "-" {
			s.missing = append(s.missing, i)
		} else if s.given[i], err = hanoi.ParseState(text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// read reads the missing states. A line that is not a state counts as one, so that the others
// keep their places, and is one of refused. The error is io.EOF only where the input ends
// before the first state; that it ends later is one of refused.
func (s *states) read(in *stateReader) (refused []error, err error) {
	for read, i := range s.missing {
		s.given[i], err = in.read()
		switch {
		case err == io.EOF && read > 0:
			err = fmt.Errorf("%w: the input ends after %d of %d states", hanoi.ErrState, read, len(s.missing))
			return append(refused, atLine(in.number, err)), nil
		case errors.Is(err, hanoi.ErrState):
			refused = append(refused, err)
		case err != nil:
			return refused, err
		}
	}
	return refused, nil
}

// once returns the states. Standard input has to have the missing ones, and no more.
func (s *states) once() ([]hanoi.State, error) {
	if len(s.missing) == 0 {
		return s.given, nil
	}
	in := &stateReader{in: bufio.NewReaderSize(os.Stdin, longestLine)}
	refused, err := s.read(in)
	switch {
	case err == io.EOF:
		return nil, usagef("standard input has no state; give %d, one per line", len(s.missing))
	case err != nil:
		return nil, err
	case len(refused) > 0:
		return nil, refused[0]
	}
	number := in.number + 1
	switch _, err := in.read(); {
	case err == nil || errors.Is(err, hanoi.ErrState):
		return nil, usagef("standard input: line %d: a path takes %d of it; give --length to have the length of each", number, len(s.missing))
	case err != io.EOF:
		return nil, err
	}
	return s.given, nil
}

// each calls answer with the states, again and again to the end of standard input if
// some are read from there; then number is that of a line. Answers are written before it
// waits for input, so that a program can ask line by line. A line that is not a state or
// has no answer is named on standard error, and the status is that of a wrong command
// line.
func (s *states) each(out io.Writer, answer func(w io.Writer, number int, states []hanoi.State) error) error {
	if len(s.missing) == 0 {
		return answer(out, 0, s.given)
	}
	w := bufio.NewWriter(out)
	in := &stateReader{in: bufio.NewReaderSize(&flushing{os.Stdin, w}, longestLine)}
	var status error
	for {
		number := in.number + 1
		refused, err := s.read(in)
		if err == nil && len(refused) == 0 {
			if err := answer(w, number, s.given); err != nil {
				refused = []error{atLine(number, err)}
			}
		}
		if len(refused) > 0 || err != nil {
			// In its place among the answers, where both go to a terminal.
			if err := w.Flush(); err != nil {
				return err
			}
		}
		for _, r := range refused {
			say(r)
			status = failure{status: exitUsage}
		}
		switch {
		case err == io.EOF:
			return status
		case err != nil:
			return err
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
