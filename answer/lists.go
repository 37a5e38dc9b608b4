package answer

import "github.com/hanoigen/hanoi/answer/internal/grammar"

// A run is moves that look alike and follow each other.
type run struct {
	from, to     int // its items: for a list in brackets, all of its elements
	first, count int // the first of the moves, and their number
	last         grammar.Number
	isUncounted  bool // its numbers do not count up by one
	isCut        bool // by an ellipsis
}

// A list is a run, or several that were joined.
type list []run

func (l list) isJoined() bool       { return len(l) > 1 }
func (l list) start() int           { return l[0].from }
func (l list) end() int             { return l[len(l)-1].to }
func (l list) last() grammar.Number { return l[len(l)-1].last }
func (l list) isCut() bool          { return l[len(l)-1].isCut }

// count returns the number of moves.
func (l list) count() (n int) {
	for _, r := range l {
		n += r.count
	}
	return n
}

// isUncounted reports whether the numbers of a list do not count up by one.
func (l list) isUncounted(items []grammar.Item) bool {
	for i, r := range l {
		number := items[r.first].Number
		if r.isUncounted || i > 0 && number.Given() && number != l[i-1].last+1 {
			return true
		}
	}
	return false
}

// isRemark reports whether a list is one sentence without a number that only says where a disk goes.
func (l list) isRemark(items []grammar.Item) bool {
	m := &items[l[0].first]
	return l.count() == 1 && m.Kind == grammar.Target && !m.Is(grammar.Numbered)
}

// moves returns the moves of a list.
func (l list) moves(items []grammar.Item) (moves []grammar.Item) {
	if r := l[0]; len(l) == 1 && r.first+r.count == r.to {
		return items[r.first:r.to:r.to]
	}
	moves = make([]grammar.Item, 0, l.count())
	for _, r := range l {
		for _, m := range items[r.first:r.to] {
			if m.IsMove() {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// runsOf divides the moves into runs. Outside brackets, a run ends at any item that is not a move,
// at a number that is not the next, and at a line with a lead.
func runsOf(items []grammar.Item) (runs []run) {
	isOpen, isOver, edge := false, false, 0
	for i := range items {
		m := &items[i]
		if m.Kind == grammar.Edge {
			isOpen, isOver, edge = false, false, i+1
		} else if isOver && m.Is(grammar.Listed) {
			continue // an ellipsis cut off this list in brackets
		} else if m.IsMove() {
			if !isOpen || !runs[len(runs)-1].continuedBy(items, m) {
				from := i
				if m.Is(grammar.Listed) {
					from = edge
				}
				runs = append(runs, run{from: from, first: i})
				isOpen = true
			}
			r := &runs[len(runs)-1]
			r.to = i + 1
			r.count++
			if m.Number.Given() {
				r.isUncounted = r.isUncounted || m.Number == r.last
				r.last = m.Number
			}
		} else if m.Kind == grammar.Ellipsis {
			if isOpen {
				runs[len(runs)-1].isCut = true
			}
			isOpen, isOver = false, true
		} else if isOpen {
			r := &runs[len(runs)-1]
			if isOpen = items[r.first].Is(grammar.Listed); isOpen {
				r.to = i + 1
			}
		}
	}
	return runs
}

// continuedBy reports whether a move that follows a run belongs to it.
func (r *run) continuedBy(items []grammar.Item, m *grammar.Item) bool {
	if isAlike := m.Looks() == items[r.first].Looks(); !isAlike || m.Is(grammar.Listed) {
		return isAlike
	}
	if m.Is(grammar.First) && (m.Is(grammar.HasLead) || items[r.to-1].Is(grammar.HasLead)) {
		return false
	}
	return !m.Number.Given() || m.Number == r.last+1 || m.Number == r.last
}

// join joins runs that look alike, up to the first ellipsis, or only those whose numbers run on. If
// withListed is true, it also joins lists in brackets.
func join(items []grammar.Item, runs []run, byNumber, withListed bool) (lists []list) {
	type key struct {
		grammar.Looks
		next grammar.Number
	}
	open := map[key]int{} // the list that a run continues
	for i, r := range runs {
		m := &items[r.first]
		first, next := key{m.Looks(), 0}, key{m.Looks(), 0}
		if byNumber {
			first.next, next.next = m.Number, r.last+1
		}
		isAlone := m.Is(grammar.Listed) && !withListed || byNumber && !m.Number.Given()
		k, isOpen := open[first]
		if isAlone || !isOpen {
			k = len(lists)
			lists = append(lists, runs[i:i+1:i+1])
		} else if byNumber || !lists[k].isCut() {
			lists[k] = append(lists[k], r)
		}
		if !isAlone {
			delete(open, first)
			open[next] = k
		}
	}
	return lists
}

// countedList returns the list that counts, and the number of candidates: lists with at least
// enough moves. It takes the last candidate, or the longest if isKnown is false: the optimum is not
// known. Without candidates, it joins runs that look alike, except lists in brackets, up to the first
// ellipsis, and takes the longest list.
func countedList(items []grammar.Item, runs []run, enough uint64, isKnown bool) (best list, many int) {
	for _, byNumber := range []bool{true, false} {
		most := 0
		for _, l := range join(items, runs, byNumber, false) {
			n := l.count()
			if l.isRemark(items) || byNumber && uint64(n) < enough {
				continue
			}
			isBetter := many == 0 || l.end() > best.end()
			if n != most && !(byNumber && isKnown) {
				isBetter = n > most
			}
			if many++; isBetter {
				best, most = l, n
			}
		}
		if many > 0 {
			break
		}
	}
	return best, many
}
