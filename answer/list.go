package answer

import (
	"bytes"
	"strings"
)

// The size and depth of brackets and comments are bounded, which keeps the time to read a text linear.
const maxBracket, maxDepth, maxComment = 4096, 8, 256

// An element that is not a move ends its list if it has more than maxWords words.
const maxWords = 8

// list reads the list that the bracket at i may open, and returns where it ends. ok is false if its first string is not a move, it
// has no moves, or an element is a state.
func (r *reader) list(i, end int) (after int, ok bool) {
	opening := r.text[i]
	inside := byteAt(r.text, r.blanks(i+1, min(end, i+maxBracket)))
	if opening == '(' && isWordByte(byteAt(r.text, i-1)) || strings.IndexByte(`[({"'`, inside) < 0 {
		return i, false
	}
	before := *r
	r.say(prose, i, i)
	r.table, r.pending, r.last = nil, none, 0
	var first item // the first move
	for i = r.blanks(i+1, end); i < end && !isClosing(r.text[i]); i = r.blanks(i, end) {
		element, next, isWhole := r.element(i, end)
		if !isWhole && next == end && opening == '[' {
			i = end // cut off
			break
		} else if !isWhole {
			r.say(doubt, i, next)
			break
		}
		u, number, base := r.recall(r.text[element.start:element.end])
		isBracket := isOpening(r.text[i])
		switch {
		case isBracket && u.kind == silent, !isBracket && u.kind != moving && first.kind != moving:
			*r = before
			return i, false
		case u.kind == moving && (first.kind != moving || u.moves[0].looksLike(&first)):
			first = u.moves[0]
			r.add(u, number, element.start+base, element, true)
		case u.kind == ellipsis:
			r.say(ellipsis, i, next)
		default:
			r.say(doubt, i, next)
		}
		if !isBracket && u.kind != moving && len(bytes.Fields(r.text[i:next])) > maxWords {
			break
		}
		i = next
	}
	switch {
	case first.kind != moving:
		*r = before
		return i, false
	case i == end && opening == '[':
		r.say(ellipsis, i, i)
	case i < end && isClosing(r.text[i]):
		if !isPair(opening, r.text[i]) {
			r.say(doubt, i, i+1)
		}
		i++
	}
	r.say(prose, i, i)
	return i, true
}

// blanks skips what may separate the elements of a list: blanks, commas, ends of lines, quotation marks of lines, and comments.
func (r *reader) blanks(i, end int) int {
	for ; i < end; i++ {
		switch r.text[i] {
		case ' ', '\t', '\n', '\r', ',', ';', '>':
			continue
		case '#', '/':
			isComment := r.text[i] == '#' && !isDigit(byteAt(r.text, i+1)) || r.text[i] == '/' && byteAt(r.text, i+1) == '/'
			if _, next := r.lineEnd(i, min(end, i+maxComment)); isComment && (next == end || r.text[next-1] == '\n') {
				i = next - 1
				continue
			}
		}
		return i
	}
	return i
}

// element returns the element of a list at i, without quotation marks, and where it ends. isWhole is false if the element does not
// end, or is too long or too deep.
func (r *reader) element(i, end int) (inner span, next int, isWhole bool) {
	switch c := r.text[i]; {
	case isOpening(c):
		next, isWhole = closing(r.text[:end], i)
		return span{i, next}, next, isWhole
	case c == '"' || c == '\'':
		next, isWhole = closingQuote(r.text[:end], i)
		return span{i + 1, next - 1}, next, isWhole
	}
	for next = i + 1; next < end && strings.IndexByte(",\n\r[](){}", r.text[next]) < 0; next++ {
	}
	return span{i, next}, next, true
}

// closing returns where the bracket at i ends.
func closing(text []byte, i int) (next int, isWhole bool) {
	depth := 0
	for next = i; next < min(len(text), i+maxBracket) && depth <= maxDepth; next++ {
		switch c := text[next]; {
		case isDigit(c), c == ',', c == ' ': // most bytes
		case c == '"', c == '\'' && !isWordByte(byteAt(text, next-1)):
			if next, isWhole = closingQuote(text, next); !isWhole {
				return next, false
			}
			next--
		case isOpening(c):
			depth++
		case isClosing(c):
			if depth--; depth == 0 {
				return next + 1, true
			}
		}
	}
	return next, false
}

// closingQuote returns where the string at i ends. An apostrophe in a word does not end it.
func closingQuote(text []byte, i int) (next int, isWhole bool) {
	for next = i + 1; next < min(len(text), i+maxBracket); next++ {
		switch text[next] {
		case '\\':
			next++
		case text[i]:
			if text[i] == '"' || !isWordByte(byteAt(text, next+1)) {
				return next + 1, true
			}
		}
	}
	return min(next, len(text)), false
}
