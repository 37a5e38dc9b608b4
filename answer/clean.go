package answer

import (
	"strings"
	"sync"
)

// line is a line, or an element of a list, while it is read. Each byte of text has the same place in raw.
type line struct {
	raw, text []byte // as written, and cleaned
	rest      int    // where the line's number ends
	names     *names
}

// replacer turns ignored marks into blanks, and all arrows into ->.
var replacer = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for _, as := range [][]string{
		{"->", "-->", "--->", "=>", "==>", "—>", "–>", "→", "⟶", "➔", "➜", "➝", "➞", "➡", "⇒", "⟹", "↦", "►", `\to`, `\rightarrow`, `\Rightarrow`, `\longrightarrow`},
		{"...", "…"},
		{`"`, "“", "”"},
		{"", "*", "`", "$", "\t", "\r", "\u00a0", "\u202f", "\ufe0f", "\ufeff", "•", "∙", "◦", "‣", "▪", "●", "‘"},
	} {
		for _, old := range as[1:] {
			pairs = append(pairs, old, strings.Repeat(" ", len(old)-len(as[0]))+as[0])
		}
	}
	return strings.NewReplacer(pairs...)
})

// newLine cleans a line: its text is in lower case, with blanks for ignored marks and mark bytes for some words.
func newLine(raw []byte, n *names) *line {
	l := &line{raw: raw, text: []byte(replacer().Replace(string(raw))), names: n}
	for i, b := range l.text {
		switch {
		case 'A' <= b && b <= 'Z':
			l.text[i] += 'a' - 'A'
		case b == '_' && !(isWordByte(byteAt(l.text, i-1)) && isWordByte(byteAt(l.text, i+1))):
			l.text[i] = ' '
		}
	}
	l.blankMarks()
	l.markWords()
	return l
}

var wordForm = expression{text: `\b(?:(` + verbs + `)|(NOUN_?)(?:\d+|[a-rt-z])?|(d)\d+|(disk|disc|ring|plate)\d*)\b`}

// A long line is searched for words in parts of maxPart bytes, because regexp matches short texts faster.
const maxPart = 256

// markWords replaces verbs, nouns of pegs and words for a disk with mark bytes. A number or a letter at the end of one stays: peg1,
// rodA, d1.
func (l *line) markWords() {
	for start, end := 0, 0; start < len(l.text); start = end {
		for end = min(start+maxPart, len(l.text)); end < len(l.text) && isWordByte(l.text[end-1]); end++ {
		}
		text := l.text[start:end]
		for _, g := range wordForm.get().FindAllSubmatchIndex(text, -1) {
			if l.names.called.peg(string(text[g[0]:g[1]])) >= 0 || byteAt(l.text, start+g[1]) == '(' {
				continue
			}
			for k, mark := range []byte{verbMark, nounMark, diskMark, diskMark} {
				if first, last := g[2*k+2], g[2*k+3]; first >= 0 {
					blank(text[first:last])
					text[first] = mark
				}
			}
		}
	}
}

// blankMarks blanks the marks of quotations and headings at the start of a line, and bullets that are not before a bar.
func (l *line) blankMarks() {
	for i, c := range l.text {
		isBullet := (c == '-' || c == '+') && byteAt(l.text, i+1) == ' ' && byteAt(l.text, i+2) != '|'
		isHeading := c == '#' && (byteAt(l.text, i+1) == '#' || byteAt(l.text, i+1) == ' ')
		if c != ' ' && c != '>' && !isBullet && !isHeading {
			return
		}
		l.text[i] = ' '
	}
}

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

func isWordByte(b byte) bool {
	return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z' || b == '_' || b >= 0x80
}
