package answer

import (
	"strings"

	"github.com/hanoigen/hanoi"
)

// span is a part of the text: bytes start … end−1.
type span struct{ start, end int }

// record is a move as it is written. From the spans of its disk and places a shape
// learns where those of later records are.
type record struct {
	span
	disk     int
	noDisk   bool // pairs: the top of the source
	from, to place
	diskAt   span
}

// place is a peg as it is written, or in pddl a disk.
type place struct {
	span
	kind kind
	n    int
}

type kind uint8

const (
	named  kind = iota // n is 0, 1, 2, or 3 for a peg that does not exist
	digits             // n is the number as written
	onDisk             // n is the number of a disk as written
)

var words = [...][]string{{"left"}, {"middle", "center", "centre"}, {"right"}}

// place reads the name of a peg, and returns where it ends: i if there is none.
func (j *Judge) place(i int) (p place, end int) {
	b := j.text
	p.start = i
	if v, end := integer(b, i); end > i && !isName(at(b, end)) && j.o.Pegs == (Pegs{}) {
		p.end, p.kind, p.n = end, digits, v
		return p, end
	}
	if given, end := j.given(i); end > i {
		return given, end
	}
	end = behindName(b, i)
	p.end, p.n = end, 3
	name := b[i:end]
	switch {
	case len(name) == 0 || len(name) > maxPegName:
		return p, i
	case j.o.Pegs != (Pegs{}):
		// A name that would be one without the option is that of no peg.
		if _, digits := integer(b, i); digits == end {
			return p, end
		}
	}
	if len(name) == 1 && isLetter(name[0]) {
		if p.n = int(name[0] | 0x20 - 'a'); p.n > 2 || j.o.Pegs != (Pegs{}) {
			p.n = 3
		}
		return p, end
	}
	for peg, names := range words {
		if oneOf(b, i, names) == end {
			if p.n = peg; j.o.Pegs != (Pegs{}) {
				p.n = 3
			}
			return p, end
		}
	}
	return p, i
}

// given reads one of the names in Options.Pegs, and returns where it ends: i if there is
// none.
func (j *Judge) given(i int) (p place, end int) {
	if j.o.Pegs == (Pegs{}) {
		return p, i
	}
	end = behindName(j.text, i)
	for peg, name := range j.o.Pegs.names {
		if strings.EqualFold(name, string(j.text[i:end])) {
			return place{span{i, end}, named, peg}, end
		}
	}
	return p, i
}

// behindName skips a name, but no more than the first byte that makes it too long.
func behindName(b []byte, i int) int {
	end := i
	for end < len(b) && isName(b[end]) && end-i <= maxPegName {
		end++
	}
	return end
}

// reading is what was made of a list so far, or of several that are joined.
type reading struct {
	notation Notation // of the list that is read
	check    hanoi.Checker
	open     bool // it is not closed
	bad      span // the first illegal move
	move     hanoi.Move
	base     base
	// The digits that occur among the pegs.
	digits, zero, three bool
}

// base says which pegs the digits are.
type base uint8

const (
	unsettled base = iota
	fromZero       // 0 to 2
	fromOne        // 1 to 3
)

// settle notes the digits of a record's pegs. The first of them decide on the base
// for now. If that is 1 to 3 and a 0 follows, the guess was wrong, and all lists are
// read again.
func (c *reading) settle(r *record) {
	for _, p := range []*place{&r.from, &r.to} {
		if p.kind == digits {
			c.digits = true
			c.zero = c.zero || p.n == 0
			c.three = c.three || p.n == 3
		}
	}
	if c.base == unsettled && c.digits {
		c.base = fromOne
		if c.zero {
			c.base = fromZero
		}
	}
}

// peg returns the number of a peg, or 3 if there is no such peg.
func (c *reading) peg(p *place) uint8 {
	n := p.n
	if p.kind == digits && c.base == fromOne {
		n--
	}
	if n < 0 || n > 2 {
		return 3
	}
	return uint8(n)
}

// play judges a record.
func (j *Judge) play(r *record) {
	if j.skip {
		return
	}
	c := &j.cur
	if c.base != fromZero {
		c.settle(r)
	}
	switch m := (hanoi.Move{}); {
	case c.notation == PDDL:
		j.playPlan(r)
	case r.noDisk:
		j.pair(c.peg(&r.from), c.peg(&r.to), r.span)
	default:
		m.Disk = j.o.Convention.disk(r.disk, j.n)
		m.From, m.To = c.peg(&r.from), c.peg(&r.to)
		j.move(m, r.span)
	}
}

// judged notes what became of a move that is written in a span.
func (j *Judge) judged(m hanoi.Move, at span, legal bool) {
	c := &j.cur
	if !legal && c.bad.end == 0 {
		c.bad, c.move = at, m
	}
	if v := j.visitor; v != nil && (v.list == j.lists || j.o.Pick == Join) {
		v.visit(j.text, m, at, legal)
	}
}

// move judges a move that is written in a span.
func (j *Judge) move(m hanoi.Move, at span) {
	j.judged(m, at, j.cur.check.Move(m))
}

// pair judges the move of the top disk.
func (j *Judge) pair(from, to uint8, at span) {
	m := hanoi.Move{Disk: j.cur.check.State().Top(from), From: from, To: to}
	j.judged(m, at, j.cur.check.Pair(from, to))
}
