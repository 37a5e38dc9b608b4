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

// stateArgs are the states on a command line. States for "-" are read from standard input.
type stateArgs struct {
	all    []hanoi.State
	toRead []int // the indexes of the states given as "-"
	pegs   letters
}

func parseStates(args []string, pegs letters) (*stateArgs, error) {
	s := &stateArgs{all: make([]hanoi.State, len(args)), pegs: pegs}
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

// once returns the states. It is an error if standard input contains more than these.
func (s *stateArgs) once() ([]hanoi.State, error) {
	var all []hanoi.State
	err := s.each(io.Discard, func(_ io.Writer, line int, read []hanoi.State) error {
		if all != nil {
			return usagef("standard input: line %d: one state too many for a path; give --length to have the length of each", line)
		}
		all = append(all, read...)
		return nil
	})
	if err == nil && all == nil {
		err = usagef("standard input has no state; give %d, one per line", len(s.toRead))
	}
	return all, err
}

// each calls answer once with the states. If some are on standard input, each reads them
// repeatedly, and calls answer with the states and the number of their first line. Before each
// read that may wait, it flushes the answers, for programs that ask line by line. Lines without
// a state or an answer are reported on standard error, and the exit status is then that of a
// wrong command line. An error with a status ends the run.
func (s *stateArgs) each(out io.Writer, answer func(w io.Writer, line int, states []hanoi.State) error) error {
	if len(s.toRead) == 0 {
		return answer(out, 0, s.all)
	}
	if _, _, err := openInput("-"); err != nil {
		return fmt.Errorf("%w; give states on it", err)
	}
	if out != io.Discard {
		if err := apart("-", out); err != nil {
			return err
		}
	}
	w := bufio.NewWriter(out)
	in := newStateReader(readFunc(func(b []byte) (int, error) {
		if err := w.Flush(); err != nil {
			return 0, err
		}
		return os.Stdin.Read(b)
	}), s.pegs)
	var status error
	refuse := func(line int, err error) {
		if w.Flush() == nil { // a terminal shows answers before messages
			say(atLine(line, err))
		}
		status = exitUsage
	}
	for {
		first, complete := in.line+1, true
		for read, i := range s.toRead {
			line := in.line + 1
			state, err := in.next()
			if err == io.EOF && read > 0 {
				line, err = in.line, fmt.Errorf("%w: the input ends after %d of %d states", hanoi.ErrState, read, len(s.toRead))
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
		if err := answer(w, first, s.all); errors.As(err, new(exitStatus)) {
			return err
		} else if err != nil {
			refuse(first, err)
		}
	}
}

// readFunc is an io.Reader that calls a function.
type readFunc func([]byte) (int, error)

func (f readFunc) Read(b []byte) (int, error) { return f(b) }

func atLine(number int, err error) error {
	return fmt.Errorf("standard input: line %d: %w", number, err)
}

// longestLine is the longest line that is read, in bytes. Every state is shorter.
const longestLine = 4096

// stateReader reads states from text: one per line, or in the three lines that hanoigen state
// prints. The memory it uses does not depend on the length of the input or of its lines.
type stateReader struct {
	in   *bufio.Reader
	pegs letters
	line int // the number of the last line read, from 1
}

func newStateReader(in io.Reader, pegs letters) *stateReader {
	return &stateReader{in: bufio.NewReaderSize(in, longestLine), pegs: pegs}
}

// next returns the next state. The error is io.EOF at the end of the input, wraps
// hanoi.ErrState for a line that is not a state, or is that of the input.
func (r *stateReader) next() (state hanoi.State, err error) {
	text, err := r.readLine()
	for range 2 {
		if err == nil && (strings.HasPrefix(text, "0|") || strings.HasPrefix(text, "A|")) {
			var next string
			next, err = r.readLine()
			text += "\n" + next
		}
	}
	if err == nil || err == io.EOF && text != "" {
		state, err = hanoi.ParseState(text)
	}
	return state, err
}

// readLine reads the next line and returns it without its end.
func (r *stateReader) readLine() (string, error) {
	line, long, err := r.in.ReadLine()
	if err != nil {
		return "", err
	}
	r.line++
	text := strings.TrimPrefix(string(line), "\ufeff") // the byte order mark, which programs on Windows write
	if !long {
		return text, nil
	}
	for long && err == nil {
		_, long, err = r.in.ReadLine()
	}
	return "", fmt.Errorf("%w: %.80q…: longer than %d bytes, as no state is", hanoi.ErrState, text, longestLine)
}
