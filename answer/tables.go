package answer

import (
	"bytes"
	"regexp"
	"strconv"
)

// table is the columns that a header has named, counted from 0; none where it lacks one.
type table struct {
	mark                  byte // between cells; 0 without a header
	disk, from, to, label int
}

// cells returns the cells of a line.
func cells(line []byte, mark byte) [][]byte {
	line = bytes.TrimSpace(line)
	if mark == '|' {
		line = bytes.TrimSuffix(bytes.TrimPrefix(line, []byte("|")), []byte("|"))
	}
	return bytes.Split(line, []byte{mark})
}

// The names that columns have.
var (
	noColumn    = regexp.MustCompile(`.{21}|[0-9:→>{[]|from.*to|to.*from`)
	fromColumn  = regexp.MustCompile(`from|source|src|^start$`)
	toColumn    = regexp.MustCompile(`^to$|to[ _]|dest|target|dst`)
	diskColumn  = regexp.MustCompile(`disk|disc|ring`)
	labelColumn = regexp.MustCompile(`move|step|no|#|^[nk]$`)
)

// header reads a line that names the columns from and to.
func header(line []byte) table {
	for _, mark := range []byte("|,\t;") {
		if len(line) > 200 || bytes.IndexByte(line, mark) < 0 {
			continue
		}
		t := table{mark, none, none, none, none}
		for i, cell := range cells(line, mark) {
			name := bytes.ToLower(bytes.Trim(cell, " \t*\"'`\r"))
			switch {
			case noColumn.Match(name):
				return table{}
			case fromColumn.Match(name):
				t.from = i
			case toColumn.Match(name):
				t.to = i
			case diskColumn.Match(name):
				t.disk = i
			case labelColumn.Match(name):
				t.label = i
			}
		}
		if t.from >= 0 && t.to >= 0 {
			return t
		}
	}
	return table{}
}

// readTable reads a header, or a row behind one.
func (r *reader) readTable(start, stop, indent int) bool {
	line := bytes.TrimSpace(r.text[start:stop])
	if r.only != "" && r.only != "csv" {
		return false
	}
	t := r.table
	if t.mark == 0 {
		r.table = header(line)
		r.gap.heading = r.gap.heading || r.table.mark != 0
		return r.table.mark != 0
	}
	if len(bytes.Trim(line, "|-: \t")) == 0 {
		return true
	}
	var f fields
	label := int32(none)
	row := cells(line, t.mark)
	for i, cell := range row {
		switch i {
		case t.disk:
			r.set(&f, &f.disk, cell)
		case t.from:
			r.set(&f, &f.from, cell)
		case t.to:
			r.set(&f, &f.to, cell)
		case t.label:
			if n, err := strconv.ParseInt(string(bytes.Trim(cell, " \t*.")), 10, 28); err == nil && n >= 0 {
				label = int32(n)
			}
		}
	}
	m, ok := f.move(tableForm)
	switch {
	case ok && (t.disk < 0 || f.disk.class != 0):
		first := start + bytes.Index(r.text[start:stop], line)
		m.start, m.end, m.label = uint32(first), uint32(first+len(line)), label
		r.add(m, indent)
	case len(row) > max(t.from, t.to):
		r.miss(start, stop)
	default:
		r.table = table{}
		return false
	}
	return true
}
