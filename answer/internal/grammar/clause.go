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

// clauses are the moves in the clauses of a line.
type clauses struct {
	moves    []Item
	isWhole  bool // each clause is a move
	isCut    bool // an ellipsis follows the last
	hasWords bool // words in parentheses follow a move
}

// clausesFrom reads the clauses of a line from i on.
func (l *line) clausesFrom(i int) clauses {
	c := clauses{isWhole: true}
	for end := len(bytes.TrimRight(l.text, " .,;!")); i < end; {
		m, next, hasWords, ok := l.clause(i)
		if ok {
			c.moves = append(c.moves, m)
			c.hasWords = c.hasWords || hasWords
		} else {
			c.isWhole = false
			next = l.clauseEnd(i)
		}
		i = next
	}
	c.isCut = bytes.HasSuffix(bytes.TrimRight(l.text, " "), []byte("..."))
	return c
}

// clause reads the clause at i as a move, and returns where the next clause begins.
func (l *line) clause(i int) (m Item, next int, hasWords, ok bool) {
	i += len(l.text[i:]) - len(bytes.TrimLeft(l.text[i:], " "))
	end, marks := i, 0
	for end < min(len(l.text), i+maxClause) && marks < maxMarks {
		if end++; isClauseMark(l.text[end-1]) {
			marks++
		}
	}
	m, next, hasWords, ok = l.match(clauseRows, span{i, end})
	if opened := i + len(openers.get().Find(l.text[i:end])); !ok && opened > i {
		m, next, hasWords, ok = l.match(clauseRows[:sentences], span{opened, end})
	}
	return m, next, hasWords, ok && (next < end || end == len(l.text) || marks == maxMarks)
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
