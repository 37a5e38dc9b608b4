package grammar

import "bytes"

// mayFollow reports whether states and words in parentheses may follow a move: no word in
// parentheses, and no name of a state, may speak of another move.
func (l *line) mayFollow(s span) bool {
	for i := s.start; i < s.end; {
		opening, closing := bytes.IndexByte(l.text[i:s.end], '('), bytes.IndexByte(l.text[i:s.end], ')')
		if opening < 0 {
			return l.areStates(span{i, s.end})
		}
		inside := span{i + opening, i + closing + 1}
		if !l.areStates(span{i, inside.start}) || bytes.ContainsFunc(l.at(inside), func(c rune) bool { return c < 0x80 && isDigit(byte(c)) }) {
			return false
		}
		words := l.part(inside.start, inside.end)
		for w := range words.words() {
			isLetter := w.end-w.start == 1 && 'A' <= words.raw[w.start] && words.raw[w.start] <= 'Z'
			if isLetter || w.end-w.start > 1 && l.names.isKnown(words.at(w)) {
				return false
			}
		}
		i = inside.end
	}
	return true
}

var labelForm = expression{text: `^(?:(\x03~["'#]?WORD|["']?(?:the )?WORD["']? \x03|\x03|state)|["']?(WORD))["']?~[:=]$`}

// areStates reports whether a text is nothing but states, each with the name of a peg or none
// before it.
func (l *line) areStates(s span) bool {
	rest := l.withoutStates(s)
	return len(bytes.Trim(rest, " .")) == 0
}

// withoutStates returns a text without its states and their names.
func (l *line) withoutStates(s span) (rest []byte) {
	pieces := bytes.Split(l.at(s), []byte{stateMark})
	for _, piece := range pieces[:len(pieces)-1] {
		name := bytes.TrimSpace(bytes.TrimLeft(piece, " :|,-"))
		isArrow := bytes.Equal(bytes.TrimLeft(name, " :"), []byte(">")) || len(name) == 0
		g := labelForm.get().FindSubmatch(name)
		if !isArrow && (g == nil || g[1] == nil && !l.names.isKnown(g[2])) {
			rest = append(rest, piece...)
		}
	}
	return append(rest, pieces[len(pieces)-1]...)
}
