package answer

import "strings"

// fields is what a form, an object, a row or a match of Options.Pattern says of a move.
type fields struct {
	values     [4]token // class 0 where one is missing
	start, end int
}

const (
	diskField = iota
	fromField
	toField
	labelField
)

// move returns the move of the fields; ok is false if one of its pegs is missing.
func (f *fields) move(form uint8) (m move, ok bool) {
	disk, from, to, label := f.values[diskField], f.values[fromField], f.values[toField], f.values[labelField]
	m = move{label: none, disk: diskTop, from: codeWhere, to: pegCode(to), form: form}
	if from.class != 0 {
		m.from = pegCode(from)
	}
	if label.class == 'n' {
		m.label = label.value
	}
	switch disk.class {
	case 'l', 'y':
		m.disk = uint8(disk.value - codeLetter + 1)
	case 'd':
		m.disk = uint8(disk.value)
	case 'n':
		if m.disk = uint8(disk.value); disk.value > maxNumber {
			m.disk = diskUnknown
		}
	case 'c':
		m.disk, m.from, m.to = uint8(disk.value>>16), uint8(disk.value>>8), uint8(disk.value)
		if m.disk != diskTop {
			m.form = tripleForm
		}
	}
	m.stand(f.start, f.end)
	return m, from.class != 0 && to.class != 0 && disk.class != 'p'
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

// with adds the fields of g; ok is false if f has one of them.
func (f fields) with(g fields) (sum fields, ok bool) {
	for i, value := range g.values {
		if value.class != 0 && f.values[i].class != 0 {
			return fields{}, false
		}
		if value.class != 0 {
			f.values[i] = value
		}
	}
	if f.end == 0 {
		f.start = g.start
	}
	f.end = max(f.end, g.end)
	return f, true
}

// isValue reports whether a token may be the value of a field.
func isValue(t token) bool { return strings.IndexByte("dnpl", t.class) >= 0 }

// isColon reports whether a colon or an equals sign is at a token.
func (r *reader) isColon(i int) bool { return r.class(i) == ':' || r.class(i) == '=' }

// readFields reads an object or part of one, a line of YAML, or disk=1 from=0 to=2. The fields of
// the last move may go on in the next line.
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
		key := r.isColon(i + 1)
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
			g.values[strings.IndexByte("dft", t.class)] = r.tok[i+2]
			sum, ok := f.with(g)
			if !ok {
				flush()
				sum = g
			}
			*f = sum
		case key && i == first:
			u.is |= otherField
		}
	}
	return u.is&field != 0
}

// isField reports whether a token names a field of a move, and a value is behind it.
func (r *reader) isField(i int) bool {
	name := r.tok[i]
	if name.class != 'f' && name.class != 't' && (name.class != 'd' || name.value != diskTop) {
		return false
	}
	next := r.class(i + 3)
	alone := next == 0 || strings.IndexByte(",;|&.-)}", next) >= 0 || r.isColon(i+4)
	if next == ',' && strings.IndexByte("npl", r.class(i+4)) >= 0 {
		alone = false // the disks of a peg
	}
	return alone && i+2 < len(r.tok) && isValue(r.tok[i+2])
}

// columns says in which cells the rows of a table have the fields of a move, from 0; none where
// they lack one. There is no table where from and to are the same.
type columns [4]int

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
	if r.only != "" && r.only != "csv" {
		return false
	}
	c, cells := &r.columns, r.cells()
	if c[fromField] == c[toField] {
		return u.readHeader(cells)
	}
	f := fields{start: u.indent, end: len(r.line)}
	for i, column := range c {
		if column >= 0 && column < len(cells) && len(cells[column]) > 0 && isValue(cells[column][0]) {
			f.values[i] = cells[column][0]
		}
	}
	if m, ok := f.move(tableForm); ok {
		u.moves = append(u.moves, m)
	} else if len(cells) > max(c[fromField], c[toField]) {
		u.misses = append(u.misses, miss{end: len(r.line)})
	} else {
		return false
	}
	u.is |= row
	return true
}

// readHeader reads a line that names the columns from and to.
func (u *reading) readHeader(cells [][]token) bool {
	c := columns{none, none, none, none}
	for i, cell := range cells {
		field, other := none, false
		for _, t := range cell {
			role := t.class == 'l' || t.class == 'p'
			switch {
			case t.class == 'f', role && t.value == codeSource:
				field = fromField
			case t.class == 't', role && t.value == codeSource+2:
				field = toField
			case t.class == 'd':
				field = diskField
			default:
				other = other || strings.IndexByte("vsx;", t.class) < 0
			}
		}
		if other && (c[fromField] < 0 || c[toField] < 0) { // behind these are columns of a state
			return false
		}
		if field < 0 && len(cell) > 0 {
			field = labelField
		}
		if field >= 0 && c[field] < 0 {
			c[field] = i
		}
	}
	if c[fromField] < 0 || c[toField] < 0 {
		return false
	}
	u.header = c
	u.is |= row | heading
	return true
}
