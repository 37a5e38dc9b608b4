package grammar

import (
	"bytes"
	"strings"
)

// A formRow is a way to write a kind of move. Group 1 is the move; method set reads the named
// groups.
type formRow struct {
	Kind
	hint string // a string in every text that matches; searching for it is faster
	*expression
}

var clauseRows = []formRow{
	{Sentence, "from", &expression{text: `^OPENERS((?:MOVER )?(?:VERB )?from FROM(?: and VERB(?: it)?)? ONTO TO)END`}},
	{Sentence, "from", &expression{text: `^OPENERS(MOVER (?:VERB )?ONTO TO from FROM)END`}},
	{Sentence, "from", &expression{text: `^OPENERS(from FROM~,?~VERB (?P<disk>DISK|#?\d+) ONTO TO)END`}},
	{Target, "\x02", &expression{text: `^OPENERS(VERB (?P<disk>NUMBERED) ONTO TO)END`}},
	{Arrow, "->", &expression{text: `^((?:MOVER~:?~)?(?P<from>BARE)~->~(?P<to>BARE)AGAIN)END`}},
	{Arrow, " to ", &expression{text: `^((?:MOVER~:?~)?(?P<plainfrom>BARE) to (?P<plainto>BARE)AGAIN)END`}},
	{Arrow, "\x03", &expression{text: `^((?:MOVER~:?~)?(?P<from>WITHNOUN)(?:~->~| to )(?P<to>WITHNOUN)AGAIN)END`}},
	{Arrow, ">", &expression{text: `^((?:MOVER~:?~)?(?P<plainfrom>BARE)~>~(?P<plainto>BARE)AGAIN)END`}},
	{Arrow, "-", &expression{text: `^((?:MOVER~:?~)?(?P<wordfrom>BARE)~-~(?P<wordto>BARE)AGAIN)END`}},
	{Call, "move(", &expression{text: `^(move\(~(?:(?P<disk>VALUE)~,~)?FROM~,~TO~\))END`}},
	{Call, "(", &expression{text: `^(\(~\x02 (?P<disk>VALUE) (?P<from>PEG|\x04~\d+) (?P<to>PEG|\x04~\d+)~\))(?:~(?P<comment>;[^(]*)$|END)`}},
}

var bracketRows = []formRow{
	{Bracket, "", &expression{text: `^[\[({]~((?P<capitalfrom>[a-z])(?P<capitalto>[a-z]))~[\])}]$`}},
	{Bracket, ",", &expression{text: `^[\[({]~((?:(?:(?P<number>QUOTE\d{1,9}QUOTE)~,~)?(?P<disk>VALUE)~,~)?FROM~,~TO)~[\])}]$`}},
	{Bracket, " ", &expression{text: `^[\[({]~((?P<plainfrom>PEG) (?P<plainto>PEG))~[\])}]$`}},
}

// Rows without a header are whole lines.
var valueRows = []formRow{
	{Values, ",", &expression{text: `^~((?:(?P<number>QUOTE\d{1,9}QUOTE)~,~)?(?P<disk>VALUE)~,~FROM~,~TO)END~$`}},
	{Values, " ", &expression{text: `^~((?P<disk>VALUE) (?P<plainfrom>PEG) (?P<plainto>PEG))END~$`}},
	{Values, " ", &expression{text: `^~((?P<plainfrom>PEG) (?P<plainto>PEG))END~$`}},
}

// match reads a move by the first row that fits a part of the line. It returns where the whole
// match ends.
func (l *line) match(rows []formRow, s span) (m Item, end int, ok bool) {
	for _, f := range rows {
		if !bytes.Contains(l.at(s), []byte(f.hint)) {
			continue
		}
		g := f.get().FindSubmatchIndex(l.at(s))
		if g == nil {
			continue
		}
		m, ok = newItem(f.Kind, s.start+g[2], s.start+g[3], 0), true
		for k, part := range f.get().SubexpNames() {
			if ok && part != "" && g[2*k] >= 0 {
				ok = l.set(&m, part, span{s.start + g[2*k], s.start + g[2*k+1]})
			}
		}
		if ok {
			return m, s.start + g[1], true
		}
	}
	return m, s.start, false
}

// set reads a part of a move: its number, the disk, a peg, or what follows. The name of a plain peg
// must be a letter, a number or a known name, or have a noun; a word must be one of these, but no
// number. A capital one must be a capital. In a plan, disks are places, too.
func (l *line) set(m *Item, part string, s span) bool {
	switch part {
	case "number":
		m.Number, m.Flags = numberIn(l.at(s)), m.Flags|Numbered
		return true
	case "disk", "again":
		before := m.Disk
		m.Disk = diskIn(l.at(s))
		return !before.Given() || before == m.Disk
	case "comment":
		m.Flags |= Unread
		comment := l.part(s.start, s.end)
		return !holdsMove(comment.text) && comment.could() == 0
	case "after", "remark":
		if bytes.ContainsAny(l.at(s), "([") {
			m.Flags |= Unread
		}
		return l.mayFollow(s)
	}
	peg := &m.To
	kind, isFrom := strings.CutSuffix(part, "from")
	if isFrom {
		peg = &m.From
	}
	kind = strings.TrimSuffix(kind, "to")
	name, hasNoun, ok := l.name(s)
	if !ok {
		*peg = onDisk(diskIn(l.at(s)).Value()) // in a plan
		return true
	}
	switch string(l.at(name)) {
	case "the", "it", "and", "then", "from", "to", "on", "onto", "into":
		return false
	}
	if bytes.HasSuffix(bytes.TrimRight(l.text[:name.start], " \"'#"), []byte{diskMark}) {
		return false // disk 2 → C
	}
	if kind == "capital" && 'a' <= l.raw[name.start] || kind == "word" && isNumber(l.at(name)) {
		return false
	}
	before := *peg
	*peg = l.names.place(l.raw[name.start:name.end])
	return (before == 0 || before == *peg) && name.end-name.start <= mostName && (kind != "plain" && kind != "word" || hasNoun || l.names.isKnown(l.at(name)))
}

// Names of pegs have at most mostName bytes.
const mostName = 32

// name finds the name of a peg, without quotation marks, "the" and a noun.
func (l *line) name(s span) (name span, hasNoun, ok bool) {
	const around = " \"'#\x03"
	text := bytes.TrimLeft(l.at(s), around)
	if after, hasThe := bytes.CutPrefix(text, []byte("the ")); hasThe {
		text = bytes.TrimLeft(after, around)
	}
	name.start = s.end - len(text)
	text = bytes.TrimRight(text, around)
	name.end = name.start + len(text)
	return name, bytes.IndexByte(l.at(s), nounMark) >= 0, len(text) > 0 && bytes.IndexFunc(text, isSeparator) < 0
}

// numberIn returns the first number in a text.
func numberIn(text []byte) (n Number) {
	value := 0
	for _, b := range text {
		if isDigit(b) {
			value = min(value*10+int(b-'0'), 1e9)
			n = NumberOf(value)
		} else if n.Given() {
			break
		}
	}
	return n
}

// diskIn returns the disk that the first number in a text is.
func diskIn(text []byte) Disk {
	n := numberIn(text)
	if !n.Given() {
		return 0
	}
	return DiskOf(n.Value())
}

// BareName returns a name of a peg as it is read in an answer, in lower case and without a noun: 1
// for Peg1.
func BareName(name string) string {
	l := newLine([]byte(name), new(Names))
	if s, _, ok := l.name(span{0, len(name)}); ok {
		name = name[s.start:s.end]
	}
	return strings.ToLower(name)
}
