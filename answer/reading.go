package answer

import (
	"bytes"
	"regexp"
	"strings"
)

// reading is what a line says by itself, or an element of a list. Places count from its start. It
// depends on the text alone, and on the table that it may be a row of: so it is kept for the
// next line of the same text.
type reading struct {
	moves  []move
	misses []miss // what looks like a move and was not understood
	label  int32  // its number, or none
	indent int
	size   int
	is     kind
	fields fields  // of a move, which other lines may complete
	header columns // of the rows below
}

// kind says what a line is, besides its moves.
type kind uint16

const (
	empty      kind = 1 << iota // it has no words and no numbers
	heading                     // of Markdown, or a fence
	phase                       // such as "Phase 2"
	announces                   // what comes next, by a heading or a colon
	numbers                     // a number alone
	plan                        // of moves of several disks
	states                      // it has states in brackets
	ellipsis                    // it begins with one
	field                       // it has fields of a move
	otherField                  // it begins with the name of another
	row                         // of a table
	object                      // it is in brackets
)

// miss is part of a text that looks like a move and was not understood.
type miss struct {
	start, end    int
	at            int  // the moves before it
	after, before bool // it is next to the move before it or behind it
}

// Texts that are longer are not kept, and not more of them.
const maxKey, maxKept = 160, 8192

// keep keeps the reading of a text.
func (r *reader) keep(text []byte, u *reading) {
	if len(r.kept) >= maxKept {
		clear(r.kept)
	}
	if len(text) <= maxKey {
		r.kept[string(text)] = u
	}
}

// lineKinds tells lines by their marks and first words.
var lineKinds = []struct {
	is   kind
	line *regexp.Regexp
}{
	{heading, regexp.MustCompile("^[ \t>]*(?:```|~~~)")},
	{heading | announces, regexp.MustCompile(`^[ \t>]*#+ `)},
	{phase | announces, regexp.MustCompile(`(?i)^[ \t*#>-]*(?:phase|part|stage|step|section)`)},
	{announces, regexp.MustCompile(`:[ *_\r]*$`)},
	{object, regexp.MustCompile(`^\s*[\[{].*[\]}][ ,\r]*$`)},
}

// parse reads a text.
func (r *reader) parse(text []byte) *reading {
	u := &reading{label: none, size: len(text), indent: len(text) - len(bytes.TrimLeft(text, " \t\r>"))}
	if r.pattern != nil && r.matchPattern(u, text) {
		return u
	}
	for _, k := range lineKinds {
		if k.line.Match(text) {
			u.is |= k.is
		}
	}
	r.lex(text)
	if r.seen['z'] {
		u.is |= states
	}
	first := r.bullet()
	switch {
	case r.class(first) == 0:
		u.is |= empty
	case r.readTable(u), r.readFields(u, first):
	case r.class(first) == 'e':
		u.is |= ellipsis
	default:
		r.readWords(u, first)
	}
	return u
}

// bullet returns the first token behind bullets.
func (r *reader) bullet() (i int) {
	for i < len(r.tok) && (strings.IndexByte("-,|>.;", r.tok[i].class) >= 0 || r.line[r.tok[i].start] == '+') {
		i++
	}
	return i
}

// labelAt reads the number of a move at a token, such as "Step 3:", "(3)" or "3.". It returns the
// token behind it, or 0 if there is none; a bare number may be a disk.
func (r *reader) labelAt(first int) (number int32, end int, bare bool) {
	i := first
	word := r.class(i) == 's' || r.class(i) == 'v'
	if word {
		i++
	}
	if r.class(i) != 'n' {
		return none, 0, false
	}
	marks := ".):-="
	if r.class(first-1) == '|' {
		marks = "|"
	}
	end = i + 1
	for strings.IndexByte(marks, r.class(end)) >= 0 {
		end++
	}
	if end == i+1 && r.class(first) != 's' && at(r.line, r.tok[i].start-1) != '#' {
		return none, 0, false
	}
	return r.tok[i].value, end, !word
}

// readWords finds the moves among the words of a line.
func (r *reader) readWords(u *reading, first int) {
	if number, end, _ := r.labelAt(first); end > 0 {
		u.label = number
		if end == len(r.tok) {
			u.is |= numbers
			return
		}
		if r.class(end) == 'e' {
			u.is |= ellipsis
			return
		}
	}
	s := scan{reader: r, u: u, first: first, begins: true}
	for i := first; i < len(r.tok); {
		if m, end, ok := s.moveAt(i); ok {
			u.moves = append(u.moves, m)
			s.begins = true
			i = end
			continue
		}
		s.step(r.tok[i])
		i++
	}
	s.endSentence()
	s.settle()
}

// scan goes along the tokens of a line.
type scan struct {
	*reader
	u      *reading
	first  int  // token behind bullets
	begins bool // a clause
	rest   int  // words of the line that are in no move

	// Of the sentence:
	denied, quantity bool
	moves, words     int
	disks, pegs      int
	verb             bool
	lead             bool  // words and a colon stand before it
	disk             token // named before the pegs
	marked           bool  // a mark is behind its last move
	last             byte  // the class of the token before
}

// step takes a token that begins no move.
func (s *scan) step(t token) {
	if strings.IndexByte("!qdplnxyo", t.class) >= 0 {
		s.rest++
	}
	s.begins = false
	if strings.IndexByte("!qxyo&ut", t.class) >= 0 {
		s.disk = token{}
	}
	switch t.class {
	case '!':
		s.denied = true
		// It denies the move before it, too, unless a mark is between.
		if n := len(s.u.moves) - 1; n >= 0 && !s.marked {
			s.u.moves = s.u.moves[:n]
			s.moves--
		}
	case 'q':
		s.quantity = true
		s.u.is |= plan
	case 'd':
		s.disks++
		if s.disk.class == 0 || s.disk.value > diskUnknown {
			s.disk = t
		}
	case 'p', 'l', 'n':
		s.pegs++
	case 'e':
		if n := len(s.u.moves) - 1; n >= 0 {
			s.u.moves[n].flags |= endsList
		}
	case '.', ';':
		s.endSentence()
	case ':':
		s.quantity = s.quantity && s.last == 'q' // 2 disks: A → C
		s.lead = s.lead || s.words > 0
		s.marked, s.begins, s.words = true, true, 0
	case ',', '|', '&', '(', '[', ')', ']', '-', '{', '}', '=', 'z':
		s.marked, s.begins = true, true
	case 'v':
		s.verb = true
	case 'x', 'y', 'o':
		s.words++
	}
	s.last = t.class
}

// endSentence notes a sentence that looks like a move and is none.
func (s *scan) endSentence() {
	u := s.u
	looks := s.disks == 1 && (s.pegs >= 2 || s.verb && len(u.moves) == 0)
	if looks && s.moves == 0 && !s.denied && !s.quantity && s.only == "" && len(u.misses) == 0 {
		u.misses = append(u.misses, miss{end: u.size, at: len(u.moves)})
	}
	*s = scan{reader: s.reader, u: u, first: s.first, rest: s.rest, begins: true, marked: true}
}

// moveAt matches the forms at a token. If a clause begins there, its number may come first.
func (s *scan) moveAt(i int) (m move, end int, ok bool) {
	if s.denied || s.quantity {
		return move{}, 0, false
	}
	if s.begins {
		if number, behind, bare := s.labelAt(i); behind > 0 {
			if m, end, ok = s.form(behind, i == s.first); ok {
				m.label = number
				if bare && m.disk == diskTop {
					m.flags |= maybeDisk
				}
			}
		}
	}
	if !ok {
		m, end, ok = s.form(i, i == s.first)
	}
	// A sentence that names one peg may tell of anything.
	if !ok || m.from == codeWhere && s.words > 0 {
		return move{}, 0, false
	}
	if m.disk == diskTop && s.disk.class != 0 { // Disk 1 (smallest): A → C
		m.disk = uint8(s.disk.value)
	}
	s.disk = token{}
	if s.words > 0 || s.lead {
		m.flags |= loose
	}
	s.moves++
	s.marked = false
	return m, end, true
}

// form tries the forms at a token.
func (s *scan) form(i int, first bool) (m move, end int, ok bool) {
	if s.class(i-1) == '>' { // A → C → B is no move
		return move{}, 0, false
	}
	for k := range forms {
		f := &forms[k]
		if f.where != anywhere && !s.begins || s.only != "" && s.only != f.notation {
			continue
		}
		if fields, end, ok := f.match(s.tok, i); ok && s.ends(f, end, first) {
			m, _ = fields.move(uint8(k))
			if f.pattern == "vntT" && fields.values[toField].class == 'n' {
				m.flags |= vague
			}
			return m, end, true
		}
	}
	return move{}, 0, false
}

// ends reports whether a form may end before a token.
func (s *scan) ends(f *form, end int, first bool) bool {
	next := s.class(end)
	if after := s.class(end + 1); next == '>' && (after == 'z' || s.isColon(end+2)) { // the next move, or the state behind this one
		next = ';'
	}
	atMark := next == 0 || strings.IndexByte(",&|;.()[]eb}-nsz", next) >= 0
	if n := len(s.u.moves) - 1; n >= 0 && forms[s.u.moves[n].form].pattern == f.pattern {
		first = true
	}
	switch f.where {
	case alone:
		return first && (next == 0 || next == ';' || next == ',' && end+1 == len(s.tok))
	case whole, clause:
		if !atMark {
			_, _, atMark = f.match(s.tok, end) // one more
		}
		return atMark && (first || f.where == clause)
	}
	return next != '>'
}

// settle drops what is no move in the light of the whole line, and one of two readings of
// the same move.
func (s *scan) settle() {
	u := s.u
	if u.size == maxPart {
		s.rest = 0 // it may belong to a move
	}
	kept := u.moves[:0]
	for _, m := range u.moves {
		form := &forms[m.form]
		single := len(u.moves) == 1 && m.label < 0 && (form.pattern[0] == '(' || form.pattern == "c") && form.notation != "pddl"
		if s.rest > 0 && (form.where == whole || single) {
			continue
		}
		if n := len(kept) - 1; n >= 0 && m.form != kept[n].form && sameMove(kept[n], m) {
			if last := &kept[n]; last.disk > diskUnknown && m.from != codeWhere { // the one that names the disk counts
				m.label = last.label
				*last = m
			}
			continue
		}
		kept = append(kept, m)
	}
	u.moves = kept
}

// sameMove reports whether two readings may be of one move: pegs may be numbers in one, and
// letters in the other.
func sameMove(a, b move) bool {
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

// matchPattern reads the moves that Options.Pattern finds in a text.
func (r *reader) matchPattern(u *reading, text []byte) bool {
	for _, at := range r.pattern.FindAllSubmatchIndex(text, -1) {
		f := fields{start: at[0], end: at[1]}
		for field, name := range []string{"disk", "from", "to"} {
			if i := r.pattern.SubexpIndex(name); i >= 0 && at[2*i] >= 0 {
				if r.lex(text[at[2*i]:at[2*i+1]]); len(r.tok) == 1 && isValue(r.tok[0]) {
					f.values[field] = r.tok[0]
				}
			}
		}
		if m, ok := f.move(patternForm); ok {
			u.moves = append(u.moves, m)
		} else {
			u.misses = append(u.misses, miss{end: len(text), at: len(u.moves)})
		}
	}
	return len(u.moves) > 0
}
