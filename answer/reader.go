package answer

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// reader finds the moves of an answer.
type reader struct {
	names    *names
	notation string // the only one to read, or ""
	pattern  *regexp.Regexp

	text     []byte // in which each line ends with LF
	hasLists bool   // lists in brackets may begin
	table    *table
	pending  int32 // the number that a line before gave to the next one; or none
	last     int32 // the number of the last move
	items    []item

	known map[string]*memo // by text
}

// A memo is the reading of a line or an element in a table, or in none. If isTail, the first number in the text is the line's, head
// is the text before it, the key is the text after it, and places count from there.
type memo struct {
	reading
	table  *table
	isTail bool
	head   string
}

// At most mostKnown readings are remembered, of texts of at most maxKnown bytes. A line's number has at most mostDigits digits.
const mostKnown, maxKnown, mostDigits = 4096, 256, 9

// forget drops all names and readings.
func (r *reader) forget(called nameSet) {
	r.names = &names{ids: map[string]uint16{}, called: called}
	r.known = map[string]*memo{}
}

var (
	tags      = expression{text: `(?i)<(/?)(?:think|thinking|reasoning|(answer))>`}
	emptyList = expression{text: "^[\\s`>]*(?:WORD~[:=])?[\\s`]*\\[~\\][\\s`]*$"}
)

// find reads the part of an answer that counts, and reports whether there is a list. The result does not depend on earlier answers:
// if their names leave too little room, find forgets them and reads again.
func (r *reader) find(text []byte) bool {
	has := bytesIn(text, "\r\xe2<[(")
	r.hasLists = r.pattern == nil && (has['['] || has['('])
	if r.text = text; has['\r'] || has['\xe2'] || has['<'] {
		r.text = withLF(text)
	}
	isNew := len(r.names.all) == 0
	hasList := r.lastAnswer()
	if len(r.names.all) == mostNames && !isNew {
		r.forget(r.names.called)
		return r.lastAnswer()
	}
	return hasList
}

// lastAnswer reads the last <answer> with a list after the thinking, or else all text after the thinking. If that is blank, it reads
// the thinking in the same way.
func (r *reader) lastAnswer() bool {
	text := r.text
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

// toLF replaces other ends of lines by LF. CR LF stays, and blanks keep each byte in its place.
var toLF = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("\r\n", "\r\n", "\r", "\n", "\u2028", "  \n", "<br>", "   \n", "<br/>", "    \n", "<br />", "     \n")
})

// withLF returns a text whose lines all end with LF or CR LF.
func withLF(text []byte) []byte {
	count := func(end string) int { return bytes.Count(text, []byte(end)) }
	if count("\r") == count("\r\n") && count("\u2028") == 0 && count("<br") == 0 {
		return text
	}
	return []byte(toLF().Replace(string(text)))
}

// bytesIn reports which of some bytes occur in a text. It searches block by block, which reads the memory once.
func bytesIn(text []byte, some string) (has [256]bool) {
	for block := range slices.Chunk(text, 1<<15) {
		for _, b := range []byte(some) {
			has[b] = has[b] || bytes.IndexByte(block, b) >= 0
		}
	}
	return has
}

func isBlank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// segment reads a part of the text, and reports whether it has a list.
func (r *reader) segment(begin, end int) bool {
	part := r.text[begin:end]
	r.reserve(part)
	r.items, r.table, r.pending, r.last = r.items[:0], nil, none, 0
	for i := begin; i < end; {
		i = r.line(i, end)
	}
	return slices.ContainsFunc(r.items, func(m item) bool { return m.kind == moving }) || emptyList.get().Match(part)
}

// reserve makes room for an item for each line of a text, and a few more. It drops the room that a much longer text needed.
func (r *reader) reserve(text []byte) {
	const shortest, most = len("A C\n"), 1 << 20
	n := min(bytes.Count(text, []byte("\n")), len(text)/shortest) + 100
	if n > cap(r.items) || cap(r.items) > max(n, most) {
		r.items = make([]item, 0, n)
	}
}

// lineEnd returns where the line at i ends, without blanks and CR, and where the next line begins.
func (r *reader) lineEnd(i, end int) (stop, next int) {
	stop, next = end, end
	if n := bytes.IndexByte(r.text[i:end], '\n'); n >= 0 {
		stop, next = i+n, i+n+1
	}
	for stop > i && (r.text[stop-1] == ' ' || r.text[stop-1] == '\r') {
		stop--
	}
	return stop, next
}

// lineOf returns the number, from 1, of the line that contains byte i.
func (r *reader) lineOf(i int) int { return 1 + bytes.Count(r.text[:i], []byte("\n")) }

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
	for k := range u.moves {
		n := u.moves[k].number
		if k == 0 && n < 0 {
			n = number
		}
		if n > 1 && n != r.last+1 {
			r.say(doubt, line.start, line.end) // a number is missing
		}
		if n >= 0 {
			r.last = n
		}
		r.items = append(r.items, u.moves[k])
		m := &r.items[len(r.items)-1]
		m.start += uint32(base)
		m.number, m.isNumbered, m.isListed = n, number >= 0 || n >= 0, isListed
	}
	if u.isCut {
		r.say(ellipsis, line.start, line.end)
	}
}

// lookup returns the memo with a key and a head for the present table; nil if there is none.
func (r *reader) lookup(isTail bool, head, key []byte) *memo {
	m := r.known[string(key)]
	if m == nil || m.isTail != isTail || m.table != r.table || m.head != string(head) {
		return nil
	}
	return m
}

// recall reads a line or an element. If the same text was read before, except for the line's number, it returns that reading. Its
// places count from base.
func (r *reader) recall(text []byte) (u *reading, number int32, base int) {
	first, after := digits(text)
	isNumber := first < after && after-first <= mostDigits
	for _, isTail := range [2]bool{first == 0, first > 0} { // a number at the start is probably the line's
		if !isTail {
			if m := r.lookup(false, nil, text); m != nil {
				return &m.reading, m.number, 0
			}
		} else if isNumber {
			if m := r.lookup(true, text[:first], text[after:]); m != nil {
				return &m.reading, int32(numberOf(text[first:after])), after
			}
		}
	}
	m := &memo{reading: r.read(text, r.table), table: r.table}
	key := text
	if isNumber && m.number == int32(numberOf(text[first:after])) && (len(m.moves) == 0 || int(m.moves[0].start) >= after) {
		m.isTail, m.head, key, base = true, string(text[:first]), text[after:], after
	}
	for i := range m.moves {
		m.moves[i].start -= uint32(base)
	}
	if len(text) <= maxKnown {
		if len(r.known) >= mostKnown {
			clear(r.known)
		}
		r.known[string(key)] = m
	}
	return &m.reading, m.number, base
}
