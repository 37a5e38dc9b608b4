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
	"regexp"
	"runtime"
	"strings"
	"sync"
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
	idle := make(chan *Line, workers)
	for range workers {
		l, err := NewLine(p, o)
		if err != nil {
			return sum, err
		}
		idle <- l
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	chunks := make(chan *chunk, workers) // in the order of the input
	go func() {
		lines := lineReader{Reader: bufio.NewReaderSize(r, 256<<10), most: o.MaxBytes}
		for c := new(chunk); c.end == nil && ctx.Err() == nil; {
			before := c.before + uint64(bytes.Count(c.in, []byte("\n")))
			c = &chunk{before: before, judged: make(chan struct{})}
			c.in, c.end = lines.next()
			select {
			case chunks <- c:
				l := <-idle
				go func() {
					c.judge(l)
					idle <- l
				}()
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
	for line := range bytes.Lines(c.in) {
		number++
		if len(bytes.Trim(line, blanks+"\n")) == 0 {
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

// A lineReader divides its input into pieces of whole lines.
type lineReader struct {
	*bufio.Reader
	most int  // the longest line that is read whole
	cut  bool // the rest of a line comes next, and is dropped
}

// next returns the next line, and the lines that are already buffered. At the end of the input, a
// last line without a newline counts. If reading fails, it is dropped. A line that will be refused
// is cut: after most bytes, or after a piece if it is not an object.
func (r *lineReader) next() (lines []byte, err error) {
	for dropped := 0; r.cut; {
		part, err := r.ReadSlice('\n')
		r.cut = err == bufio.ErrBufferFull
		if dropped += len(part); dropped > endless {
			return nil, fmt.Errorf("%w: the line after the last result does not end within %d bytes", ErrTooLong, endless)
		}
		if err != nil && !r.cut {
			return nil, err
		}
	}
	for {
		part, err := r.ReadSlice('\n')
		if len(lines) == 0 {
			part = bytes.TrimLeft(part, blanks)
		}
		lines = append(lines, part...)
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
		case len(lines) > r.most, len(lines) > 0 && !isObject(lines):
			r.cut = true
			return append(lines, '\n'), nil
		}
	}
}

const (
	blanks  = " \t\r\v\f"
	mark    = "\ufeff" // the byte order mark
	endless = 1 << 30
)

func isObject(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimPrefix(line, []byte(mark)), []byte("{"))
}

// Line judges batch lines one by one: JSON objects with an answer, n, from, to, pegs,
// truncated and id. It keeps buffers, and is for one goroutine at a time.
type Line struct {
	problem Problem // supplies what lines lack
	options Options
	judge   *Judge
	fields  map[string][]byte // of the last line
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
	return &Line{p, o, judge, map[string][]byte{}}, nil
}

// Append judges a line and appends its result, a JSON object without a newline. If the line
// cannot be judged, the result has an error, which is returned too; it wraps ErrLine,
// ErrProblem or ErrTooLong.
func (l *Line) Append(dst, line []byte) ([]byte, Verdict, error) {
	r, id, err := l.read(line)
	result := jsonLine(r)
	if err != nil {
		result = jsonLine(map[string]string{"error": err.Error()})
	}
	dst = append(dst, '{')
	if id != nil { // as it was written
		dst = fmt.Appendf(dst, `"id":%s,`, id)
	}
	return append(dst, result[1:]...), r.Verdict, err
}

// jsonLine returns a value as JSON, without a newline.
func jsonLine(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // cannot fail
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// firstID finds the id of a line that is not JSON.
var firstID = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?[0-9.]+)\s*,`)
})

// read judges a line.
func (l *Line) read(line []byte) (r Result, id []byte, err error) {
	line = bytes.TrimRight(bytes.TrimLeft(line, blanks), "\r\n")
	if most := l.options.MaxBytes; most > 0 && len(line) > most {
		return r, nil, fmt.Errorf("%w: the line has more than %d bytes", ErrTooLong, most)
	}
	line = bytes.Trim(bytes.TrimPrefix(line, []byte(mark)), blanks)
	if !isObject(line) {
		return r, nil, fmt.Errorf(`%w: it does not begin with {; give a JSON object such as {"id":1,"n":3,"answer":[[1,0,2]]}`, ErrLine)
	}
	switch {
	case !json.Valid(line):
		err = json.Unmarshal(line, new(any)) // says why
	case !utf8.Valid(line):
		err = errors.New("it is not UTF-8")
	}
	if err != nil {
		if m := firstID().FindSubmatch(line); m != nil && json.Valid(m[1]) && utf8.Valid(m[1]) {
			id = m[1]
		}
		return r, id, fmt.Errorf("%w: no JSON: %w", ErrLine, err)
	}
	l.split(line)
	id = l.fields["id"]
	if err = l.pose(); err != nil {
		return r, id, err
	}
	switch value := l.fields["answer"]; {
	case bytes.HasPrefix(value, []byte(`"`)):
		r = l.judge.Text(unquoted(value))
	case bytes.HasPrefix(value, []byte("[")):
		r = l.list(value)
	default:
		err = fmt.Errorf("%w: answer is %.40s; give a string or a list of moves", ErrLine, cmp.Or(string(value), "missing"))
	}
	return r, id, err
}

// split sets the fields to the members of a valid JSON object. encoding/json would read the answer
// a second time, and copy it.
func (l *Line) split(object []byte) {
	clear(l.fields)
	key, start, depth := "", 1, 0
	for i := 0; i < len(object); i++ {
		switch object[i] {
		case '"':
			for i++; object[i] != '"'; i++ {
				if object[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case ':':
			if depth == 1 {
				key, start = string(unquoted(bytes.TrimSpace(object[start:i]))), i+1
			}
		case ',':
			if depth == 1 {
				l.fields[key], start = bytes.TrimSpace(object[start:i]), i+1
			}
		}
	}
	if last := bytes.TrimSpace(object[start : len(object)-1]); len(last) > 0 {
		l.fields[key] = last
	}
}

// pose sets the judge's problem from a line's fields. l supplies what is missing or null, except
// that a state gives the number of disks.
func (l *Line) pose() error {
	const place = "a peg as a number from 0, or a state as a string"
	p := l.problem
	truncated := l.options.Truncated
	for _, field := range []struct {
		name, want string
		to         any
	}{
		{"from", place, &p.From},
		{"to", place, &p.To},
		{"n", "a number, 1 to 64", &p.N},
		{"pegs", `names in order, such as "1,2,3"`, &p.Pegs},
		{"truncated", "true or false", &truncated},
	} {
		value := l.fields[field.name]
		if field.want == place && len(value) == 1 { // a digit
			value = fmt.Appendf(nil, "%q", value)
		}
		if field.name == "n" && max(len(p.From), len(p.To)) > 1 {
			p.N = 0
		}
		if value != nil && (string(value) == `""` || json.Unmarshal(value, field.to) != nil) {
			return fmt.Errorf("%w: %s is %.40s; give %s", ErrLine, field.name, value, field.want)
		}
	}
	l.judge.options.Truncated = truncated
	return l.judge.pose(p)
}

// list judges an answer that is a JSON list. It reads the text of the list, with escapes resolved.
// The place of an illegal move is an index.
func (l *Line) list(list []byte) Result {
	if bytes.IndexByte(list, '\\') >= 0 { // \u0041 is A
		list = stringOf().ReplaceAllFunc(list, unescaped)
	}
	r := l.judge.Text(list)
	if r.Verdict == Illegal {
		r.Index, r.Line, r.Offset = &r.index, 0, nil
	}
	return r
}

// unescaped resolves the escapes of a JSON string. Quotation marks, backslashes and control
// characters become blanks.
func unescaped(s []byte) []byte {
	plain := strings.Map(func(r rune) rune {
		if r == '"' || r == '\\' || r < ' ' {
			return ' '
		}
		return r
	}, string(unquoted(s)))
	return []byte(`"` + plain + `"`)
}

var stringOf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\]|\\.)*"`) })

// unquoted returns the value of a JSON string.
func unquoted(s []byte) []byte {
	if bytes.IndexByte(s, '\\') < 0 {
		return s[1 : len(s)-1]
	}
	var value string
	_ = json.Unmarshal(s, &value)
	return []byte(value)
}
