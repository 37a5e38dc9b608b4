package answer

import (
	"bytes"
	"regexp"
	"slices"
)

// reader finds the moves of a text. Of a line it keeps the columns of a table, what was gathered,
// its text if it is one move, and buffers.
type reader struct {
	lexer
	phrases  []phrase
	inBraces bool   // where the next phrase is
	keys     []byte // the classes of the words before a colon or an equals sign
	read     reading
	only     notation // asked for; 0 for all
	pattern  *regexp.Regexp
	columns  string           // of the table that the line is in
	likes    map[string]*like // by the text behind their numbers
	numbered bool             // the last of them has a number
	looked   bool             // what a bracket is was asked of the text behind the line

	segments int // that were begun
	text     []byte
	called   [][]byte // the names of pegs, in the order of their first use
	end      int      // of the part that is read
	gatherer
}

// mostLine is how much of a line is read at once, so that none takes much memory.
const mostLine = 64 << 10

// strayTag ends a line.
var strayTag = regexp.MustCompile(`(?i)^</?\s*(?:think|thinking|reasoning|answer|solution)\s*>`)

// lineEnd returns where the line at i ends, and where the next begins: both are where so many bytes end, if the line
// is longer.
func (r *reader) lineEnd(i, most int) (stop, next int) {
	rest := r.text[i:min(r.end, i+most)]
	for n, c := range rest {
		switch {
		case c == '\r' && at(rest, n+1) == '\n':
			return i + n, i + n + 2
		case c == '\n' || c == '\r':
			return i + n, i + n + 1
		case c == 0xe2 && bytes.HasPrefix(rest[n:], []byte("\u2028")):
			return i + n, i + n + 3
		case c == '<':
			if tag := strayTag.Find(rest[n:]); tag != nil {
				return i + n, i + n + len(tag)
			}
		}
	}
	return i + len(rest), i + len(rest)
}

// readLine reads a line and the lists in brackets that open in it, and returns where to go on.
func (r *reader) readLine(i int) (next int) {
	stop, next := r.lineEnd(i, mostLine)
	header := r.columns
	r.looked = false
	for i < stop {
		opening := i
		for opening < stop && !r.opensList(i, opening) {
			opening++
		}
		u := r.parse(r.text[i:opening])
		n, goesOn := len(u.moves), stop == next && next < r.end
		if opening == len(r.text) && r.dropHalf(u) {
			defer r.note(cut, none, i, stop)
		}
		if u.is&empty == 0 {
			r.columns = u.header
		}
		switch {
		case opening < stop:
		case goesOn && n > 1: // behind the last move but one
			u.moves = u.moves[:n-1]
			opening = i + u.moves[n-2].end()
			stop, next = opening, opening
			if u.missed >= n {
				u.missed = 0
			}
		case goesOn && (n == 1 || u.is&half != 0): // it is lost
			u.moves, u.missed = u.moves[:0], 1
		case next > stop && r.text[stop] != '<' && header == r.columns && !r.looked:
			r.learn(r.text[i:next], u)
		}
		r.says(u, i, opening)
		if i = opening; i < stop {
			i = r.list(i)
		}
	}
	if next > stop && r.text[stop] == '<' {
		r.note(heading, none, stop, stop)
	}
	return max(i, next)
}

// dropHalf drops half a move with which the text ends: a clause that lacks a peg, or a move to a new name that may be
// the beginning of another. It reports whether there is one.
func (r *reader) dropHalf(u *reading) bool {
	isHalf := u.is&half != 0 && len(u.moves)+len(r.moves) > 0
	if n := len(u.moves) - 1; n >= 0 && u.moves[n].to < manyNames {
		id := u.moves[n].to
		name := r.called[id]
		others := append(u.moves[:n:n], r.moves...)
		isUsed := slices.ContainsFunc(others, func(m move) bool { return m.from == id || m.to == id })
		begins := func(id uint8) bool {
			return id < manyNames && len(r.called[id]) > len(name) && bytes.HasPrefix(r.called[id], name)
		}
		isPart := slices.ContainsFunc(others, func(m move) bool { return begins(m.from) || begins(m.to) })
		if !isUsed && isPart && !isDigit(name[0]) && bytes.HasSuffix(r.text, name) {
			u.moves, isHalf = u.moves[:n], true
		}
	}
	if isHalf && len(u.moves) == 0 {
		u.is = empty
	}
	return isHalf
}
