package answer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
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

// chunkSize is how much is read at once, if there is that much.
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
		lines := lineReader{r: r, most: o.MaxBytes}
		for readErr == nil && ctx.Err() == nil {
			c := &chunk{judged: make(chan struct{})}
			c.in, readErr = lines.read()
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

// lineReader reads whole lines.
type lineReader struct {
	r    io.Reader
	most int    // bytes of a line
	tail []byte // of what was read, a line that is not whole
}

// read returns whole lines, at least one while r has any, and the error of r. A
// last line without a newline counts if that error is io.EOF, and is dropped at any other.
func (l *lineReader) read() ([]byte, error) {
	b := append([]byte(nil), l.tail...)
	skipped := 0
	l.tail = l.tail[:0]
	for idle := 0; ; idle++ {
		if len(b) > chunkSize && !bytes.HasPrefix(bytes.TrimLeft(b, "\ufeff \t\r"), []byte("{")) {
			skipped += len(b) - chunkSize/4 // it is not judged, and need not be held
			b = b[:chunkSize/4]
		}
		if len(b)+skipped > l.most {
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
			l.tail = append(l.tail, b[whole:]...)
			return b[:whole], err
		case idle == 100: // as bufio has it
			return b[:0], io.ErrNoProgress
		}
	}
}
