package answer

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// move is a move as it was read.
type move struct {
	start    uint32 // in the text
	size     uint16 // a longer one is cut where it is quoted
	form     form
	disk     uint8
	from, to uint16 // names
	number   int32  // in the list, or none
	numbered bool   // its line has a number
	listed   bool   // it is in a list in brackets
}

// none stands for no number.
const none = -1

func (m *move) end() int { return int(m.start) + int(m.size) }

// looksLike reports whether two moves are of the same form, both with a disk or both without.
func (m *move) looksLike(other *move) bool {
	return m.form == other.form && (m.disk == noDisk) == (other.disk == noDisk)
}

// isLike reports whether two moves may be of one list.
func (m *move) isLike(other *move) bool {
	return m.looksLike(other) && m.numbered == other.numbered && m.listed == other.listed
}

// notation returns the name of the family of the move's form.
func (m *move) notation() string {
	switch m.form {
	case sentence, target, arrow:
		return "text"
	case object:
		return "jsonl"
	case call:
		return "pddl"
	case byPattern:
		return "pattern"
	case row:
		return "csv"
	}
	switch {
	case m.disk == noDisk:
		return "pairs"
	case m.form == values:
		return "csv"
	}
	return "triples"
}

// note is what stands between moves: a line that is none, or the end of a list.
type note struct {
	kind       kind
	at         int // the moves before it
	start, end int
}

// reader finds the moves of an answer, and notes what is between them.
type reader struct {
	text     []byte
	names    *names
	notation string
	pattern  *regexp.Regexp

	known   map[string]map[string]reading // by the table, and the text after the number
	table   *table
	lines   map[string]reading // those of known for the table
	pending int32              // the number of the next line, by a line with nothing else
	last    int32              // the number of the last move
	key     []byte             // buffers
	shifted []move

	moves []move
	notes []note
}

// mostKnown readings are remembered, each of a line of mostLine bytes or less.
const mostKnown, mostLine = 4096, 256

// forget makes room for other names and lines.
func (r *reader) forget(pegs map[string]uint8) {
	r.names = &names{ids: map[string]uint16{}, called: pegs}
	r.known = map[string]map[string]reading{}
}

// tags is a tag of thinking or of the answer.
var tags = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)<(/?)(think|thinking|reasoning|answer)>`)
})

// find reads the part of an answer that counts: the last <answer> after the thinking that has a list, or else all after it. Where
// that is blank, the thinking is read in the same way.
func (r *reader) find(text []byte) (found bool) {
	r.text = text
	if len(r.names.all) >= mostNames/2 {
		r.forget(r.names.called)
	}
	all := tags().FindAllSubmatchIndex(text, -1)
	begin, thinking, unclosed := 0, 0, -1
	for _, t := range all {
		switch isAnswer := t[5]-t[4] == len("answer"); {
		case isAnswer:
		case t[3] > t[2]:
			thinking, begin, unclosed = t[0], t[1], -1
		case unclosed < 0:
			unclosed = t[0]
		}
	}
	end := len(text)
	if unclosed >= 0 {
		end = unclosed
	}
	if len(bytes.TrimSpace(text[begin:end])) == 0 {
		begin, end = 0, thinking
	}
	for i := len(all) - 1; i >= 0; i-- {
		t := all[i]
		if t[0] < begin || t[1] > end || t[3] > t[2] || t[5]-t[4] != len("answer") {
			continue
		}
		stop := end
		if i+1 < len(all) {
			stop = min(end, all[i+1][0])
		}
		if r.segment(t[1], stop) {
			return true
		}
	}
	return r.segment(begin, end)
}

// segment reads a part of the text, and reports whether it has a list.
func (r *reader) segment(begin, end int) (found bool) {
	r.moves, r.notes = r.moves[:0], r.notes[:0]
	r.head(nil)
	r.pending, r.last = none, 0
	part := r.text[begin:end]
	breaks := bytes.Contains(part, []byte("\r")) || bytes.Contains(part, []byte("\u2028")) || bytes.Contains(part, []byte("<br"))
	for i := begin; i < end; {
		stop, next := lineEnd(r.text, i, end, breaks)
		i = r.line(i, stop, next, end)
	}
	return len(r.moves) > 0 || emptyList().Match(part)
}

// emptyList is an answer that is [] alone.
var emptyList = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^[\\s`]*(?:\\w+\\s*[:=])?[\\s`]*\\[\\s*\\][\\s`]*$")
})

// lineEnd returns where the line at i ends, and where the next begins.
func lineEnd(text []byte, i, end int, breaks bool) (stop, next int) {
	stop, next = end, end
	if n := bytes.IndexByte(text[i:end], '\n'); n >= 0 {
		stop, next = i+n, i+n+1
	}
	if !breaks {
		return stop, next
	}
	for k := i; k < stop; k++ {
		switch rest := text[k:stop]; {
		case text[k] == '\r':
			if k+1 == stop && next > stop {
				return k, next
			}
			return k, k + 1
		case text[k] == 0xe2 && bytes.HasPrefix(rest, []byte("\u2028")):
			return k, k + len("\u2028")
		case text[k] == '<' && len(rest) >= 4 && bytes.EqualFold(rest[:3], []byte("<br")):
			if n := bytes.IndexByte(rest[:min(len(rest), 6)], '>'); n >= 0 {
				return k, k + n + 1
			}
		}
	}
	return stop, next
}

// head sets the table of the lines that follow.
func (r *reader) head(t *table) {
	r.table = t
	id := t.String()
	if r.lines = r.known[id]; r.lines == nil {
		if len(r.known) > 64 {
			clear(r.known)
		}
		r.lines = map[string]reading{}
		r.known[id] = r.lines
	}
}

// say notes what stands after the moves so far.
func (r *reader) say(k kind, start, end int) {
	if n := len(r.notes); k == prose && n > 0 && r.notes[n-1].kind == prose && r.notes[n-1].at == len(r.moves) {
		return
	}
	r.notes = append(r.notes, note{k, len(r.moves), start, end})
}

// recall reads a line or an element, or remembers what one like it said: with the same text, but for its number.
func (r *reader) recall(text []byte) reading {
	if u, ok := r.lines[string(text)]; ok {
		return u
	}
	first := bytes.IndexFunc(text, func(c rune) bool { return '0' <= c && c <= '9' })
	end := first
	for end >= 0 && end < len(text) && end < first+9 && isDigit(text[end]) {
		end++
	}
	key := append(append(r.key[:0], text[:max(first, 0)]...), 0)
	key = append(key, text[max(end, 0):]...)
	r.key = key
	if u, ok := r.lines[string(key)]; ok {
		shift := end - u.digits.end
		u.number, u.digits = int32(numberOf(text[first:end])), span{first, end}
		moves := u.moves
		u.moves = r.shifted[:0]
		for _, m := range moves {
			m.start += uint32(shift)
			u.moves = append(u.moves, m)
		}
		r.shifted = u.moves
		return u
	}
	u := r.read(text, r.table)
	if len(text) <= mostLine {
		if len(r.lines) >= mostKnown {
			clear(r.lines)
		}
		if u.number >= 0 && u.digits == (span{first, end}) && !slices.ContainsFunc(u.moves, func(m move) bool { return int(m.start) < end }) {
			r.lines[string(key)] = u
		} else {
			r.lines[string(text)] = u
		}
	}
	return u
}

// line reads the line text[i:stop], and the lists in brackets that begin in it. It returns where to go on.
func (r *reader) line(i, stop, next, end int) int {
	for k := i; r.pattern == nil; k++ {
		n := bytes.IndexAny(r.text[k:stop], "[(")
		if n < 0 {
			break
		}
		if k += n; r.opensList(k, end) {
			moves, notes := len(r.moves), len(r.notes)
			r.say(prose, i, k)
			if after, ok := r.list(k, end); ok {
				r.say(prose, after, after)
				if after >= stop {
					stop, next = lineEnd(r.text, after, end, true)
				}
				r.pending = none
				if len(bytes.Trim(r.text[after:max(after, stop)], " \t,;.]})`\"'*")) == 0 {
					return next
				}
				return r.line(after, stop, next, end)
			}
			r.moves, r.notes = r.moves[:moves], r.notes[:notes]
		}
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
		r.add(&u, i, stop, false)
	case header:
		r.head(u.table)
		r.say(prose, i, stop)
	default:
		if u.kind == prose {
			r.head(nil)
		}
		r.say(u.kind, i, stop)
	}
	r.pending = none
	return next
}

// add adds the moves of a line or an element.
func (r *reader) add(u *reading, start, stop int, listed bool) {
	number := u.number
	if number < 0 {
		number = r.pending
	}
	for k, m := range u.moves {
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
		r.moves = append(r.moves, m)
	}
	if u.isCut {
		r.say(ellipsis, start, stop)
	}
}

// opensList reports whether a list in brackets may begin at i: its first element is in brackets or quotes.
func (r *reader) opensList(i, end int) bool {
	if r.text[i] == '(' && isWordByte(at(r.text, i-1)) {
		return false
	}
	return strings.IndexByte(`[({"'`, at(r.text, r.blanks(i+1, min(end, i+maxBracket)))) >= 0
}

// blanks skips blanks, commas, quotation marks and comments between the elements of a list.
func (r *reader) blanks(i, end int) int {
	for i < end {
		switch c := r.text[i]; {
		case strings.IndexByte(" \t\n\r,;>", c) >= 0:
			i++
		case bytes.HasPrefix(r.text[i:], []byte("\u2028")):
			i += len("\u2028")
		case c == '#' || c == '/' && at(r.text, i+1) == '/':
			stop, _ := lineEnd(r.text, i, end, true)
			i = stop
		default:
			return i
		}
	}
	return i
}

// list reads the list that the bracket at i opens, and returns where it ends. Without a move it is none.
func (r *reader) list(i, end int) (after int, ok bool) {
	first, opening := len(r.moves), r.text[i]
	isState := false
	r.last = 0
	r.head(nil)
	for i = r.blanks(i+1, end); ; i = r.blanks(i, end) {
		if i >= end {
			if opening == '[' {
				r.say(ellipsis, i, i)
			}
			break
		}
		c := r.text[i]
		if c == ']' || c == ')' || c == '}' {
			if !isPair(opening, c) {
				r.say(doubt, i, i+1)
			}
			i++
			break
		}
		stop, whole, inner := r.element(i, end)
		if !whole {
			if i+maxBracket >= end && opening == '[' { // the text ends in it
				r.say(ellipsis, i, stop)
				i = end
			} else {
				r.say(doubt, i, stop)
			}
			break
		}
		u := r.recall(r.text[inner.start:inner.end])
		isBare := inner.start == i && !isOpening(c)
		switch {
		case isBare && len(bytes.Fields(r.text[i:stop])) > 8:
			r.say(doubt, i, stop)
			return i, len(r.moves) > first && !isState
		case isOpening(c) && u.kind == silent:
			isState = true
		case u.kind == ellipsis:
			r.say(ellipsis, i, stop)
		case u.kind == moving && (len(r.moves) == first || u.moves[0].looksLike(&r.moves[first])):
			r.add(&u, inner.start, stop, true)
		case len(r.moves) == first && !isOpening(c): // the first string is no move
			return i, false
		default:
			r.say(doubt, i, stop)
		}
		i = stop
	}
	r.last = 0
	return i, len(r.moves) > first && !isState
}

// element returns where the element of a list at i ends, and what is inside its quotes.
func (r *reader) element(i, end int) (stop int, whole bool, inner span) {
	switch c := r.text[i]; {
	case isOpening(c):
		stop, whole = closing(r.text[:end], i)
		return stop, whole, span{i, stop}
	case c == '"' || c == '\'':
		for stop = i + 1; stop < min(end, i+maxBracket); stop++ {
			if r.text[stop] == '\\' {
				stop++
			} else if r.text[stop] == c && !(c == '\'' && isWordByte(at(r.text, stop+1))) {
				return stop + 1, true, span{i + 1, stop}
			}
		}
		return min(stop, end), false, inner
	}
	for stop = i; stop < end && strings.IndexByte(",\n\r[](){}", r.text[stop]) < 0; stop++ {
	}
	return stop, true, span{i, stop}
}

// run is moves that look alike and follow each other.
type run struct {
	first, end int
	cut        bool
}

// list is the moves that count.
type list struct {
	moves      []move
	first, end int // in reader.moves
	joined     bool
	cut        bool
}

// runs divides the moves.
func (r *reader) runs() (runs []run) {
	notes := r.notes
	var last int32
	for i := range r.moves {
		m := &r.moves[i]
		begins, cut := i == 0, false
		for ; len(notes) > 0 && notes[0].at <= i; notes = notes[1:] {
			inList := m.listed && notes[0].kind != prose
			begins = begins || !inList
			cut = cut || notes[0].kind == ellipsis && notes[0].at == i
		}
		if i > 0 {
			runs[len(runs)-1].cut = runs[len(runs)-1].cut || cut
			begins = begins || !m.isLike(&r.moves[i-1]) || !m.listed && m.number >= 0 && m.number != last+1
		}
		if m.number >= 0 {
			last = m.number
		}
		if begins {
			runs = append(runs, run{first: i})
		}
		runs[len(runs)-1].end = i + 1
	}
	for _, n := range notes {
		if len(runs) > 0 && n.kind == ellipsis {
			runs[len(runs)-1].cut = true
		}
	}
	return slices.DeleteFunc(runs, func(c run) bool {
		m := &r.moves[c.first]
		return m.form == target && !m.numbered && c.end-c.first < 2
	})
}

// pick returns the list that counts, and how many there are. The last run of enough moves counts, or, if exact is false, the
// longest of these; where there is none, the longest of the short ones, joined with those that look alike.
func (r *reader) pick(enough int, exact bool) (best list, many int) {
	runs := r.runs()
	for _, c := range runs {
		if n := c.end - c.first; n >= enough {
			many++
			if exact || n >= len(best.moves) {
				best = list{r.moves[c.first:c.end], c.first, c.end, false, c.cut}
			}
		}
	}
	if many > 0 {
		return best, many
	}
	for i, c := range runs {
		m := &r.moves[c.first]
		isLike := func(c run) bool { return !m.listed && m.isLike(&r.moves[c.first]) }
		if slices.ContainsFunc(runs[:i], isLike) {
			continue
		}
		l := list{r.moves[c.first:c.end], c.first, c.end, false, c.cut}
		for _, next := range runs[i+1:] {
			if !l.cut && isLike(next) {
				l.moves = append(slices.Clip(l.moves), r.moves[next.first:next.end]...)
				l.end, l.joined, l.cut = next.end, true, next.cut
			}
		}
		if many++; len(l.moves) > len(best.moves) || len(l.moves) == len(best.moves) && l.end > best.end {
			best = l
		}
	}
	return best, many
}

// doubts returns the lines in or next to a list that look like moves and are not among its own; and those after it, if with the
// moves there they are enough for another list.
func (r *reader) doubts(l *list, enough int) (lines []note) {
	looks := func(n note) bool {
		return n.kind == doubt || n.kind == plan && l.joined && n.at > l.first && n.at < l.end
	}
	before, after := true, true // nothing but blank lines is between
	later, laterMoves := []note(nil), len(r.moves)-l.end
	for _, n := range r.notes {
		switch {
		case n.at > l.first && n.at < l.end && looks(n):
			lines = append(lines, n)
		case n.at >= l.end && looks(n):
			if after && n.at == l.end && !l.listed() {
				lines = append(lines, n)
			} else {
				later = append(later, n)
			}
		case n.at == l.end && n.kind != ellipsis:
			after = false
		}
	}
	for i := len(r.notes) - 1; i >= 0; i-- {
		if n := r.notes[i]; n.at == l.first && before && !l.listed() {
			if before = looks(n); before {
				lines = append([]note{n}, lines...)
			}
		}
	}
	other := func(i int) {
		if m := &r.moves[i]; !m.isLike(&l.moves[0]) {
			lines = append(lines, note{doubt, i, int(m.start), m.end()})
		}
	}
	hasNote := func(at int) bool { return slices.ContainsFunc(r.notes, func(n note) bool { return n.at == at }) }
	if l.first > 0 && !l.listed() && !hasNote(l.first) {
		other(l.first - 1)
	}
	if l.end < len(r.moves) && !l.listed() && !hasNote(l.end) {
		other(l.end)
	}
	if l.joined {
		for i := l.first; i < l.end; i++ {
			other(i)
		}
	}
	if len(later) > 0 && len(later)+laterMoves+len(lines) >= enough {
		lines = append(lines, later...)
	}
	slices.SortFunc(lines, func(a, b note) int { return a.start - b.start })
	return lines
}

func (l *list) listed() bool { return len(l.moves) > 0 && l.moves[0].listed }
