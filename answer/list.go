package answer

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
)

// An element of a list is bounded, so that no text takes more time than its length allows. So is
// what is looked at before a bracket.
const maxElement, maxDepth, maxBefore = 4096, 8, 80

// maxState is more than the bytes of any state, as people write them.
const maxState = 512

// opensList reports whether a bracket opens a list whose first element is a move.
func (r *reader) opensList(i int) bool {
	first := r.blanks(i + 1)
	opening := at(r.text[:r.end], first)
	if opening == 0 || r.text[i] == '(' && opening != '(' && opening != '[' {
		return false
	}
	end, whole := r.elementEnd(first)
	if !whole || end == first {
		return false
	}
	u := r.element(first, end)
	return len(u.moves) > 0 && (strings.IndexByte(`[({"'`, opening) >= 0 || strings.IndexByte("])", at(r.text, end)) < 0)
}

// list reads the list that a bracket opens, and returns where it ends.
func (r *reader) list(i int) (end int) {
	closing := byte(']')
	if r.text[i] == '(' {
		closing = ')'
	}
	c := run{first: len(r.moves), bracket: true, cut: true, label: none}
	for i = r.blanks(i + 1); i < r.end; i = r.blanks(i) {
		rest := r.text[i:r.end]
		if rest[0] == closing {
			i, c.cut = i+1, false
			break
		}
		if bytes.HasPrefix(rest, []byte("...")) || bytes.HasPrefix(rest, []byte("…")) {
			break
		}
		stop, whole := r.elementEnd(i)
		if !whole || stop == i { // it is cut, another bracket closes it, or no move is as long
			c.cut = stop == r.end
			i = stop
			break
		}
		u := r.element(i, stop)
		for _, m := range u.moves {
			m.stand(i, stop)
			r.append(m)
		}
		if len(u.moves) == 0 {
			r.misses = append(r.misses, miss{start: i, end: stop, at: len(r.moves), after: true, before: true})
		}
		i = stop
	}
	c.end, c.form = len(r.moves), r.moves[c.first].form
	r.runs = append(r.runs, c)
	r.gap = gap{}
	return i
}

// element reads an element of a list. Its moves may be strings with escapes.
func (r *reader) element(start, end int) *reading {
	text := r.text[start:end]
	u := r.kept[string(text)]
	if u != nil {
		return u
	}
	plain := text
	if bytes.IndexByte(text, '\\') >= 0 {
		var value any
		if json.Unmarshal(text, &value) == nil {
			plain = jsonLine(value)
		}
	}
	u = r.parse(plain)
	r.keep(text, u)
	return u
}

// blanks skips blanks, ends of lines, commas and comments.
func (r *reader) blanks(i int) int {
	for ; i < r.end; i++ {
		switch c := r.text[i]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ',' || c == ';':
		case c == '#' || c == '/':
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

// What says that brackets hold a state: what is in them, the name of a peg before them, or the last
// of some words.
var (
	stateInside = regexp.MustCompile(`[\[(]\s*(?:\d+,?\s*)?[\])]`)
	stateWord   = regexp.MustCompile(`(?i)(answer|solution|moves\b|list|sequence|steps)|state|config|position|initial|final|goal|start|end|now|current|after|before|between|disks|result|[pr](?:eg|od)s?$|tower|stack`)
	clauseMarks = ".;:()[]\n"
)

// isState reports whether the bracket at i of a line that begins at start opens a state, or the
// disks of a peg, and where it ends.
func (r *reader) isState(start, i int) (end int, ok bool) {
	end, whole := r.elementEnd(i)
	if !whole || end-i > maxState || bytes.ContainsFunc(r.text[i:end], unicode.IsLower) {
		return 0, false
	}
	inside, before := r.text[i:end], bytes.TrimRight(r.text[max(start, i-maxBefore):i], " \t\"'*_`")
	if stateInside.Match(inside[1:]) {
		return end, true
	}
	if mark := at(before, len(before)-1); mark == ':' || mark == '=' {
		before = before[:len(before)-1]
		r.lex(before)
		switch n := len(r.tok) - 1; r.class(n) {
		case 'p', 'l':
			return end, true
		case 'n': // a peg, or the number of a move
			behind, _, _ := bytes.Cut(r.text[end:min(r.end, end+maxBefore)], []byte("\n"))
			label := n == r.bullet() || r.class(n-1) == 's' || r.class(n-1) == 'v'
			triple := label && bytes.Count(inside, []byte(",")) == 2 && len(bytes.Trim(behind, " ,.;\r")) == 0
			if !triple && !bytes.ContainsFunc(inside, unicode.IsLetter) {
				return end, true
			}
		}
	}
	before = before[bytes.LastIndexAny(before, clauseMarks)+1:]
	all := stateWord.FindAllSubmatchIndex(before, -1)
	return end, len(all) > 0 && all[len(all)-1][2] < 0
}
