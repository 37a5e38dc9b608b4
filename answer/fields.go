package answer

import "strings"

// fields is what a form, an object, lines of YAML, a row or a match of Options.Pattern says of a move.
type fields struct {
	disk, from, to token // class 0 where it is missing
	start, end     int
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
	m.stand(f.start, f.end)
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

// with adds the fields of g; ok is false if f has one of them.
func (f fields) with(g fields) (sum fields, ok bool) {
	for _, each := range []struct {
		to   *token
		from token
	}{{&f.disk, g.disk}, {&f.from, g.from}, {&f.to, g.to}} {
		if each.from.class != 0 {
			if each.to.class != 0 {
				return fields{}, false
			}
			*each.to = each.from
		}
	}
	if f.end == 0 {
		f.start = g.start
	}
	f.end = max(f.end, g.end)
	return f, true
}

// readFields reads the fields of moves: an object or part of one, a line of YAML, or
// disk=1 from=0 to=2. Those of the last move may go on in the next line.
func (r *reader) readFields(u *reading, first int) bool {
	if r.only != "" && r.only != "jsonl" {
		return false
	}
	f := &u.fields
	flush := func() {
		if m, ok := f.move(objectForm); ok {
			u.moves = append(u.moves, m)
		}
		*f = fields{}
	}
	for i, t := range r.tok {
		key := r.class(i+1) == ':' || r.class(i+1) == '='
		switch {
		case t.class == '{':
			flush()
			f.start, f.end = t.start, t.end
		case t.class == '}':
			f.end = t.end
			flush()
		case key && r.isField(i):
			u.is |= field
			g := fields{start: t.start, end: r.tok[i+2].end}
			*g.of(t.class) = r.tok[i+2]
			sum, ok := f.with(g)
			if !ok {
				flush()
				sum = g
			}
			*f = sum
		case key && i == first && strings.IndexByte("!xv", t.class) >= 0:
			u.is |= otherField
		case u.is&(field|otherField) == 0 && (t.class == '!' || t.class == 'x' && r.class(i+1) == '('): // prose, or code
			return false
		}
	}
	if strings.Trim(string(r.line), " \t\r,[]{}") == "" { // between objects
		u.is |= field
	}
	return u.is&field != 0
}

// of returns the field that a word of a class names; nil if it names none.
func (f *fields) of(class byte) *token {
	switch class {
	case 'f':
		return &f.from
	case 't':
		return &f.to
	case 'd':
		return &f.disk
	}
	return nil
}

// isField reports whether a token names a field of a move, and a value is behind it.
func (r *reader) isField(i int) bool {
	name, next := r.tok[i], r.class(i+3)
	if new(fields).of(name.class) == nil || name.class == 'd' && name.value != diskTop {
		return false
	}
	alone := next == 0 || strings.IndexByte(",;|&.-)}", next) >= 0 || r.class(i+4) == ':' || r.class(i+4) == '='
	return alone && i+2 < len(r.tok) && isValue(r.tok[i+2])
}

// columns says in which cells the rows of a table have what, from 0; none where they lack it.
// There is no table where from and to are the same.
type columns struct{ disk, from, to, label int }

// cells returns the tokens of each cell of a line.
func (r *reader) cells() (cells [][]token) {
	first := 0
	for i, t := range r.tok {
		if t.class == '|' || !r.seen['|'] && (t.class == ',' || t.class == ';') {
			cells = append(cells, r.tok[first:i])
			first = i + 1
		}
	}
	return append(cells, r.tok[first:])
}

// readTable reads the header of a table, or a row behind one.
func (r *reader) readTable(u *reading) bool {
	if r.only != "" && r.only != "csv" || !r.seen[','] && !r.seen[';'] && !r.seen['|'] {
		return false
	}
	c := &r.columns
	if c.from == c.to {
		return r.readHeader(u)
	}
	cells := r.cells()
	value := func(i int) token {
		if i < 0 || i >= len(cells) || len(cells[i]) == 0 || !isValue(cells[i][0]) {
			return token{}
		}
		return cells[i][0]
	}
	f := fields{disk: value(c.disk), from: value(c.from), to: value(c.to), start: u.indent, end: len(r.line)}
	m, ok := f.move(tableForm)
	switch {
	case ok && (c.disk < 0 || f.disk.class != 0):
		if label := value(c.label); label.class == 'n' {
			m.label = label.value
		}
		u.moves = append(u.moves, m)
	case !r.seen['n'] && !r.seen['l'] && !r.seen['p'] && r.seen['-']: // the line below the header
	case len(cells) > max(c.from, c.to):
		u.misses = append(u.misses, miss{end: len(r.line)})
	default:
		return false
	}
	u.is |= row
	return true
}

// readHeader reads a line that names the columns from and to.
func (r *reader) readHeader(u *reading) bool {
	c := columns{none, none, none, none}
	for i, cell := range r.cells() {
		if len(cell) > 3 {
			return false
		}
		for _, t := range cell {
			role := t.class == 'l' || t.class == 'p'
			switch {
			case t.class == 'f', role && t.value == codeSource:
				c.from = i
			case t.class == 't', role && t.value == codeSource+2:
				c.to = i
			case t.class == 'd' && t.value == diskTop:
				c.disk = i
			case c.from >= 0 && c.to >= 0: // columns of a state
			case strings.IndexByte("vsx", t.class) < 0:
				return false
			case c.label < 0:
				c.label = i
			}
		}
	}
	if c.from < 0 || c.to < 0 {
		return false
	}
	u.header = c
	u.is |= row | heading
	return true
}
