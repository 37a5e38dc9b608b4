package answer

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
)

// like reads lines that differ from the last one in their values alone, without tokens. The values
// are numbers and capital letters; the line with a mark in place of each is its frame. To learn which
// is the disk and which are the pegs, the frame is read once more with values that are all different.
type like struct {
	columns columns
	frame   []byte
	pieces  [][]byte // of the frame, before, between and behind the values
	letters []bool   // which values are letters
	fields  []field  // of the values; nil if they are not known
	move    move
	start   edge // of the move
	end     edge
}

// field is what a value is in a move.
type field byte

const (
	isLabel field = iota
	isDisk
	isFrom
	isTo
)

// edge is a place in a line: so many bytes behind that of so many values.
type edge struct{ values, bytes int }

// mostValues is the most values of a line, which all are used.
const mostValues = 4

// valueMark stands for a value in a frame.
const valueMark = 1

// mayNest finds a bracket that may be longer than its line.
var mayNest = regexp.MustCompile(`[\[(]\s*(?:[\[({"'#/]|$)`)

// learn looks at a line that was just read, and remembers it if it is one move and like the line before.
func (r *reader) learn(l *like, line []byte, u *reading) {
	var letters []bool
	frame, behind := append([]byte(nil), byte(u.is)), 0
	for i := range r.tok {
		t := &r.tok[i]
		value := line[t.start:t.end]
		isLetter := r.is(i, "l") && value[0] <= 'Z'
		if isLetter || r.is(i, "n") && len(value) <= 9 && len(bytes.Trim(value, "0123456789")) == 0 {
			frame = append(append(frame, line[behind:t.start]...), valueMark)
			letters = append(letters, isLetter)
			behind = t.end
		}
	}
	frame = append(frame, line[behind:]...)
	known := bytes.Equal(frame, l.frame) && slices.Equal(letters, l.letters) && l.columns == r.columns
	if known && l.fields != nil {
		return
	}
	*l = like{columns: r.columns, frame: frame, letters: letters}
	single := len(u.moves) == 1 && u.missed == 0 && u.is&^(row|framed) == 0 && u.moves[0].flags&loose == 0
	if known && single && len(letters) <= mostValues && r.pattern == nil && !mayNest.Match(line) {
		l.probe(r)
	}
}

// probe reads the frame with values that are all different.
func (l *like) probe(r *reader) {
	l.pieces = bytes.Split(l.frame[1:], []byte{valueMark})
	var line []byte
	var ends [mostValues]int
	values := [mostValues]string{"31", "32", "33", "34"}
	for i, piece := range l.pieces {
		if line = append(line, piece...); i < len(l.letters) {
			if l.letters[i] {
				values[i] = "WXYZ"[i : i+1]
			}
			line = append(line, values[i]...)
			ends[i] = len(line)
		}
	}
	called, read := len(r.called), r.read
	r.read = reading{}
	if u := r.parse(line); len(u.moves) == 1 && u.missed == 0 {
		l.move = u.moves[0]
		l.move.flags |= first
		if l.move.disk == diskLargest {
			l.move.flags |= titled
		}
		said := map[string]field{strconv.Itoa(int(l.move.label)): isLabel, strconv.Itoa(int(l.move.disk)): isDisk}
		for id, f := range map[uint8]field{l.move.from: isFrom, l.move.to: isTo} {
			if id < manyNames {
				said[r.called[id]] = f
			}
		}
		for i := range l.letters {
			if f, ok := said[values[i]]; ok {
				l.fields = append(l.fields, f)
			}
		}
		edgeOf := func(at int) edge {
			e := edge{0, at}
			for i := range l.letters {
				if ends[i] <= at {
					e = edge{i + 1, at - ends[i]}
				}
			}
			return e
		}
		l.start, l.end = edgeOf(int(l.move.start)), edgeOf(l.move.end())
	}
	// Each value is used, and each peg is a value.
	if len(l.fields) < len(l.letters) || !slices.Contains(l.fields, isTo) || l.move.from != nowhere && !slices.Contains(l.fields, isFrom) {
		l.fields = nil
	}
	r.forget(called)
	r.read = read
}

// readLike reads a text that begins like the line, and returns its move and where that ends.
func (r *reader) readLike(l *like, text []byte) (m move, end int, ok bool) {
	if l.fields == nil || l.columns != r.columns {
		return m, 0, false
	}
	var ends [mostValues + 1]int
	i := 0
	m = l.move
	for k, piece := range l.pieces {
		if !bytes.HasPrefix(text[i:], piece) {
			return m, 0, false
		}
		if i += len(piece); k == len(l.fields) {
			break
		}
		start, value := i, int32(0)
		if l.letters[k] {
			if c := at(text, i); c >= 'A' && c <= 'Z' {
				i++
			}
		} else {
			for ; isDigit(at(text, i)) && i < start+9; i++ {
				value = value*10 + int32(text[i]-'0')
			}
		}
		if i == start {
			return m, 0, false
		}
		ends[k+1] = i
		switch l.fields[k] {
		case isLabel:
			m.label = value
		case isDisk:
			m.disk = uint8(min(value, diskMany))
		case isFrom:
			m.from = r.value(text[start:i], value)
		case isTo:
			m.to = r.value(text[start:i], value)
		}
	}
	m.stand(ends[l.start.values]+l.start.bytes, ends[l.end.values]+l.end.bytes)
	return m, i, true
}

// value returns the number of the name of a peg that is a number or a letter.
func (r *reader) value(name []byte, value int32) uint8 {
	if len(name) > 1 { // 01 is 1
		name = strconv.AppendInt(nil, int64(value), 10)
	}
	return r.intern(name)
}
