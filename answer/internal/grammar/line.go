package grammar

import (
	"bytes"
	"regexp"
	"unicode"
)

var (
	leadForm  = expression{text: `^[^:0-9>\x01\x04()\[\]{}]{1,200}:`}
	nameForm  = expression{text: `^~NAME~[:=]`}
	fenceForm = expression{text: `(?i)^[\s>]*(?:` + "```" + `\w*|</?(?:think|thinking|reasoning|answer)>)\s*$`}
)

// A reading holds the items of a line, after its number, or of an element of a list. A line that
// says nothing has none. A reading depends only on the text, the header of its table and the names
// of pegs. Places count from the start of the text.
type reading struct {
	items   []Item // moves, which an ellipsis may follow, or one other item
	isBlank bool
	header  *table // that the line is if a table follows, or nil
	inCell  bool   // the number of the line was its first cell
	isBare  bool   // the line has no number
}

func (u *reading) isMove() bool { return len(u.items) > 0 && u.items[0].IsMove() }

func one(k Kind, f Flags) reading { return reading{items: []Item{{Kind: k, Flags: f}}} }

// add adds a move.
func (u *reading) add(m Item) {
	if u.items = append(u.items, m); len(u.items) == 1 {
		u.items[0].Flags |= First
	}
	u.items[0].Flags |= m.Flags & Unread
}

// read reads a text in a table, or in none if t is nil.
func (r *Reader) read(raw []byte, t *table, inCell bool) reading {
	l := newLine(raw, r.names)
	switch {
	case fenceForm.get().Match(raw):
		return one(Edge, 0)
	case isBlank(l.text):
		return reading{isBlank: true}
	case r.Pattern != nil:
		return l.byPattern(r.Pattern)
	case len(bytes.Trim(l.text, "|+-:= ")) == 0 && bytes.IndexByte(l.text, '-') >= 0 && bytes.ContainsAny(l.text, "|+"):
		return reading{} // the rule of a table
	}
	u := l.reading(t, inCell)
	for _, m := range u.items {
		if m.IsMove() && r.Notation != "" && m.Notation() != r.Notation {
			u = one(Text, Unread)
		}
	}
	if len(u.items) > 0 && u.items[0].Kind == Text {
		u.items[0].Flags |= l.could()
	}
	return u
}

// byPattern reads the moves that a pattern finds.
func (l *line) byPattern(pattern *regexp.Regexp) (u reading) {
	for _, g := range pattern.FindAllSubmatchIndex(l.raw, -1) {
		m, isMove := newItem(Pattern, g[0], g[1], 0), true
		for k, part := range pattern.SubexpNames() {
			if g[2*k] >= 0 && (part == "disk" || part == "from" || part == "to") {
				isMove = isMove && l.setWhole(&m, part, span{g[2*k], g[2*k+1]})
			}
		}
		if !isMove || m.To == 0 || m.From == 0 && !m.Disk.Given() {
			return one(Text, Unread)
		}
		u.add(m)
	}
	if !u.isMove() {
		return one(Text, Unread)
	}
	return u
}

// reading reads a line that is not blank.
func (l *line) reading(t *table, inCell bool) reading {
	l.markStates()
	if t != nil {
		if u, ok := l.row(t, inCell); ok {
			return u
		}
	}
	if header := l.header(); header != nil {
		return reading{items: []Item{{Kind: Text, Flags: Unread}}, header: header}
	}
	whole := l.text
	l = &line{l.raw, bytes.ReplaceAll(whole, []byte("|"), []byte(" ")), l.names}
	if isBlank(l.text) {
		return reading{}
	}
	if string(bytes.TrimSpace(l.text)) == "..." {
		return one(Ellipsis, 0)
	}
	if m, _, ok := l.match(valueRows, span{0, len(l.text)}); ok && bytes.IndexByte(whole, '|') < 0 {
		var u reading
		u.add(m)
		return u
	}
	lead := l.lead()
	c, isWhole := l.clausesFrom(0)
	if !isWhole && lead > 0 {
		c, isWhole = l.clausesFrom(lead)
		for i := range c.items {
			c.items[i].Flags |= HasLead | Unread
		}
	}
	if isWhole && c.isMove() {
		return c
	}
	b, holds := l.brackets()
	if b.isMove() && !holds {
		if holds = l.surround(b, lead); !holds {
			return l.cutOff(b)
		}
	}
	switch {
	case holds || holdsMove(whole):
		return one(Text, Holds|Unread)
	case l.areStates(l.text):
		return reading{}
	case isPunctuation(l.text):
		return one(Edge, 0)
	}
	return one(Text, Unread)
}

// isPunctuation reports whether a text is blanks and ASCII punctuation alone.
func isPunctuation(text []byte) bool {
	return !bytes.ContainsFunc(text, func(c rune) bool { return c < ' ' || c > '~' || isNameByte(byte(c)) })
}

// surround says of moves in brackets what stands around them in their line. It reports whether that
// may be a move.
func (l *line) surround(u reading, lead int) (holds bool) {
	first, last := int(u.items[0].Start), u.items[len(u.items)-1].End()
	around := nameForm.get().ReplaceAll(bytes.TrimSuffix(bytes.TrimSpace(l.withoutStates(l.text[lead:first])), []byte(`\boxed`)), nil)
	around = append(bytes.Clone(around), l.withoutStates(l.text[last:])...)
	flags := Flags(0)
	if lead > 0 {
		flags |= HasLead | Unread
	}
	if bytes.ContainsFunc(around, isLetterOrMark) {
		flags |= Worded
	}
	if len(bytes.Trim(around, " ,.;")) > 0 {
		flags |= Unread
	}
	for i := range u.items {
		u.items[i].Flags |= flags
	}
	return l.part(0, first).could()|l.part(last, len(l.text)).could() != 0 || holdsMove(around) ||
		!u.items[0].Disk.Given() && bytes.ContainsFunc(around, unicode.IsNumber)
}

// lead returns the end of the words and the colon that a line begins with; 0 if there are none, or if
// they could be a move.
func (l *line) lead() int {
	lead := leadForm.get().Find(l.text)
	if l.part(0, len(lead)).could() != 0 {
		return 0
	}
	return len(lead)
}
