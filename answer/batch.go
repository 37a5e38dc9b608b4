package answer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
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

// chunkSize is how much is read at once, if there is that much.
const chunkSize = 256 << 10

// chunk is some whole lines and their results. Chunks go round: they are filled, judged,
// written and filled again.
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

	// With a chunk for each worker, one that is read and one that is written, none waits.
	chunks := workers + 2
	free, work, order := make(chan *chunk, chunks), make(chan *chunk, chunks), make(chan *chunk, chunks)
	for range chunks {
		free <- &chunk{judged: make(chan struct{}, 1)}
	}
	for range workers {
		go func() {
			line, _ := NewLine(p, o) // as above
			for c := range work {
				c.judge(line)
				c.judged <- struct{}{}
			}
		}()
	}
	var readErr error // settled before order is closed
	go func() {
		defer close(order)
		defer close(work)
		lines := lineReader{r: r, most: o.MaxBytes}
		for readErr == nil {
			var c *chunk
			select {
			case c = <-free:
			case <-ctx.Done():
				readErr = ctx.Err()
				return
			}
			c.in, readErr = lines.read(c.in[:0])
			work <- c
			order <- c
		}
	}()

	var sum Summary
	number := uint64(0) // of lines so far
	for {
		var (
			c    *chunk
			more bool
		)
		select {
		case c, more = <-order:
		case <-ctx.Done():
			return sum, ctx.Err()
		}
		if !more {
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
		free <- c
	}
	if errors.Is(readErr, ErrTooLong) {
		return sum, fmt.Errorf("line %d: %w", number+1, readErr)
	}
	if readErr != io.EOF {
		return sum, readErr
	}
	return sum, nil
}

// judge judges the lines of c.
func (c *chunk) judge(l *Line) {
	c.out, c.lines, c.Summary = c.out[:0], 0, Summary{}
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
		one := Summary{Lines: 1}
		switch {
		case err != nil:
			one.Unjudged, one.FirstUnjudged, one.Err = 1, c.lines, err
		case verdict == Solved:
			one.Solved = 1
		}
		c.add(one, 0)
	}
}

// lineReader reads whole lines.
type lineReader struct {
	r       io.Reader
	most    int    // bytes of a line
	tail    []byte // of what was read, a line that is not whole
	skipped int    // bytes of it that are not held
}

// read appends whole lines to b, at least one while r has any, and returns the error of r. A
// last line without a newline counts if that error is io.EOF, and is dropped at any other.
func (l *lineReader) read(b []byte) ([]byte, error) {
	b = append(b, l.tail...)
	l.tail = l.tail[:0]
	for idle := 0; ; idle++ {
		if len(b) > chunkSize && !isObject(b) { // it is not judged, and need not be held
			l.skipped += len(b) - chunkSize/4
			b = b[:chunkSize/4]
		}
		if len(b)+l.skipped > l.most {
			return b[:0], fmt.Errorf("%w: it has more than %d bytes", ErrTooLong, l.most)
		}
		if cap(b)-len(b) < chunkSize/2 {
			b = append(make([]byte, 0, max(chunkSize, min(2*cap(b), l.most+chunkSize))), b...)
		}
		n, err := l.r.Read(b[len(b):min(len(b)+chunkSize, cap(b))])
		end := bytes.LastIndexByte(b[len(b):len(b)+n], '\n') + 1
		whole := len(b) + end
		b = b[:len(b)+n]
		if n > 0 {
			idle = 0
		}
		switch {
		case err == io.EOF:
			return b, err
		case err != nil && end == 0: // of the line that breaks off, nothing is whole
			return b[:0], err
		case end > 0:
			l.skipped = 0
			l.tail = append(l.tail, b[whole:]...)
			return b[:whole], err
		case idle == 100: // as bufio has it
			return b[:0], io.ErrNoProgress
		}
	}
}

// isObject reports whether a line begins as a JSON object.
func isObject(line []byte) bool {
	line = bytes.TrimLeft(bytes.TrimPrefix(line, []byte("\ufeff")), " \t\r")
	return len(line) > 0 && line[0] == '{'
}
