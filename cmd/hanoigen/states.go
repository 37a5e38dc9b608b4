package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/hanoigen/hanoi"
)

// longestLine is the longest line that is read, in bytes. Every state is shorter.
const longestLine = 4096

// stateReader reads states from text: one per line, or in the three lines that hanoigen state
// prints. The memory it uses does not depend on the length of the input or of its lines.
type stateReader struct {
	in     *bufio.Reader
	before func() error // is called whenever the next read may have to wait
	pegs   letters
	line   int // the number of the last line read, from 1
}

func newStateReader(in io.Reader, pegs letters, before func() error) *stateReader {
	return &stateReader{in: bufio.NewReaderSize(in, longestLine), before: before, pegs: pegs}
}

// next returns the next state. The error is io.EOF at the end of the input, wraps
// hanoi.ErrState for a line that is not a state, or is that of the input or of before.
func (r *stateReader) next() (state hanoi.State, err error) {
	text, err := r.readLine()
	for range 2 {
		if err == nil && strings.HasPrefix(text, r.pegs.peg(0)+"|") {
			var next string
			next, err = r.readLine()
			text += "\n" + next
		}
	}
	if err == nil || err == io.EOF && text != "" {
		state, err = r.pegs.parse(text)
	}
	return state, err
}

// readLine reads the next line and returns it without its end.
func (r *stateReader) readLine() (string, error) {
	if ready, _ := r.in.Peek(r.in.Buffered()); bytes.IndexByte(ready, '\n') < 0 {
		if err := r.before(); err != nil {
			return "", err
		}
	}
	b, err := r.in.ReadSlice('\n')
	if err == io.EOF && len(b) == 0 {
		return "", io.EOF
	}
	r.line++
	text := strings.TrimSuffix(strings.TrimSuffix(string(b), "\n"), "\r")
	text = strings.TrimPrefix(text, "\ufeff") // the byte order mark, which programs on Windows write
	long := err == bufio.ErrBufferFull
	for err == bufio.ErrBufferFull {
		_, err = r.in.ReadSlice('\n')
	}
	switch {
	case err != nil && err != io.EOF:
		return "", err
	case long:
		return "", fmt.Errorf("%w: %.80q…: longer than %d bytes, as no state is", hanoi.ErrState, text, longestLine)
	}
	return text, nil
}
