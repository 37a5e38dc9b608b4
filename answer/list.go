package answer

import (
	"bytes"
	"regexp"
	"strings"
)

// An element of a list is bounded, so that no text takes more time than its length allows.
const maxElement, maxDepth = 4096, 8

// opensList reports whether the bracket at i, in the line that begins at start, opens a list: its first element is a move, and
// no word and colon before it say that it is something else.
func (r *reader) opensList(start, i int) bool {
	first := r.blanks(i + 1)
	opening := at(r.text[:r.end], first)
	if opening == 0 || strings.IndexByte(`[({"'`, opening) < 0 || r.text[i] == '(' && opening != '(' && opening != '[' {
		return false
	}
	if _, _, ok := r.readLike(&r.lastElement, r.text[first:r.end]); !ok {
		end, whole := r.elementEnd(first)
		if !whole || end == first || len(r.parse(r.text[first:end]).moves) == 0 {
			return false
		}
	}
	r.lex(r.text[max(start, i-80):i])
	last := len(r.tok) - 1
	return !r.is(last, ":=") || !r.namesState(last, false, false)
}

// few finds a bracket that is empty or has one value. A list with one is a state.
var few = regexp.MustCompile(`^[\[(]\s*(?:\d+,?\s*)?[\])]$`)

// list reads the list that a bracket opens, and returns where it ends.
func (r *reader) list(i int) (end int) {
	closing := byte(']')
	if r.text[i] == '(' {
		closing = ')'
	}
	r.columns = columns{}
	first, misses, form := len(r.moves), len(r.misses), notation(0)
	isCut, isState := true, false
	for i = r.blanks(i + 1); i < r.end; i = r.blanks(i) {
		r.reserve(i, r.end-i)
		rest := r.text[i:r.end]
		if rest[0] == closing {
			i, isCut = i+1, false
			break
		}
		if bytes.HasPrefix(rest, []byte("...")) || bytes.HasPrefix(rest, []byte("…")) {
			break
		}
		if m, size, ok := r.readLike(&r.lastElement, rest); ok && (form == 0 || m.notation == form) {
			form = m.notation
			m.stand(i, i+size)
			r.moves = append(r.moves, m)
			i += size
			continue
		}
		stop, whole := r.elementEnd(i)
		if !whole || stop == i { // it is cut, another bracket closes it, or no move is as long
			isCut = stop == r.end
			i = stop
			break
		}
		u := r.parse(r.text[i:stop])
		if text := r.text[i:stop]; strings.IndexByte("])}", text[len(text)-1]) >= 0 {
			r.learn(&r.lastElement, text, u)
		}
		isState = isState || few.Match(r.text[i:stop])
		understood := len(u.moves) > 0 && u.missed == 0
		for _, m := range u.moves {
			if first == len(r.moves) {
				form = m.notation
			}
			if m.notation != form {
				understood = false
				continue
			}
			m.stand(i, stop)
			r.moves = append(r.moves, m)
		}
		if !understood {
			r.misses = append(r.misses, miss{start: i, end: stop, at: len(r.moves), after: true, before: true})
		}
		i = stop
	}
	if isState {
		r.moves, r.misses = r.moves[:first], r.misses[:misses]
	} else if len(r.moves) > first {
		r.bracket(first, len(r.misses)-misses, isCut)
	}
	return i
}

// blanks skips blanks, ends of lines, commas and comments.
func (r *reader) blanks(i int) int {
	for ; i < r.end; i++ {
		switch c := r.text[i]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ',' || c == ';':
		case bytes.HasPrefix(r.text[i:], []byte("\u2028")):
			i += 2
		case c == '>' && (r.text[i-1] == '\n' || r.text[i-1] == '\r'): // a quotation
		case c == '#' && !isDigit(at(r.text, i+1)) || c == '/':
			n := bytes.IndexAny(r.text[i:min(r.end, i+maxElement)], "\n\r\u2028")
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

// elementEnd returns where the element of a list that begins at i ends; whole is false if
// the text ends before it, or it is too long or too deep.
func (r *reader) elementEnd(i int) (end int, whole bool) {
	most := min(r.end, i+maxElement)
	depth, quote := 0, byte(0)
	for ; i < most && depth < maxDepth; i++ {
		c := r.text[i]
		switch {
		case quote != 0:
			if c == '\\' {
				i++
			}
			if c != quote {
				continue
			}
			quote = 0
		case c == '"', c == '\'' && !isLetter(at(r.text, i-1)): // and no apostrophe
			quote = c
			continue
		case c == '[', c == '(', c == '{':
			depth++
			continue
		case c == ']', c == ')', c == '}':
			if depth--; depth < 0 {
				return i, true
			}
		case c != ',' && c != '\n' && c != '\r', depth > 0:
			continue
		default:
			return i, true
		}
		if depth == 0 {
			return i + 1, true
		}
	}
	return i, false
}
