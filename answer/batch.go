package answer

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
)

// Summary counts the results of a batch.
type Summary struct {
	Lines, Solved uint64 // results, and how many of them say solved
	Unjudged      uint64 // lines that could not be judged: their results say error

	FirstUnjudged uint64 // the first of these, from 1 with blank lines; 0 if there is none
	Err           error  // what was wrong with it
}

// add adds the summary of what follows the first so many lines.
func (s *Summary) add(t Summary, before uint64) {
	s.Lines += t.Lines
	s.Solved += t.Solved
	s.Unjudged += t.Unjudged
	if s.Err == nil && t.Err != nil {
		s.FirstUnjudged, s.Err = before+t.FirstUnjudged, t.Err
	}
}

// chunkSize is how much is read at once.
const chunkSize = 256 << 10

// chunk is some whole lines and their results.
type chunk struct {
	in, out []byte
	lines   uint64 // in it, with blank ones
	Summary
	judged chan struct{}
}

// Batch judges each line of r and writes its result, a line, to w, in order. It goes on after a
// line that cannot be judged; blank lines are skipped. A result is written as soon as it and
// those before it are ready, so that a program may write a line and read its result before it
// writes the next. p and o stand in for what lines lack. If workers is 0 or less, there are
// GOMAXPROCS of them; results do not depend on their number.
//
// The error is that of r, of w, of ctx or of NewLine, or wraps ErrTooLong for a line beyond
// o.MaxBytes. What was complete by then is written. If w fails or ctx ends while Batch waits
// for r, it returns at once: a Read under way goes on, and no other follows.
func Batch(ctx context.Context, r io.Reader, w io.Writer, p Problem, o Options, workers int) (Summary, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if _, err := NewLine(p, o); err != nil {
		return Summary{}, err
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = maxLine
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	order := make(chan *chunk, workers)
	judges := sync.Pool{New: func() any { return checked(NewLine(p, o)) }} // as above
	var readErr error                                                      // settled before order is closed
	go func() {
		defer close(order)
		lines := bufio.NewReaderSize(r, chunkSize)
		for readErr == nil && ctx.Err() == nil {
			c := &chunk{judged: make(chan struct{})}
			c.in, readErr = readLines(lines, o.MaxBytes)
			select {
			case order <- c:
			case <-ctx.Done():
				return
			}
			go func() {
				defer close(c.judged)
				line := judges.Get().(*Line)
				c.judge(line)
				judges.Put(line)
			}()
		}
	}()

	var sum Summary
	number := uint64(0) // of lines so far
	for {
		var c *chunk
		select {
		case c = <-order:
		case <-ctx.Done():
			return sum, ctx.Err()
		}
		if c == nil {
			break
		}
		<-c.judged
		if len(c.out) > 0 {
			if _, err := w.Write(c.out); err != nil {
				return sum, err
			}
		}
		sum.add(c.Summary, number)
		number += c.lines
	}
	switch {
	case ctx.Err() != nil:
		return sum, ctx.Err()
	case errors.Is(readErr, ErrTooLong):
		return sum, fmt.Errorf("line %d: %w", number+1, readErr)
	case readErr == io.EOF:
		return sum, nil
	}
	return sum, readErr
}

// judge judges the lines of c.
func (c *chunk) judge(l *Line) {
	for line := range bytes.Lines(c.in) {
		c.lines++
		line = bytes.Trim(line, " \t\r\n")
		if len(line) == 0 {
			continue
		}
		var verdict Verdict
		var err error
		c.out, verdict, err = l.Append(c.out, line)
		c.out = append(c.out, '\n')
		c.Lines++
		switch {
		case err != nil:
			if c.Unjudged++; c.Err == nil {
				c.FirstUnjudged, c.Err = c.lines, err
			}
		case verdict == Solved:
			c.Solved++
		}
	}
}

// readLines returns whole lines: the next one, and those that came with it. A last line without a
// newline counts at the end of r, and is dropped at an error.
func readLines(r *bufio.Reader, most int) ([]byte, error) {
	var parts [][]byte // without copies until the end: memory may be short
	for size := 0; ; {
		part, err := r.ReadSlice('\n')
		if size == 0 || bytes.IndexByte(parts[0], '{') >= 0 { // what is no object is not judged, and need not be held
			parts = append(parts, bytes.Clone(part))
		}
		size += len(part)
		switch err {
		case nil:
			more, _ := r.Peek(r.Buffered())
			more = more[:bytes.LastIndexByte(more, '\n')+1]
			parts = append(parts, bytes.Clone(more))
			_, _ = r.Discard(len(more))
			return slices.Concat(parts...), nil
		case io.EOF:
			return slices.Concat(parts...), err
		case bufio.ErrBufferFull:
			if size > most {
				return nil, fmt.Errorf("%w: it has more than %d bytes", ErrTooLong, most)
			}
		default:
			return nil, err
		}
	}
}
