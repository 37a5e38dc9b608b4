package answer

import (
	"bytes"
	"regexp"
	"slices"
)

// reader finds the moves of a text.
type reader struct {
	lexer
	only    string // the notation asked for; "" for all
	pattern *regexp.Regexp
	enough  int  // a list of so many moves may solve the puzzle
	exact   bool // enough is the optimum

	kept    map[string]*reading
	scratch []byte // for a key of kept
	columns columns

	text    []byte
	end     int     // of the part that is read
	tags    [][]int // in this part, and not yet reached
	moves   []move
	runs    []run
	misses  []miss
	gap     gap
	head    head
	waiting int32  // the number of the next move, on a line of its own
	entry   fields // of a move, so far
	indent  int    // of the entry
}

// maxPart is how much of a line is looked at once.
const maxPart = 8 << 10

// read reads part of a text.
func (r *reader) readPart(text []byte, start, end int) {
	r.text, r.end = text, end
	r.moves, r.runs, r.misses = r.moves[:0], r.runs[:0], r.misses[:0]
	r.gap, r.waiting, r.entry, r.head = gap{}, none, fields{}, head{}
	r.setColumns(columns{})
	r.tags = anyCut.FindAllIndex(text[start:end], -1)
	for _, tag := range r.tags {
		tag[0], tag[1] = tag[0]+start, tag[1]+start
	}
	for i := start; i < end; {
		i = r.readLine(i)
	}
	r.endEntry(end == len(text))
	r.addHead()
}

// readLine reads the line at i, or the first part of a long one, and returns where to go on.
func (r *reader) readLine(i int) (next int) {
	if len(r.tags) > 0 && r.tags[0][0] <= i { // it is as a line of its own
		next, r.tags = r.tags[0][1], r.tags[1:]
		r.gap.heading = true
		return next
	}
	stop := min(r.end, i+maxPart)
	if len(r.tags) > 0 {
		stop = min(stop, r.tags[0][0])
	}
	next = stop
	if n := bytes.IndexByte(r.text[i:stop], '\n'); n >= 0 {
		stop = i + n
		next = stop + 1
	}
	text := r.text[i:stop]
	u, label, shift := r.known(text)
	if u == nil {
		clean, list, end := r.brackets(i, stop)
		if list >= 0 {
			if !bytes.ContainsAny(clean, "{") {
				u = r.parse(clean)
				r.take(u, i, u.label, 0)
			}
			r.entry = fields{}
			r.addHead()
			return r.list(list)
		}
		u = r.parse(clean)
		label = u.label
		if n := len(u.moves) - 1; len(text) == maxPart && n > 0 { // it goes on behind the last whole move
			u.moves, u.misses = u.moves[:n], nil
			next = i + u.moves[n-1].end()
		}
		if end > stop {
			next = end
		} else {
			r.keep(text, u)
		}
	}
	if next == len(r.text) && len(u.moves) == 0 && u.is&field == 0 && r.beginsLike(text) {
		r.ellipsis()
		return next
	}
	r.take(u, i, label, shift)
	return next
}

// brackets returns a line with marks in place of states, and where these end; or the line up to
// a list of moves, and where that begins.
func (r *reader) brackets(i, stop int) (clean []byte, list, end int) {
	clean, end = r.text[i:stop], i
	copied := false
	for p := i; p < stop; p++ {
		if c := r.text[p]; c != '[' && c != '(' {
			continue
		}
		next, ok := r.isState(i, p)
		if !ok && copied && len(bytes.Trim(r.text[end:p], " ,|")) == 0 { // beside another
			next, ok = r.elementEnd(p)
		}
		switch {
		case ok:
			if !copied {
				clean, copied = bytes.Clone(clean), true
			}
			for k := p; k < min(next, stop); k++ {
				clean[k-i] = ' '
			}
			clean[p-i] = stateMark
			p, end = next-1, next
		case r.opensList(p):
			return clean[:p-i], p, end
		}
	}
	return clean, none, end
}

// beginsLike reports whether a line is the beginning of one like the last with a move.
func (r *reader) beginsLike(line []byte) bool {
	n := len(r.runs) - 1
	if n < 0 || r.runs[n].bracket || r.gap.prose {
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
	for i, t := range r.tok {
		word, want := line[t.start:t.end], other[whole[i].start:whole[i].end]
		slot := bytes.IndexByte([]byte("nldcSGOL"), whole[i].class) >= 0
		switch {
		case slot && (t.class == whole[i].class || i == last):
		case i == last && bytes.HasPrefix(want, word):
		case !bytes.Equal(word, want):
			return false
		}
	}
	return true
}

func (r *reader) setColumns(c columns) {
	if c != r.columns {
		r.columns, r.kept = c, nil
	}
}

// take takes what a line says.
func (r *reader) take(u *reading, base int, label int32, shift int) {
	if u.is&blank != 0 {
		return
	}
	if u.is&row == 0 {
		r.setColumns(columns{})
	} else if u.is&heading != 0 {
		r.setColumns(u.header)
	}
	if r.entry.end > 0 && u.is&field == 0 {
		if u.is&otherField != 0 && len(u.moves) == 0 {
			return
		}
		r.endEntry(false)
	}
	if u.is&ellipsis != 0 {
		r.ellipsis()
		return
	}
	if u.is&numbers != 0 { // the move is on the next line
		r.waiting = label
		r.gap.phase = true
		return
	}
	if u.is&plan != 0 {
		defer func() { r.gap.plan = true }()
		r.gap.plan = true
	}
	first := len(r.moves)
	for _, m := range u.misses {
		r.misses = append(r.misses, miss{start: m.start + base, end: m.end + base + shift, at: first + m.at, after: m.at > 0 || first > 0 && !r.gap.prose})
	}
	for i, m := range u.moves {
		m.start += uint32(base + shift)
		if i == 0 {
			if u.digits > 0 && m.label >= 0 {
				m.label = label
			}
			if m.label < 0 {
				m.label = r.waiting
			}
			if len(u.moves) == 1 && u.is&announces != 0 {
				r.addHead()
				r.head = head{m, u.indent, base, r.gap, true}
				r.gap = gap{}
				break
			}
		}
		if m.flags&loose != 0 && m.label < 0 {
			r.gap.prose = true
		}
		r.add(m, u.indent, base)
	}
	switch {
	case u.is&field != 0:
		r.addFields(u.fields, base, u.indent)
		return
	case len(u.moves) == 0 && u.is&row == 0:
		r.prose(u, base, label, shift)
	}
	r.waiting = none
}

// prose notes a line without a move.
func (r *reader) prose(u *reading, base int, label int32, shift int) {
	if u.is&states != 0 {
		return
	}
	if u.is&phase != 0 {
		if r.gap.phase = true; u.is&heading != 0 {
			r.gap.heading = true
			return
		}
	}
	skipped := miss{base, base + u.size + shift, len(r.moves), true, false}
	if n := len(r.runs) - 1; n >= 0 && label >= 0 {
		c := &r.runs[n]
		if u.indent < c.indent {
			r.gap.phase = true // a step whose moves are indented
		}
		if label == c.label+1 && !r.gap.prose && !r.gap.heading {
			c.label++
			if len(u.misses) == 0 {
				r.misses = append(r.misses, skipped)
			}
			return
		}
	}
	switch {
	case u.is&heading != 0:
		r.gap.heading = true
	case u.is&object != 0 && len(r.moves) > 0 && r.gap == gap{} && forms[r.moves[len(r.moves)-1].form].pattern[0] != 'v':
		r.misses = append(r.misses, skipped)
	default:
		r.gap.prose = true
	}
}

// addFields adds fields to the move of the lines before.
func (r *reader) addFields(f fields, base, indent int) {
	if f.end == 0 {
		return
	}
	f.start, f.end = f.start+base, f.end+base
	sum, ok := r.entry.with(f)
	if !ok {
		r.endEntry(false)
		sum = f
	}
	if r.entry.end == 0 {
		r.indent = indent
	}
	r.entry = sum
}

// endEntry adds the move of the fields so far, if they are enough; else the list may be cut.
func (r *reader) endEntry(cut bool) {
	f := r.entry
	r.entry = fields{}
	if m, ok := f.move(objectForm); ok {
		m.label, r.waiting = r.waiting, none
		r.add(m, r.indent, f.start)
	} else if n := len(r.runs) - 1; cut && f.end > 0 && n >= 0 {
		r.runs[n].cut = true
	}
}
