package answer

import "bytes"

// scan finds the moves of the line that was lexed, from a token on. It returns where to go
// on: at stop, or behind a list in brackets.
func (r *reader) scan(start, stop, first, indent int) (next int) {
	r.found = r.found[:0]
	var s sentence
	r.whole = [2]int{start, stop}
	begin := true // of a clause
	for i := first; i < len(r.tok); {
		t := r.tok[i]
		if t.class == '[' || t.class == '{' || t.class == '(' {
			if end, ok := r.brackets(i, indent, s.denied || s.quantity); ok {
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
		if begin || t.class == 'd' || t.class == 'v' || t.class == 'b' || t.class == '[' || t.class == 'l' || t.class == 'p' {
			if f, ok := r.moveAt(i, begin, i == first, s); ok {
				f.loose = s.words > 0
				r.found = append(r.found, f)
				s.moves++
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

// sentence is what is known of the sentence that is read.
type sentence struct {
	denied, quantity bool
	moves, words     int
	disks, pegs      int
	verb             bool // it begins with a verb
	rest             int  // words of the line that are in no move
}

// step takes a token that begins no move, and reports whether a clause begins behind it.
func (r *reader) step(s *sentence, t token) bool {
	switch t.class {
	case '!':
		s.denied = true
		s.rest++
		// It denies the move before it, too, unless a mark is between.
		if n := len(r.found) - 1; n >= 0 && !r.marked(r.found[n].at.end, t) {
			r.found = r.found[:n]
			s.moves--
		}
	case 'q':
		s.quantity = true
		s.rest++
	case 'd':
		s.disks++
		s.rest++
	case 'p', 'l', 'n':
		s.pegs++
		s.rest++
	case 'e':
		if n := len(r.found) - 1; n >= 0 {
			r.found[n].flags |= endsList
		}
	case '.', ';':
		r.endSentence(s)
		return true
	case ':':
		s.quantity = false
		s.words = 0
		return true
	case ',', '(', '[', ')', ']', '-', '{', '}', '=':
		return true
	case 'v':
		s.verb = s.verb || s.words+s.disks+s.pegs == 0
	case 'x', 'o':
		s.words++
		s.rest++
	}
	return false
}

// marked reports whether a mark stands between a token and another.
func (r *reader) marked(i int, until token) bool {
	for ; i < len(r.tok) && r.tok[i].start < until.start; i++ {
		switch r.tok[i].class {
		case ',', ';', '.', ':', '(', '-', '[', ')', ']':
			return true
		}
	}
	return false
}

// endSentence notes a sentence that looks like a move and is none.
func (r *reader) endSentence(s *sentence) {
	looks := s.disks == 1 && (s.pegs >= 2 || s.verb)
	if looks && s.moves == 0 && !s.denied && !s.quantity && r.only == "" {
		r.miss(r.whole[0], r.whole[1])
	}
	*s = sentence{rest: s.rest}
}

// settle drops what is no move in the light of the whole line, and one of two readings of
// the same move.
func (r *reader) settle(s sentence) {
	kept := r.found[:0]
	for _, f := range r.found {
		if forms[f.form].where == whole && s.rest > 0 {
			continue
		}
		if n := len(kept) - 1; n >= 0 && f.form != kept[n].form && r.sameMove(kept[n].move, f.move) {
			if kept[n].disk == diskTop {
				f.label, f.loose = kept[n].label, kept[n].loose
				kept[n] = f
			}
			continue
		}
		kept = append(kept, f)
	}
	r.found = kept
}

// sameMove reports whether two readings may be of one move.
func (r *reader) sameMove(a, b move) bool {
	if a.disk != b.disk && a.disk != diskTop && b.disk != diskTop {
		return false
	}
	if a.from == b.from && a.to == b.to {
		return true
	}
	aNumber, bNumber := a.from <= maxNumber && a.to <= maxNumber, b.from <= maxNumber && b.to <= maxNumber
	if aNumber == bNumber || a.from == codeWhere || b.from == codeWhere {
		return a.to == b.to && (a.from == codeWhere || b.from == codeWhere) && a.disk == b.disk
	}
	return int(a.from)-int(a.to) == int(b.from)-int(b.to)
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
		if f.where != anywhere && !begin || f.pattern == "" || r.only != "" && r.only != f.notation {
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
			if f.notation != "pddl" && r.behindName(r.tok[i].start) {
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
	atMark := false
	switch next {
	case 0, ',', ';', '.', '(', ')', '[', ']', 'e', 'b', '}', '-':
		atMark = true
	case ':':
		atMark = m.end+1 < len(r.tok)
	}
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
	f := found{at: m, start: start}
	f.move = move{
		start: uint32(r.tok[start].start), end: uint32(r.tok[m.end-1].end), label: none,
		disk: diskTop, from: codeWhere, form: uint8(k),
	}
	if m.disk >= 0 {
		t := r.tok[m.disk]
		switch t.class {
		case 'c':
			f.disk, f.from, f.to = uint8(t.value>>16), uint8(t.value>>8), uint8(t.value)
			if f.disk != diskTop {
				f.form = compactForm
			}
			return f
		case 'l':
			f.disk = uint8(t.value - codeLetter + 1)
		default:
			f.disk = uint8(min(t.value, diskTop))
			if t.class == 'n' && t.value >= diskUnknown {
				f.disk = diskUnknown
			}
		}
	}
	if m.label >= 0 {
		f.label = r.tok[m.label].value
	}
	if m.from >= 0 {
		f.from = pegCode(r.tok[m.from])
	}
	f.to = pegCode(r.tok[m.to])
	pattern := forms[k].pattern
	if pattern == "vntT" && r.tok[m.to].class == 'n' {
		f.flags |= vague
	}
	return f
}

// pegCode returns the code of a token that is a peg, or a disk in place of one.
func pegCode(t token) uint8 {
	switch t.class {
	case 'd':
		return uint8(min(codeOnDisk+t.value, codeOnDisk+65))
	case 'n':
		return uint8(pegNumber(t.value))
	}
	return uint8(t.value)
}

// behindName reports whether what begins at i is the value of something that is no move:
// a state, or the disks of a peg.
func (r *reader) behindName(i int) bool {
	line := r.text[max(i-64, 0):i]
	line = line[lineStart(line, len(line)):]
	line = bytes.TrimRight(line, " \t\n`*\"'$")
	mark := len(line) > 0 && (line[len(line)-1] == ':' || line[len(line)-1] == '=')
	if mark {
		line = bytes.TrimRight(line[:len(line)-1], " `*\"'$")
	}
	end := len(line)
	start := end
	for start > 0 && (isLetter(line[start-1]) || isDigit(line[start-1]) || line[start-1] == '_' || line[start-1] == ' ') && end-start < 24 {
		start--
	}
	name := bytes.ToLower(bytes.TrimSpace(line[start:end]))
	if mark && len(name) == 1 {
		return true
	}
	for _, word := range []string{"state", "peg", "rod", "tower", "config", "position", "initial", "final", "goal", "stack", "start", "between", "disks"} {
		if n := bytes.LastIndex(name, []byte(word)); n >= 0 && (mark || n+len(word)+2 >= len(name)) {
			return !bytes.Contains(name, []byte("move")) || bytes.Contains(name, []byte("state"))
		}
	}
	return false
}
