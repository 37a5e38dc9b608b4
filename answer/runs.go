package answer

import (
	"math"
	"slices"
)

// move is a move as it was read, in 16 bytes.
type move struct {
	start          uint32 // in the text
	label          int32  // its number in the list, or none
	size           uint16 // in the text; a longer one is cut, where it is quoted
	disk, from, to uint8  // codes, see words.go
	form           uint8
	flags          uint8
}

// stand says where in the text a move stands.
func (m *move) stand(start, end int) {
	m.start, m.size = uint32(start), uint16(min(end-start, math.MaxUint16))
}

func (m *move) end() int { return int(m.start) + int(m.size) }

const none = -1

// Flags of a move.
const (
	maybeDisk    = 1 << iota // its label may be its disk
	vague                    // its pegs may be a disk and a peg
	endsList                 // an ellipsis is behind it
	numbersAgain             // under a new heading
	loose                    // words of the same sentence stand before it
	titled                   // a heading names it
)

// run is moves in one notation that follow each other.
type run struct {
	first, end int
	form       uint8 // of its last move
	bracket    bool  // it is a list by itself
	joins      bool  // nothing but prose is between it and the run before
	cut        bool  // it ends in half a move, with an ellipsis or in an open bracket
	indent     int
	line       int   // where that of its last move starts
	label      int32 // of its last move that has one
	upwards    bool  // its labels count up by one
	plan       bool  // a line about several disks is before it
}

func (c *run) len() int { return c.end - c.first }

// gap is what stands between the last move and what is read now.
type gap struct{ prose, heading, phase, plan bool }

// append adds a move, and makes room for as many as the rest of the text has at this rate.
func (r *reader) append(m move) {
	if n := len(r.moves); n == cap(r.moves) {
		at := max(m.end(), 1)
		r.moves = slices.Grow(r.moves, 64+min((n+n/8)*max(r.end-at, 0)/at, 15*n))
	}
	r.moves = append(r.moves, m)
}

// add adds a move of a line to the run that it continues, or begins one.
func (r *reader) add(m move, indent, line int) {
	if n := len(r.moves) - 1; n >= 0 && !r.gap.prose && sameMove(r.numbered(r.moves[n]), r.numbered(m)) {
		switch last := r.moves[n]; {
		case last.flags&titled != 0 && m.label != last.label+1: // it is counted below its heading
			r.takeBack()
		case last.label >= 0 && m.label < 0 && r.gap == gap{}: // it stands behind its number, too
			return
		}
	}
	begins, joins := r.begins(&m)
	if !r.gap.prose {
		for i := len(r.misses) - 1; i >= 0 && r.misses[i].at >= len(r.moves); i-- {
			r.misses[i].before = true
		}
	}
	if begins {
		if n := len(r.runs) - 1; n >= 0 && r.gap.plan && r.runs[n].plan && r.runs[n].len() == 1 {
			r.runs = r.runs[:n] // the one move of a plan
		}
		r.runs = append(r.runs, run{first: len(r.moves), end: len(r.moves), joins: joins, label: none, upwards: true, plan: r.gap.plan})
	}
	c := &r.runs[len(r.runs)-1]
	if m.flags&titled != 0 {
		r.before, r.gapBefore = *c, r.gap
	}
	if m.label >= 0 {
		c.upwards = c.upwards && (c.label < 0 || m.label == c.label+1)
		c.label = m.label
	}
	c.indent, c.form, c.line = indent, m.form, line
	r.append(m)
	c.end = len(r.moves)
	r.gap = gap{}
	if m.flags&endsList != 0 {
		r.ellipsis()
	}
}

// numbered returns a move of the largest disk as one of its number.
func (r *reader) numbered(m move) move {
	if m.disk == diskLargest {
		m.disk = uint8(r.disks)
	}
	return m
}

// takeBack drops the last move, which a heading names.
func (r *reader) takeBack() {
	n := len(r.runs) - 1
	if r.runs[n] = r.before; r.before.len() == 0 {
		r.runs = r.runs[:n]
	}
	r.moves = r.moves[:len(r.moves)-1]
	r.gap = r.gapBefore
	r.gap.phase = true
}

// ellipsis ends a list.
func (r *reader) ellipsis() {
	if n := len(r.runs) - 1; n >= 0 {
		r.runs[n].cut = true
	}
}

// begins reports whether a move begins a run, and whether only prose is between that and
// the run before.
func (r *reader) begins(m *move) (begins, joins bool) {
	if len(r.runs) == 0 {
		return true, false
	}
	if m.label > 1 && r.goesOn(m.label) {
		return false, false
	}
	c := &r.runs[len(r.runs)-1]
	switch {
	case c.bracket, c.cut:
		return true, false
	case m.label < 0 || m.label > c.label:
	case r.gap.phase:
		m.flags |= numbersAgain
	case m.flags&maybeDisk == 0 && (m.label == 1 || c.len() >= r.enough), m.flags&maybeDisk != 0 && c.upwards && c.len() >= 3:
		return true, false
	}
	if forms[m.form].notation != forms[c.form].notation {
		return true, false
	}
	numbered := m.label >= 0
	return r.gap.prose || r.gap.heading && !r.gap.phase, numbered == (c.label >= 0)
}

// goesOn reports whether there is a run that a number continues. What is between is dropped, if
// it is not numbered and too short to be a list.
func (r *reader) goesOn(label int32) bool {
	for i := len(r.runs) - 1; i >= 0; i-- {
		switch c := &r.runs[i]; {
		case c.label == label-1 && !c.cut:
			r.runs, r.moves = r.runs[:i+1], r.moves[:c.end]
			for k := len(r.misses) - 1; k >= 0 && r.misses[k].at > c.end; k-- {
				r.misses[k].at = c.end
			}
			return true
		case c.label >= 0, c.len() >= r.enough:
			return false
		}
	}
	return false
}

// lists makes lists of the runs: one that is long enough or in brackets is a list by itself, and
// shorter ones with nothing but prose between are one list.
func (r *reader) lists() (lists []run) {
	short := func(c run) bool { return !c.bracket && c.len() < r.enough }
	for i, end := 0, 0; i < len(r.runs); i = end {
		for end = i + 1; end < len(r.runs) && short(r.runs[i]) && r.runs[end].joins && short(r.runs[end]); {
			end++
		}
		group := r.runs[i:end]
		// Runs of moves that name one peg only, as plans do, count between others.
		for len(group) > 0 && !r.isList(group[0]) {
			group = group[1:]
		}
		if len(group) == 0 || len(group) == 1 && group[0].plan && group[0].len() < min(r.enough, 2) {
			continue // the one move of a plan
		}
		l, last := group[0], group[len(group)-1]
		l.end, l.cut = last.end, last.cut
		lists = append(lists, l)
	}
	return lists
}

// isList reports whether a run may be a list by itself.
func (r *reader) isList(c run) bool {
	return c.label >= 0 || c.len() >= max(r.enough, 2) ||
		slices.ContainsFunc(r.moves[c.first:c.end], func(m move) bool { return m.from != codeWhere || m.flags&vague != 0 })
}

// pick returns the list that counts, by its form alone, and how many may count.
func (r *reader) pick(lists []run, how string) (best run, many int) {
	short := func(l run) bool { return !r.exact || l.len() < r.enough }
	long := slices.DeleteFunc(slices.Clone(lists), short)
	if len(long) > 0 {
		lists = long
	}
	for i, l := range lists {
		switch {
		case i == 0, how != "first" && (len(long) > 0 || l.len() >= best.len()):
			best = l
		}
	}
	if how == "join" {
		best.first = len(r.moves)
		for _, l := range lists {
			r.moves = append(r.moves, r.moves[l.first:l.end]...)
			best.end, best.cut = len(r.moves), l.cut
		}
	}
	return best, len(lists)
}

// skipped counts what was not understood within or next to a list, and returns the first.
func (r *reader) skipped(l run) (count int, first miss) {
	for _, m := range r.misses {
		if m.at > l.first && m.at < l.end || m.at == l.end && m.after || m.at == l.first && m.before {
			if count++; count == 1 {
				first = m
			}
		}
	}
	return count, first
}

// number settles what the labels of a list are: numbers if they count up throughout, else disks.
func (r *reader) number(moves []move) {
	last := int32(none)
	disks := false
	for _, m := range moves {
		if m.flags&maybeDisk != 0 {
			disks = disks || m.label <= last && m.flags&numbersAgain == 0
			last = m.label
		}
	}
	if !disks {
		return
	}
	for i := range moves {
		if m := &moves[i]; m.flags&maybeDisk != 0 {
			m.disk = uint8(min(m.label, diskUnknown))
		}
	}
}
