package grammar

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// Comments have at most maxComment bytes.
const maxComment = 256

// list appends the items of the list that the bracket at i may open, and returns where the text
// after it begins. It is none if its first string is not a move, it has no moves, or an element is
// a state; then it returns how far it has read.
func (r *Reader) list(i, end int, isArray bool) (next int, ok bool) {
	opening := r.text[i]
	inside := byteAt(r.text, r.blanks(i+1, min(end, i+maxBracket)))
	if !isArray && (opening == '(' && isNameByte(byteAt(r.text, i-1)) || strings.IndexByte(`[({"'`, inside) < 0) {
		return i, false
	}
	if whole, isWhole := closing(r.text[:end], i); isWhole && !isArray && r.areStates(r.text[i:whole]) {
		return whole, false
	}
	say := func(k Kind, start, end int, f Flags) {
		r.part.Items = append(r.part.Items, newItem(k, start, end, f))
		if f&Unread != 0 {
			r.countUnread(start, end)
		}
	}
	say(Edge, i, i, 0)
	r.before.last = 0
	var looks Looks // of its moves
	for i = r.blanks(i+1, end); i < end && !isClosing(r.text[i]); i = r.blanks(i, end) {
		inner, after, isWhole := r.element(i, end)
		if next = after; !isWhole {
			if next == end {
				i = end // cut off
			} else {
				say(Text, i, next, Holds|Unread)
			}
			break
		}
		u, number, base := r.recall(r.text[inner.start:inner.end], nil)
		isBracket, isMove := isOpening(r.text[i]), u.isMove()
		switch {
		case !isArray && (isBracket && len(u.items) == 0 || !isBracket && !isMove && looks == Looks{}):
			return next, false
		case isMove:
			added := r.add(u.items, number, inner.start+base, Listed)
			looks = cmp.Or(looks, added[0].Looks())
			if slices.ContainsFunc(added, func(m Item) bool { return m.IsMove() && m.Looks() != looks }) {
				r.part.Items = r.part.Items[:len(r.part.Items)-len(added)]
				say(Text, i, next, Holds|Unread)
			} else if added[0].Is(Unread) {
				r.countUnread(i, next)
			}
		case len(u.items) > 0 && u.items[0].Kind == Ellipsis:
			say(Ellipsis, i, next, 0)
		case r.Pattern != nil:
			say(Text, i, next, Unread)
		default:
			say(Text, i, next, Holds|Unread)
		}
		i = next
	}
	switch {
	case looks == Looks{}:
		return next, false
	case i == end:
		say(Ellipsis, i, i, 0)
	case i < end && isClosing(r.text[i]):
		i++
	}
	say(Edge, i, i, 0)
	rest := bytes.TrimLeft(r.text[i:end], " \t\r,")
	if i = end - len(rest); byteAt(rest, 0) == '\n' {
		i++
	}
	return i, true
}

// areStates reports whether a bracket is a state.
func (r *Reader) areStates(text []byte) bool {
	l := newLine(text, r.names)
	l.markStates()
	return l.areStates(l.text)
}

// blanks skips what may separate the elements of a list: blanks, commas, ends of lines, quotation
// marks of lines, and comments.
func (r *Reader) blanks(i, end int) int {
	for ; i < end; i++ {
		switch r.text[i] {
		case ' ', '\t', '\n', '\r', ',', ';', '>':
			continue
		case '#', '/':
			if length := bytes.Index(r.text[i:min(end, i+maxComment)], []byte("*/")); length > 1 && bytes.HasPrefix(r.text[i:], []byte("/*")) {
				i += length + 1
				continue
			}
			isComment := r.text[i] == '#' && !isDigit(byteAt(r.text, i+1)) || r.text[i] == '/' && byteAt(r.text, i+1) == '/'
			if _, next := lineEnd(r.text, i, min(end, i+maxComment)); isComment {
				i = next - 1
				continue
			}
		}
		return i
	}
	return i
}

// element returns the element of a list at i, without quotation marks, and where it ends. isWhole
// is false if the element does not end, or is too long or too deep.
func (r *Reader) element(i, end int) (inner span, next int, isWhole bool) {
	switch c := r.text[i]; {
	case isOpening(c):
		next, isWhole = closing(r.text[:end], i)
		return span{i, next}, next, isWhole
	case c == '"' || c == '\'':
		next, isWhole = closing(r.text[:end], i)
		return span{i + 1, max(i+1, next-1)}, next, isWhole
	}
	for next = i + 1; next < end && strings.IndexByte(",\n\r[](){}", r.text[next]) < 0; next++ {
	}
	return span{i, next}, next, true
}

// closing returns where the bracket or the string at i ends.
func closing(text []byte, i int) (next int, isWhole bool) {
	text = text[:min(len(text), i+maxBracket)]
	depth, quote := 0, byte(0)
	for next = i; next < len(text) && depth <= maxDepth; next++ {
		switch c := text[next]; c {
		case '"', '\'':
			if quote == 0 {
				quote = c
			} else if quote == c {
				quote = 0
			}
		case '\\':
			if quote != 0 {
				next++
			}
		case '[', '(', '{':
			if quote == 0 {
				depth++
			}
		case ']', ')', '}':
			if quote == 0 {
				depth--
			}
		default:
			continue
		}
		if depth == 0 && quote == 0 {
			return next + 1, true
		}
	}
	return min(next, len(text)), false
}
