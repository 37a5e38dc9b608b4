package answer

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// reader finds the moves of a text.
type reader struct {
	lexer
	disks   int
	only    string // the notation asked for; "" for all
	pattern *regexp.Regexp
	enough  int  // a list of so many moves may solve the puzzle
	exact   bool // enough is the optimum

	kept    map[string]*reading
	columns columns // of the table that is read

	text      []byte
	end       int // of the part that is read
	moves     []move
	runs      []run
	misses    []miss
	gap       gap
	before    run // of the last move, which a heading names
	gapBefore gap
	waiting   int32  // the number of the next move, on a line of its own
	entry     fields // of a move, on the lines before
}

// maxPart is how much of a line is looked at once.
const maxPart = 8 << 10

// readPart reads text[start:end].
func (r *reader) readPart(text []byte, start, end int) {
	r.text, r.end = text, end
	r.moves, r.runs, r.misses = r.moves[:0], r.runs[:0], r.misses[:0]
	r.gap, r.waiting, r.entry = gap{}, none, fields{}
	r.setColumns(columns{})
	for i := start; i < end; {
		i = r.readLine(i)
	}
	r.endEntry(end == len(text))
}

func (r *reader) setColumns(c columns) {
	if c != r.columns {
		r.columns = c
		clear(r.kept)
	}
}

// readLine reads the line at i, or part of it, and returns where to go on.
func (r *reader) readLine(i int) (next int) {
	stop := min(r.end, i+maxPart)
	next = stop
	if n := bytes.IndexByte(r.text[i:stop], '\n'); n >= 0 {
		stop = i + n
		next = stop + 1
	}
	text := r.text[i:stop]
	u := r.kept[string(text)]
	if u == nil {
		if tag := strayTag.FindIndex(text); tag != nil { // it is as a line of its own
			if tag[0] == 0 {
				r.gap.heading = true
				return i + tag[1]
			}
			text = text[:tag[0]]
			stop = i + tag[0]
			next = stop
		}
		clean, list, end := r.brackets(i, stop)
		if list >= 0 {
			r.take(r.parse(clean), i)
			r.entry = fields{}
			return r.list(list)
		}
		u = r.parse(clean)
		if n := len(u.moves) - 1; len(text) == maxPart && n > 0 { // it goes on behind the last whole move
			u.moves, u.misses = u.moves[:n], nil
			next = i + u.moves[n-1].end()
		}
		if end > stop {
			next = end
		} else {
			r.keep(r.text[i:stop], u)
		}
	}
	if next == len(r.text) && len(u.moves) == 0 && u.is&field == 0 && r.beginsLike(text) {
		r.ellipsis()
		return next
	}
	r.take(u, i)
	return next
}

// brackets returns a line with marks in place of states, and where these end; or the line up to
// a list of moves, and where that begins.
func (r *reader) brackets(start, stop int) (clean []byte, list, end int) {
	clean, end = r.text[start:stop], start
	for i := start; i < stop; i++ {
		if c := r.text[i]; c != '[' && c != '(' {
			continue
		}
		next, ok := r.isState(start, i)
		if !ok && end > start && len(bytes.Trim(r.text[end:i], " ,|")) == 0 { // beside another
			next, ok = r.elementEnd(i)
		}
		if !ok {
			if r.opensList(i) {
				return clean[:i-start], i, end
			}
			continue
		}
		mark := append([]byte{stateMark}, bytes.Repeat([]byte{' '}, min(next, stop)-i-1)...)
		clean = slices.Concat(clean[:i-start], mark, clean[min(next, stop)-start:])
		i, end = next-1, next
	}
	return clean, none, end
}

// beginsLike reports whether a line is the beginning of one like the last with a move, such as
// 1,C behind 1,A,C.
func (r *reader) beginsLike(line []byte) bool {
	n := len(r.runs) - 1
	if n < 0 || r.runs[n].bracket {
		return false
	}
	other, _, _ := bytes.Cut(r.text[r.runs[n].line:], []byte("\n"))
	r.scan(other)
	whole := slices.Clone(r.tok)
	r.scan(line)
	last := len(r.tok) - 1
	if last < 0 || last >= len(whole) {
		return false
	}
	isName := func(t token) bool { return strings.IndexByte("nldcSGOLMA", t.class) >= 0 }
	for i, t := range r.tok {
		word, want := line[t.start:t.end], other[whole[i].start:whole[i].end]
		value := isName(whole[i]) && (isName(t) || i == last)
		if !value && !bytes.Equal(word, want) && !(i == last && bytes.HasPrefix(want, word)) {
			return false
		}
	}
	return true
}

// take takes what a line says.
func (r *reader) take(u *reading, start int) {
	switch {
	case u.is&empty != 0:
		return
	case u.is&row == 0:
		r.setColumns(columns{})
	case u.is&heading != 0:
		r.setColumns(u.header)
	}
	if r.entry.end > 0 && u.is&field == 0 {
		if u.is&otherField != 0 {
			return
		}
		r.endEntry(false)
	}
	switch {
	case u.is&ellipsis != 0:
		r.ellipsis()
		return
	case u.is&numbers != 0: // the move is on the next line
		r.waiting = u.label
		r.gap.phase = true
		return
	case u.is&plan != 0:
		r.gap.plan = true
	}
	for _, m := range u.misses {
		r.miss(start+m.start, start+m.end, m.at)
	}
	for i, m := range u.moves {
		m.start += uint32(start)
		if i == 0 && m.label < 0 {
			m.label = max(u.label, r.waiting)
		}
		if m.flags&loose != 0 && m.label < 0 {
			r.gap.prose = true
		}
		if len(u.moves) == 1 && (u.is&announces != 0 || m.disk == diskLargest) {
			m.flags |= titled
		}
		r.add(m, u.indent, start)
	}
	if u.is&field != 0 {
		r.addFields(u, start)
		return
	}
	if len(u.moves) == 0 && u.is&(row|states) == 0 {
		r.prose(u, start)
	}
	r.waiting = none
}

// miss notes what was not understood, so many moves behind those so far.
func (r *reader) miss(start, end, moves int) {
	at := len(r.moves) + moves
	r.misses = append(r.misses, miss{start: start, end: end, at: at, after: moves > 0 || at > 0 && !r.gap.prose})
}

// prose notes a line without a move.
func (r *reader) prose(u *reading, start int) {
	if u.is&phase != 0 {
		r.gap.phase = true
	}
	skipped := false
	if n := len(r.runs) - 1; n >= 0 && u.label >= 0 {
		c := &r.runs[n]
		if u.indent < c.indent {
			r.gap.phase = true // a step whose moves are indented
		}
		if skipped = u.label == c.label+1 && u.is&plan == 0 && !r.gap.prose; skipped {
			c.label++
		}
	}
	if u.is&object != 0 && r.gap == (gap{}) && len(r.moves) > 0 {
		form := &forms[r.moves[len(r.moves)-1].form]
		skipped = skipped || form.notation == "triples" || form.notation == "jsonl"
	}
	switch {
	case skipped && len(u.misses) > 0:
	case skipped:
		r.miss(start, start+u.size, 0)
	case u.is&heading != 0:
		r.gap.heading = true
	default:
		r.gap.prose = true
	}
}

// addFields adds the fields of a line to the move of the lines before.
func (r *reader) addFields(u *reading, start int) {
	f := u.fields
	if f.end == 0 {
		return
	}
	f.start, f.end = f.start+start, f.end+start
	sum, ok := r.entry.with(f)
	if !ok {
		r.endEntry(false)
		sum = f
	}
	r.entry = sum
}

// endEntry adds the move of the fields so far, if they are enough; else the list may be cut.
func (r *reader) endEntry(cut bool) {
	e := r.entry
	r.entry = fields{}
	if m, ok := e.move(objectForm); ok {
		m.label, r.waiting = r.waiting, none
		r.add(m, 0, e.start)
	} else if cut && e.end > 0 {
		r.ellipsis()
	}
}
