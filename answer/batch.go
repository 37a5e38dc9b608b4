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
	"strconv"
	"strings"
	"unicode/utf16"
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
	fields  map[string]*json.RawMessage // by their names; nil values are missing
	text    []byte                      // without the escapes of JSON
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
	l := &Line{problem: p, options: o, judge: judge, fields: map[string]*json.RawMessage{}}
	for _, name := range []string{"id", "answer", "from", "to", "n", "pegs", "truncated"} {
		l.fields[name] = new(json.RawMessage)
	}
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
	switch {
	case !json.Valid(line):
		err = json.Unmarshal(line, new(any)) // says why
	case !utf8.Valid(line):
		err = errors.New("it is not UTF-8")
	}
	if err != nil {
		return r, firstID(line), fmt.Errorf("%w: no JSON: %w", ErrLine, err)
	}
	l.split(line)
	id = *l.fields["id"]
	if err = l.pose(); err != nil {
		return r, id, err
	}
	switch value := *l.fields["answer"]; {
	case bytes.HasPrefix(value, []byte(`"`)):
		r = l.judge.Text(l.unescaped(value[1:len(value)-1], false))
	case bytes.HasPrefix(value, []byte("[")):
		if r = l.judge.judge(l.unescaped(value, true), true); r.Verdict == Illegal {
			r.Index, r.Line, r.Offset = &r.index, 0, nil
		}
	default:
		err = fmt.Errorf("%w: answer is %.40s; give a string or a list of moves", ErrLine, cmp.Or(string(value), "missing"))
	}
	return r, id, err
}

// unescaped returns a text or a list without the escapes of JSON. In a list, blanks replace what
// only an escape can be. It is valid until the next call.
func (l *Line) unescaped(text []byte, isList bool) []byte {
	l.text = l.text[:0]
	for i := bytes.IndexByte(text, '\\'); i >= 0; i = bytes.IndexByte(text, '\\') {
		c, size := rune(text[i+1]), 2
		if k := strings.IndexByte("bfnrt", text[i+1]); k >= 0 {
			c = rune("\b\f\n\r\t"[k])
		} else if c == 'u' {
			c, size = hex(text[i+2:]), 6
			if low, isPair := bytes.CutPrefix(text[i+6:], []byte(`\u`)); isPair && utf16.DecodeRune(c, hex(low)) != utf8.RuneError {
				c, size = utf16.DecodeRune(c, hex(low)), 12
			}
		}
		if isList && (c < ' ' || c == '"' || c == '\\') {
			c = ' '
		}
		l.text = utf8.AppendRune(append(l.text, text[:i]...), c)
		text = text[i+size:]
	}
	if len(l.text) == 0 {
		return text
	}
	l.text = append(l.text, text...)
	return l.text
}

// hex returns the number that four digits are.
func hex(digits []byte) rune {
	n, _ := strconv.ParseUint(string(digits[:4]), 16, 16)
	return rune(n)
}

// split finds the fields of a valid JSON object. encoding/json would read a list a second time.
func (l *Line) split(object []byte) {
	for _, value := range l.fields {
		*value = nil
	}
	var value *json.RawMessage
	start, depth := 1, 0
	for i := 0; i < len(object); i++ {
		isEnd := false // of a member
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
			isEnd = depth == 0
		case ',':
			isEnd = depth == 1
		case ':':
			if depth == 1 {
				name := bytes.TrimSpace(object[start:i])
				value = l.fields[string(l.unescaped(name[1:len(name)-1], false))]
				start = i + 1
			}
		}
		if isEnd {
			if value != nil {
				*value = bytes.TrimSpace(object[start:i])
			}
			start = i + 1
		}
	}
}

// firstID returns the id of a line that is not JSON, if the line begins with it.
func firstID(line []byte) (id json.RawMessage) {
	d := json.NewDecoder(bytes.NewReader(line))
	_, _ = d.Token()
	if key, _ := d.Token(); key == "id" && d.Decode(&id) == nil && d.More() && utf8.Valid(id) {
		return id
	}
	return nil
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
		value := *l.fields[field.name]
		if value == nil || string(value) == "null" {
			continue
		}
		var err error
		switch to := field.to.(type) {
		case *int:
			if *to, err = strconv.Atoi(string(value)); *to == 0 {
				err = ErrLine
			}
		case *string:
			if *to = string(value); value[0] == '"' {
				*to = string(l.unescaped(value[1:len(value)-1], false))
			} else if len(value) != 1 { // not a digit
				err = ErrLine
			}
		default:
			err = json.Unmarshal(value, to)
		}
		if err != nil || string(value) == `""` {
			return fmt.Errorf("%w: %s is %.40s; give %s", ErrLine, field.name, value, field.want)
		}
	}
	l.judge.options.Truncated = truncated
	return l.judge.pose(p)
}
