package answer

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"unicode/utf8"
)

// Summary counts the results of a batch.
type Summary struct {
	Lines, Solved uint64 // results, and how many of them say solved
	Unjudged      uint64 // lines that could not be judged: their results have an error

	FirstUnjudged uint64 // the number of the first of these, from 1, including blank lines; 0 if there is none
	Err           error  // the error of that line
}

// A chunk is one or more whole lines, and their results.
type chunk struct {
	in, out []byte
	before  uint64 // the number of lines before it, including blank ones
	end     error  // why no chunk follows, or nil
	Summary
	judged chan struct{} // closed when the results are ready
}

// Batch judges each line of r and writes its result, a line, to w, in order. It continues after a
// line that cannot be judged, and skips blank lines. A result is written as soon as it and
// those before it are ready, so that a program may write a line and read its result before it
// writes the next. p and o apply where a line says nothing. If workers is 0 or less, there are
// GOMAXPROCS of them; results do not depend on their number.
//
// The error comes from r, w, ctx or NewLine, or wraps ErrTooLong for a line that does not end
// within 1 GiB. Complete results are written first. If w fails or ctx ends while Batch waits for
// r, it returns at once; then it may still be reading a line from r.
func Batch(ctx context.Context, r io.Reader, w io.Writer, p Problem, o Options, workers int) (sum Summary, err error) {
	o.MaxBytes = cmp.Or(o.MaxBytes, 256<<20)
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	todo := make(chan *chunk)
	for range workers {
		l, err := NewLine(p, o)
		if err != nil {
			return sum, err
		}
		go func() {
			for c := range todo {
				c.judge(l)
			}
		}()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	chunks := make(chan *chunk, workers) // in the order of the input
	go func() {
		defer close(todo)
		lines := bufio.NewReaderSize(r, 256<<10)
		for c := new(chunk); c.end == nil && ctx.Err() == nil; {
			before := c.before + uint64(bytes.Count(c.in, []byte("\n")))
			c = &chunk{before: before, judged: make(chan struct{})}
			c.in, c.end = nextLines(lines, o.MaxBytes)
			select {
			case chunks <- c:
				todo <- c
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
		sum.FirstUnjudged, sum.Err = cmp.Or(sum.FirstUnjudged, c.FirstUnjudged), cmp.Or(sum.Err, c.Err)
		if c.end == io.EOF {
			return sum, nil
		}
		if c.end != nil {
			return sum, c.end
		}
	}
}

// judge judges the lines of c, then closes c.judged.
func (c *chunk) judge(l *Line) {
	defer close(c.judged)
	number := c.before
	for line := range bytes.SplitSeq(c.in, []byte("\n")) {
		number++
		if len(bytes.Trim(line, blanks)) == 0 {
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
			c.FirstUnjudged, c.Err = cmp.Or(c.FirstUnjudged, number), cmp.Or(c.Err, err)
		}
	}
}

const (
	blanks  = " \t\r\n\v\f"
	mark    = "\ufeff" // the byte order mark
	endless = 1 << 30  // the most bytes until a line ends
)

// nextLines returns the next line, and the lines that are already buffered. At the end of the
// input, a last line without a newline counts. If reading fails, it is dropped. A line that will be
// refused is cut: after most bytes, or after a piece if it is not an object.
func nextLines(r *bufio.Reader, most int) (lines []byte, err error) {
	err = bufio.ErrBufferFull
	for size := 0; err == bufio.ErrBufferFull; {
		var part []byte
		part, err = r.ReadSlice('\n')
		if size += len(part); size > endless {
			return nil, fmt.Errorf("%w: the line after the last result does not end within %d bytes", ErrTooLong, endless)
		}
		if len(lines) == 0 {
			lines = append(lines, bytes.TrimLeft(part, blanks)...)
		} else if len(lines) <= most && isObject(lines) {
			lines = append(lines, part...)
		}
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	lines = append(bytes.TrimSuffix(lines, []byte("\n")), '\n')
	more, _ := r.Peek(r.Buffered())
	more = more[:bytes.LastIndexByte(more, '\n')+1]
	lines = append(lines, more...)
	_, _ = r.Discard(len(more))
	return lines, err
}

// isObject reports whether a line may be an object, after a byte order mark.
func isObject(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimPrefix(line, []byte(mark)), []byte("{"))
}

// Line judges batch lines one by one: JSON objects with an answer, n, from, to, pegs,
// truncated and id. It keeps buffers, and is for one goroutine at a time.
type Line struct {
	problem Problem // supplies what lines lack
	options Options
	judge   *Judge
	fields  map[string]json.RawMessage
	result  Result
	out     bytes.Buffer
	encoder *json.Encoder // to out
}

// NewLine returns a Line that takes from p and o what lines lack. The error wraps ErrProblem or
// ErrOption; p may be incomplete.
func NewLine(p Problem, o Options) (*Line, error) {
	complete := p // a line may supply n
	if max(len(p.From), len(p.To)) <= 1 {
		complete.N = cmp.Or(p.N, 1)
	}
	judge, err := New(complete, o)
	if err != nil {
		return nil, err
	}
	l := &Line{problem: p, options: o, judge: judge}
	l.encoder = json.NewEncoder(&l.out)
	l.encoder.SetEscapeHTML(false)
	return l, nil
}

// Append judges a line and appends its result, a JSON object without a newline. If the line
// cannot be judged, the result has an error, which is returned too; it wraps ErrLine,
// ErrProblem or ErrTooLong.
func (l *Line) Append(dst, line []byte) ([]byte, Verdict, error) {
	var out struct {
		ID json.RawMessage `json:"id,omitempty"`
		*Result
		Error string `json:"error,omitempty"`
	}
	var err error
	if l.result, out.ID, err = l.read(line); err != nil {
		out.Error = err.Error()
	} else {
		out.Result = &l.result
	}
	l.out.Reset()
	_ = l.encoder.Encode(out) // cannot fail
	return append(dst, bytes.TrimSuffix(l.out.Bytes(), []byte("\n"))...), l.result.Verdict, err
}

// read judges a line.
func (l *Line) read(line []byte) (r Result, id json.RawMessage, err error) {
	line = bytes.TrimLeft(line, blanks)
	if most := l.options.MaxBytes; most > 0 && len(line) > most {
		return r, nil, fmt.Errorf("%w: the line has more than %d bytes", ErrTooLong, most)
	}
	line = bytes.Trim(bytes.TrimPrefix(line, []byte(mark)), blanks)
	if !isObject(line) {
		return r, nil, fmt.Errorf(`%w: it does not begin with {; give a JSON object such as {"id":1,"n":3,"answer":[[1,0,2]]}`, ErrLine)
	}
	l.fields = nil
	if err = json.Unmarshal(line, &l.fields); err == nil && !utf8.Valid(line) {
		err = errors.New("it is not UTF-8")
	}
	if err != nil {
		return r, nil, fmt.Errorf("%w: no JSON: %w", ErrLine, err)
	}
	id = l.fields["id"]
	if err = l.pose(); err != nil {
		return r, id, err
	}
	switch value := l.fields["answer"]; {
	case bytes.HasPrefix(value, []byte(`"`)):
		var text string
		_ = json.Unmarshal(value, &text) // cannot fail
		r = l.judge.judge([]byte(text), false)
	case bytes.HasPrefix(value, []byte("[")):
		if r = l.judge.judge(plainList(value), true); r.Verdict == Illegal {
			r.Index, r.Line, r.Offset = &r.index, 0, nil
		}
	default:
		err = fmt.Errorf("%w: answer is %.40s; give a string or a list of moves", ErrLine, cmp.Or(string(value), "missing"))
	}
	return r, id, err
}

// inList has blanks for what only an escape can be in a string.
var inList = strings.NewReplacer(`\\`, "  ", `\"`, "  ", `\t`, "  ", `\n`, "  ", `\r`, "  ")

// plainList returns a JSON list without escapes.
func plainList(list json.RawMessage) []byte {
	if bytes.IndexByte(list, '\\') < 0 {
		return list
	}
	var elements []any
	var plain bytes.Buffer
	encoder := json.NewEncoder(&plain)
	encoder.SetEscapeHTML(false)
	if json.Unmarshal(list, &elements) != nil || encoder.Encode(elements) != nil { // neither can fail
		return list
	}
	return []byte(inList.Replace(plain.String()))
}

// pose sets the judge's problem from the fields. l supplies what is missing or null, except that a
// state gives the number of disks.
func (l *Line) pose() error {
	p, truncated := l.problem, l.options.Truncated
	for _, field := range []struct {
		name, want string
		to         any
	}{
		{"from", "a peg as a number from 0, or a state as a string", &p.From},
		{"to", "a peg as a number from 0, or a state as a string", &p.To},
		{"n", "a number, 1 to 64", &p.N},
		{"pegs", `names in order, such as "1,2,3"`, &p.Pegs},
		{"truncated", "true or false", &truncated},
	} {
		if field.name == "n" && max(len(p.From), len(p.To)) > 1 {
			p.N = 0
		}
		value := l.fields[field.name]
		if value == nil || string(value) == "null" {
			continue
		}
		var err error
		if text, isText := field.to.(*string); isText && len(value) == 1 { // a digit
			*text = string(value)
		} else {
			err = json.Unmarshal(value, field.to)
		}
		if n, isNumber := field.to.(*int); isNumber && *n == 0 {
			err = ErrLine
		}
		if err != nil || string(value) == `""` {
			return fmt.Errorf("%w: %s is %.40s; give %s", ErrLine, field.name, value, field.want)
		}
	}
	l.judge.options.Truncated = truncated
	return l.judge.pose(p)
}
