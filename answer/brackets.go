package answer

import (
	"bytes"
	"encoding/json"
	"regexp"
)

// brackets reads a list in brackets or an object at a token, and adds its moves. It returns
// where that ends.
func (r *reader) brackets(i, indent int, denied bool) (end int, ok bool) {
	start := r.tok[i].start
	open, next := r.text[start], at(r.text, r.blanks(start+1))
	if open == '{' {
		if denied {
			return 0, false
		}
		r.commit(indent)
		m, end, ok := r.object(start)
		if ok {
			r.add(m, indent)
		}
		return end, ok
	}
	if next == '[' || next == '{' {
		r.commit(indent) // what comes before it
	}
	nested := next == '[' || next == '(' || next == '{' || next == '"' || next == '\''
	switch {
	case open == '(' && next != '[' && next != '(', !nested && !isLetter(next) && !isDigit(next):
		return 0, false
	case r.behindName(start):
		return r.elementEnd(start)
	}
	return r.list(start, nested)
}

// blanks skips blanks, ends of lines, commas and comments.
func (r *reader) blanks(i int) int {
	for ; i < r.end; i++ {
		switch c := r.text[i]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ',' || c == ';':
		case c == '#' || c == '/' && at(r.text, i+1) == '/':
			n := bytes.IndexByte(r.text[i:min(r.end, i+maxElement)], '\n')
			if n < 0 {
				return min(r.end, i+maxElement)
			}
			i += n
		default:
			return i
		}
	}
	return i
}

// closes has the bracket that closes another.
var closes = map[byte]byte{'[': ']', '(': ')'}

// list reads a list of moves that begins with a bracket. One whose first element is no
// move, or with an element that is a peg or the disks of one, is no list of moves.
func (r *reader) list(start int, nested bool) (end int, ok bool) {
	closing := closes[r.text[start]]
	first, misses := len(r.moves), len(r.misses)
	// Where it is no list, nothing in it is a move if its elements are lists.
	give := func() (int, bool) {
		r.moves, r.misses = r.moves[:first], r.misses[:misses]
		if closes[at(r.text, r.blanks(start+1))] == 0 {
			return 0, false
		}
		return r.elementEnd(start)
	}
	i, cut := start+1, false
	for {
		i = r.blanks(i)
		rest := r.text[i:r.end]
		if len(rest) == 0 {
			cut = true
			break
		}
		if rest[0] == closing {
			i++
			break
		}
		if bytes.HasPrefix(rest, []byte("...")) || bytes.HasPrefix(rest, []byte("…")) {
			cut = true
			line, _, _ := bytes.Cut(rest, []byte("\n"))
			if n := bytes.IndexByte(line, closing); n >= 0 {
				line = line[:n+1]
			}
			i += len(line)
			break
		}
		if m, ok := r.triple(i); ok {
			r.moves = append(r.moves, m)
			i = int(m.end)
			continue
		}
		stop, whole := r.elementEnd(i)
		if cut = !whole && stop == r.end; cut {
			i = stop
			break
		}
		if stop == i || !whole { // another bracket closes, or no move is as long
			if len(r.moves) == first {
				return give()
			}
			i = stop
			break
		}
		m, ok := r.element(i, stop)
		switch {
		case ok:
			r.moves = append(r.moves, m)
		case len(r.moves) == first, r.values(i, stop) < 2:
			return give()
		default:
			r.misses = append(r.misses, miss{start: i, end: stop, at: len(r.moves), after: true, before: true})
		}
		i = stop
	}
	if n := len(r.moves) - first; n == 0 || n == 1 && !nested && !cut {
		return give()
	}
	family := forms[r.moves[first].form].notation
	r.runs = append(r.runs, run{first: first, end: len(r.moves), family: family, bracket: true, cut: cut, label: none})
	r.gap = gap{bracket: true}
	return i, true
}

// triple reads [1, 0, 2] or (1, 0, 2), as most lists have it.
func (r *reader) triple(start int) (m move, ok bool) {
	b, i := r.text[:r.end], start+1
	closing := b[start] + 2 // ASCII has [ and ] so, ( and ) side by side
	if b[start] == '(' {
		closing--
	} else if b[start] != '[' {
		return m, false
	}
	var v [3]int32
	for k := range v {
		for at(b, i) == ' ' {
			i++
		}
		first := i
		for i < len(b) && isDigit(b[i]) && i < first+3 {
			v[k] = v[k]*10 + int32(b[i]-'0')
			i++
		}
		if i == first || at(b, i) != [3]byte{',', ',', closing}[k] {
			return m, false
		}
		i++
	}
	return move{start: uint32(start), end: uint32(i), label: none, disk: uint8(v[0]), from: uint8(v[1]), to: uint8(v[2]),
		form: tripleForm}, v[0] < diskUnknown && max(v[1], v[2]) <= maxNumber && (r.only == "" || r.only == "triples")
}

// maxElement bounds an element of a list, so that no text takes more time than its length allows.
const maxElement = 4096

// elementEnd returns where the element of a list that begins at i ends; whole is false if
// the text ends before it, or it is too long.
func (r *reader) elementEnd(i int) (end int, whole bool) {
	depth, most := 0, min(r.end, i+maxElement)
	for ; i < most; i++ {
		switch c := r.text[i]; c {
		case '[', '(', '{':
			depth++
			continue
		case ']', ')', '}':
			if depth--; depth < 0 {
				return i, true
			}
		case ',', '\n':
			if depth == 0 {
				return i, true
			}
			continue
		case '"', '\'':
			if c == '\'' && i > 0 && isLetter(r.text[i-1]) {
				continue // an apostrophe
			}
			for i++; i < most && r.text[i] != c; i++ {
				if r.text[i] == '\\' {
					i++
				}
			}
			if i >= most {
				return most, false
			}
		default:
			continue
		}
		if depth == 0 {
			return i + 1, true
		}
	}
	return most, false
}

// values counts the values of an element.
func (r *reader) values(start, end int) (n int) {
	r.inner.lex(r.text, start, end)
	for _, t := range r.inner.tok {
		if bytes.IndexByte([]byte("ndplxv"), t.class) >= 0 {
			n++
		}
	}
	return n
}

// element reads an element of a list as a move.
func (r *reader) element(start, end int) (m move, ok bool) {
	if text := r.text[start:end]; text[0] == '{' {
		stop := 0
		m, stop, ok = r.object(start)
		ok = ok && stop == end
	} else {
		m, ok = r.inner.one(plain(text))
	}
	m.start, m.end = uint32(start), uint32(end)
	return m, ok
}

// one reads a text that is one move.
func (r *reader) one(text []byte) (m move, ok bool) {
	r.text = text
	r.lex(text, 0, len(text))
	i := r.bullet()
	if i == len(r.tok) {
		return m, false
	}
	f, ok := r.moveAt(i, true, true, sentence{})
	if !ok {
		return m, false
	}
	for _, t := range r.tok[f.at.end:] {
		if t.class == '!' || t.class == 'x' && forms[f.form].where == whole {
			return m, false
		}
	}
	return f.move, true
}

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// plain returns the text with the escapes of its strings resolved.
func plain(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	return quoted.ReplaceAllFunc(text, func(s []byte) []byte {
		var value string
		if json.Unmarshal(s, &value) != nil {
			return s
		}
		return []byte(`"` + value + `"`)
	})
}
