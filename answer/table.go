package answer

import (
	"cmp"
	"slices"
	"strings"
)

// headings has the keys of the columns that the words of a header name: of the disk, of the peg to leave and of that to
// reach; 0 for a word that names none.
var headings = map[class]class{'d': 'd', 'f': 'f', 'h': 'f', 't': 't', 'y': 't', 'u': 't',
	'v': 0, 'M': 0, 'S': 0, 'g': 0, ';': 0, 'b': 0}

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
	cells, bars := r.cells()
	if r.columns == "" {
		if u.header = header(cells, bars); u.header != "" {
			u.is |= heading
		}
		return u.header != ""
	}
	if len(cells) < len(r.columns) {
		return false
	}
	u.header = r.columns
	hasDisks := strings.Contains(r.columns, "d")
	start, end := r.tok[0].start, r.tok[len(r.tok)-1].end
	var tok []token
	for i, cell := range cells {
		key := at([]byte(r.columns), i)
		if len(cell) == 2 && cell[0].class == 'd' {
			key = 'd'
		}
		if key != 0 {
			tok = append(tok, token{key, 0, start, start}, token{'=', 0, start, start})
		}
		for k, t := range cell {
			isDisk := t.class == 'd' && k+1 < len(cell) && cell[k+1].class == 'n'
			switch {
			case key == 0 && isDisk && !hasDisks, key != 0 && (t.class == 'z' || t.class == '.'): // more is said of a disk; no name
				t.class = 'b'
			case key == 0 && t.class != '!' && t.class != 'X':
				continue
			}
			tok = append(tok, t)
		}
		tok = append(tok, token{',', 0, end, end})
	}
	r.tok = tok
	return false
}

// header returns the keys of the columns that a line names, and 0 for others, up to the last key; "" if it does not name
// those of both pegs.
func header(cells [][]token, bars bool) string {
	var columns []byte
	for i, cell := range cells {
		if len(cell) == 1 && cell[0].class == 'n' {
			return ""
		}
		key, known := class(0), true
		for _, t := range cell {
			named, ok := headings[t.class]
			key, known = cmp.Or(key, named), known && ok
		}
		if !known {
			if key = 0; !bars && i < len(cells)-1 {
				return ""
			}
		}
		columns = append(columns, key)
	}
	if slices.Contains(columns, 'f') && slices.Contains(columns, 't') {
		return strings.TrimRight(string(columns), "\x00")
	}
	return ""
}
