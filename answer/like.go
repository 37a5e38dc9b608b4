package answer

import (
	"bytes"
	"regexp"
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
	start   edge // of the move
	end     edge
}

// value is where a value stands, and what it is in the move.
type value struct {
	field      field
	letter     bool
	start, end int
}

type field byte

const (
	isLabel field = iota
	isDisk
	isFrom
	isTo
	fields // how many there are
)

// edge is a place in a line: so many bytes behind that of so many values.
type edge struct{ values, bytes int }

// mayNest finds a bracket that may be longer than its line.
var mayNest = regexp.MustCompile(`[\[(][\s,;>]*(?:[\[({"'#/]|$)`)

// learn looks at a line that was just read, and remembers it if it is one move.
func (r *reader) learn(l *like, line []byte, u *reading) {
	l.values = l.values[:0]
	if len(u.moves) != 1 || u.missed > 0 || u.is&^(row|framed) != 0 || u.moves[0].flags&loose != 0 || r.pattern != nil || mayNest.Match(line) {
		return
	}
	m := u.moves[0]
	said := [fields]string{isLabel: strconv.Itoa(int(m.label)), isDisk: strconv.Itoa(int(m.disk)), isFrom: r.nameOf(m.from), isTo: r.nameOf(m.to)}
	if m.disk == diskTop {
		said[isDisk] = ""
	}
	var uses [fields]int
	var values []value
	for i := range r.tok {
		t := &r.tok[i]
		text := string(line[t.start:t.end])
		if r.is(i, "sioj") { // which may be the disk
			return
		}
		v := value{fields, r.is(i, "l") && text[0] <= 'Z', t.start, t.end}
		if !v.letter && !r.is(i, "n") {
			continue
		}
		for f := range fields {
			if said[f] == text {
				v.field = f
				uses[f]++
			}
		}
		if v.field == fields || uses[v.field] > 1 {
			return
		}
		values = append(values, v)
	}
	total := uses[isLabel] + uses[isDisk] + uses[isFrom] + uses[isTo]
	if total != len(values) || uses[isTo] == 0 || m.from != nowhere && uses[isFrom] == 0 {
		return
	}
	edgeOf := func(at int) edge {
		e := edge{0, at}
		for i, v := range values {
			if v.end <= at {
				e = edge{i + 1, at - v.end}
			}
		}
		return e
	}
	*l = like{r.columns, append(l.line[:0], line...), values, m, edgeOf(int(m.start)), edgeOf(m.end())}
	l.move.flags |= first
	if m.disk == diskLargest {
		l.move.flags |= titled
	}
}

// readLike reads a text that begins like the line, and returns its move and where that ends.
func (r *reader) readLike(l *like, text []byte) (m move, end int, ok bool) {
	if len(l.values) == 0 || l.columns != r.columns {
		return m, 0, false
	}
	var ends [fields + 1]int
	var from, to []byte
	i, behind := 0, 0
	m = l.move
	for k, v := range l.values {
		if !bytes.HasPrefix(text[i:], l.line[behind:v.start]) {
			return m, 0, false
		}
		i += v.start - behind
		behind = v.end
		start, number := i, int32(0)
		if v.letter {
			if c := at(text, i); c >= 'A' && c <= 'Z' {
				i++
			}
		} else {
			for ; isDigit(at(text, i)) && i < start+9; i++ {
				number = number*10 + int32(text[i]-'0')
			}
		}
		if i == start {
			return m, 0, false
		}
		ends[k+1] = i
		switch name := text[start:i]; v.field {
		case isLabel:
			m.label = number
		case isDisk:
			m.disk = uint8(min(number, diskMany))
		case isFrom:
			from = name
		case isTo:
			to = name
		}
	}
	if !bytes.HasPrefix(text[i:], l.line[behind:]) {
		return m, 0, false
	}
	if from != nil {
		m.from = r.internValue(from)
	}
	m.to = r.internValue(to)
	m.stand(ends[l.start.values]+l.start.bytes, ends[l.end.values]+l.end.bytes)
	return m, i + len(l.line) - behind, true
}

// internValue returns the number of the name of a peg that is a number or a letter.
func (r *reader) internValue(name []byte) uint8 {
	for len(name) > 1 && name[0] == '0' { // 01 is 1
		name = name[1:]
	}
	return r.intern(name)
}
