package answer

import (
	"bytes"
	"slices"
	"strconv"
)

// like is a line or an element that is one move. Another with the same text, below the same header, is the same
// move. Only the number of the move may be another, if it is the first number in the text.
type like struct {
	columns  columns
	before   string // the number
	digits   int    // of the number; 0 if there is none
	move     move
	from, to []byte // the names of its pegs
	segment  int    // where move has these names
}

// So many likes are remembered, each of so many bytes.
const mostLikes, mostLike = 1024, 256

// learn remembers a line or an element that was just read, if it is one move.
func (r *reader) learn(text []byte, u *reading, how flags) {
	if len(u.moves) != 1 || u.missed > 0 || u.is&^(row|framed) != 0 || len(text) > mostLike {
		return
	}
	m, behind := u.moves[0], 0
	if m.flags&loose != 0 || m.disk == diskLargest || m.from == manyNames || m.to == manyNames {
		return
	}
	m.flags |= how
	l := &like{columns: r.columns, move: m, to: r.called[m.to], segment: r.segments}
	if m.from != nowhere {
		l.from = r.called[m.from]
	}
	for _, name := range [][]byte{l.from, l.to} { // which may have other capitals here
		isName := func(t token) bool {
			written := text[t.start:t.end]
			return bytes.Equal(written, name) || t.class == 'c' && bytes.Contains(written, name)
		}
		if name != nil && !slices.ContainsFunc(r.tok, isName) {
			return
		}
	}
	if m.label >= 0 {
		isLabel := func(t token) bool { return t.value == m.label }
		n := slices.IndexFunc(r.tok, isLabel)
		if n < 0 || slices.ContainsFunc(r.tok[n+1:], isLabel) {
			return
		}
		before, number := text[:r.tok[n].start], r.written(n)
		if string(number) != strconv.Itoa(int(m.label)) || bytes.ContainsAny(before, "0123456789") {
			return
		}
		l.before, l.digits, behind = string(before), len(number), r.tok[n].end
	}
	if len(r.likes) == mostLikes {
		clear(r.likes)
	}
	r.likes[string(text[behind:])] = l
	r.numbered = l.digits > 0
}

// recall returns the move of text[i:end], if there was one like it, and makes room for it.
func (r *reader) recall(i, end int) (m move, ok bool) {
	text := r.text[i:end]
	begin, behind, label := 0, 0, int32(none)
	if r.numbered {
		for begin < len(text) && !isDigit(text[begin]) {
			begin++
		}
		label = 0
		for behind = begin; isDigit(at(text, behind)) && behind < begin+8; behind++ {
			label = label*10 + int32(text[behind]-'0')
		}
	}
	l := r.likes[string(text[behind:])]
	if l == nil || l.columns != r.columns || l.before != string(text[:begin]) || r.numbered != (l.digits > 0) {
		return m, false
	}
	if l.segment != r.segments {
		if l.segment = r.segments; l.from != nil {
			l.move.from = r.intern(l.from)
		}
		l.move.to = r.intern(l.to)
	}
	m = l.move
	m.label = label
	first, last, shift := int(m.start), m.end(), behind-begin-l.digits
	if first > begin {
		first += shift
	}
	if last > begin {
		last += shift
	}
	m.stand(i+first, i+last)
	if n := len(r.moves); n == cap(r.moves) && n > 0 { // for as many as the rest has at the rate so far
		r.moves = slices.Grow(r.moves, 64+min((n+n/8)*(r.end-i)/i, 63*n))
	}
	return m, true
}
