package grammar

import "bytes"

// A clause has at most maxClause bytes, which keeps the time to read a text linear.
const maxClause = 300

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
	return l.cutOff(u), isWhole
}

// cutOff adds an ellipsis to the moves of a line that ends in one.
func (l *line) cutOff(u reading) reading {
	if u.isMove() && bytes.HasSuffix(bytes.TrimRight(l.text, " "), []byte("...")) {
		end := u.items[len(u.items)-1].End()
		u.items = append(u.items, newItem(Ellipsis, end, end, 0))
	}
	return u
}

// clause reads the clause at i as a move, and returns where the next clause begins.
func (l *line) clause(i int) (m Item, next int, ok bool) {
	i += len(l.text[i:]) - len(bytes.TrimLeft(l.text[i:], " "))
	return l.match(clauseRows, span{i, min(len(l.text), i+maxClause)})
}

var clauseMark = expression{text: `[,;.!]| (?:then|and) `}

// clauseEnd returns where the clause at i ends.
func (l *line) clauseEnd(i int) int {
	i += len(l.text[i:]) - len(bytes.TrimLeft(l.text[i:], " ,;.!"))
	if mark := clauseMark.get().FindIndex(l.text[i:]); mark != nil {
		return i + mark[1]
	}
	return len(l.text)
}
