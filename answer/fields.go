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
	brace              bool // it is in braces
}

// readFields reads a line of fields, or part of an object. A line of another kind, or a field
// that was there before, ends the move.
func (r *reader) readFields(first, indent int) (found bool) {
	if r.only != "" && r.only != "jsonl" {
		return false
	}
	f := &r.entry
	depth, braces := 0, 0
	for i, t := range r.tok {
		key := r.class(i+1) == ':' || r.class(i+1) == '='
		switch t.class {
		case '{':
			r.endFields()
			*f = entry{brace: true, start: t.start, indent: indent}
			braces++
		case '}':
			f.brace, f.end = false, t.end
			r.endFields()
			braces++
		case '[':
			if depth++; depth == 1 && strings.IndexByte("[({", r.class(i+1)) >= 0 && !r.isState(i) {
				r.endFields() // of something else than a move
				return false
			}
		case ']':
			depth--
		case '!', 'x', 'v':
			if key && i == first && (f.brace || f.end > 0) {
				found = true // a field that is not of the move
			} else if call := r.class(i+1) == '('; !found && !f.brace && (t.class == '!' || t.class == 'x' && call) {
				r.endFields()
				return false
			}
		}
		if field := f.named(t); key && field != nil && depth == 0 && i+2 < len(r.tok) {
			found = r.setField(field, i, indent) || found
		}
	}
	if braces > 0 && len(r.tok) <= first+braces+1 {
		return true
	}
	if !found {
		r.endFields()
	}
	return found
}

// named returns the field with a name; nil if it is none of a move.
func (f *entry) named(t token) *token {
	switch {
	case t.class == 'f':
		return &f.from
	case t.class == 't':
		return &f.to
	case t.class == 'd' && t.value == diskTop:
		return &f.disk
	}
	return nil
}

// setField sets a field whose name is token i. What is no value leaves it missing.
func (r *reader) setField(field *token, i, indent int) bool {
	f, name, value := &r.entry, r.tok[i], r.tok[i+2]
	next := r.class(i + 3)
	alone := next == 0 || strings.IndexByte(",;.-)}", next) >= 0 || r.class(i+4) == ':' || r.class(i+4) == '='
	if !alone || !isValue(value) {
		if *field = (token{}); !f.brace {
			return false
		}
		return true
	}
	if field.class != 0 && !f.brace {
		r.endFields()
	}
	if f.end == 0 && !f.brace {
		f.start = name.start
	}
	*field, f.end, f.indent = value, value.end, indent
	return true
}

// endFields adds the move of an entry. An object that is not closed has none.
func (r *reader) endFields() {
	f := r.entry
	r.entry = entry{}
	m, ok := f.move(objectForm)
	if !ok || f.brace {
		return
	}
	m.start, m.end = uint32(f.start), uint32(f.end)
	if r.waiting >= 0 {
		m.label, r.waiting = r.waiting, none
	}
	r.add(m, f.indent)
}
