package answer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
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
	text    []byte  // an answer that is a list, as lines
	starts  []int   // of its elements
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
	var result any = &r
	if err != nil {
		result = struct {
			Error string `json:"error"`
		}{err.Error()}
	}
	dst = append(dst, '{')
	if id != nil { // as it was written
		dst = append(append(append(dst, `"id":`...), id...), ',')
	}
	return append(dst, jsonLine(result)[1:]...), r.Verdict, err
}

// jsonLine returns a value as JSON, without a newline.
func jsonLine(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // it can be encoded
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// firstID finds the id of a line that is no JSON.
var firstID = regexp.MustCompile(`^\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?[0-9.]+)\s*,`)

// read judges a line.
func (l *Line) read(line []byte) (r Result, id []byte, err error) {
	line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
	if most := l.options.MaxBytes; most > 0 && len(line) > most {
		return r, nil, fmt.Errorf("%w: the line has more than %d bytes", ErrTooLong, most)
	}
	if !bytes.HasPrefix(line, []byte("{")) {
		return r, nil, fmt.Errorf(`%w: it does not begin with {; give a JSON object such as {"id":1,"n":3,"answer":[[1,0,2]]}`, ErrLine)
	}
	var fields map[string]json.RawMessage
	if err = json.Unmarshal(line, &fields); err == nil && !utf8.Valid(line) {
		err = errors.New("it is not UTF-8")
	}
	if err != nil {
		if m := firstID.FindSubmatch(line); m != nil && json.Valid(m[1]) && utf8.Valid(m[1]) {
			id = m[1]
		}
		return r, id, fmt.Errorf("%w: no JSON: %w", ErrLine, err)
	}
	id = fields["id"]
	p, o, err := l.parse(fields)
	if err != nil {
		return r, id, err
	}
	if p != l.last || l.judge.n == 0 {
		z, err := understand(p)
		if err != nil {
			return r, id, err
		}
		l.judge.set(z, o, l.pattern)
		l.last = p
	}
	l.judge.options = o
	r, err = l.answer(fields["answer"])
	return r, id, err
}

// parse reads the fields of a line, and takes what it lacks from l. Null is as if it were
// missing.
func (l *Line) parse(fields map[string]json.RawMessage) (p Problem, o Options, err error) {
	p, o = l.problem, l.options
	for name, value := range fields {
		if string(value) == "null" && name != "id" {
			delete(fields, name)
		}
	}
	has := func(name string) bool { return fields[name] != nil }
	read := func(name, want string, to any) {
		value := fields[name]
		if (name == "from" || name == "to") && len(value) == 1 { // a digit: a peg
			value = slices.Concat([]byte{'"'}, value, []byte{'"'})
		}
		if value != nil && err == nil && (string(value) == `""` || json.Unmarshal(value, to) != nil) {
			err = fmt.Errorf("%w: %s is %.40s; give %s", ErrLine, name, value, want)
		}
	}
	const place = "a peg as a number from 0, or a state as a string"
	read("from", place, &p.From)
	read("to", place, &p.To)
	if !has("n") && (has("from") && len(p.From) > 1 || has("to") && len(p.To) > 1) {
		p.N = 0 // the state says it
	}
	read("n", "a number, 1 to 64", &p.N)
	read("pegs", `names in order, such as "1,2,3"`, &p.Pegs)
	read("truncated", "true or false", &o.Truncated)
	o.Truncated = o.Truncated || l.options.Truncated
	return p, o, err
}

// answer judges an answer that is a JSON string or list. An element of a list is a line, as
// its text if it is a string.
func (l *Line) answer(value json.RawMessage) (Result, error) {
	var text string
	switch {
	case value == nil:
		return Result{}, fmt.Errorf("%w: it has no answer; give a string or a list of moves", ErrLine)
	case value[0] == '"':
		_ = json.Unmarshal(value, &text) // it is valid
		return l.judge.Text([]byte(text)), nil
	case value[0] != '[':
		return Result{}, fmt.Errorf("%w: answer is %.40s; give a string or a list of moves", ErrLine, value)
	}
	if bytes.HasPrefix(value, []byte("[[")) && !bytes.ContainsAny(value, `"{`) { // most lists
		if r := l.judge.Text(value); r.Lists == 1 && r.Skipped == 0 {
			if r.Verdict == Illegal {
				r.Index, r.Line, r.Offset = new(bytes.Count(value[:*r.Offset], []byte("],"))), 0, nil
			}
			return r, nil
		}
	}
	var list []json.RawMessage
	_ = json.Unmarshal(value, &list) // it is valid
	l.text, l.starts = l.text[:0], l.starts[:0]
	nested := false
	for _, element := range list {
		l.starts = append(l.starts, len(l.text))
		if element[0] == '"' {
			_ = json.Unmarshal(element, &text) // it is valid
			l.text = append(l.text, text...)
		} else {
			nested = nested || element[0] == '[' || element[0] == '{'
			l.text = append(l.text, element...)
		}
		l.text = append(l.text, '\n')
	}
	r := l.judge.Text(l.text)
	if r.Lists == 0 && !nested { // no moves, or one
		l.starts = append(l.starts[:0], 0)
		r = l.judge.Text(value)
	}
	if r.Verdict == Illegal {
		i, found := slices.BinarySearch(l.starts, *r.Offset)
		if !found {
			i--
		}
		r.Index, r.Line, r.Offset = &i, 0, nil
	}
	r.skippedAt = 0
	return r, nil
}
