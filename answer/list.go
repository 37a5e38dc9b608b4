package answer

import (
	"bytes"
	"regexp"
	"strings"
)

// The first element of a list, a comment, and what stands before that element are bounded, so that no text takes more
// time than its length allows.
const maxFirst, maxDepth, maxComment = 4096, 8, 256

// opensList reports whether there is a bracket at i, in the line that begins at start, and it opens a list: its first
// element is a move, and no word and colon before it say that it is something else.
func (r *reader) opensList(start, i int) bool {
	if r.text[i] != '[' && (r.text[i] != '(' || isNameByte(at(r.text, i-1))) { // move( is a call
		return false
	}
	first := r.blanks(i+1, min(r.end, i+maxComment))
	if strings.IndexByte(`[({"'`, at(r.text, first)) < 0 {
		return false
	}
	r.looked = true
	end, whole := r.elementEnd(first, maxFirst)
	if !whole || len(r.parse(r.text[first:end]).moves) == 0 {
		return false
	}
	r.lex(r.text[max(start, i-80):i])
	last := len(r.tok) - 1
	inCell := r.is(last, "|") && r.columns != ""
	return !inCell && !r.namesState(last, false, false)
}

// few finds a bracket that is empty or has one value. A list with one is a state.
var few = regexp.MustCompile(`^[\[(]\s*(?:\d+,?\s*)?[\])]$`)

// list reads the list that a bracket opens, and returns where it ends.
func (r *reader) list(i int) (end int) {
	header, begin, notes := r.columns, len(r.moves), len(r.notes)
	r.columns = ""
	isCut, isState := true, false
	same := func(m move) bool { return len(r.moves) == begin || m.notation == r.moves[begin].notation }
	for i = r.blanks(i+1, r.end); i < r.end; i = r.blanks(i, r.end) {
		stop, whole := r.elementEnd(i, mostLine)
		if m, known := r.recall(i, stop); known && same(m) {
			r.moves = append(r.moves, m)
			i = stop
			continue
		}
		if stop == i { // a bracket closes it
			i, isCut = i+1, false
			break
		}
		u := r.parse(r.text[i:stop])
		if start := bytes.TrimLeft(r.text[i:stop], "\"'"); !whole || bytes.HasPrefix(start, []byte("...")) || bytes.HasPrefix(start, []byte("…")) {
			i = stop
			break
		}
		r.learn(r.text[i:stop], u)
		isState = isState || few.Match(r.text[i:stop])
		if len(u.moves) == 0 || !same(u.moves[0]) {
			u.moves, u.missed, u.is = u.moves[:0], 1, 0
		}
		r.says(u, i, stop)
		i = stop
	}
	if isState {
		r.columns, r.moves, r.notes = header, r.moves[:begin], r.notes[:notes]
		return i
	}
	for k := range r.moves[begin:] {
		m := &r.moves[begin+k]
		if m.flags |= listed; k > 0 {
			m.flags &^= first
		}
	}
	if isCut {
		r.note(cut, none, i, i)
	}
	return i
}

// blanks skips blanks, ends of lines, commas and comments, as far as an end.
func (r *reader) blanks(i, end int) int {
	for ; i < end; i++ {
		switch c := r.text[i]; {
		case strings.IndexByte(" \t\n\r,;>", c) >= 0: // > marks a quotation
		case bytes.HasPrefix(r.text[i:], []byte("\u2028")):
			i += 2
		case c == '#' && !isDigit(at(r.text, i+1)) || c == '/':
			_, next := r.lineEnd(i, maxComment)
			i = next - 1
		default:
			return i
		}
	}
	return i
}

// elementEnd returns where the element of a list that begins at i ends; whole is false if
// the text ends before it, or it is too long or too deep.
func (r *reader) elementEnd(i, most int) (end int, whole bool) {
	depth, quote := 0, byte(0)
	for end = i; end < min(r.end, i+most) && depth < maxDepth; end++ {
		c := r.text[end]
		switch {
		case isNameByte(c) || c == ' ':
		case quote != 0 && c == '\\':
			end++
		case quote != 0 && c != quote:
		case quote != 0, c == ']', c == ')', c == '}':
			quote = 0
			if depth--; depth <= 0 { // below 0 it closes the list
				return end + 1 + depth, true
			}
		case c == '"', c == '\'' && !isLetter(at(r.text, end-1)): // and no apostrophe
			quote = c
			depth++
		case c == '[', c == '(', c == '{':
			depth++
		case depth == 0 && (c == ',' || c == '\n' || c == '\r'):
			return end, true
		}
	}
	return min(end, r.end), false
}
