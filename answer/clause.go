package answer

import "bytes"

// clause is what a clause says of a move.
type clause struct {
	label       int32
	disk        int32
	number      int32 // the last number without a role
	numbers     int
	names       int // of pegs
	from, to    int // tokens, or none
	first, last int // the tokens of the move
	words       int // without a role, before the move is whole
	after       int // and behind it
	verb        bool
	object      bool // a word stands behind the verb
	soft        bool // the number stands behind a verb, and may be that of a step
	rests       bool // the disk is on peg to, or goes there
	several     bool // disks
	denied      bool
	bad         bool // something in it has no place in a move
	other       bool // a number is neither a disk nor a peg
	notation    notation
	flags       flags
}

func (c *clause) whole() bool { return c.from >= 0 && c.to >= 0 }

// named reports whether the clause names the disk, not only that there is one.
func (c *clause) named() bool { return c.disk != none && c.disk != diskTop }

// fresh reports whether the clause has said nothing of a move yet.
func (c *clause) fresh() bool {
	return c.disk == none && c.from < 0 && c.to < 0 && c.names+c.numbers == 0 && !c.verb
}

// sentence goes along the phrases of a line, and makes moves of its clauses.
type sentence struct {
	*reader
	u      *reading
	c      clause
	marked bool // the phrase before is a mark
	opened bool // it is a colon or an opening bracket
	topic  bool // the sentence is about a goal, an example or the like
	words  int  // of the line that are in no move
}

// readWords finds the moves among the words of a line, from a token on.
func (r *reader) readWords(u *reading, first int) {
	r.roles(first)
	s := sentence{reader: r, u: u, marked: true}
	s.begin()
	for i := range r.phrases {
		p := &r.phrases[i]
		if !s.c.whole() || s.begins(i) {
			s.take(i)
		}
		s.marked = p.role >= aLabel
		s.opened = p.role == aColon || p.role == aBracket
	}
	c, last, moves := &s.c, r.latest().role, len(u.moves)
	lacks := !c.whole() && !c.fresh() && last < aLabel && (c.words == 0 || c.words == 1 && last == aWord)
	s.end()
	if lacks && len(u.moves) == moves {
		u.is |= half
	}
	s.settle()
}

// role returns the role of a phrase; an end of a sentence behind the last.
func (s *sentence) role(i int) role {
	if i < len(s.phrases) {
		return s.phrases[i].role
	}
	return aStop
}

func (s *sentence) begin() {
	s.c = clause{label: none, disk: none, from: none, to: none, first: none}
}

// begins takes a phrase behind a whole move. It reports whether the phrase begins the next clause; else it is
// the disk of the move, or a remark.
func (s *sentence) begins(i int) bool {
	c, p, next := &s.c, &s.phrases[i], s.role(i+1)
	comma := s.is(p.first-1, ",")
	if s.is(p.first-1, "r") && (p.role == leaves || p.role == aDisk) { // from A to C or from A to B
		c.bad = true
		return false
	}
	switch p.role {
	case aLabel, aRow, aStop:
	case aColon:
		if c.several { // Move 2 disks from A to B: A → C
			s.begin()
		}
		return false
	case aVerb: // but not in A → C: move disk 1
		its := !c.named() && next == aDisk && s.role(i+2) >= aLabel
		if s.opened || its || c.after > 0 && !s.marked {
			return false
		}
	case leaves:
		if c.after > 0 && !s.marked {
			return false
		}
	case aDisk:
		moves := next == leaves || next == goesTo && s.isPeg(&s.phrases[i+1]) || next == aColon && s.marked && !s.opened && s.role(i+2) != aDisk
		alone := next == aMark && !s.is(p.last+1, "|") || next == aStop || next == aLabel || next == aRow && s.opened
		told := next == aWord || next == denies || next == bare || next == aVerb // something of the disk
		switch {
		case moves && (s.marked || c.after == 0):
		case c.after > 0:
			return false
		case alone, c.named() && next == aWord && s.is(p.first-1, "&"), !c.named() && (!told || next == aVerb && !comma):
			s.name(p.number)
			s.use(p)
			return false
		case !c.named():
			c.other = c.other || s.is(p.first-1, "&")
			c.after++
			return false
		}
	case bare:
		switch {
		case next == leaves && s.is(p.first, "n"): // 1 A → C, 2 A → B
			s.end()
			return true
		case c.after > 0:
		case s.joined(p):
			c.bad = true
		case c.named() || !s.is(p.first, "n") || s.is(p.first-1, "g"):
		case s.opened:
			s.name(min(p.number, diskMany))
			s.use(p)
		default:
			c.other = true
		}
		return false
	case other:
		c.other = c.other || c.after == 0
		c.bad = c.bad || s.is(p.first, ">")
		return false
	case dots:
		c.flags |= endsList
		return false
	case aMark, aBracket:
		return false
	default:
		if c.after == 0 {
			c.denied = c.denied || p.role == denies && (!s.marked || s.opened)
			c.bad = c.bad || p.role == goesTo && s.isPeg(p) || p.role == several && !(c.named() && comma) // and then to B
		}
		c.after++
		s.words++
		return false
	}
	s.end()
	return true
}

// take takes a phrase of a clause that is not whole.
func (s *sentence) take(i int) {
	c, p := &s.c, &s.phrases[i]
	remark := c.to >= 0 && c.named() && (s.marked || c.after > 0)
	switch p.role {
	case aLabel:
		s.label(p)
	case aVerb:
		goesOn := c.from < 0 && (c.rests && s.role(i+1) == goesTo || // take disk 1 on A and move it to B
			c.to < 0 && c.named() && (s.role(i+1) == leaves || s.role(i+1) == goesTo)) // disk 1, the smallest, moves to B
		if s.marked && !s.opened && !goesOn && (c.several || c.denied || c.words > 0 || c.to >= 0) {
			s.end()
		}
		s.use(p)
		s.c.verb = true
	case aDisk:
		joined := s.opened || s.is(p.first-1, "&") && (s.role(i+1) == aWord || s.role(i+1) == aStop)
		if s.marked && c.to >= 0 && c.named() && !joined {
			s.end()
		}
		s.name(p.number)
		s.use(p)
	case leaves:
		c.bad = c.bad || c.from >= 0
		c.from = p.pegs[0]
		s.use(p)
	case goesTo:
		if p.flags&rests != 0 && !c.verb {
			s.say()
			return
		}
		if c.rests && c.from < 0 && p.flags&rests == 0 {
			c.from, c.to = c.to, none
		}
		c.bad = c.bad || c.to >= 0
		c.to, c.rests = p.pegs[0], p.flags&rests != 0
		s.use(p)
	case aRow:
		if c.bad = c.bad || c.from >= 0 || c.to >= 0 || p.flags&mixed != 0; p.flags&mixed != 0 {
			return
		}
		if c.from, c.to = p.pegs[0], p.pegs[1]; p.number != diskTop {
			s.name(p.number)
		}
		if s.use(p); p.flags&quad != 0 {
			c.label, c.flags = p.label, c.flags|bareLabel
		}
	case bare:
		c.bad = c.bad || s.joined(p)
		if remark {
			c.after++
			break
		}
		s.use(p)
		if !s.is(p.first, "n") {
			c.names++
			break
		}
		c.numbers++
		c.number, c.soft = min(p.number, diskMany), s.is(p.first-1, "vM")
	case other:
		c.other = true
		c.bad = c.bad || s.is(p.first, ">fthy")
	case purpose:
		c.denied = c.denied || c.named()
	case aWord, denies, several:
		c.several = c.several || p.role == several && !remark
		c.denied = c.denied || p.role == denies
		s.topic = s.topic || s.is(p.first, "X")
		s.say()
	case aColon:
		switch {
		case c.several && (c.from >= 0 || c.to >= 0):
			s.begin()
		case c.fresh() && c.words > 0: // words that announce
			s.words -= c.words
			c.words, c.flags = 0, c.flags|loose
		}
	case aStop:
		if !s.is(p.first, ";") || c.to >= 0 || c.fresh() && !c.other {
			s.end()
			s.topic = false
		}
	}
}

// isPeg reports whether a name behind "to" is surely that of a peg.
func (s *sentence) isPeg(p *phrase) bool {
	peg := p.pegs[0]
	return p.flags&strong != 0 || s.is(peg, groups['P']) || s.is(peg-1, "g") || s.is(peg+1, "g")
}

// joined reports whether a name or a number belongs to a peg before it: to B and C, to B (C).
func (s *sentence) joined(p *phrase) bool {
	last := p.first - 1
	for s.is(last, "g") {
		last--
	}
	return s.is(last, "&/r") && (s.c.from == last-1 || s.c.to == last-1) ||
		s.opened && s.is(p.first, "lpny") && s.is(p.first+1, ")") && s.c.to >= 0 && s.tok[s.c.to].class == s.tok[p.first].class
}

// use notes that a phrase belongs to the move.
func (s *sentence) use(p *phrase) {
	c := &s.c
	if c.first < 0 {
		c.first = p.first
	}
	c.last = p.last
	c.flags |= p.flags
	if p.notation > 0 {
		c.notation = p.notation
	}
}

// label takes the number of a move.
func (s *sentence) label(p *phrase) {
	if s.c.label >= 0 && p.flags&bareLabel == 0 {
		s.end()
	}
	c := &s.c
	if c.label >= 0 || c.words > 0 || c.disk != none || c.from >= 0 {
		c.other = true
		return
	}
	c.label, c.flags = p.number, c.flags|p.flags
	if s.u.label < 0 && len(s.u.moves) == 0 {
		s.u.label = p.number
	}
}

// say counts a word without a role. Behind a disk and the peg where it goes it is a remark.
func (s *sentence) say() {
	s.words++
	if s.c.to >= 0 && s.c.named() {
		s.c.after++
		return
	}
	s.c.words++
	s.c.object = s.c.object || s.c.verb
}

// name names the disk of the move. If it is named twice, it has to be the same.
func (s *sentence) name(number int32) {
	c := &s.c
	sized := func(disk int32) bool { return disk == diskLargest || disk == diskMiddle }
	switch {
	case c.disk == none || c.disk == diskTop || sized(c.disk) && number != diskTop:
		c.disk = number
	case c.disk != number && number != diskTop && !sized(number):
		c.bad = true
	}
}

// end makes a move of the clause, if it is one, and begins the next. A clause without a disk or a peg in a
// role leaves its number to the next.
func (s *sentence) end() {
	c := &s.c
	names := c.names + c.numbers
	for _, peg := range []int{c.from, c.to} {
		if peg >= 0 {
			names++
		}
	}
	looks := (c.disk != none || c.soft) && names >= 2
	label, flags := int32(none), c.flags&(bareLabel|loose)
	switch {
	case c.several:
		s.u.is |= plan
	case c.disk == none && c.from < 0 && c.to < 0 && c.numbers == 0 && !c.verb:
		label = c.label
		if c.words > 0 {
			flags |= loose
		}
	case c.denied || s.topic:
		if c.whole() || looks {
			s.miss()
		}
	case s.complete():
		s.move()
	case looks, c.whole() && c.flags&single == 0, c.verb && c.words == 0 && (c.disk != none || s.is(c.to, groups['P'])):
		s.miss()
	}
	s.begin()
	if label >= 0 {
		s.c.label, s.c.flags = label, flags
	}
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
	if c.bad || c.to < 0 {
		return false
	}
	if c.from >= 0 && c.disk == none && c.flags&strong == 0 && c.numbers == 0 && s.is(c.from, "n") && s.is(c.from-1, "vM") { // move 1 to C
		if s.is(c.to, "n") {
			c.flags |= vague
		} else {
			c.disk, c.from = min(s.tok[c.from].value, diskMany), none
		}
		return c.words == 0
	}
	switch {
	case c.numbers == 1 && !c.named() && c.words == 0:
		c.disk = c.number
	case c.numbers > 1 || c.numbers == 1 && c.number != c.disk && !c.soft:
		return false
	}
	switch {
	case c.other && !c.named():
		return false
	case c.from < 0:
		return c.named() && c.words == 0 && c.names == 0
	case c.disk == none && c.flags&strong == 0 && c.verb:
		return !c.object
	case c.disk == none && c.flags&strong == 0:
		return c.words == 0 && (c.after == 0 || c.label >= 0)
	}
	return true
}

// move adds the move of the clause.
func (s *sentence) move() {
	c := &s.c
	m := move{label: c.label, disk: diskTop, from: nowhere, to: s.pegOf(c.to, 1), notation: c.notation, flags: c.flags}
	if m.notation == 0 {
		m.notation = asText
	}
	if c.disk != none {
		m.disk = uint8(c.disk)
	}
	if c.from >= 0 {
		m.from = s.pegOf(c.from, 0)
	}
	if c.words > 0 {
		m.flags |= loose
	}
	first, last := c.first, c.last
	for i := last; i >= max(first-1, 0); i-- { // a bracket around its end
		if s.is(i, "([{") && int(s.tok[i].value) == last+1 {
			first, last = min(first, i), last+1
			break
		}
	}
	start := s.tok[first].start
	m.stand(start-len(boxed)*bytes.Count(s.line[max(0, start-len(boxed)):start], []byte(boxed)), s.tok[last].end)
	s.u.moves = append(s.u.moves, m)
}

// settle drops what is no move in the light of the whole line: rows and single words among other words, one of two
// readings of the same move, and moves of another notation than the first.
func (s *sentence) settle() {
	all := s.u.moves
	if len(all) == 1 && s.u.is&plan != 0 { // one step of a plan
		all = nil
	}
	singles := 0
	for _, m := range all {
		if m.flags&single != 0 {
			singles++
		}
	}
	kept := all[:0]
	for _, m := range all {
		if s.words > 0 && (m.flags&weak != 0 || m.flags&single != 0 && singles == 1 && m.label < 0) {
			continue
		}
		if n := len(kept) - 1; n >= 0 && sameMove(kept[n], m, 0) && (kept[n].disk == diskTop) != (m.disk == diskTop) {
			kept[n].disk = min(kept[n].disk, m.disk)
			continue
		}
		if len(kept) == 0 || m.notation == kept[0].notation {
			kept = append(kept, m)
		}
	}
	s.u.moves = kept
}
