package answer

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/hanoigen/hanoi/internal/must"
)

// Summary counts the results of a batch.
type Summary struct {
	Lines, Solved uint64 // results, and how many of them say solved
	Unjudged      uint64 // lines that could not be judged: their results say error

	FirstUnjudged uint64 // the first of these, from 1 with blank lines; 0 if there is none
	Err           error  // what was wrong with it
}

// chunk is some whole lines and their results.
type chunk struct {
	in, out []byte
	before  uint64 // lines before it, with blank ones
	end     error  // why no chunk follows
	Summary
	judged chan struct{} // closed when the results are ready
}

// Batch judges each line of r and writes its result, a line, to w, in order. It goes on after a
// line that cannot be judged; blank lines are skipped. A result is written as soon as it and
// those before it are ready, so that a program may write a line and read its result before it
// writes the next. p and o apply where a line says nothing. If workers is 0 or less, there are
// GOMAXPROCS of them; results do not depend on their number.
//
// The error is that of r, of w, of ctx or of NewLine, or wraps ErrTooLong for a line beyond
// o.MaxBytes. What was complete by then is written. If w fails or ctx ends while Batch waits
// for r, it returns at once: a Read under way goes on, and no other follows.
func Batch(ctx context.Context, r io.Reader, w io.Writer, p Problem, o Options, workers int) (sum Summary, err error) {
	o.MaxBytes = cmp.Or(o.MaxBytes, 256<<20)
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if _, err = NewLine(p, o); err != nil {
		return sum, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	chunks := make(chan *chunk, workers-1) // judged while the one before them is awaited
	go func() {
		lines := bufio.NewReaderSize(r, 256<<10)
		for c := new(chunk); c.end == nil && ctx.Err() == nil; {
			before := c.before + uint64(bytes.Count(c.in, []byte("\n")))
			c = &chunk{before: before, judged: make(chan struct{})}
			c.in, c.end = readLines(lines, o.MaxBytes, before)
			select {
			case chunks <- c:
				go c.judge(must.Get(NewLine(p, o)))
			case <-ctx.Done():
			}
		}
	}()

	for {
		var c *chunk
		select {
		case c = <-chunks:
		case <-ctx.Done():
			return sum, ctx.Err()
		}
		<-c.judged
		if len(c.out) > 0 {
			if _, err = w.Write(c.out); err != nil {
				return sum, err
			}
		}
		sum.Lines += c.Lines
		sum.Solved += c.Solved
		sum.Unjudged += c.Unjudged
		if sum.Err == nil {
			sum.FirstUnjudged, sum.Err = c.FirstUnjudged, c.Err
		}
		if c.end == io.EOF {
			return sum, nil
		}
		if c.end != nil {
			return sum, c.end
		}
	}
}

// judge judges the lines of c, and says when that is done.
func (c *chunk) judge(l *Line) {
	defer close(c.judged)
	number := c.before
	for line := range bytes.Lines(c.in) {
		number++
		if isBlank(line) {
			continue
		}
		out, verdict, err := l.Append(c.out, line)
		c.out = append(out, '\n')
		c.Lines++
		if verdict == Solved {
			c.Solved++
		}
		if err != nil {
			c.Unjudged++
		}
		if err != nil && c.Err == nil {
			c.FirstUnjudged, c.Err = number, err
		}
	}
}

// readLines returns whole lines behind so many others: the next one, and those that came with
// it. A last line without a newline counts at the end of r, and is dropped at an error.
func readLines(r *bufio.Reader, most int, before uint64) (lines []byte, err error) {
	for size := 0; ; {
		part, err := r.ReadSlice('\n')
		if size == 0 || bytes.IndexByte(lines, '{') >= 0 { // what is no object is not judged, and need not be held
			lines = append(lines, part...)
		}
		size += len(part)
		switch {
		case err == nil:
			more, _ := r.Peek(r.Buffered())
			more = more[:bytes.LastIndexByte(more, '\n')+1]
			lines = append(lines, more...)
			_, _ = r.Discard(len(more))
			return lines, nil
		case err == io.EOF:
			return lines, err
		case err != bufio.ErrBufferFull:
			return nil, err
		case size > most:
			return nil, fmt.Errorf("line %d: %w: it has more than %d bytes", before+1, ErrTooLong, most)
		}
	}
}
