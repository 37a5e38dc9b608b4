package answer

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

// An element of a list is bounded, so that no text takes more time than its length allows.
const maxElement, maxDepth = 4096, 8

// list reads a list in brackets, and adds its moves. It returns where it ends; ok is false if
// it is no list of moves: if its first element is no move, or another is the disks of a peg.
func (r *reader) list(start int) (end int, ok bool) {
	closing := byte(']')
	if r.text[start] == '(' {
		closing = ')'
	}
	first, misses := len(r.moves), len(r.misses)
	i, cut := r.blanks(start+1), true
	opening := at(r.text, i)
	r.template, r.inList = template{}, true
	defer func() { r.template, r.inList = template{}, false }()
	for ; i < r.end; i = r.blanks(i) {
		if next := r.repeat(i); next > i {
			i = next
			continue
		}
		rest := r.text[i:r.end]
		if rest[0] == closing {
			i, cut = i+1, false
			break
		}
		if bytes.HasPrefix(rest, []byte("...")) || bytes.HasPrefix(rest, []byte("…")) {
			if n := bytes.IndexAny(rest, string(closing)+"\n"); n >= 0 {
				i += n + 1
			} else {
				i = r.end
			}
			break
		}
		stop, whole := r.elementEnd(i)
		if !whole && stop == r.end {
			i = stop
			break
		}
		read := whole && stop > i
		if moves := len(r.moves); !read || !r.element(i, stop) {
			if moves == first || read && len(r.tok) < 3 {
				r.moves, r.misses = r.moves[:first], r.misses[:misses]
				if opening != '[' && opening != '(' {
					return 0, false
				}
				return r.elementEnd(start) // nothing in it is a move
			}
			if !read { // another bracket closes it, or no move is as long
				i, cut = stop, false
				break
			}
			r.misses = append(r.misses, miss{start: i, end: stop, at: moves, after: true, before: true})
		}
		i = stop
	}
	if n := len(r.moves) - first; n == 0 || n == 1 && !cut && strings.IndexByte(`[({"'`, opening) < 0 {
		r.moves = r.moves[:first]
		return 0, false
	}
	r.runs = append(r.runs, run{first: first, end: len(r.moves), form: r.moves[first].form, bracket: true, cut: cut, label: none})
	r.gap = gap{}
	return i, true
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
		case c != ',' && c != '\n', depth > 0:
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

// element reads an element of a list as a move.
func (r *reader) element(start, stop int) bool {
	before := len(r.moves)
	text, from, to := r.text, start, stop
	if bytes.IndexByte(text[start:stop], '\\') >= 0 {
		text = canonical(text[start:stop])
		from, to = 0, len(text)
	}
	r.lex(text, from, to)
	r.line = line{start: start, stop: stop, first: r.bullet()}
	if r.class(r.line.first) == '{' {
		r.readFields()
	} else if f, ok := r.moveAt(r.line.first, true, &sentence{}); ok {
		r.add(f.move, 0)
		if from == start {
			r.template.set(r, start, stop, f)
		}
	}
	for i := before; i < len(r.moves); i++ {
		r.moves[i].stand(start, stop)
	}
	return len(r.moves) > before
}

// canonical returns JSON without needless escapes; what is no JSON stays as it is.
func canonical(text []byte) []byte {
	var value any
	if json.Unmarshal(text, &value) != nil {
		return text
	}
	return jsonLine(value)
}

// Words before brackets that say what these hold.
var (
	stateWord = regexp.MustCompile(`state|config|position|initial|final|goal|start|end|now|current|after|before|between|disks|result|[pr](eg|od)s?$|tower|stack`)
	listWord  = regexp.MustCompile(`answer|solution|moves$|list|sequence|steps`)
)

// isState reports whether the bracket at a token opens a state, or the disks of a peg. The word
// next to it decides.
func (r *reader) isState(i int) bool {
	mark := r.class(i - 1)
	if mark == ':' || mark == '=' {
		i--
		switch r.class(i - 1) {
		case 'p', 'l':
			return true
		case 'n': // a peg, or the number of a triple
			first := r.tok[i-1].start
			label := r.class(i-2) == 's' || r.class(i-2) == 'v' || first == 0 || r.text[first-1] == '\n'
			if mark == '=' || r.class(i+7) != ']' || !label {
				return true
			}
		}
	}
	for i--; i >= 0 && strings.IndexByte(".;:()[]", r.tok[i].class) < 0; i-- {
		word := bytes.ToLower(r.text[r.tok[i].start:r.tok[i].end])
		if state := stateWord.Match(word); state || listWord.Match(word) {
			return state && !listWord.Match(word)
		}
	}
	return false
}
