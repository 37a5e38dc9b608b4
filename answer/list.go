package answer

import (
	"bytes"
	"strings"
)

// What is in a bracket or a comment, and how deep, is bounded, so that no text takes more time than its length allows.
const maxBracket, maxDepth, maxComment = 4096, 8, 256

// closing returns where the bracket at i ends; whole is false if it does not, or is too long or too deep.
func closing(text []byte, i int) (end int, whole bool) {
	var open [maxDepth]byte
	depth := 0
	for end = i; end < min(len(text), i+maxBracket); end++ {
		switch c := text[end]; {
		case isQuote(text, end):
			for end++; end < min(len(text), i+maxBracket) && text[end] != c; end++ {
				if text[end] == '\\' {
					end++
				}
			}
		case isOpening(c):
			if depth == maxDepth {
				return end, false
			}
			open[depth] = c
			depth++
		case isClosing(c):
			if depth--; !isPair(open[depth], c) {
				return end, false
			}
			if depth == 0 {
				return end + 1, true
			}
		}
	}
	return min(end, len(text)), false
}

// isQuote reports whether a string begins at i: at a quotation mark, but not at an apostrophe.
func isQuote(text []byte, i int) bool {
	return text[i] == '"' || text[i] == '\'' && !isWordByte(byteAt(text, i-1))
}

// blanks skips what may stand between the elements of a list: blanks, commas, ends of lines, marks of a quotation and comments.
func (r *reader) blanks(i, end int) int {
	for i < end {
		switch c := r.text[i]; {
		case strings.IndexByte(" \t\n\r,;>", c) >= 0:
			i++
		case c == '#' && !isDigit(byteAt(r.text, i+1)), c == '/' && byteAt(r.text, i+1) == '/':
			stop, _ := r.lineEnd(i, min(end, i+maxComment))
			if stop == i+maxComment {
				return i
			}
			i = stop
		case c == '<', c == "\u2028"[0]:
			n := len(lineEnds.get().Find(r.text[i:min(end, i+len("<br   />"))]))
			if n == 0 {
				return i
			}
			i += n
		default:
			return i
		}
	}
	return i
}

// list reads the list that the bracket at i may open, and returns where it ends. ok is false if its first string is not a
// move, if it has no move, or if an element is a state.
func (r *reader) list(i, end int) (after int, ok bool) {
	opening := r.text[i]
	if opening == '(' && isWordByte(byteAt(r.text, i-1)) || strings.IndexByte(`[({"'`, byteAt(r.text, r.blanks(i+1, min(end, i+maxBracket)))) < 0 {
		return i, false
	}
	before := len(r.items)
	t, last, pending := r.table, r.last, r.pending
	r.say(prose, i, i)
	r.table = nil
	r.pending, r.last = none, 0
	isState, moves := false, 0
	var first item
	for i = r.blanks(i+1, end); ; i = r.blanks(i, end) {
		if c := byteAt(r.text[:end], i); i >= end || isClosing(c) {
			if i >= end && opening == '[' {
				r.say(ellipsis, i, i)
			} else if i < end && !isPair(opening, c) {
				r.say(doubt, i, i+1)
			}
			i = min(i+1, end)
			break
		}
		stop, inner, whole := r.element(i, end)
		if !whole {
			if stop == end && opening == '[' { // cut off
				r.say(ellipsis, i, stop)
				i = end
			} else {
				r.say(doubt, i, stop)
			}
			break
		}
		u := r.recall(r.text[inner.start:inner.end])
		isBracket := isOpening(r.text[i])
		switch {
		case isBracket && u.kind == silent:
			isState = true
		case u.kind == ellipsis:
			r.say(ellipsis, i, stop)
		case u.kind == moving && (moves == 0 || u.moves[0].looksLike(&first)):
			first = u.moves[0]
			r.add(u, inner.start, stop, true)
			moves++
		default:
			r.say(doubt, i, stop)
		}
		if !isBracket && u.kind != moving && (moves == 0 || len(bytes.Fields(r.text[i:stop])) > 8) {
			break
		}
		i = stop
	}
	r.say(prose, i, i)
	if ok = !isState && moves > 0; !ok {
		r.items, r.last, r.pending = r.items[:before], last, pending
		r.table = t
	}
	return i, ok
}

// element returns where the element of a list at i ends, and what is in its quotes.
func (r *reader) element(i, end int) (stop int, inner span, whole bool) {
	c := r.text[i]
	switch {
	case isOpening(c):
		stop, whole = closing(r.text[:end], i)
		return stop, span{i, stop}, whole
	case c == '"' || c == '\'':
		for stop = i + 1; stop < min(end, i+maxBracket); stop++ {
			if r.text[stop] == c && (c == '"' || !isWordByte(byteAt(r.text, stop+1))) {
				return stop + 1, span{i + 1, stop}, true
			} else if r.text[stop] == '\\' {
				stop++
			}
		}
		return min(stop, end), inner, false
	}
	for stop = i + 1; stop < end && strings.IndexByte(",\n\r[](){}", r.text[stop]) < 0; stop++ {
	}
	return stop, span{i, stop}, true
}
