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
	digits int    // of the label, where these are the first ones of the text
	indent int
	size   int
	is     kind
	fields fields  // of a move, which other lines may complete
	header columns // of the rows below
}

// kind says what a line is, besides its moves.
type kind uint16

const (
	blank      kind = 1 << iota
	heading         // of Markdown, or a fence
	phase           // such as "Phase 2"
	announces       // what comes next, by a heading or a colon
	numbers         // a number alone
	plan            // of moves of several disks
	states          // it has states in brackets
	ellipsis        // it begins with one
	field           // it has fields of a move
	otherField      // it begins with the name of another
	row             // of a table
	object          // it is in brackets
)

// miss is part of a text that looks like a move and was not understood.
type miss struct {
	start, end    int
	at            int  // the moves before it
	after, before bool // it is next to the move before it or behind it
}

// Texts that are longer are not kept, and not more of them.
const maxKey, maxKept = 160, 8192

// known returns the reading of a text that was read before, and its number, or none. For a text that
// differs in its number alone from the one that was read, shift is how much longer it is.
func (r *reader) known(text []byte) (u *reading, label int32, shift int) {
	if len(text) > maxKey {
		return nil, none, 0
	}
	if u = r.kept[string(text)]; u != nil {
		return u, u.label, 0
	}
	start, end := firstNumber(text)
	if u = r.kept[string(r.key(text, start, end))]; u != nil {
		for _, c := range text[start:end] {
			label = label*10 + int32(c-'0')
		}
		return u, label, end - start - u.digits
	}
	return nil, none, 0
}

// keep keeps the reading of a text.
func (r *reader) keep(text []byte, u *reading) {
	if len(text) > maxKey {
		return
	}
	if len(r.kept) >= maxKept || r.kept == nil {
		r.kept = map[string]*reading{}
	}
	if u.digits > 0 {
		start, _ := firstNumber(text)
		text = r.key(text, start, start+u.digits)
	}
	r.kept[string(text)] = u
}

// key returns a text without its number.
func (r *reader) key(text []byte, start, end int) []byte {
	r.scratch = append(append(append(r.scratch[:0], text[:start]...), 0), text[end:]...)
	return r.scratch
}

// firstNumber returns where the first number of a text is, of which a few digits count.
func firstNumber(text []byte) (start, end int) {
	for start < len(text) && !isDigit(text[start]) {
		start++
	}
	for end = start; isDigit(at(text, end)) && end < start+8; {
		end++
	}
	return start, end
}

var (
	phaseWord  = regexp.MustCompile(`(?i)^[ \t*#>-]*(?:phase|part|stage|step|section)`)
	longString = regexp.MustCompile(`"(?:[^"\\]|\\.){25,}"`)
)

// parse reads a text.
func (r *reader) parse(text []byte) *reading {
	u := &reading{label: none, size: len(text)}
	if r.pattern != nil && r.matchPattern(u, text) {
		return u
	}
	trimmed := bytes.TrimLeft(text, " \t\r>")
	u.indent = len(text) - len(trimmed)
	if bytes.HasPrefix(trimmed, []byte("```")) || bytes.HasPrefix(trimmed, []byte("~~~")) {
		u.is = heading
		return u
	}
	if bytes.HasPrefix(trimmed, []byte("#")) && at(bytes.TrimLeft(trimmed, "#"), 0) == ' ' {
		u.is |= heading | announces
	}
	if phaseWord.Match(text) {
		u.is |= phase | announces
	}
	if bytes.HasSuffix(bytes.TrimRight(text, " *_\r"), []byte(":")) {
		u.is |= announces
	}
	if c := at(trimmed, 0); c == '{' || c == '[' {
		if last := at(trimmed, len(bytes.TrimRight(trimmed, " \r,"))-1); last == '}' || last == ']' {
			u.is |= object
		}
		if c == '{' { // what says more than a value is none
			text = longString.ReplaceAllFunc(text, func(s []byte) []byte { return bytes.Repeat([]byte{' '}, len(s)) })
		}
	}
	r.lex(text)
	if r.seen['z'] {
		u.is |= states
	}
	first := r.bullet()
	switch {
	case r.class(first) == 0:
		u.is = blank
	case r.readTable(u), r.readFields(u, first):
	case r.class(first) == 'e':
		u.is = ellipsis
	default:
		r.sentences(u, first)
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

// label is the number of a move in its list.
type label struct {
	number     int32
	token, end int  // its token, or none, and the one behind it
	bare       bool // it may be a disk
}

// labelAt reads a label at a token, such as "Step 3:", "(3)" or "3.".
func (r *reader) labelAt(first int) label {
	i, class := first, r.class
	word := class(i) == 's' || class(i) == 'v'
	if word {
		i++
	}
	end := i + 1
	for class(end) != 0 && strings.IndexByte(".):-,|", class(end)) >= 0 {
		end++
	}
	csv := !word && (class(i+1) == ',' && first == 0 || class(i+1) == '|' && class(first-1) != '|')
	marked := end > i+1 && !csv
	if class(i) != 'n' || !marked && class(first) != 's' && !(word && class(end) == 0) && at(r.line, r.tok[i].start-1) != '#' {
		return label{number: none, token: none}
	}
	return label{r.tok[i].value, i, end, !word}
}

// sentences finds the moves of a line.
func (r *reader) sentences(u *reading, first int) {
	if label := r.labelAt(first); label.token >= 0 {
		u.label = label.number
		if start, end := firstNumber(r.line); start == r.tok[label.token].start && end == r.tok[label.token].end {
			u.digits = end - start
		}
		if label.end == len(r.tok) {
			u.is |= numbers
			return
		}
	}
	var s sentence
	begin := true // of a clause
	for i := first; i < len(r.tok); {
		if m, end, ok := r.moveAt(u, i, first, begin, &s); ok {
			u.moves = append(u.moves, m)
			i, begin = end, true
			continue
		}
		begin = r.step(u, &s, r.tok[i])
		i++
	}
	r.endSentence(u, &s)
	r.settle(u, s)
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
func (r *reader) step(u *reading, s *sentence, t token) bool {
	defer func() { s.last = t.class }()
	if strings.IndexByte("!qdplnxyo", t.class) >= 0 {
		s.rest++
	}
	switch t.class {
	case '!':
		s.denied = true
		// It denies the move before it, too, unless a mark is between.
		if n := len(u.moves) - 1; n >= 0 && !s.marked {
			u.moves = u.moves[:n]
			s.moves--
		}
	case 'q':
		s.quantity = true
		u.is |= plan
	case 'd':
		s.disks++
	case 'p', 'l', 'n':
		s.pegs++
	case 'e':
		if n := len(u.moves) - 1; n >= 0 {
			u.moves[n].flags |= endsList
		}
	case '.', ';':
		r.endSentence(u, s)
		return true
	case ':':
		s.quantity, s.marked, s.words = s.quantity && s.last == 'q', true, 0 // 2 disks: A → C
		return true
	case ',', '|', '&', '(', '[', ')', ']', '-', '{', '}', '=', 'z':
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
func (r *reader) endSentence(u *reading, s *sentence) {
	looks := s.disks == 1 && (s.pegs >= 2 || s.verb && len(u.moves) == 0)
	if looks && s.moves == 0 && !s.denied && !s.quantity && r.only == "" && len(u.misses) == 0 {
		u.misses = append(u.misses, miss{end: len(r.line), at: len(u.moves)})
	}
	*s = sentence{rest: s.rest, marked: true}
}

// moveAt matches the forms at a token. If a clause begins there, its number may come first.
func (r *reader) moveAt(u *reading, i, first int, begin bool, s *sentence) (m move, end int, ok bool) {
	if s.denied || s.quantity {
		return move{}, 0, false
	}
	if begin {
		if l := r.labelAt(i); l.token >= 0 && l.end < len(r.tok) {
			if m, end, ok = r.form(u, l.end, i == first, true); ok {
				m.label = l.number
				if l.bare && m.disk == diskTop {
					m.flags |= maybeDisk
				}
			}
		}
	}
	if !ok {
		m, end, ok = r.form(u, i, i == first, begin)
	}
	// A sentence that names one peg may tell of anything.
	if ok = ok && !(m.from == codeWhere && s.words > 0); ok {
		if s.words > 0 && m.label < 0 {
			m.flags |= loose
		}
		s.moves++
		s.marked = false
	}
	return m, end, ok
}

// form tries the forms at a token.
func (r *reader) form(u *reading, i int, first, begin bool) (m move, end int, ok bool) {
	if i > 0 && r.class(i-1) == '>' { // A → C → B is no move
		return move{}, 0, false
	}
	for k := range forms {
		f := &forms[k]
		if f.where != anywhere && !begin || r.only != "" && r.only != f.notation {
			continue
		}
		m := match{disk: none, from: none, to: none, label: none}
		if matchForm(f.pattern, r.tok, i, &m) && r.ends(u, f, m.end, first) {
			return r.make(k, m, i), m.end, true
		}
	}
	return move{}, 0, false
}

// ends reports whether a form may end before a token.
func (r *reader) ends(u *reading, f *form, end int, first bool) bool {
	next := r.class(end)
	if next == '>' {
		return false
	}
	atMark := next == 0 || strings.IndexByte(",&|;.()[]eb}-nsz", next) >= 0 || next == ':' && end+1 < len(r.tok)
	if !atMark && f.where != anywhere {
		atMark = matchForm(f.pattern, r.tok, end, &match{}) // one more
	}
	again := len(u.moves) > 0 && forms[u.moves[len(u.moves)-1].form].pattern == f.pattern
	switch f.where {
	case alone:
		return (first || again) && (next == 0 || next == ';' || next == ',' && end+1 == len(r.tok))
	case whole:
		return (first || again) && atMark
	case clause:
		return atMark
	}
	return true
}

// make makes a move of a match.
func (r *reader) make(k int, m match, start int) move {
	token := func(i int) (t token) {
		if i >= 0 {
			t = r.tok[i]
		}
		return t
	}
	f := fields{disk: token(m.disk), from: token(m.from), to: token(m.to)}
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
	return move
}

// settle drops what is no move in the light of the whole line, and one of two readings of
// the same move.
func (r *reader) settle(u *reading, s sentence) {
	if len(r.line) == maxPart {
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
		group := func(name string) token {
			if i := r.pattern.SubexpIndex(name); i >= 0 && at[2*i] >= 0 {
				if r.lex(text[at[2*i]:at[2*i+1]]); len(r.tok) == 1 && isValue(r.tok[0]) {
					return r.tok[0]
				}
			}
			return token{}
		}
		f := fields{disk: group("disk"), from: group("from"), to: group("to")}
		m, ok := f.move(patternForm)
		if !ok {
			u.misses = append(u.misses, miss{end: len(text), at: len(u.moves)})
			continue
		}
		m.stand(at[0], at[1])
		u.moves = append(u.moves, m)
	}
	return len(u.moves) > 0
}
