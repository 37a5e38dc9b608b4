package answer

import (
	"bytes"
	"fmt"
	"slices"
)

// table is the header of a table: what the columns are for.
type table struct {
	columns []byte // f and t for the pegs, d for the disk, or a blank
	bars    bool   // divide the cells; else commas do
}

func (t *table) String() string {
	if t == nil {
		return ""
	}
	return fmt.Sprint(string(t.columns), t.bars)
}

// cells divides a line at bars or commas.
func (l *line) cells(bars bool) (cells []span) {
	mark, text := byte(','), bytes.TrimSpace(l.text)
	if bars {
		mark, text = '|', bytes.Trim(text, "|")
	}
	i := bytes.Index(l.text, text)
	for cell := range bytes.SplitSeq(text, []byte{mark}) {
		left := len(cell) - len(bytes.TrimLeft(cell, " "))
		cells = append(cells, span{i + left, i + left + len(bytes.TrimSpace(cell))})
		i += len(cell) + 1
	}
	return cells
}

var headForm = expression{text: `^(?:(?:from|to)\b|\x04)[^|]{0,24}$`}

const maxHeader = 1000 // bytes

// header reads the header of a table, which names the columns of both pegs.
func (l *line) header() *table {
	if len(l.text) > maxHeader || !bytes.Contains(l.text, []byte("from")) {
		return nil
	}
	t := &table{bars: bytes.IndexByte(l.text, '|') >= 0}
	for _, cell := range l.cells(t.bars) {
		text, column := l.text[cell.start:cell.end], byte(' ')
		if words := bytes.Fields(text); !t.bars && (len(words) > 2 || slices.ContainsFunc(text, isDigit)) {
			return nil
		}
		if headForm.get().Match(text) {
			if column = text[0]; column == aDisk {
				column = 'd'
			}
			if bytes.IndexByte(t.columns, column) >= 0 {
				return nil
			}
		}
		t.columns = append(t.columns, column)
	}
	if bytes.IndexByte(t.columns, 'f') < 0 || bytes.IndexByte(t.columns, 't') < 0 {
		return nil
	}
	return t
}

var cellNumber = expression{text: `^(?:(?:step|\x02)~)?#?(\d{1,9})[.):]?$`}

// row reads a row of a table; ok is false if the line does not have its cells. A row without a move is a doubt.
func (l *line) row(t *table) (u reading, ok bool) {
	cells := l.cells(t.bars)
	last := bytes.LastIndexFunc(t.columns, func(r rune) bool { return r != ' ' })
	if len(cells) < 2 || !t.bars && (len(cells) <= last || len(cells) > len(t.columns)) {
		return u, false
	}
	u = reading{kind: moving, number: none}
	m := newMove(row, cells[0].start, cells[len(cells)-1].end)
	for i, column := range t.columns[:last+1] {
		isRead := i < len(cells)
		switch {
		case !isRead:
		case column == 'd':
			isRead = l.disk(cells[i], &m.disk)
		case column == 'f':
			isRead = l.named(cells[i], &m.from)
		case column == 't':
			isRead = l.named(cells[i], &m.to)
		case i == 0:
			if g := cellNumber.get().FindSubmatchIndex(l.text[cells[0].start:cells[0].end]); g != nil {
				u.digits = span{cells[0].start + g[2], cells[0].start + g[3]}
				u.number = int32(numberOf(l.text[u.digits.start:u.digits.end]))
			}
		}
		if !isRead {
			if head := l.header(); head != nil {
				return reading{kind: header, number: none, table: head}, true
			}
			return reading{kind: doubt, number: none}, true
		}
	}
	u.moves = []item{m}
	return u, true
}
