package grammar

// The size of a bracket or a string in a list is bounded, which keeps the time to read a text
// linear.
const maxBracket = 4096

var (
	between = expression{text: `^(?:STATE|~(?:,|and\b|then\b))*~(?:\\boxed)?$`}
)

// brackets reads the moves in brackets, \boxed and objects anywhere in a line. holds means that
// one is nearly a move, or that anything but commas, "and", "then" and states is between them.
func (l *line) brackets() (u reading, holds bool) {
	for _, b := range l.flat() {
		s := b.span
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
			if gap := l.text[u.items[n-1].End():s.start]; !between.get().Match(gap) {
				m.Flags |= Unread
			}
		}
		u.add(m)
	}
	return u, holds
}

// bracket reads a move in brackets or \boxed.
func (l *line) bracket(s span) (m Item, isMove, isNear bool) {
	m, _, isMove = l.match(bracketRows, s)
	return m, isMove, false
}

var (
	fieldForm = expression{text: `^~["']?([^:"']*?)["']?~:~("[^"]*"|'[^']*'|[^,"'\x01]*?)~(?:,|$)`}
	keyForm   = expression{text: `^(?:(?P<disk>\x04)~|(?P<from>(?:from|source|src|start)_?NOUN?)|(?P<to>(?:to|target|destination|dest|end)_?NOUN?)|(?P<number>STEP|id|index|number)~)$`}
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
			if !l.areStates(l.at(value)) {
				m.Flags |= Unread
			}
		default:
			isWhole = l.setWhole(&m, part, value)
		}
		i += g[1]
	}
	isMove = isWhole && m.From != 0 && m.To != 0 && (m.Disk.Given() || !hasOther)
	return m, isMove, !isMove && (m.From != 0 || m.To != 0)
}

// setWhole reads the disk or a peg of a move from all of s.
func (l *line) setWhole(m *Item, part string, s span) bool {
	form := &pegForm
	if part == "disk" {
		form = &valueForm
	}
	return form.get().Match(l.at(s)) && l.set(m, part, s)
}
