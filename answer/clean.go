package answer

import (
	"bytes"
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

// marks returns the mark of each verb, noun of a peg and word for a disk.
var marks = sync.OnceValue(func() map[string]byte {
	marks := map[string]byte{"disk": diskMark, "disc": diskMark, "ring": diskMark, "plate": diskMark}
	for verb := range strings.SplitSeq(verbs, "|") {
		marks[verb] = verbMark
	}
	for noun := range strings.SplitSeq(nouns, "|") {
		marks[noun], marks[noun+"_"] = nounMark, nounMark
	}
	return marks
})

// markOf returns the mark that replaces the first size bytes of a word; 0 for none. A number after a noun stays, and so does a letter
// except the s of a plural: peg1, rod_a.
func markOf(word []byte) (mark byte, size int) {
	stem := bytes.TrimRight(word, "0123456789")
	mark = marks()[string(stem)]
	if len(stem) < len(word) {
		switch {
		case string(stem) == "d":
			return diskMark, 1
		case mark == verbMark:
			return 0, 0
		}
		return mark, len(stem)
	}
	last := len(word) - 1
	if c := word[last]; mark == 0 && 'a' <= c && c <= 'z' && c != 's' && marks()[string(word[:last])] == nounMark {
		return nounMark, last
	}
	return mark, len(word)
}

// markWords replaces verbs, nouns of pegs and words for a disk with mark bytes.
func (l *line) markWords() {
	for start, end := 0, 0; start < len(l.text); start = end + 1 {
		for end = start; end < len(l.text) && l.text[end] < 0x80 && isWordByte(l.text[end]); end++ {
		}
		word := l.text[start:end]
		if len(word) == 0 || byteAt(l.text, end) == '(' {
			continue
		}
		if mark, size := markOf(word); mark != 0 && l.names.called.peg(string(word)) < 0 {
			blank(word[:size])
			word[0] = mark
		}
	}
}

// blankMarks blanks the marks of quotations and headings at the start of a line, and bullets that are not before a bar.
func (l *line) blankMarks() {
	for i, c := range l.text {
		next := byteAt(l.text, i+1)
		isEnd := next == ' ' || next == 0
		isBullet := (c == '-' || c == '+') && isEnd && byteAt(l.text, i+2) != '|'
		isHeading := c == '#' && (isEnd || next == '#')
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
