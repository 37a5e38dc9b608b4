package answer

import (
	"bytes"
	"slices"
)

// A table is the header of the rows that follow.
type table struct {
	columns []string // disk, from, to or ""
	last    int      // the last column that is not ""
	mark    string   // between cells: a bar or a comma
}

// cells divides a line at bars or commas.
func (l *line) cells(mark string) (cells []span) {
	text := bytes.TrimSpace(l.text)
	if mark == "|" {
		text = bytes.Trim(text, mark)
	}
	i := bytes.Index(l.text, text)
	for cell := range bytes.SplitSeq(text, []byte(mark)) {
		left := len(cell) - len(bytes.TrimLeft(cell, " "))
		cells = append(cells, span{i + left, i + left + len(bytes.TrimSpace(cell))})
		i += len(cell) + 1
	}
	return cells
}

var headForm = expression{text: `^(?:(?P<from>from\b)|(?P<to>to\b)|(?P<disk>\x04))[^|]{0,24}$`}

const maxHeader = 1000 // bytes

// header reads the header of a table with columns for both pegs; nil if the line isn't one.
func (l *line) header() *table {
	if len(l.text) > maxHeader || !bytes.Contains(l.text, []byte("from")) {
		return nil
	}
	t := &table{mark: ","}
	if bytes.IndexByte(l.text, '|') >= 0 {
		t.mark = "|"
	}
	for i, cell := range l.cells(t.mark) {
		text := l.at(cell)
		if t.mark == "," && (len(bytes.Fields(text)) > 2 || slices.ContainsFunc(text, isDigit)) {
			return nil
		}
		column := headForm.groupIn(text)
		if column != "" {
			if t.last = i; slices.Contains(t.columns, column) {
				return nil
			}
		}
		t.columns = append(t.columns, column)
	}
	if !slices.Contains(t.columns, "from") || !slices.Contains(t.columns, "to") {
		return nil
	}
	return t
}

var cellNumber = expression{text: `^(?:STEP~)?#?(\d{1,9})[.):]?$`}

// row reads a row of a table. ok is false if the number of cells does not fit. A row without a move is a header or a doubt.
func (l *line) row(t *table) (u reading, ok bool) {
	cells := l.cells(t.mark)
	if len(cells) < 2 || t.mark == "," && (len(cells) <= t.last || len(cells) > len(t.columns)) {
		return u, false
	}
	u = reading{kind: moving, number: none}
	m := newMove(row, cells[0].start, cells[len(cells)-1].end)
	ok = len(cells) > t.last
	for i, cell := range cells[:min(len(cells), t.last+1)] {
		ok = ok && l.setOnce(&m, t.columns[i], cell)
	}
	if g := cellNumber.get().FindSubmatch(l.at(cells[0])); g != nil && t.columns[0] == "" {
		u.number = int32(numberOf(g[1]))
	}
	if ok {
		u.moves = []item{m}
		return u, true
	}
	if head := l.header(); head != nil {
		return reading{kind: header, number: none, table: head}, true
	}
	return reading{kind: doubt, number: none}, true
}
