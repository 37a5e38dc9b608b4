package answer

import (
	"bytes"
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
	tableKey string
	pending  int32 // the number of the next line, from a line with nothing else; or none
	last     int32 // the number of the last move
	items    []item

	known    map[string]*reading // of lines and elements, by their table and text
	key      []byte
	byNumber bool // the key has no number
}

// At most mostKnown readings are remembered, each of mostLine bytes.
const mostKnown, mostLine = 4096, 256

// forget makes room for other names and lines.
func (r *reader) forget(called map[string]uint8) {
	r.names = &names{ids: map[string]uint16{}, called: called}
	r.known = map[string]*reading{}
}

var tags = expression{text: `(?i)<(/?)(?:think|thinking|reasoning|(answer))>`}

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

// emptyList is a part of an answer that is a list without moves.
var emptyList = expression{text: "^[\\s`>]*(?:WORD~[:=])?[\\s`]*\\[~\\][\\s`]*$"}

// segment reads a part of the text, and reports whether it has a list.
func (r *reader) segment(begin, end int) bool {
	r.items, r.pending, r.last = r.items[:0], none, 0
	r.under(nil)
	part := r.text[begin:end]
	r.onlyLF = bytes.IndexByte(part, '\r') < 0 && !bytes.Contains(part, []byte("\u2028")) && !bytes.Contains(part, []byte("<br"))
	r.hasLists = r.pattern == nil && (bytes.IndexByte(part, '[') >= 0 || bytes.IndexByte(part, '(') >= 0)
	for i := begin; i < end; {
		i = r.line(i, end)
	}
	return slices.ContainsFunc(r.items, func(m item) bool { return m.kind == moving }) || emptyList.get().Match(part)
}

var lineEnds = expression{text: `^(?:\n|\r\n?|\x{2028}|<br~/?>)`}

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

// under sets the header of the lines that follow.
func (r *reader) under(t *table) {
	r.table, r.tableKey = t, t.String()
}

// say adds an item other than a move.
func (r *reader) say(k kind, start, end int) {
	r.items = append(r.items, item{kind: k, start: uint32(start), size: uint16(min(end-start, 1<<16-1))})
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
	default:
		what := u.kind
		if u.kind == header || u.kind == prose {
			r.under(u.table)
			what = prose
		}
		r.say(what, i, stop)
	}
	r.pending = none
	return next
}

// add adds the moves of a line or an element.
func (r *reader) add(u *reading, start, stop int, listed bool) {
	number := max(u.number, r.pending)
	if len(r.items) == cap(r.items) {
		r.items = slices.Grow(r.items, len(r.items)+len(u.moves))
	}
	for k := range u.moves {
		m := u.moves[k]
		m.start += uint32(start)
		if k == 0 && m.number < 0 {
			m.number = number
		}
		m.numbered, m.listed = number >= 0 || m.number >= 0, listed
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

// recall returns the reading of a line or an element, from the cache if the same text was read under the
// same header. Its number may differ.
func (r *reader) recall(text []byte) *reading {
	first := 0
	for first < len(text) && !isDigit(text[first]) {
		first++
	}
	digits := span{first, first}
	for digits.end < min(len(text), first+9) && isDigit(text[digits.end]) {
		digits.end++
	}
	for range 2 { // with the key that served the line before, and with the other
		if u, ok := r.known[string(r.keyOf(text, digits))]; ok {
			if r.byNumber && u.number >= 0 {
				u.shift(digits, text)
			}
			return u
		}
		r.byNumber = !r.byNumber
	}
	u := r.read(text, r.table)
	if len(text) <= mostLine {
		if len(r.known) >= mostKnown {
			clear(r.known)
		}
		r.byNumber = u.number >= 0 && u.digits == digits && !(len(u.moves) > 0 && int(u.moves[0].start) < digits.end)
		r.known[string(r.keyOf(text, digits))] = &u
	}
	return &u
}

// keyOf returns the key of a text, with its first digits or without.
func (r *reader) keyOf(text []byte, digits span) []byte {
	r.key = append(append(r.key[:0], r.tableKey...), '=')
	if r.byNumber && digits.start < digits.end {
		r.key[len(r.key)-1] = '#'
		r.key = append(append(r.key, text[:digits.start]...), 0)
		text = text[digits.end:]
	}
	r.key = append(r.key, text...)
	return r.key
}

// shift gives a line another number, and its moves their places.
func (u *reading) shift(digits span, text []byte) {
	u.number = int32(numberOf(text[digits.start:digits.end]))
	for k := range u.moves {
		u.moves[k].start += uint32(digits.end - u.digits.end)
	}
	u.digits = digits
}
