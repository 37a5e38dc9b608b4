package answer

import (
	"bytes"
	"unicode"
)

func isOpening(b byte) bool { return b == '[' || b == '(' || b == '{' }

func isClosing(b byte) bool { return b == ']' || b == ')' || b == '}' }

func isPair(opening, closing byte) bool {
	return opening == '(' && closing == ')' || opening == '[' && closing == ']' || opening == '{' && closing == '}'
}

// flat returns the innermost brackets after the line's number, except those of calls, and how many brackets enclose each.
func (l *line) flat() (flat []span, depths []int) {
	open, depth := -1, 0
	for i := l.rest; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case isOpening(c):
			open = i
			depth++
		case isClosing(c):
			depth = max(depth-1, 0)
			if open >= 0 && isPair(l.text[open], c) && !l.isCall(open) {
				flat, depths = append(flat, span{open, i + 1}), append(depths, depth)
			}
			open = -1
		}
	}
	return flat, depths
}

// isCall reports whether the bracket at i belongs to a call: move(1, A, C), (move d1 peg1 peg3).
func (l *line) isCall(i int) bool {
	return isWordByte(byteAt(l.raw, i-1)) && !l.isBoxed(i) || byteAt(l.text, i+1) == verbMark
}

// isBoxed reports whether the bracket at i belongs to \boxed.
func (l *line) isBoxed(i int) bool { return bytes.HasSuffix(l.text[:i], []byte(`\boxed`)) }

var (
	quoted     = expression{text: `"[^"]*"`}
	stateForm  = expression{text: `^.~(?:["']?[\pL\pN\x5f.\x02-\x04]+~["']?~)?.$|,~[,\])}]|^.~,|\x01`}
	capitals   = expression{text: `^[\[({]~[A-Z][A-Z]~[\])}]$`}
	nameBefore = expression{text: `WORD["']?~[:=]~$`}
	between    = expression{text: `^(?:STATE|~(?:,|and\b|then\b))*~(?:\\boxed)?$`}
)

// isState reports whether a bracket is a state whatever is beside it: it is empty or has one value, one of its elements is empty or a
// state, or it follows a name and a colon or an equals sign.
func (l *line) isState(s span) bool {
	if stateForm.get().Match(l.at(s)) {
		return !capitals.get().Match(l.raw[s.start:s.end])
	}
	before := bytes.TrimRight(l.text[max(l.rest, s.start-mostName):s.start], " ")
	isNamed := bytes.HasSuffix(before, []byte(":")) || bytes.HasSuffix(before, []byte("="))
	return isNamed && l.text[s.start] != '{' && nameBefore.get().Match(before)
}

// markStates replaces each state, and each flat bracket beside one, with a mark byte.
func (l *line) markStates() {
	for _, g := range quoted.get().FindAllIndex(l.text, -1) {
		for i, c := range l.text[g[0]:g[1]] {
			if isOpening(c) || isClosing(c) {
				l.text[g[0]+i] = ' '
			}
		}
	}
	for pass := range maxDepth {
		flat, depths := l.flat()
		var states []span
		isBeside := map[int]bool{} // by depth
		for i, s := range flat {
			if l.isState(s) {
				states = append(states, s)
				isBeside[depths[i]] = true
			}
		}
		if len(states) == 0 {
			return
		}
		for i, s := range flat {
			isObject := l.text[s.start] == '{' && bytes.IndexByte(l.at(s), ':') >= 0
			if pass == 0 && isBeside[depths[i]] && !isObject {
				states = append(states, s)
			}
		}
		for _, s := range states {
			blank(l.at(s))
			l.text[s.start] = stateMark
		}
	}
}

// brackets finds the moves in brackets, \boxed and objects anywhere in the line. isApart reports whether anything other than commas,
// "and", "then" and states is between them.
func (l *line) brackets() (moves []item, isApart bool) {
	flat, _ := l.flat()
	for _, s := range flat {
		read := l.bracket
		if l.text[s.start] == '{' && !l.isBoxed(s.start) {
			read = l.object
		}
		m, ok := read(s)
		if !ok {
			continue
		}
		m.stand(s.start, s.end)
		if len(moves) > 0 {
			gap := l.text[moves[len(moves)-1].end():s.start]
			isApart = isApart || len(bytes.Trim(gap, " ,")) > 0 && !between.get().Match(gap)
		}
		moves = append(moves, m)
	}
	return moves, isApart
}

// bracket reads a move in brackets or \boxed.
func (l *line) bracket(s span) (m item, ok bool) {
	if i := s.start + bytes.IndexFunc(l.raw[s.start:s.end], unicode.IsUpper); capitals.get().Match(l.raw[s.start:s.end]) {
		m = newMove(bracket, s.start, s.end)
		return m, l.set(&m, "from", span{i, i + 1}) && l.set(&m, "to", span{i + 1, i + 2})
	}
	m, _, ok = l.match(bracketRows, s)
	return m, ok
}

var (
	fieldForm = expression{text: `^~["']?([^:"']*?)["']?~:~("[^"]*"|'[^']*'|[^,"'\x01]*?)~(?:,|$)`}
	keyForm   = expression{text: `^(?:(?P<disk>\x04)~|(?P<from>(?:from|source|src|start)_?NOUN?)|(?P<to>(?:to|target|destination|dest|end)_?NOUN?)|(?P<number>STEP|id|index)~)$`}
	numeral   = expression{text: `^["']?\d{1,9}["']?$`}
)

// object reads {"disk": 1, "from": "A", "to": "C"}.
func (l *line) object(s span) (m item, ok bool) {
	m = newMove(object, s.start, s.end)
	hasOther := false // it has another number, which may be the disk
	for i := s.start + 1; i < s.end-1; {
		g := fieldForm.get().FindSubmatchIndex(l.text[i : s.end-1])
		if g == nil {
			return m, false
		}
		part, value := keyForm.groupIn(l.text[i+g[2]:i+g[3]]), span{i + g[4], i + g[5]}
		isNumber := numeral.get().Match(l.at(value))
		if part == "number" && isNumber {
			l.set(&m, part, value)
		} else if !l.setOnce(&m, part, value) {
			return m, false
		}
		hasOther = hasOther || part == "" && isNumber
		i += g[1]
	}
	return m, m.from != nowhere && m.to != nowhere && (m.disk != noDisk || !hasOther)
}
