package answer

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// word reads a word and what belongs to it: the number of a disk, the name of a peg.
func (l *lexer) word(start int) int {
	b, i := l.text, start
	for isLetter(at(b, i)) || isDigit(at(b, i)) || at(b, i) == '_' || at(b, i) == '\'' && i > start && isLetter(at(b, i+1)) {
		i++
	}
	word := bytes.TrimSuffix(bytes.ToLower(b[start:i]), []byte("'s")) // the top disk of a peg
	if t, ok := words[string(word)]; ok {
		return l.known(t, start, i)
	}
	if t := l.name(word); t.class != 0 {
		if string(word) == "a" && (b[start] == 'a' || l.last() == 0 || l.last() == '.') && l.isArticle(i) || string(word) == "i" && l.pegs < 9 {
			return i
		}
		return l.put('l', t.value, start, i)
	}
	if from, to, ok := l.compact(b[start:i]); ok {
		return l.put('c', diskTop<<16|from<<8|to, start, i)
	}
	// A word with its number or its letter: disk1, d_1, pegA.
	stem := bytes.TrimRight(word, "0123456789")
	letter := len(stem) == len(word)
	if letter {
		stem = word[:len(word)-1]
	}
	kind := bytes.TrimRight(stem, "_")
	class := words[string(kind)].class
	first := start + len(stem)
	value, _ := l.digits(first)
	switch {
	case letter && class == 'P' && isLetter(b[i-1]) && (len(kind) < len(stem) || b[i-1] < 'a'):
		return l.putAt('p', l.name(word[len(stem):]).value, start, first, i)
	case letter:
	case class == 'D' || string(kind) == "d":
		return l.disk(value, start, first, i)
	case class == 'P' || string(kind) == "p":
		return l.putAt('p', pegNumber(value), start, first, i)
	}
	if at(b, i) == '(' && bytes.Contains(word, []byte("move")) { // a call of such a function
		return l.put('v', 0, start, i)
	}
	return l.put('x', 0, start, i)
}

// isArticle reports whether the a that ends at i belongs to the word behind it.
func (l *lexer) isArticle(i int) bool {
	first := l.behind(i, "")
	end := l.wordEnd(first)
	if first == i || end < first+2 {
		return false
	}
	switch words[string(bytes.ToLower(l.text[first:end]))].class {
	case 't', 'f', ',', 'v', '!', ' ':
		return false
	}
	return true
}

// pegNumber returns the code of a peg that has a number.
func pegNumber(value int32) int32 {
	if value > maxNumber {
		return codeUnknown
	}
	return value
}

// disk puts a disk with a number.
func (l *lexer) disk(value int32, start, at, end int) int {
	return l.putAt('d', min(value, diskUnknown), start, at, end)
}

// known puts a word of the table.
func (l *lexer) known(t token, start, end int) int {
	n := len(l.tok) - 1
	switch t.class {
	case ' ':
		return end
	case 'v':
		if l.last() == 'n' && l.text[end-1] == 's' { // 7 moves
			l.tok[n].class = 'q'
			return end
		}
	case 'l':
		// As a key, a role is where a move goes.
		if next := l.behind(end, `"'`); t.value >= codeSource && (at(l.text, next) == ':' || at(l.text, next) == '=') {
			switch t.value {
			case codeSource:
				return l.put('f', 0, start, end)
			case codeSource + 2:
				return l.put('t', 0, start, end)
			}
		}
		if i, ok := l.names[string(bytes.ToLower(l.text[start:end]))]; ok {
			t.value = codeName + int32(i)
		}
	case 'd':
		if l.last() == 'O' && l.tok[n].value < diskUnknown { // the second smallest
			class, value, start := byte('d'), l.tok[n].value, l.tok[n].start
			l.tok = l.tok[:n]
			if t.value == diskLargest {
				class = 'x'
			}
			return l.put(class, value, start, end)
		}
	case 'Q':
		if l.last() == 'n' {
			l.tok = l.tok[:n]
		}
		return l.put('q', 0, start, end)
	case 'D':
		i := l.behind(end, "#:=_*\"'`$(-")
		if stop := l.wordEnd(i); string(l.text[i:stop]) == "number" || string(l.text[i:stop]) == "no" {
			i = l.behind(stop, ".")
		}
		if isDigit(at(l.text, i)) {
			value, stop := l.digits(i)
			if at(l.text, stop) == ')' && at(l.text, i-1) == '(' {
				stop++
			}
			if !isLetter(at(l.text, stop)) {
				return l.disk(value, start, i, stop)
			}
		}
		switch l.last() {
		case 'n':
			l.tok[n].class = 'q'
			return end
		case 'O':
			l.tok[n].class, l.tok[n].end = 'd', end
			return end
		case 'd':
			if l.tok[n].value >= diskLargest {
				l.tok[n].end = end
				return end
			}
		case 'x', 'l':
			start = l.tok[n].start
			l.tok = l.tok[:n]
		}
		return l.put('d', diskTop, start, end)
	case 'P':
		i := l.behind(end, "#:=_*\"'`$")
		if isDigit(at(l.text, i)) {
			value, stop := l.digits(i)
			return l.putAt('p', pegNumber(value), start, i, stop)
		}
		stop := l.wordEnd(i)
		word := bytes.ToLower(l.text[i:stop])
		name := l.name(word)
		if t := words[string(word)]; t.class == 'l' {
			name = t
		}
		if name.class != 0 && (stop > i+1 || l.text[i]|0x20 != 'i') {
			return l.putAt('p', name.value, start, i, stop)
		}
		switch l.last() {
		case 'l':
			l.tok[n].class, l.tok[n].end = 'p', end
			return end
		case 'O':
			if l.tok[n].value < diskUnknown { // the second peg
				l.tok[n].class, l.tok[n].end = 'p', end
				return end
			}
		}
		return l.put('x', 1, start, end)
	case 'O':
		if next := l.behind(end, ""); l.text[next-1] == ' ' && bytes.HasPrefix(l.text[next:], []byte("of ")) && t.value == diskTop {
			return l.put('d', diskTop, start, end)
		}
	}
	return l.put(t.class, t.value, start, end)
}

// behind skips blanks and marks.
func (l *lexer) behind(i int, marks string) int {
	for i < len(l.text) && (l.text[i] == ' ' || bytes.IndexByte([]byte(marks), l.text[i]) >= 0) {
		i++
	}
	return i
}

func (l *lexer) wordEnd(i int) int {
	for isLetter(at(l.text, i)) || isDigit(at(l.text, i)) {
		i++
	}
	return i
}

// symbols has the classes of characters beyond ASCII.
var symbols = map[rune]byte{'…': 'e', '–': '-', '—': '-', '−': '-', '，': ',', '、': ',', '：': ':', '。': '.'}

func init() {
	for _, arrow := range "→⇒⟶⟹➔➜➝➞➡↦⮕➙➤►▶" {
		symbols[arrow] = '>'
	}
}

// symbol reads a character beyond ASCII.
func (l *lexer) symbol(i int) int {
	r, size := utf8.DecodeRune(l.text[i:])
	end := i + size
	if class := symbols[r]; class != 0 {
		return l.put(class, 0, i, end)
	}
	if r == '\U0001F51F' { // the key 10
		l.put('n', 10, i, end)
		return l.put('.', 0, end, end)
	}
	if !unicode.IsLetter(r) { // spaces, quotes, check marks, emoji
		return end
	}
	for end < len(l.text) && (l.text[end] >= utf8.RuneSelf || isLetter(l.text[end])) {
		r, size := utf8.DecodeRune(l.text[end:])
		if !unicode.IsLetter(r) {
			break
		}
		end += size
	}
	return l.put('x', 0, i, end)
}

// mark reads an ASCII character that is no letter and no digit.
func (l *lexer) mark(i int, c byte) int {
	b := l.text
	switch c {
	case '-', '=', '~':
		end := i
		for at(b, end) == c {
			end++
		}
		if at(b, end) == '>' {
			return l.put('>', 0, i, end+1)
		}
		if c == '~' {
			return end
		}
		return l.put(c, 0, i, end)
	case '.':
		if at(b, i+1) == '.' && at(b, i+2) == '.' {
			end := i + 3
			for at(b, end) == '.' {
				end++
			}
			return l.put('e', 0, i, end)
		}
		return l.put('.', 0, i, i+1)
	case '>', ':', ';', ',', '(', ')', '[', ']', '{':
		return l.put(c, 0, i, i+1)
	case '}':
		if l.skip > 0 {
			l.skip--
			return i + 1
		}
		return l.put(c, 0, i, i+1)
	case '|':
		return l.put(',', 0, i, i+1)
	case '!':
		return l.put('.', 0, i, i+1)
	case '\\':
		return l.command(i)
	case '<': // a tag that ends no line
		if end := bytes.IndexByte(b[i:min(len(b), i+40)], '>'); end > 0 && (isLetter(at(b, i+1)) || at(b, i+1) == '/') {
			return i + end + 1
		}
		return l.put('x', 0, i, i+1)
	case '?', '/', '+', '@', '%', '&', '^':
		return l.put('x', 0, i, i+1)
	}
	return i + 1 // quotes, emphasis, $, #
}

// command reads a command of LaTeX.
func (l *lexer) command(start int) int {
	i := start + 1
	for isLetter(at(l.text, i)) {
		i++
	}
	switch name := string(l.text[start+1 : i]); name {
	case "":
		if at(l.text, i) == '\\' {
			return l.put(';', 0, start, i+1)
		}
		if c := at(l.text, i); c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' {
			return i + 1
		}
		return i
	case "boxed":
		if at(l.text, i) == '{' {
			return l.put('b', 0, start, i+1)
		}
	case "to", "rightarrow", "longrightarrow", "Rightarrow", "Longrightarrow", "implies", "mapsto":
		return l.put('>', 0, start, i)
	case "n":
		return l.put(';', 0, start, i)
	}
	if at(l.text, i) == '{' {
		l.skip++
		i++
	}
	return i
}
