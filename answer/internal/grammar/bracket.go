package grammar

import "bytes"

// The size of a bracket or a string in a list is bounded, which keeps the time to read a text
// linear.
const maxBracket = 4096

var between = expression{text: `^(?:STATE|~(?:,|and\b|then\b))*~(?:\\boxed)?$`}

// brackets reads the moves in brackets, \boxed and objects anywhere in a line. holds means that an
// object is nearly a move, or that the text between two moves may be one.
func (l *line) brackets() (u reading, holds bool) {
	for _, b := range l.flat() {
		m, _, isMove := l.match(bracketRows, b.span)
		if l.text[b.start] == '{' && !l.isBoxed(b.start) {
			m, isMove = l.object(b.span)
			holds = holds || !isMove && (m.From != 0 || m.To != 0)
		}
		if !isMove {
			continue
		}
		m.setPlace(b.start, b.end)
		if n := len(u.items); n > 0 {
			gap := l.part(u.items[n-1].End(), b.start)
			if !between.get().Match(gap.text) {
				m.Flags |= Unread
			}
			holds = holds || bytes.Contains(gap.text, []byte("->")) || holdsMove(gap.text) || gap.could() != 0
		}
		u.add(m)
	}
	return u, holds
}

var (
	fieldForm = expression{text: `^~QUOTE([^:"']*?)QUOTE~:~("[^"]*"|'[^']*'|[^,"']*?)~(?:,|$)`}
	keyForm   = expression{text: `^(?:(?P<disk>\x04)~|(?P<from>SOURCE_?NOUN?)|(?P<to>GOAL_?NOUN?)|(?P<number>STEP|id|index|number)~)$`}
	valueForm = expression{text: `^VALUE$`}
	pegForm   = expression{text: `^PEG$`}
)

// object reads {"disk": 1, "from": "A", "to": "C"}. One without a disk isn't a move if another value
// is a number or a disk.
func (l *line) object(s span) (m Item, isMove bool) {
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
			if !l.areStates(l.at(value)) {
				m.Flags |= Unread
			}
		default:
			isWhole = l.setWhole(&m, part, value)
		}
		i += g[1]
	}
	return m, isWhole && m.From != 0 && m.To != 0 && (m.Disk.Given() || !hasOther)
}

// setWhole reads the disk or a peg of a move from all of s.
func (l *line) setWhole(m *Item, part string, s span) bool {
	form := &pegForm
	if part == "disk" {
		form = &valueForm
	}
	return form.get().Match(l.at(s)) && l.set(m, part, s)
}
