package answer

import (
	"bytes"
	"strings"
)

// span is a part of a line.
type span struct{ start, end int }

func (l *line) at(s span) []byte { return l.text[s.start:s.end] }

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
var capitals = expression(`^[\[({]~[A-Z][A-Z]~[\])}]$`)

var (
	fieldForm = expression(`^~["']?([^:"']*?)["']?~:~("[^"]*"|'[^']*'|[^,"'\x01]*?)~(?:,|$)`)
	diskKey   = expression(`^\x04~$`)
	fromKey   = expression(`^(?:from|source|src|start)_?NOUN?$`)
	toKey     = expression(`^(?:to|target|destination|dest|end)_?NOUN?$`)
	numberKey = expression(`^(?:step|\x02|id|index)~$`)
	numeral   = expression(`^["']?\d{1,9}["']?$`)
)

// object: {"disk": 1, "from": "A", "to": "C"}
func (l *line) object(s span) (m item, ok bool) {
	m = newMove(object, s.start, s.end)
	m.to = nowhere
	isOpen := false // another number may be its disk
	for i := s.start + 1; i < s.end-1; {
		g := fieldForm().FindSubmatchIndex(l.text[i : s.end-1])
		if g == nil {
			return m, false
		}
		key, value := l.text[i+g[2]:i+g[3]], span{i + g[4], i + g[5]}
		switch ok = true; {
		case diskKey().Match(key):
			ok = m.disk == noDisk && l.disk(value, &m.disk)
		case fromKey().Match(key):
			ok = m.from == nowhere && l.named(value, &m.from)
		case toKey().Match(key):
			ok = m.to == nowhere && l.named(value, &m.to)
		case !numeral().Match(l.at(value)):
		case numberKey().Match(key):
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
	quoted     = expression(`"[^"]*"`)
	flatForm   = expression(`[\[({][^\[\](){}]*[\])}]`)
	stateForm  = expression(`^.~(?:["']?[\pL\pN\x5f.\x02-\x04]+~["']?~)?.$|,~[,\])}]|^.~,|\x01`)
	nameBefore = expression(`WORD["']?~[:=]~$`)
	between    = expression(`^(?:STATE|~(?:,|and\b|then\b))*~(?:\\boxed)?$`)
)

// isBoxed reports whether a bracket is that of \boxed.
func (l *line) isBoxed(s span) bool { return bytes.HasSuffix(l.text[:s.start], []byte(`\boxed`)) }

// flat returns the brackets without brackets in them that are no calls.
func (l *line) flat() (flat []span) {
	for _, g := range flatForm().FindAllIndex(l.text, -1) {
		if s := (span{g[0], g[1]}); (!isWordByte(at(l.raw, s.start-1)) || l.isBoxed(s)) && l.text[s.start+1] != aVerb {
			flat = append(flat, s)
		}
	}
	return flat
}

// isState reports whether a bracket is a state by itself: it is empty or has one value that is no pair, an element of it is empty or a
// state, or it stands after a name and a colon or an equals sign.
func (l *line) isState(s span) bool {
	if stateForm().Match(l.at(s)) {
		return !capitals().Match(l.raw[s.start:s.end])
	}
	before := bytes.TrimRight(l.text[max(l.rest, s.start-mostName):max(l.rest, s.start)], " ")
	return l.text[s.start] != '{' && (bytes.HasSuffix(before, []byte(":")) || bytes.HasSuffix(before, []byte("="))) && nameBefore().Match(before)
}

// markStates puts aState in the place of states after the number, and of the brackets beside one that have no brackets in them, either.
func (l *line) markStates() {
	for _, g := range quoted().FindAllIndex(l.text, -1) {
		for i := g[0]; i < g[1]; i++ {
			if strings.IndexByte("[](){}", l.text[i]) >= 0 {
				l.text[i] = ' '
			}
		}
	}
	for pass := range maxDepth {
		var states, others []span
		var beside [maxDepth]bool // a state, by the brackets around it
		for _, s := range l.flat() {
			switch isState := l.isState(s); {
			case s.start < l.rest:
			case isState:
				states = append(states, s)
				beside[l.depth(s)] = true
			case pass == 0 && (l.text[s.start] != '{' || bytes.IndexByte(l.at(s), ':') < 0):
				others = append(others, s)
			}
		}
		for _, s := range others {
			if beside[l.depth(s)] {
				states = append(states, s)
			}
		}
		for _, s := range states {
			fill(l.at(s))
			l.text[s.start] = aState
		}
		if len(states) == 0 {
			return
		}
	}
}

// depth returns how many brackets are open before one.
func (l *line) depth(s span) int {
	before := l.text[max(0, s.start-maxBracket):s.start]
	open := 0
	for _, c := range before {
		if isOpening(c) {
			open++
		} else if c == ']' || c == ')' || c == '}' {
			open = max(open-1, 0)
		}
	}
	return min(open, maxDepth-1)
}

// brackets finds the moves in brackets, \boxed and objects, wherever they stand in the line. isApart reports whether more than commas,
// "and", "then" and states are between them.
func (l *line) brackets() (moves []item, isApart bool) {
	for _, s := range l.flat() {
		m, isMove := item{}, false
		if l.text[s.start] == '{' && !l.isBoxed(s) {
			m, isMove = l.object(s)
		} else {
			m, isMove = l.bracket(s)
		}
		if isMove {
			m.stand(s)
			isApart = isApart || len(moves) > 0 && !between().Match(l.text[moves[len(moves)-1].end():s.start])
			moves = append(moves, m)
		}
	}
	return moves, isApart
}
