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
	names    map[string]uint8
	pegs     int
	line     []byte
	tok      []token
	numbered byte // the letter of names such as p1
	table    bool // it has several &, which divide cells
	latex    int  // open braces of \text and the like, which say nothing
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
	l.line, l.tok, l.latex = line, l.tok[:0], 0
	l.table = bytes.Count(line, []byte("&")) > 1
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case isDigit(c):
			i = l.number(i, i)
		case isLetter(c):
			i = l.word(i)
		case c >= utf8.RuneSelf:
			i = l.symbol(i)
		default:
			i = l.mark(i)
		}
	}
	l.states()
}

// put adds a token, and returns where it ends.
func (l *lexer) put(c class, value int32, start, end int) int {
	if c != 0 {
		l.tok = append(l.tok, token{c, value, start, end})
	}
	return end
}

// bullet adds a number that needs no mark behind it at the start of a line.
func (l *lexer) bullet(value int32, start, end int) int {
	first := len(l.tok) == l.bullets()
	l.put('n', value, start, end)
	if first {
		l.put('.', 0, end, end)
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

// notTo finds a word other than "to".
var notTo = regexp.MustCompile(`(?i)^ +(?:[a-su-z]|t[^o]|to\w)`)

// number reads a number whose digits begin at i and whose sign, if it has one, is at start; an
// ordinal such as 2nd; or a move such as 1AC.
func (l *lexer) number(start, i int) int {
	value, isKey := int32(0), false
	for ; isDigit(at(l.line, i)); i++ {
		value = min(value*10+int32(l.line[i]-'0'), maxNumber)
		if bytes.HasPrefix(l.line[i+1:], []byte(keycap)) {
			isKey = true
			i += len(keycap)
		}
	}
	if isKey {
		return l.bullet(value, start, i)
	}
	c := class('n')
	if l.line[start] == '-' {
		c = 'b'
	}
	for at(l.line, i) == '.' && isDigit(at(l.line, i+1)) { // 1.0 is 1; other fractions, and steps of steps, are not
		fraction := i + 1
		for i++; isDigit(at(l.line, i)); {
			i++
		}
		if len(bytes.Trim(l.line[fraction:i], "0")) > 0 {
			c = 'b'
		}
	}
	end := l.wordEnd(i)
	switch rest := l.line[i:end]; string(rest) {
	case "":
		if start > 0 && l.line[start-1] == '#' && notTo.Match(l.line[end:]) { // #3 A → C
			return l.bullet(value, start, end)
		}
		return l.put(c, value, start, end)
	case "st", "nd", "rd", "th":
		return l.put('o', value, start, end)
	default:
		if l.isMove(rest) && c == 'n' {
			return l.put('c', min(value, diskMany), start, end)
		}
		for isLetter(at(l.line, end)) || isDigit(at(l.line, end)) { // 1e2
			end++
		}
		return l.put('b', 0, start, end)
	}
}

// wordEnd returns where a word of letters ends. A capital behind a small letter begins another: pegA.
func (l *lexer) wordEnd(i int) int {
	for first := i; isLetter(at(l.line, i)) && (i == first || at(l.line, i) >= 'a' || l.line[i-1] < 'a') ||
		at(l.line, i) == '\'' && i > first && isLetter(at(l.line, i+1)); {
		i++
	}
	return i
}

// isMove reports whether a word is two capital letters that may be pegs; one too many is no such peg.
func (l *lexer) isMove(word []byte) bool {
	isPeg := func(c byte) bool {
		if _, given := l.names[strings.ToLower(string(c))]; given {
			return c <= 'Z'
		}
		return c >= 'A' && c <= byte('A'+l.pegs)
	}
	return len(word) == 2 && isPeg(word[0]) && isPeg(word[1])
}

// word reads a word, or a name of Problem.Pegs.
func (l *lexer) word(start int) int {
	if l.names != nil {
		end := start
		for end < start+20 && (isLetter(at(l.line, end)) || isDigit(at(l.line, end)) || at(l.line, end) == '_') {
			end++
		}
		if _, ok := l.names[strings.ToLower(string(l.line[start:end]))]; ok && end > start+1 {
			return l.put('p', 0, start, end)
		}
	}
	end := l.wordEnd(start)
	if noun, last := strings.ToLower(string(l.line[start:end-1])), l.line[end-1]|0x20; words[noun].class == 'g' && last < byte('a'+l.pegs) { // pega
		end--
	}
	written := l.line[start:end]
	known, ok := words[strings.TrimSuffix(strings.ToLower(string(written)), "'s")] // the top disk of a peg
	next := bytes.TrimLeft(l.line[end:min(len(l.line), end+3)], "_{")
	switch {
	case l.isMove(written):
		known = entry{'c', diskTop}
	case len(written) == 1 && isDigit(at(next, 0)): // d1, P1, T_1
		for known.class = 'g'; l.numbered == written[0]|0x20 && isDigit(at(l.line, end)); end++ {
			known.class = 'p'
		}
		if written[0]|0x20 == 'd' && known.class == 'g' {
			known.class = 'd'
		}
	case len(written) == 1:
		known.class = 'l'
		if written[0] == 'a' && isLetter(at(l.line, end+1)) && !l.is(len(l.tok)-1, "ftg>=") && l.wordEnd(end+1) > end+2 {
			if then := words[strings.ToLower(string(l.line[end+1:l.wordEnd(end+1)]))].class; then != 't' && then != '>' {
				return end // an article
			}
		}
	case !ok:
		known.class = 'w'
	case strings.EqualFold(string(written), "no") && at(l.line, end) == '.': // no. 3
		return end + 1
	}
	return l.put(known.class, known.value, start, end)
}

// symbol reads a character beyond ASCII, or a word that begins with one. Spaces, quotes, check
// marks and emoji say nothing.
func (l *lexer) symbol(start int) int {
	r, size := utf8.DecodeRune(l.line[start:])
	switch c := symbols[r]; {
	case c == '-' && at(l.line, start+size) == '>':
		return l.put('>', 0, start, start+size+1)
	case c != 0:
		return l.put(c, 0, start, start+size)
	case r >= '①' && r <= '⑳':
		return l.bullet(r-'①'+1, start, start+size)
	case r == '\U0001F51F': // the key 10
		return l.bullet(10, start, start+size)
	case !unicode.IsLetter(r):
		return start + size
	}
	end := start
	for unicode.IsLetter(r) {
		end += size
		r, size = utf8.DecodeRune(l.line[end:])
	}
	return l.put('w', 0, start, end)
}

// anyTag is a tag of HTML or the like.
var anyTag = regexp.MustCompile(`^</?[a-zA-Z][^<>\n]{0,60}>`)

// mark reads a mark, an arrow, a tick box, a command of LaTeX or a tag.
func (l *lexer) mark(i int) int {
	b, end := l.line, i+1
	switch c := b[i]; c {
	case '[':
		if box := at(b, i+1) | 0x20; (box == ' ' || box == 'x') && at(b, i+2) == ']' && at(b, i+3) == ' ' {
			return i + 3
		}
	case '-', '=', '~', '>':
		for at(b, end) == c {
			end++
		}
		switch {
		case at(b, end) == '>' && c != '>':
			return l.put('>', 0, i, end+1)
		case c == '~' && end == i+2: // struck out
			return l.put('X', 0, i, end)
		case c == '>' && (len(l.tok) == 0 || b[i-1] == '\n' || b[i-1] == '\r'): // a quotation
			return end
		case c == '-' && i > 0 && isDigit(at(b, end)) && strings.IndexByte(" [(,:=", b[i-1]) >= 0: // a sign
			return l.number(i, end)
		case c == '-' && i > 0 && isLetter(b[i-1]) && !l.is(len(l.tok)-1, "nlphyj"): // in a word
			return end
		}
	case ' ', '\t':
		for at(b, end) == ' ' || at(b, end) == '\t' {
			end++
		}
		next := at(b, end)
		if (c == '\t' || end-i > 2) && (isLetter(next) || isDigit(next)) && i > 0 && b[i-1] != '\n' && b[i-1] != '\r' && !l.is(len(l.tok)-1, ",;|:.-()[]{}") { // the next column
			return l.put(',', 0, i, end)
		}
		return end
	case '#':
		if l.is(len(l.tok)-1, ")]") { // a comment, mostly
			return l.put('-', 0, i, end)
		}
	case '&':
		if !l.table {
			return l.put('&', 0, i, end)
		}
	case '.':
		if bytes.HasPrefix(b[i:], []byte("...")) {
			return l.put('e', 0, i, i+3)
		}
		if isLetter(at(b, end)) && i > 0 && isLetter(b[i-1]) { // in a name: game.move
			if l.is(len(l.tok)-1, "w") {
				l.tok = l.tok[:len(l.tok)-1]
			}
			return end
		}
	case '\\':
		for isLetter(at(b, end)) {
			end++
		}
		if end == i+1 && end < len(b) {
			end++
		}
		if b[end-1] == 'u' && isDigit(at(b, end)) { // an escape of JSON
			return l.put('b', 0, i, min(len(b), i+6))
		}
		l.put(words[strings.ToLower(string(b[i:end]))].class, 0, i, end)
		if at(b, end) == '{' && string(b[i:end]) != boxed {
			l.latex++
			end++
		}
		return end
	case '}':
		if l.latex > 0 {
			l.latex--
			return end
		}
	case '<':
		if !isLetter(at(b, end)) && at(b, end) != '/' {
			break
		}
		if tag := anyTag.Find(b[i:min(len(b), i+80)]); tag != nil {
			name, _, _ := bytes.Cut(bytes.Trim(tag, "</ >"), []byte(" "))
			return l.put(words["<"+strings.ToLower(string(name))].class, 0, i, i+len(tag))
		}
	}
	return l.put(marks[b[i]], 0, i, end)
}
