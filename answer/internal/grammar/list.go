package grammar

import (
	"bytes"
	"strings"
)

// An element that is not a move ends its list if it has more than maxWords words. Comments have at
// most maxComment bytes.
const maxWords, maxComment = 8, 256

// bracketed is what was read at a bracket: if ok, a list.
type bracketed struct {
	items  []Item // with those of the list
	end    int    // where it ends, or how far it was read
	unread int    // elements that are not moves
	ok     bool
}

// list appends the items of the list that the bracket at i may open. It is none if its first string
// is not a move, it has no moves, or an element is a state.
func (r *Reader) list(items []Item, i, end int) bracketed {
	opening, unread, reach := r.text[i], 0, i
	inside := byteAt(r.text, r.blanks(i+1, min(end, i+maxBracket)))
	if opening == '(' && isNameByte(byteAt(r.text, i-1)) || strings.IndexByte(`[({"'`, inside) < 0 {
		return bracketed{end: i}
	}
	say := func(k Kind, start, end int) {
		m := Item{Kind: k, Start: uint32(start), End: uint32(end)}
		if k == Text {
			m.Flags = Holds | IsUnread
			unread++
		}
		items = append(items, m)
	}
	say(Edge, i, i)
	var first *Looks // of the first move
	for i = r.blanks(i+1, end); i < end && !isClosing(r.text[i]); i = r.blanks(i, end) {
		element, next, isWhole := r.element(i, end)
		reach = next
		if !isWhole && next == end && opening == '[' {
			i = end // cut off
			break
		} else if !isWhole {
			say(Text, i, next)
			break
		}
		u, number, base := r.recall(r.text[element.start:element.end], nil)
		isBracket := isOpening(r.text[i])
		switch {
		case isBracket && u.kind == silent, !isBracket && u.kind != Move && first == nil:
			return bracketed{end: reach}
		case u.kind == Move:
			from := len(items)
			items = appendMoves(items, u, number, element.start+base)
			isAlike := true
			for k := from; k < len(items); k++ {
				items[k].set(Listed, true)
				if first == nil {
					first = new(items[k].Looks())
				}
				isAlike = isAlike && items[k].Looks() == *first
			}
			items[from].set(IsUnread, u.isUnread)
			if !isAlike {
				items = items[:from]
				say(Text, i, next)
			} else if u.isUnread {
				unread++
			}
		case u.kind == Ellipsis:
			say(Ellipsis, i, next)
		default:
			say(Text, i, next)
		}
		if !isBracket && u.kind != Move && len(bytes.Fields(r.text[i:next])) > maxWords {
			break
		}
		i = next
	}
	switch {
	case first == nil:
		return bracketed{end: reach}
	case i == end && opening == '[':
		say(Ellipsis, i, i)
	case i < end && isClosing(r.text[i]):
		if !isPair(opening, r.text[i]) {
			say(Text, i, i+1)
		}
		i++
	}
	say(Edge, i, i)
	return bracketed{items, i, unread, true}
}

// appendMoves appends the moves of a line or an element, whose places count from base.
func appendMoves(items []Item, u *reading, number Number, base int) []Item {
	for k := range u.moves {
		items = append(items, u.moves[k])
		m := &items[len(items)-1]
		m.set(IsFirst, k == 0)
		m.Start += uint32(base)
		m.End += uint32(base)
		m.set(Numbered, m.Number().Given || number.Given)
		if k == 0 && !m.Number().Given {
			m.setNumber(number)
		}
	}
	return items
}

// blanks skips what may separate the elements of a list: blanks, commas, ends of lines, quotation
// marks of lines, and comments.
func (r *Reader) blanks(i, end int) int {
	for ; i < end; i++ {
		switch r.text[i] {
		case ' ', '\t', '\n', '\r', ',', ';', '>':
			continue
		case '#', '/':
			isComment := r.text[i] == '#' && !isDigit(byteAt(r.text, i+1)) || r.text[i] == '/' && byteAt(r.text, i+1) == '/'
			if _, next := lineEnd(r.text, i, min(end, i+maxComment)); isComment && (next == end || r.text[next-1] == '\n') {
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
		next, isWhole = closingQuote(r.text[:end], i)
		return span{i + 1, max(i+1, next-1)}, next, isWhole
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
