package main

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hanoigen/hanoi"
)

// States are read in each form on a line, however they arrive. A line that is no state is an
// error, and the next line is read. Other errors are the input's.
func TestReadState(t *testing.T) {
	broken := errors.New("broken")
	const lines = "\ufeff2011\nCABB\r\n3|2 1|4\nx\n"
	for _, in := range []io.Reader{strings.NewReader(lines), iotest.OneByteReader(strings.NewReader(lines))} {
		in := bufio.NewReaderSize(io.MultiReader(in, strings.NewReader(strings.Repeat("0", 1<<20)+"\n2011"), iotest.ErrReader(broken)), longestLine)
		for line, want := range []error{nil, nil, nil, hanoi.ErrState, hanoi.ErrState, nil, broken} {
			if s, err := readState(in); !errors.Is(err, want) || err == nil && s.String() != "2011" {
				t.Errorf("line %d: %v, %v; want %v", line+1, s, err, want)
			}
		}
	}
}
