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

// What stands in a line for a state, and for words of a kind.
const (
	aState = 1 + iota
	aVerb  // of moving
	aNoun  // of a peg
	aDisk
)

// parts are what the expressions are made of, besides " ", one blank and more, and "~", none and more.
var parts = []string{
	"OPENERS", `(?:(?:first|next|then|now|finally|lastly|again|also|and|so|we|i|let['’]s|after that)(?:~,~| )){0,3}`,
	"VERB", `(?:(?:is|are|was|were|gets) )?\x02(?: up)?`,
	"ONTO", `(?:to|on|onto|into)`,
	"NUMBER", `["']?(?P<number>\d{1,9})["']?`,
	"VALUE", `(?P<value>["']?(?:DISK|#?\d+)["']?)`,
	"DISK", `(?:the )?(?:top )?(?:(?:\x04(?: number| no[.]?)?|d )~#?~\d+|\x04)`,
	"FROM", `(?P<from>PEG)`,
	"TO", `(?P<to>PEG)`,
	"PEG", `["']?(?:the )?(?:\x03~)?["'#]?WORD["']?(?: \x03)?["']?`,
	"REST", `(?:~\([^()0-9]*\)|STATE)*~(?:[,;.]|then\b|$)`, // what may follow a move, up to the next clause
	"STATE", `(?:~(?:[:|,-]|->))*(?:(?:~["'\x02-\x04]*WORD["']?){0,3}~[:=])*~\x01`,
	"WORD", `[\pL\pN\x5f]+`,
	"NOUN", nouns,
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

// rows of the table of forms. Group 1 is the move; plain says that both pegs are letters, numbers or known names.
type formRow struct {
	form
	mark       string // the text has it
	isOpened   bool   // openers may precede the move
	expression *expression
}

var clauseRows = []formRow{
	{sentence, "from", true, &expression{text: `^((?P<verb>VERB )?(?P<disk>DISK |#?\d+ )?(?:VERB )?from FROM(?: and VERB(?: it)?)? ONTO TO)REST`}},
	{sentence, "from", true, &expression{text: `^((?P<verb>VERB )?(?P<disk>DISK|#?\d+) (?:VERB )?ONTO TO from FROM)REST`}},
	{sentence, "from", true, &expression{text: `^(from FROM~,?~(?P<verb>VERB )(?P<disk>DISK|#?\d+) ONTO TO)REST`}},
	{target, "\x02", true, &expression{text: `^(VERB (?P<disk>DISK) ONTO TO)REST`}},
	{arrow, "->", false, &expression{text: `^((?:(?P<verb>VERB )?(?P<disk>DISK|#?\d+)~:?~)?FROM~->~TO(?:~\(?~(?P<again>DISK)~\)?)?)REST`}},
	{arrow, " to ", false, &expression{text: `^((?:(?P<verb>VERB )?(?P<disk>DISK|#?\d+)~:?~)?FROM(?P<plain> )to TO(?:~\(?~(?P<again>DISK)~\)?)?)REST`}},
	{call, "move(", false, &expression{text: `^(move\(~(?:VALUE~,~)?FROM~,~TO~\))REST`}},
	{call, "(", false, &expression{text: `^(\(~\x02 VALUE (?P<from>PEG|\x04~\d+) (?P<to>PEG|\x04~\d+)~\))(?:~;[^(]*$|REST)`}},
}

var bracketRows = []formRow{
	{bracket, ",", false, &expression{text: `^[\[({]~((?:(?:NUMBER~,~)?VALUE~,~)?FROM~,~TO)~[\])}]$`}},
	{bracket, " ", false, &expression{text: `^[\[({]~(FROM(?P<plain> )TO)~[\])}]$`}},
}

var valueRows = []formRow{
	{values, ",", false, &expression{text: `^~((?:NUMBER~,~)?VALUE~,~FROM~,~TO)~$`}},
	{values, " ", false, &expression{text: `^~(VALUE FROM TO)~$`}},
	{values, " ", false, &expression{text: `^~(FROM(?P<plain> )TO)~$`}},
}

var openersForm = expression{text: `^OPENERS`}

// match reads the move in a part of the line by the first row that fits all of it, and returns where the move ends.
func (l *line) match(rows []formRow, s span) (m item, end int, ok bool) {
	opened := s.start
	if rows[0].isOpened {
		opened += len(openersForm.get().Find(l.text[s.start:s.end]))
	}
	for _, f := range rows {
		start := s.start
		if f.isOpened {
			start = opened
		}
		if !bytes.Contains(l.text[start:s.end], []byte(f.mark)) {
			continue
		}
		e := f.expression.get()
		if g := e.FindSubmatchIndex(l.text[start:s.end]); g != nil {
			m = newMove(f.form, start+g[2], start+g[3])
			groups := map[string]span{}
			for k, name := range e.SubexpNames() {
				if name != "" && g[2*k] >= 0 {
					groups[name] = span{start + g[2*k], start + g[2*k+1]}
				}
			}
			if l.roles(groups, &m) {
				return m, start + g[1], true
			}
		}
	}
	return m, s.start, false
}

// roles reads the number, the disk and the pegs of a move.
func (l *line) roles(groups map[string]span, m *item) bool {
	if n, ok := groups["number"]; ok {
		m.number = int32(numberOf(l.text[n.start:n.end]))
	}
	for _, name := range []string{"disk", "value", "again"} {
		s, ok := groups[name]
		if !ok {
			continue
		}
		text, disk := l.text[s.start:s.end], l.diskIn(s)
		_, hasVerb := groups["verb"]
		if name == "disk" && !hasVerb && !bytes.ContainsAny(text, "d\x04") || name != "disk" && disk == noDisk || m.disk != noDisk && m.disk != disk {
			return false // a number alone, no number, or two disks
		}
		m.disk = disk
	}
	var from, to peg
	if s, ok := groups["from"]; ok {
		if from = l.peg(s); !from.ok {
			return false
		}
		m.from = from.id
	}
	to = l.peg(groups["to"])
	m.to = to.id
	_, isPlain := groups["plain"]
	return to.ok && (!isPlain || from.isPlain && to.isPlain) && (m.form != arrow || from.hasNoun == to.hasNoun)
}

// A clause has at most maxClause bytes and maxMarks marks, so that no text takes more time than its length allows.
const maxClause, maxMarks = 300, 3

// clause reads the move that the clause at i is, and returns where the next clause begins.
func (l *line) clause(i int) (m item, next int, ok bool) {
	for i < len(l.text) && l.text[i] == ' ' {
		i++
	}
	end, marks := i, 0
	for end < min(len(l.text), i+maxClause) && marks < maxMarks {
		if end++; strings.IndexByte(",;.", l.text[end-1]) >= 0 {
			marks++
		}
	}
	m, next, ok = l.match(clauseRows, span{i, end})
	return m, next, ok && (next < end || end == len(l.text) || marks == maxMarks)
}

var numberIn = expression{text: `\d+`}

// diskIn returns the number in the words for a disk.
func (l *line) diskIn(s span) uint8 {
	if digits := numberIn.get().Find(l.text[s.start:s.end]); digits != nil {
		return uint8(min(numberOf(digits), mostDisk))
	}
	return noDisk
}

// A peg is the name of a peg as it was read.
type peg struct {
	id               uint16
	hasNoun, isPlain bool // isPlain: it is a letter, a number or a known name, or has a noun
	ok               bool
}

var (
	pegForm   = expression{text: `^["']?(?:the )?(\x03~)?["'#]?(WORD)["']?( \x03)?["']?$`}
	placeForm = expression{text: `^\x04~\d+$`}
)

// peg reads the name of a peg, or, of a plan, a disk for the place on it.
func (l *line) peg(s span) peg {
	g := pegForm.get().FindSubmatchIndex(l.text[s.start:s.end])
	if g == nil {
		return peg{id: onDisk + uint16(l.diskIn(s)), ok: placeForm.get().Match(l.text[s.start:s.end])}
	}
	name := span{s.start + g[4], s.start + g[5]}
	word := l.text[name.start:name.end]
	switch string(word) {
	case "the", "it", "and", "then", "from", "to", "on", "onto", "into":
		return peg{}
	}
	hasNoun := g[2] >= 0 || g[6] >= 0
	return peg{l.names.intern(l.raw[name.start:name.end]), hasNoun, hasNoun || l.names.isPlain(word), len(word) <= mostName}
}

// bareName returns what is read where a name of Problem.Pegs stands in an answer: 1 for Peg1.
func bareName(name string) string {
	l := &line{text: clean([]byte(name)), names: &names{}}
	l.markWords()
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

// replacer makes what says nothing blank, and all arrows alike. Every byte keeps its place.
var replacer = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for _, as := range [][]string{
		{"->", "-->", "--->", "=>", "==>", "—>", "–>", "→", "⟶", "➔", "➜", "➝", "➞", "➡", "⇒", "⟹", "↦", "►", `\to`, `\rightarrow`, `\Rightarrow`, `\longrightarrow`},
		{"...", "…"},
		{`"`, "“", "”"},
		{"", "*", "`", "$", "\t", "\u00a0", "\u202f", "\ufe0f", "\ufeff", "•", "∙", "◦", "‣", "▪", "●", "‘"},
	} {
		for _, old := range as[1:] {
			pairs = append(pairs, old, strings.Repeat(" ", len(old)-len(as[0]))+as[0])
		}
	}
	return strings.NewReplacer(pairs...)
})

// clean returns a line in lower case that has blanks for what says nothing.
func clean(raw []byte) []byte {
	text := []byte(replacer().Replace(string(raw)))
	for i, b := range text {
		switch {
		case 'A' <= b && b <= 'Z':
			text[i] += 'a' - 'A'
		case b == '_' && !(isWordByte(at(text, i-1)) && isWordByte(at(text, i+1))):
			text[i] = ' '
		}
	}
	return text
}

var wordForm = expression{text: `\b(?:(` + verbs + `)|(NOUN_?)(?:\d+|[a-rt-z])?|(d)\d+|(disk|disc|ring|plate)\d*)\b`}

// markWords puts aVerb, aNoun and aDisk in the place of such words. A number or a letter that is part of one stays: peg1, rodA, d1.
func (l *line) markWords() {
	for start, end := 0, 0; start < len(l.text); start = end { // short texts are matched faster
		for end = min(start+mostLine, len(l.text)); end < len(l.text) && isWordByte(l.text[end-1]); end++ {
		}
		text := l.text[start:end]
		for _, g := range wordForm.get().FindAllSubmatchIndex(text, -1) {
			if _, isName := l.names.called[string(text[g[0]:g[1]])]; isName || at(l.text, start+g[1]) == '(' {
				continue
			}
			for k, mark := range []byte{aVerb, aNoun, aDisk, aDisk} {
				if first, last := g[2*k+2], g[2*k+3]; first >= 0 {
					fill(text[first:last])
					text[first] = mark
				}
			}
		}
	}
}

// at returns byte i; 0 outside.
func at(b []byte, i int) byte {
	if uint(i) < uint(len(b)) {
		return b[i]
	}
	return 0
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func isWordByte(b byte) bool {
	return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z' || b == '_' || b >= 0x80
}

func isNumber(word []byte) bool {
	return len(word) > 0 && !slices.ContainsFunc(word, func(b byte) bool { return !isDigit(b) })
}
