package answer

// columns says in which cells the rows of a table have the disk and the pegs, from 0; none where they lack
// one. There is no table where from and to are the same.
type columns struct{ disk, from, to int }

// cells returns the tokens of each cell of a line: where they begin and end.
func (r *reader) cells() (cells [][2]int) {
	marks, first := ",;", 0
	for i := range r.tok {
		if r.is(i, "|") {
			marks = "|"
		}
	}
	for i := range r.tok {
		if r.is(i, marks) {
			cells = append(cells, [2]int{first, i})
			first = i + 1
		}
	}
	return append(cells, [2]int{first, len(r.tok)})
}

// readTable reads the header of a table, or a row below one.
func (r *reader) readTable(u *reading) bool {
	c, cells := &r.columns, r.cells()
	if c.from == c.to {
		return r.readHeader(u, cells)
	}
	if len(cells) <= max(c.from, c.to, c.disk) {
		return false
	}
	from, to := r.nameIn(cells[c.from]), r.nameIn(cells[c.to])
	understood := from >= 0 && to >= 0
	m := move{label: none, disk: diskTop, notation: asTable}
	if c.disk >= 0 {
		disk := r.nameIn(cells[c.disk])
		understood = understood && r.is(disk, "n")
		m.disk = uint8(min(r.tok[max(disk, 0)].value, diskMany))
	}
	for i := range r.tok { // a word that denies, or a disk in another column
		understood = understood && !r.is(i, "!X") && (c.disk >= 0 || !r.is(i, "d") || !r.is(i+1, "n"))
	}
	switch {
	case understood:
		m.from, m.to = r.name(from), r.name(to)
		m.stand(r.tok[0].start, r.tok[len(r.tok)-1].end)
		u.moves = append(u.moves, m)
	case from != none || to != none: // else it is a line below the header, or the start
		u.missed = 1
	}
	u.is |= row
	return true
}

// unclear stands for more than a name in a cell.
const unclear = -2

// nameIn returns the token of the name in a cell, none or unclear.
func (r *reader) nameIn(cell [2]int) (name int) {
	name = none
	for i := cell[0]; i < cell[1]; i++ {
		switch {
		case r.is(i, "gd-();"):
		case name == none && r.isName(i):
			name = i
		default:
			return unclear
		}
	}
	return name
}

// readHeader reads a line that names the columns from and to.
func (r *reader) readHeader(u *reading, cells [][2]int) bool {
	c := columns{none, none, none}
	for i, cell := range cells {
		var column *int
		known := true // its words may be in a header
		for t := cell[0]; t < cell[1]; t++ {
			switch {
			case r.is(t, "fh"):
				column = &c.from
			case r.is(t, "ty"):
				column = &c.to
			case r.is(t, "d"):
				column = &c.disk
			default:
				known = known && r.is(t, "vMSg;")
			}
		}
		if column != nil && known && *column < 0 {
			*column = i
		} else if !known && r.is(cell[1], ",") {
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
