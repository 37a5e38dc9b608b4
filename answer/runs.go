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
}

func (c *run) len() int { return c.end - c.first }

// gap is what stands between the last move and the next.
type gap struct{ prose, heading, phase, plan bool }

// gatherer makes runs of the moves of a segment. It moves those that count to the front.
type gatherer struct {
	made
	enough  int // a list of so many moves may solve the puzzle
	disks   int // the number of the largest; 0 if it is not known
	count   int // the moves so far
	runs    []run
	misses  []miss
	gap     gap
	waiting int32 // the number of the next move, on a line of its own
}

// miss is part of a text that looks like a move and was not understood.
type miss struct {
	start, end    int
	at            int  // the moves before it
	after, before bool // it is next to the move before it or behind it
}

// gather goes along the moves and the notes between them.
func (g *gatherer) gather() {
	g.waiting = none
	i := 0
	for k := 0; k <= len(g.notes); k++ {
		stop := len(g.moves)
		if k < len(g.notes) {
			stop = g.notes[k].at
		}
		for ; i < stop; i++ {
			g.move(g.moves[i], g.saidAgain(i, k))
		}
		if k == len(g.notes) {
			break
		}
		n := &g.notes[k]
		switch {
		case n.is&element != 0:
			g.misses = append(g.misses, miss{n.start, n.end, g.count - (i - n.at), true, true})
			continue
		case n.is&listed == 0:
			g.note(n)
			continue
		}
		first := g.count
		g.count += copy(g.moves[g.count:], g.moves[i:i+n.moves])
		i += n.moves
		g.runs = append(g.runs, run{first: first, end: g.count, notation: g.moves[first].notation, bracket: true, cut: n.is&cut != 0, label: none})
		g.gap = gap{}
	}
	g.dropPlan()
}

// saidAgain reports whether move i is a title, and the next move is the same: it is counted once. Notes from k on are behind
// the move.
func (g *gatherer) saidAgain(i, k int) bool {
	if g.moves[i].flags&titled == 0 || i+1 == len(g.moves) {
		return false
	}
	for ; k < len(g.notes) && g.notes[k].at == i+1; k++ {
		if g.notes[k].is&(heading|numbered|states) == 0 {
			return false
		}
	}
	m, next := g.moves[i], g.moves[i+1]
	counts := m.label >= 0 && next.label == m.label+1
	return !counts && next.flags&titled == 0 && sameMove(m, next, g.disks)
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

// move adds a move to the run that it continues, or begins one.
func (g *gatherer) move(m move, saidAgain bool) {
	if m.label < 0 && m.flags&first != 0 {
		m.label = g.waiting
	}
	g.waiting = none
	loosely := m.flags&loose != 0 && m.label < 0
	g.gap.prose = g.gap.prose || loosely
	switch {
	case saidAgain:
		g.gap.phase = true
		return
	case m.flags&quad != 0 && !g.follows(m.label):
		g.miss(int(m.start), m.end())
		return
	case g.count > 0 && g.gap == (gap{}) && g.moves[g.count-1].label >= 0 && m.label < 0 && m.flags&first != 0 &&
		sameMove(g.moves[g.count-1], m, g.disks): // it stands behind its number, too
		return
	}
	begins, joins := g.begins(&m)
	for i := len(g.misses) - 1; i >= 0 && g.misses[i].at == g.count; i-- {
		g.misses[i].before = g.misses[i].before || !g.gap.prose
	}
	if begins {
		g.dropPlan()
		g.runs = append(g.runs, run{first: g.count, joins: joins, label: none, plan: g.gap.plan})
	}
	c := &g.runs[len(g.runs)-1]
	if m.label >= 0 {
		c.label = m.label
	}
	g.moves[g.count] = m
	g.count++
	c.notation, c.end, c.cut = m.notation, g.count, m.flags&endsList != 0
	g.gap = gap{prose: loosely}
}

// note takes a line without a move.
func (g *gatherer) note(n *note) {
	var c *run
	if len(g.runs) > 0 {
		c = &g.runs[len(g.runs)-1]
	}
	g.gap.plan = g.gap.plan || n.is&plan != 0
	g.gap.phase = g.gap.phase || n.is&phase != 0
	counts := c != nil && n.label >= 0 && n.label == c.label+1 && c.label >= 0 && !g.gap.prose && n.is&heading == 0 && !g.isPlan(c)
	inList := c != nil && n.is&framed != 0 && g.gap == (gap{}) && (c.notation == asTriples || c.notation == asObjects)
	switch {
	case n.is&cut != 0:
		if c != nil {
			c.cut = true
		}
		return
	case n.is&numbered != 0: // the move is on the next line
		g.waiting = n.label
		g.gap.phase = true
		return
	case n.is&states != 0:
		return
	case counts || inList || n.is&missed != 0 && n.is&heading == 0:
		g.miss(n.start, n.end)
	}
	if counts {
		c.label++
	} else if n.label >= 0 {
		g.gap.phase = true // the number of a part
	}
	g.gap.heading = g.gap.heading || n.is&heading != 0
	g.gap.prose = g.gap.prose || !counts && !inList && n.is&(heading|row|missed) == 0
	g.waiting = none
}

// miss notes what was not understood.
func (g *gatherer) miss(start, end int) {
	g.misses = append(g.misses, miss{start: start, end: end, at: g.count, after: g.count > 0 && !g.gap.prose})
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
	return g.gap.prose || g.gap.heading && !g.gap.phase, isNumbered == (c.label >= 0)
}

// goesOn reports whether there is a run that a number continues. What is between is dropped, if
// it is not numbered and too short to be a list.
func (g *gatherer) goesOn(label int32) bool {
	for i := len(g.runs) - 1; i >= 0; i-- {
		switch c := &g.runs[i]; {
		case c.label == label-1 && !c.cut && !c.bracket:
			for _, m := range g.moves[c.end:g.count] {
				if m.flags&loose == 0 {
					g.misses = append(g.misses, miss{start: int(m.start), end: m.end(), at: c.end, after: true})
				}
			}
			g.runs, g.count = g.runs[:i+1], c.end
			for k := len(g.misses) - 1; k >= 0 && g.misses[k].at > c.end; k-- {
				g.misses[k].at = c.end
			}
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
			l.end, l.cut = g.runs[end].end, g.runs[end].cut
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
	long := slices.DeleteFunc(slices.Clone(lists), func(l run) bool { return !exact || l.len() < g.enough })
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
	for _, n := range g.notes {
		if many == 0 && n.is&short != 0 && n.is&missed == 0 {
			misses = append(misses, miss{start: n.start, end: n.end})
		}
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
