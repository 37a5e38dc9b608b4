package answer

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
)

// A setting is a list and what stands around it in an answer.
type setting struct {
	*grammar.Part
	runs []run
	list
	doubt  grammar.Flags   // of the lines that could be its moves
	enough int             // moves in a list
	texts  map[bool]string // the moves of the list as text, with and without disks
	tries  int             // how often other moves were searched in it
}

// A zone is a range of items.
type zone struct{ from, to int }

// in returns the items of a zone that may be moves.
func (c *setting) in(z zone, isDoubt func(grammar.Item) bool) (found []grammar.Item) {
	for _, m := range c.Items[z.from:z.to] {
		if isDoubt(m) {
			found = append(found, m)
		}
	}
	return found
}

// inside returns the elements of a list in brackets that are not moves, and doubtful lines between
// the parts of a joined list.
func (c *setting) inside(isDoubt func(grammar.Item) bool) (found []grammar.Item) {
	for i, part := range c.parts {
		if i > 0 {
			found = append(found, c.in(zone{c.parts[i-1].end, part.first}, isDoubt)...)
		}
		if c.moves[0].Is(grammar.Listed) {
			found = append(found, c.in(c.elements(part), func(m grammar.Item) bool { return m.Kind == grammar.Text })...)
		}
	}
	return found
}

// elements returns the zone of a list in brackets.
func (c *setting) elements(r run) zone {
	z := zone{r.first, r.end}
	for z.from > 0 && c.Items[z.from-1].Kind != grammar.Edge {
		z.from--
	}
	for z.to < len(c.Items) && c.Items[z.to].Kind != grammar.Edge {
		z.to++
	}
	return z
}

// nextTo returns the zones before and after the list in which each item is doubtful. isFar says
// whether blank lines and titles may be between. A list in brackets has no neighbours.
func (c *setting) nextTo(isDoubt func(grammar.Item) bool, overBlank, overTitles bool) (before, after zone) {
	first, end := c.first(), c.last().end
	before, after = zone{first, first}, zone{end, end}
	isNear := func(m, nearer grammar.Item) bool {
		return !c.moves[0].Is(grammar.Listed) && (overBlank || !nearer.Is(grammar.AfterBlank)) && (m.Kind == grammar.Ellipsis || overTitles && m.Kind == grammar.Text && !m.Is(grammar.Unread) || isDoubt(m))
	}
	for i := first; i > 0 && isNear(c.Items[i-1], c.Items[i]); i-- {
		before.from = i - 1
	}
	for i := end; i < len(c.Items) && isNear(c.Items[i], c.Items[i]); i++ {
		after.to = i + 1
	}
	return before, after
}

// unusedLines counts the lines and elements that were read whole, but whose moves are not the
// list's.
func (c *setting) unusedLines() (n int) {
	from := 0
	for _, part := range append(slices.Clone(c.parts), run{first: len(c.Items)}) {
		n += len(c.in(zone{from, part.first}, func(m grammar.Item) bool {
			return m.Is(grammar.First) && !m.Is(grammar.Unread)
		}))
		from = part.end
	}
	return n
}

// looksOtherwise reports whether an item is a move that does not look like those of the list.
func (c *setting) looksOtherwise(m grammar.Item) bool {
	return m.IsMove() && m.Looks() != c.moves[0].Looks()
}

// couldMove reports whether an item is a line that could be a move, or looksOtherwise.
func (c *setting) couldMove(m grammar.Item) bool {
	return c.looksOtherwise(m) || m.Is(c.doubt)
}

// holdsMove is couldMove without lines that only name pegs, and without moves of the list that are
// told again in words.
func (c *setting) holdsMove(m grammar.Item) bool {
	return m.Is(grammar.Holds) || c.looksOtherwise(m) && !(m.Is(grammar.Worded) && c.hasMoves([]grammar.Item{m}))
}

// ofSolved returns the lines that may be further moves of a list that solves the puzzle: in it,
// between its parts, touching it, or continuing it with its next number.
func (c *setting) ofSolved() []grammar.Item {
	last := c.last()
	isNumbered := c.parts[0].number == grammar.NumberOf(1) && !c.parts[0].isUnnumbered
	found := c.inside(func(m grammar.Item) bool {
		isSilent := isNumbered && m.Kind == grammar.Text && !m.Number.Given()
		return !isSilent && (c.holdsMove(m) || m.Is(grammar.FromTo))
	})
	hasBlanks := slices.ContainsFunc(c.parts, func(r run) bool { return r.hasBlanks })
	before, after := c.nextTo(c.holdsMove, hasBlanks, false)
	found = append(found, c.in(before, c.holdsMove)...)
	found = append(found, c.in(after, c.holdsMove)...)
	return append(found, c.in(zone{after.to, len(c.Items)}, func(m grammar.Item) bool {
		isNext := !last.isUnnumbered && m.Number.Follows(last.last)
		return isNext && c.holdsMove(m)
	})...)
}

// ofUnsolved returns the lines that may be moves of a list that does not solve the puzzle: in it,
// next to it, or after it, if they and the moves there are enough for another list.
func (c *setting) ofUnsolved() []grammar.Item {
	found := c.inside(c.couldMove)
	before, after := c.nextTo(c.couldMove, true, true)
	if i := before.to - 1; i >= 0 && c.Items[i].Is(grammar.ManyDisks) && !c.Items[i].Is(grammar.Holds) {
		before.from = before.to // a title
	}
	found = append(found, c.in(before, c.couldMove)...)
	found = append(found, c.in(after, c.couldMove)...)
	count := 0
	for _, m := range c.Items[c.last().end:] {
		switch {
		case m.IsMove():
			count++
		case m.Is(c.doubt): // it may be several
			count += len(bytes.FieldsFunc(c.Text[m.Start:m.End()], func(r rune) bool { return strings.ContainsRune(",;.", r) }))
		}
	}
	if count >= c.enough && !c.moves[0].Is(grammar.Listed) {
		found = append(found, c.in(zone{after.to, len(c.Items)}, func(m grammar.Item) bool { return m.Is(c.doubt) })...)
	}
	return found
}

// ofNone returns all lines that could be moves, for an answer without a list.
func (c *setting) ofNone() []grammar.Item {
	return c.in(zone{0, len(c.Items)}, func(m grammar.Item) bool { return m.IsMove() || m.Is(c.doubt) })
}

// textOf writes moves as text, in which names do not depend on case.
func (c *setting) textOf(moves []grammar.Item, withDisks bool) string {
	place := func(p grammar.Place) string {
		if p.Kind() == grammar.OnPeg {
			return strings.ToLower(c.Names.All[p.ID()])
		}
		return fmt.Sprint(p)
	}
	var b strings.Builder
	for _, m := range moves {
		if b.WriteByte(';'); withDisks {
			fmt.Fprint(&b, m.Disk)
		}
		fmt.Fprint(&b, place(m.From), " ", place(m.To), ";")
	}
	return b.String()
}

// hasMoves reports whether moves occur in the list, in their order. Disks count if all moves have
// them.
func (c *setting) hasMoves(moves []grammar.Item) bool {
	if c.tries++; c.tries > maxPieces {
		return false
	}
	withDisks := c.moves[0].Disk.Given() && moves[0].Disk.Given()
	if c.texts == nil {
		c.texts = map[bool]string{}
	}
	if c.texts[withDisks] == "" {
		c.texts[withDisks] = c.textOf(c.moves, withDisks)
	}
	return strings.Contains(c.texts[withDisks], c.textOf(moves, withDisks))
}

// maxPieces is the most runs that are compared with a list, or tried instead of it.
const maxPieces = 100

// hasLater reports whether other moves come after a list that solves the puzzle: more than the same
// again, or two and up to half of them. Moves with words around their brackets count only if those
// of the list have words.
func (c *setting) hasLater() bool {
	for _, r := range c.runs {
		if r.first < c.last().end {
			continue
		}
		m := c.Items[r.first]
		if m.Is(grammar.Worded) && !c.moves[0].Is(grammar.Worded) {
			continue
		}
		isShort := r.count > 1 && 2*r.count <= len(c.moves) || r.count == len(c.moves)
		if !isShort || !c.hasMoves(movesOf(c.Items, []run{r})) {
			return true
		}
	}
	return false
}
