package answer

import (
	"bytes"
	"cmp"
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
	open  []int // brackets that are not closed yet
	table bool  // it has several &, which divide cells
	latex int   // open braces behind commands of LaTeX, which say nothing
}

func isDigit(c byte) bool    { return c-'0' < 10 }
func isLetter(c byte) bool   { return c|0x20-'a' < 26 }
func isCapital(c byte) bool  { return c-'A' < 26 }
func isNameByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' }
func isSpace(c byte) bool    { return c == ' ' || c == '\t' }

// at returns the byte at i, or 0 outside.
func at(b []byte, i int) byte {
	if uint(i) < uint(len(b)) {
		return b[i]
	}
	return 0
}

// is reports whether a token is of one of some classes.
func (l *lexer) is(i int, classes string) bool {
	for k := 0; uint(i) < uint(len(l.tok)) && k < len(classes); k++ { // faster than strings.IndexByte, as they are few
		if classes[k] == l.tok[i].class {
			return true
		}
	}
	return false
}

// written returns a token as it is written.
func (l *lexer) written(i int) []byte { return l.line[l.tok[i].start:l.tok[i].end] }

// otherwise has other ways to write something, and what they stand for: nothing, where they say nothing.
var otherwise = [][2]string{{"’t", "'t"}, {"&gt;", ">"}, {"&rarr;", "→"}, {`\boxed{`, "["},
	{"[ ] "}, {"[x] "}, {"[X] "}, {"i.e."}, {"e.g."}}

// lex makes the tokens of a line.
func (l *lexer) lex(line []byte) {
	for _, pair := range otherwise {
		if old := []byte(pair[0]); bytes.Contains(line, old) { // what is behind it keeps its place
			line = bytes.ReplaceAll(line, old, append([]byte(pair[1]), make([]byte, len(old)-len(pair[1]))...))
		}
	}
	l.line, l.tok, l.open, l.latex = line, l.tok[:0], l.open[:0], 0
	l.table = bytes.Count(line, []byte("&")) > 1
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case isDigit(c):
			i = l.number(i, i)
		case isLetter(c):
			i = l.word(i)
		case isSpace(c):
			i = l.blanks(i)
		default:
			i = l.mark(i)
		}
	}
}

// put adds a token, and returns where it ends. Class 0 is none. A bracket that is a state is of class z.
func (l *lexer) put(c class, value int32, start, end int) int {
	if c == 0 {
		return end
	}
	l.tok = append(l.tok, token{c, value, start, end})
	switch i, last := len(l.tok)-1, len(l.open)-1; {
	case l.is(i, "([{"):
		l.open = append(l.open, i)
	case last >= 0 && l.is(i, ")]}"):
		opening := &l.tok[l.open[last]]
		if opening.value = int32(i); l.isState(l.open[last], i) {
			opening.class = 'z'
		}
		l.open = l.open[:last]
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

// past returns the first place from i on where the byte is not one of some.
func (l *lexer) past(i int, is func(byte) bool) int {
	for i < len(l.line) && is(l.line[i]) {
		i++
	}
	return i
}

// keycap makes a digit the picture of a key.
const keycap = "\ufe0f\u20e3"

// number reads a number whose digits begin at i and whose sign, if it has one, is at start; an
// ordinal such as 2nd; or a move such as 1AC.
func (l *lexer) number(start, i int) int {
	digits, value := i, int32(0)
	for ; isDigit(at(l.line, i)); i++ {
		value = min(value*10+int32(l.line[i]-'0'), 1<<27) // more than any number that counts
		if bytes.HasPrefix(l.line[i+1:], []byte(keycap)) {
			i += len(keycap)
		}
	}
	if !isDigit(l.line[i-1]) {
		l.put('n', value, start, i)
		return l.put(':', 0, i, i)
	}
	whole := start == digits
	for at(l.line, i) == '.' && isDigit(at(l.line, i+1)) { // 1.0 is 1; other fractions, and steps of steps, are not
		for i++; isDigit(at(l.line, i)); i++ {
			whole = whole && l.line[i] == '0'
		}
	}
	behind := bytes.TrimRight(l.line[i:l.past(i, isNameByte)], "_")
	end := i + len(behind)
	switch {
	case whole && len(behind) == 0 && at(l.line, end) != '+' && !bytes.HasPrefix(l.line[end:], []byte(",000")):
		return l.put('n', value, start, end)
	case len(behind) == 2 && strings.Contains("st nd rd th", strings.ToLower(string(behind))):
		return l.put('o', value, start, end)
	case whole && len(behind) == 2 && isCapital(behind[0]) && isCapital(behind[1]):
		return l.put('c', min(value, diskMany), start, end)
	}
	return l.put('b', 0, start, end)
}

// mayBePeg reports whether a letter is a capital that may be a peg, or one too many.
func (l *lexer) mayBePeg(c byte) bool {
	_, known := l.names[string(c|0x20)]
	return isCapital(c) && (known || int(c-'A') <= l.pegs)
}

// wordEnd returns where a word of letters ends. A capital behind a small letter begins another: pegA.
func (l *lexer) wordEnd(i int) int {
	for first := i; isLetter(at(l.line, i)) && (i == first || at(l.line, i) >= 'a' || l.line[i-1] < 'a') ||
		at(l.line, i) == '\'' && i > first && isLetter(at(l.line, i+1)); {
		i++
	}
	return i
}

// word reads a word, or a name of Problem.Pegs.
func (l *lexer) word(start int) int {
	end := start // names have at most 16 bytes
	for end <= start+16 && isNameByte(at(l.line, end)) {
		end++
	}
	name := bytes.TrimRight(l.line[start:end], "_")
	if _, ok := l.names[strings.ToLower(string(name))]; ok && len(name) > 1 {
		return l.put('p', 0, start, start+len(name))
	}
	end = l.wordEnd(start)
	written := strings.ToLower(string(l.line[start:end]))
	known, ok := words[written]
	switch single := end == start+1; {
	case end == start+2 && l.mayBePeg(l.line[start]) && l.mayBePeg(l.line[start+1]): // AC
		known = token{class: 'c', value: diskTop}
	case single && isDigit(at(bytes.TrimLeft(l.line[end:min(len(l.line), end+3)], "_{"), 0)), // d1, P1, T_1
		bytes.HasPrefix(l.line[start:], []byte("d?")), bytes.HasPrefix(l.line[start:], []byte("D?:")):
		known.class = cmp.Or(known.class, 'g')
	case single && l.line[start] == 'a' && l.wordEnd(end+1) > end+3 && !l.is(len(l.tok)-1, "ftg>=:"): // a disk
		return end
	case single:
		known.class = 'l'
	case at(l.line, end) == '.' && (written == "no" || !ok && isLetter(at(l.line, end+1))): // no. 3, game.move
		return end + 1
	case !ok:
		known.class = 'w'
	}
	return l.put(known.class, known.value, start, end)
}

// comment is the beginning of a call or of HTML that is in a comment.
var comment = regexp.MustCompile(`^(?:<!--|(?:#|//) *(?:[\w.]+\(|\([a-z]+ ))`)

// tag is one of HTML or the like.
var tag = regexp.MustCompile(`^</?([a-zA-Z]+)[^<>\n]{0,60}>`)

// blanks skips blanks. A tab or several blanks before a value divide cells.
func (l *lexer) blanks(i int) int {
	end := l.past(i, isSpace)
	wide := l.line[i] == '\t' || end > i+2
	if wide && i > 0 && isNameByte(at(l.line, end)) && !l.is(len(l.tok)-1, ",;|:.-()[]{}") {
		return l.put(',', 0, i, end)
	}
	return end
}

// mark reads a mark, a command of LaTeX, a tag, or a word in other letters.
func (l *lexer) mark(i int) int {
	b, last := l.line, len(l.tok)-1
	r, size := utf8.DecodeRune(b[i:])
	end := i + size
	known := words[string(b[i:end])]
	switch c := b[i]; {
	case c == '\\':
		end = max(l.past(end, isLetter), min(end+1, len(b)))
		known = words[strings.ToLower(string(b[i:end]))]
		if at(b, end) == '{' {
			end++
			l.latex++
		}
	case c == '}' && l.latex > 0:
		l.latex--
		return end
	case c == '>' && (last < 0 || b[i-1] == '\n' || b[i-1] == '\r'): // a quotation
		return end
	case known.class == '-' || c == '=' || c == '~' || c == '>' || c == '.':
		return l.dash(known.class, i, end)
	case (c == '!' || c == '?') && (i == 0 || isSpace(b[i-1]) || at(b, end) == '=') && end < len(b) && !isSpace(b[end]): // !move(…), disk ??, disk!=1
		known.class, end = '!', len(b)-len(bytes.TrimLeft(b[i:], "!?"))
	case c == '#' && last < 0 && isDigit(at(b, end)): // #1 A → C
		end = l.number(end, end)
		next := l.past(end, isSpace)
		if strings.IndexByte(`[($\`, at(b, next)) >= 0 || isLetter(at(b, next)) && !bytes.HasPrefix(b[next:], []byte("to ")) {
			l.put(':', 0, end, end)
		}
		return end
	case (c == '#' || c == '/' || c == '<') && comment.Match(b[i:]):
		known.class = '!'
		end = len(b) - len(bytes.TrimLeft(b[i:], "#/<!-"))
	case strings.IndexByte(` :,;"')$?\`, at(b, end)) >= 0 &&
		(c == '_' || c == '?' && !isLetter(at(b, i-1)) || (c == '#' || c == '?') && l.is(last, "dv:=")): // a place to fill in
		known.class = 'b'
	case c == '&' && !l.table:
		known.class = '&'
	case c == '<':
		if found := tag.FindSubmatch(b[i:min(len(b), i+80)]); found != nil {
			return l.put(words["<"+strings.ToLower(string(found[1]))].class, 0, i, i+len(found[0]))
		}
	case known.class == 0 && (unicode.Is(unicode.N, r) || unicode.Is(unicode.Sm, r) && last >= 0):
		known.class = 'b'
	case unicode.IsLetter(r):
		end = len(b) - len(bytes.TrimLeftFunc(b[i:], unicode.IsLetter))
		known.class = 'w'
	case known.class == 'n':
		l.put('n', known.value, i, end)
		return l.put(':', 0, end, end)
	}
	return l.put(known.class, 0, i, end)
}

// dash reads the same mark several times, an arrow, or a number with its sign.
func (l *lexer) dash(c class, start, end int) int {
	for mark := l.line[start:end]; bytes.HasPrefix(l.line[end:], mark); {
		end += len(mark)
	}
	switch {
	case at(l.line, end) == '>':
		return l.put('>', 0, start, end+1)
	case c == '-' && start > 0 && isDigit(at(l.line, end)) && (l.line[start-1] == '_' || !isNameByte(l.line[start-1])):
		return l.number(start, end)
	}
	return l.put(cmp.Or(words[string(l.line[start:end])].class, c), 0, start, end)
}
