package answer

import (
	"cmp"
	"slices"
)

// columns says in which cells the rows of a table have the disk and the pegs, from 0; none where they lack
// one. There is no table where from and to are the same.
type columns struct{ disk, from, to int }

// cells returns the tokens of each cell of a line, and whether bars divide them.
func (r *reader) cells() (cells [][]token, bars bool) {
	marks, first := ",;", 0
	if bars = slices.ContainsFunc(r.tok, func(t token) bool { return t.class == '|' }); bars {
		marks = "|"
	}
	for i := 0; i < len(r.tok); i++ {
		if r.is(i, "z") {
			i = int(r.tok[i].value)
		}
		if r.is(i, marks) {
			cells = append(cells, r.tok[first:i])
			first = i + 1
		}
	}
	return append(cells, r.tok[first:]), bars
}

// readTable reads the header of a table, and reports whether the line is one. A row below it becomes keys and values, and what
// denies it in other columns.
func (r *reader) readTable(u *reading) bool {
	c := &r.columns
	cells, bars := r.cells()
	if c.from == c.to {
		return r.readHeader(u, cells, bars)
	}
	if len(cells) <= max(c.from, c.to, c.disk) {
		return false
	}
	u.is |= row
	keys := map[int]class{c.disk: 'd', c.from: 'f', c.to: 't'}
	start, end := r.tok[0].start, r.tok[len(r.tok)-1].end
	var tok []token
	for i, cell := range cells {
		key := keys[i]
		if key != 0 {
			tok = append(tok, token{key, 0, start, start}, token{'=', 0, start, start})
		}
		for k, t := range cell {
			isDisk := t.class == 'd' && k+1 < len(cell) && cell[k+1].class == 'n'
			switch {
			case key != 0 && (t.class == 'z' || t.class == '.'), c.disk < 0 && isDisk && len(cell) != 2: // no name; more is said of a disk
				tok = append(tok, token{'b', 0, t.start, t.end})
			case key != 0, len(cell) == 2 && (isDisk || cell[0].class == 'd'), t.class == '!', t.class == 'X':
				tok = append(tok, t)
			}
		}
		tok = append(tok, token{',', 0, end, end})
	}
	r.tok = tok
	return false
}

// readHeader reads a line that names the columns from and to.
func (r *reader) readHeader(u *reading, cells [][]token, bars bool) bool {
	c := columns{none, none, none}
	for i, cell := range cells {
		if len(cell) == 1 && cell[0].class == 'n' {
			return false
		}
		var column *int
		known := true // its words may be in a header
		for _, t := range cell {
			switch t.class {
			case 'f', 'h':
				column = cmp.Or(column, &c.from)
			case 't', 'y', 'u':
				column = cmp.Or(column, &c.to)
			case 'd':
				column = cmp.Or(column, &c.disk)
			case 'v', 'M', 'S', 'g', ';', 'b':
			default:
				known = false
			}
		}
		if column != nil && known && *column < 0 {
			*column = i
		} else if !known && !bars && i < len(cells)-1 {
			return false
		}
	}
	if c.from < 0 || c.to < 0 {
		return false
	}
	u.header = c
	u.is |= row | heading
	return true
}
