package answer

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"unicode"
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

// These bytes replace states and some words in a cleaned line.
const (
	stateMark = 1 + iota
	verbMark  // move, take, …
	nounMark  // peg, rod, …
	diskMark  // disk, ring, …
)

// parts are the names that expressions use, and the text for each. They are replaced in this order.
var parts = []string{
	"ONTO", `(?:to|on|onto|into)`,
	"DISKS", `(?:disks|discs|rings|plates)`,
	"OPENERS", `(?:(?:first|next|then|now|finally|lastly|again|also|and|so|we|i|let['’]s|after that)(?:~,~| )){0,3}`,
	"MOVER", `(?P<disk>(?:VERB )?DISK|VERB #?\d+)`,
	"FROM", `(?P<from>PEG)`,
	"TO", `(?P<to>PEG)`,
	"PEG", `["']?(?:the )?(?:\x03~)?["'#]?WORD["']?(?: \x03)?["']?`, // of one of the following two kinds
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
	"NOUN", `(?:` + nouns + `)`,
	"STEP", `(?:step|\x02)`,
	"~", `\s*`,
	" ", `\s+`,
}

const (
	nouns = "peg|rod|tower|pole|post|stick|pin|needle|stack|column|list"
	verbs = "move|moves|moved|moving|take|takes|took|taken|taking|pick|picks|picked|picking|lift|lifts|lifted|lifting|" +
		"put|puts|putting|place|places|placed|placing|shift|shifts|shifted|shifting|slide|slides|slid|sliding|" +
		"transfer|transfers|transferred|transferring|bring|brings|brought|bringing|carry|carries|carried|carrying|go|goes|went|gone|going"
)

// An expression is a regular expression that uses parts. It is compiled at its first use.
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

// groupIn returns the name of the first group that matches in a text; "" if there is none.
func (e *expression) groupIn(text []byte) string {
	g := e.get().FindSubmatchIndex(text)
	for k, name := range e.get().SubexpNames() {
		if g != nil && name != "" && g[2*k] >= 0 {
			return name
		}
	}
	return ""
}

// A formRow is a way to write a move of a form. Group 1 is the move; method set reads the named groups.
type formRow struct {
	form
	hint string // a string in every text that matches; searching for it is faster
	*expression
}

var clauseRows = []formRow{
	{sentence, "from", &expression{text: `^((?:MOVER )?(?:VERB )?from FROM(?: and VERB(?: it)?)? ONTO TO)END`}},
	{sentence, "from", &expression{text: `^(MOVER (?:VERB )?ONTO TO from FROM)END`}},
	{sentence, "from", &expression{text: `^(from FROM~,?~VERB (?P<disk>DISK|#?\d+) ONTO TO)END`}},
	{target, "\x02", &expression{text: `^(VERB (?P<disk>NUMBERED) ONTO TO)END`}},
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

// match reads a move by the first row that fits a part of the line. It returns where the whole match ends.
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

// set reads the number, the disk or a peg of a move. The name of a plain peg must be a letter, a number or a known name, or have a
// noun. A place may be a disk instead of a peg.
func (l *line) set(m *item, part string, s span) bool {
	switch part {
	case "number":
		m.number = int32(firstNumber(l.at(s)))
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
	name, hasNoun, ok := l.name(s)
	if !ok {
		*peg = onDisk + uint16(l.diskIn(s))
		return strings.HasPrefix(kind, "place")
	}
	switch string(l.at(name)) {
	case "the", "it", "and", "then", "from", "to", "on", "onto", "into":
		return false
	}
	*peg = l.names.intern(l.raw[name.start:name.end])
	return name.end-name.start <= mostName && (!strings.HasPrefix(kind, "plain") || hasNoun || l.names.isPlain(l.at(name)))
}

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
	isOther := func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsNumber(c) }
	return name, bytes.IndexByte(l.at(s), nounMark) >= 0, len(text) > 0 && bytes.IndexFunc(text, isOther) < 0
}

// diskIn returns the number of a disk; noDisk if there is none.
func (l *line) diskIn(s span) uint8 {
	if n := firstNumber(l.at(s)); n >= 0 {
		return uint8(min(n, mostDisk))
	}
	return noDisk
}

var (
	valueForm = expression{text: `^VALUE$`}
	pegForm   = expression{text: `^PEG$`}
)

// setOnce reads the disk or a peg of a move from all of s. It fails if the move already has one.
func (l *line) setOnce(m *item, part string, s span) bool {
	switch part {
	case "disk":
		return m.disk == noDisk && valueForm.get().Match(l.at(s)) && l.set(m, part, s)
	case "from":
		return m.from == nowhere && pegForm.get().Match(l.at(s)) && l.set(m, part, s)
	case "to":
		return m.to == nowhere && pegForm.get().Match(l.at(s)) && l.set(m, part, s)
	}
	return true
}

// Up to three openers may begin a clause in the first rows.
var openers = expression{text: `^OPENERS`}

const sentences = 4 // rows

// A clause has at most maxClause bytes and maxMarks marks, which keeps the time to read a text linear.
const maxClause, maxMarks = 300, 3

// clause reads the clause at i as a move, and returns where the next clause begins.
func (l *line) clause(i int) (m item, next int, ok bool) {
	i += len(l.text[i:]) - len(bytes.TrimLeft(l.text[i:], " "))
	end, marks := i, 0
	for end < min(len(l.text), i+maxClause) && marks < maxMarks {
		if end++; strings.IndexByte(",;.", l.text[end-1]) >= 0 {
			marks++
		}
	}
	m, next, ok = l.match(clauseRows, span{i, end})
	if opened := i + len(openers.get().Find(l.text[i:end])); !ok && opened > i {
		m, next, ok = l.match(clauseRows[:sentences], span{opened, end})
	}
	return m, next, ok && (next < end || end == len(l.text) || marks == maxMarks)
}

// bareName returns a name of Problem.Pegs as it is read in an answer, in lower case and without a noun: 1 for Peg1.
func bareName(name string) string {
	l := newLine([]byte(name), &names{})
	if s, _, ok := l.name(span{0, len(name)}); ok {
		name = name[s.start:s.end]
	}
	return strings.ToLower(name)
}

// digits returns where the first number in a text begins and ends. Without a number, it returns len(text) twice.
func digits(text []byte) (start, end int) {
	for start < len(text) && !isDigit(text[start]) {
		start++
	}
	for end = start; end < len(text) && isDigit(text[end]); end++ {
	}
	return start, end
}

// numberOf returns the value of a number, at most 10^9; none if the text is not one.
func numberOf(text []byte) (n int) {
	for _, b := range text {
		if !isDigit(b) {
			return none
		}
		n = min(n*10+int(b-'0'), 1e9)
	}
	if len(text) == 0 {
		return none
	}
	return n
}

// firstNumber returns the first number in a text, or none.
func firstNumber(text []byte) int {
	start, end := digits(text)
	return numberOf(text[start:end])
}
