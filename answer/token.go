package answer

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a word, a number or a mark of a line.
type token struct {
	class      class
	value      int32 // the number or the disk that it is; of an opening bracket, the token that closes it, or 0
	start, end int   // in the line
}

// lexer makes tokens of a line. What they are depends on the line, and on the names that
// Problem.Pegs gives, which are looked for before all else.
type lexer struct {
	names map[string]uint8
	pegs  int
	line  []byte
	tok   []token
	open  []bracket
	table bool // it has several &, which divide cells
	latex int  // open braces of \text and the like, which say nothing
}

func isDigit(c byte) bool  { return c-'0' < 10 }
func isLetter(c byte) bool { return c|0x20-'a' < 26 }

// at returns the byte at i, or 0 outside.
func at(b []byte, i int) byte {
	if uint(i) < uint(len(b)) {
		return b[i]
	}
	return 0
}

// is reports whether a token is of one of some classes.
func (l *lexer) is(i int, classes string) bool {
	return uint(i) < uint(len(l.tok)) && strings.IndexByte(classes, l.tok[i].class) >= 0
}

// written returns a token as it is written.
func (l *lexer) written(i int) []byte { return l.line[l.tok[i].start:l.tok[i].end] }

// lex makes the tokens of a line.
func (l *lexer) lex(line []byte) {
	l.line, l.tok, l.open, l.latex = line, l.tok[:0], l.open[:0], 0
	l.table = bytes.Count(line, []byte("&")) > 1
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case isDigit(c):
			i = l.number(i, i)
		case isLetter(c):
			i = l.word(i)
		case c == ' ' || c == '\t':
			i = l.blanks(i)
		case c == '\\':
			i = l.command(i)
		default:
			i = l.mark(i)
		}
	}
}

// put adds a token, and returns where it ends. Class 0 is none.
func (l *lexer) put(c class, value int32, start, end int) int {
	if c != 0 {
		l.tok = append(l.tok, token{c, value, start, end})
		l.nest(len(l.tok) - 1)
	}
	return end
}

// bullets returns the first token behind bullets.
func (l *lexer) bullets() (i int) {
	for l.is(i, "-,.;|>/") || l.is(i, "x") && l.written(i)[0] == '+' {
		i++
	}
	return i
}

const (
	maxNumber = 1 << 27        // more than any number that counts
	keycap    = "\ufe0f\u20e3" // makes a digit the picture of a key
)

// number reads a number whose digits begin at i and whose sign, if it has one, is at start; an
// ordinal such as 2nd; or a move such as 1AC.
func (l *lexer) number(start, i int) int {
	value := int32(0)
	for ; isDigit(at(l.line, i)); i++ {
		value = min(value*10+int32(l.line[i]-'0'), maxNumber)
		if bytes.HasPrefix(l.line[i+1:], []byte(keycap)) {
			i += len(keycap)
		}
	}
	if !isDigit(l.line[i-1]) {
		return l.bullet(value, start, i)
	}
	whole := l.line[start] != '-'
	for at(l.line, i) == '.' && isDigit(at(l.line, i+1)) { // 1.0 is 1; other fractions, and steps of steps, are not
		for i++; isDigit(at(l.line, i)); i++ {
			whole = whole && l.line[i] == '0'
		}
	}
	end := i
	for isLetter(at(l.line, end)) || isDigit(at(l.line, end)) {
		end++
	}
	switch behind := l.line[i:end]; {
	case whole && len(behind) == 0:
		return l.put('n', value, start, end)
	case whole && l.isMove(behind):
		return l.put('c', min(value, diskMany), start, end)
	case ordinal.Match(behind):
		return l.put('o', value, start, end)
	}
	return l.put('b', 0, start, end)
}

// ordinal is what stands behind the digits of one.
var ordinal = regexp.MustCompile(`^(?:st|nd|rd|th)$`)

// bullet adds a number that needs no mark behind it.
func (l *lexer) bullet(value int32, start, end int) int {
	l.put('n', value, start, end)
	return l.put(':', 0, end, end)
}

// isMove reports whether a word is two capital letters that may be pegs; one too many is no such peg.
func (l *lexer) isMove(word []byte) bool {
	for _, c := range word {
		_, given := l.names[string(rune(c|0x20))]
		if c < 'A' || c > 'Z' || !given && c > byte('A'+l.pegs) {
			return false
		}
	}
	return len(word) == 2
}

// wordEnd returns where a word of letters ends. A capital behind a small letter begins another: pegA.
func (l *lexer) wordEnd(i int) int {
	for first := i; isLetter(at(l.line, i)) && (i == first || at(l.line, i) >= 'a' || l.line[i-1] < 'a') ||
		at(l.line, i) == '\'' && i > first && isLetter(at(l.line, i+1)); {
		i++
	}
	return i
}

// givenEnd returns where a name of Problem.Pegs ends, or 0.
func (l *lexer) givenEnd(start int) int {
	end := start
	for l.names != nil && end < start+20 && (isLetter(at(l.line, end)) || isDigit(at(l.line, end)) || at(l.line, end) == '_') {
		end++
	}
	if _, ok := l.names[strings.ToLower(string(l.line[start:end]))]; ok {
		return end
	}
	return 0
}

// article finds one before a word; "a to" begins with a peg.
var article = regexp.MustCompile(`^a (?:[b-su-z][a-z]|t[^o]|to[a-z])`)

// word reads a word, or a name of Problem.Pegs.
func (l *lexer) word(start int) int {
	if end := l.givenEnd(start); end > start+1 {
		return l.put('p', 0, start, end)
	}
	end := l.wordEnd(start)
	written := strings.ToLower(string(l.line[start:end]))
	known, ok := words[written]
	if peg := words[written[:len(written)-1]]; !ok && peg.class == 'g' && written[len(written)-1] < byte('a'+l.pegs) { // pega
		return l.put('g', 0, start, end-1)
	}
	next := at(l.line, end)
	number := bytes.TrimLeft(l.line[end:min(len(l.line), end+3)], "_{")
	switch {
	case l.isMove(l.line[start:end]):
		known = entry{'c', diskTop}
	case len(written) == 1 && isDigit(at(number, 0)) && written == "d": // d1
		known.class = 'd'
	case len(written) == 1 && isDigit(at(number, 0)): // P1, T_1
		known.class = 'g'
	case article.Match(l.line[start:]) && !l.is(len(l.tok)-1, "ftg>="):
		return end
	case len(written) == 1:
		known.class = 'l'
	case next == '.' && (written == "no" || !ok && isLetter(at(l.line, end+1))): // no. 3, game.move
		return end + 1
	case !ok:
		known.class = 'w'
	}
	return l.put(known.class, known.value, start, end)
}

// blanks skips blanks. A tab or several blanks between two values divide cells.
func (l *lexer) blanks(start int) int {
	end := start
	for at(l.line, end) == ' ' || at(l.line, end) == '\t' {
		end++
	}
	next := at(l.line, end)
	wide := l.line[start] == '\t' || end > start+2
	if wide && (isLetter(next) || isDigit(next)) && start > 0 && !l.is(len(l.tok)-1, ",;|:.-()[]{}") {
		return l.put(',', 0, start, end)
	}
	return end
}

// command reads a command of LaTeX. The braces behind it say nothing, but for those of a box.
func (l *lexer) command(start int) int {
	end := start + 1
	for isLetter(at(l.line, end)) {
		end++
	}
	if end == start+1 && end < len(l.line) {
		end++
	}
	l.put(words[strings.ToLower(string(l.line[start:end]))].class, 0, start, end)
	if at(l.line, end) == '{' && string(l.line[start:end]) != boxed {
		l.latex++
		end++
	}
	return end
}

// tag is one of HTML or the like.
var tag = regexp.MustCompile(`^</?([a-zA-Z]+)[^<>\n]{0,60}>`)

// mark reads a mark, an arrow, a tick box, a tag or a word in other letters.
func (l *lexer) mark(i int) int {
	b, last := l.line, len(l.tok)-1
	r, size := utf8.DecodeRune(b[i:])
	end := i + size
	known := words[string(b[i:end])]
	switch c := b[i]; {
	case known.class == 'n':
		return l.bullet(known.value, i, end)
	case c == '>' && (last < 0 || b[i-1] == '\n' || b[i-1] == '\r'): // a quotation
		return end
	case known.class == '-' || strings.IndexByte("=~>", c) >= 0:
		return l.dash(known.class, i, end)
	case c == '[' && at(b, i+2) == ']' && at(b, i+3) == ' ' && strings.IndexByte(" xX", b[i+1]) >= 0: // a tick box
		return i + 3
	case c == '#' && l.is(last, ")]"): // a comment, mostly
		known.class = '-'
	case c == '&' && !l.table:
		known.class = '&'
	case bytes.HasPrefix(b[i:], []byte("...")):
		return l.put('e', 0, i, i+3)
	case c == '}' && l.latex > 0:
		l.latex--
		return end
	case c == '<':
		if found := tag.FindSubmatch(b[i:min(len(b), i+80)]); found != nil {
			return l.put(words["<"+strings.ToLower(string(found[1]))].class, 0, i, i+len(found[0]))
		}
	case unicode.IsLetter(r):
		end = len(b) - len(bytes.TrimLeftFunc(b[i:], unicode.IsLetter))
		known.class = 'w'
	}
	return l.put(known.class, 0, i, end)
}

// dash reads the same mark several times, an arrow, or a number with its sign.
func (l *lexer) dash(c class, start, end int) int {
	for mark := l.line[start:end]; bytes.HasPrefix(l.line[end:], mark); {
		end += len(mark)
	}
	switch mark := string(l.line[start:end]); {
	case at(l.line, end) == '>':
		return l.put('>', 0, start, end+1)
	case mark == "~~": // struck out
		c = 'X'
	case l.line[start] == '-' && start > 0 && isDigit(at(l.line, end)) && strings.IndexByte(" [(,:=", l.line[start-1]) >= 0:
		return l.number(start, end)
	}
	return l.put(c, 0, start, end)
}
