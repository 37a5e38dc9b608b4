package answer

import "cmp"

// clause is what a clause says of a move.
type clause struct {
	label       int32
	disk        int32
	number      int32 // the last number without a role
	numbers     int
	names       int // without a role
	from, to    int // tokens, or none
	first, last int // the tokens of the move
	words       int // before the move
	verb        bool
	remark      bool // there are words behind the move
	explained   bool // they say why
	several     bool // disks
	denied      bool
	wrong       bool // it denies the clause before
	bad         bool // something in it has no place in a move
	notation    notation
	flags       flags
}

func (c *clause) whole() bool { return c.from >= 0 && c.to >= 0 }

// named reports whether the clause names the disk, not only that there is one.
func (c *clause) named() bool { return c.disk != none && c.disk != diskTop }

// told reports whether the clause may be a move as it is.
func (c *clause) told() bool { return c.to >= 0 && (c.from >= 0 || c.named()) }

// isFresh reports whether the clause has said nothing of a move yet.
func (c *clause) isFresh() bool { return c.disk == none && c.names+c.numbers == 0 }

// sentence goes along the phrases of a line, and makes moves of its clauses.
type sentence struct {
	*reader
	u      *reading
	c      clause
	marked bool // the phrase before is a mark
	opened bool // it is a colon or an opening bracket
	topic  bool // what follows in the line is about a task, an example or the like
	words  int  // of the line before its first move
	made   int  // moves, also those that were dropped
}

// readWords finds the moves among the words of a line, from a token on.
func (r *reader) readWords(u *reading, first int) {
	r.roles(first)
	s := sentence{reader: r, u: u, c: fresh, marked: true}
	for i := range len(r.phrases) - ahead {
		if s.begins(i) {
			s.end()
		}
		p := &r.phrases[i]
		lacks := p.role == leaves && s.c.from < 0 && !s.c.remark
		switch {
		case p.role == aStop:
			s.c.denied = s.c.denied || s.is(p.first, ".") && s.written(p.first)[0] == '?'
			if !s.is(p.first, ";") || s.c.to >= 0 { // what breaks a line ends only a clause that has said where its disk goes
				s.end()
				s.c.denied = false
			}
		case s.c.told() && !lacks:
			s.behind(i)
		default:
			s.take(i)
		}
		s.marked, s.opened = p.role >= aLabel, p.role == aColon || p.role == aBracket
	}
	if s.c.to < 0 && !s.c.isFresh() && !s.marked {
		u.is |= half
	}
	s.end()
	switch isPlan := u.is&plan != 0; {
	case isPlan && s.made > 1:
		s.miss()
	case isPlan, s.words > 0 && len(u.moves) == 1 && u.moves[0].flags&single != 0:
		u.moves = u.moves[:0] // a step of the plan, or words
	}
}

// fresh is a clause that has said nothing yet.
var fresh = clause{label: none, disk: none, from: none, to: none, first: none, notation: asText}

// begins reports whether a phrase begins another clause, which names pegs or moves a disk again.
func (s *sentence) begins(i int) bool {
	c, p, next := &s.c, &s.phrases[i], s.phrases[i+1].role
	free := s.marked || !c.remark
	if s.is(p.first-1, "r") || c.several && p.role != aVerb {
		return false // from A to C or from A to B; disks 1 to 2 from A to B
	}
	switch p.role {
	case aLabel:
		return c.told()
	case aRow, leaves:
		return c.whole() && free
	case goesTo, bare: // {"to":"B","from":"A"} {"to":"C","from":"A"}, 1 A → C, 2 A → B
		return c.whole() && (next == leaves || next == aRow)
	case aDisk:
		goes := next == leaves || next == goesTo && s.isPeg(&s.phrases[i+1]) || next == aColon && s.marked && s.phrases[i+2].role != aDisk && p.disk != diskTop
		return c.told() && goes && free
	case aVerb: // but not in A → C: move disk 1
		if c.whole() {
			return free && !s.opened && (next != aDisk || s.phrases[i+2].role < aLabel)
		}
		its := c.named() && c.to < 0 && (next == leaves || next == goesTo) // disk 1, the smallest, moves to B
		return s.marked && !s.is(p.first-1, ")") && !s.opened && !its && (c.words > 0 || c.told())
	}
	return false
}

// behind takes a phrase behind a move. What stands right behind it may be its disk, deny it or make it not
// understood; all else is a remark, in which only some words deny, and none if it says why.
func (s *sentence) behind(i int) {
	c, p, next := &s.c, &s.phrases[i], s.phrases[i+1].role
	isEnd := next >= aMark || next == denies
	switch {
	case p.role == dots:
		c.flags |= endsList
		return
	case p.role == aColon && c.several && c.verb && (!s.is(c.from, "n") || s.is(c.from-1, "fgO")): // Move 2 disks from A to B: A → C
		s.c = fresh
		return
	case p.role == denies:
		c.denied = c.denied || !c.remark || s.isFar(p) && !c.explained
	case c.remark, p.role >= aMark, p.role == aVerb, p.role == aDisk && p.disk == diskTop: // A → C: move the disk of size 1
		return
	case p.role == bare && s.is(p.first, "n") && s.opened && !c.named(), // A → C (1)
		p.role == aDisk && (isEnd || p.notation == asObjects || s.is(p.first-1, ":vM") || s.is(p.last+1, "Ct") || c.named() && !s.opened):
		s.name(p.disk)
		s.use(p)
		return
	}
	c.remark = true
	switch p.role {
	case aDisk: // something of the disk
		c.bad = c.bad || (next == several || next == other || s.is(p.first-1, "&r/")) && !c.named()
	case bare:
		isNumber := s.is(p.first, "n") && (!c.named() || s.is(p.first-1, "&r/-") || s.is(p.first+1, "&r,"))
		c.bad = c.bad || isNumber || s.joinsPeg(p)
	case goesTo:
		c.bad = c.bad || (s.isPeg(p) || p.flags&strong != 0) && !s.is(p.last+1, ":=")
		c.explained = true
	case aWord:
		c.explained = s.is(p.first, "CO")
	case several, other, leaves, aRow:
		c.bad = true
	}
}

// isFar reports whether a word denies what stands at some distance: illegal, not allowed, from ___.
func (s *sentence) isFar(p *phrase) bool {
	return s.tok[p.first].value == 1 || s.is(p.first+1, "L") || s.is(p.first, "f")
}

// take takes a phrase of a clause that is no move yet.
func (s *sentence) take(i int) {
	c, p := &s.c, &s.phrases[i]
	switch p.role {
	case aLabel:
		if c.label >= 0 || c.words > 0 || c.disk != none {
			c.bad = true
			return
		}
		c.label, c.flags = p.label, c.flags|p.flags
		if s.u.label < 0 {
			s.u.label = p.label
		}
	case aVerb, aColon:
		c.verb = c.verb || p.role == aVerb
		if c.words > 0 && (p.role == aVerb || c.isFresh()) { // they announce the move
			c.words, c.flags = 0, c.flags|loose
		}
	case aDisk:
		s.name(p.disk)
	case leaves:
		c.bad = c.bad || c.from >= 0
		c.from = p.pegs[0]
	case goesTo:
		if s.is(p.first, "u") && !c.verb { // it is on a peg
			return
		}
		c.bad = c.bad || c.to >= 0
		c.to = p.pegs[0]
	case aRow:
		c.bad = c.bad || c.from >= 0 || c.to >= 0
		c.from, c.to = p.pegs[0], p.pegs[1]
		if p.disk != diskTop {
			s.name(p.disk)
		}
		if p.label >= 0 {
			c.bad = c.bad || c.label >= 0 && c.label != p.label
			c.label = p.label
		}
	case bare:
		c.bad = c.bad || s.joinsPeg(p)
		if s.is(p.first, "n") {
			c.numbers++
			c.number = p.disk
		} else {
			c.names++
		}
	case other:
		c.bad = true
		if s.is(p.first, "d") {
			s.name(diskTop)
		}
	case aWord, denies, several:
		c.several = c.several || p.role == several
		c.wrong = c.wrong || p.role == denies && !c.denied && s.isFar(p)
		c.denied = c.denied || p.role == denies
		s.topic = s.topic || s.is(p.first, "X")
		c.words++
		if len(s.u.moves) == 0 {
			s.words++
		}
	}
	if p.role >= bare && p.role <= aVerb {
		s.use(p)
	}
}

// isPeg reports whether a name behind "to" is surely that of a peg.
func (s *sentence) isPeg(p *phrase) bool {
	peg := p.pegs[0]
	return s.is(peg, groups['P']) || s.is(peg-1, "g")
}

// joinsPeg reports whether a name belongs to a peg before it: to B and C, to B, or C, to B (C), to B C.
func (s *sentence) joinsPeg(p *phrase) bool {
	next := p.first + 1
	joined := s.is(next, ")]") || !s.marked && !s.is(next, ":=")
	i, listed := p.first-1, false
	for ; s.is(i, "g,([&/r|=x"); i-- {
		listed = listed || s.is(i, "&/r|=x")
	}
	return i >= 0 && (i == s.c.from || i == s.c.to) && (listed || joined && s.tok[i].class == s.tok[p.first].class)
}

// use notes that a phrase belongs to the move.
func (s *sentence) use(p *phrase) {
	c := &s.c
	if c.first < 0 {
		c.first = p.first
	}
	c.last = p.last
	c.flags |= p.flags
	c.notation = cmp.Or(p.notation, c.notation)
}

// name names the disk of the move. If it is named twice, it has to be the same.
func (s *sentence) name(number int32) {
	c := &s.c
	switch {
	case c.disk == none || c.disk >= diskMiddle && number != diskTop:
		c.disk = number
	case c.disk != number && number < diskMiddle:
		c.bad = true
	}
}

// end makes a move of the clause, if it is one, and begins the next. A clause without a disk or a peg in a
// role leaves its number to the next.
func (s *sentence) end() {
	c := &s.c
	names := c.names + c.numbers
	if c.from >= 0 || c.to >= 0 { // with both it is told
		names++
	}
	looks, denied := c.disk != none && names >= 2, c.denied || s.topic
	next := fresh
	next.denied = c.wrong
	if c.wrong && c.to < 0 && len(s.u.moves) > 0 { // A → C. That move is illegal.
		s.miss()
	}
	switch {
	case c.several && (c.verb || c.from >= 0 || c.to >= 0):
		s.u.is |= plan
	case c.disk == none && c.from < 0 && c.to < 0 && c.numbers == 0 && !c.verb:
		next.label, next.flags = c.label, c.flags&(bareLabel|loose)
	case !denied && s.complete():
		s.move()
	case looks, c.told(), !denied && (c.verb || c.bad && c.to >= 0) && c.words == 0 && c.flags&loose == 0 && (c.disk != none || s.is(c.to, groups['P'])):
		s.miss()
	}
	s.c = next
}

// miss notes that a clause looks like a move and was not understood.
func (s *sentence) miss() {
	if s.u.missed == 0 {
		s.u.missed = len(s.u.moves) + 1
	}
}

// complete settles what the numbers without a role are, and reports whether the clause is a move that uses
// each of its numbers.
func (s *sentence) complete() bool {
	c := &s.c
	isVague := c.disk == none && c.flags&strong == 0 && s.is(c.from, "n") && s.is(c.from-1, "vM") // move 1 to C
	if c.bad || c.to < 0 || isVague {
		return false
	}
	switch {
	case c.numbers == 1 && !c.named() && c.words == 0:
		c.disk, c.flags = c.number, c.flags|bareLabel
	case c.numbers > 1 || c.numbers == 1 && c.number != c.disk:
		return false
	}
	switch {
	case c.from < 0:
		return c.named() && c.words == 0 && c.names == 0
	case c.disk == none && c.flags&strong == 0:
		return c.words+c.names == 0 && (c.verb || !c.remark || c.label >= 0)
	}
	return c.disk != none || c.notation != asText || c.words+c.names == 0 || c.verb
}

// move adds the move of the clause, if it is no row among other words, says more than another reading of the same
// move, and has the notation of the first in the line.
func (s *sentence) move() {
	c := &s.c
	m := move{label: c.label, disk: uint8(c.disk), from: nowhere, to: s.pegOf(c.to, 1), notation: c.notation, flags: c.flags}
	if c.from >= 0 {
		m.from = s.pegOf(c.from, 0)
	}
	if c.words > 0 && (c.verb || !c.named()) {
		m.flags |= loose
	}
	first, last := c.first, c.last
	if s.is(first-1, "([{") && s.is(last+1, ")]}") {
		first, last = first-1, last+1
	}
	m.stand(s.tok[first].start, s.tok[last].end)
	s.made++
	if s.words > 0 && m.flags&weak != 0 {
		return
	}
	if n := len(s.u.moves) - 1; n >= 0 {
		before := &s.u.moves[n]
		isSame := sameMove(*before, m, 0)
		switch {
		case isSame && (before.disk == diskTop) != (m.disk == diskTop):
			before.disk = min(before.disk, m.disk)
			return
		case m.notation != before.notation:
			if !isSame && (m.from == before.from || m.from == before.to || m.to == before.from || m.to == before.to) {
				s.miss()
			}
			return
		}
	}
	s.u.moves = append(s.u.moves, m)
}
