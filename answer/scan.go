package answer

import (
	"bytes"
	"strings"
)

// scan finds the moves of the line that was lexed, from a token on. It returns where to go
// on: at stop, or behind a list in brackets.
func (r *reader) scan(start, stop, first, indent int) (next int) {
	r.found = r.found[:0]
	var s sentence
	r.whole = [2]int{start, stop}
	begin := true // of a clause
	for i := first; i < len(r.tok); {
		t := r.tok[i]
		if t.class == '[' || t.class == '(' {
			if end, ok := r.brackets(i, indent); ok {
				if end > stop || r.gap.bracket && len(r.found) == 0 {
					return max(end, start+1)
				}
				for i < len(r.tok) && r.tok[i].start < end {
					i++
				}
				begin, s.moves = true, s.moves+1
				continue
			}
		}
		if begin || bytes.IndexByte([]byte("dvb[lp"), t.class) >= 0 {
			if f, ok := r.moveAt(i, begin, i == first, s); ok {
				f.loose = s.words > 0
				r.found = append(r.found, f)
				s.moves++
				s.marked = false
				i = f.at.end
				begin = true
				continue
			}
		}
		begin = r.step(&s, t)
		i++
	}
	if r.inPart(stop) {
		s.rest = 0 // it may belong to a move
	} else {
		r.endSentence(&s)
	}
	r.settle(s)
	return stop
}

// brackets reads a list in brackets at a token, and returns where that ends.
func (r *reader) brackets(i, indent int) (end int, ok bool) {
	start, next := r.tok[i].start, r.class(i+1)
	nested := strings.IndexByte("[({", next) >= 0
	switch {
	case r.isState(i):
		return r.elementEnd(start)
	case r.tok[i].class == '(' && next != '[' && next != '(':
		return 0, false
	case nested:
		r.commit(indent) // what comes before it
	}
	r.tok, r.spare = r.spare, r.tok
	end, ok = r.list(start)
	r.tok, r.spare = r.spare, r.tok
	return end, ok
}

// sentence is what is known of the sentence that is read.
type sentence struct {
	denied, quantity bool
	moves, words     int
	disks, pegs      int
	verb             bool // it begins with a verb
	marked           bool // a mark is behind its last move
	rest             int  // words of the line that are in no move
}

// step takes a token that begins no move, and reports whether a clause begins behind it.
func (r *reader) step(s *sentence, t token) bool {
	if bytes.IndexByte([]byte("!qdplnxo"), t.class) >= 0 {
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
		s.quantity = true
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
		s.quantity, s.marked = false, true
		s.words = 0
		return true
	case ',', '(', '[', ')', ']', '-', '{', '}', '=':
		s.marked = true
		return true
	case 'v':
		s.verb = s.verb || s.words+s.disks+s.pegs == 0
	case 'x', 'o':
		s.words++
	}
	return false
}

// endSentence notes a sentence that looks like a move and is none.
func (r *reader) endSentence(s *sentence) {
	looks := s.disks == 1 && (s.pegs >= 2 || s.verb)
	if looks && s.moves == 0 && !s.denied && !s.quantity && r.only == "" {
		r.miss(r.whole[0], r.whole[1])
	}
	*s = sentence{rest: s.rest, marked: true}
}

// settle drops what is no move in the light of the whole line, and one of two readings of
// the same move.
func (r *reader) settle(s sentence) {
	kept := r.found[:0]
	for _, f := range r.found {
		form := &forms[f.form]
		alone := len(r.found) == 1 && f.label < 0 && form.pattern[0] == '(' && form.notation != "pddl"
		if s.rest > 0 && (form.where == whole || alone) {
			continue
		}
		if n := len(kept) - 1; n >= 0 && f.form != kept[n].form && r.sameMove(kept[n].move, f.move) {
			switch last := &kept[n]; {
			case last.disk != diskTop:
			case f.from == codeWhere:
				last.disk, last.at.disk = f.disk, f.at.disk
			default:
				f.label, f.loose = last.label, last.loose
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
	case a.disk != b.disk && a.disk != diskTop && b.disk != diskTop:
		return false
	case a.from == codeWhere || b.from == codeWhere:
		return a.to == b.to
	case (a.from <= maxNumber) != (b.from <= maxNumber):
		return int(a.from)-int(a.to) == int(b.from)-int(b.to)
	}
	return a.from == b.from && a.to == b.to
}

// moveAt matches the forms at a token. If a clause begins there, its number may come first.
func (r *reader) moveAt(i int, begin, first bool, s sentence) (found, bool) {
	if s.denied || s.quantity {
		return found{}, false
	}
	if begin {
		if l, k := r.labelAt(i); l.token >= 0 && k < len(r.tok) {
			if f, ok := r.form(k, true, first); ok {
				f.label = l.label
				if l.bare && f.disk == diskTop && f.from != codeWhere {
					f.flags |= maybeDisk
				}
				f.at.label = l.token
				return f, true
			}
		}
	}
	return r.form(i, begin, first)
}

// form tries the forms at a token.
func (r *reader) form(i int, begin, first bool) (found, bool) {
	for k := range forms {
		f := &forms[k]
		if f.where != anywhere && !begin || r.only != "" && r.only != f.notation {
			continue
		}
		m := match{disk: none, from: none, to: none, label: none}
		if !matchForm(f.pattern, r.tok, i, &m) || !r.ends(f, m, i, first) {
			continue
		}
		if !begin && r.bare(f, m) {
			continue
		}
		if r.tok[i].class == '[' || r.tok[i].class == '(' {
			if f.notation != "pddl" && r.isState(i) {
				return found{}, false
			}
		}
		return r.make(k, m, i), true
	}
	return found{}, false
}

// bare reports whether a form in the middle of a sentence names pegs that may be other things.
func (r *reader) bare(f *form, m match) bool {
	if f.pattern[0] != 'F' && f.pattern[0] != '[' {
		return false
	}
	for _, k := range []int{m.from, m.to} {
		if k >= 0 && (r.tok[k].class == 'n' || r.tok[k].class == 'l' && r.tok[k].value >= codeLetter+int32(r.pegs) && r.tok[k].value < codeLeft) {
			return true
		}
	}
	return false
}

// ends reports whether a form may end where it matched.
func (r *reader) ends(f *form, m match, i int, first bool) bool {
	next := byte(0)
	if m.end < len(r.tok) {
		next = r.tok[m.end].class
	}
	atMark := next == 0 || bytes.IndexByte([]byte(",;.()[]eb}-"), next) >= 0 || next == ':' && m.end+1 < len(r.tok)
	if next != 0 && !atMark && f.where != anywhere {
		atMark = matchForm(f.pattern, r.tok, m.end, &match{}) // one more
	}
	switch f.where {
	case whole:
		if f.pattern == "F,T" || f.notation == "csv" {
			return first && (next == 0 || next == ',' && m.end+1 == len(r.tok))
		}
		if !first && (len(r.found) == 0 || forms[r.found[len(r.found)-1].form].pattern != f.pattern) {
			return false
		}
		return atMark && next != '-'
	case clause:
		return atMark || next == 'x' && m.disk >= 0 || r.tok[m.end-1].class == ']' || next == 'n' || next == 's'
	}
	return next != '-' || m.disk >= 0
}

// make makes a move of a match.
func (r *reader) make(k int, m match, start int) found {
	var f fields
	for _, field := range []struct {
		to *token
		at int
	}{{&f.disk, m.disk}, {&f.from, m.from}, {&f.to, m.to}} {
		if field.at >= 0 {
			*field.to = r.tok[field.at]
		}
	}
	move, _ := f.move(uint8(k))
	if t := f.disk; t.class == 'c' {
		move.disk, move.from, move.to = uint8(t.value>>16), uint8(t.value>>8), uint8(t.value)
		if move.disk != diskTop {
			move.form = tripleForm
		}
	}
	move.start, move.end = uint32(r.tok[start].start), uint32(r.tok[m.end-1].end)
	if m.label >= 0 {
		move.label = r.tok[m.label].value
	}
	if forms[k].pattern == "vntT" && f.to.class == 'n' {
		move.flags |= vague
	}
	return found{move: move, at: m, start: start}
}
