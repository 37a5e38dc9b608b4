package grammar

import (
	"bytes"
	"regexp"
	"unicode"
)

var (
	leadForm  = expression{text: `^[^:0-9>\x01\x04()\[\]{}]{1,200}:`}
	nameForm  = expression{text: `^~["']?WORD["']?~[:=]`}
	fenceForm = expression{text: `(?i)^[\s>]*(?:` + "```" + `\w*|</?(?:think|thinking|reasoning|answer)>)\s*$`}
)

// read reads a text in a table, or in none if t is nil.
func (r *Reader) read(raw []byte, t *table, inCell bool) reading {
	l := newLine(raw, r.names)
	switch {
	case r.Pattern != nil:
		return l.byPattern(r.Pattern)
	case fenceForm.get().Match(raw):
		return reading{kind: Edge}
	case isBlank(l.text):
		return reading{kind: silent, isBlank: true}
	case l.isRule():
		return reading{kind: silent}
	}
	isLoose := l.markStates()
	if t != nil {
		if u, ok := l.row(t, inCell); ok {
			return r.only(u)
		}
	}
	if head := l.header(); head != nil {
		return reading{kind: Edge, table: head}
	}
	whole := bytes.Clone(l.text)
	hasBars := bytes.IndexByte(l.text, '|') >= 0
	l.text = bytes.ReplaceAll(l.text, []byte("|"), []byte(" "))
	return r.only(l.meaning(whole, hasBars, isLoose))
}

// only drops moves that are not in the notation asked for.
func (r *Reader) only(u reading) reading {
	for i := range u.moves {
		if r.Notation != "" && u.moves[i].Notation() != r.Notation {
			return reading{kind: Text, isUnread: true}
		}
	}
	return u
}

// byPattern reads the moves that a pattern finds.
func (l *line) byPattern(pattern *regexp.Regexp) reading {
	u := reading{kind: Move}
	for _, g := range pattern.FindAllSubmatchIndex(l.raw, -1) {
		m, isMove := l.newMove(Pattern, g[0], g[1]), true
		for k, part := range pattern.SubexpNames() {
			if g[2*k] >= 0 && (part == "disk" || part == "from" || part == "to") {
				isMove = isMove && l.setOnce(&m, part, span{g[2*k], g[2*k+1]})
			}
		}
		if !isMove || m.To.Kind() == Unsaid || m.From.Kind() == Unsaid && !m.Is(HasDisk) {
			return reading{kind: Text, isUnread: true}
		}
		u.moves = append(u.moves, m)
	}
	switch {
	case len(u.moves) > 0:
		return u
	case isBlank(l.text):
		return reading{kind: silent, isBlank: true}
	}
	return reading{kind: Text, isUnread: true}
}

// isRule reports whether a line is the rule of a table.
func (l *line) isRule() bool {
	return len(bytes.Trim(l.text, "|+-:= ")) == 0 && bytes.IndexByte(l.text, '-') >= 0 && bytes.ContainsAny(l.text, "|+")
}

// meaning reads a line outside a table. whole is its text with bars. isLoose says that
// only braces make its brackets states.
func (l *line) meaning(whole []byte, hasBars, isLoose bool) reading {
	if isBlank(l.text) {
		return reading{kind: silent}
	}
	if string(bytes.TrimSpace(l.text)) == "..." {
		return reading{kind: Ellipsis}
	}
	if m, _, hasWords, ok := l.match(valueRows, span{0, len(l.text)}); ok && !hasBars {
		return reading{kind: Move, moves: []Item{m}, isUnread: hasWords}
	}
	lead := l.lead()
	c := l.clausesFrom(0)
	if !c.isWhole && lead > 0 {
		c = l.clausesFrom(lead)
		for i := range c.moves {
			c.moves[i].set(HasLead, true)
		}
	}
	if len(c.moves) > 0 && c.isWhole {
		return reading{kind: Move, moves: c.moves, isCut: c.isCut, isUnread: c.hasWords || c.moves[0].Is(HasLead)}
	}
	b := l.brackets()
	if len(b.moves) > 0 {
		first, last := int(b.moves[0].Start), int(b.moves[len(b.moves)-1].End)
		hasLead := lead > 0 && lead <= first
		around := l.withoutStates(span{0, first})
		if hasLead {
			around = l.withoutStates(span{lead, first})
		}
		around = nameForm.get().ReplaceAll(bytes.TrimSuffix(bytes.TrimSpace(around), []byte(`\boxed`)), nil)
		around = append(bytes.Clone(around), l.withoutStates(span{last, len(l.text)})...)
		isWorded := bytes.ContainsFunc(around, isLetterOrMark)
		b.holds = b.holds || b.isApart || l.part(0, first).couldMove(AllSets) || l.part(last, len(l.text)).couldMove(AllSets) || holdsMove(around)
		if !b.holds && (b.moves[0].Is(HasDisk) || !bytes.ContainsFunc(around, unicode.IsNumber)) {
			for i := range b.moves {
				b.moves[i].set(Worded, isWorded)
				b.moves[i].set(HasLead, hasLead)
			}
			return reading{kind: Move, moves: b.moves, isUnread: hasLead || b.hasMore || len(bytes.Trim(around, " ,.;")) > 0}
		}
	}
	u := reading{kind: Text, holds: len(c.moves)+len(b.moves) > 0 || b.holds || holdsMove(whole)}
	if !u.holds && bytes.IndexByte(l.text, stateMark) >= 0 && l.areStates(span{0, len(l.text)}) {
		return reading{kind: silent, isUnread: isLoose}
	}
	says := !isHeading(l.raw) && lead < len(bytes.TrimRight(l.text, " ")) && bytes.ContainsFunc(l.text, isLetterOrMark)
	u.isUnread = u.holds || says || l.couldMove(AllSets)
	return u
}

// lead returns the end of the words and the colon that a line begins with; 0 if there are none, if
// they could be a move, and in a heading.
func (l *line) lead() int {
	lead := leadForm.get().Find(l.text)
	if isHeading(l.raw) || manyDisks.get().Match(lead) || l.part(0, len(lead)).couldMove(AllSets) {
		return 0
	}
	return len(lead)
}
