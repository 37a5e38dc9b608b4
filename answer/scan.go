package answer

import "strings"

// scan finds the moves of the line. It returns where to go on: at its end, or behind a list in
// brackets.
func (r *reader) scan() (next int) {
	r.found = r.found[:0]
	var s sentence
	begin := true // of a clause
	for i := r.line.first; i < len(r.tok); {
		t := r.tok[i]
		if t.class == '[' || t.class == '(' {
			if r.isState(i) || r.line.states && r.class(i-2) == ']' {
				r.line.states = true
				end, _ := r.elementEnd(t.start)
				if end > r.line.stop {
					return end
				}
				for i < len(r.tok) && r.tok[i].start < end {
					i++
				}
				begin = true
				continue
			}
			if end, ok := r.brackets(i); ok {
				return end
			}
		}
		if f, ok := r.moveAt(i, begin, &s); ok {
			r.found = append(r.found, f)
			i = f.match.end
			begin = true
			continue
		}
		begin = r.step(&s, t)
		i++
	}
	if r.inPart() {
		s.rest = 0 // it may belong to a move
	} else {
		r.endSentence(&s)
	}
	r.settle(s)
	return r.line.stop
}

// brackets reads the list that a token opens, and returns where that ends.
func (r *reader) brackets(i int) (end int, ok bool) {
	next := r.class(i + 1)
	nested := next == '[' || next == '('
	if r.tok[i].class == '(' && !nested {
		return 0, false
	}
	if nested || next == '{' {
		r.commit() // what comes before it
	}
	start := r.tok[i].start
	r.addHead()
	outer := r.line
	r.tok, r.spare = r.spare, r.tok
	end, ok = r.list(start)
	r.tok, r.spare = r.spare, r.tok
	r.line = outer
	return end, ok
}

// sentence is what is known of the sentence that is read.
type sentence struct {
	denied, quantity bool
	moves, words     int
	disks, pegs      int
	verb             bool
	marked           bool // a mark is behind its last move
	last             byte // the class of the token before
	rest             int  // words of the line that are in no move
}

// step takes a token that begins no move, and reports whether a clause begins behind it.
func (r *reader) step(s *sentence, t token) bool {
	defer func() { s.last = t.class }()
	if strings.IndexByte("!qdplnxyo", t.class) >= 0 {
		s.rest++
	}
	switch t.class {
	case '!':
		s.denied = true
		// It denies the move before it, too, unless a mark is between.
		if n := len(r.found) - 1; n >= 0 && !s.marked {
			r.found = r.found[:n]
			s.moves--
		}
	case 'q':
		s.quantity, r.gap.plan = true, true
	case 'd':
		s.disks++
	case 'p', 'l', 'n':
		s.pegs++
	case 'e':
		if n := len(r.found) - 1; n >= 0 {
			r.found[n].flags |= endsList
		}
	case '.', ';':
		r.endSentence(s)
		return true
	case ':':
		s.quantity, s.marked, s.words = s.quantity && s.last == 'q', true, 0 // 2 disks: A → C
		return true
	case ',', '|', '&', '(', '[', ')', ']', '-', '{', '}', '=':
		s.marked = true
		return true
	case 'v':
		s.verb = true
	case 'x', 'y', 'o':
		s.words++
	}
	return false
}

// endSentence notes a sentence that looks like a move and is none.
func (r *reader) endSentence(s *sentence) {
	looks := s.disks == 1 && (s.pegs >= 2 || s.verb)
	if looks && s.moves == 0 && !s.denied && !s.quantity && r.only == "" {
		r.miss(r.line.start, r.line.stop)
	}
	*s = sentence{rest: s.rest, marked: true}
}

// settle drops what is no move in the light of the whole line, and one of two readings of
// the same move.
func (r *reader) settle(s sentence) {
	kept := r.found[:0]
	for _, f := range r.found {
		form := &forms[f.form]
		single := len(r.found) == 1 && f.move.label < 0 && (form.pattern[0] == '(' || form.pattern == "c") && form.notation != "pddl"
		if s.rest > 0 && (form.where == whole || single) {
			continue
		}
		if n := len(kept) - 1; n >= 0 && f.form != kept[n].form && r.sameMove(kept[n].move, f.move) {
			if last := &kept[n]; last.move.disk > diskUnknown && f.move.from != codeWhere { // the one that names the disk counts
				f.move.label, f.match.label = last.move.label, last.match.label
				*last = f
			}
			continue
		}
		kept = append(kept, f)
	}
	r.found = kept
}

// sameMove reports whether two readings may be of one move: pegs may be numbers in one, and
// letters in the other.
func (r *reader) sameMove(a, b move) bool {
	switch {
	case a.disk != b.disk && a.disk < diskUnknown && b.disk < diskUnknown:
		return false
	case a.from == codeWhere || b.from == codeWhere:
		return a.to == b.to
	case (a.from <= maxNumber) != (b.from <= maxNumber):
		return int(a.from)-int(a.to) == int(b.from)-int(b.to)
	}
	return a.from == b.from && a.to == b.to
}

// moveAt matches the forms at a token. If a clause begins there, its number may come first.
func (r *reader) moveAt(i int, begin bool, s *sentence) (found, bool) {
	if s.denied || s.quantity {
		return found{}, false
	}
	f, ok := found{}, false
	if begin {
		if l := r.labelAt(i); l.token >= 0 && l.end < len(r.tok) {
			if f, ok = r.form(l.end, i, true); ok {
				f.move.label, f.match.label = l.number, l.token
				if l.bare && f.move.disk == diskTop {
					f.flags |= maybeDisk
				}
			}
		}
	}
	if !ok {
		f, ok = r.form(i, i, begin)
	}
	// A sentence that names one peg may tell of anything.
	if ok = ok && !(f.move.from == codeWhere && s.words > 0); ok {
		f.loose = s.words > 0
		s.moves++
		s.marked = false
	}
	return f, ok
}

// form tries the forms at a token; that of its label, if it has one, is start.
func (r *reader) form(i, start int, begin bool) (found, bool) {
	if c := r.class(i); (c == '[' || c == '(') && r.class(i+1) != 'v' && r.isState(i) || i > r.line.first && r.class(i-1) == '>' {
		return found{}, false // of A → C → B, either
	}
	for k := range forms {
		f := &forms[k]
		if f.where != anywhere && !begin || r.only != "" && r.only != f.notation {
			continue
		}
		m := match{disk: none, from: none, to: none, label: none}
		if matchForm(f.pattern, r.tok, i, &m) && r.ends(f, m, start == r.line.first) {
			return r.make(k, m, i), true
		}
	}
	return found{}, false
}

// ends reports whether a form may end where it matched.
func (r *reader) ends(f *form, m match, first bool) bool {
	next := r.class(m.end)
	if next == '>' {
		return false
	}
	atMark := next == 0 || strings.IndexByte(",&|;.()[]eb}-ns", next) >= 0 || next == ':' && m.end+1 < len(r.tok)
	if !atMark && f.where != anywhere {
		atMark = matchForm(f.pattern, r.tok, m.end, &match{}) // one more
	}
	again := len(r.found) > 0 && forms[r.found[len(r.found)-1].form].pattern == f.pattern
	switch f.where {
	case alone:
		return (first || again) && (next == 0 || next == ';' || next == ',' && m.end+1 == len(r.tok))
	case whole:
		return (first || again) && atMark
	case clause:
		return atMark
	}
	return true
}

// make makes a move of a match.
func (r *reader) make(k int, m match, start int) found {
	token := func(i int) (t token) {
		if i >= 0 {
			t = r.tok[i]
		}
		return t
	}
	f := fields{token(m.disk), token(m.from), token(m.to)}
	move, _ := f.move(uint8(k))
	if t := f.disk; t.class == 'c' {
		move.disk, move.from, move.to = uint8(t.value>>16), uint8(t.value>>8), uint8(t.value)
		if move.disk != diskTop {
			move.form = tripleForm
		}
	}
	move.stand(r.tok[start].start, r.tok[m.end-1].end)
	if m.label >= 0 {
		move.label = r.tok[m.label].value
	}
	if forms[k].pattern == "vntT" && f.to.class == 'n' {
		move.flags |= vague
	}
	return found{move: move, match: m}
}
