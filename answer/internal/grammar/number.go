package grammar

import (
	"bytes"
	"strings"
)

const mostDigits = 9

// lineNumber returns the number that a line begins with, and where the rest of the line begins: 3.,
// 3), (3), 3:, #3, Step 3:, Move 3:, or 3 or Step 3 alone. It may be the first cell of a row; then
// inCell is true. In a table, only a first column without a meaning has it.
func lineNumber(text []byte, t *table) (n Number, rest int, inCell bool) {
	i := skip(text, 0)
	opening, cellMark := byteAt(text, i), byte(0)
	if t != nil && t.columns[0] == "" {
		cellMark = t.mark
	}
	switch opening {
	case '|':
		i = skip(text, i+1)
		if t == nil {
			cellMark = '|'
		}
	case '(':
		i++
	}
	word := i
	for isNameByte(byteAt(text, i)) && !isDigit(text[i]) {
		i++
	}
	isStep := i > word
	if isStep {
		end := i
		i = skip(text, i)
		if c := byteAt(text, i); c != '#' && !isDigit(c) {
			return n, 0, false
		}
		if name := string(bytes.ToLower(text[word:end])); name != "step" && marks()[name] != verbMark {
			return n, 0, false
		}
	}
	isHash := byteAt(text, i) == '#'
	if isHash {
		i++
	}
	first := i
	for isDigit(byteAt(text, i)) {
		i++
	}
	if i == first || i-first > mostDigits {
		return n, 0, false
	}
	n = NumberOf(numberOf(text[first:i]))
	for c := byteAt(text, i); c == '*' || c == '_' || c == '`'; c = byteAt(text, i) {
		i++
	}
	mark := byteAt(text, i)
	if cell := skip(text, i); cellMark != 0 {
		if mark == '.' || mark == ')' || mark == ':' {
			cell = skip(text, i+1)
		}
		if byteAt(text, cell) == cellMark && opening != '(' {
			return n, cell, true
		}
	}
	switch {
	case opening == '|':
	case opening == '(' && mark == ')':
		if next := byteAt(text, i+1); next == '.' || next == ':' {
			i++
		}
		return n, i + 1, false
	case opening == '(':
	case mark == '.' && isDigit(byteAt(text, i+1)):
		_, end := digits(text[i:])
		if byteAt(text, i+end) == ':' { // the time of a plan
			return 0, i + end + 1, false
		}
	case mark == '.' || mark == ')' || mark == ':':
		return n, i + 1, false
	case isHash && !isStep && !isWordByte(mark), skip(text, i) == len(text):
		return n, i, false
	}
	return 0, 0, false
}

// skip returns where ignored marks, bullets and the marks of headings from i on end.
func skip(text []byte, i int) int {
	for ; i < len(text); i++ {
		next := byteAt(text, i+1)
		switch c := text[i]; c {
		case ' ', '\t', '*', '_', '`', '$', '>':
			continue
		case '-', '+':
			if next == ' ' && byteAt(text, i+2) != '|' {
				continue
			}
		case '#':
			if next == '#' || next == ' ' {
				continue
			}
		case bullets[0]:
			if i+3 <= len(text) && strings.Contains(bullets, string(text[i:i+3])) {
				i += 2
				continue
			}
		}
		return i
	}
	return i
}
