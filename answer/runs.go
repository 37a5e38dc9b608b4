package answer

import "slices"

// run is moves in one notation that follow each other.
type run struct {
	first, end int
	notation   notation
	bracket    bool  // it is a list by itself
	joins      bool  // nothing but prose is between it and the run before
	cut        bool  // it ends in half a move, with an ellipsis or in an open bracket
	label      int32 // of its last move that has one
	numbered   bool  // its moves have numbers in their lines
	missed     int   // what was not understood in it, or right behind
}

func (c *run) len() int { return c.end - c.first }

// gap is what stands between two moves. A heading is prose, too.
type gap struct{ prose, phase, plan bool }

// gatherer makes runs of the moves of a segment.
type gatherer struct {
	moves   []move
	runs    []run
	misses  []miss
	enough  int   // a list of so many moves may solve the puzzle
	disks   int   // the number of the largest; 0 if it is not known
	waiting int   // the last move, if it is in no run yet: the next may say it again
	before  gap   // the move that waits
	gap     gap   // behind the last move
	number  int32 // of the next move, by a line with nothing else; or none
}

// miss is part of a text that looks like a move and was not understood.
type miss struct {
	start, end    int
	at            int  // the moves before it
	after, before bool // it is next to the move before it, or in a list before its moves
	short         bool // it counts only where there is no list
}

// says takes what a line says.
func (g *gatherer) says(u *reading, start, end int) {
	if u.is == empty {
		return
	}
	for i, m := range u.moves {
		if i == u.missed-1 {
			g.miss(start, end)
		}
		m.start += uint32(start)
		if len(u.moves) == 1 && (u.is&heading != 0 || m.flags&loose != 0 && m.label < 0 || m.disk == diskLargest) {
			m.flags |= titled
		}
		if i == 0 {
			m.flags |= first
		}
		g.move(m)
	}
	if u.missed > len(u.moves) {
		u.is |= missed
	}
	if len(u.moves) > 0 {
		u.is |= row
	}
	if u.is&row == 0 || u.is&missed != 0 {
		g.note(u.is, u.label, start, end)
	}
}

// move takes a move, which waits for the next one. The move that it says again is dropped.
func (g *gatherer) move(m move) {
	if m.label < 0 && g.number >= 0 {
		m.label, m.flags = g.number, m.flags|given
	}
	g.number = none
	if g.waiting >= 0 && g.repeats(&m) {
		said := g.moves[g.waiting]
		g.drop()
		if said.flags&titled != 0 {
			g.gap.phase = true
		} else {
			m.label, m.disk, m.from = said.label, min(m.disk, said.disk), min(m.from, said.from)
		}
	}
	g.settle()
	if m.flags&quad != 0 && m.label > 1 && !g.follows(m.label) {
		g.miss(int(m.start), m.end())
		return
	}
	g.waiting, g.before, g.gap = len(g.moves), g.gap, gap{}
	g.moves = append(g.moves, m)
}

// repeats reports whether a move says again what the one that waits says, which is a title or has a number.
func (g *gatherer) repeats(m *move) bool {
	said := &g.moves[g.waiting]
	isTitle := said.flags&titled != 0 && m.flags&titled == 0 && (said.label < 0 || m.label != said.label+1)
	return (isTitle || said.label >= 0 && m.label < 0 && m.flags&(first|loose) == first) && sameMove(*said, *m, g.disks)
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

// drop drops the move that waits.
func (g *gatherer) drop() {
	g.moves, g.waiting, g.gap = g.moves[:g.waiting], none, g.before
}

// isStep reports whether the move that waits is a step of a plan, if the next line is one: a title or a numbered move behind
// a plan, which does not continue the numbers of a run.
func (g *gatherer) isStep() bool {
	if g.waiting < 0 || !g.before.plan {
		return false
	}
	m := &g.moves[g.waiting]
	return (m.flags&titled != 0 || m.label >= 0) && !g.follows(m.label)
}

// follows reports whether a number is the next of the last run.
func (g *gatherer) follows(label int32) bool {
	n := len(g.runs) - 1
	return n >= 0 && label > 0 && g.runs[n].label == label-1
}

// settle adds the move that waits to the run that it continues, or begins one.
func (g *gatherer) settle() {
	if g.waiting < 0 {
		return
	}
	begins, joins := g.begins(&g.moves[g.waiting])
	if begins {
		g.runs = append(g.runs, run{first: g.waiting, joins: joins, label: none})
	}
	c, m := &g.runs[len(g.runs)-1], &g.moves[g.waiting]
	if m.label >= 0 {
		c.label, c.numbered = m.label, m.flags&given == 0
	}
	c.notation, c.end, c.cut = m.notation, g.waiting+1, m.flags&endsList != 0
	g.waiting = none
}

// begins reports whether a move begins a run, and whether only prose is between that and the run before.
func (g *gatherer) begins(m *move) (begins, joins bool) {
	if len(g.runs) == 0 {
		return true, false
	}
	if m.label > 1 && g.goesOn(m.label) {
		return false, false
	}
	c := &g.runs[len(g.runs)-1]
	switch isNumbered := m.label >= 0 && m.flags&given == 0; {
	case c.bracket, c.cut, m.notation != c.notation, isNumbered != c.numbered && m.flags&first != 0:
		return true, false
	case m.label >= 0 && m.label <= c.label && g.before.phase:
		m.flags &^= bareLabel
	case m.label == 1 && c.len() >= 3: // the disks of a solution begin with 1, 2, 1
		return true, false
	}
	isProse := func(m *move) bool { return m.flags&loose != 0 && m.label < 0 }
	last := &g.moves[c.end-1]
	other := isProse(m) != isProse(last) || (m.flags^last.flags)&strong != 0
	return m.flags&first != 0 && (g.before.prose || other), true
}

// goesOn reports whether there is a run that a number continues. Shorter runs without numbers that are between are not
// understood.
func (g *gatherer) goesOn(label int32) bool {
	for i := len(g.runs) - 1; i >= 0; i-- {
		switch c := &g.runs[i]; {
		case c.label == label-1 && !c.cut && !c.bracket:
			if c.end < g.waiting {
				g.misses = append(g.misses, miss{start: int(g.moves[c.end].start), end: g.moves[g.waiting-1].end(), at: c.end, after: true})
				g.moves = slices.Delete(g.moves, c.end, g.waiting)
			}
			g.runs, g.waiting = g.runs[:i+1], c.end
			return true
		case c.label >= 0, c.len() >= g.enough:
			return false
		}
	}
	return false
}

// bracket takes a list in brackets: the moves from one on.
func (g *gatherer) bracket(first, missed int, isCut bool) {
	size := len(g.moves) - first
	g.settle()
	first = len(g.moves) - size
	g.runs = append(g.runs, run{first: first, end: len(g.moves), notation: g.moves[first].notation, bracket: true, cut: isCut, missed: missed, label: none})
	g.gap, g.number = gap{}, none
}

// note takes a line without a move, or of which something was not understood.
func (g *gatherer) note(is kind, label int32, start, end int) {
	switch {
	case is&states != 0:
		return
	case is&numbered != 0:
		if g.settle(); label == 1 || g.follows(label) {
			g.number = label
		}
		g.gap.phase = true
		return
	case is&plan != 0 && g.isStep():
		g.drop()
	case is&cut != 0 || label >= 0:
		g.settle()
	}
	n := len(g.runs) - 1
	counts := g.follows(label) && is&heading == 0 && !g.gap.prose
	inList := is&framed != 0 && len(g.moves) > 0 && g.moves[len(g.moves)-1].notation == asTriples
	isMiss := counts || inList || is&missed != 0 && (is&heading == 0 || label >= 0)
	switch {
	case is&cut != 0:
		if n >= 0 {
			g.runs[n].cut = true
		}
		return
	case isMiss:
		g.miss(start, end)
	case is&short != 0:
		g.misses = append(g.misses, miss{start: start, end: end, short: true})
	}
	if counts {
		g.runs[n].label = label
	}
	g.gap.phase = g.gap.phase || is&phase != 0 || label >= 0 && !counts
	g.gap.plan = g.gap.plan || is&plan != 0
	g.gap.prose = g.gap.prose || !isMiss && is&row == 0
}

// miss notes what was not understood.
func (g *gatherer) miss(start, end int) {
	g.settle()
	after := len(g.runs) > 0 && !g.gap.prose
	if after {
		g.runs[len(g.runs)-1].missed++
	}
	g.misses = append(g.misses, miss{start: start, end: end, at: len(g.moves), after: after})
}

// lists makes lists of the runs: one that is long enough or in brackets is a list by itself, and
// shorter ones with nothing but prose between are one list.
func (g *gatherer) lists() (lists []run) {
	g.settle()
	short := func(c run) bool { return !c.bracket && c.len() < g.enough }
	for i, end := 0, 0; i < len(g.runs); i = end {
		l := g.runs[i]
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

// skipped counts what was not understood within, before or right behind a list, and returns the first. Where there is no
// list, all counts.
func (g *gatherer) skipped(l run, many int) (count int, first miss) {
	for _, m := range g.misses {
		isNear := many == 0 || m.at > l.first && m.at < l.end || m.at == l.end && m.after || m.at == l.first && (m.before || !l.bracket)
		if isNear && (many == 0 || !m.short) {
			if count++; count == 1 || m.start < first.start {
				first = m
			}
		}
	}
	return count, first
}
