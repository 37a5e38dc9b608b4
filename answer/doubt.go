package answer

import (
	"slices"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

// in returns the items of a zone that may be moves.
func (f *finding) in(from, to int, isDoubt func(grammar.Item) bool) (found []grammar.Item) {
	for _, m := range f.part.Items[from:to] {
		if isDoubt(m) {
			found = append(found, m)
		}
	}
	return found
}

// ofNone returns all lines that could be moves, for an answer without a list.
func (f *finding) ofNone() []grammar.Item {
	return f.in(0, len(f.part.Items), func(m grammar.Item) bool { return m.IsMove() || m.Is(f.doubt) })
}

// ofList returns the lines that may be moves of the list: in it, next to it, or after it. A list in
// brackets has no neighbours.
func (f *finding) ofList() (found []grammar.Item) {
	if f.moves[0].Is(grammar.Listed) {
		return f.in(f.start(), f.end(), func(m grammar.Item) bool { return m.Is(grammar.Doubtful) })
	}
	mayFollow := func(m grammar.Item) bool { return m.Is(f.doubt) }
	if f.isSolved() {
		mayFollow = f.isNext
	}
	first, end, all := f.start(), f.end(), len(f.part.Items)
	for first > 0 && f.isNear(first-1, first) {
		first--
	}
	for end < all && f.isNear(end, end) {
		end++
	}
	found = f.in(first, f.start(), f.couldMove)
	for i, next := range f.list[1:] {
		found = append(found, f.in(f.list[i].to, next.from, f.isInside)...)
	}
	found = append(found, f.in(f.end(), end, f.couldMove)...)
	return append(found, f.in(end, all, mayFollow)...)
}

// isInside reports whether an item between the runs of the list may be a move. If the list solves
// the puzzle and its numbers run on from 1, lines without a number say nothing.
func (f *finding) isInside(m grammar.Item) bool {
	isNumbered := f.isSolved() && f.moves[0].Number == grammar.NumberOf(1) && !f.isUncounted
	isSilent := isNumbered && m.Kind == grammar.Text && !m.Number.Given()
	return !isSilent && f.couldMove(m)
}

// isNear reports whether item i may be a move that belongs to the list, if all items between them
// may. A list that solves the puzzle ends at a blank line, unless it contains some.
func (f *finding) isNear(i, nearer int) bool {
	if f.isSolved() && f.part.Items[nearer].Is(grammar.AfterBlank) && !f.hasBlanks() {
		return false
	}
	return f.part.Items[i].Kind == grammar.Ellipsis || f.couldMove(f.part.Items[i])
}

// hasBlanks reports whether blank lines are between the moves of a run of the list.
func (f *finding) hasBlanks() bool {
	return slices.ContainsFunc(f.list, func(r run) bool {
		return slices.ContainsFunc(f.part.Items[r.from+1:r.to], func(m grammar.Item) bool { return m.Is(grammar.AfterBlank) })
	})
}

// looksOtherwise reports whether an item is a move that looks different from the list's moves.
func (f *finding) looksOtherwise(m grammar.Item) bool {
	return m.IsMove() && m.Looks() != f.moves[0].Looks()
}

// couldMove reports whether an item is a line that could be a move, or a move that looks otherwise.
func (f *finding) couldMove(m grammar.Item) bool { return m.Is(f.doubt) || f.looksOtherwise(m) }

// contains reports whether moves follow each other in the list, too. It gives up after many
// comparisons.
func (f *finding) contains(moves []grammar.Item) bool {
	for i := range len(f.moves) - len(moves) + 1 {
		same := 0
		for same < len(moves) && isSame(&f.moves[i+same], &moves[same]) {
			same++
		}
		if same == len(moves) {
			return true
		}
		if f.effort -= same + 1; f.effort < 0 {
			return false
		}
	}
	return false
}

// isSame reports whether two moves are the same, as far as both say it.
func isSame(a, b *grammar.Item) bool {
	return a.From == b.From && a.To == b.To && (a.Disk == b.Disk || !a.Disk.Given() || !b.Disk.Given())
}

// isNext reports whether an item may be a move, and has the number after the list.
func (f *finding) isNext(m grammar.Item) bool {
	return m.Number.Follows(f.last()) && !f.isUncounted && f.couldMove(m)
}

// hasLater reports whether another list follows that does not repeat at most half of this one's
// moves.
func (f *finding) hasLater() bool {
	return slices.ContainsFunc(f.runs, func(r run) bool {
		return r.from >= f.end() && !(2*r.count <= len(f.moves) && f.contains(list{r}.moves(f.part.Items)))
	})
}
