package answer

import (
	"slices"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

// A list is moves that look alike: a run of moves that follow each other, or several runs that were
// joined.
type list struct {
	zones       []zone
	moves       []grammar.Item
	last        grammar.Number // of the last move that has one
	isUncounted bool           // its numbers do not count up by one
	isCut       bool           // by an ellipsis
}

// A zone is a range of items: for a list in brackets, all of its elements.
type zone struct{ from, to int }

func (l *list) isJoined() bool       { return len(l.zones) > 1 }
func (l *list) start() int           { return l.zones[0].from }
func (l *list) end() int             { return l.zones[len(l.zones)-1].to }
func (l *list) looks() grammar.Looks { return l.moves[0].Looks() }
func (l *list) isListed() bool       { return l.moves[0].Is(grammar.Listed) }

// isRemark reports whether a list is one sentence without a number that only says where a disk goes.
func (l *list) isRemark() bool {
	return len(l.moves) == 1 && l.moves[0].Kind == grammar.Target && !l.moves[0].Is(grammar.Numbered)
}

// runsOf divides the moves into runs. Outside brackets, a run ends at any item that is not a move,
// at a number that is not the next, and at a line with a lead.
func runsOf(items []grammar.Item) (runs []list) {
	isOpen, edge := false, 0
	for i := range items {
		m := &items[i]
		if m.Kind == grammar.Edge {
			isOpen, edge = false, i+1
		} else if m.IsMove() {
			if !isOpen || !runs[len(runs)-1].goesOn(m) {
				first := i
				if m.Is(grammar.Listed) {
					first = edge
				}
				runs = append(runs, list{zones: []zone{{first, i}}})
				isOpen = true
			}
			runs[len(runs)-1].add(items, i)
		} else if isOpen {
			r := &runs[len(runs)-1]
			r.isCut = r.isCut || m.Kind == grammar.Ellipsis
			if isOpen = r.isListed(); isOpen {
				r.zones[0].to = i + 1
			}
		}
	}
	return runs
}

// goesOn reports whether a move belongs to a run that it follows.
func (l *list) goesOn(m *grammar.Item) bool {
	if m.Looks() != l.looks() || m.Is(grammar.Listed) {
		return m.Looks() == l.looks()
	}
	if m.Is(grammar.First) && (m.Is(grammar.HasLead) || l.moves[len(l.moves)-1].Is(grammar.HasLead)) {
		return false
	}
	isNext := m.Number == l.last+1 || m.Number == l.last || l.isUncounted
	return isNext || !m.Number.Given() || !l.last.Given()
}

// add adds item i, a move, to a run.
func (l *list) add(items []grammar.Item, i int) {
	from := l.zones[0].from
	l.zones[0].to = i + 1
	if from+len(l.moves) == i {
		l.moves = items[from : i+1 : i+1]
	} else { // other elements are between the moves
		l.moves = append(l.moves, items[i])
	}
	if n := items[i].Number; n.Given() {
		l.isUncounted = l.isUncounted || n == l.last
		l.last = n
	}
}

// join joins runs that look alike, or only those whose numbers run on. Lists in brackets are joined
// if withListed is true.
func join(runs []list, byNumber, withListed bool) (lists []list) {
	type key struct {
		grammar.Looks
		next grammar.Number
	}
	open := map[key]int{} // the list that a run continues
	for _, r := range runs {
		first, next := key{r.looks(), 0}, key{r.looks(), 0}
		if byNumber {
			first.next, next.next = r.moves[0].Number, r.last+1
		}
		isAlone := r.isListed() && !withListed || byNumber && (r.isUncounted || !r.moves[0].Number.Given())
		i, isOpen := open[first]
		if isAlone || !isOpen {
			i = len(lists)
			lists = append(lists, r)
		} else {
			l := &lists[i]
			l.zones, l.moves = append(l.zones, r.zones...), append(l.moves, r.moves...)
			isGap := l.last.Given() && r.moves[0].Number.Given() && r.moves[0].Number != l.last+1
			l.last, l.isUncounted, l.isCut = r.last, l.isUncounted || r.isUncounted || isGap, r.isCut
		}
		if !isAlone {
			delete(open, first)
			open[next] = i
		}
	}
	return lists
}

// countedList returns the list that counts, and the number of candidates: lists with at least
// enough moves. It takes the last candidate, or the longest if isKnown is false: the optimum is not
// known. Without candidates, it joins runs that look alike, except lists in brackets, and takes the
// longest list.
func countedList(runs []list, enough uint64, isKnown bool) (best list, many int) {
	lists := slices.DeleteFunc(join(runs, true, false), func(l list) bool { return uint64(len(l.moves)) < enough || l.isRemark() })
	byLength := !isKnown || len(lists) == 0
	if len(lists) == 0 {
		lists = slices.DeleteFunc(join(runs, false, false), func(l list) bool { return l.isRemark() })
	}
	if len(lists) == 0 {
		return best, 0
	}
	return slices.MaxFunc(lists, func(a, b list) int {
		if byLength && len(a.moves) != len(b.moves) {
			return len(a.moves) - len(b.moves)
		}
		return a.end() - b.end()
	}), len(lists)
}
