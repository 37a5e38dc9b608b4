package answer

import (
	"slices"
	"strings"

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
	if f.isListed() {
		return f.in(f.start(), f.end(), func(m grammar.Item) bool { return m.Kind == grammar.Text })
	}
	isDoubt, isInside := f.couldMove, f.couldMove
	if f.isSolved {
		isDoubt, isInside = f.holdsMove, f.isBetween
	}
	first, end, all := f.start(), f.end(), len(f.part.Items)
	for first > 0 && f.isNear(first-1, first, isDoubt) {
		first--
	}
	for end < all && f.isNear(end, end, isDoubt) {
		end++
	}
	if !f.hasTitle() {
		found = f.in(first, f.start(), isDoubt)
	}
	for i, next := range f.zones[1:] {
		found = append(found, f.in(f.zones[i].to, next.from, isInside)...)
	}
	found = append(found, f.in(f.end(), end, isDoubt)...)
	switch {
	case f.isSolved:
		found = append(found, f.in(end, all, f.isNext)...)
	case uint64(len(f.in(f.end(), all, f.isLine))) >= f.judge.enough:
		found = append(found, f.in(end, all, f.isText)...)
	}
	return found
}

// isNear reports whether item i may be a move that belongs to the list, if all between them may. Blank lines and titles
// may be next to a list that does not solve the puzzle, and blank lines next to one that contains them.
func (f *finding) isNear(i, nearer int, isDoubt func(grammar.Item) bool) bool {
	m := f.part.Items[i]
	if f.isSolved && f.part.Items[nearer].Is(grammar.AfterBlank) && !f.hasBlanks() {
		return false
	}
	isTitle := m.Kind == grammar.Text && !m.Is(grammar.Unread)
	return m.Kind == grammar.Ellipsis || isTitle && !f.isSolved || isDoubt(m)
}

// hasBlanks reports whether blank lines are between the moves of a run of the list.
func (f *finding) hasBlanks() bool {
	return slices.ContainsFunc(f.zones, func(z zone) bool {
		return slices.ContainsFunc(f.part.Items[z.from+1:z.to], func(m grammar.Item) bool { return m.Is(grammar.AfterBlank) })
	})
}

// hasTitle reports whether the line before a list that does not solve the puzzle speaks of disks, and holds no move.
func (f *finding) hasTitle() bool {
	if f.isSolved || f.start() == 0 {
		return false
	}
	m := f.part.Items[f.start()-1]
	return m.Is(grammar.ManyDisks) && !m.Is(grammar.Holds)
}

// isText reports whether an item is a line that could be a move.
func (f *finding) isText(m grammar.Item) bool { return m.Is(f.doubt) }

// isLine reports whether an item is a move, or a line that could be one.
func (f *finding) isLine(m grammar.Item) bool { return m.IsMove() || f.isText(m) }

// looksOtherwise reports whether an item is a move that does not look like those of the list.
func (f *finding) looksOtherwise(m grammar.Item) bool {
	return m.IsMove() && m.Looks() != f.looks()
}

// couldMove reports whether an item is a line that could be a move, or looksOtherwise.
func (f *finding) couldMove(m grammar.Item) bool { return f.looksOtherwise(m) || f.isText(m) }

// holdsMove is couldMove without lines that only name pegs, and without moves of the list that are
// told again in words.
func (f *finding) holdsMove(m grammar.Item) bool {
	return m.Is(grammar.Holds) || f.looksOtherwise(m) && !(m.Is(grammar.Worded) && f.hasMoves([]grammar.Item{m}))
}

// isBetween is holdsMove, or the line has from and to. Lines without a number say nothing between
// numbered moves.
func (f *finding) isBetween(m grammar.Item) bool {
	isNumbered := f.moves[0].Number == grammar.NumberOf(1) && !f.isUnnumbered
	if isNumbered && m.Kind == grammar.Text && !m.Number.Given() {
		return false
	}
	return f.holdsMove(m) || m.Is(grammar.FromTo)
}

// isNext is holdsMove, and the number comes next.
func (f *finding) isNext(m grammar.Item) bool {
	return !f.isUnnumbered && m.Number.Follows(f.last) && f.holdsMove(m)
}

// hasMoves reports whether moves occur in the list, in their order. Disks count if all moves have
// them.
func (f *finding) hasMoves(moves []grammar.Item) bool {
	isSamePlace := func(p, q grammar.Place) bool {
		name := func(p grammar.Place) string { return f.part.Names.All[p.ID()] }
		return p == q || p.Kind() == grammar.OnPeg && q.Kind() == grammar.OnPeg && strings.EqualFold(name(p), name(q))
	}
	withDisks := f.moves[0].Disk.Given() && moves[0].Disk.Given()
	isSame := func(m, n grammar.Item) bool {
		return isSamePlace(m.From, n.From) && isSamePlace(m.To, n.To) && (!withDisks || m.Disk == n.Disk)
	}
	for i := range len(f.moves) - len(moves) + 1 {
		if f.effort -= len(moves); f.effort < 0 {
			return false
		}
		if slices.EqualFunc(f.moves[i:i+len(moves)], moves, isSame) {
			return true
		}
	}
	return false
}

// hasLater reports whether other moves come after a list that solves the puzzle: more than the same
// again, or two and up to half of them. Moves with words around their brackets count only if those
// of the list have words.
func (f *finding) hasLater() bool {
	return slices.ContainsFunc(f.runs, func(r list) bool {
		isSaid := r.moves[0].Is(grammar.Worded) && !f.moves[0].Is(grammar.Worded)
		n := len(r.moves)
		isPart := n > 1 && 2*n <= len(f.moves) || n == len(f.moves)
		return r.start() >= f.end() && !isSaid && !(isPart && f.hasMoves(r.moves))
	})
}
