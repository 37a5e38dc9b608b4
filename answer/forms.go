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
	"DISK", `(?:the )?(?:top )?(?:(?:\x04(?: number| no[.]?)?|d )~#?~\d+|\x04)`,
	"ONTO", `(?:to|on|onto|into)`,
	"FROM", `(?P<from>PEG)`,
	"TO", `(?P<to>PEG)`,
	"PEG", `(?:the )?(?:\x03~)?["'#]?WORD["']?(?: \x03)?`,
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

// expression returns a regular expression made of parts. It is compiled at its first use.
func expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		for i := 0; i < len(parts); i += 2 {
			text = strings.ReplaceAll(text, parts[i], parts[i+1])
		}
		return regexp.MustCompile(text)
	})
}

// clauses are the forms of sentences, each of which takes all of a clause with a mark in it, after openers or not.
var clauses = []struct {
	form
	mark       string
	isOpened   bool
	expression func() *regexp.Regexp
}{
	{sentence, "from", true, expression(`^((?P<verb>VERB )?(?P<disk>DISK |#?\d+ )?(?:VERB )?from FROM(?: and VERB(?: it)?)? ONTO TO)REST`)},
	{sentence, "from", true, expression(`^((?P<verb>VERB )?(?P<disk>DISK|#?\d+) (?:VERB )?ONTO TO from FROM)REST`)},
	{sentence, "from", true, expression(`^(from FROM~,?~(?P<verb>VERB )(?P<disk>DISK|#?\d+) ONTO TO)REST`)},
	{target, "\x02", true, expression(`^(VERB (?P<disk>DISK) ONTO TO)REST`)},
	{arrow, "->", false, expression(`^((?:(?P<verb>VERB )?(?P<disk>DISK|#?\d+)~:?~)?FROM~(?P<arrow>->)~TO(?:~\(?~(?P<again>DISK)~\)?)?)REST`)},
	{arrow, " to ", false, expression(`^((?:(?P<verb>VERB )?(?P<disk>DISK|#?\d+)~:?~)?FROM to TO(?:~\(?~(?P<again>DISK)~\)?)?)REST`)},
	{call, "move(", false, expression(`^(move\((?P<values>[^()]*)\))REST`)},
	{call, "(", false, expression(`^(\(~\x02 (?P<disk>DISK|\d+) (?P<plan>)(?P<from>PEG|\x04~\d+) (?P<to>PEG|\x04~\d+)~\))(?:~;[^(]*$|REST)`)},
}

var openersForm = expression(`^OPENERS`)

// A clause has at most maxClause bytes and maxMarks marks, so that no text takes more time than its length allows.
const maxClause, maxMarks = 300, 3

// clause reads the move of which a form takes all of the clause at i, and returns where the next clause begins.
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
	opened := i + len(openersForm().Find(l.text[i:end]))
	for _, f := range clauses {
		start := i
		if f.isOpened {
			start = opened
		}
		if !bytes.Contains(l.text[start:end], []byte(f.mark)) {
			continue
		}
		e := f.expression()
		g := e.FindSubmatchIndex(l.text[start:end])
		if g == nil || start+g[1] == end && end < len(l.text) && marks < maxMarks {
			continue
		}
		part := func(name string) (s span, ok bool) {
			k := e.SubexpIndex(name)
			if k < 0 || g[2*k] < 0 {
				return s, false
			}
			return span{start + g[2*k], start + g[2*k+1]}, true
		}
		m = newMove(f.form, start+g[2], start+g[3])
		if args, isCall := part("values"); isCall {
			values := l.split(args, ',')
			ok = len(values) < 4 && l.values(values, &m)
		} else {
			ok = l.roles(part, &m)
		}
		if ok {
			return m, start + g[1], true
		}
	}
	return m, i, false
}

// roles reads the disk and the pegs of a clause.
func (l *line) roles(part func(name string) (span, bool), m *item) bool {
	disk, hasDisk := part("disk")
	_, hasVerb := part("verb")
	_, isPlan := part("plan")
	if hasDisk && !hasVerb && !isPlan && bytes.IndexAny(l.text[disk.start:disk.end], "d\x04") < 0 {
		return false // a number alone
	}
	m.disk = l.diskIn(disk)
	if again, ok := part("again"); ok {
		if said := l.diskIn(again); said == noDisk || m.disk != noDisk && m.disk != said {
			return false
		}
		m.disk = l.diskIn(again)
	}
	from, isMove := part("from")
	to, _ := part("to")
	if isPlan && l.place(from, &m.from) {
		isMove = false
	}
	var a, b peg
	if isMove {
		a = l.peg(from)
		m.from = a.id
	}
	if isPlan && l.place(to, &m.to) {
		return !isMove || a.ok
	}
	b = l.peg(to)
	m.to = b.id
	_, hasArrow := part("arrow")
	return (!isMove || a.ok) && b.ok && (m.form != arrow || a.hasNoun == b.hasNoun && (hasArrow || a.isPlain && b.isPlain))
}

var numberIn = expression(`\d+`)

// diskIn returns the number in the words for a disk.
func (l *line) diskIn(s span) uint8 {
	if digits := numberIn().Find(l.text[s.start:s.end]); digits != nil {
		return uint8(min(numberOf(digits), mostDisk))
	}
	return noDisk
}

// place reads a place of a plan that is a disk.
func (l *line) place(s span, id *uint16) bool {
	*id = onDisk + uint16(l.diskIn(s))
	return l.text[s.start] == aDisk && *id != onDisk+noDisk
}

// peg is what names a peg.
type peg struct {
	id               uint16
	hasNoun, isPlain bool // isPlain: it is a letter, a number or a known name, or has a noun
	ok               bool
}

var pegForm = expression(`^(?:the )?(\x03~)?["'#]?(WORD)["']?( \x03)?$`)

func (l *line) peg(s span) peg {
	g := pegForm().FindSubmatchIndex(l.text[s.start:s.end])
	if g == nil {
		return peg{}
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
	l := &line{text: clean([]byte(name))}
	l.markWords()
	if g := pegForm().FindSubmatch(l.text); g != nil {
		return string(g[2])
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

var wordForm = expression(`\b(?:(` + verbs + `)|(NOUN_?)(?:\d+|[a-rt-z])?|(d)\d+|(disk|disc|ring|plate)\d*)\b`)

// markWords puts aVerb, aNoun and aDisk in the place of such words. A number or a letter that is part of one stays: peg1, rodA, d1.
func (l *line) markWords() {
	for _, g := range wordForm().FindAllSubmatchIndex(l.text, -1) {
		for k, mark := range []byte{aVerb, aNoun, aDisk, aDisk} {
			if start, end := g[2*k+2], g[2*k+3]; start >= 0 && at(l.text, g[1]) != '(' {
				fill(l.text[start:end])
				l.text[start] = mark
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
