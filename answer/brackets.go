package answer

import "bytes"

// structured reads the lists of triples, jsonl, csv and pddl, in order.
func (j *Judge) structured() {
	if j.o.Notation == CSV {
		j.csvLines()
		return
	}
	b := j.text
	next := 0 // where the next line starts
	for i := j.mark(0); i < len(b); i = j.mark(i) {
		switch {
		case b[i] == '[':
			i = j.brackets(i)
		case b[i] == '{' && j.reads(JSONL):
			i = j.objects(i)
		case b[i] == '(' && j.reads(PDDL):
			if i >= next {
				next = line(b, i)
				if start := bytes.LastIndexByte(b[:i], '\n') + 1; at(b, space(b, start)) == ';' {
					i = next // a comment
					continue
				}
			}
			i = j.plan(i)
		case b[i] == ',' && j.reads(CSV):
			i = j.csv(i)
		default:
			i++
		}
	}
}

// mark is the function mark on the text. It passes over the part that is known to have
// no such byte.
func (j *Judge) mark(i int) int {
	if i < j.plain.start {
		if k := mark(j.text[:j.plain.start], i); k < j.plain.start {
			return k
		}
	}
	return mark(j.text, max(i, j.plain.end))
}

// found says what stands where an element of a list should.
type found uint8

const (
	none  found = iota // something else
	whole              // the element
	cut                // its beginning, where the text ends
)

// maxComments is how many places for comments an element has.
const maxComments = 7

// comments skips blanks, ends of lines, and comments from # or // on. It remembers
// the comments that it skipped last: where those of an element are read again, for
// brackets within them, it goes to their end.
func (j *Judge) comments(i int) int {
	b := j.text
	for start := -1; ; {
		i = blank(b, i)
		if c := at(b, i); c != '#' && (c != '/' || at(b, i+1) != '/') {
			if start >= 0 {
				copy(j.commented[1:], j.commented[:])
				j.commented[0] = span{start, i}
			}
			return i
		}
		for _, s := range j.commented {
			if s.start <= i && i < s.end {
				return s.end
			}
		}
		if start < 0 {
			start = i
		}
		i = line(b, i)
	}
}

// bracket reads the list of triples or objects that opens at i, if there is one, and
// returns where to go on. What is no element of it may open a list itself.
func (j *Judge) bracket(i int) int {
	b := j.text
	opening := i
	i = j.comments(i + 1)
	notation, element := Triples, j.triple
	if at(b, i) == '{' {
		notation, element = JSONL, j.object
	}
	if c := at(b, i); c != '[' && c != '(' && c != '{' || !j.reads(notation) {
		return opening + 1
	}
	j.begin(notation)
	for first := true; ; first = false {
		if !first {
			i = j.comments(j.repeat(i))
		}
		switch {
		case i == len(b):
			j.end(true)
			return i
		case b[i] == ']' && !first:
			j.end(false)
			return i + 1
		}
		if end := ellipsis(b, i); end > i && !first {
			j.end(true)
			return end
		}
		r, next, found := element(i)
		switch found {
		case cut:
			if notation == Triples || !first || r.diskAt.end > 0 {
				j.end(true)
				return len(b)
			}
			return opening + 1
		case none:
			return i
		}
		j.play(&r)
		next = j.comments(next)
		switch at(b, next) {
		case ',':
			next = j.comments(next + 1)
			j.learn(&r, i, next)
		case ']':
		default:
			if next < len(b) && ellipsis(b, next) == next {
				return next
			}
		}
		i = next
	}
}

// triple reads [disk, from, to] at i.
func (j *Judge) triple(i int) (r record, next int, f found) {
	b := j.text
	r.start = i
	closing := byte(']')
	switch at(b, i) {
	case '[':
	case '(':
		closing = ')'
	default:
		return r, i, none
	}
	if r.disk, r.diskAt, i, f = j.jsonInteger(j.comments(i + 1)); f != whole {
		return r, i, f
	}
	for _, p := range []*place{&r.from, &r.to} {
		i = j.comments(i)
		if i == len(b) {
			return r, i, cut
		}
		if b[i] != ',' {
			return r, i, none
		}
		if *p, i, f = j.jsonPlace(j.comments(i + 1)); f != whole {
			return r, i, f
		}
	}
	i = j.comments(i)
	if at(b, i) == ',' {
		i = j.comments(i + 1)
	}
	if i == len(b) {
		return r, i, cut
	}
	if b[i] != closing {
		return r, i, none
	}
	r.end = i + 1
	return r, i + 1, whole
}

// quote skips a quote at i, and returns it.
func quote(b []byte, i int) (q byte, next int) {
	if c := at(b, i); c == '"' || c == '\'' {
		return c, i + 1
	}
	return 0, i
}

// jsonInteger reads a number, in quotes or not.
func (j *Judge) jsonInteger(i int) (v int, at span, next int, f found) {
	b := j.text
	q, i := quote(b, i)
	v, end := integer(b, i)
	next, f = unquote(b, i, end, q)
	return v, span{i, end}, next, f
}

// jsonPlace reads the name of a peg, in quotes or not.
func (j *Judge) jsonPlace(i int) (p place, next int, f found) {
	b := j.text
	q, i := quote(b, i)
	p, end := j.place(i)
	next, f = unquote(b, i, end, q)
	return p, next, f
}

// unquote checks what follows a value, b[i:end], that a quote q or none precedes.
func unquote(b []byte, i, end int, q byte) (next int, f found) {
	if i == end { // nothing, or a part of a word
		for i < len(b) && (isName(b[i]) || b[i] == '-') {
			i++
		}
		if i == len(b) {
			return i, cut
		}
		return end, none
	}
	switch {
	case end == len(b):
		return end, cut
	case q == 0:
		return end, whole
	case b[end] == q:
		return end + 1, whole
	}
	return end, none
}

// objects reads the moves {"disk":1,"from":0,"to":2} from i on, with commas between
// or without.
func (j *Judge) objects(i int) int {
	b := j.text
	j.begin(JSONL)
	for first := true; ; first = false {
		// What is between two moves belongs to the shape of the second.
		start := j.repeat(i)
		if i = blank(b, start); !first && at(b, i) == ',' {
			i = blank(b, i+1)
		}
		r, next, found := j.object(i)
		if found != whole {
			return j.leave(i, first, &r, found)
		}
		j.play(&r)
		if !first {
			j.learn(&r, start, next)
		}
		i = next
	}
}

// The bounds of an object that is a move. They keep the time in proportion to the text:
// what opens within an object that is none is read again.
const (
	maxKeys   = 16
	maxNested = 1024 // bytes of a list or an object within it
)

// object reads an object with the fields disk, from and to. It skips other fields.
func (j *Judge) object(i int) (r record, next int, f found) {
	b := j.text
	r.start = i
	if at(b, i) != '{' {
		return r, i, none
	}
	i = blank(b, i+1)
	var has [3]bool
	for range maxKeys {
		q, start := quote(b, i)
		if i == len(b) {
			return r, i, cut
		}
		if q == 0 {
			return r, i, none
		}
		if i, f = jsonString(b, start, len(b), q); f != whole {
			return r, i, f
		}
		key := span{start, i - 1}
		if i = blank(b, i); i == len(b) {
			return r, i, cut
		}
		if b[i] != ':' {
			return r, i, none
		}
		i = blank(b, i+1)
		is := func(name string) bool {
			return len(name) == key.end-key.start && word(b, key.start, name) == key.end
		}
		switch {
		case is("disk"):
			r.disk, r.diskAt, i, f = j.jsonInteger(i)
			has[0] = true
		case is("from"):
			r.from, i, f = j.jsonPlace(i)
			has[1] = true
		case is("to"):
			r.to, i, f = j.jsonPlace(i)
			has[2] = true
		default:
			i, f = value(b, i)
		}
		if f != whole {
			return r, i, f
		}
		if i = blank(b, i); i == len(b) {
			return r, i, cut
		}
		switch b[i] {
		case '}':
			r.end = i + 1
			if has != [3]bool{true, true, true} {
				return r, i, none
			}
			return r, i + 1, whole
		case ',':
			i = blank(b, i+1)
		default:
			return r, i, none
		}
	}
	return r, i, none
}

// jsonString goes to the end of a string that is open at i, if it ends before a limit.
func jsonString(b []byte, i, limit int, q byte) (next int, f found) {
	for ; i < min(limit, len(b)); i++ {
		switch b[i] {
		case q:
			return i + 1, whole
		case '\\':
			i++
		case '\n':
			return i, none
		}
	}
	if limit < len(b) {
		return limit, none
	}
	return len(b), cut
}

// value skips a value of any kind.
func value(b []byte, i int) (next int, f found) {
	if q, start := quote(b, i); q != 0 {
		return jsonString(b, start, len(b), q)
	}
	if c := at(b, i); c == '[' || c == '{' {
		return nested(b, i)
	}
	start := i
	for i < len(b) && (isName(b[i]) || b[i] == '-' || b[i] == '+' || b[i] == '.') {
		i++
	}
	switch {
	case i == len(b):
		return i, cut
	case i == start:
		return i, none
	}
	return i, whole
}

// nested skips the list or the object that opens at i.
func nested(b []byte, i int) (next int, f found) {
	limit := i + maxNested
	for depth := 0; i < min(limit, len(b)); {
		switch c := b[i]; c {
		case '"', '\'':
			if i, f = jsonString(b, i+1, limit, c); f != whole {
				return i, f
			}
			continue
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1, whole
			}
		}
		i++
	}
	if limit < len(b) {
		return limit, none
	}
	return len(b), cut
}
