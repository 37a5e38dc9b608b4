package answer

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// form is a row of the table of forms in docs/evaluation.md.
type form uint8

const (
	sentence form = 1 + iota
	target        // to a peg, and from none
	arrow
	bracket
	object
	call
	row
	values    // a row without a header
	byPattern // what Options.Pattern matches
)

// A cleaned line has these bytes in the place of states and of words of a kind.
const (
	stateMark = 1 + iota
	verbMark  // a verb of moving
	nounMark  // a noun for a peg
	diskMark
)

// parts are what expressions are made of, in the order in which they are replaced.
var parts = []string{
	"ONTO", `(?:to|on|onto|into)`,
	"DISKS", `(?:disks|discs|rings|plates)`,
	"OPENERS", `(?:(?:first|next|then|now|finally|lastly|again|also|and|so|we|i|let['’]s|after that)(?:~,~| )){0,3}`,
	"MOVER", `(?P<disk>(?:VERB )?DISK|VERB #?\d+)`, // what moves
	"FROM", `(?P<from>PEG)`,
	"TO", `(?P<to>PEG)`,
	"PEG", `(?:WITHNOUN|BARE)`,
	"WITHNOUN", `["']?(?:the )?(?:\x03~["'#]?WORD["']?|["']?WORD["']? \x03)["']?`,
	"BARE", `["']?(?:the )?["'#]?WORD["']?`,
	"AGAIN", `(?:~\(?~(?P<again>NUMBERED)~\)?)?`,
	"VALUE", `["']?(?:NUMBERED|#?\d+)["']?`,
	"DISK", `(?:NUMBERED|(?:the )?(?:top )?\x04)`,
	"NUMBERED", `(?:the )?(?:top )?(?:\x04(?: number| no[.]?)?|d )~#?~\d+`,
	"VERB", `(?:(?:is|are|was|were|gets) )?\x02(?: up)?`,
	"END", `(?:~\([^()0-9]*\)|STATE)*~(?:[,;.]|then\b|$)`, // what may follow a move, and what ends a clause
	"STATE", `(?:~(?:[:|,-]|->))*(?:(?:~["'\x02-\x04]*WORD["']?){0,3}~[:=])*~\x01`,
	"WORD", `[\pL\pN\x5f]+`,
	"NOUN", nouns,
	"STEP", `(?:step|\x02)`,
	"~", `\s*`,
	" ", `\s+`,
}

const (
	nouns = `(?:peg|rod|tower|pole|post|stick|pin|needle|stack|column|list)`
	verbs = `mov(?:es?|ed|ing)|tak(?:es?|en|ing)|took|pick(?:s|ed|ing)?|lift(?:s|ed|ing)?|put(?:s|ting)?|plac(?:es?|ed|ing)|shift(?:s|ed|ing)?|` +
		`slid(?:es?|ing)?|transfer(?:s|red|ring)?|bring(?:s|ing)?|brought|carr(?:y|ies|ied|ying)|go(?:es|ne|ing)?|went`
)

// An expression is a regular expression made of parts. It is compiled at its first use.
type expression struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
}

func (e *expression) get() *regexp.Regexp {
	e.once.Do(func() {
		text := e.text
		for i := 0; i < len(parts); i += 2 {
			text = strings.ReplaceAll(text, parts[i], parts[i+1])
		}
		e.compiled = regexp.MustCompile(text)
	})
	return e.compiled
}

// groupIn returns the name of the group that matches a text; "" if there is none.
func (e *expression) groupIn(text []byte) string {
	g := e.get().FindSubmatchIndex(text)
	for k, name := range e.get().SubexpNames() {
		if g != nil && name != "" && g[2*k] >= 0 {
			return name
		}
	}
	return ""
}

// A formRow is a row of the table of forms. Group 1 is the move, and named groups are its parts: see set.
type formRow struct {
	form
	hint string // what the text has, which is faster to look for
	*expression
}

var clauseRows = []formRow{
	{sentence, "from", &expression{text: `^OPENERS((?:MOVER )?(?:VERB )?from FROM(?: and VERB(?: it)?)? ONTO TO)END`}},
	{sentence, "from", &expression{text: `^OPENERS(MOVER (?:VERB )?ONTO TO from FROM)END`}},
	{sentence, "from", &expression{text: `^OPENERS(from FROM~,?~VERB (?P<disk>DISK|#?\d+) ONTO TO)END`}},
	{target, "\x02", &expression{text: `^OPENERS(VERB (?P<disk>NUMBERED) ONTO TO)END`}},
	{arrow, "->", &expression{text: `^((?:MOVER~:?~)?(?P<from>BARE)~->~(?P<to>BARE)AGAIN)END`}},
	{arrow, " to ", &expression{text: `^((?:MOVER~:?~)?(?P<plainfrom>BARE) to (?P<plainto>BARE)AGAIN)END`}},
	{arrow, "\x03", &expression{text: `^((?:MOVER~:?~)?(?P<from>WITHNOUN)(?:~->~| to )(?P<to>WITHNOUN)AGAIN)END`}},
	{call, "move(", &expression{text: `^(move\(~(?:(?P<disk>VALUE)~,~)?FROM~,~TO~\))END`}},
	{call, "(", &expression{text: `^(\(~\x02 (?P<disk>VALUE) (?P<placefrom>PEG|\x04~\d+) (?P<placeto>PEG|\x04~\d+)~\))(?:~;[^(]*$|END)`}},
}

var bracketRows = []formRow{
	{bracket, ",", &expression{text: `^[\[({]~((?:(?:(?P<number>["']?\d{1,9}["']?)~,~)?(?P<disk>VALUE)~,~)?FROM~,~TO)~[\])}]$`}},
	{bracket, " ", &expression{text: `^[\[({]~((?P<plainfrom>PEG) (?P<plainto>PEG))~[\])}]$`}},
}

var valueRows = []formRow{
	{values, ",", &expression{text: `^~((?:(?P<number>["']?\d{1,9}["']?)~,~)?(?P<disk>VALUE)~,~FROM~,~TO)~$`}},
	{values, " ", &expression{text: `^~((?P<disk>VALUE) FROM TO)~$`}},
	{values, " ", &expression{text: `^~((?P<plainfrom>PEG) (?P<plainto>PEG))~$`}},
}

// A span is a part of a line.
type span struct{ start, end int }

func (l *line) at(s span) []byte { return l.text[s.start:s.end] }

// match reads the move in a part of the line by the first row that fits, and returns where it ends with what follows it.
func (l *line) match(rows []formRow, s span) (m item, end int, ok bool) {
	for _, f := range rows {
		if !bytes.Contains(l.at(s), []byte(f.hint)) {
			continue
		}
		g := f.get().FindSubmatchIndex(l.at(s))
		if g == nil {
			continue
		}
		m, ok = newMove(f.form, s.start+g[2], s.start+g[3]), true
		for k, part := range f.get().SubexpNames() {
			if part != "" && g[2*k] >= 0 {
				ok = ok && l.set(&m, part, span{s.start + g[2*k], s.start + g[2*k+1]})
			}
		}
		if ok {
			return m, s.start + g[1], true
		}
	}
	return m, s.start, false
}

var (
	digitsIn = expression{text: `\d+`}
	pegForm  = expression{text: `^["']?(?:the )?(\x03~)?["'#]?(WORD)["']?( \x03)?["']?$`}
)

// set reads a part of a move: its number, its disk, or the peg that it is from or to. A plain peg is a letter, a number or a known
// name, or has a noun. In the place of a peg may be the disk that lies there.
func (l *line) set(m *item, part string, s span) bool {
	switch part {
	case "number":
		m.number = int32(numberOf(digitsIn.get().Find(l.at(s))))
		return true
	case "disk", "again":
		disk := l.diskIn(s)
		isSame := m.disk == noDisk || m.disk == disk
		m.disk = disk
		return isSame
	}
	peg := &m.to
	kind, isFrom := strings.CutSuffix(part, "from")
	if isFrom {
		peg = &m.from
	}
	g := pegForm.get().FindSubmatchIndex(l.at(s))
	if g == nil {
		*peg = onDisk + uint16(l.diskIn(s))
		return strings.HasPrefix(kind, "place")
	}
	name := span{s.start + g[4], s.start + g[5]}
	switch string(l.at(name)) {
	case "the", "it", "and", "then", "from", "to", "on", "onto", "into":
		return false
	}
	*peg = l.names.intern(l.raw[name.start:name.end])
	hasNoun := g[2] >= 0 || g[6] >= 0
	return name.end-name.start <= mostName && (!strings.HasPrefix(kind, "plain") || hasNoun || l.names.isPlain(l.at(name)))
}

// diskIn returns the number in the words for a disk.
func (l *line) diskIn(s span) uint8 {
	if digits := digitsIn.get().Find(l.at(s)); digits != nil {
		return uint8(min(numberOf(digits), mostDisk))
	}
	return noDisk
}

var valueForm = expression{text: `^VALUE$`}

// setOnce reads a part of a move that s is all of, and that the move lacks.
func (l *line) setOnce(m *item, part string, s span) bool {
	switch part {
	case "disk":
		return m.disk == noDisk && valueForm.get().Match(l.at(s)) && l.set(m, part, s)
	case "from":
		return m.from == nowhere && l.set(m, part, s)
	case "to":
		return m.to == nowhere && l.set(m, part, s)
	}
	return true
}

// A clause has at most maxClause bytes and maxMarks marks, so that no text takes more time than its length allows.
const maxClause, maxMarks = 300, 3

// clause reads the move that the clause at i is, and returns where the next clause begins.
func (l *line) clause(i int) (m item, next int, ok bool) {
	i += len(l.text[i:]) - len(bytes.TrimLeft(l.text[i:], " "))
	end, marks := i, 0
	for end < min(len(l.text), i+maxClause) && marks < maxMarks {
		if end++; strings.IndexByte(",;.", l.text[end-1]) >= 0 {
			marks++
		}
	}
	m, next, ok = l.match(clauseRows, span{i, end})
	return m, next, ok && (next < end || end == len(l.text) || marks == maxMarks)
}

// bareName returns what is read where a name of Problem.Pegs stands in an answer: 1 for Peg1.
func bareName(name string) string {
	l := newLine([]byte(name), &names{})
	if g := pegForm.get().FindSubmatch(l.text); g != nil {
		return strings.ToLower(string(g[2]))
	}
	return strings.ToLower(name)
}

func numberOf(digits []byte) (n int) { // a number of more than nine digits is 10^9
	for _, b := range digits {
		n = min(n*10+int(b-'0'), 1e9)
	}
	return n
}

func isNumber(word []byte) bool {
	return len(word) > 0 && !slices.ContainsFunc(word, func(b byte) bool { return !isDigit(b) })
}
