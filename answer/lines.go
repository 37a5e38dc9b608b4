package answer

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// reader finds the moves of a text. Of a line it keeps the columns of a table, what was gathered,
// and buffers.
type reader struct {
	lexer
	phrases               []phrase
	read                  reading
	only                  notation // asked for; 0 for all
	pattern               *regexp.Regexp
	columns               columns
	lastLine, lastElement like

	text []byte
	end  int // of the part that is read
	pegIDs
	gatherer
}

// readPart reads text[start:end].
func (r *reader) readPart(text []byte, start, end int) {
	r.text, r.end = text, end
	r.columns = columns{}
	r.forget()
	r.gatherer = gatherer{moves: r.moves[:0], enough: r.enough, disks: r.disks, waiting: none}
	for i := start; i < end; {
		r.reserve(i-start, end-i)
		if m, size, ok := r.readLike(&r.lastLine, text[i:end]); ok && i+size < end && text[i+size] == '\n' {
			m.start += uint32(i)
			r.move(m)
			i += size + 1
			continue
		}
		stop, next := r.lineEnd(i)
		for i < stop {
			i = r.readLine(i, stop, leastPart)
		}
		i = max(i, next)
	}
}

// reserve makes room for as many moves as the rest of a text has at the rate of what is behind.
func (r *reader) reserve(behind, rest int) {
	if n := len(r.moves); n == cap(r.moves) && n > 0 {
		r.moves = slices.Grow(r.moves, 64+min((n+n/8)*rest/behind, 15*n))
	}
}

// lineEnd returns where the line at i ends, and where the next begins.
func (r *reader) lineEnd(i int) (stop, next int) {
	rest := r.text[i:r.end]
	for n, c := range rest {
		switch {
		case c == '\n':
			return i + n, i + n + 1
		case c == '\r' && at(rest, n+1) == '\n':
			return i + n, i + n + 2
		case c == '\r':
			return i + n, i + n + 1
		case c == 0xe2 && bytes.HasPrefix(rest[n:], []byte("\u2028")):
			return i + n, i + n + 3
		}
	}
	return r.end, r.end
}

// A line is read in parts, so that none takes much memory. A part ends behind a move that another one follows;
// it grows from the least to the most until there is such a move.
const (
	leastPart = 64 << 10
	mostPart  = 4 << 20
)

// readLine reads a part of what is left of a line at i, up to a tag or a list in brackets, or that list, and
// returns where to go on.
func (r *reader) readLine(i, end, part int) int {
	long := end > i+part
	stop := min(end, i+part)
	if bytes.IndexByte(r.text[i:stop], '<') >= 0 {
		if tag := strayTag.FindIndex(r.text[i:stop]); tag != nil { // it is as a line of its own
			if tag[0] == 0 {
				r.note(heading, none, i, i)
				return i + tag[1]
			}
			stop, long = i+tag[0], false
		}
	}
	for k := i; k < stop; k++ {
		if c := r.text[k]; (c == '[' || c == '(') && r.opensList(i, k) {
			r.take(r.parse(r.text[i:k]), i, k)
			return r.list(k)
		}
	}
	line := r.text[i:stop]
	u := r.parse(line)
	switch n := len(u.moves); {
	case long && n > 1: // the next part begins behind the last move but one
		u.moves = u.moves[:n-1]
		stop = i + u.moves[n-2].end()
		if u.missed >= n {
			u.missed = 0
		}
	case long && part < mostPart:
		return r.readLine(i, end, 8*part)
	}
	if stop < len(r.text) {
		r.learn(&r.lastLine, line, u)
	} else if r.dropHalf(u) {
		defer r.note(cut, none, i, stop)
	}
	r.take(u, i, stop)
	return stop
}

// take takes what a line says.
func (r *reader) take(u *reading, start, end int) {
	if u.is != empty && (u.is&row == 0 || u.is&heading != 0) {
		r.columns = u.header
	}
	r.says(u, start, end)
}

// dropHalf drops half a move with which the text ends: a clause that lacks a peg, or a move to what may be the
// beginning of the name of one. It reports whether there is one.
func (r *reader) dropHalf(u *reading) bool {
	isHalf := u.is&half != 0 && len(u.moves)+len(r.moves) > 0
	if n := len(u.moves) - 1; n >= 0 {
		name := r.nameOf(u.moves[n].to)
		longer := func(other string) bool { return len(other) > len(name) && strings.EqualFold(other[:len(name)], name) }
		used := func(m move) bool { return longer(r.nameOf(m.from)) || longer(r.nameOf(m.to)) }
		isPart := slices.ContainsFunc(u.moves, used)
		if k := len(r.runs); k > 0 {
			isPart = isPart || slices.ContainsFunc(r.moves[r.runs[k-1].first:], used)
		}
		if name != "" && !isDigit(name[0]) && isPart {
			u.moves, isHalf = u.moves[:n], true
		}
	}
	if isHalf && len(u.moves) == 0 {
		u.is = empty
	}
	return isHalf
}
