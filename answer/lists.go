package answer

import (
	"slices"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

// A run is moves that look alike and follow each other: count of the items from first to end.
type run struct {
	first, end, count int
	number, last      grammar.Number // of its first and its last move
	isUnnumbered      bool           // neighbouring moves have the same number
	hasBlanks         bool           // blank lines are between its moves
	isLoner           bool           // the only move to a peg, without a number: it may be part of a sentence
	isCut             bool           // by an ellipsis
}

// A list is the moves of one run, or of several that look alike.
type list struct {
	parts []run
	moves []grammar.Item
}

func (l *list) isJoined() bool { return len(l.parts) > 1 }
func (l *list) first() int     { return l.parts[0].first }
func (l *list) last() *run     { return &l.parts[len(l.parts)-1] }

func (l *list) count() (n int) {
	for _, c := range l.parts {
		n += c.count
	}
	return n
}

// runsOf divides the moves into runs. Outside brackets, a run ends at any item that is not a move,
// at a number that is not the next, and at a line with a lead.
func runsOf(items []grammar.Item) (runs []run) {
	isOpen, targets := false, 0
	for i := range items {
		m := &items[i]
		if m.IsMove() {
			if !isOpen || !runs[len(runs)-1].goesOn(items, m) {
				runs = append(runs, run{first: i, number: m.Number})
			}
			isOpen = true
			c := &runs[len(runs)-1]
			c.hasBlanks = c.hasBlanks || c.count > 0 && m.Is(grammar.AfterBlank)
			c.isUnnumbered = c.isUnnumbered || c.count > 0 && m.Number.Given() && m.Number == c.last
			if c.end, c.count = i+1, c.count+1; m.Number.Given() {
				c.last = m.Number
			}
			if m.Kind == grammar.Target && !m.Is(grammar.Numbered) {
				targets++
			}
		} else if isOpen {
			c := &runs[len(runs)-1]
			c.isCut = c.isCut || m.Kind == grammar.Ellipsis
			isOpen = items[c.first].Is(grammar.Listed) && m.Kind != grammar.Edge
		}
	}
	for i := range runs {
		m := &items[runs[i].first]
		runs[i].isLoner = targets == 1 && m.Kind == grammar.Target && !m.Is(grammar.Numbered)
	}
	return runs
}

// goesOn reports whether a move belongs to a run that it follows.
func (c *run) goesOn(items []grammar.Item, m *grammar.Item) bool {
	if m.Looks() != items[c.first].Looks() || !m.Is(grammar.Listed) && m.Is(grammar.First) && (m.Is(grammar.HasLead) || items[c.end-1].Is(grammar.HasLead)) {
		return false
	}
	isNext := m.Number == c.last+1 || m.Number == c.last || c.isUnnumbered
	return m.Is(grammar.Listed) || !m.Number.Given() || !c.last.Given() || isNext
}

// withoutLoners returns the runs that may be a list.
func withoutLoners(runs []run) []run {
	return slices.DeleteFunc(slices.Clone(runs), func(c run) bool { return c.isLoner })
}

// listsOf returns a list for each run, but joins numbered runs that look alike and whose numbers
// run on.
func listsOf(items []grammar.Item, runs []run) (lists []list) {
	type key struct {
		grammar.Looks
		next grammar.Number
	}
	open := map[key]int{} // the list that a run with a number continues
	for _, c := range runs {
		m := &items[c.first]
		i, ok := open[key{m.Looks(), c.number}]
		if isNumbered := c.number.Given() && !c.isUnnumbered && !m.Is(grammar.Listed); !isNumbered {
			lists = append(lists, list{parts: []run{c}})
			continue
		} else if ok && c.number.Value() > 1 {
			delete(open, key{m.Looks(), c.number})
			lists[i].parts = append(lists[i].parts, c)
		} else {
			i = len(lists)
			lists = append(lists, list{parts: []run{c}})
		}
		open[key{m.Looks(), c.last + 1}] = i
	}
	slices.SortStableFunc(lists, func(a, b list) int { return a.last().end - b.last().end })
	return lists
}

// countedList returns the list that counts, and the number of candidates: lists with at least
// enough moves. It takes the last candidate, or the longest if the optimum is unknown. Without
// candidates, it joins runs that look alike and takes the longest list.
func countedList(items []grammar.Item, runs []run, enough int, isKnown bool) (best list, many int) {
	longest := 0
	runs = withoutLoners(runs)
	for _, l := range listsOf(items, runs) {
		if n := l.count(); n >= enough {
			if many++; isKnown || n >= longest {
				best, longest = l, n
			}
		}
	}
	if many == 0 {
		joined := join(items, runs)
		many = len(joined)
		for _, l := range joined {
			if n := l.count(); n > longest || n == longest && l.last().end > best.last().end {
				best, longest = l, n
			}
		}
	}
	best.moves = movesOf(items, best.parts)
	return best, many
}

// join joins runs that look alike, up to the first that is cut off. Lists in brackets are not
// joined.
func join(items []grammar.Item, runs []run) []list {
	var joined, single []list
	for _, c := range runs {
		m := &items[c.first]
		i := slices.IndexFunc(joined, func(l list) bool { return m.Looks() == items[l.first()].Looks() })
		switch {
		case m.Is(grammar.Listed):
			single = append(single, list{parts: []run{c}})
		case i < 0:
			joined = append(joined, list{parts: []run{c}})
		case !joined[i].last().isCut:
			joined[i].parts = append(joined[i].parts, c)
		}
	}
	return append(joined, single...)
}

// movesOf returns the moves of runs.
func movesOf(items []grammar.Item, runs []run) (moves []grammar.Item) {
	if len(runs) == 1 && runs[0].count == runs[0].end-runs[0].first {
		return items[runs[0].first:runs[0].end]
	}
	for _, c := range runs {
		for _, m := range items[c.first:c.end] {
			if m.IsMove() {
				moves = append(moves, m)
			}
		}
	}
	return moves
}
