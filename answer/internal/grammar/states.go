package grammar

import "bytes"

// The depth of brackets is bounded, which keeps the time to read a text linear.
const maxDepth = 8

// A bracket is an innermost bracket of a line.
type bracket struct {
	span
	depth   int  // how many brackets enclose it
	isDisks bool // it has only disks
}

func isPair(opening, closing byte) bool {
	return opening == '(' && closing == ')' || opening == '[' && closing == ']' || opening == '{' && closing == '}'
}

// flat returns the innermost brackets that are neither a call's nor in quotation marks.
func (l *line) flat() (flat []bracket) {
	open, depth, isQuoted := -1, 0, false
	for i, c := range l.text {
		switch {
		case c == '"':
			isQuoted = !isQuoted
		case isQuoted:
		case isOpening(c):
			open = i
			depth++
		case isClosing(c):
			depth--
			if open >= 0 && isPair(l.text[open], c) && !l.isCall(open) {
				flat = append(flat, bracket{span{open, i + 1}, depth, valuesForm.get().Match(l.text[open : i+1])})
			}
			open = -1
		}
	}
	return flat
}

// isCall reports whether the bracket at i belongs to a call: move(1, A, C), (move d1 peg1 peg3).
func (l *line) isCall(i int) bool {
	return isNameByte(byteAt(l.text, i-1)) && !l.isBoxed(i)
}

// isBoxed reports whether the bracket at i belongs to \boxed.
func (l *line) isBoxed(i int) bool { return bytes.HasSuffix(l.text[:i], []byte(`\boxed`)) }

var (
	valuesForm = expression{text: `^.(?:VALUE|[\s,])*.$`}
	outerForm  = expression{text: `^.(?:[\s,;]|(?:PEG~:)?~\x01)*.$`}
	timeForm   = expression{text: `^\[~\d+[.]\d+~\]$`}
	labelForm  = expression{text: `(?:(WITHNOUN|\x03|\bstate)|QUOTE(\bWORD))QUOTE~[:=]~$`}
	besideForm = expression{text: `^[\s,;|()\[\]{}]*(?:PEG~[:=])?[\s"'(\[{]*$`}
	parens     = expression{text: `\([^()]*\)|CITATION`}
	otherMove  = expression{text: `\d|(?:^|[^\pL\pN\x5f])[A-Z](?:[^\pL\pN\x5f]|$)`}
	digitsForm = expression{text: `\d+`}
)

// label returns where the name of a state begins that ends a text; -1 without one. isOnlyNumber
// means that it is a number without a noun.
func (l *line) label(text []byte) (start int, isOnlyNumber bool) {
	text = bytes.TrimRight(text, " ")
	if last := byteAt(text, len(text)-1); last != ':' && last != '=' {
		return -1, false
	}
	g := labelForm.get().FindSubmatchIndex(text)
	if g == nil || g[2] < 0 && !l.names.isKnown(text[g[4]:g[5]]) {
		return -1, false
	}
	return g[0], g[2] < 0 && isNumber(text[g[4]:g[5]])
}

// isState reports whether a bracket alone is a state: it has only disks, and the name of a peg before
// it; it has only states; or it is the time of a plan.
func (l *line) isState(b bracket) bool {
	if text := l.at(b.span); !b.isDisks {
		return bytes.IndexByte(text, stateMark) >= 0 && outerForm.get().Match(text) || timeForm.get().Match(text)
	}
	start, isOnlyNumber := l.label(l.text[max(0, b.start-mostName):b.start])
	return start >= 0 && !isOnlyNumber
}

// markStates replaces each state with a mark byte. A row of as many brackets as pegs, in which no disk
// occurs twice, is a state.
func (l *line) markStates() {
	pegs := max(3, len(l.names.called))
	for isMarked, passes := true, 0; isMarked && passes < maxDepth; passes++ {
		isMarked = false
		flat := l.flat()
		for from, to := 0, 0; from < len(flat); from = to {
			for to++; to < len(flat) && l.isBeside(flat[to-1], flat[to]); to++ {
			}
			for end := to; end > from; end-- {
				size := 1
				if end-pegs >= from && l.areDisks(flat[end-pegs:end]) {
					size = pegs
				} else if !l.isState(flat[end-1]) {
					continue
				}
				for _, b := range flat[end-size : end] {
					blank(l.at(b.span))
					l.text[b.start] = stateMark
				}
				end -= size - 1
				isMarked = true
			}
		}
	}
}

// areDisks reports whether no disk is twice in the brackets of a row.
func (l *line) areDisks(row []bracket) bool {
	seen := map[string]bool{}
	for _, b := range row {
		for _, disk := range digitsForm.get().FindAll(l.at(b.span), -1) {
			if seen[string(disk)] {
				return false
			}
			seen[string(disk)] = true
		}
	}
	return true
}

// isBeside reports whether two neighbouring brackets are in one row: they have the same nesting and
// only values, and nothing but the name of a peg is between them.
func (l *line) isBeside(a, b bracket) bool {
	return a.isDisks && b.isDisks && a.depth == b.depth && l.text[a.start] == l.text[b.start] &&
		besideForm.get().Match(l.text[a.end:b.start])
}

// mayFollow reports whether states and words in parentheses may follow a move: no word in
// parentheses, and no name of a state, may speak of another move.
func (l *line) mayFollow(s span) bool {
	for _, g := range parens.get().FindAllIndex(l.at(s), -1) {
		inside := l.part(s.start+g[0], s.start+g[1])
		if inside.text[0] == '[' {
			continue
		}
		if otherMove.get().Match(inside.raw) {
			return false
		}
		for word := range bytes.FieldsFuncSeq(inside.text, isSeparator) {
			if len(word) > 1 && l.names.isKnown(word) {
				return false
			}
		}
	}
	return l.areStates(parens.get().ReplaceAll(l.at(s), nil))
}

// areStates reports whether a text is nothing but states, each with the name of a peg or none
// before it.
func (l *line) areStates(text []byte) bool {
	return len(bytes.Trim(l.withoutStates(text), " .")) == 0
}

// withoutStates returns a text without its states and their names.
func (l *line) withoutStates(text []byte) (rest []byte) {
	pieces := bytes.Split(text, []byte{stateMark})
	for _, piece := range pieces[:len(pieces)-1] {
		name := bytes.TrimSpace(bytes.TrimLeft(piece, " :,->"))
		if start, _ := l.label(name); start != 0 && len(name) > 0 {
			rest = append(rest, piece...)
		}
	}
	return append(rest, pieces[len(pieces)-1]...)
}
