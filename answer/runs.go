package answer

import (
	"bytes"
	"slices"
)

// A run is moves that look alike and follow each other: count of the items from first to end.
type run struct {
	first, end, count int
	isCut             bool // by an ellipsis
}

// A list is the moves of one run, or of several that look alike.
type list struct {
	run
	parts []run
	moves []item
}

func (l *list) isJoined() bool { return len(l.parts) > 1 }

// runs divides the moves into runs. Outside brackets, a run ends at any item that is not a move, and at a number out of sequence.
func (r *reader) runs() (runs []run) {
	isOpen, last := false, int32(none)
	for i := range r.items {
		m := &r.items[i]
		switch {
		case m.kind == moving:
			if !isOpen || !m.looksLike(&r.items[runs[len(runs)-1].first]) || !m.isListed && m.number >= 0 && m.number != last+1 {
				runs = append(runs, run{first: i})
			}
			isOpen = true
			runs[len(runs)-1].end = i + 1
			runs[len(runs)-1].count++
			if m.number >= 0 {
				last = m.number
			}
		case isOpen:
			c := &runs[len(runs)-1]
			c.isCut = c.isCut || m.kind == ellipsis
			isOpen = r.items[c.first].isListed && m.kind != prose
		}
	}
	targets, only := 0, 0 // moves that name only the target, without a number
	for _, c := range runs {
		if m := &r.items[c.first]; m.form == target && !m.isNumbered {
			targets, only = targets+c.count, c.first
		}
	}
	if targets == 1 { // it may be part of a sentence
		r.items[only].kind = doubt
		return r.runs()
	}
	return runs
}

// pick returns the list that counts, and the number of candidates: runs with at least enough moves. It picks the last candidate, or
// the longest if the optimum is unknown. Without candidates, it joins runs that look alike and picks the longest list.
func (r *reader) pick(enough int, isKnown bool) (best list, many int) {
	runs := r.runs()
	for _, c := range runs {
		if c.count >= enough {
			if many++; isKnown || c.count >= best.count {
				best = list{run: c, parts: []run{c}}
			}
		}
	}
	if many == 0 {
		lists := r.join(runs)
		for many = range lists {
			if l := lists[many]; l.count > best.count || l.count == best.count && l.end > best.end {
				best = l
			}
		}
		many = len(lists)
	}
	best.moves = r.movesOf(best.parts)
	return best, many
}

// join joins runs that look alike, up to the first that is cut off. Lists in brackets are not joined.
func (r *reader) join(runs []run) []list {
	var joined, single []list
	for _, c := range runs {
		m := &r.items[c.first]
		i := slices.IndexFunc(joined, func(l list) bool { return m.looksLike(&r.items[l.first]) })
		switch l := (list{run: c, parts: []run{c}}); {
		case m.isListed:
			single = append(single, l)
		case i < 0:
			joined = append(joined, l)
		case !joined[i].isCut:
			l.first, l.count, l.parts = joined[i].first, joined[i].count+c.count, append(joined[i].parts, c)
			joined[i] = l
		}
	}
	return append(joined, single...)
}

// movesOf returns the moves of runs.
func (r *reader) movesOf(runs []run) (moves []item) {
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

// doubts returns the unread lines that look like moves, and the moves unlike the list's, inside or next to the list. It adds later
// ones if they and the moves there could form another list. Without a list, it returns all unread lines that look like moves.
func (r *reader) doubts(l *list, enough int) (inside, all []item) {
	isDoubt := func(m *item) bool {
		return m.kind == doubt || m.kind == moving && len(l.moves) > 0 && !m.looksLike(&l.moves[0])
	}
	for i := l.first - 1; i >= 0 && isDoubt(&r.items[i]); i-- {
		all = append(all, r.items[i])
	}
	if l.count < l.end-l.first { // not only moves
		for i := l.first; i < l.end; i++ {
			if m := &r.items[i]; isDoubt(m) || m.kind == plan && l.isJoined() {
				inside = append(inside, *m)
			}
		}
	}
	isNext, count := true, 0
	var later []item
	var last *item // move after the list
	for i := l.end; i < len(r.items); i++ {
		m := &r.items[i]
		isNext = isNext && (isDoubt(m) || m.kind == ellipsis)
		if isNext && m.kind != ellipsis {
			all = append(all, *m)
		} else if m.kind == doubt || last != nil && m.kind == moving && !m.looksLike(last) {
			later = append(later, *m)
		}
		if m.kind == moving {
			last = m
			count++
		} else if m.kind == doubt { // it may be several
			count += len(bytes.FieldsFunc(r.text[m.start:m.end()], func(c rune) bool { return c == ',' || c == ';' || c == '.' }))
		}
	}
	if count >= enough || len(l.moves) == 0 {
		all = append(all, later...)
	}
	return inside, append(all, inside...)
}

// maxPieces is the number of runs of each kind that inPieces tries to begin with.
const maxPieces = 100

// inPieces reports whether the moves of a run and of all later runs like it solve the puzzle.
func (j *Judge) inPieces() bool {
	r := &j.reader
	for runs := r.runs(); len(runs) > 0; {
		var pieces, others []run
		for _, c := range runs {
			if r.items[c.first].looksLike(&r.items[runs[0].first]) {
				pieces = append(pieces, c)
			} else {
				others = append(others, c)
			}
		}
		moves := r.movesOf(pieces)
		for _, c := range pieces[:min(len(pieces)-1, maxPieces)] {
			if len(moves) >= j.needed() && j.solves(moves, j.options.Disks) {
				return true
			}
			moves = moves[c.count:]
		}
		runs = others
	}
	return false
}
