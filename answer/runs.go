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
	plan       bool  // a line about several disks is before it
	loose      bool  // words stand before its last move
	missed     int   // what was not understood in it, or right behind
}

func (c *run) len() int { return c.end - c.first }

// said returns how many moves it tells: with what was not understood, as far as that is no more than the moves.
func (c *run) said() int { return c.len() + min(c.missed, c.len()) }

// gap is what stands between the last move and the next.
type gap struct{ prose, heading, phase, plan bool }

// gatherer makes runs of the moves of a segment.
type gatherer struct {
	moves   []move
	runs    []run
	misses  []miss
	short   []miss // lines without a move that have two short names at an arrow or in brackets
	enough  int    // a list of so many moves may solve the puzzle
	disks   int    // the number of the largest; 0 if it is not known
	gap     gap
	title   title
	waiting int32 // the number of the next move, on a line of its own
}

// title is what there was before the last move, which is a title: the next may say it again.
type title struct {
	is   bool
	runs int
	last run
	gap  gap
}

// miss is part of a text that looks like a move and was not understood.
type miss struct {
	start, end    int
	at            int  // the moves before it
	after, before bool // it is next to the move before it or behind it
}

// says takes what a line says.
func (g *gatherer) says(u *reading, start, end int) {
	if u.is == empty {
		return
	}
	g.gap.plan = g.gap.plan || u.is&plan != 0 && len(u.moves) > 0
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

// bracket takes a list in brackets: the moves from one on.
func (g *gatherer) bracket(first, missed int, isCut bool) {
	g.runs = append(g.runs, run{first: first, end: len(g.moves), notation: g.moves[first].notation, bracket: true, cut: isCut, missed: missed, label: none})
	g.gap, g.title, g.waiting = gap{}, title{}, none
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

// isTitle reports whether the last move is a title, and a move says the same: it is counted once.
func (g *gatherer) isTitle(m move) bool {
	n := len(g.moves) - 1
	if !g.title.is || m.flags&titled != 0 {
		return false
	}
	counts := g.moves[n].label >= 0 && m.label == g.moves[n].label+1
	return !counts && sameMove(g.moves[n], m, g.disks)
}

// saidTwice reports whether the last move stands behind its number, and a move says the same on a line of its own.
func (g *gatherer) saidTwice(m move) bool {
	n := len(g.moves) - 1
	return n >= 0 && g.gap == (gap{}) && g.moves[n].label >= 0 && m.label < 0 && m.flags&first != 0 && sameMove(g.moves[n], m, g.disks)
}

// move adds a move to the run that it continues, or begins one.
func (g *gatherer) move(m move) {
	if m.label < 0 && m.flags&first != 0 {
		m.label = g.waiting
	}
	g.waiting = none
	if g.isTitle(m) {
		t := g.title
		g.moves, g.runs, g.gap = g.moves[:len(g.moves)-1], g.runs[:t.runs], t.gap
		if t.runs > 0 {
			g.runs[t.runs-1] = t.last
		}
		g.gap.phase = true
	}
	g.title.is = false
	loosely := m.flags&loose != 0 && m.label < 0
	g.gap.prose = g.gap.prose || loosely
	switch {
	case m.flags&quad != 0 && !g.follows(m.label):
		g.miss(int(m.start), m.end())
		return
	case g.saidTwice(m):
		last := &g.moves[len(g.moves)-1]
		last.disk, last.from = min(last.disk, m.disk), min(last.from, m.from)
		return
	}
	before := g.gap
	begins, joins := g.begins(&m)
	for i := len(g.misses) - 1; i >= 0 && g.misses[i].at == len(g.moves); i-- {
		g.misses[i].before = g.misses[i].before || !g.gap.prose
	}
	if begins {
		g.dropPlan()
	}
	if n := len(g.runs); m.flags&titled != 0 {
		if g.title = (title{is: true, runs: n, gap: before}); n > 0 {
			g.title.last = g.runs[n-1]
		}
	}
	if begins {
		g.runs = append(g.runs, run{first: len(g.moves), joins: joins, label: none, plan: g.gap.plan})
	}
	c := &g.runs[len(g.runs)-1]
	if m.label >= 0 {
		c.label = m.label
	}
	g.moves = append(g.moves, m)
	c.notation, c.end, c.cut = m.notation, len(g.moves), m.flags&endsList != 0
	c.loose = loosely
	g.gap = gap{}
}

// note takes a line without a move, or of which something was not understood.
func (g *gatherer) note(is kind, label int32, start, end int) {
	var c *run
	if len(g.runs) > 0 {
		c = &g.runs[len(g.runs)-1]
	}
	g.title.is = g.title.is && is&(heading|numbered|states) != 0
	g.gap.plan = g.gap.plan || is&plan != 0
	g.gap.phase = g.gap.phase || is&phase != 0
	counts := c != nil && label >= 0 && label == c.label+1 && c.label >= 0 && !g.gap.prose && is&heading == 0 && !g.isPlan(c)
	inList := c != nil && is&framed != 0 && g.gap == (gap{}) && (c.notation == asTriples || c.notation == asObjects)
	switch {
	case is&cut != 0:
		if c != nil {
			c.cut = true
		}
		return
	case is&numbered != 0: // the move is on the next line
		g.waiting = label
		g.gap.phase = true
		return
	case is&states != 0:
		return
	case counts || inList || is&missed != 0 && is&heading == 0:
		g.miss(start, end)
	case is&short != 0:
		g.short = append(g.short, miss{start: start, end: end})
	}
	if counts {
		c.label++
	} else if label >= 0 {
		g.gap.phase = true // the number of a part
	}
	g.gap.heading = g.gap.heading || is&heading != 0
	g.gap.prose = g.gap.prose || !counts && !inList && is&(heading|row|missed) == 0
	g.waiting = none
}

// miss notes what was not understood.
func (g *gatherer) miss(start, end int) {
	after := len(g.runs) > 0 && !g.gap.prose
	if after {
		g.runs[len(g.runs)-1].missed++
	}
	g.misses = append(g.misses, miss{start: start, end: end, at: len(g.moves), after: after})
}

// dropPlan drops the last run if it is one move between lines about several disks: a step of a plan.
func (g *gatherer) dropPlan() {
	if n := len(g.runs) - 1; n >= 0 && g.isPlan(&g.runs[n]) && g.gap.plan {
		g.runs = g.runs[:n]
	}
}

func (g *gatherer) isPlan(c *run) bool { return c.plan && c.len() == 1 && c.len() < g.enough }

// follows reports whether the number of a row of four values counts up by one.
func (g *gatherer) follows(label int32) bool {
	if len(g.runs) == 0 || label <= 1 {
		return label <= 1
	}
	return g.runs[len(g.runs)-1].label == label-1
}

// begins reports whether a move begins a run, and whether only prose is between that and
// the run before.
func (g *gatherer) begins(m *move) (begins, joins bool) {
	if len(g.runs) == 0 {
		return true, false
	}
	if m.label > 1 && g.goesOn(m.label) {
		return false, false
	}
	c := &g.runs[len(g.runs)-1]
	isNumbered := m.label >= 0
	switch {
	case c.bracket, c.cut, m.notation != c.notation:
		return true, false
	case !isNumbered || m.label > c.label:
	case g.gap.phase:
		m.flags |= again
	case m.label == 1 && c.len() >= 3, c.len() >= g.enough: // the disks of a solution begin with 1, 2, 1
		return true, false
	}
	if isNumbered != (c.label >= 0) && m.flags&first != 0 {
		return true, false
	}
	return g.gap.prose || c.loose || g.gap.heading && !g.gap.phase, isNumbered == (c.label >= 0)
}

// goesOn reports whether there is a run that a number continues. What is between is dropped, if
// it is not numbered and too short to be a list.
func (g *gatherer) goesOn(label int32) bool {
	for i := len(g.runs) - 1; i >= 0; i-- {
		switch c := &g.runs[i]; {
		case c.label == label-1 && !c.cut && !c.bracket:
			for k := len(g.misses) - 1; k >= 0 && g.misses[k].at > c.end; k-- {
				g.misses[k].at = c.end
			}
			for _, m := range g.moves[c.end:] {
				if m.flags&loose == 0 {
					g.misses = append(g.misses, miss{start: int(m.start), end: m.end(), at: c.end, after: true})
				}
			}
			g.runs, g.moves = g.runs[:i+1], g.moves[:c.end]
			return true
		case c.label >= 0, c.len() >= g.enough:
			return false
		}
	}
	return false
}

// lists makes lists of the runs: one that is long enough or in brackets is a list by itself, and
// shorter ones with nothing but prose between are one list.
func (g *gatherer) lists() (lists []run) {
	short := func(c run) bool { return !c.bracket && c.len() < g.enough }
	for i, end := 0, 0; i < len(g.runs); i = end {
		l := g.runs[i]
		for end = i + 1; end < len(g.runs) && short(g.runs[i]) && g.runs[end].joins && short(g.runs[end]); end++ {
			if l.len() >= g.enough && g.moves[g.runs[end].first].flags&loose != 0 { // a remark on what was done
				break
			}
			l.end, l.cut, l.missed = g.runs[end].end, g.runs[end].cut, l.missed+g.runs[end].missed
		}
		// Moves that name one peg only are no list where there is no other, and no number.
		if l.label >= 0 || l.len() > 1 || g.moves[l.first].from != nowhere {
			lists = append(lists, l)
		}
	}
	return lists
}

// pick returns the list that counts, by its form alone, and how many may count.
func (g *gatherer) pick(lists []run, how string, exact bool) (best run, many int) {
	long := slices.DeleteFunc(slices.Clone(lists), func(l run) bool { return !exact || l.said() < g.enough })
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

// skipped counts what was not understood within or next to a list, and returns the first. Where there is no list, all
// counts, and so do lines with two short names at an arrow or in brackets.
func (g *gatherer) skipped(l run, many int) (count int, first miss) {
	misses := g.misses
	if many == 0 {
		misses = append(misses, g.short...)
	}
	all := many == 0 || len(misses) > l.len()
	for _, m := range misses {
		if all || m.at > l.first && m.at < l.end || m.at == l.end && m.after || m.at == l.first && m.before {
			if count++; count == 1 || m.start < first.start {
				first = m
			}
		}
	}
	return count, first
}
