package answer

import (
	"bytes"
	"slices"
)

// What is in a bracket, and how deep, is bounded, so that no text takes more time than its length allows.
const maxBracket, maxDepth = 4096, 8

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

var diskForm = expression(`^["']?(?:DISK|#?\d+)["']?$`)

// disk reads a value that is a disk.
func (l *line) disk(s span, disk *uint8) bool {
	*disk = l.diskIn(s)
	return *disk != noDisk && diskForm().Match(l.text[s.start:s.end])
}

// named reads a value that is a peg.
func (l *line) named(s span, id *uint16) bool {
	p := l.peg(s)
	*id = p.id
	return p.ok && p.id < onDisk
}

// bracket reads what is in round or square brackets, or in \boxed.
func (l *line) bracket(s span) (m item, ok bool) {
	if g := capitals().FindIndex(l.raw[s.start:s.end]); g != nil {
		m, middle := newMove(bracket, s.start, s.end), s.start+g[0]+2
		return m, l.named(span{middle - 1, middle}, &m.from) && l.named(span{middle, middle + 1}, &m.to)
	}
	m, _, ok = l.match(bracketRows, s)
	return m, ok
}

// capitals are two pegs, such as [AC].
var capitals = expression(`^[\[({]?~[A-Z][A-Z]~[\])}]?$`)

var (
	diskKey   = expression(`^["']?\x04~["']?$`)
	fromKey   = expression(`^["']?(?:from|source|src|start)_?NOUN?["']?$`)
	toKey     = expression(`^["']?(?:to|target|destination|dest|end)_?NOUN?["']?$`)
	numeral   = expression(`^["']?\d{1,9}["']?$`)
	numberKey = expression(`^["']?(?:step|\x02|id|index)~["']?$`)
)

// object: {"disk": 1, "from": "A", "to": "C"}
func (l *line) object(s span, m *item) bool {
	m.to = nowhere
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
		switch {
		case diskKey().Match(key):
			ok = m.disk == noDisk && l.disk(value, &m.disk)
		case fromKey().Match(key):
			ok = m.from == nowhere && l.named(value, &m.from)
		case toKey().Match(key):
			ok = m.to == nowhere && l.named(value, &m.to)
		case numeral().Match(l.text[value.start:value.end]):
			if numberKey().Match(key) {
				m.number = int32(numberOf(bytes.Trim(l.text[value.start:value.end], `"'`)))
			} else {
				isOpen = true
			}
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
		case len(parts) == 1 && !capitals().Match(inner) && !slices.ContainsFunc(inner, func(b byte) bool { return !isWordByte(b) && b != '.' }):
			return true
		}
	}
	return false
}

var quoted = expression(`"[^"]*"`)

// hasName reports whether a name and a colon or an equals sign stand before a bracket.
func (l *line) hasName(i int) bool {
	before := bytes.TrimRight(l.text[max(0, i-mostName):i], " ")
	return (bytes.HasSuffix(before, []byte(":")) || bytes.HasSuffix(before, []byte("="))) && nameBefore().Match(before)
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
		isCall := isWordByte(at(l.raw, i-1)) && !isBoxed || at(l.text, i+1) == aVerb
		switch isFlat := !slices.ContainsFunc(quoted().ReplaceAll(l.text[i+1:end], nil), isOpening); {
		case isCall:
		case isFlat && l.text[i] != '{' && l.hasName(i):
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
		m, isMove := item{}, false
		if l.text[s.start] == '{' && !bytes.HasSuffix(l.text[:s.start], []byte(`\boxed`)) {
			m = newMove(object, s.start, s.end)
			isMove = l.object(span{s.start + 1, s.end - 1}, &m)
		} else {
			m, isMove = l.bracket(s)
		}
		if !isMove {
			continue
		}
		m.stand(s)
		if len(moves) > 0 {
			isApart = isApart || !betweenBrackets().Match(l.text[moves[len(moves)-1].end():s.start])
		}
		moves = append(moves, m)
	}
	return moves, isApart
}

var betweenBrackets = expression(`^(?:STATE|~(?:,|and\b|then\b))*~(?:\\boxed)?$`)
