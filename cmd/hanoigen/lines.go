package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/hanoigen/hanoi"
)

// longestLine bounds the bytes of a line: no state has a longer one.
const longestLine = 4096

// line is a line of an input, without its end.
type line struct {
	number int // from 1
	text   string
	err    error // why it cannot be read; io.EOF behind the last
}

// stateReader reads states: one a line, or three lines where the first begins with
// "0|". Its memory does not depend on the length of the input or of a line.
type stateReader struct {
	in   *bufio.Reader
	last int   // the number of the last line read
	next *line // a line read ahead
}

func newStateReader(in io.Reader) *stateReader {
	return &stateReader{in: bufio.NewReaderSize(in, longestLine)}
}

// lineError is a line that is no state.
type lineError struct {
	number int
	error
}

func (e *lineError) Error() string {
	return fmt.Sprintf("standard input: line %d: %v", e.number, e.error)
}
func (e *lineError) Unwrap() error { return e.error }

// read returns the next state, and the number of its line. The error is io.EOF at the
// end of the input, a *lineError for a line that is no state, and else that of the
// input. After a *lineError the next call goes on with the line after it.
func (r *stateReader) read() (s hanoi.State, number int, err error) {
	l := r.line()
	if l.err != nil {
		return s, l.number, l.err
	}
	if strings.HasPrefix(l.text, "0|") {
		for _, begin := range []string{"1|", "2|"} {
			more := r.line()
			if more.err != nil || !strings.HasPrefix(more.text, begin) {
				r.next = &more
				return s, l.number, &lineError{l.number, fmt.Errorf("%w: %.80q: the three lines of one begin with 0|, 1| and 2|, and %s is missing",
					hanoi.ErrState, l.text, begin)}
			}
			l.text += "\n" + more.text
		}
	}
	if s, err = hanoi.ParseState(l.text); err != nil {
		err = &lineError{l.number, err}
	}
	return s, l.number, err
}

// line reads the next line.
func (r *stateReader) line() line {
	if l := r.next; l != nil {
		r.next = nil
		return *l
	}
	b, err := r.in.ReadSlice('\n')
	if err == io.EOF && len(b) == 0 {
		return line{r.last, "", io.EOF}
	}
	r.last++
	b = bytes.TrimPrefix(b, []byte("\ufeff")) // as programs on Windows begin a file
	l := line{number: r.last, text: string(bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r")))}
	if errors.Is(err, bufio.ErrBufferFull) {
		l.err = &lineError{l.number, fmt.Errorf("%w: %.80q…: longer than %d bytes, as no state is", hanoi.ErrState, l.text, longestLine)}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = r.in.ReadSlice('\n')
		}
	}
	if err != nil && err != io.EOF {
		l.err = fmt.Errorf("standard input: line %d: %w; give an input that can be read", l.number, err)
	}
	return l
}

// states is the states on a command line, of which those given as - are read from
// standard input.
type states struct {
	args    []string
	given   []hanoi.State
	missing int
}

func parseStates(args []string) (*states, error) {
	s := &states{args, make([]hanoi.State, len(args)), 0}
	for i, text := range args {
		var err error
		if text == "-" {
			s.missing++
		} else if s.given[i], err = hanoi.ParseState(text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// read reads the missing states, and returns the number of the first line. A line that
// is no state counts as one, so that the others keep their places, and adds a
// *lineError to refused. The error is io.EOF only where the input ends before the first
// state; an input that ends later adds to refused.
func (s *states) read(in *stateReader) (number int, refused []error, err error) {
	read := 0
	for i, text := range s.args {
		if text != "-" {
			continue
		}
		state, at, err := in.read()
		if read == 0 {
			number = at
		}
		switch {
		case err == io.EOF && read > 0:
			err := fmt.Errorf("%w: the input ends after %d of %d states", hanoi.ErrState, read, s.missing)
			return number, append(refused, &lineError{at, err}), nil
		case errors.As(err, new(*lineError)):
			refused = append(refused, err)
		case err != nil:
			return number, refused, err
		}
		s.given[i] = state
		read++
	}
	return number, refused, nil
}

// once returns the states. Standard input has to have the missing ones, and no more.
func (s *states) once() ([]hanoi.State, error) {
	if s.missing == 0 {
		return s.given, nil
	}
	in := newStateReader(os.Stdin)
	_, refused, err := s.read(in)
	switch {
	case err == io.EOF:
		return nil, usagef("standard input has no state; give %d, one a line", s.missing)
	case err != nil:
		return nil, err
	case len(refused) > 0:
		return nil, refused[0]
	}
	switch _, number, err := in.read(); {
	case err == nil || errors.As(err, new(*lineError)):
		return nil, usagef("standard input: line %d: a path takes %d of it; give --length to have the length of each", number, s.missing)
	case err != io.EOF:
		return nil, err
	}
	return s.given, nil
}

// each calls answer with the states, again and again to the end of standard input if
// some are read from there; then number is that of a line. Answers are written before it
// waits for input, so that a program can ask line by line. A line that is no state or
// has no answer is named on standard error, and the status is that of a wrong command
// line.
func (s *states) each(out io.Writer, answer func(w io.Writer, number int, states []hanoi.State) error) error {
	if s.missing == 0 {
		return answer(out, 0, s.given)
	}
	w := bufio.NewWriter(out)
	in := newStateReader(&flushing{os.Stdin, w})
	var status error
	for {
		number, refused, err := s.read(in)
		if err == nil && len(refused) == 0 {
			if err := answer(w, number, s.given); err != nil {
				refused = []error{&lineError{number, err}}
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
		if err == io.EOF {
			return status
		}
		if err != nil {
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
