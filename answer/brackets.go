package answer

import "bytes"

// brackets reads a list in brackets or an object at a token, and adds its moves. It returns
// where that ends.
func (r *reader) brackets(i, indent int, denied bool) (end int, ok bool) {
	start := r.tok[i].start
	switch r.text[start] {
	case '{':
		if denied {
			return 0, false
		}
		r.commit(indent)
		m, end, ok := r.object(start)
		if !ok {
			return 0, false
		}
		r.add(m, indent)
		return end, true
	case '(', '[':
		next := r.blanks(start+1, r.end)
		c := at(r.text, next)
		if c == '[' || c == '{' {
			r.commit(indent) // what comes before it
		}
		nested := c == '[' || c == '(' || c == '{' || c == '"' || c == '\''
		if !nested && (r.text[start] == '(' || !isLetter(c) && !isDigit(c)) || r.text[start] == '(' && c != '[' && c != '(' {
			return 0, false
		}
		if r.behindName(start) {
			return r.elementEnd(start)
		}
		return r.list(start, nested)
	}
	return 0, false
}

// blanks skips blanks, ends of lines and comments.
func (r *reader) blanks(i, end int) int {
	for i < end {
		switch c := r.text[i]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			i++
		case c == '#' || c == '/' && at(r.text, i+1) == '/':
			n := bytes.IndexByte(r.text[i:min(end, i+maxElement)], '\n')
			if n < 0 {
				return min(end, i+maxElement)
			}
			i += n
		default:
			return i
		}
	}
	return i
}

// list reads a list of moves that begins with a bracket. One whose first element is no
// move, or with an element that is a peg or the disks of one, is no list of moves.
func (r *reader) list(start int, nested bool) (end int, ok bool) {
	closing := byte(']')
	if r.text[start] == '(' {
		closing = ')'
	}
	moves, misses, tok, found := len(r.moves), len(r.misses), r.tok, r.found
	r.tok, r.found = nil, nil
	defer func() { r.tok, r.found = tok, found }()
	// Where it is no list, nothing in it is a move if its elements are lists.
	give := func() (int, bool) {
		r.moves, r.misses = r.moves[:moves], r.misses[:misses]
		if c := r.text[r.blanks(start+1, r.end)]; c != '[' && c != '(' {
			return 0, false
		}
		return r.elementEnd(start)
	}
	i, cut := start+1, false
	for {
		i = r.blanks(i, r.end)
		if i >= r.end {
			cut = true
			break
		}
		c := r.text[i]
		if c == ',' || c == ';' {
			i++
			continue
		}
		if c == closing {
			i++
			break
		}
		if bytes.HasPrefix(r.text[i:r.end], []byte("...")) || bytes.HasPrefix(r.text[i:r.end], []byte("…")) {
			cut = true
			i = r.closing(i, closing)
			break
		}
		if c == '[' || c == '(' {
			if m, next, ok := r.triple(i); ok {
				r.moves = append(r.moves, m)
				i = next
				continue
			}
		}
		stop, whole := r.elementEnd(i)
		if stop == i || !whole && stop < r.end { // another bracket closes, or no move is as long
			if len(r.moves) == moves {
				return give()
			}
			i = stop
			break
		}
		if !whole {
			cut = true
			i = r.end
			break
		}
		m, ok := r.element(i, stop)
		switch {
		case ok:
			r.moves = append(r.moves, m)
		case len(r.moves) == moves, r.values(i, stop) < 2:
			return give()
		default:
			r.misses = append(r.misses, miss{start: i, end: stop, at: len(r.moves), after: true, before: true})
		}
		i = stop
	}
	if n := len(r.moves) - moves; n == 0 || n == 1 && !nested && !cut {
		return give()
	}
	family := forms[r.moves[moves].form].notation
	r.runs = append(r.runs, run{first: moves, end: len(r.moves), family: family, bracket: true, cut: cut, label: none})
	r.gap = gap{bracket: true}
	return i, true
}

// closing returns where a list ends that is left out from i on.
func (r *reader) closing(i int, closing byte) int {
	for i < r.end && r.text[i] != '\n' {
		i++
		if r.text[i-1] == closing {
			break
		}
	}
	return i
}

// triple reads [1, 0, 2] or (1, 0, 2), as most lists have it.
func (r *reader) triple(start int) (m move, end int, ok bool) {
	if r.only != "" && r.only != "triples" {
		return move{}, 0, false
	}
	b, i := r.text, start+1
	var v [3]int32
	for k := range v {
		for at(b, i) == ' ' {
			i++
		}
		first := i
		for i < r.end && isDigit(b[i]) && i < first+3 {
			v[k] = v[k]*10 + int32(b[i]-'0')
			i++
		}
		if i == first {
			return move{}, 0, false
		}
		if k < 2 {
			if at(b, i) != ',' {
				return move{}, 0, false
			}
			i++
		}
	}
	if i >= r.end || b[i] != b[start]+2 && b[i] != b[start]+1 || v[0] >= diskUnknown || max(v[1], v[2]) > maxNumber {
		return move{}, 0, false
	}
	return move{start: uint32(start), end: uint32(i + 1), label: none,
		disk: uint8(v[0]), from: uint8(v[1]), to: uint8(v[2]), form: tripleForm}, i + 1, true
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
		case ']', ')', '}':
			if depth == 0 {
				return i, true
			}
			if depth--; depth == 0 {
				return i + 1, true
			}
		case '"', '\'':
			if c == '\'' && i > 0 && isLetter(r.text[i-1]) {
				continue // an apostrophe
			}
			end := r.stringEnd(i, most)
			if end < 0 {
				return most, false
			}
			i = end - 1
			if depth == 0 {
				return end, true
			}
		case ',':
			if depth == 0 {
				return i, true
			}
		case '\n':
			if depth == 0 {
				return i, true
			}
		}
	}
	return most, false
}

// stringEnd returns where the string that begins at i ends; -1 if it does not before most.
func (r *reader) stringEnd(i, most int) int {
	quote := r.text[i]
	for i++; i < most; i++ {
		switch r.text[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		}
	}
	return none
}

// values counts the values of an element.
func (r *reader) values(start, end int) int {
	r.lex(r.text, start, end)
	n := 0
	for _, t := range r.tok {
		if t.class == 'n' || t.class == 'd' || t.class == 'p' || t.class == 'l' || t.class == 'x' || t.class == 'v' {
			n++
		}
	}
	return n
}

// element reads an element of a list as a move.
func (r *reader) element(start, end int) (move, bool) {
	text := r.text[start:end]
	if text[0] == '{' {
		m, stop, ok := r.object(start)
		return m, ok && stop == end
	}
	m, ok := r.one(plain(text))
	m.start, m.end = uint32(start), uint32(end)
	return m, ok
}

// one reads a text that is one move.
func (r *reader) one(text []byte) (move, bool) {
	all := r.text
	defer func() { r.text = all }()
	r.text = text
	r.lex(text, 0, len(text))
	r.found = r.found[:0]
	i := r.bullet()
	if i == len(r.tok) {
		return move{}, false
	}
	f, ok := r.moveAt(i, true, true, sentence{})
	if !ok {
		return move{}, false
	}
	for _, t := range r.tok[f.at.end:] {
		if t.class == '!' || t.class == 'x' && forms[f.form].where == whole {
			return move{}, false
		}
	}
	return f.move, true
}
