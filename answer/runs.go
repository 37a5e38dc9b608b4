package answer

import (
	"bytes"
	"slices"
)

// run is moves that look alike and follow each other: among the items from first to end, count of them.
type run struct {
	first, end, count int
	isCut             bool // more may have followed
}

// A list has the moves that count: those of one run, or of several that look alike.
type list struct {
	run
	moves    []item
	isJoined bool
}

// isLike reports whether two moves may be of one list.
func (m *item) isLike(other *item) bool {
	return m.kind == moving && m.looksLike(other) && m.numbered == other.numbered && m.listed == other.listed
}

// runs divides the moves. A run ends at anything else than a move, except within a list in brackets, and at a number that does not
// continue its own.
func (r *reader) runs() (runs []run) {
	var targets []*item // without a number
	for i := range r.items {
		if m := &r.items[i]; m.form == target && m.kind == moving && !m.numbered && len(targets) < 2 {
			targets = append(targets, m)
		}
	}
	if len(targets) == 1 {
		targets[0].kind = doubt // alone, it may be an instruction
	}
	isOpen, last := false, int32(none)
	for i := range r.items {
		m := &r.items[i]
		switch {
		case m.kind == moving:
			isOpen = isOpen && m.isLike(&r.items[runs[len(runs)-1].first]) && (m.listed || m.number < 0 || m.number == last+1)
			if !isOpen {
				runs = append(runs, run{first: i})
			}
			isOpen = true
			runs[len(runs)-1].end = i + 1
			runs[len(runs)-1].count++
			if m.number >= 0 {
				last = m.number
			}
		case isOpen:
			l := &runs[len(runs)-1]
			l.isCut = l.isCut || m.kind == ellipsis
			isOpen = r.items[l.first].listed && m.kind != prose
		}
	}
	return runs
}

// pick returns the list that counts, and the number of candidates: runs with at least enough moves.
// It picks the last candidate, or the longest if the optimum is unknown. Without candidates, it joins
// shorter runs that look alike and picks the longest.
func (r *reader) pick(enough int, isKnown bool) (best list, many int) {
	runs := r.runs()
	for _, c := range runs {
		if c.count >= enough {
			if many++; isKnown || c.count >= best.count {
				best.run = c
			}
		}
	}
	if many > 0 {
		best.moves = r.movesOf(best.run)
		return best, many
	}
	var parts []run
	for i, c := range runs {
		m := &r.items[c.first]
		isLike := func(c run) bool { return m.isLike(&r.items[c.first]) }
		if !m.listed && slices.ContainsFunc(runs[:i], isLike) {
			continue
		}
		joined, others := []run{c}, runs[i+1:]
		if m.listed {
			others = nil
		}
		for _, next := range others {
			if !c.isCut && isLike(next) {
				joined = append(joined, next)
				c.end, c.count, c.isCut = next.end, c.count+next.count, next.isCut
			}
		}
		if many++; c.count > best.count || c.count == best.count && c.end > best.end {
			parts, best.run = joined, c
		}
	}
	best.isJoined = len(parts) > 1
	best.moves = r.movesOf(parts...)
	return best, many
}

// movesOf returns the moves of runs.
func (r *reader) movesOf(runs ...run) (moves []item) {
	if len(runs) == 1 && runs[0].count == runs[0].end-runs[0].first {
		return r.items[runs[0].first:runs[0].end]
	}
	for _, c := range runs {
		for _, m := range r.items[c.first:c.end] {
			if m.kind == moving {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// maxPieces is how many beginnings of a list in pieces are tried.
const maxPieces = 100

// inPieces reports whether the moves from a run on that look alike solve the puzzle.
func (j *Judge) inPieces() bool {
	r := &j.reader
	runs := r.runs()
	for _, c := range runs[:min(len(runs), maxPieces)] {
		var moves []item
		for i := c.first; i < len(r.items); i++ {
			if r.items[i].isLike(&r.items[c.first]) {
				moves = append(moves, r.items[i])
			}
		}
		if len(moves) > c.count && len(moves) >= j.needed() && j.solves(moves, j.options.Disks) {
			return true
		}
	}
	return false
}

// doubts returns the unread lines that look like moves, and the moves unlike the list's, inside or next
// to the list. It adds later ones if, together with the moves there, they could form another list.
// Without a list it returns all unread lines that look like moves.
func (r *reader) doubts(l *list, enough int) (inside, all []item) {
	isDoubt := func(m *item) bool {
		return m.kind == doubt || m.kind == moving && len(l.moves) > 0 && !m.isLike(&l.moves[0])
	}
	for i := l.first - 1; i >= 0 && isDoubt(&r.items[i]); i-- {
		all = append(all, r.items[i])
	}
	for i := l.first; i < l.end; i++ {
		if m := &r.items[i]; isDoubt(m) || m.kind == plan && l.isJoined {
			inside = append(inside, *m)
		}
	}
	isNext, count := true, 0
	var later []item
	last := -1 // move after it
	for i, m := range r.items[l.end:] {
		isNext = isNext && (isDoubt(&m) || m.kind == ellipsis)
		if isNext && m.kind != ellipsis {
			all = append(all, m)
		} else if m.kind == doubt || m.kind == moving && last >= 0 && !m.isLike(&r.items[last]) {
			later = append(later, m)
		}
		if m.kind == moving {
			last = l.end + i
		}
		if m.kind == moving {
			count++
		} else if m.kind == doubt { // it may be several
			text := r.text[m.start:m.end()]
			count += 1 + bytes.Count(text, []byte(",")) + bytes.Count(text, []byte(";")) + bytes.Count(text, []byte("."))
		}
	}
	if count >= enough || len(l.moves) == 0 {
		all = append(all, later...)
	}
	return inside, append(all, inside...)
}
