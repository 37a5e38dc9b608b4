package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi"
)

// stateArgs are the states on a command line. One of them may be on standard input, one per line.
type stateArgs struct {
	all    []hanoi.State
	toRead int // the index of the state given as "-", or −1
}

func parseStates(args []string) (*stateArgs, error) {
	s := &stateArgs{all: make([]hanoi.State, len(args)), toRead: slices.Index(args, "-")}
	for i, text := range args {
		if i == s.toRead {
			continue
		}
		if text == "-" {
			return nil, usagef("both states are -; give one of them as an argument")
		}
		var err error
		if s.all[i], err = hanoi.ParseState(text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// each calls answer once with the states. If one is on standard input, each reads it repeatedly,
// and calls answer with the states and the number of the line. Before each read that may wait, it
// flushes the answers, for programs that ask line by line. Lines without a state or an answer are
// reported on standard error, and the exit status is then exitUsage.
func (s *stateArgs) each(out io.Writer, answer func(w io.Writer, line int, states []hanoi.State) error) error {
	if s.toRead < 0 {
		return answer(out, 0, s.all)
	}
	if _, _, err := openInput("-"); err != nil {
		return fmt.Errorf("%w; give states on it", err)
	}
	if err := apart("-", out); err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	in := bufio.NewReaderSize(readFunc(func(b []byte) (int, error) {
		if err := w.Flush(); err != nil {
			return 0, err
		}
		return os.Stdin.Read(b)
	}), longestLine)
	var status error
	for line := 1; ; line++ {
		state, err := readState(in)
		if err == io.EOF {
			return status // the answers were flushed before the read
		}
		if err == nil {
			s.all[s.toRead] = state
			err = answer(w, line, s.all)
		} else if !errors.Is(err, hanoi.ErrState) {
			return cmp.Or(w.Flush(), atLine(line, fmt.Errorf("%w; give an input that can be read", err)))
		}
		if err != nil {
			if w.Flush() == nil { // a terminal shows answers before messages
				say(atLine(line, err))
			}
			status = exitUsage
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

// readState reads the state on the next line. The error is io.EOF at the end of the input, wraps
// hanoi.ErrState for a line that is not a state, or is that of the input.
func readState(in *bufio.Reader) (hanoi.State, error) {
	line, long, err := in.ReadLine()
	if err != nil {
		return hanoi.State{}, err
	}
	text := strings.TrimPrefix(string(line), "\ufeff") // the byte order mark, which programs on Windows write
	if !long {
		return hanoi.ParseState(text)
	}
	for long && err == nil {
		_, long, err = in.ReadLine()
	}
	return hanoi.State{}, fmt.Errorf("%w: %.80q…: longer than %d bytes, as no state is", hanoi.ErrState, text, longestLine)
}
