package answer

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// maxWord is the length of the longest word that is known, and more.
const maxWord = 24

// word reads a word and what belongs to it: the number of a disk, the name of a peg.
func (l *lexer) word(start int) int {
	b, i := l.text, start
	for i < len(b) && (isLetter(b[i]) || isDigit(b[i]) || b[i] == '_' || b[i] == '\'' && i > start && isLetter(at(b, i+1))) {
		i++
	}
	var buf [maxWord]byte
	if i-start > maxWord {
		return l.put('x', 0, start, i)
	}
	word := buf[:copy(buf[:], b[start:i])]
	for k, c := range word {
		if c-'A' < 26 {
			word[k] = c | 0x20
		}
	}
	word = bytes.TrimSuffix(word, []byte("'s")) // the top disk of a peg
	if t, ok := words[string(word)]; ok {
		return l.known(t, start, i)
	}
	switch t := l.name(word); {
	case t.class == 0:
	case len(word) == 1 && word[0] == 'a' && l.isArticle(i), len(word) == 1 && word[0] == 'i' && l.pegs < 9:
		return i
	default:
		return l.put('l', t.value, start, i)
	}
	if from, to, ok := l.compact(b[start:i]); ok {
		return l.put('c', diskTop<<16|from<<8|to, start, i)
	}
	// A word with its number or its letter: disk1, d_1, pegA.
	stem := len(word)
	for stem > 0 && isDigit(word[stem-1]) {
		stem--
	}
	if stem < len(word) && stem > 0 {
		value, _ := l.digits(start + stem)
		switch t := words[string(bytes.TrimRight(word[:stem], "_"))]; {
		case t.class == 'D', word[0] == 'd' && len(bytes.TrimRight(word[:stem], "_")) == 1:
			return l.disk(value, start, start+stem, i)
		case t.class == 'P', word[0] == 'p' && len(bytes.TrimRight(word[:stem], "_")) == 1:
			return l.putAt('p', pegNumber(value), start, start+stem, i)
		}
	} else if n := len(word) - 1; n > 2 {
		if t := words[string(bytes.TrimRight(word[:n], "_"))]; t.class == 'P' && (word[n-1] == '_' || b[i-1]-'A' < 26) {
			return l.putAt('p', l.name(word[n:]).value, start, i-1, i)
		}
	}
	if bytes.HasPrefix(word, []byte("move")) || bytes.HasPrefix(word, []byte("mov_")) {
		if at(b, i) == '(' {
			return l.put('v', 0, start, i)
		}
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
	case 'Q':
		if l.last() == 'n' {
			l.tok = l.tok[:n]
		}
		return l.put('q', 0, start, end)
	case 'D':
		if i := l.behind(end, "#:=_*\"'`$(-"); isDigit(at(l.text, i)) {
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
		if stop := l.wordEnd(i); stop > i && stop-i <= maxWord {
			var buf [maxWord]byte
			word := buf[:copy(buf[:], l.text[i:stop])]
			for k, c := range word {
				word[k] = c | 0x20
			}
			if t := l.name(word); t.class != 0 && (stop > i+1 || word[0] != 'i') {
				return l.putAt('p', t.value, start, i, stop)
			}
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

// symbol reads a character beyond ASCII.
func (l *lexer) symbol(i int) int {
	r, size := utf8.DecodeRune(l.text[i:])
	end := i + size
	switch r {
	case '→', '⇒', '⟶', '⟹', '➔', '➜', '➝', '➞', '➡', '↦', '⮕', '➙', '➤', '►', '▶':
		return l.put('>', 0, i, end)
	case '…':
		return l.put('e', 0, i, end)
	case '–', '—', '−':
		return l.put('-', 0, i, end)
	case '，', '、':
		return l.put(',', 0, i, end)
	case '：':
		return l.put(':', 0, i, end)
	case '。':
		return l.put('.', 0, i, end)
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
