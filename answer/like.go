package answer

import (
	"bytes"
	"slices"
	"strconv"
)

// like reads lines that differ from an earlier one in their values alone, without tokens. The values
// are numbers and capital letters. In that line they are all different, and each is the number of its
// move, the disk or a peg: so the place of a value says what it is.
type like struct {
	columns columns
	line    []byte
	values  []value // nil if they are not known
	move    move
}

// value is where a value stands, and what it is in the move: its number, the disk, from or to.
type value struct {
	is         byte // n, d, f or t
	letter     bool
	start, end int
}

// learn looks at a line that was just read, and remembers it if it is one move.
func (r *reader) learn(l *like, line []byte, u *reading) {
	if len(u.moves) != 1 || u.missed > 0 || u.is&^(row|framed) != 0 || u.moves[0].flags&loose != 0 || r.pattern != nil {
		return
	}
	m := u.moves[0]
	label, disk := strconv.Itoa(int(m.label)), strconv.Itoa(int(m.disk))
	said := map[string]byte{label: 'n', disk: 'd', r.nameOf(m.from): 'f', r.nameOf(m.to): 't'}
	if len(said) < 4 { // two are the same
		return
	}
	for _, missing := range []string{strconv.Itoa(none), strconv.Itoa(diskTop), r.nameOf(nowhere)} {
		delete(said, missing)
	}
	var values []value
	for i, t := range r.tok {
		text := string(line[t.start:t.end])
		letter := r.is(i, "l") && text[0] <= 'Z'
		switch is := said[text]; {
		case r.is(i, "sGioj"), r.is(i, "([{") && t.value == 0: // it may be the disk, or end on another line
			return
		case !letter && !r.is(i, "n"):
		case is == 0:
			return
		default:
			values = append(values, value{is, letter, t.start, t.end})
			delete(said, text)
		}
	}
	if len(said) > 0 {
		return
	}
	m.flags |= first
	*l = like{r.columns, slices.Clone(line), values, m}
}

// readLike reads a line at start that is like another. It adds its move, and returns where it ends; start if it does not fit.
func (r *reader) readLike(l *like, start int) (end int) {
	if len(l.values) == 0 || l.columns != r.columns {
		return start
	}
	m, text := l.move, r.text[:r.end]
	first, last := int(m.start), m.end() // of the move, in the line
	begins, ends := start+first, start+last
	i, behind := start, 0 // in the text and in the line
	var from, to []byte   // which are names only if the whole line fits
	for _, v := range l.values {
		if !bytes.HasPrefix(text[i:], l.line[behind:v.start]) {
			return start
		}
		i += v.start - behind
		behind = v.end
		value, number := i, int32(0)
		if v.letter && isCapital(at(text, i)) {
			i++
		}
		for ; !v.letter && isDigit(at(text, i)) && i < value+8; i++ {
			number = number*10 + int32(text[i]-'0')
		}
		if i == value || text[value] == '0' && i > value+1 { // 01 is 1
			return start
		}
		switch v.is {
		case 'n':
			m.label = number
		case 'd':
			m.disk = uint8(min(number, diskMany))
		case 'f':
			from = text[value:i]
		case 't':
			to = text[value:i]
		}
		if v.end <= first {
			begins = first + i - v.end
		}
		if v.end <= last {
			ends = last + i - v.end
		}
	}
	if !bytes.HasPrefix(text[i:], l.line[behind:]) {
		return start
	}
	if len(from) > 0 {
		m.from = r.intern(from)
	}
	m.to = r.intern(to)
	m.stand(begins, ends)
	if n := len(r.moves); n == cap(r.moves) && n > 0 { // with room for as many as the rest has at the rate so far
		r.moves = slices.Grow(r.moves, 64+min((n+n/8)*(r.end-start)/start, 15*n))
	}
	r.moves = append(r.moves, m)
	return i + len(l.line) - behind
}
