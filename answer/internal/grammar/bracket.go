package grammar

import (
	"bytes"
	"slices"
)

func isPair(opening, closing byte) bool {
	return opening == '(' && closing == ')' || opening == '[' && closing == ']' || opening == '{' && closing == '}'
}

// The size of a bracket or a string in a list, and the depth of brackets, are bounded, which keeps
// the time to read a text linear.
const maxBracket, maxDepth = 4096, 8

// flat returns the innermost brackets, except those of calls, and how many brackets enclose each.
func (l *line) flat() (flat []span, depths []int) {
	open, depth := -1, 0
	for i, c := range l.text {
		switch {
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
	return isNameByte(byteAt(l.text, i-1)) && !l.isBoxed(i) || byteAt(l.text, i+1) == verbMark
}

// isBoxed reports whether the bracket at i belongs to \boxed.
func (l *line) isBoxed(i int) bool { return bytes.HasSuffix(l.text[:i], []byte(`\boxed`)) }

var (
	quoted     = expression{text: `"[^"]*"`}
	valuesForm = expression{text: `^.(?:VALUE|[\s,\x01])*.$`}
	shortForm  = expression{text: `^[\[{]~(?:VALUE~)?.$|^\(~\)$|^.~VALUE~,~.$|,~,|^.~,|\x01`}
	timeOrKeys = expression{text: `^\[~\d+[.]\d+~\]$|^\{~(?:["']?(?:\x03~)?["']?WORD["']?~:~\x01~,?~)+\}$`}
	nameBefore = expression{text: `(?:(\x03~["'#]?WORD|["']?WORD["']? \x03|\x03|\bstate)|(WORD))["']?~[:=]~$`}
	capitals   = expression{text: `^[\[({]~([A-Z])([A-Z])~[\])}]$`}
	titleForm  = expression{text: `^~(?:->|:)`}
	besideForm = expression{text: `^[\s,;()\[\]{}]*(?:PEG~[:=])?[\s"'(\[{]*$`}
	between    = expression{text: `^(?:STATE|~(?:,|and\b|then\b))*~(?:\\boxed)?$`}
	fraction   = expression{text: `^[\[({]~(?:["']?\d+["']?~,~)?["']?[+-]?\d+(?:[./]\d+)?["']?~,~PEG~,~PEG~[\])}]$`}
)

// isState reports whether a bracket is a state whatever is beside it: it has only numbers or disks,
// and is a brace, has one value or less, an element that has, or the name of a peg before it.
func (l *line) isState(s span) bool {
	text := l.at(s)
	if !valuesForm.get().Match(text) {
		return timeOrKeys.get().Match(text)
	}
	if shortForm.get().Match(text) || text[0] == '{' && !l.isBoxed(s.start) {
		return true
	}
	before := l.text[max(0, s.start-mostName):s.start]
	if c := byteAt(bytes.TrimRight(before, " "), len(bytes.TrimRight(before, " "))-1); c != ':' && c != '=' {
		return false
	}
	g := nameBefore.get().FindSubmatch(before)
	return g != nil && (g[1] != nil || !isNumber(g[2]) && l.names.isKnown(g[2]))
}

// A nesting identifies brackets that stand beside each other.
type nesting struct {
	opening      byte
	depth, group int
}

// nestings returns the nesting of each bracket. A group has nothing but names of pegs between its
// brackets, and none with a colon or an arrow after it.
func (l *line) nestings(flat []span, depths []int) []nesting {
	all, group := make([]nesting, 0, len(flat)), 0
	for i, s := range flat {
		after := l.text[s.end:]
		if i+1 < len(flat) {
			after = l.text[s.end:flat[i+1].start]
		}
		if i > 0 && (!besideForm.get().Match(l.text[flat[i-1].end:s.start]) || titleForm.get().Match(after)) {
			group++
		}
		all = append(all, nesting{l.text[s.start], depths[i], group})
	}
	return all
}

// addBeside makes each bracket of values beside a state a state.
func (l *line) addBeside(flat []span, places []nesting, isState []bool) {
	isBeside := map[nesting]bool{}
	for i, place := range places {
		if isState[i] {
			isBeside[place] = true
		}
	}
	for i, s := range flat {
		isState[i] = isState[i] || isBeside[places[i]] && valuesForm.get().Match(l.at(s))
	}
}

// markStates replaces each state, and each bracket of values beside one, with a mark byte.
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
		isState := make([]bool, len(flat))
		for i, s := range flat {
			isState[i] = l.isState(s)
		}
		if !slices.Contains(isState, true) {
			break
		}
		if pass == 0 {
			l.addBeside(flat, l.nestings(flat, depths), isState)
		}
		for i, s := range flat {
			if isState[i] {
				blank(l.at(s))
				l.text[s.start] = stateMark
			}
		}
	}
}

// brackets reads the moves in brackets, \boxed and objects anywhere in a line. holds means that
// one is nearly a move, or that anything but commas, "and", "then" and states is between them.
func (l *line) brackets() (u reading, holds bool) {
	flat, _ := l.flat()
	for _, s := range flat {
		read := l.bracket
		if l.text[s.start] == '{' && !l.isBoxed(s.start) {
			read = l.object
		}
		m, isMove, isNear := read(s)
		if holds = holds || isNear; !isMove {
			continue
		}
		m.setPlace(s.start, s.end)
		if n := len(u.items); n > 0 {
			gap := l.text[u.items[n-1].End():s.start]
			holds = holds || len(bytes.Trim(gap, " ,")) > 0 && !between.get().Match(gap)
		}
		u.add(m)
	}
	return u, holds
}

// bracket reads a move in brackets or \boxed.
func (l *line) bracket(s span) (m Item, isMove, isNear bool) {
	if g := capitals.get().FindSubmatchIndex(l.raw[s.start:s.end]); g != nil {
		m.Kind = Bracket
		return m, l.set(&m, "from", span{s.start + g[2], s.start + g[3]}) && l.set(&m, "to", span{s.start + g[4], s.start + g[5]}), false
	}
	m, _, isMove = l.match(bracketRows, s)
	return m, isMove, !isMove && fraction.get().Match(l.at(s))
}

var (
	fieldForm = expression{text: `^~["']?([^:"']*?)["']?~:~("[^"]*"|'[^']*'|[^,"'\x01]*?)~(?:,|$)`}
	keyForm   = expression{text: `^(?:(?P<disk>\x04)~|(?P<from>(?:from|source|src|start)_?NOUN?)|(?P<to>(?:to|target|destination|dest|end)_?NOUN?)|(?P<number>STEP|id|index)~)$`}
	valueForm = expression{text: `^VALUE$`}
	pegForm   = expression{text: `^PEG$`}
)

// object reads {"disk": 1, "from": "A", "to": "C"}. One without a disk isn't a move if another value
// is a number or a disk.
func (l *line) object(s span) (m Item, isMove, isNear bool) {
	m.Kind = Object
	hasOther, isWhole := false, true
	for i := s.start + 1; i < s.end-1 && isWhole; {
		g := fieldForm.get().FindSubmatchIndex(l.text[i : s.end-1])
		if g == nil {
			isWhole = false
			break
		}
		part, value := keyForm.groupIn(l.text[i+g[2]:i+g[3]]), span{i + g[4], i + g[5]}
		isValue := valueForm.get().Match(l.at(value))
		switch {
		case part == "number" && isValue:
			l.set(&m, part, value)
		case part == "" || part == "number":
			hasOther = hasOther || isValue
			if !isValue && bytes.ContainsFunc(l.at(value), isLetterOrMark) {
				m.Flags |= Unread
			}
		default:
			isWhole = l.setOnce(&m, part, value)
		}
		i += g[1]
	}
	isMove = isWhole && m.From != 0 && m.To != 0 && (m.Disk.Given() || !hasOther)
	return m, isMove, !isMove && (m.From != 0 || m.To != 0)
}

// setOnce reads the disk or a peg of a move from all of s. It fails if the move already has one.
func (l *line) setOnce(m *Item, part string, s span) bool {
	isNew, form := !m.Disk.Given(), &valueForm
	switch part {
	case "from":
		isNew, form = m.From == 0, &pegForm
	case "to":
		isNew, form = m.To == 0, &pegForm
	}
	return isNew && form.get().Match(l.at(s)) && l.set(m, part, s)
}
