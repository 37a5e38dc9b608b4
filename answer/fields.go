package answer

import (
	"bytes"
	"regexp"
	"slices"
)

// fields is what an object, a row, or lines of fields have said of a move so far.
type fields struct {
	disk, from, to token // class 0 where it is missing
	start, end     int   // of lines of fields
	indent         int
}

// move returns the move of the fields; ok is false if pegs are missing.
func (f *fields) move(form uint8) (m move, ok bool) {
	m = move{label: none, disk: diskTop, from: codeWhere, to: pegCode(f.to), form: form}
	if f.from.class != 0 {
		m.from = pegCode(f.from)
	}
	switch f.disk.class {
	case 'l':
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
	switch t.class {
	case 'd':
		return uint8(min(codeOnDisk+t.value, codeOnDisk+65))
	case 'n':
		return uint8(pegNumber(t.value))
	}
	return uint8(t.value)
}

// place returns the field with a name; nil if it is none of a move.
func (f *fields) place(name []byte) *token {
	name = bytes.ToLower(bytes.Trim(name, "\"'`* \t"))
	t := words[string(name)]
	switch {
	case t.class == 'D', slices.Contains([]string{"d", "disk_number", "disk_id", "disk_size"}, string(name)):
		return &f.disk
	case t.class == 'f', t.class == 'l' && t.value == codeSource:
		return &f.from
	case t.class == 't', t.class == 'l' && t.value == codeSource+2:
		return &f.to
	}
	return nil
}

// set sets a field. A text that is no value leaves it missing.
func (r *reader) set(f *fields, to *token, text []byte) {
	*to = token{}
	in := &r.inner.lexer
	in.lex(text, 0, len(text))
	if len(in.tok) != 1 {
		return
	}
	switch t := in.tok[0]; t.class {
	case 'd':
		if to != &f.disk {
			return
		}
		fallthrough
	case 'n', 'p', 'l':
		*to = t
	}
}

var objectKey = regexp.MustCompile(`^("(?:[^"\\]|\\.)*"|'[^']*'|\w+)\s*[:=]\s*`)

// object reads {"disk": 1, "from": 0, "to": 2}, with other fields too. Of a name that comes
// twice, the last counts.
func (r *reader) object(start int) (m move, end int, ok bool) {
	var f fields
	i := r.blanks(start + 1)
	for ; at(r.text, i) != '}' || i >= r.end; i = r.blanks(i) {
		key := objectKey.FindSubmatchIndex(r.text[i:min(r.end, i+maxElement)])
		if key == nil || r.only != "" && r.only != "jsonl" {
			return m, 0, false
		}
		name, value := plain(r.text[i:i+key[3]]), i+key[1]
		stop, whole := r.elementEnd(value)
		if !whole || stop == value {
			return m, 0, false
		}
		if to := f.place(name); to != nil {
			r.set(&f, to, plain(r.text[value:stop]))
		}
		i = stop
	}
	m, ok = f.move(objectForm)
	m.start, m.end = uint32(start), uint32(i+1)
	return m, i + 1, ok
}

var fieldLine = regexp.MustCompile("^[ \t>]*([-*•][ \t]*)?([*\"'`]*\\w+[*\"'`]*)[ \t]*[:=](.{0,80}?)[ \t,\r]*$")

// readField reads a line of YAML: a field of a move. One with - in front, or a name that was
// there before, begins another move.
func (r *reader) readField(start, stop, indent int) bool {
	at := fieldLine.FindSubmatchIndex(r.text[start:min(stop, start+maxElement)])
	if at == nil || r.only != "" && r.only != "jsonl" {
		r.flush()
		return false
	}
	name := r.text[start+at[4] : start+at[5]]
	f, dash := r.fields, at[2] >= 0
	to := f.place(name)
	if to == nil && f.end > 0 && !dash {
		return true // another field of the move
	}
	if to == nil || dash || to.class != 0 {
		r.flush()
		f = fields{}
	}
	if to = f.place(name); to == nil {
		return false
	}
	if r.set(&f, to, r.text[start+at[6]:start+at[7]]); to.class == 0 {
		r.flush()
		return false
	}
	if f.end == 0 {
		f.start, f.indent = start+at[4], indent
	}
	f.end = start + at[7]
	if r.fields = f; f.disk.class != 0 && f.from.class != 0 && f.to.class != 0 {
		r.flush()
	}
	return true
}

// flush adds the move of lines of YAML.
func (r *reader) flush() {
	f := r.fields
	r.fields = fields{}
	if m, ok := f.move(objectForm); ok {
		m.start, m.end = uint32(f.start), uint32(f.end)
		if r.waiting >= 0 {
			m.label, r.waiting = r.waiting, none
		}
		r.add(m, f.indent)
	}
}

// matchPattern reads the moves that Options.Pattern finds in a line.
func (r *reader) matchPattern(start, stop int) (any bool) {
	line := r.text[start:stop]
	for _, at := range r.pattern.FindAllSubmatchIndex(line, -1) {
		var f fields
		for i, name := range r.pattern.SubexpNames() {
			if to := f.place([]byte(name)); to != nil && at[2*i] >= 0 {
				r.set(&f, to, line[at[2*i]:at[2*i+1]])
			}
		}
		m, ok := f.move(patternForm)
		if !ok {
			r.miss(start, stop)
			continue
		}
		m.start, m.end = uint32(start+at[0]), uint32(start+at[1])
		r.add(m, 0)
		any = true
	}
	return any
}
