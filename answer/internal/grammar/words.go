package grammar

import (
	"bytes"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// line is a line, or an element of a list, while it is read. Each byte of text has the same place
// in raw.
type line struct {
	raw, text []byte // as written, and cleaned
	names     *Names
}

// These bytes replace states and some words in a cleaned line.
const (
	stateMark = 1 + iota
	verbMark  // move, take, …
	nounMark  // peg, rod, …
	diskMark  // disk, ring, …
)

const (
	verbs = "move|moves|moved|moving|take|takes|took|taken|taking|pick|picks|picked|picking|" +
		"lift|lifts|lifted|lifting|put|puts|putting|place|places|placed|placing|" +
		"shift|shifts|shifted|shifting|slide|slides|slid|sliding|" +
		"transfer|transfers|transferred|transferring|bring|brings|brought|bringing|" +
		"carry|carries|carried|carrying|go|goes|went|gone|going"
	bullets = "•∙◦‣▪●"
)

// replacer turns ignored marks into blanks, and all arrows into ->.
var replacer = sync.OnceValue(func() *strings.Replacer {
	pairs := []string{"”", `"  `, "set()", "[]   ", "∅", "[] ", `\[`, "  ", `\]`, "  ", `\(`, "  ", `\)`, "  "}
	for _, as := range [][]string{
		{"->", "-->", "--->", "=>", "==>", "—>", "–>", "→", "⟶", "➔", "➜", "➝", "➞", "➡", "⇒", "⟹", "↦", "►",
			`\to`, `\rightarrow`, `\Rightarrow`, `\longrightarrow`},
		{"...", "…"},
		{"-", "–", "‐", "‑"},
		{`"`, "“"},
		append([]string{"", "*", "__", "`", "$", "\t", "\r"}, strings.Split(bullets, "")...),
	} {
		for _, old := range as[1:] {
			pairs = append(pairs, old, strings.Repeat(" ", len(old)-len(as[0]))+as[0])
		}
	}
	for _, c := range "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u2800\u3000\u3164" {
		pairs = append(pairs, string(c), strings.Repeat(" ", utf8.RuneLen(c)))
	}
	return strings.NewReplacer(pairs...)
})

// newLine cleans a line: its text is in lower case, with blanks for ignored marks and mark bytes
// for some words.
func newLine(raw []byte, n *Names) *line {
	l := &line{raw, []byte(replacer().Replace(string(raw))), n}
	for i, b := range l.text {
		switch {
		case 'A' <= b && b <= 'Z':
			l.text[i] += 'a' - 'A'
		case b == '_' && !(isWordByte(byteAt(l.text, i-1)) && isWordByte(byteAt(l.text, i+1))):
			l.text[i] = ' '
		}
	}
	blank(marksForm.get().Find(l.text))
	l.unbox()
	l.markWords()
	return l
}

// unbox blanks \boxed and its braces around an arrow, a bracket or an object, or at the end of a line.
func (l *line) unbox() {
	const box = `\boxed{`
	for i := bytes.Index(l.text, []byte(box)); i >= 0; {
		end, isWhole := closing(l.text, i+len(box)-1)
		inside := l.text[i+len(box) : end]
		if isBlank(inside) || bytes.Contains(inside, []byte("->")) || bytes.ContainsAny(inside, "[({") {
			blank(l.text[i : i+len(box)])
			if isWhole {
				l.text[end-1] = ' '
			}
		}
		next := bytes.Index(l.text[end:], []byte(box))
		if i = end + next; next < 0 {
			return
		}
	}
}

// marked are the words that a mark replaces: verbs, nouns of pegs, and words for a disk. A number
// after the last two stays, and so does a letter after a noun, except the s of a plural, and a name
// of --pegs: peg1, rod_a.
const marked = `\b(?:(empty)|(` + verbs + `)|(NOUN_?)(?:\d+|[a-rt-z]NAMES)?|(disk|disc|ring|plate)\d*|(d)\d+)\b`

// markWords replaces verbs, nouns of pegs and words for a disk with mark bytes.
func (l *line) markWords() {
	if !bytes.ContainsAny(l.text, "abcdefghijklmnopqrstuvwxyz") {
		return // faster for numbers alone
	}
	for _, g := range l.names.marks().FindAllSubmatchIndex(l.text, -1) {
		if g[2] >= 0 {
			copy(l.text[g[2]:g[3]], "[]   ")
			continue
		}
		for k, mark := range []byte{verbMark, nounMark, diskMark, diskMark} {
			start, end := g[2*k+4], g[2*k+5]
			if start >= 0 && byteAt(l.text, g[1]) != '(' && l.names.called.Peg(string(l.text[g[0]:g[1]])) < 0 {
				blank(l.text[start:end])
				l.text[start] = mark
			}
		}
	}
}

// A span is a part of a line.
type span struct{ start, end int }

func (l *line) at(s span) []byte { return l.text[s.start:s.end] }

func (l *line) part(start, end int) *line {
	return &line{l.raw[start:end], l.text[start:end], l.names}
}

// marksForm matches the marks of quotations, headings and bullets at the start of a line.
var marksForm = expression{text: `^(?:[ >]|(?:#+|[-+])(?: |$))*`}

func isBlank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

func blank(text []byte) {
	for i := range text {
		text[i] = ' '
	}
}

// byteAt returns byte i; 0 outside.
func byteAt(b []byte, i int) byte {
	if uint(i) < uint(len(b)) {
		return b[i]
	}
	return 0
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// isNameByte reports whether a byte is an ASCII letter, a digit or _.
func isNameByte(b byte) bool {
	return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z' || b == '_'
}

func isWordByte(b byte) bool { return isNameByte(b) || b >= 0x80 }

// lineEnd returns where the line at i ends, without blanks and CR, and where the next line begins.
func lineEnd(text []byte, i, end int) (stop, next int) {
	stop, next = end, end
	if n := bytes.IndexByte(text[i:end], '\n'); n >= 0 {
		stop, next = i+n, i+n+1
	}
	for stop > i && (text[stop-1] == ' ' || text[stop-1] == '\r') {
		stop--
	}
	return stop, next
}

// isSeparator reports whether a character separates words.
func isSeparator(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsNumber(c) }

func isLetterOrMark(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsNumber(c) || c == verbMark || c == nounMark || c == diskMark
}

func isOpening(b byte) bool { return b == '[' || b == '(' || b == '{' }

func isClosing(b byte) bool { return b == ']' || b == ')' || b == '}' }
