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

// longestLine is the most bytes of a line that may be one of a state's.
const longestLine = 4096

// line is a line of an input, without its end.
type line struct {
	number int // from 1
	text   string
	err    error // why it cannot be read; io.EOF behind the last
}

// stateReader reads states from lines: one a line, or three where a line begins
// "0|". It takes no more memory however long the input or a line is.
type stateReader struct {
	in   *bufio.Reader
	last int   // the number of the last line read
	next *line // one that was read too early
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

// read returns the next state, and the number of its line. At the end, the error
// is io.EOF; that of what is no state is a *lineError, and the next call goes on
// with the line after it; others are of the input.
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
	l := line{number: r.last, text: string(bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r")))}
	if errors.Is(err, bufio.ErrBufferFull) {
		l.err = &lineError{l.number, fmt.Errorf("%w: %.80q…: longer than %d bytes, as no state is", hanoi.ErrState, l.text, longestLine)}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = r.in.ReadSlice('\n')
		}
	}
	if err != nil && err != io.EOF {
		l.err = fmt.Errorf("standard input: line %d: %w", l.number, err)
	}
	return l
}

// group reads so many states, and returns the number of the first's line. All are
// read even if some are no states, so that the others keep their places; refused
// holds a *lineError for each that is none. The input ends, io.EOF, before the first
// alone.
func (r *stateReader) group(many int) (group []hanoi.State, number int, refused []error, err error) {
	for i := range many {
		s, at, err := r.read()
		if i == 0 {
			number = at
		}
		switch {
		case err == io.EOF && i > 0:
			return nil, number, append(refused, &lineError{at, fmt.Errorf("%w: the input ends after %d of %d states", hanoi.ErrState, i, many)}), nil
		case errors.As(err, new(*lineError)):
			refused = append(refused, err)
		case err != nil:
			return nil, number, refused, err
		}
		group = append(group, s)
	}
	return group, number, refused, nil
}

// theStates reads so many states from standard input, and fails if it has more.
func theStates(many int) ([]hanoi.State, error) {
	in := newStateReader(os.Stdin)
	group, _, refused, err := in.group(many)
	switch {
	case err == io.EOF:
		return nil, usagef("standard input has no state; give %d, one a line", many)
	case err != nil:
		return nil, err
	case len(refused) > 0:
		return nil, refused[0]
	}
	switch _, number, err := in.read(); {
	case err == nil || errors.As(err, new(*lineError)):
		return nil, usagef("standard input: line %d: a path takes %d of it; give --length to have the length of each", number, many)
	case err != io.EOF:
		return nil, err
	}
	return group, nil
}

// eachGroup reads groups of so many states from standard input to its end, and calls
// answer for each. An answer is written before more is waited for, so that a program
// can ask line by line. A line that is no state or has no answer is named on standard
// error, and the status is that of a wrong command line.
func eachGroup(out io.Writer, many int, answer func(w io.Writer, number int, group []hanoi.State) error) error {
	w := bufio.NewWriter(out)
	in := newStateReader(&flushing{os.Stdin, w})
	var status error
	for {
		group, number, refused, err := in.group(many)
		if err == nil && len(refused) == 0 {
			if err := answer(w, number, group); err != nil {
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
			complain(r)
			status = statusError(exitUsage)
		}
		if err == io.EOF {
			return status
		}
		if err != nil {
			return err
		}
	}
}

// flushing is a reader that first flushes a writer.
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
