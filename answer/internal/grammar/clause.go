package grammar

import (
	"bytes"
	"strings"
)

// Up to three openers may begin a clause in the first rows.
var openers = expression{text: `^OPENERS`}

const sentences = 4 // rows

// A clause has at most maxClause bytes and maxMarks marks, which keeps the time to read a text
// linear.
const maxClause, maxMarks = 300, 3

// clausesFrom reads the clauses of a line from i on. isWhole means that each is a move.
func (l *line) clausesFrom(i int) (u reading, isWhole bool) {
	isWhole = true
	for end := len(bytes.TrimRight(l.text, " .,;!")); i < end; {
		m, next, ok := l.clause(i)
		if ok {
			u.add(m)
		} else {
			isWhole = false
			next = l.clauseEnd(i)
		}
		i = next
	}
	if u.isMove() && bytes.HasSuffix(bytes.TrimRight(l.text, " "), []byte("...")) {
		end := u.items[len(u.items)-1].End()
		u.items = append(u.items, newItem(Ellipsis, end, end, 0))
	}
	return u, isWhole
}

// clause reads the clause at i as a move, and returns where the next clause begins.
func (l *line) clause(i int) (m Item, next int, ok bool) {
	i += len(l.text[i:]) - len(bytes.TrimLeft(l.text[i:], " "))
	end, marks := i, 0
	for end < min(len(l.text), i+maxClause) && marks < maxMarks {
		if end++; isClauseMark(l.text[end-1]) {
			marks++
		}
	}
	m, next, ok = l.match(clauseRows, span{i, end})
	if opened := i + len(openers.get().Find(l.text[i:end])); !ok && opened > i {
		m, next, ok = l.match(clauseRows[:sentences], span{opened, end})
	}
	return m, next, ok && (next < end || end == len(l.text) || marks == maxMarks)
}

func isClauseMark(b byte) bool { return strings.IndexByte(",;.!", b) >= 0 }

// clauseEnd returns where the clause at i ends.
func (l *line) clauseEnd(i int) int {
	i += len(l.text[i:]) - len(bytes.TrimLeft(l.text[i:], " ,;.!"))
	for i < len(l.text) && !isClauseMark(l.text[i]) {
		if bytes.HasPrefix(l.text[i:], []byte(" then ")) {
			return i + len(" then ")
		}
		i++
	}
	return min(i+1, len(l.text))
}
