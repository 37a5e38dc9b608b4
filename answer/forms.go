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

// parts are what the expressions are made of, besides " ", one blank and more, and "~", none and more.
var parts = []string{
	"OPENERS", `(?:(?:first|next|then|now|finally|lastly|again|also|and|so|we|i|let['’]s|after that)(?:~,~| )){0,3}`,
	"VERB", `(?:(?:is|are|was|were|gets) )?(?:mov(?:es?|ed|ing)|tak(?:es?|en|ing)|took|pick(?:s|ed|ing)?|lift(?:s|ed|ing)?|put(?:s|ting)?|` +
		`plac(?:es?|ed|ing)|shift(?:s|ed|ing)?|slid(?:es?|ing)?|transfer(?:s|red|ring)?|bring(?:s|ing)?|brought|carr(?:y|ies|ied|ying)|go(?:es|ne|ing)?|went)(?: up)?`,
	"DISK", `(?:the )?(?:top )?(?:(?:SAUCER|d)(?: number| no[.]?)?~#?~\d+|SAUCER)`,
	"SAUCER", `(?:disk|disc|ring|plate)`,
	"ONTO", `(?:to|on|onto|into)`,
	"FROM", `(?P<from>PEG)`,
	"TO", `(?P<to>PEG)`,
	"PEG", `(?:the )?(?:NOUN[\s#]+)?["']?WORD["']?(?: NOUN\b)?`,
	"NOUN", `(?:peg|rod|tower|pole|post|stick|pin|needle|stack|column|list)`,
	"REST", `(?:~\([^()0-9]*\)|STATE)*~(?:[,;.]|then\b|$)`, // what may follow a move, up to the next clause
	"STATE", `(?:~(?:[:|,-]|->))*(?:(?:~["']?WORD["']?){0,3}~[:=])*~\x01`,
	"WORD", `[\pL\pN\x5f]+`,
	"~", `\s*`,
	" ", `\s+`,
}

// expression returns a regular expression made of parts. It is compiled at its first use.
func expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		for i := 0; i < len(parts); i += 2 {
			text = strings.ReplaceAll(text, parts[i], parts[i+1])
		}
		return regexp.MustCompile(text)
	})
}

// clauses are the forms of sentences, each of which takes all of a clause.
var clauses = []struct {
	form
	expression func() *regexp.Regexp
}{
	{sentence, expression(`^~(OPENERS(?P<disk>(?:VERB )?DISK(?: VERB)?|VERB(?: #?\d+)?)? from FROM(?: and VERB(?: it)?)? ONTO TO)REST`)},
	{sentence, expression(`^~(OPENERS(?P<disk>(?:VERB )?DISK(?: VERB)?|VERB #?\d+) ONTO TO from FROM)REST`)},
	{sentence, expression(`^~(OPENERSfrom FROM~,?~(?P<disk>VERB (?:DISK|#?\d+)) ONTO TO)REST`)},
	{target, expression(`^~(OPENERS(?P<disk>VERB DISK) ONTO TO)REST`)},
	{arrow, expression(`^~((?:(?P<disk>(?:VERB )?DISK|VERB #?\d+)~:?~)?FROM(?:~(?P<arrow>->)~| to )TO(?:~\(?~(?P<again>DISK)~\)?)?)REST`)},
	{call, expression(`^~(move\((?P<values>[^()]*)\))REST`)},
	{call, expression(`^~(\(~move (?P<disk>DISK|\d+) (?P<plan>)FROM TO~\))(?:~;[^(]*$|REST)`)},
}

const maxClause = 300 // bytes, so that no text takes more time than its length allows

// clause reads the move of which a form takes all of the clause at i, and returns where the next clause begins.
func (l *line) clause(i int) (m item, next int, ok bool) {
	text := l.text[i:min(len(l.text), i+maxClause)]
	for _, f := range clauses {
		e := f.expression()
		groups := e.FindSubmatchIndex(text)
		if groups == nil || groups[1] == maxClause {
			continue
		}
		part := func(name string) (s span, ok bool) {
			k := e.SubexpIndex(name)
			if k < 0 || groups[2*k] < 0 {
				return s, false
			}
			return span{i + groups[2*k], i + groups[2*k+1]}, true
		}
		m = newMove(f.form, i+groups[2], i+groups[3])
		if list, isList := part("values"); isList {
			parts := l.split(list, ',')
			ok = len(parts) < 4 && l.values(parts, &m)
		} else {
			ok = l.roles(part, &m)
		}
		if ok {
			return m, i + groups[1], true
		}
	}
	return m, i, false
}

// roles reads the disk and the pegs of a clause.
func (l *line) roles(part func(name string) (span, bool), m *item) bool {
	s, ok := part("disk")
	if ok {
		m.disk = l.diskIn(s)
	}
	if again, ok := part("again"); ok {
		disk := l.diskIn(again)
		if disk == noDisk || m.disk != noDisk && m.disk != disk {
			return false
		}
		m.disk = disk
	}
	from, isMove := part("from")
	to, _ := part("to")
	_, isPlan := part("plan")
	hasNoun, isPlain := [2]bool{}, [2]bool{true, true}
	for k, p := range []struct {
		span
		id *uint16
	}{{from, &m.from}, {to, &m.to}} {
		switch {
		case p.id == &m.from && !isMove: // it leaves the peg where it is
		case isPlan && l.place(p.span, p.id):
		default:
			if *p.id, hasNoun[k], isPlain[k], ok = l.peg(p.span); !ok {
				return false
			}
		}
	}
	_, hasArrow := part("arrow")
	return m.form != arrow || hasNoun[0] == hasNoun[1] && (hasArrow || isPlain[0] && isPlain[1])
}

// diskIn returns the number in the words for a disk.
func (l *line) diskIn(s span) uint8 {
	text := l.text[s.start:s.end]
	first := bytes.IndexAny(text, "0123456789")
	if first < 0 {
		return noDisk
	}
	digits := text[first:]
	if n := bytes.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); n >= 0 {
		digits = digits[:n]
	}
	return uint8(min(numberOf(digits), mostDisk))
}

var onDiskForm = expression(`^~(?:SAUCER|d)~\d+~$`)

// place reads a place of a plan that is a disk.
func (l *line) place(s span, id *uint16) bool {
	if !onDiskForm().Match(l.text[s.start:s.end]) {
		return false
	}
	*id = onDisk + uint16(l.diskIn(s))
	return true
}

var (
	pegForm  = expression(`^~(?:the )?(?:(?P<noun>NOUN)[\s#]+)?["']?(?P<name>WORD)["']?(?: (?P<after>NOUN))?~$`)
	attached = expression(`^NOUN_?(\d+|[^s\W\d])$`) // peg1, rodA
	// noName finds words of the forms, which name no peg.
	noName = expression(`^(?:VERB|SAUCERs?|NOUNs?|ONTO|from|the|it|and|then|is|are|top|of)$`)
)

// peg reads the name of a peg. plain reports whether it is a letter, a number, a known name or has a noun.
func (l *line) peg(s span) (id uint16, hasNoun, plain, ok bool) {
	e := pegForm()
	g := e.FindSubmatchIndex(l.text[s.start:s.end])
	if g == nil {
		return 0, false, false, false
	}
	group := func(name string) span { k := e.SubexpIndex(name); return span{s.start + g[2*k], s.start + g[2*k+1]} }
	has := func(name string) bool { return g[2*e.SubexpIndex(name)] >= 0 }
	hasNoun = has("noun") || has("after")
	name := group("name")
	if noName().Match(l.text[name.start:name.end]) {
		return 0, false, false, false
	}
	if k := attached().FindSubmatchIndex(l.text[name.start:name.end]); k != nil {
		name.start, hasNoun = name.start+k[2], true
	}
	word := l.text[name.start:name.end]
	return l.names.intern(l.raw[name.start:name.end]), hasNoun, hasNoun || l.names.isPlain(word), len(word) <= mostName
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
