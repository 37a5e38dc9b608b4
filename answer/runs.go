package answer

import "slices"

// list is moves that count: those among some items, which follow each other, or are joined from parts that do.
type list struct {
	moves      []item
	first, end int // in reader.items
	isJoined   bool
	isCut      bool // more may have followed
}

// isPart reports whether an item is a move that may be of the list.
func (l *list) isPart(m *item) bool {
	return m.kind == moving && m.looksLike(&l.moves[0]) && m.numbered == l.moves[0].numbered && m.listed == l.moves[0].listed
}

// runs returns the moves that follow each other: each with the next number, if it has one, and nothing between.
func (r *reader) runs() (runs []list) {
	isOpen, last := false, int32(none)
	for i := range r.items {
		m := &r.items[i]
		var l *list
		if isOpen {
			l = &runs[len(runs)-1]
		}
		switch {
		case m.kind == moving && isOpen && l.isPart(m) && (m.listed || m.number < 0 || m.number == last+1):
			if l.end < i || len(l.moves) < l.end-l.first { // after a doubtful element
				l.moves = append(slices.Clip(l.moves), *m)
			} else {
				l.moves = r.items[l.first : i+1]
			}
			l.end = i + 1
		case m.kind == moving:
			runs = append(runs, list{moves: r.items[i : i+1], first: i, end: i + 1})
			isOpen = true
		case isOpen && m.kind == ellipsis:
			l.isCut = true
			isOpen = l.moves[0].listed
		case isOpen:
			isOpen = l.moves[0].listed && m.kind != prose
		}
		if m.kind == moving && m.number >= 0 {
			last = m.number
		}
	}
	return slices.DeleteFunc(runs, func(l list) bool { return l.moves[0].form == target && !l.moves[0].numbered && len(l.moves) < 2 })
}

// pick returns the list that counts, and how many may: the last run of enough moves, or the longest of these if it is not known
// how many solve the puzzle; where there is none, the longest of the shorter ones, joined with those that look alike.
func (r *reader) pick(enough int, isKnown bool) (best list, many int) {
	runs := r.runs()
	long := slices.DeleteFunc(slices.Clone(runs), func(l list) bool { return len(l.moves) < enough })
	if len(long) > 0 {
		for _, l := range long {
			if isKnown || len(l.moves) >= len(best.moves) {
				best = l
			}
		}
		return best, len(long)
	}
	for i, l := range runs {
		if l.moves[0].listed {
			if many++; len(l.moves) >= len(best.moves) {
				best = l
			}
			continue
		}
		if slices.ContainsFunc(runs[:i], func(other list) bool { return l.isPart(&other.moves[0]) }) {
			continue
		}
		for _, next := range runs[i+1:] {
			if !l.isCut && l.isPart(&next.moves[0]) {
				l.moves = append(slices.Clip(l.moves), next.moves...)
				l.end, l.isJoined, l.isCut = next.end, true, next.isCut
			}
		}
		if many++; len(l.moves) > len(best.moves) || len(l.moves) == len(best.moves) && l.end > best.end {
			best = l
		}
	}
	return best, many
}

// listed returns the moves of all lists in brackets that are like one, if there are several.
func (r *reader) listed(l *list) (moves []item) {
	for i := range r.items {
		if l.isPart(&r.items[i]) {
			moves = append(moves, r.items[i])
		}
	}
	if !l.moves[0].listed || len(moves) == len(l.moves) {
		return nil
	}
	return moves
}

// doubts returns what looks like a move and was not read, or is not of the list: in it and next to it; and after it, if that with
// the moves there may be another list.
func (r *reader) doubts(l *list, enough int) (inside, around []item) {
	isDoubt := func(m *item) bool { return m.kind == doubt || m.kind == moving && !l.isPart(m) }
	for i := l.first - 1; i >= 0 && isDoubt(&r.items[i]); i-- {
		around = append([]item{r.items[i]}, around...)
	}
	for _, m := range r.items[l.first:l.end] {
		if isDoubt(&m) || m.kind == plan && l.isJoined {
			inside = append(inside, m)
		}
	}
	isNext, later, count := true, []item(nil), 0
	for _, m := range r.items[l.end:] {
		switch isNext = isNext && (isDoubt(&m) || m.kind == ellipsis); {
		case isNext && m.kind != ellipsis:
			around = append(around, m)
		case m.kind == doubt:
			later = append(later, m)
		}
		if m.kind == moving || m.kind == doubt {
			count++
		}
	}
	if count >= enough {
		around = append(around, later...)
	}
	return inside, around
}
