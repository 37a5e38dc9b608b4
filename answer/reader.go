package answer

import (
	"bytes"
	"regexp"
	"slices"
)

// reader finds the moves of an answer.
type reader struct {
	names    *names
	notation string // the only one to read, or ""
	pattern  *regexp.Regexp

	text     []byte
	onlyLF   bool // lines end with LF or CR LF
	hasLists bool // lists in brackets may begin
	table    *table
	pending  int32 // the number that a line before gave to the next one; or none
	last     int32 // the number of the last move
	items    []item

	known  map[string]*memo // by text
	isTail bool             // of the memo used last
}

// A memo is the reading of a line or an element in a table, or in none. Its places count from the end of the first number in the
// text.
type memo struct {
	reading
	table  *table
	isTail bool   // that number is the line's, and the key is the text after it
	head   string // the text before that number, if isTail
}

// At most mostKnown readings are remembered, of texts of at most maxKnown bytes.
const mostKnown, maxKnown = 4096, 256

// forget drops all names and readings.
func (r *reader) forget(called map[string]uint8) {
	r.names = &names{ids: map[string]uint16{}, called: called}
	r.known = map[string]*memo{}
}

var (
	tags      = expression{text: `(?i)<(/?)(?:think|thinking|reasoning|(answer))>`}
	emptyList = expression{text: "^[\\s`>]*(?:WORD~[:=])?[\\s`]*\\[~\\][\\s`]*$"}
	lineEnds  = expression{text: `^(?:\n|\r\n?|\x{2028}|<br~/?>)`}
)

// find reads the part of an answer that counts: the last <answer> with a list after the thinking, or else all text after the
// thinking. If that is blank, it reads the thinking in the same way. It reports whether there is a list.
func (r *reader) find(text []byte) bool {
	r.text = text
	if len(r.names.all) >= mostNames/2 {
		r.forget(r.names.called)
	}
	var answers []span // from each <answer> to the next tag
	begin, end, thoughts := 0, len(text), 0
	for _, t := range tags.get().FindAllSubmatchIndex(text, -1) {
		if len(answers) > 0 {
			answers[len(answers)-1].end = min(answers[len(answers)-1].end, t[0])
		}
		isAnswer, isClosing := t[4] >= 0, t[3] > t[2]
		switch {
		case isAnswer && !isClosing:
			answers = append(answers, span{t[1], len(text)})
		case isAnswer:
		case isClosing:
			thoughts, begin, end = t[0], t[1], len(text)
		default:
			end = min(end, t[0]) // thinking that may never end
		}
	}
	if isBlank(text[min(begin, end):end]) && begin > 0 && end == len(text) {
		begin, end = 0, thoughts
	}
	for _, a := range slices.Backward(answers) {
		if a.start >= begin && a.start <= end && r.segment(a.start, min(a.end, end)) {
			return true
		}
	}
	return r.segment(min(begin, end), end)
}

func isBlank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// segment reads a part of the text, and reports whether it has a list.
func (r *reader) segment(begin, end int) bool {
	r.items, r.table, r.pending, r.last = r.items[:0], nil, none, 0
	part := r.text[begin:end]
	r.onlyLF = bytes.Count(part, []byte("\r")) == bytes.Count(part, []byte("\r\n")) && !bytes.Contains(part, []byte("\u2028")) && !bytes.Contains(part, []byte("<br"))
	r.hasLists = r.pattern == nil && (bytes.IndexByte(part, '[') >= 0 || bytes.IndexByte(part, '(') >= 0)
	for i := begin; i < end; {
		i = r.line(i, end)
	}
	return slices.ContainsFunc(r.items, func(m item) bool { return m.kind == moving }) || emptyList.get().Match(part)
}

// lineEnd returns where the line at i ends, and where the next line begins.
func (r *reader) lineEnd(i, end int) (stop, next int) {
	if r.onlyLF {
		if n := bytes.IndexByte(r.text[i:end], '\n'); n >= 0 {
			return i + n, i + n + 1
		}
		return end, end
	}
	for ; i < end; i++ {
		if n := r.endOfLine(i, end); n > 0 {
			return i, i + n
		}
	}
	return end, end
}

// endOfLine returns the length of the end of line at i; 0 if there is none.
func (r *reader) endOfLine(i, end int) int {
	if c := r.text[i]; c != '\n' && c != '\r' && c != '<' && c != "\u2028"[0] {
		return 0
	}
	return len(lineEnds.get().Find(r.text[i:min(end, i+len("<br   />"))]))
}

// say adds an item that is not a move.
func (r *reader) say(k kind, start, end int) {
	m := item{kind: k}
	m.stand(start, end)
	r.items = append(r.items, m)
}

// line reads the line at i and the lists that begin in it, and returns where the next line begins.
func (r *reader) line(i, end int) (next int) {
	stop, next := r.lineEnd(i, end)
	hasList := false
	for k := i; r.hasLists && k < stop; k++ {
		if r.text[k] != '[' && r.text[k] != '(' {
			continue
		}
		if after, ok := r.list(k, end); ok {
			if after >= stop {
				stop, next = r.lineEnd(after, end)
			}
			i, k, hasList = after, after-1, true
		}
	}
	if hasList && len(bytes.Trim(r.text[i:stop], " \t,;.]})`\"'*\r")) == 0 {
		return next
	}
	u, number, base := r.recall(r.text[i:stop])
	switch u.kind {
	case silent:
		if number == 1 || number >= 0 && number == r.last+1 {
			r.pending = number
		} else if number >= 0 {
			r.say(prose, i, stop)
		}
		return next
	case moving:
		r.add(u, number, i+base, span{i, stop}, false)
	case header, prose:
		r.table = u.table
		r.say(prose, i, stop)
	default:
		r.say(u.kind, i, stop)
	}
	r.pending = none
	return next
}

// add adds the moves of a line or an element. Their places count from base.
func (r *reader) add(u *reading, number int32, base int, line span, isListed bool) {
	number = max(number, r.pending)
	if len(r.items) == cap(r.items) {
		r.items = slices.Grow(r.items, len(r.items)+len(u.moves)) // twice as many
	}
	for k, m := range u.moves {
		m.start += uint32(base)
		if k == 0 && m.number < 0 {
			m.number = number
		}
		m.isNumbered, m.isListed = number >= 0 || m.number >= 0, isListed
		if m.number > 1 && m.number != r.last+1 {
			r.say(doubt, line.start, line.end) // a number is missing
		}
		if m.number >= 0 {
			r.last = m.number
		}
		r.items = append(r.items, m)
	}
	if u.isCut {
		r.say(ellipsis, line.start, line.end)
	}
}

// recall reads a line or an element. If the same text was read before, except for the line's number, it returns that reading. Its
// places count from base.
func (r *reader) recall(text []byte) (u *reading, number int32, base int) {
	first := 0
	for first < len(text) && !isDigit(text[first]) {
		first++
	}
	base = first
	for ; base < min(len(text), first+9) && isDigit(text[base]); base++ {
		number = number*10 + int32(text[base]-'0')
	}
	for range 2 { // first in the way that served the last text
		if r.isTail && base > first {
			if m := r.known[string(text[base:])]; m != nil && m.isTail && m.table == r.table && m.head == string(text[:first]) {
				return &m.reading, number, base
			}
		} else if m := r.known[string(text)]; m != nil && !m.isTail && m.table == r.table {
			return &m.reading, m.number, base
		}
		r.isTail = !r.isTail
	}
	m := &memo{reading: r.read(text, r.table), table: r.table}
	m.isTail = m.number == number && base > first && (len(m.moves) == 0 || int(m.moves[0].start) >= base)
	for i := range m.moves {
		m.moves[i].start -= uint32(base)
	}
	if len(text) <= maxKnown {
		if len(r.known) >= mostKnown {
			clear(r.known)
		}
		if r.isTail = m.isTail; r.isTail {
			m.head, text = string(text[:first]), text[base:]
		}
		r.known[string(text)] = m
	}
	return &m.reading, m.number, base
}
