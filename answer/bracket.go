package answer

import (
	"bytes"
	"slices"
)

// What is in a bracket, and how deep, is bounded, so that no text takes more time than its length allows.
const maxBracket, maxDepth = 4096, 8

// aState stands in a line for a bracket that is a state.
const aState = 1

func isOpening(b byte) bool { return b == '[' || b == '(' || b == '{' }

func isPair(opening, closing byte) bool {
	return opening == '(' && closing == ')' || opening == '[' && closing == ']' || opening == '{' && closing == '}'
}

// closing returns where the bracket at i ends; whole is false if it does not, or is too long or too deep.
func closing(text []byte, i int) (end int, whole bool) {
	var open [maxDepth]byte
	depth := 0
	for end = i; end < min(len(text), i+maxBracket); end++ {
		switch c := text[end]; {
		case isQuote(text, end):
			for end++; end < min(len(text), i+maxBracket) && text[end] != c; end++ {
				if text[end] == '\\' {
					end++
				}
			}
		case isOpening(c):
			if depth == maxDepth {
				return end, false
			}
			open[depth] = c
			depth++
		case c == ']' || c == ')' || c == '}':
			if depth--; !isPair(open[depth], c) {
				return end, false
			}
			if depth == 0 {
				return end + 1, true
			}
		}
	}
	return min(end, len(text)), false
}

// isQuote reports whether a string begins at i: at a quotation mark that is no apostrophe.
func isQuote(text []byte, i int) bool {
	return text[i] == '"' || text[i] == '\'' && !isWordByte(at(text, i-1))
}

// span is a part of a line.
type span struct{ start, end int }

// split divides a part of a line at the marks that are in no bracket and no string, and takes the blanks around what is between.
func (l *line) split(s span, mark byte) (parts []span) {
	start := s.start
	add := func(end int) {
		text := l.text[start:end]
		left := len(text) - len(bytes.TrimLeft(text, " "))
		parts = append(parts, span{start + left, max(start+left, start+len(bytes.TrimRight(text, " ")))})
		start = end + 1
	}
	for i := s.start; i < s.end; i++ {
		switch c := l.text[i]; {
		case c == mark:
			add(i)
		case isOpening(c), isQuote(l.text, i):
			if isOpening(c) {
				if end, whole := closing(l.text[:s.end], i); whole {
					i = end - 1
				}
			} else if n := bytes.IndexByte(l.text[i+1:s.end], c); n >= 0 {
				i += n + 1
			}
		}
	}
	add(s.end)
	return parts
}

// unquote returns what is in the quotes of a value.
func (l *line) unquote(s span) span {
	if s.end-s.start > 1 && isQuote(l.text, s.start) && l.text[s.start] == l.text[s.end-1] {
		return span{s.start + 1, s.end - 1}
	}
	return s
}

var diskForm = expression(`^~(?:DISK|#?\d+)~$`)

// disk reads a value that is a disk.
func (l *line) disk(s span, disk *uint8) bool {
	s = l.unquote(s)
	if !diskForm().Match(l.text[s.start:s.end]) {
		return false
	}
	*disk = l.diskIn(s)
	return *disk != noDisk
}

// named reads a value that is a peg.
func (l *line) named(s span, id *uint16) (ok bool) {
	*id, _, _, ok = l.peg(l.unquote(s))
	return ok
}

// number reads a value that is a number.
func (l *line) number(s span, n *int32) bool {
	s = l.unquote(s)
	*n = int32(numberOf(l.text[s.start:s.end]))
	return isNumber(l.text[s.start:s.end])
}

// values reads values: [number,] [disk,] PEG, PEG.
func (l *line) values(v []span, m *item) bool {
	n := len(v)
	return n >= 2 && n <= 4 && (n < 4 || l.number(v[0], &m.number)) && (n < 3 || l.disk(v[n-3], &m.disk)) &&
		l.named(v[n-2], &m.from) && l.named(v[n-1], &m.to)
}

// bracket reads what is in round or square brackets, or in \boxed.
func (l *line) bracket(s span, m *item) bool {
	m.form = bracket
	parts := l.split(s, ',')
	if len(parts) > 1 {
		return l.values(parts, m)
	}
	if isTwoCapitals(l.raw[parts[0].start:parts[0].end]) {
		middle := parts[0].start + 1
		return l.named(span{middle - 1, middle}, &m.from) && l.named(span{middle, middle + 1}, &m.to)
	}
	return l.pair(parts[0], m)
}

func isTwoCapitals(raw []byte) bool {
	return len(raw) == 2 && 'A' <= raw[0] && raw[0] <= 'Z' && 'A' <= raw[1] && raw[1] <= 'Z'
}

var pairForm = expression(`^(?P<from>PEG) (?P<to>PEG)$`)

// pair reads two pegs that are letters, numbers or known names.
func (l *line) pair(s span, m *item) bool {
	g := pairForm().FindSubmatchIndex(l.text[s.start:s.end])
	if g == nil {
		return false
	}
	var plainFrom, plainTo, okFrom, okTo bool
	m.from, _, plainFrom, okFrom = l.peg(span{s.start + g[2], s.start + g[3]})
	m.to, _, plainTo, okTo = l.peg(span{s.start + g[4], s.start + g[5]})
	return okFrom && okTo && plainFrom && plainTo
}

var (
	diskKey   = expression(`^["']?SAUCER["']?$`)
	fromKey   = expression(`^["']?(?:from|source|src|start)_?NOUN?["']?$`)
	toKey     = expression(`^["']?(?:to|target|destination|dest|end)_?NOUN?["']?$`)
	numberKey = expression(`^["']?(?:step|move|id|index)["']?$`)
)

// object: {"disk": 1, "from": "A", "to": "C"}
func (l *line) object(s span, m *item) bool {
	m.form, m.from, m.to = object, nowhere, nowhere
	isOpen := false // another number may be its disk
	for _, field := range l.split(s, ',') {
		if field.start == field.end {
			continue
		}
		parts := l.split(field, ':')
		if len(parts) != 2 || isOpening(at(l.text, parts[1].start)) {
			return false
		}
		key, value, ok := l.text[parts[0].start:parts[0].end], parts[1], true
		var number int32
		switch {
		case diskKey().Match(key):
			ok = m.disk == noDisk && l.disk(value, &m.disk)
		case fromKey().Match(key):
			ok = m.from == nowhere && l.named(value, &m.from)
		case toKey().Match(key):
			ok = m.to == nowhere && l.named(value, &m.to)
		case l.number(value, &number) && numberKey().Match(key):
			m.number = number
		default:
			isOpen = isOpen || l.number(value, &number)
		}
		if !ok {
			return false
		}
	}
	return m.from != nowhere && m.to != nowhere && (m.disk != noDisk || !isOpen)
}

// isState reports whether a bracket is a state by itself: it or one of its elements is empty or has one value that is no pair.
func (l *line) isState(s span) bool {
	parts := l.split(span{s.start + 1, s.end - 1}, ',')
	for _, part := range parts {
		if keyed := l.split(part, ':'); len(keyed) == 2 { // {"A": [2, 1]}
			if part = keyed[1]; !isOpening(at(l.text, part.start)) {
				continue
			}
		}
		switch inner := l.raw[part.start:part.end]; {
		case len(inner) == 0, isOpening(inner[0]) && l.isState(part):
			return true
		case len(parts) == 1 && !isTwoCapitals(inner) && !slices.ContainsFunc(inner, func(b byte) bool { return !isWordByte(b) && b != '.' }):
			return true
		}
	}
	return false
}

var nameBefore = expression(`["']?WORD["']?~[:=]~$`)

// brackets finds the moves in brackets, \boxed and objects, wherever they stand in the line, and puts aState in the place of states.
// isApart reports whether more than commas, "and", "then" and states are between the moves.
func (l *line) brackets() (moves []item, isApart bool) {
	var flat, states []span
	isState := false // of the flat ones
	for i := 0; i < len(l.text); i++ {
		if !isOpening(l.text[i]) {
			continue
		}
		end, whole := closing(l.text, i)
		if !whole {
			continue
		}
		s := span{i, end}
		isBoxed := bytes.HasSuffix(l.text[:i], []byte(`\boxed`))
		isCall := isWordByte(at(l.text, i-1)) && !isBoxed || bytes.HasPrefix(l.text[i+1:], []byte("move "))
		switch isFlat := !slices.ContainsFunc(l.text[i+1:end], isOpening); {
		case isCall:
		case isFlat && l.text[i] != '{' && nameBefore().Match(l.text[max(0, i-mostName):i]):
			isState = true
			flat = append(flat, s)
		case isFlat:
			isState = isState || l.isState(s)
			flat = append(flat, s)
		case l.isState(s):
			states = append(states, s)
		}
		i = end - 1
	}
	if isState {
		flat, states = nil, append(states, flat...)
	}
	for _, s := range states {
		copy(l.text[s.start:s.end], bytes.Repeat([]byte(" "), s.end-s.start))
		l.text[s.start] = aState
	}
	for _, s := range flat {
		m := newMove(bracket, s.start, s.end)
		inner, isBoxed := span{s.start + 1, s.end - 1}, bytes.HasSuffix(l.text[:s.start], []byte(`\boxed`))
		if l.text[s.start] == '{' && !isBoxed {
			if !l.object(inner, &m) {
				continue
			}
		} else if !l.bracket(inner, &m) {
			continue
		}
		if len(moves) > 0 {
			isApart = isApart || !betweenBrackets().Match(l.text[moves[len(moves)-1].end():s.start])
		}
		moves = append(moves, m)
	}
	return moves, isApart
}

var betweenBrackets = expression(`^(?:STATE|~(?:,|and\b|then\b))*~(?:\\boxed)?$`)
