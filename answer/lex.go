package answer

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a word, a number or a mark. Its class is one letter, so that a form is a short
// pattern (see forms): d disk, p peg by such a word, n number, l bare name that may be a
// peg, c compact move such as 1AC, v verb, f from, t to, u on, > arrow, o "it", s "step",
// q a quantity of disks or moves, y a letter that is no peg, ! a word that denies a move, e an ellipsis, x any other
// word, & a conjunction, b \boxed{, and the marks . , | ; : = - ( ) [ ] { }. Phrases make d, p and q of the
// classes of single words: D P Q a, O second, S source, G target, L largest, V moves, N now.
type token struct {
	class      byte
	value      int32 // a number, or the code of a disk or of a peg
	start, end int   // in the text
	at         int   // where its value starts
}

// Codes of pegs: numbers stand for themselves up to maxNumber.
const (
	maxNumber   = 99
	codeLetter  = 100 // and 25 more
	codeLeft    = 130 // middle, right
	codeSource  = 133 // auxiliary, target
	codeName    = 140 // by Problem.Pegs, and 9 more
	codeOnDisk  = 160 // and 64 more: the peg with this disk, as PDDL names places
	codeWhere   = 254 // wherever the disk is
	codeUnknown = 255
)

// Codes of disks: numbers stand for themselves.
const (
	diskUnknown  = 252
	diskLargest  = 253
	diskSmallest = 254
	diskTop      = 255
)

// words has the class of each word that is known, and a value for some. Those of class ' '
// are left out.
var words = map[string]token{}

func init() {
	for _, list := range []struct {
		class byte
		value int32
		words string
	}{
		{'v', 0, `move moving moved place placed placing put putting take taking took shift shifted shifting transfer transferred
			transferring slide bring relocate go drop carry pick lift swap movedisk mv`},
		{'V', 0, "moves places puts takes shifts transfers slides brings goes drops"},
		{'f', 0, "from off of src frompeg"},
		{'t', 0, "to onto into towards dest topeg"},
		{'u', 0, "on upon"},
		{'o', 0, "it that this"},
		{'s', 0, "step turn round"},
		{'!', 0, `not cannot can't cant couldn't could would wouldn't don't won't doesn't isn't never illegal invalid if unless
			should whether goal objective task puzzle aim example examples e.g looks format notation def return else impossible forbidden`},
		{'&', 0, "and since because so while whereas which where as leaving via using before after but making"},
		{' ', 0, `the then next finally again first firstly also we i let's lets let us you just simply back directly
			up down over is was gets lastly afterwards next's an please top-most here number`},
		{'N', 0, "now"},
		{'D', diskTop, "disk disc ring plate"},
		{'Q', 0, "disks discs rings plates"},
		{'P', 0, "peg rod tower pole stack pillar post needle stick pin"},
		{'l', codeLeft, "left"},
		{'l', codeLeft + 1, "middle center centre"},
		{'l', codeLeft + 2, "right"},
		{'S', codeSource, "source start origin"},
		{'l', codeSource + 1, "auxiliary aux spare helper temporary temp"},
		{'G', codeSource + 2, "target destination"},
		{'d', diskSmallest, "smallest"},
		{'L', diskLargest, "largest biggest bottom"},
		{'O', diskTop, "top topmost uppermost"},
		{'O', 2, "second"},
		{'O', 3, "third"},
		{'O', 4, "fourth"},
		{'O', 5, "fifth"},
		{'>', 0, `rightarrow longrightarrow mapsto implies \to \rightarrow \longrightarrow \implies \mapsto`},
		{'b', 0, `\boxed`},
		{';', 0, `\n \\ <br <li <p <ul <ol <tr <div <move <moves`},
		{'h', 0, "<answer <think <thinking <reasoning <solution"},
		{'|', 0, "<td <th"},
	} {
		for _, word := range strings.Fields(list.words) {
			words[word] = token{class: list.class, value: list.value}
		}
	}
}

// phrases are words that become one token. They are applied in turn, each along the whole line.
var phrases = []struct {
	pattern string
	take    int  // how many tokens become one; the others only stand behind them
	class   byte // of the new token
	value   int  // the token that gives its value
}{
	{"aW", 1, ' ', 0}, // an article
	{"N[", 1, 'x', 0},
	{"N", 1, ' ', 0},
	{"a", 1, 'l', 0},
	{"S=", 1, 'f', 0},
	{"G=", 1, 't', 0},
	{"SP=", 2, 'f', 0},
	{"GP=", 2, 't', 0},
	{"fP=", 2, 'f', 0},
	{"tP=", 2, 't', 0},
	{"vD(", 2, 'v', 0},
	{"xv(", 2, 'v', 0},
	{"S", 1, 'l', 0},
	{"G", 1, 'l', 0},
	{"Dn", 2, 'd', 1},
	{"D-n", 3, 'd', 2},
	{"D(n)", 4, 'd', 2},
	{"OL", 2, 'x', 0},
	{"L", 1, 'd', 0},
	{"Od", 2, 'd', 0},
	{"OD", 2, 'd', 0},
	{"dD", 2, 'd', 0},
	{"xD", 2, 'd', 1},
	{"lD", 2, 'd', 1},
	{"nD", 2, 'q', 0},
	{"D", 1, 'd', 0},
	{"Of", 1, 'd', 0},
	{"Pn", 2, 'p', 1},
	{"P=n", 3, 'p', 2},
	{"Pl", 2, 'p', 1},
	{"P=l", 3, 'p', 2},
	{"lP", 2, 'p', 0},
	{"OP", 2, 'p', 0},
	{"P", 1, 'x', 0},
	{"p(l)", 4, 'p', 0},
	{"l(l)", 4, 'l', 0},
	{"n(l)", 4, 'n', 0},
	{"p(p)", 4, 'p', 0},
	{"nQ", 2, 'q', 0},
	{"Q", 1, 'q', 0},
	{"nV", 2, 'q', 0},
	{"V", 1, 'v', 0},
}

// lexer makes tokens of part of a text.
type lexer struct {
	text  []byte
	names map[string]uint8 // by Problem.Pegs
	pegs  int
	tok   []token
	seen  [128]bool // the classes of tok

	braces int // that are open
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

// lex makes the tokens of text[i:end].
func (l *lexer) lex(text []byte, i, end int) {
	l.text, l.tok, l.seen = text[:end], l.tok[:0], [128]bool{}
	l.braces = 0
	for i < end {
		i = l.next(i)
	}
	for _, p := range phrases {
		if l.seen[p.pattern[0]] {
			l.reduce(p.pattern, p.take, p.class, p.value)
		}
	}
}

// next makes the token at i, and returns where it ends.
func (l *lexer) next(i int) int {
	switch c := l.text[i]; {
	case c == ' ' || c == '\t' || c == '\n':
		return i + 1
	case isDigit(c):
		return l.number(i)
	case isLetter(c):
		return l.word(i)
	case c >= utf8.RuneSelf:
		return l.symbol(i)
	default:
		return l.mark(i, c)
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
		t.class, t.value, t.at, t.end = class, v.value, v.at, l.tok[i+take-1].end
		if v.class == 'n' && class == 'd' {
			t.value = min(t.value, diskUnknown)
		} else if v.class == 'n' && t.value > maxNumber {
			t.value = codeUnknown
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

// put adds a token, and returns where it ends.
func (l *lexer) put(class byte, value int32, start, end int) int {
	if class != ' ' {
		l.tok = append(l.tok, token{class, value, start, end, start})
		l.seen[class] = true
	}
	return end
}

// digits reads a number, and returns where it ends.
func (l *lexer) digits(i int) (value int32, end int) {
	for ; isDigit(at(l.text, i)); i++ {
		value = min(value*10+int32(l.text[i]-'0'), 1<<27)
		if bytes.HasPrefix(l.text[i+1:], []byte(key)) {
			i += len(key)
		}
	}
	return value, i
}

// key makes a digit the emoji of a key.
const key = "\ufe0f\u20e3"

// number reads a number, an ordinal such as 2nd, or a move such as 1AC.
func (l *lexer) number(start int) int {
	value, i := l.digits(start)
	if bytes.HasSuffix(l.text[:i], []byte(key)) {
		l.put('n', value, start, i)
		return l.put('.', 0, i, i)
	}
	end := l.wordEnd(i)
	switch rest := l.text[i:end]; string(rest) {
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
	for first := i; isLetter(at(l.text, i)) && (i == first || at(l.text, i) >= 'a' || l.text[i-1] < 'a') ||
		at(l.text, i) == '\'' && i > first && isLetter(at(l.text, i+1)); {
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
	for isLetter(at(l.text, end)) || isDigit(at(l.text, end)) || at(l.text, end) == '_' {
		end++
	}
	t := token{class: 'l'}
	i, named := l.names[strings.ToLower(string(l.text[start:end]))]
	if t.value = codeName + int32(i); !named {
		end = l.wordEnd(start)
		t = words[strings.TrimSuffix(strings.ToLower(string(l.text[start:end])), "'s")] // the top disk of a peg
	}
	if end == start+1 {
		t = l.letter(start)
	}
	if from, to, ok := l.compact(l.text[start:end]); ok && t.class == 0 {
		return l.put('c', diskTop<<16|from<<8|to, start, end)
	}
	if t.class == 0 {
		t.class = 'x'
	}
	return l.put(t.class, t.value, start, end)
}

// letter reads a single letter: an article, a peg, another, or the d of d1.
func (l *lexer) letter(i int) token {
	letter, next := l.text[i]|0x20, at(l.text, i+1)
	numbered := isDigit(next) || next == '_'
	t := token{class: 'l', value: l.code(letter)}
	switch {
	case letter == 'a' && (l.text[i] == 'a' || len(l.tok) == 0 || l.tok[len(l.tok)-1].class == '.'):
		t.class = 'a'
	case letter == 'd' && numbered:
		return words["disk"]
	case letter == 'p' && numbered:
		return words["peg"]
	case t.value < codeLeft && letter-'a' > byte(l.pegs):
		t.class = 'y'
	}
	return t
}

// symbols has the classes of characters beyond ASCII.
var symbols = map[rune]byte{'…': 'e', '–': '-', '—': '-', '−': '-', '，': ',', '、': ',', '：': ':', '。': '.'}

func init() {
	for _, arrow := range "→⇒⟶⟹➔➜➝➞➡↦⮕➙➤►▶" {
		symbols[arrow] = '>'
	}
}

// symbol reads a character beyond ASCII. Spaces, quotes, check marks and emoji are left out.
func (l *lexer) symbol(start int) int {
	r, size := utf8.DecodeRune(l.text[start:])
	end := start
	switch class := symbols[r]; {
	case class != 0:
		return l.put(class, 0, start, end+size)
	case r == '\U0001F51F': // the key 10
		l.put('n', 10, start, end+size)
		return l.put('.', 0, end+size, end+size)
	case !unicode.IsLetter(r):
		return end + size
	}
	for unicode.IsLetter(r) {
		end += size
		r, size = utf8.DecodeRune(l.text[end:])
	}
	return l.put('x', 0, start, end)
}

// marks has the classes of ASCII marks. Quotes, emphasis and the like are left out.
var marks = [utf8.RuneSelf]byte{
	'.': '.', '!': '.', ',': ',', '|': '|', '&': '|', ';': ';', ':': ':', '=': '=', '-': '-', '>': '>',
	'(': '(', ')': ')', '[': '[', ']': ']', '{': '{', '}': '}',
	'<': 'x', '?': 'x', '/': 'x', '+': 'x', '@': 'x', '%': 'x', '^': 'x',
}

const maxTag = 60

// mark reads a mark, an arrow, a command of LaTeX or a tag.
func (l *lexer) mark(i int, c byte) int {
	b, end := l.text, i+1
	switch c {
	case '[':
		if box := at(b, i+1) | 0x20; (box == ' ' || box == 'x') && at(b, i+2) == ']' {
			return i + 3 // to check
		}
	case '{':
		l.braces++
	case '}':
		l.braces--
	case '"':
		if l.braces > 0 {
			return l.quoted(i)
		}
	case '-', '=', '~':
		for at(b, end) == c {
			end++
		}
		if at(b, end) == '>' {
			return l.put('>', 0, i, end+1)
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
		n := bytes.IndexByte(b[i:min(len(b), i+maxTag)], '>')
		if n > 1 && (isLetter(b[end]) || b[end] == '/') {
			name, _, _ := bytes.Cut(bytes.Trim(b[end:i+n], "/ "), []byte(" "))
			class := words["<"+strings.ToLower(string(name))].class
			if class == 'h' {
				l.seen[class] = true
				class = ';'
			}
			return l.put(max(class, ' '), 0, i, i+n+1)
		}
	}
	return l.put(max(marks[c], ' '), 0, i, end)
}

// quoted reads a string of an object. One of more than two words, or with brackets, is no value.
func (l *lexer) quoted(start int) int {
	end := start + 1
	for c := at(l.text, end); end < len(l.text) && c != '"'; c = at(l.text, end) {
		if end++; c == '\\' {
			end++
		}
	}
	end = min(end, len(l.text))
	before := len(l.tok)
	for i := start + 1; i < end; {
		i = l.next(i)
	}
	if len(l.tok) > before+2 || bytes.ContainsAny(l.text[start:end], "[]{}") {
		l.tok = l.tok[:before]
		l.put('x', 0, start, end)
	}
	return end + 1
}
