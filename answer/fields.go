package answer

import "strings"

// fields is what a form, an object, a row or a match of Options.Pattern says of a move.
type fields struct {
	disk, from, to token // class 0 where it is missing
}

// move returns the move of the fields; ok is false if one of its pegs is missing.
func (f *fields) move(form uint8) (m move, ok bool) {
	m = move{label: none, disk: diskTop, from: codeWhere, to: pegCode(f.to), form: form}
	if f.from.class != 0 {
		m.from = pegCode(f.from)
	}
	switch f.disk.class {
	case 'l', 'y':
		m.disk = uint8(f.disk.value - codeLetter + 1)
	case 'd':
		m.disk = uint8(f.disk.value)
	case 'n':
		m.disk = uint8(min(f.disk.value, diskUnknown))
	}
	return m, f.from.class != 0 && f.to.class != 0 && f.disk.class != 'p'
}

// pegCode returns the code of a token that is a peg, or a disk in place of one.
func pegCode(t token) uint8 {
	switch {
	case t.class == 'd':
		return uint8(min(codeOnDisk+t.value, codeOnDisk+65))
	case t.class == 'n' && t.value > maxNumber:
		return codeUnknown
	}
	return uint8(t.value)
}

// isValue reports whether a token may be the value of a field.
func isValue(t token) bool { return strings.IndexByte("dnpl", t.class) >= 0 }

// entry is a move that is written as fields with names: an object, lines of YAML, or
// disk=1 from=0 to=2.
type entry struct {
	fields
	start, end, indent int
}

// readFields reads a line of fields, or part of an object. A line of another kind, a brace, or a
// field that was there before ends the move.
func (r *reader) readFields() (found bool) {
	if r.only != "" && r.only != "jsonl" {
		return false
	}
	f, depth := &r.entry, 0
	for i, t := range r.tok {
		key := r.class(i+1) == ':' || r.class(i+1) == '='
		switch t.class {
		case '{':
			r.endFields()
			f.start, f.end = t.start, t.end
		case '}':
			f.end = t.end
			r.endFields()
		case '[':
			if depth++; depth == 1 && !r.isState(i) { // the fields of something else than a move
				*f = entry{}
				return false
			}
		case ']':
			depth--
		case '!', 'x', 'v':
			if key && i == r.line.first && f.end > 0 {
				found = true // a field that is not of the move
			} else if !found && f.end == 0 && (t.class == '!' || t.class == 'x' && r.class(i+1) == '(') { // prose, or code
				return false
			}
		}
		if key && depth == 0 {
			found = r.setField(i) || found
		}
	}
	if !found {
		r.endFields()
	}
	return found
}

// setField sets the field of a move whose name is token i. What is no value leaves it missing.
func (r *reader) setField(i int) bool {
	f, name := &r.entry, r.tok[i]
	var field *token
	switch {
	case name.class == 'f':
		field = &f.from
	case name.class == 't':
		field = &f.to
	case name.class == 'd' && name.value == diskTop:
		field = &f.disk
	default:
		return false
	}
	next := r.class(i + 3)
	alone := next == 0 || strings.IndexByte(",;|&.-)}", next) >= 0 || r.class(i+4) == ':' || r.class(i+4) == '='
	if !alone || i+2 >= len(r.tok) || !isValue(r.tok[i+2]) {
		*field = token{}
		return false
	}
	if field.class != 0 {
		r.endFields()
	}
	if f.end == 0 {
		f.start, f.indent = name.start, r.line.indent
	}
	*field, f.end = r.tok[i+2], r.tok[i+2].end
	return true
}

// endFields adds the move of the fields so far, if they are enough.
func (r *reader) endFields() {
	f := r.entry
	r.entry = entry{}
	if m, ok := f.move(objectForm); ok {
		m.stand(f.start, f.end)
		if r.waiting >= 0 {
			m.label, r.waiting = r.waiting, none
		}
		r.add(m, f.indent)
	}
}
