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
		next := aStop
		if i+1 < len(r.phrases) {
			next = r.phrases[i+1].role
		}
		if !s.c.whole() || s.begins(p, next) {
			s.take(p)
		}
		s.marked = p.role >= aLabel
		s.opened = p.role == aColon || p.role == aBracket
	}
	c, last := &s.c, r.latest().role
	lacks := !c.whole() && !c.fresh() && !c.several && !c.denied && !s.topic
	if lacks && last < aLabel && (c.words == 0 || c.words == 1 && last == aWord) {
		u.is |= half
	}
	s.end()
	s.settle()
}

func (s *sentence) begin() {
	s.c = clause{label: none, disk: none, from: none, to: none, first: none}
}

// begins takes a phrase behind a whole move. It reports whether the phrase begins the next clause; else it is
// the disk of the move, or a remark.
func (s *sentence) begins(p *phrase, next role) bool {
	c := &s.c
	unnamed := !c.named() && c.after == 0
	switch p.role {
	case aLabel, aRow, aStop:
	case aColon:
		if !c.several { // Move 2 disks from A to B: A → C
			return false
		}
		s.begin()
		return false
	case aVerb: // but not in A → C: move disk 1
		if s.opened || c.after > 0 && !s.marked {
			return false
		}
	case leaves:
		if c.after > 0 && !s.marked {
			return false
		}
	case aDisk:
		moves := next == leaves || next == goesTo || next == aColon && s.marked
		switch {
		case moves && (s.marked || c.after == 0), c.after == 0 && c.named() && !s.opened:
		case c.after > 0:
			return false
		case next == aWord || next == denies || next == bare:
			c.after++
			return false
		default:
			s.name(p.number)
			s.use(p)
			return false
		}
	case bare:
		switch {
		case !unnamed || !s.is(p.first, "n"):
		case s.opened:
			s.name(min(p.number, diskMany))
			s.use(p)
		default:
			c.other = true
		}
		return false
	case other:
		c.other = c.other || unnamed
		c.bad = c.bad || s.is(p.first, ">")
		return false
	case dots:
		c.flags |= endsList
		return false
	case aMark, aBracket:
		return false
	default:
		c.denied = c.denied || p.role == denies && !s.marked && c.after == 0
		c.bad = c.bad || p.role == goesTo && c.after == 0 && s.is(p.pegs[0], groups['P']) // and then to B
		c.after++
		s.words++
		return false
	}
	s.end()
	return true
}

// take takes a phrase of a clause that is not whole.
func (s *sentence) take(p *phrase) {
	c := &s.c
	switch p.role {
	case aLabel:
		s.label(p)
	case aVerb:
		if s.marked && !s.opened && (c.several || c.denied || c.words > 0 || c.to >= 0) {
			s.end()
		}
		s.use(p)
		s.c.verb = true
	case aDisk:
		if s.marked && c.to >= 0 && c.named() {
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
		c.bad = c.bad || c.to >= 0
		c.to = p.pegs[0]
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
		s.use(p)
		if !s.is(p.first, "n") {
			c.names++
			break
		}
		c.numbers++
		c.number, c.soft = min(p.number, diskMany), s.is(p.first-1, "vM")
	case other:
		c.other = true
		c.bad = c.bad || s.is(p.first, ">")
	case purpose:
		c.denied = c.denied || c.named()
	case aWord, denies, several:
		c.several = c.several || p.role == several
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
		if !s.is(p.first, ";") || c.to >= 0 || c.disk == none && c.from < 0 {
			s.end()
			s.topic = false
		}
	}
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

// say counts a word without a role.
func (s *sentence) say() {
	s.words++
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

// end makes a move of the clause, if it is one, and begins the next.
func (s *sentence) end() {
	c := &s.c
	names := c.names + c.numbers
	for _, peg := range []int{c.from, c.to} {
		if peg >= 0 {
			names++
		}
	}
	looks := (c.disk != none || c.soft) && names >= 2
	switch {
	case c.several:
		s.u.is |= plan
	case c.fresh():
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
