package answer

import "slices"

// run is moves in one notation that follow each other.
type run struct {
	first, end int
	notation   notation
	bracket    bool  // it is a list by itself
	joins      bool  // nothing but prose is between it and the run before
	close      bool  // not even prose is
	cut        bool  // it ends in half a move, with an ellipsis or in an open bracket
	numbered   bool  // its moves have numbers in their lines
	label      int32 // of its last move that has one
	missed     int   // what was not understood in it, or right behind
}

func (c *run) len() int { return c.end - c.first }

// gatherer makes runs of the moves of a segment.
type gatherer struct {
	moves  []move // at first as they were read
	notes  []note
	runs   []run
	misses []note // what looks like a move and was not understood; short lines, too
	enough int    // a list of so many moves may solve the puzzle
	disks  int    // the number of the largest; 0 if it is not known
	number int32  // of the next move, by a line with nothing else; or 0
	gap    kind   // what is behind the last move: phase, plan, prose
}

// note is a line without a move, or part of a text that was not understood.
type note struct {
	is         kind
	label      int32
	start, end int
	at         int  // the moves before it
	after      bool // it is next to the last of these
}

// note notes a line, or part of one.
func (g *gatherer) note(is kind, label int32, start, end int) {
	if n := len(g.notes); is == 0 && n > 0 && g.notes[n-1].is == 0 && g.notes[n-1].at == len(g.moves) && label < 0 {
		return // more prose
	}
	g.notes = append(g.notes, note{is: is, label: label, start: start, end: end, at: len(g.moves)})
}

// says takes what a line says.
func (g *gatherer) says(u *reading, start, end int) {
	if u.is&empty != 0 {
		return
	}
	for i, m := range u.moves {
		if i == u.missed-1 {
			g.note(missed, none, start, end)
		}
		m.start += uint32(start)
		if len(u.moves) == 1 && (u.is&heading != 0 || m.flags&loose != 0 || m.disk == diskLargest) {
			m.flags |= titled
		}
		if i == 0 {
			m.flags |= first
		}
		g.moves = append(g.moves, m)
	}
	if u.missed > len(u.moves) {
		u.is |= missed
	}
	if len(u.moves) == 0 || u.is&missed != 0 {
		g.note(u.is, u.label, start, end)
	}
}

// gather makes the runs.
func (g *gatherer) gather() {
	read, rest := g.moves, g.notes
	g.moves = read[:0]
	for i := 0; ; i++ {
		for ; len(rest) > 0 && rest[0].at == i; rest = rest[1:] {
			g.heed(&rest[0])
		}
		if i == len(read) {
			return
		}
		g.add(i+1, read[i:], rest)
	}
}

// add adds move k, the first of some, unless it is a step of a plan, or the second says it again. The notes are those
// behind it.
func (g *gatherer) add(k int, moves []move, notes []note) {
	m := &moves[0]
	if m.label < 0 && g.number > 0 {
		m.label, m.flags = g.number, m.flags|given
	}
	g.number = 0
	isAlone, isPlan := m.flags&listed == 0, false
	for i := 0; isAlone && i < len(notes) && notes[i].at == k; i++ {
		isPlan = isPlan || notes[i].is&plan != 0
		isAlone = notes[i].label < 0
	}
	n := len(g.moves) - 1
	namesDisks := n >= 0 && g.gap == 0 && g.moves[n].notation == m.notation && g.moves[n].disk != diskTop
	switch isTitle := m.flags&titled != 0; {
	case isPlan && g.gap&plan != 0 && !g.follows(m.label):
		return
	case isAlone && len(moves) > 1 && repeats(m, &moves[1], g.disks):
		next := &moves[1]
		if isTitle {
			g.gap |= phase
		}
		if !isTitle || next.label < 0 && g.follows(m.label) {
			next.label, next.disk, next.from = m.label, min(m.disk, next.disk), min(m.from, next.from)
		}
		return
	case m.flags&(quad|listed) == quad && m.label > 1 && !g.follows(m.label),
		namesDisks && m.disk == diskTop && m.notation == asText && m.flags&(titled|loose|strong) == titled|loose|strong: // Diskzero: A → C
		g.miss(int(m.start), m.end())
		return
	}
	if begins, joins := g.begins(m); begins {
		g.runs = append(g.runs, run{first: len(g.moves), joins: joins, close: len(g.runs) > 0 && g.gap == 0, label: none, bracket: m.flags&listed != 0})
	}
	g.moves = append(g.moves, *m)
	c := &g.runs[len(g.runs)-1]
	if m.label >= 0 && !c.bracket {
		c.label, c.numbered = m.label, m.flags&given == 0
	}
	c.notation, c.end, c.cut = m.notation, len(g.moves), m.flags&endsList != 0
	g.gap = 0
}

// repeats reports whether a move says again what the one before it says, which is a title or has a number.
func repeats(said, m *move, disks int) bool {
	isTitle, isNumbered := said.flags&titled != 0 && m.label != said.label+1, said.label >= 0 && m.label < 0
	return (isTitle || isNumbered) && m.flags&(first|titled|loose|listed) == first && sameMove(*said, *m, disks)
}

// sameMove reports whether two readings may be of one move.
func sameMove(a, b move, disks int) bool {
	for _, m := range []*move{&a, &b} {
		if m.disk == diskLargest && disks > 0 {
			m.disk = uint8(disks)
		}
	}
	return (a.disk == b.disk || a.disk >= diskMiddle || b.disk >= diskMiddle) &&
		(a.from == b.from || a.from == nowhere || b.from == nowhere) && a.to == b.to
}

// follows reports whether a number is the next of the last run.
func (g *gatherer) follows(label int32) bool {
	n := len(g.runs) - 1
	return n >= 0 && label > 0 && g.runs[n].label == label-1
}

// begins reports whether a move begins a run, and whether only prose is between that and the run before.
func (g *gatherer) begins(m *move) (begins, joins bool) {
	if len(g.runs) == 0 || m.flags&(first|listed) == first|listed {
		return true, false
	}
	if m.flags&listed != 0 || m.label > 1 && g.goesOn(m.label) {
		return false, false
	}
	c := &g.runs[len(g.runs)-1]
	switch isNumbered := m.label >= 0 && m.flags&given == 0; {
	case c.bracket, c.cut, m.notation != c.notation, m.flags&first != 0 && isNumbered != c.numbered:
		return true, false
	case m.label >= 0 && m.label <= c.label && g.gap&phase != 0:
		m.flags &^= bareLabel
	case m.label == 1 && c.label > 2: // the disks of a solution begin with 1, 2, 1
		return true, false
	}
	isOther := m.label < 0 && (m.flags^g.moves[c.end-1].flags)&(strong|loose) != 0
	return m.flags&first != 0 && (g.gap&prose != 0 || isOther), true
}

// goesOn reports whether there is a run that a number continues. Shorter runs without numbers that are between are not
// understood.
func (g *gatherer) goesOn(label int32) bool {
	n := len(g.runs) - 1
	for n >= 0 && g.runs[n].label < 0 && g.runs[n].len() < g.enough {
		n--
	}
	if n < 0 || g.runs[n].label != label-1 {
		return false
	}
	if between := g.moves[g.runs[n].end:]; len(between) > 0 {
		g.moves, g.runs = g.moves[:g.runs[n].end], g.runs[:n+1]
		g.miss(int(between[0].start), between[len(between)-1].end())
	}
	return true
}

// heed takes a note into account.
func (g *gatherer) heed(p *note) {
	n := len(g.runs) - 1
	switch {
	case p.is&numbered != 0:
		if p.label == 1 || g.follows(p.label) {
			g.number = p.label
		}
		g.gap |= phase
		return
	case p.is&cut != 0:
		if n >= 0 {
			g.runs[n].cut = true
		}
		return
	}
	counts := g.follows(p.label) && p.is&heading == 0
	inList := p.is&framed != 0 && len(g.moves) > 0 && g.moves[len(g.moves)-1].notation == asTriples
	if counts || inList || p.is&missed != 0 && (p.is&heading == 0 || p.label >= 0) {
		g.miss(p.start, p.end)
	} else {
		g.gap |= prose
		if p.is&short != 0 {
			g.misses = append(g.misses, *p)
		}
	}
	switch {
	case counts:
		g.runs[n].label = p.label
	case p.label >= 0:
		g.gap |= phase
	}
	g.gap |= p.is & (phase | plan)
}

// miss notes what was not understood.
func (g *gatherer) miss(start, end int) {
	isNext := len(g.runs) > 0 && g.gap&prose == 0
	if isNext {
		g.runs[len(g.runs)-1].missed++
	}
	g.misses = append(g.misses, note{is: missed, start: start, end: end, at: len(g.moves), after: isNext})
}

// lists makes lists of the runs: one that is long enough or in brackets is a list by itself, and
// shorter ones with nothing but prose between are one list.
func (g *gatherer) lists() (lists []run) {
	g.gather()
	short := func(c run) bool { return !c.bracket && c.len() < g.enough }
	for i, end := 0, 0; i < len(g.runs); i = end {
		l := g.runs[i]
		if m := g.moves[l.first]; l.close && short(l) && !short(g.runs[i-1]) {
			before := g.moves[g.runs[i-1].first:l.first]
			isSaid := slices.ContainsFunc(before, func(other move) bool { return sameMove(other, m, g.disks) })
			if m.flags&titled == 0 || !isSaid { // else it is about that
				g.misses = append(g.misses, note{is: missed, start: int(m.start), end: m.end(), at: l.first, after: true})
			}
		}
		for end = i + 1; end < len(g.runs) && g.runs[end].joins && short(l) && short(g.runs[end]); end++ {
			l.end, l.cut, l.missed = g.runs[end].end, g.runs[end].cut, l.missed+g.runs[end].missed
		}
		// A move that names one peg only is no list where there is no other, and no number.
		if l.label >= 0 || l.len() > 1 || g.moves[l.first].from != nowhere {
			lists = append(lists, l)
		}
	}
	return lists
}

// pick returns the list that counts, by its form alone, and how many may count. What was not understood in a list is as
// its moves.
func (g *gatherer) pick(lists []run, how string, exact bool) (best run, many int) {
	long := slices.DeleteFunc(slices.Clone(lists), func(l run) bool { return !exact || l.len()+min(l.missed, l.len()) < g.enough })
	if len(long) > 0 {
		lists = long
	}
	for i, l := range lists {
		if i == 0 || how != "first" && (len(long) > 0 || l.len() >= best.len()) {
			best = l
		}
	}
	if how == "join" {
		var all []move
		for _, l := range lists {
			all = append(all, g.moves[l.first:l.end]...)
			best.cut = l.cut
		}
		g.moves, best.first, best.end = all, 0, len(all)
	}
	return best, len(lists)
}

// skipped returns what was not understood within, before or right behind a list. Where there is no list, that is all.
func (g *gatherer) skipped(l run, many int) []note {
	return slices.DeleteFunc(g.misses, func(m note) bool {
		isNear := m.at > l.first && m.at < l.end || m.at == l.end && m.after || m.at == l.first && !l.bracket
		return many > 0 && (!isNear || m.is&missed == 0)
	})
}
