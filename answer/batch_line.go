package answer

import (
	"bytes"
	"cmp"
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
	problem Problem // what lines lack
	options Options
	judge   *Judge
}

// NewLine returns a Line that takes from p and o what lines lack. The error wraps ErrProblem or
// ErrOption; p may be incomplete.
func NewLine(p Problem, o Options) (*Line, error) {
	judge, err := New(p, o)
	if err != nil && err != errNoDisks {
		return nil, err
	}
	return &Line{p, o, judge}, nil
}

// Append judges a line and appends its result, a JSON object without a newline. If the line
// cannot be judged, the result has an error, which is returned too; it wraps ErrLine,
// ErrProblem or ErrTooLong.
func (l *Line) Append(dst, line []byte) ([]byte, Verdict, error) {
	r, id, err := l.read(line)
	var result any = &r
	if err != nil {
		result = map[string]string{"error": err.Error()}
	}
	dst = append(dst, '{')
	if id != nil { // as it was written
		dst = fmt.Appendf(dst, `"id":%s,`, id)
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
	if err = l.pose(fields); err == nil {
		r, err = l.answer(fields["answer"])
	}
	return r, id, err
}

// pose sets the judge's problem to that of a line's fields. What is missing or null counts as
// l has it, but a state says the number of disks.
func (l *Line) pose(fields map[string]json.RawMessage) error {
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
		value := fields[field.name]
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

// answer judges an answer that is a JSON string or list.
func (l *Line) answer(value json.RawMessage) (Result, error) {
	switch {
	case bytes.HasPrefix(value, []byte(`"`)):
		return l.judge.Text([]byte(decoded[string](value))), nil
	case bytes.HasPrefix(value, []byte("[")):
		return l.list(value), nil
	}
	return Result{}, fmt.Errorf("%w: answer is %.40s; give a string or a list of moves", ErrLine, cmp.Or(string(value), "missing"))
}

// list judges the elements of a list, each on lines of its own: a string as its text. Flat
// elements without a list may be one move, such as ["A","C"].
func (l *Line) list(value json.RawMessage) Result {
	if bytes.IndexByte(value, '"') < 0 { // most lists are read as they are written
		if r := l.judge.Text(value); r.Lists == 1 && r.Skipped == 0 && r.Verdict != Illegal {
			return r
		}
	}
	var text []byte
	var starts []int
	for _, element := range decoded[[]json.RawMessage](value) {
		starts = append(starts, len(text))
		switch {
		case element[0] == '"':
			element = []byte(decoded[string](element))
		case bytes.IndexByte(element, '\\') >= 0: // \u0041 is A
			element = jsonLine(decoded[any](element))
		}
		text = append(append(text, element...), '\n')
	}
	r := l.judge.Text(text)
	if r.Lists == 0 && bytes.LastIndexAny(value, "[{") == 0 {
		starts, r = []int{0}, l.judge.Text(value)
	}
	if r.Verdict == Illegal {
		behind, _ := slices.BinarySearch(starts, *r.Offset+1)
		r.Index, r.Line, r.Offset = new(behind-1), 0, nil
	}
	return r
}

// decoded returns the value of valid JSON.
func decoded[T any](value []byte) (v T) {
	_ = json.Unmarshal(value, &v)
	return v
}
