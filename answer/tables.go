package answer

import "strings"

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
func (r *reader) readTable() bool {
	if r.only != "" && r.only != "csv" || !r.seen[','] && !r.seen[';'] && !r.seen['|'] {
		r.columns = columns{}
		return false
	}
	c := &r.columns
	if c.from == c.to {
		if r.seen['t'] || r.seen['l'] || r.seen['p'] {
			r.readHeader()
		}
		return c.from != c.to
	}
	cells := r.cells()
	value := func(i int) token {
		if i < 0 || i >= len(cells) || len(cells[i]) == 0 || !isValue(cells[i][0]) {
			return token{}
		}
		return cells[i][0]
	}
	f := fields{value(c.disk), value(c.from), value(c.to)}
	m, ok := f.move(tableForm)
	switch {
	case ok && (c.disk < 0 || f.disk.class != 0):
		m.stand(r.line.start+r.line.indent, r.line.stop)
		if label := value(c.label); label.class == 'n' {
			m.label = label.value
		}
		r.add(m, r.line.indent)
	case !r.seen['n'] && !r.seen['l'] && !r.seen['p'] && r.seen['-']: // the line below the header
	case len(cells) > max(c.from, c.to):
		r.miss(r.line.start, r.line.stop)
	default:
		*c = columns{}
		return false
	}
	return true
}

// readHeader reads a line that names the columns from and to.
func (r *reader) readHeader() {
	c := columns{none, none, none, none}
	for i, cell := range r.cells() {
		if len(cell) > 3 {
			return
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
				return
			case c.label < 0:
				c.label = i
			}
		}
	}
	if c.from >= 0 && c.to >= 0 {
		r.columns = c
		r.gap.heading = true
	}
}
