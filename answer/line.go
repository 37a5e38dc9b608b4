package answer

import (
	"bytes"
	"regexp"
	"slices"
)

// kind is the kind of a line, or of an element of a list.
type kind uint8

const (
	silent   kind = iota // blank, a state, or the rule of a table
	moving               // has moves
	header               // the header of a table
	ellipsis             // cuts a list off
	plan                 // looks like a move, and mentions several disks
	doubt                // looks like a move
	prose                // anything else
)

// A reading is the meaning of a line. It depends only on the line's text, the header of its table and Problem.Pegs.
type reading struct {
	kind   kind
	number int32  // or none
	moves  []item // places count from the start of the line
	isCut  bool   // an ellipsis follows them
	table  *table // if the line is a header
}

var (
	numberForm = expression{text: `^~(?:\d+[.]\d+:|\((\d{1,9})\)[.:]?|#(\d{1,9})\b[.):]?|(?:STEP~)?#?(\d{1,9})[.):]|` +
		`[|]~(?:STEP~)?#?(\d{1,9})[.):]?~[|]|(?:STEP~)?(\d{1,9})~$)`}
	leadForm   = expression{text: `^[^:0-9]{1,200}:`}
	disksForm  = expression{text: `\x04|\bDISKS\b`}
	statesForm = expression{text: `^(?:STATE)+~$`}
)

// read reads a line of a table, or of no table if t is nil.
func (r *reader) read(raw []byte, t *table) reading {
	l := newLine(raw, r.names)
	u := reading{kind: prose, number: none}
	switch {
	case isBlank(l.text) && bytes.Contains(raw, []byte("```")):
		return u
	case isBlank(l.text), l.isRule():
		return reading{number: none}
	case r.pattern != nil:
		if u.moves, u.kind = l.matchPattern(r.pattern), moving; len(u.moves) == 0 {
			u.kind = l.doubt(l.text)
		}
		return u
	}
	u.number = l.number()
	l.markStates()
	if t != nil {
		if u, ok := l.row(t); ok {
			return r.only(u)
		}
	}
	if head := l.header(); head != nil {
		return reading{kind: header, number: none, table: head}
	}
	whole := bytes.Clone(l.text)
	blank(l.text[:l.rest])
	l.blankMarks()
	hasBars := bytes.IndexByte(l.text, '|') >= 0
	l.text = bytes.ReplaceAll(l.text, []byte("|"), []byte(" "))
	inBrackets, isApart := l.brackets()
	switch {
	case isBlank(l.text):
		u.kind = silent
	case bytes.IndexByte(l.text, stateMark) >= 0 && statesForm.get().Match(l.text):
		u.kind, u.number = silent, none // (2) (1) () has no number
	case string(bytes.TrimSpace(l.text)) == "...":
		u.kind = ellipsis
	case !hasBars && l.rowOfValues(&u), l.clauses(&u, 0), l.clauses(&u, l.lead()):
		u.kind = moving
	case len(inBrackets) > 0 && !isApart && l.haveDisks(inBrackets):
		u.kind, u.moves = moving, inBrackets
	case isApart:
		u.kind = doubt
	default:
		u.kind = l.doubt(whole)
	}
	return r.only(u)
}

// only drops moves that are not in the notation asked for.
func (r *reader) only(u reading) reading {
	if r.notation != "" && slices.ContainsFunc(u.moves, func(m item) bool { return m.notation() != r.notation }) {
		return reading{kind: prose, number: none}
	}
	return u
}

// isRule reports whether a line is the rule of a table.
func (l *line) isRule() bool {
	return len(bytes.Trim(l.text, "|+-:= ")) == 0 && bytes.IndexByte(l.text, '-') >= 0 && bytes.ContainsAny(l.text, "|+")
}

// number returns the number of a line, or none, and sets where the rest begins.
func (l *line) number() int32 {
	g := numberForm.get().FindSubmatchIndex(l.text)
	if g == nil || l.text[g[1]-1] == '.' && isDigit(byteAt(l.text, g[1])) {
		return none
	}
	l.rest = g[1]
	for k := 2; k < len(g); k += 2 {
		if g[k] >= 0 {
			return int32(numberOf(l.text[g[k]:g[k+1]]))
		}
	}
	return none
}

// matchPattern reads the moves that Options.Pattern finds.
func (l *line) matchPattern(pattern *regexp.Regexp) (moves []item) {
	for _, g := range pattern.FindAllSubmatchIndex(l.raw, -1) {
		m := newMove(byPattern, g[0], g[1])
		for k, part := range pattern.SubexpNames() {
			if g[2*k] >= 0 && !l.setOnce(&m, part, span{g[2*k], g[2*k+1]}) {
				return nil
			}
		}
		if m.to == nowhere || m.from == nowhere && m.disk == noDisk {
			return nil
		}
		moves = append(moves, m)
	}
	return moves
}

// rowOfValues reads a line that is one row of values.
func (l *line) rowOfValues(u *reading) bool {
	m, _, ok := l.match(valueRows, span{0, len(l.text)})
	u.moves = []item{m}
	return ok
}

// lead returns the end of the words and the colon that a line begins with; the end of the line if there are none.
func (l *line) lead() int {
	if bytes.IndexByte(l.text, ':') < 0 {
		return len(l.text)
	}
	lead := leadForm.get().Find(l.text)
	if lead == nil || disksForm.get().Match(lead) {
		return len(l.text)
	}
	return len(lead)
}

// clauses reads the clauses from i on. It fails unless each is a move.
func (l *line) clauses(u *reading, i int) bool {
	u.moves = nil
	for len(bytes.Trim(l.text[i:], " .,;")) > 0 {
		m, next, ok := l.clause(i)
		if !ok {
			return false
		}
		u.moves = append(u.moves, m)
		i = next
	}
	u.isCut = bytes.HasSuffix(bytes.TrimRight(l.text, " "), []byte("..."))
	return len(u.moves) > 0
}

// haveDisks reports whether moves in brackets have disks, or the line has no other digits.
func (l *line) haveDisks(moves []item) bool {
	text := bytes.Clone(l.text)
	for _, m := range moves {
		blank(text[m.start:m.end()])
	}
	return moves[0].disk != noDisk || !slices.ContainsFunc(text, isDigit)
}

var (
	fromWord  = expression{text: `\bfrom\b`}
	toWord    = expression{text: `\bONTO\b`}
	oneDisk   = expression{text: `\x04~#?~\d`}
	manyDisks = expression{text: `\bDISKS\b`}
	atArrow   = expression{text: `WORD["']?~->~["'#]?WORD`}
	atTo      = expression{text: `\b(WORD)["']? ONTO (?:the )?["']?(WORD)`}
	onlyTo    = expression{text: `^\W*WORD to WORD\W*$`}
	moveCall  = expression{text: `\bmove\([^)]*,`}
)

// doubt returns doubt if text looks like a move, plan if it also mentions several disks, and otherwise prose. It reads only the
// beginning of a long text.
func (l *line) doubt(text []byte) kind {
	text = text[:min(len(text), maxBracket)]
	isFrom, isTo, isArrow := fromWord.get().Match(text), toWord.get().Match(text), bytes.Contains(text, []byte("->"))
	isDoubt := isFrom && isTo || moveCall.get().Match(text) || isArrow && atArrow.get().Match(text) || isTo && onlyTo.get().Match(text) ||
		(isFrom || isTo || isArrow) && oneDisk.get().Match(text)
	if isTo && !isDoubt {
		for _, g := range atTo.get().FindAllSubmatch(text, -1) {
			isDoubt = isDoubt || l.names.isPlain(g[1]) && l.names.isPlain(g[2])
		}
	}
	switch {
	case !isDoubt:
		return prose
	case manyDisks.get().Match(text):
		return plan
	}
	return doubt
}
