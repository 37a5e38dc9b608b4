package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Line judges batch lines one by one: JSON objects with an answer, n, from, to, pegs,
// truncated and id. It keeps buffers, and is for one goroutine at a time.
type Line struct {
	problem Problem
	options Options
	pattern *regexp.Regexp
	judge   Judge
	last    Problem // that of the judge
	text    []byte  // the answer
	starts  []int   // of the elements of an answer that is a list
}

// NewLine returns a Line that takes from p and o what lines lack. A line's field truncated
// adds to that of o. The error wraps ErrProblem or ErrOption; p may be incomplete.
func NewLine(p Problem, o Options) (*Line, error) {
	pattern, err := o.check()
	if err != nil {
		return nil, err
	}
	whole := p
	if whole.N == 0 && len(whole.From) < 2 && len(whole.To) < 2 {
		whole.N = 1
	}
	if _, err := understand(whole); err != nil {
		return nil, err
	}
	return &Line{problem: p, options: o, pattern: pattern}, nil
}

// Append judges a line and appends its result, a JSON object without a newline. If the line
// cannot be judged, the result has an error, which is returned too; it wraps ErrLine,
// ErrProblem or ErrTooLong.
func (l *Line) Append(dst, line []byte) ([]byte, Verdict, error) {
	r, id, err := l.read(line)
	if err == nil {
		return r.appendJSON(dst, id), r.Verdict, nil
	}
	dst = append(dst, '{')
	if len(id) > 0 {
		dst = append(append(append(dst, `"id":`...), id...), ',')
	}
	return append(appendString(append(dst, `"error":`...), err.Error()), '}'), "", err
}

// task is what a line says.
type task struct {
	id, answer []byte // JSON
	problem    Problem
	truncated  bool
	flaw       error // the first field that is not what it should be
}

// read judges a line.
func (l *Line) read(line []byte) (r Result, id []byte, err error) {
	line = bytes.Trim(bytes.TrimPrefix(line, []byte("\ufeff")), " \t\r\n")
	if most := l.options.MaxBytes; most > 0 && len(line) > most {
		return Result{}, nil, fmt.Errorf("%w: the line has more than %d bytes", ErrTooLong, most)
	}
	if err := checkJSON(line); err != nil {
		return Result{}, idOf(line), fmt.Errorf("%w: %w", ErrLine, err)
	}
	t := fieldsOf(line)
	switch {
	case t.flaw != nil:
		return Result{}, t.id, fmt.Errorf("%w: %w", ErrLine, t.flaw)
	case t.answer == nil:
		return Result{}, t.id, fmt.Errorf("%w: it has no answer; give a string or a list of moves", ErrLine)
	}
	p := t.problem
	if p.N == 0 && len(p.From) < 2 && len(p.To) < 2 {
		p.N = l.problem.N
	}
	if p.From == "" {
		p.From = l.problem.From
	}
	if p.To == "" {
		p.To = l.problem.To
	}
	if p.Pegs == "" {
		p.Pegs = l.problem.Pegs
	}
	if p != l.last || l.judge.n == 0 {
		z, err := understand(p)
		if err != nil {
			return Result{}, t.id, err
		}
		l.judge.set(z, l.options, l.pattern)
		l.last = p
	}
	l.judge.options.Truncated = l.options.Truncated || t.truncated
	return l.answer(t.answer), t.id, nil
}

// checkJSON returns what is wrong with a JSON object.
func checkJSON(line []byte) error {
	switch {
	case len(line) == 0 || line[0] != '{':
		return fmt.Errorf(`it does not begin with {; give a JSON object such as {"id":1,"n":3,"answer":[[1,0,2]]}`)
	case !json.Valid(line):
		var v json.RawMessage
		return fmt.Errorf("no JSON: %w", json.Unmarshal(line, &v))
	case !utf8.Valid(line):
		return fmt.Errorf("no JSON: it is not UTF-8")
	}
	return nil
}

// idOf returns the id of an object that breaks off behind it.
func idOf(line []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(line))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return nil
		}
		if name == "id" && utf8.Valid(value) {
			return value
		}
	}
	return nil
}

// fieldsOf reads the fields of an object that is valid. Of a name that comes twice, the last
// counts; null does not.
func fieldsOf(line []byte) (t task) {
	elements(line, func(name, value []byte) {
		fault := func(want string) {
			if t.flaw == nil {
				t.flaw = fmt.Errorf("%s is %.40s; give %s", name, value, want)
			}
		}
		if string(name) == "id" {
			t.id = value
			return
		}
		if value[0] == 'n' {
			return
		}
		switch string(name) {
		case "answer":
			if t.answer = value; value[0] != '"' && value[0] != '[' {
				fault("a string or a list of moves")
			}
		case "n":
			n, err := strconv.Atoi(string(value))
			if t.problem.N = n; err != nil || n < 1 || n > maxDisks {
				fault("a number, 1 to 64")
			}
		case "from", "to":
			text := value
			if value[0] == '"' {
				text = unquote(nil, value)
			}
			if value[0] == '"' && len(text) == 0 || value[0] != '"' && (len(value) != 1 || !isDigit(value[0])) {
				fault("a peg as a number from 0, or a state as a string")
			}
			if string(name) == "from" {
				t.problem.From = string(text)
			} else {
				t.problem.To = string(text)
			}
		case "pegs":
			if value[0] != '"' {
				fault(`names in order, such as "1,2,3"`)
				return
			}
			t.problem.Pegs = string(unquote(nil, value))
		case "truncated":
			if t.truncated = value[0] == 't'; value[0] != 't' && value[0] != 'f' {
				fault("true or false")
			}
		}
	})
	return t
}

// elements calls f with each value of a valid JSON list, or each name, unquoted, and value of
// an object.
func elements(b []byte, f func(name, value []byte)) {
	object := b[0] == '{'
	for i := jsonBlank(b, 1); b[i] != ']' && b[i] != '}'; i = jsonBlank(b, i) {
		if b[i] == ',' {
			i = jsonBlank(b, i+1)
		}
		var name []byte
		if object {
			end := jsonEnd(b, i)
			name = unquote(nil, b[i:end])
			i = jsonBlank(b, jsonBlank(b, end)+1)
		}
		end := jsonEnd(b, i)
		f(name, b[i:end])
		i = end
	}
}

func jsonBlank(b []byte, i int) int {
	for b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n' {
		i++
	}
	return i
}

// jsonEnd returns where the value that begins at i ends.
func jsonEnd(b []byte, i int) int {
	depth := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '"':
			for escaped := true; escaped; {
				i += 1 + bytes.IndexByte(b[i+1:], '"')
				before := bytes.TrimRight(b[:i], `\`)
				escaped = (i-len(before))%2 == 1
			}
			if depth == 0 {
				return i + 1
			}
		case '[', '{':
			depth++
		case ']', '}':
			if depth == 0 {
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// unquote appends the text of a JSON string.
func unquote(dst, s []byte) []byte {
	s = s[1 : len(s)-1]
	for {
		n := bytes.IndexByte(s, '\\')
		if n < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:n]...)
		switch c := s[n+1]; c {
		case 'n':
			dst = append(dst, '\n')
		case 't':
			dst = append(dst, '\t')
		case 'r':
			dst = append(dst, '\r')
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'u':
			end := n + 6
			if bytes.HasPrefix(s[end:], []byte(`\u`)) { // it may be half of a pair
				end += 6
			}
			var text string
			_ = json.Unmarshal(slices.Concat([]byte{'"'}, s[n:end], []byte{'"'}), &text) // it is valid
			dst, s = append(dst, text...), s[end:]
			continue
		default:
			dst = append(dst, c)
		}
		s = s[n+2:]
	}
}

// answer judges an answer that is a JSON string or list. An element of a list is a line, as
// its text if it is a string.
func (l *Line) answer(value []byte) Result {
	l.text = l.text[:0]
	if value[0] == '"' {
		l.text = unquote(l.text, value)
		return l.judge.Text(l.text)
	}
	l.starts = l.starts[:0]
	nested := false
	elements(value, func(_, element []byte) {
		l.starts = append(l.starts, len(l.text))
		if element[0] == '"' {
			l.text = unquote(l.text, element)
		} else {
			nested = nested || element[0] == '[' || element[0] == '{'
			l.text = append(l.text, element...)
		}
		l.text = append(l.text, '\n')
	})
	l.judge.reader.elements = true
	r := l.judge.Text(l.text)
	l.judge.reader.elements = false
	if r.Lists == 0 && !nested { // no moves, or one
		l.text, l.starts = append(l.text[:0], value...), append(l.starts[:0], 0)
		r = l.judge.Text(l.text)
	}
	if r.Verdict == Illegal {
		i, found := slices.BinarySearch(l.starts, r.Offset)
		if !found {
			i--
		}
		r.Index, r.Line, r.Offset = &i, 0, 0
	}
	r.skippedAt = 0
	return r
}
