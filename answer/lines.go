package answer

import (
	"bytes"
	"regexp"
	"slices"

	"unicode/utf8"
)

// reader finds the moves of a text. Of a line it keeps the columns of a table, what was made,
// and buffers.
type reader struct {
	lexer
	phrases               []phrase
	object                bool // in an object whose keys name both pegs
	read                  reading
	only                  notation // asked for; 0 for all
	pattern               *regexp.Regexp
	columns               columns
	lastLine, lastElement like

	text []byte
	end  int // of the part that is read
	pegIDs
	made
	enough int // a list of so many moves may solve the puzzle
	disks  int // the number of the largest; 0 if it is not known
}

// readPart reads text[start:end].
func (r *reader) readPart(text []byte, start, end int) {
	r.text, r.end = text, end
	r.columns = columns{}
	r.forget(0)
	r.moves, r.notes = r.moves[:0], r.notes[:0]
	for i := start; i < end; {
		if m, size, ok := r.readLike(&r.lastLine, text[i:end]); ok && i+size < end && text[i+size] == '\n' {
			m.start += uint32(i)
			r.append(m)
			i += size + 1
			continue
		}
		stop, next := r.lineEnd(i)
		for i < stop {
			i = r.readLine(i, stop)
		}
		i = max(i, next)
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

// readLine reads what is left of a line at i, up to a tag or a list in brackets, or that list, and returns
// where to go on.
func (r *reader) readLine(i, stop int) int {
	if tag := strayTag.FindIndex(r.text[i:stop]); tag != nil { // it is as a line of its own
		if tag[0] == 0 {
			r.note(note{is: heading, label: none})
			return i + tag[1]
		}
		stop = i + tag[0]
	}
	for k := i; k < stop; k++ {
		if c := r.text[k]; (c == '[' || c == '(') && r.opensList(i, k) {
			r.take(r.parse(r.text[i:k]), i, k)
			return r.list(k)
		}
	}
	line := r.text[i:stop]
	u := r.parse(line)
	switch {
	case stop < len(r.text):
		r.learn(&r.lastLine, line, u)
	case r.isHalf(u):
		r.note(note{is: cut, label: none})
		return stop
	}
	r.take(u, i, stop)
	return stop
}

// isHalf reports whether the line just parsed, with which the text ends, is the beginning of one like the
// last with a move, such as 1,C behind 1,A,C.
func (r *reader) isHalf(u *reading) bool {
	if n := len(r.notes) - 1; len(r.moves) == 0 || len(r.tok) == 0 || n >= 0 && r.notes[n].is&listed != 0 && r.notes[n].at+r.notes[n].moves == len(r.moves) {
		return false
	}
	last := &r.moves[len(r.moves)-1]
	line := 0
	if end := bytes.LastIndexAny(r.text[:last.start], "\n\r\u2028"); end >= 0 {
		_, size := utf8.DecodeRune(r.text[end:])
		line = end + size
	}
	half := lexer{names: r.names, pegs: r.pegs, line: r.line, tok: slices.Clone(r.tok)}
	stop, _ := r.lineEnd(line)
	whole := &r.lexer
	whole.lex(r.text[line:stop])
	end := len(half.tok) - 1
	if end >= len(whole.tok) {
		return false
	}
	begins := func(i int) bool {
		return bytes.HasPrefix(bytes.ToLower(whole.written(i)), bytes.ToLower(half.written(i)))
	}
	names := groups['N'] + "s"
	for i := range half.tok {
		same := half.tok[i].class == whole.tok[i].class && len(half.written(i)) == len(whole.written(i)) && begins(i)
		if !same && !(half.is(i, names) && whole.is(i, names)) && !(i == end && begins(i)) {
			return false
		}
	}
	noun := whole.is(end, "g") && !half.is(end, "g") || whole.is(end+1, "g") && whole.is(end, names)
	return len(u.moves) == 0 || noun || u.moves[0].notation != last.notation
}
