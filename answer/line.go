package answer

import (
	"bytes"
	"math"
	"regexp"
	"slices"
)

// kind says what a line is, or an element of a list.
type kind uint8

const (
	silent   kind = iota // it is blank, a state, or the rule of a table
	moving               // it has moves
	header               // it is the header of a table
	ellipsis             // it cuts a list off
	plan                 // it looks like a move, and speaks of disks
	doubt                // it looks like a move
	prose                // it is none of these
)

// A reading says what a line means. It depends on the line's text, the header of its table and the names of Problem.Pegs alone.
type reading struct {
	kind   kind
	number int32  // or none
	digits span   // of the number
	moves  []item // places count from the start of the line
	isCut  bool   // an ellipsis follows them
	table  *table // if the line is a header
}

// line is a line while it is read.
type line struct {
	raw, text []byte // as it was written, and cleaned
	rest      int    // where its number ends
	names     *names
}

// newMove returns a move that stands somewhere, without a disk, a peg to leave and a number.
func newMove(f form, start, end int) item {
	m := item{kind: moving, form: f, disk: noDisk, from: nowhere, number: none}
	m.stand(span{start, end})
	return m
}

// stand says where an item stands. Of a long one, the beginning is told.
func (m *item) stand(s span) {
	m.start, m.size = uint32(s.start), uint16(min(s.end-s.start, math.MaxUint16))
}

var (
	numberForm = expression{text: `^~(?:\d+[.]\d+:|\((\d{1,9})\)[.:]?|#(\d{1,9})\b[.):]?|(?:(?:step|move)~)?#?(\d{1,9})[.):]|` +
		`[|]~(?:(?:step|move)~)?#?(\d{1,9})[.):]?~[|]|(?:(?:step|move)~)?(\d{1,9})~$)`}
	leadForm   = expression{text: `^[^:0-9]{1,200}:`}
	disksForm  = expression{text: `\x04|\b(?:disks|discs|rings|plates)\b`}
	statesForm = expression{text: `^(?:STATE)*~$`}
)

// read reads a line below the header of a table, or not.
func (r *reader) read(raw []byte, t *table) reading {
	l := &line{raw: raw, text: clean(raw), names: r.names}
	l.blankMarks()
	hasBars := bytes.IndexByte(l.text, '|') >= 0
	switch {
	case isBlank(l.text) && bytes.Contains(raw, []byte("```")):
		return reading{kind: prose, number: none}
	case isBlank(l.text), isRule(l.text):
		return reading{number: none}
	case r.pattern != nil:
		if moves := l.matchPattern(r.pattern); len(moves) > 0 {
			return reading{kind: moving, number: none, moves: moves}
		}
		return reading{kind: l.doubt(l.text), number: none}
	}
	u := reading{kind: prose, number: none}
	l.rest = l.number(&u)
	l.markWords()
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
	fill(l.text[:l.rest])
	l.blankMarks()
	for i, b := range l.text {
		if b == '|' {
			l.text[i] = ' '
		}
	}
	if isBlank(l.text) {
		u.kind = silent
		return u
	}
	inBrackets, isApart := l.brackets()
	switch {
	case bytes.IndexByte(l.text, aState) >= 0 && statesForm.get().Match(l.text):
		u.kind, u.number = silent, none // (2) (1) () has no number
		return u
	case bytes.Equal(bytes.TrimSpace(l.text), []byte("...")):
		u.kind = ellipsis
		return u
	case !hasBars && l.rowOfValues(&u), l.sentences(&u):
	case len(inBrackets) > 0 && !isApart && l.haveDisks(inBrackets):
		u.moves = inBrackets
	default:
		if u.kind = l.doubt(whole); isApart {
			u.kind = doubt
		}
		return u
	}
	u.kind = moving
	return r.only(u)
}

// number reads the number of a line, and returns where the rest begins.
func (l *line) number(u *reading) (rest int) {
	g := numberForm.get().FindSubmatchIndex(l.text)
	if g == nil || l.text[g[1]-1] == '.' && isDigit(at(l.text, g[1])) {
		return 0
	}
	for k := 2; k < len(g); k += 2 {
		if g[k] >= 0 {
			u.digits = span{g[k], g[k+1]}
			u.number = int32(numberOf(l.text[g[k]:g[k+1]]))
		}
	}
	return g[1]
}

// blankMarks makes what says nothing at the start of a line blank: marks of quotations and headings, and bullets, but not
// before a bar.
func (l *line) blankMarks() {
	for i, c := range l.text {
		isBullet := (c == '-' || c == '+') && at(l.text, i+1) == ' ' && at(l.text, i+2) != '|'
		isHeading := c == '#' && (at(l.text, i+1) == '#' || at(l.text, i+1) == ' ')
		if c != ' ' && c != '>' && !isBullet && !isHeading {
			return
		}
		l.text[i] = ' '
	}
}

// isRule reports whether a line is the rule of a table.
func isRule(text []byte) bool {
	return len(bytes.Trim(text, "|+-:= ")) == 0 && bytes.IndexByte(text, '-') >= 0 && bytes.ContainsAny(text, "|+")
}

func fill(text []byte) {
	for i := range text {
		text[i] = ' '
	}
}

// only leaves out what is not in the notation that was asked for.
func (r *reader) only(u reading) reading {
	if r.notation != "" && slices.ContainsFunc(u.moves, func(m item) bool { return m.notation() != r.notation }) {
		return reading{kind: prose, number: none}
	}
	return u
}

// matchPattern reads the moves that Options.Pattern finds.
func (l *line) matchPattern(pattern *regexp.Regexp) (moves []item) {
	for _, g := range pattern.FindAllSubmatchIndex(l.raw, -1) {
		m := newMove(byPattern, g[0], g[1])
		part := func(group string) (s span, ok bool) {
			k := pattern.SubexpIndex(group)
			return span{g[max(2*k, 0)], g[max(2*k, 0)+1]}, k > 0 && g[2*k] >= 0
		}
		to, ok := part("to")
		from, hasFrom := part("from")
		disk, hasDisk := part("disk")
		if !ok || !l.named(to, &m.to) || hasFrom && !l.named(from, &m.from) || hasDisk && !l.disk(disk, &m.disk) || !hasFrom && !hasDisk {
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

// sentences reads the clauses of a line, after a lead or without one, if each is a move.
func (l *line) sentences(u *reading) bool {
	if l.clauses(u, 0) {
		return true
	}
	if bytes.IndexByte(l.text, ':') < 0 {
		return false
	}
	lead := leadForm.get().Find(l.text)
	return lead != nil && !disksForm.get().Match(lead) && l.clauses(u, len(lead))
}

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

// haveDisks reports whether moves in brackets have disks, or the line has no digits but theirs.
func (l *line) haveDisks(moves []item) bool {
	text := bytes.Clone(l.text)
	for _, m := range moves {
		fill(text[m.start:m.end()])
	}
	return moves[0].disk != noDisk || !slices.ContainsFunc(text, isDigit)
}

var (
	diskAndNumber = expression{text: `\x04~#?~\d`}
	fromWord      = expression{text: `\bfrom\b`}
	toWord        = expression{text: `\bONTO\b`}
	atArrow       = expression{text: `WORD["']?~->~["'#]?WORD`}
	atTo          = expression{text: `\b(WORD)["']? ONTO (?:the )?["']?(WORD)`}
	wordToWord    = expression{text: `^\W*WORD to WORD\W*$`}
	moveCall      = expression{text: `\bmove\([^)]*,`}
	severalDisks  = expression{text: `\b(?:disks|discs|rings|plates)\b`}
)

// doubt returns doubt if a line without moves looks like one, with its number; plan if it speaks of several disks, too; else prose.
// It looks at the beginning of a long line.
func (l *line) doubt(text []byte) kind {
	text = text[:min(len(text), maxBracket)]
	isFrom, isTo, isArrow := fromWord.get().Match(text), toWord.get().Match(text), bytes.Contains(text, []byte("->"))
	isBetween := false
	if isTo {
		for _, g := range atTo.get().FindAllSubmatch(text, -1) {
			isBetween = isBetween || l.names.isPlain(g[1]) && l.names.isPlain(g[2])
		}
	}
	switch {
	case !(isFrom || isTo || isArrow) && !moveCall.get().Match(text),
		!(isFrom && isTo || isBetween || diskAndNumber.get().Match(text) || isArrow && atArrow.get().Match(text) || isTo && wordToWord.get().Match(text) || moveCall.get().Match(text)):
		return prose
	case severalDisks.get().Match(text):
		return plan
	}
	return doubt
}
