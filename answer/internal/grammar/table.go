package grammar

import (
	"bytes"
	"slices"
)

// A table is the header of the rows that follow.
type table struct {
	columns []string // disk, from, to, state, or "" for any other
	last    int      // the last column that is disk, from or to
	mark    byte     // between cells: a bar, a comma or a tab
	text    []byte   // of the header, cleaned

	known map[string]*reading // of the rows, as in Reader
}

// cells divides a line at marks.
func (l *line) cells(mark byte) (cells []span) {
	text := bytes.TrimSpace(l.text)
	if mark == '|' {
		text = bytes.Trim(text, "|")
	}
	i := bytes.Index(l.text, text)
	marked := text
	if mark == '\t' { // a blank in a cleaned line
		marked = l.raw[i : i+len(text)]
	}
	for marked := range bytes.SplitSeq(marked, []byte{mark}) {
		cell := l.text[i : i+len(marked)]
		left := len(cell) - len(bytes.TrimLeft(cell, " "))
		cells = append(cells, span{i + left, i + left + len(bytes.TrimSpace(cell))})
		i += len(cell) + 1
	}
	return cells
}

var (
	fromHead = expression{text: `\bSOURCE`}
	headForm = expression{text: `^(?:(?P<from>SOURCE(?:_?NOUN)?\b)|(?P<to>GOAL(?:_?NOUN)?\b)|(?P<disk>\x04)|` +
		`(?P<state>.*(?:\bstate|\x03)|WORD$))[^|:]{0,24}$`}
	mixedHead = expression{text: `\bSOURCE.*(?:\bGOAL\b|\x04)|\bGOAL\b.*(?:\bSOURCE|\x04)|\x04.*\b(?:SOURCE|GOAL\b)`}
	keyWords  = expression{text: `^QUOTE[\pL\x02-\x05_]+(?: [\pL\x02-\x05_]+)?QUOTE$`} // between the commas or tabs of a header
)

const maxHeader = 1000 // bytes

// header reads the header of a table with columns for both pegs; nil if the line isn't one.
func (l *line) header() *table {
	if len(l.text) > maxHeader || !fromHead.get().Match(l.text) {
		return nil
	}
	t := &table{text: l.text, known: map[string]*reading{}}
	switch {
	case bytes.IndexByte(l.text, '|') >= 0:
		t.mark = '|'
	case bytes.IndexByte(l.text, ',') >= 0:
		t.mark = ','
	case bytes.IndexByte(l.raw, '\t') >= 0:
		t.mark = '\t'
	default:
		return nil
	}
	for i, cell := range l.cells(t.mark) {
		text := l.at(cell)
		column := headForm.groupIn(text)
		if isMove := column != "" && column != "state"; t.mark != '|' && !(isMove && keyWords.get().Match(text)) {
			if keyForm.groupIn(text) != "number" {
				return nil
			}
			column = ""
		}
		if column == "state" && bytes.IndexByte(text, nounMark) < 0 && !bytes.Contains(text, []byte("state")) && !l.names.isKnown(text) {
			column = ""
		}
		if column != "" && column != "state" {
			if t.last = i; slices.Contains(t.columns, column) || mixedHead.get().Match(text) {
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

var (
	rowEnd   = expression{text: `(?P<after>(?:~\([^()]*\)|STATE)*)~[,;.!]?~$`}
	diskCell = expression{text: `^VALUE$|\x04~[#:=]?~\d`}
)

// row reads a row of a table. If inCell, the number of the line was its first cell. ok is false if
// the number of cells does not fit, or the row is another header. A row without a move holds one.
func (l *line) row(t *table, inCell bool) (u reading, ok bool) {
	columns, last := t.columns, t.last
	if inCell {
		columns, last = columns[1:], last-1
	}
	row, m := l, Item{Kind: Row}
	if t.mark != '|' {
		end := rowEnd.get().FindSubmatchIndex(l.text)
		if !l.set(&m, "after", span{end[2], end[3]}) {
			return u, false
		}
		row = l.part(0, end[2])
	}
	cells := row.cells(t.mark)
	if inCell && t.mark == ',' {
		cells = cells[1:] // it is empty
	}
	if len(cells) < 2 || t.mark != '|' && (len(cells) <= last || len(cells) > len(columns)) {
		return u, false
	}
	m.setPlace(cells[0].start, cells[len(cells)-1].end)
	isMove, hasOther := len(cells) > last && len(cells) <= len(columns), false
	for i, cell := range cells[:min(len(cells), len(columns))] {
		if column := columns[i]; column != "" && column != "state" {
			isMove = isMove && l.setWhole(&m, column, cell)
			continue
		}
		isFirst := i == 0 && !inCell
		hasOther = hasOther || columns[i] == "" && !isFirst && diskCell.get().Match(l.at(cell))
		isNumber := isFirst && isNumber(l.at(cell))
		if !isNumber && !l.areStates(l.at(cell)) {
			m.Flags |= Unread
		}
		if part := l.part(cell.start, cell.end); columns[i] == "" && (holdsMove(part.text) || part.could() != 0) {
			isMove = false
		}
	}
	if isMove && (m.Disk.Given() || !hasOther) {
		u.add(m)
		return u, true
	}
	return one(Text, Holds|Unread), l.header() == nil
}
