package answer

import (
	"bytes"
	"unicode/utf8"
)

// A token is a word, a number or a mark. Its class is one letter, so that a form is a short
// pattern (see forms): d disk, p peg by such a word, n number, l bare name that may be a
// peg, c compact move such as 1AC, v verb, f from, t to, > arrow, o "it", s "step",
// q a quantity of disks or moves, ! a word that denies a move, i a move by itself (see inline),
// e an ellipsis, x any other word, b \boxed{, and the marks . , ; : = - ( ) [ ] { }.
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

// words has the class of each word that is known, and a value for some.
var words = map[string]token{}

func init() {
	add := func(class byte, value int32, list string) {
		for _, w := range bytes.Fields([]byte(list)) {
			words[string(w)] = token{class: class, value: value}
		}
	}
	add('v', 0, `move moves moving moved place places placing placed put puts putting take takes taking took shift shifts
		shifted shifting transfer transfers transferred transferring slide slides bring brings relocate relocates go goes
		drop drops carry pick lift return_disk swap make_move move_disk movedisk mv`)
	add('f', 0, "from off of src from_peg frompeg source_peg from_rod from_tower start_peg")
	add('t', 0, "to onto into on towards dest to_peg topeg target_peg destination_peg dest_peg to_rod to_tower end_peg")
	add('o', 0, "it that this")
	add('s', 0, "step turn round")
	add('!', 0, `not cannot can't cant couldn't could would wouldn't don't won't doesn't isn't never illegal invalid if unless
		should whether goal objective task puzzle aim example examples e.g looks format notation print def return else impossible forbidden`)
	add(',', 0, `and since because so while whereas which where as leaving via using before after but making`)
	add(' ', 0, `the then next finally now again first firstly also we i let's lets let us you just simply back directly
		up down over is was gets lastly afterwards next's an please top-most here`)
	add('D', 0, "disk disc ring plate")
	add('Q', 0, "disks discs rings plates")
	add('P', 0, "peg rod tower pole stack pillar post needle stick pin")
	add('l', codeLeft, "left")
	add('l', codeLeft+1, "middle center centre")
	add('l', codeLeft+2, "right")
	add('l', codeSource, "source start origin")
	add('l', codeSource+1, "auxiliary aux spare helper temporary temp")
	add('l', codeSource+2, "target destination")
	add('d', diskSmallest, "smallest")
	add('d', diskLargest, "largest biggest")
	add('O', diskTop, "top topmost uppermost")
	add('O', 2, "second")
	add('O', 3, "third")
	add('O', 4, "fourth")
	add('O', 5, "fifth")
	add('>', 0, "rightarrow longrightarrow mapsto implies")
}

// lexer makes tokens of part of a text.
type lexer struct {
	text  []byte
	names map[string]uint8 // by Problem.Pegs
	pegs  int
	tok   []token
	skip  int // closing braces of LaTeX to drop
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
	l.text, l.tok, l.skip = text[:end], l.tok[:0], 0
	for i < end {
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n':
			i++
		case isDigit(c):
			i = l.number(i)
		case isLetter(c) || c == '_':
			i = l.word(i)
		case c >= utf8.RuneSelf:
			i = l.symbol(i)
		default:
			i = l.mark(i, c)
		}
		l.remark()
	}
}

// remark drops another name of a peg, in parentheses behind it: peg 1 (A).
func (l *lexer) remark() {
	n := len(l.tok)
	if n < 4 || l.tok[n-1].class != ')' || l.tok[n-3].class != '(' || l.tok[n-4].class != 'p' {
		return
	}
	if c := l.tok[n-2].class; c == 'l' || c == 'p' {
		l.tok = l.tok[:n-3]
	}
}

func (l *lexer) put(class byte, value int32, start, end int) int {
	return l.putAt(class, value, start, start, end)
}

// putAt is put for a word whose value starts behind it.
func (l *lexer) putAt(class byte, value int32, start, at, end int) int {
	l.tok = append(l.tok, token{class, value, start, end, at})
	return end
}

// last returns the class of the last token.
func (l *lexer) last() byte {
	if len(l.tok) == 0 {
		return 0
	}
	return l.tok[len(l.tok)-1].class
}

// digits reads a number, and returns where it ends.
func (l *lexer) digits(i int) (value int32, end int) {
	for ; isDigit(at(l.text, i)); i++ {
		value = min(value*10+int32(l.text[i]-'0'), 1<<27)
	}
	return value, i
}

// key makes a digit the emoji of a key.
const key = "\ufe0f\u20e3"

// number reads a number, an ordinal such as 2nd, or a move such as 1AC.
func (l *lexer) number(start int) int {
	value, i := l.digits(start)
	if bytes.HasPrefix(l.text[i:], []byte(key)) { // emoji of keys
		for bytes.HasPrefix(l.text[i:], []byte(key)) {
			i += len(key)
			if next, end := l.digits(i); end == i+1 && bytes.HasPrefix(l.text[end:], []byte(key)) {
				value, i = min(value, 1<<20)*10+next, end
			}
		}
		l.put('n', value, start, i)
		return l.put('.', 0, i, i)
	}
	if !isLetter(at(l.text, i)) {
		return l.put('n', value, start, i)
	}
	end := i
	for isLetter(at(l.text, end)) || isDigit(at(l.text, end)) {
		end++
	}
	switch rest := string(l.text[i:end]); rest {
	case "st", "nd", "rd", "th":
		return l.put('O', value, start, end)
	default:
		if from, to, ok := l.compact(l.text[i:end]); ok && value <= maxNumber {
			return l.put('c', value<<16|from<<8|to, start, end)
		}
		return l.put('x', 0, start, end)
	}
}

// compact reads two capital letters as pegs.
func (l *lexer) compact(word []byte) (from, to int32, ok bool) {
	last := byte('A' + l.pegs) // one too many is no such peg
	if len(word) != 2 || word[0] < 'A' || word[0] > last || word[1] < 'A' || word[1] > last {
		return 0, 0, false
	}
	return l.name([]byte{word[0] | 0x20}).value, l.name([]byte{word[1] | 0x20}).value, true
}

// name returns the token of a word, in small letters, that may name a peg by itself; its
// class is 0 for others.
func (l *lexer) name(word []byte) token {
	if i, ok := l.names[string(word)]; ok {
		return token{class: 'l', value: codeName + int32(i)}
	}
	if len(word) == 1 && isLetter(word[0]) {
		return token{class: 'l', value: codeLetter + int32(word[0]-'a')}
	}
	return token{}
}
