package answer

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer makes tokens of a line.
type lexer struct {
	names map[string]uint8 // by Problem.Pegs
	pegs  int
	line  []byte
	tok   []token
	seen  [128]bool // the classes of tok
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

// class returns the class of a token; 0 outside.
func (l *lexer) class(i int) byte {
	if uint(i) < uint(len(l.tok)) {
		return l.tok[i].class
	}
	return 0
}

// lex makes the tokens of a text.
func (l *lexer) lex(text []byte) {
	l.scan(text)
	for _, p := range phrases {
		if l.seen[p.pattern[0]] {
			l.reduce(p.pattern, p.take, p.class, p.value)
		}
	}
}

// scan makes the tokens of single words, numbers and marks.
func (l *lexer) scan(text []byte) {
	l.line, l.tok, l.seen = text, l.tok[:0], [128]bool{}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case isDigit(c):
			i = l.number(i)
		case isLetter(c):
			i = l.word(i)
		case c >= utf8.RuneSelf:
			i = l.symbol(i)
		default:
			i = l.mark(i)
		}
	}
}

// reduce makes one token of those that a pattern fits.
func (l *lexer) reduce(pattern string, take int, class byte, value int) {
	kept := l.tok[:0]
	for i := 0; i < len(l.tok); {
		t := l.tok[i]
		if !startsWith(l.tok[i:], pattern) {
			kept = append(kept, t)
			i++
			continue
		}
		v := l.tok[i+value]
		t.class, t.value, t.end = class, v.value, l.tok[i+take-1].end
		if v.class == 'n' && t.value > maxNumber {
			t.value = codeUnknown
			if class == 'd' {
				t.value = diskUnknown
			}
		}
		if i += take; class != ' ' {
			kept = append(kept, t)
			l.seen[class] = true
		}
	}
	l.tok = kept
}

// startsWith reports whether tokens begin with the classes of a phrase: = is a colon, too, and
// W a word behind an article.
func startsWith(tok []token, pattern string) bool {
	if len(tok) < len(pattern) {
		return false
	}
	for i := range len(pattern) {
		class, have := pattern[i], tok[i].class
		if have != class && !(class == '=' && have == ':') && !(class == 'W' && strings.IndexByte("xdoDPQVOL", have) >= 0) {
			return false
		}
	}
	return true
}

// put adds a token, and returns where it ends. Those of class ' ' are left out.
func (l *lexer) put(class byte, value int32, start, end int) int {
	if class != ' ' {
		l.tok = append(l.tok, token{class, value, start, end})
		l.seen[class] = true
	}
	return end
}

// decimals is the number of a step of a step.
var decimals = regexp.MustCompile(`^\d+(?:\.\d+)+`)

// key makes a digit the emoji of a key.
const key = "\ufe0f\u20e3"

// number reads a number, an ordinal such as 2nd, or a move such as 1AC.
func (l *lexer) number(start int) int {
	value, i := int32(0), start
	for ; isDigit(at(l.line, i)); i++ {
		value = min(value*10+int32(l.line[i]-'0'), 1<<27)
		if bytes.HasPrefix(l.line[i+1:], []byte(key)) {
			i += len(key)
		}
	}
	if bytes.HasSuffix(l.line[:i], []byte(key)) {
		l.put('n', value, start, i)
		return l.put('.', 0, i, i)
	}
	if decimal := decimals.Find(l.line[start:]); decimal != nil { // a number such as 1.2, which does not count
		return start + len(decimal)
	}
	end := l.wordEnd(i)
	switch rest := l.line[i:end]; string(rest) {
	case "":
		return l.put('n', value, start, end)
	case "st", "nd", "rd", "th":
		return l.put('O', value, start, end)
	default:
		if from, to, ok := l.compact(rest); ok && value <= maxNumber {
			return l.put('c', value<<16|from<<8|to, start, end)
		}
		return l.put('x', 0, start, end)
	}
}

// wordEnd returns where a word of letters ends. An upper-case letter begins another: pegA.
func (l *lexer) wordEnd(i int) int {
	for first := i; isLetter(at(l.line, i)) && (i == first || at(l.line, i) >= 'a' || l.line[i-1] < 'a') ||
		at(l.line, i) == '\'' && i > first && isLetter(at(l.line, i+1)); {
		i++
	}
	return i
}

// compact reads two capital letters as pegs.
func (l *lexer) compact(word []byte) (from, to int32, ok bool) {
	last := byte('A' + l.pegs) // one too many is no such peg
	if len(word) != 2 || word[0] < 'A' || word[0] > last || word[1] < 'A' || word[1] > last {
		return 0, 0, false
	}
	return l.code(word[0]), l.code(word[1]), true
}

// code returns the code of the peg that a letter names.
func (l *lexer) code(letter byte) int32 {
	letter |= 0x20
	if i, ok := l.names[string(letter)]; ok {
		return codeName + int32(i)
	}
	return codeLetter + int32(letter-'a')
}

// word reads a word, or a name of Problem.Pegs.
func (l *lexer) word(start int) int {
	end := start
	for isLetter(at(l.line, end)) || isDigit(at(l.line, end)) || at(l.line, end) == '_' {
		end++
	}
	t := token{class: 'l'}
	i, named := l.names[strings.ToLower(string(l.line[start:end]))]
	if t.value = codeName + int32(i); !named {
		end = l.wordEnd(start)
		t = words[strings.TrimSuffix(strings.ToLower(string(l.line[start:end])), "'s")] // the top disk of a peg
	}
	if end == start+1 {
		t = l.letter(start)
	}
	if from, to, ok := l.compact(l.line[start:end]); ok && t.class == 0 {
		return l.put('c', diskTop<<16|from<<8|to, start, end)
	}
	if t.class == 0 {
		t.class = 'x'
	}
	return l.put(t.class, t.value, start, end)
}

// letter reads a single letter: an article, a peg, another, or the d of d1.
func (l *lexer) letter(i int) token {
	letter, next := l.line[i]|0x20, at(l.line, i+1)
	numbered := isDigit(next) || next == '_'
	t := token{class: 'l', value: l.code(letter)}
	switch {
	case l.line[i] == 'a':
		t.class = 'a'
	case l.line[i] == 'A' && (len(l.tok) == 0 || l.tok[len(l.tok)-1].class == '.'):
		t.class = 'A'
	case letter == 'd' && numbered:
		return words["disk"]
	case letter == 'p' && numbered:
		return words["peg"]
	case t.value < codeLeft && letter-'a' > byte(l.pegs):
		t.class = 'y'
	}
	return t
}

// symbol reads a character beyond ASCII, or a word that begins with one. Spaces, quotes, check
// marks and emoji are left out.
func (l *lexer) symbol(start int) int {
	r, size := utf8.DecodeRune(l.line[start:])
	switch class := symbols[r]; {
	case class == '-' && at(l.line, start+size) == '>':
		return l.put('>', 0, start, start+size+1)
	case class != 0:
		return l.put(class, 0, start, start+size)
	case r == '\U0001F51F': // the key 10
		l.put('n', 10, start, start+size)
		return l.put('.', 0, start+size, start+size)
	case !unicode.IsLetter(r):
		return start + size
	}
	end := start
	for unicode.IsLetter(r) {
		end += size
		r, size = utf8.DecodeRune(l.line[end:])
	}
	return l.put('x', 0, start, end)
}

// mark reads a mark, an arrow, an empty or ticked box, a command of LaTeX or a tag.
func (l *lexer) mark(i int) int {
	b, end := l.line, i+1
	switch c := b[i]; c {
	case '[':
		if box := at(b, i+1) | 0x20; (box == ' ' || box == 'x') && at(b, i+2) == ']' {
			return i + 3
		}
	case '-', '=', '~', '>':
		for at(b, end) == c {
			end++
		}
		if at(b, end) == '>' && c != '>' {
			return l.put('>', 0, i, end+1)
		}
	case '#', '/':
		if n := len(l.tok) - 1; n >= 0 && (l.tok[n].class == ')' || l.tok[n].class == ']') { // a comment, mostly
			return l.put(';', 0, i, end)
		}
	case '.':
		if bytes.HasPrefix(b[i:], []byte("...")) {
			return l.put('e', 0, i, i+3)
		}
	case '\\':
		for isLetter(at(b, end)) {
			end++
		}
		if end == i+1 && end < len(b) {
			end++
		}
		class := words[strings.ToLower(string(b[i:end]))].class
		if at(b, end) == '{' {
			end++
		}
		return l.put(max(class, ' '), 0, i, end)
	case '<':
		if tag := anyTag.Find(b[i:]); tag != nil {
			name, _, _ := bytes.Cut(bytes.Trim(tag, "</ >"), []byte(" "))
			return l.put(max(words["<"+strings.ToLower(string(name))].class, ' '), 0, i, i+len(tag))
		}
	}
	return l.put(max(marks[b[i]], ' '), 0, i, end)
}
