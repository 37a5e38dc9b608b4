package answer

import (
	"bytes"
	"strings"
)

// span is a part of a line.
type span struct{ start, end int }

func (l *line) at(s span) []byte { return l.text[s.start:s.end] }

var diskForm = expression{text: `^["']?(?:DISK|#?\d+)["']?$`}

// disk reads a value that is a disk.
func (l *line) disk(s span, disk *uint8) bool {
	*disk = l.diskIn(s)
	return *disk != noDisk && diskForm.get().Match(l.text[s.start:s.end])
}

// named reads a value that is a peg.
func (l *line) named(s span, id *uint16) bool {
	p := l.peg(s)
	*id = p.id
	return p.ok && p.id < onDisk
}

// bracket reads what is in round or square brackets, or in \boxed.
func (l *line) bracket(s span) (m item, ok bool) {
	if g := capitals.get().FindIndex(l.raw[s.start:s.end]); g != nil {
		m, middle := newMove(bracket, s.start, s.end), s.start+g[0]+2
		return m, l.named(span{middle - 1, middle}, &m.from) && l.named(span{middle, middle + 1}, &m.to)
	}
	m, _, ok = l.match(bracketRows, s)
	return m, ok
}

// capitals are two pegs, such as [AC].
var capitals = expression{text: `^[\[({]~[A-Z][A-Z]~[\])}]$`}

var (
	fieldForm = expression{text: `^~["']?([^:"']*?)["']?~:~("[^"]*"|'[^']*'|[^,"'\x01]*?)~(?:,|$)`}
	diskKey   = expression{text: `^\x04~$`}
	fromKey   = expression{text: `^(?:from|source|src|start)_?NOUN?$`}
	toKey     = expression{text: `^(?:to|target|destination|dest|end)_?NOUN?$`}
	numberKey = expression{text: `^(?:step|\x02|id|index)~$`}
	numeral   = expression{text: `^["']?\d{1,9}["']?$`}
)

// object: {"disk": 1, "from": "A", "to": "C"}
func (l *line) object(s span) (m item, ok bool) {
	m = newMove(object, s.start, s.end)
	m.to = nowhere
	isOpen := false // another number may be its disk
	for i := s.start + 1; i < s.end-1; {
		g := fieldForm.get().FindSubmatchIndex(l.text[i : s.end-1])
		if g == nil {
			return m, false
		}
		key, value := l.text[i+g[2]:i+g[3]], span{i + g[4], i + g[5]}
		switch ok = true; {
		case diskKey.get().Match(key):
			ok = m.disk == noDisk && l.disk(value, &m.disk)
		case fromKey.get().Match(key):
			ok = m.from == nowhere && l.named(value, &m.from)
		case toKey.get().Match(key):
			ok = m.to == nowhere && l.named(value, &m.to)
		case !numeral.get().Match(l.at(value)):
		case numberKey.get().Match(key):
			m.number = int32(numberOf(bytes.Trim(l.at(value), `"'`)))
		default:
			isOpen = true
		}
		if !ok {
			return m, false
		}
		i += g[1]
	}
	return m, m.from != nowhere && m.to != nowhere && (m.disk != noDisk || !isOpen)
}

var (
	quoted     = expression{text: `"[^"]*"`}
	stateForm  = expression{text: `^.~(?:["']?[\pL\pN\x5f.\x02-\x04]+~["']?~)?.$|,~[,\])}]|^.~,|\x01`}
	nameBefore = expression{text: `WORD["']?~[:=]~$`}
	between    = expression{text: `^(?:STATE|~(?:,|and\b|then\b))*~(?:\\boxed)?$`}
)

// isBetween reports whether nothing but commas, "and", "then" and states is between two brackets.
func (l *line) isBetween(start, end int) bool {
	return len(bytes.Trim(l.text[start:end], " ,")) == 0 || between.get().Match(l.text[start:end])
}

// isBoxed reports whether a bracket belongs to \boxed.
func (l *line) isBoxed(s span) bool { return bytes.HasSuffix(l.text[:s.start], []byte(`\boxed`)) }

// flat returns the brackets without brackets in them, except those of calls, and how many are open before each.
func (l *line) flat() (flat []span, depths []int) {
	open, depth := -1, 0
	for i, c := range l.text {
		switch {
		case isOpening(c):
			open = i
			depth++
		case c == ']' || c == ')' || c == '}':
			depth = max(depth-1, 0)
			if s := (span{open, i + 1}); open >= 0 && isPair(l.text[open], c) && !l.isCall(s) {
				flat, depths = append(flat, s), append(depths, depth)
			}
			open = -1
		}
	}
	return flat, depths
}

// isCall reports whether a bracket belongs to a call: move(1, A, C), (move d1 peg1 peg3).
func (l *line) isCall(s span) bool {
	return isWordByte(at(l.raw, s.start-1)) && !l.isBoxed(s) || l.text[s.start+1] == aVerb
}

// isState reports whether a bracket is a state by itself: it is empty or has one value, not a pair; an element of it is empty or a
// state, or it stands after a name and a colon or an equals sign.
func (l *line) isState(s span) bool {
	if stateForm.get().Match(l.at(s)) {
		return !capitals.get().Match(l.raw[s.start:s.end])
	}
	before := bytes.TrimRight(l.text[max(l.rest, s.start-mostName):max(l.rest, s.start)], " ")
	return l.text[s.start] != '{' && (bytes.HasSuffix(before, []byte(":")) || bytes.HasSuffix(before, []byte("="))) && nameBefore.get().Match(before)
}

// markStates replaces the states after the line's number with aState, and also flat brackets next to a
// state.
func (l *line) markStates() {
	for _, g := range quoted.get().FindAllIndex(l.text, -1) {
		for i := g[0]; i < g[1]; i++ {
			if strings.IndexByte("[](){}", l.text[i]) >= 0 {
				l.text[i] = ' '
			}
		}
	}
	for pass := range maxDepth {
		flat, depths := l.flat()
		var states []span
		beside := map[int]bool{} // the depths that have a state
		for i, s := range flat {
			if s.start >= l.rest && l.isState(s) {
				states = append(states, s)
				beside[depths[i]] = true
			}
		}
		if len(states) == 0 {
			return
		}
		for i, s := range flat {
			isObject := l.text[s.start] == '{' && bytes.IndexByte(l.at(s), ':') >= 0
			if pass == 0 && s.start >= l.rest && beside[depths[i]] && !isObject {
				states = append(states, s)
			}
		}
		for _, s := range states {
			fill(l.at(s))
			l.text[s.start] = aState
		}
	}
}

// brackets finds the moves in brackets, \boxed and objects, wherever they stand in the line. isApart reports whether more than commas,
// "and", "then" and states are between them.
func (l *line) brackets() (moves []item, isApart bool) {
	flat, _ := l.flat()
	for _, s := range flat {
		m, isMove := item{}, false
		if l.text[s.start] == '{' && !l.isBoxed(s) {
			m, isMove = l.object(s)
		} else {
			m, isMove = l.bracket(s)
		}
		if isMove {
			m.stand(s)
			isApart = isApart || len(moves) > 0 && !l.isBetween(moves[len(moves)-1].end(), s.start)
			moves = append(moves, m)
		}
	}
	return moves, isApart
}
