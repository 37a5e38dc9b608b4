package answer

import (
	"bytes"
	"math"
	"regexp"
	"slices"
)

// none stands for no number.
const none = -1

// item is a move of an answer, or a line that is none, or the edge of a list in brackets.
type item struct {
	start    uint32 // in the text
	number   int32  // or none
	size     uint16 // a longer one is cut where it is quoted
	from, to uint16 // names
	kind     kind
	form     form
	disk     uint8
	numbered bool // the line has a number
	listed   bool // it is in a list in brackets
}

// stand says where an item stands. Of a long one, the beginning is told.
func (m *item) stand(start, end int) {
	m.start, m.size = uint32(start), uint16(min(end-start, math.MaxUint16))
}

func (m *item) end() int { return int(m.start) + int(m.size) }

// looksLike reports whether two moves are of one form, both with a disk or both without.
func (m *item) looksLike(other *item) bool {
	return m.form == other.form && (m.disk == noDisk) == (other.disk == noDisk)
}

// notation returns the name of the family of a move's form.
func (m *item) notation() string {
	switch m.form {
	case bracket, values:
		if m.disk == noDisk {
			return "pairs"
		} else if m.form == bracket {
			return "triples"
		}
	case object:
		return "jsonl"
	case call:
		return "pddl"
	case byPattern:
		return "pattern"
	case sentence, target, arrow:
		return "text"
	}
	return "csv"
}

// reader finds the moves of an answer.
type reader struct {
	names    *names
	notation string // the only one to read, or ""
	pattern  *regexp.Regexp

	text     []byte
	onlyLF   bool // no line ends otherwise
	hasLists bool // lists in brackets may begin
	table    *table
	pending  int32 // the number of the next line, from a line with nothing else; or none
	last     int32 // the number of the last move
	items    []item

	known  map[string]*memo // by their text
	isTail bool             // of the last
}

// recalled is what recall returns: a reading with the line's own number, and where places count from.
type recalled struct {
	*reading
	number int32
	base   int
}

// A memo is the reading of a line or an element below the header of a table. If it has a number, the text before it is head.
type memo struct {
	reading
	table  *table
	head   string
	isTail bool // the key is the text after the number
}

// At most mostKnown readings are remembered, each of a text of at most maxKnown bytes.
const mostKnown, maxKnown = 4096, 256

// forget makes room for other names and lines.
func (r *reader) forget(called map[string]uint8) {
	r.names = &names{ids: map[string]uint16{}, called: called}
	r.known = map[string]*memo{}
}

var (
	tags      = expression{text: `(?i)<(/?)(?:think|thinking|reasoning|(answer))>`}
	emptyList = expression{text: "^[\\s`>]*(?:WORD~[:=])?[\\s`]*\\[~\\][\\s`]*$"}
	lineEnds  = expression{text: `^(?:\n|\r\n?|\x{2028}|<br~/?>)`}
)

// find reads the part of an answer that counts: the last <answer> after the thinking that has a list, or else all after the
// thinking; where that is blank, the thinking in the same way. It reports whether there is a list.
func (r *reader) find(text []byte) bool {
	r.text = text
	if len(r.names.all) >= mostNames/2 {
		r.forget(r.names.called)
	}
	all := tags.get().FindAllSubmatchIndex(text, -1)
	isAnswer := func(t []int) bool { return t[4] >= 0 }
	isClosing := func(t []int) bool { return t[3] > t[2] }
	begin, end, thoughts := 0, len(text), 0
	for _, t := range all {
		switch {
		case isAnswer(t):
		case isClosing(t):
			thoughts, begin, end = t[0], t[1], len(text)
		default:
			end = min(end, t[0]) // thinking that may never end
		}
	}
	if isBlank(text[min(begin, end):end]) && begin > 0 && end == len(text) {
		begin, end = 0, thoughts
	}
	for i := len(all) - 1; i >= 0; i-- {
		if t := all[i]; isAnswer(t) && !isClosing(t) && t[0] >= begin && t[1] <= end {
			stop := end
			if i+1 < len(all) {
				stop = min(end, all[i+1][0])
			}
			if r.segment(t[1], stop) {
				return true
			}
		}
	}
	return r.segment(min(begin, end), end)
}

func isBlank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// segment reads a part of the text, and reports whether it has a list.
func (r *reader) segment(begin, end int) bool {
	r.items, r.pending, r.last = r.items[:0], none, 0
	r.table = nil
	part := r.text[begin:end]
	r.onlyLF = bytes.IndexByte(part, '\r') < 0 && !bytes.Contains(part, []byte("\u2028")) && !bytes.Contains(part, []byte("<br"))
	r.hasLists = r.pattern == nil && (bytes.IndexByte(part, '[') >= 0 || bytes.IndexByte(part, '(') >= 0)
	for i := begin; i < end; {
		i = r.line(i, end)
	}
	return slices.ContainsFunc(r.items, func(m item) bool { return m.kind == moving }) || emptyList.get().Match(part)
}

// lineEnd returns where the line at i ends, and where the next begins.
func (r *reader) lineEnd(i, end int) (stop, next int) {
	if r.onlyLF {
		if n := bytes.IndexByte(r.text[i:end], '\n'); n >= 0 {
			return i + n, i + n + 1
		}
		return end, end
	}
	for k := i; k < end; k++ {
		if c := r.text[k]; c == '\n' || c == '\r' || c == '<' || c == "\u2028"[0] {
			if n := len(lineEnds.get().Find(r.text[k:min(end, k+len("<br   />"))])); n > 0 {
				return k, k + n
			}
		}
	}
	return end, end
}

// say adds an item other than a move.
func (r *reader) say(k kind, start, end int) {
	m := item{kind: k}
	m.stand(start, end)
	r.items = append(r.items, m)
}

// line reads the line at i, and the lists that begin in it. It returns where the next line begins.
func (r *reader) line(i, end int) (next int) {
	stop, next := r.lineEnd(i, end)
	hasList := false
	if r.hasLists {
		for k := i; k < stop; k++ {
			if r.text[k] != '[' && r.text[k] != '(' {
				continue
			}
			if after, ok := r.list(k, end); ok {
				if after >= stop {
					stop, next = r.lineEnd(after, end)
				}
				i, hasList = after, true
				k = after - 1
			}
		}
	}
	if hasList && len(bytes.Trim(r.text[i:stop], " \t,;.]})`\"'*")) == 0 {
		return next
	}
	u := r.recall(r.text[i:stop])
	switch u.kind {
	case silent:
		if u.number == 1 || u.number >= 0 && u.number == r.last+1 {
			r.pending = u.number
		} else if u.number >= 0 {
			r.say(prose, i, stop)
		}
		return next
	case moving:
		r.add(u, i, stop, false)
	case header, prose:
		r.table = u.table
		r.say(prose, i, stop)
	default:
		r.say(u.kind, i, stop)
	}
	r.pending = none
	return next
}

// add adds the moves of a line or an element.
func (r *reader) add(u recalled, start, stop int, isListed bool) {
	number := max(u.number, r.pending)
	for k, m := range u.moves {
		m.start += uint32(start + u.base)
		if k == 0 && m.number < 0 {
			m.number = number
		}
		m.numbered, m.listed = number >= 0 || m.number >= 0, isListed
		if m.number > 1 && m.number != r.last+1 {
			r.say(doubt, start, stop) // a number is missing
		}
		if m.number >= 0 {
			r.last = m.number
		}
		r.items = append(r.items, m)
	}
	if u.isCut {
		r.say(ellipsis, start, stop)
	}
}

// recall reads a line or an element, or remembers what it read from the same text, which may have had another number.
func (r *reader) recall(text []byte) recalled {
	first := 0
	for first < len(text) && !isDigit(text[first]) {
		first++
	}
	end, number := first, int32(0)
	for ; end < min(len(text), first+9) && isDigit(text[end]); end++ {
		number = number*10 + int32(text[end]-'0')
	}
	for range 2 { // with the number or without, as the text before, and else the other way
		if r.isTail {
			if m := r.known[string(text[end:])]; m != nil && m.isTail && end > first && m.table == r.table && m.head == string(text[:first]) {
				return recalled{&m.reading, number, end}
			}
		} else if m := r.known[string(text)]; m != nil && !m.isTail && m.table == r.table {
			return recalled{&m.reading, m.number, 0}
		}
		r.isTail = !r.isTail
	}
	m := &memo{reading: r.read(text, r.table), table: r.table}
	key, base := text, 0
	if m.isTail = m.number == number && end > first && (len(m.moves) == 0 || int(m.moves[0].start) >= end); m.isTail {
		m.head, key, base = string(text[:first]), text[end:], end
		for i := range m.moves {
			m.moves[i].start -= uint32(end)
		}
	}
	if len(text) <= maxKnown {
		if len(r.known) >= mostKnown {
			clear(r.known)
		}
		r.isTail = m.isTail
		r.known[string(key)] = m
	}
	return recalled{&m.reading, m.number, base}
}
