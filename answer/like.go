package answer

import (
	"bytes"
	"slices"
)

// like is a line or an element that is one move. Another with the same text, below the same header, is the same
// move. Only the number of the move may be another, if it is the first number in the text.
type like struct {
	columns string
	before  string // the number
	digits  int    // of the number; 0 if there is none
	move    move
	names   [][]byte // of the peg to reach and, if there is one, of that to leave
	segment int      // where move has these names
}

// So many likes are remembered, each of so many bytes.
const mostLikes, mostLike = 1024, 256

// learn remembers a line or an element that was just read, if it is one move.
func (r *reader) learn(text []byte, u *reading) {
	if len(u.moves) != 1 || u.missed > 0 || u.is&^framed != 0 || len(text) > mostLike {
		return
	}
	m, begin, behind := u.moves[0], 0, 0
	if m.flags&loose != 0 || m.disk == diskLargest || len(u.names) > 2 || m.from == nowhere && len(u.names) > 1 {
		return
	}
	if m.label >= 0 {
		isLabel := func(t token) bool { return t.value == m.label }
		n := slices.IndexFunc(r.tok, isLabel)
		var label int32
		if begin, behind, label = firstNumber(text); label != m.label || r.tok[max(n, 0)].start != begin || slices.ContainsFunc(r.tok[n+1:], isLabel) {
			return
		}
	}
	m.flags |= first
	l := &like{columns: r.columns, before: string(text[:begin]), digits: behind - begin, move: m, segment: r.segments}
	for _, name := range u.names {
		l.names = append(l.names, bytes.Clone(name))
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
		begin, behind, label = firstNumber(text)
	}
	l := r.likes[string(text[behind:])]
	if l == nil || l.columns != r.columns || l.before != string(text[:begin]) || r.numbered != (l.digits > 0) {
		return m, false
	}
	if l.segment != r.segments {
		l.segment, l.move.to = r.segments, r.intern(l.names[0])
		if len(l.names) > 1 {
			l.move.from = r.intern(l.names[1])
		}
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

// firstNumber returns the first number of a text, of at most 8 digits, and where it begins and ends.
func firstNumber(text []byte) (begin, end int, number int32) {
	for begin < len(text) && !isDigit(text[begin]) {
		begin++
	}
	for end = begin; isDigit(at(text, end)) && end < begin+8; end++ {
		number = number*10 + int32(text[end]-'0')
	}
	return begin, end, number
}
