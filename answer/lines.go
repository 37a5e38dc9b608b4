package answer

import (
	"bytes"
	"regexp"
	"slices"
)

// reader finds the moves of a text.
type reader struct {
	lexer
	only    string // the notation asked for; "" for all
	pattern *regexp.Regexp
	enough  int  // a list of so many moves may solve the puzzle
	exact   bool // enough is the optimum

	text     []byte
	end      int // of the part that is read
	moves    []move
	runs     []run
	misses   []miss
	gap      gap
	waiting  int32 // the number of the next move, on a line of its own
	template template
	table    table
	fields   fields
	found    []found   // the moves of a line
	whole    [2]int    // the line that is read
	elements bool      // the lines are the elements of a list
	letters  [26]int32 // codes of the pegs that letters name
}

// found is a move of a line, and where its form starts and ends in the tokens.
type found struct {
	move
	at    match
	start int
	loose bool // words of the same sentence stand before it
}

// maxPart is how much of a line is looked at once.
const maxPart = 64 << 10

// read reads part of a text.
func (r *reader) read(text []byte, start, end int) {
	r.text, r.end = text, end
	r.moves, r.runs, r.misses = r.moves[:0], r.runs[:0], r.misses[:0]
	r.gap, r.waiting, r.template, r.table, r.fields = gap{}, none, template{}, table{}, fields{}
	for i := start; i < end; {
		if next := r.repeat(i); next > i {
			i = next
			continue
		}
		stop := end
		if n := bytes.IndexByte(text[i:end], '\n'); n >= 0 {
			stop = i + n
		}
		if n := breakTag(text[i:stop]); n >= 0 {
			stop = i + n
		}
		stop = min(stop, i+maxPart)
		next := r.line(i, stop)
		if next == stop {
			if at(text, stop) == '<' {
				r.gap.heading = r.gap.heading || endsSegment(text[stop:min(end, stop+12)])
				next += 1 + bytes.IndexByte(text[stop:end], '>')
			} else if stop < end && text[stop] == '\n' {
				next++
			}
		}
		i = next
	}
	r.flush()
}

// breakTag returns where a tag begins that ends a line; -1 if there is none.
func breakTag(line []byte) int {
	for i := 0; ; i++ {
		n := bytes.IndexByte(line[i:], '<')
		if n < 0 {
			return none
		}
		i += n
		if end := bytes.IndexByte(line[i:min(len(line), i+24)], '>'); end > 0 && breaks(line[i+1:i+end]) {
			return i
		}
	}
}

func breaks(tag []byte) bool {
	name := bytes.ToLower(bytes.Trim(tag, "/ "))
	switch string(name) {
	case "br", "li", "p", "ul", "ol", "tr", "div", "answer", "think", "thinking", "reasoning", "solution", "moves", "move":
		return true
	}
	return false
}

// line reads a line, and returns where to go on.
func (r *reader) line(start, stop int) int {
	if r.pattern != nil && r.matchPattern(start, stop) {
		return stop
	}
	r.lex(r.text, start, stop)
	line := bytes.TrimLeft(r.text[start:stop], " \t\r>")
	indent := stop - start - len(line)
	if bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~")) {
		r.gap.heading = true
		return stop
	}
	if len(r.tok) == 0 || r.readTable(start, stop, indent) || r.readField(start, stop, indent) {
		return stop
	}
	heading := bytes.HasPrefix(line, []byte("#")) && at(bytes.TrimLeft(line, "#"), 0) == ' '
	first := r.bullet()
	if r.tok[first:] == nil || first == len(r.tok) {
		return stop
	}
	if r.tok[first].class == 'e' || len(r.tok) == first+3 && r.tok[first+1].class == 'e' {
		r.ellipsis()
		return stop
	}
	label, afterLabel := r.labelAt(first)
	if afterLabel == len(r.tok) && label.label >= 0 {
		r.waiting = label.label
		r.gap.phase = true
		return stop
	}
	committed := len(r.moves)
	next := r.scan(start, stop, first, indent)
	found := r.found
	if r.inPart(stop) && next == stop && len(found) > 1 {
		// Part of a long line: it goes on where the last whole move ends.
		if int(found[len(found)-1].end) == stop {
			found = found[:len(found)-1]
		}
		next = int(found[len(found)-1].end)
		r.found = found
	}
	if len(found) > 0 {
		r.commit(indent)
		r.waiting = none
		if len(found) == 1 && next == stop && !found[0].loose {
			r.template.set(r, start, stop, indent, found[0])
		}
		return next
	}
	if next != stop || len(r.moves) > committed { // a list in brackets
		return next
	}
	r.prose(start, stop, label.label, heading)
	return stop
}

// inPart reports whether a line goes on behind stop.
func (r *reader) inPart(stop int) bool {
	return stop < r.end && r.text[stop] != '\n' && r.text[stop] != '<'
}

// commit adds the moves that were found in a line so far.
func (r *reader) commit(indent int) {
	for i, f := range r.found {
		if i == 0 && f.label < 0 && r.waiting >= 0 {
			f.label = r.waiting
		}
		if f.loose && f.label < 0 {
			r.gap.prose = true
		}
		r.add(f.move, indent)
	}
	r.found = r.found[:0]
}

// prose notes a line without a move.
func (r *reader) prose(start, stop int, label int32, heading bool) {
	word := bytes.ToLower(bytes.TrimLeft(r.text[start:stop], " \t*#->"))
	for _, phase := range []string{"phase", "part", "stage", "step", "section"} {
		if bytes.HasPrefix(word, []byte(phase)) {
			r.gap.phase = true
			if heading {
				r.gap.heading = true
				return
			}
		}
	}
	denied := false
	for _, t := range r.tok {
		denied = denied || t.class == '!' || t.class == 'q'
		r.gap.plan = r.gap.plan || t.class == 'q'
	}
	if len(r.runs) > 0 && label >= 0 && label == r.runs[len(r.runs)-1].label+1 && !denied && !r.gap.prose && !r.gap.heading {
		r.runs[len(r.runs)-1].label++
		r.miss(start, stop)
		return
	}
	if heading {
		r.gap.heading = true
		return
	}
	if c := r.text[start]; r.elements && (c == '[' || c == '{') {
		r.miss(start, stop)
		return
	}
	if r.cutAt(start, stop) {
		r.runs[len(r.runs)-1].cut = true
		r.misses = slices.DeleteFunc(r.misses, func(m miss) bool { return m.start == start })
	}
	r.gap.prose = true
}

// miss notes part of a line that looks like a move.
func (r *reader) miss(start, end int) {
	if n := len(r.misses) - 1; n >= 0 && r.misses[n].start == start {
		return
	}
	after := len(r.moves) > 0 && !r.gap.prose
	r.misses = append(r.misses, miss{start: start, end: end, at: len(r.moves), after: after})
}

// ellipsis ends a list.
func (r *reader) ellipsis() {
	if len(r.runs) > 0 && !r.gap.prose && !r.gap.ellipsis {
		r.runs[len(r.runs)-1].cut = true
	}
	r.gap.ellipsis = true
}

// cutAt reports whether a line at the end of the text is the begin of a move like the one
// before.
func (r *reader) cutAt(start, stop int) bool {
	if stop != r.end || len(r.text) != r.end || len(r.moves) == 0 || r.gap.prose || at(r.text, stop-1) == '\n' || len(r.tok) == 0 {
		return false
	}
	last := r.moves[len(r.moves)-1]
	line := r.text[start:stop]
	before := r.text[lineStart(r.text, int(last.start)):last.end]
	have := append([]token(nil), r.tok...)
	r.lex(before, 0, len(before))
	want := r.tok
	r.tok = have
	if len(have) > len(want) {
		return false
	}
	for i, t := range have {
		if t.class == want[i].class {
			continue
		}
		if i < len(have)-1 {
			return false
		}
		// The last word may be cut itself.
		part := bytes.ToLower(line[t.start-start:])
		whole := bytes.ToLower(before[want[i].start:])
		if t.class != 'n' && t.class != 'd' && t.class != 'x' && !bytes.HasPrefix(whole, part) {
			return false
		}
		if t.class == 'x' && t.value == 0 && !bytes.HasPrefix(whole, part) {
			return false
		}
	}
	return true
}

func lineStart(text []byte, i int) int { return bytes.LastIndexByte(text[:i], '\n') + 1 }

// bullet returns the first token behind bullets.
func (r *reader) bullet() int {
	i := 0
	for i < len(r.tok) {
		switch c := r.tok[i].class; {
		case c == '-' || c == ',' || c == '>' || c == '.' || c == ';':
			i++
		case c == 'x' && r.tok[i].end-r.tok[i].start == 1 && !isLetter(r.text[r.tok[i].start]):
			i++
		case c == '[' && i+1 < len(r.tok) && r.tok[i+1].class == ']':
			i += 2
		case c == '[' && i+2 < len(r.tok) && r.tok[i+2].class == ']' && (r.text[r.tok[i+1].start]|0x20 == 'x'):
			i += 3
		default:
			return i
		}
	}
	return i
}

// label is the number of a move in its list.
type label struct {
	label int32
	token int
	bare  bool // it may be a disk
}

// labelAt reads a label at a token, and returns the token behind it.
func (r *reader) labelAt(i int) (label, int) {
	class := func(k int) byte {
		if k < len(r.tok) {
			return r.tok[k].class
		}
		return 0
	}
	isMark := func(c byte) bool { return c == '.' || c == ')' || c == ':' || c == '-' || c == ',' }
	word := class(i) == 's' || class(i) == 'v'
	k := i
	if word {
		k++
	}
	bracket := class(k) == '(' && class(k+2) == ')'
	if bracket {
		k++
	}
	if class(k) != 'n' {
		return label{none, none, false}, i
	}
	found := label{r.tok[k].value, k, !word && !bracket}
	hash := at(r.text, r.tok[k].start-1) == '#'
	end := k + 1
	switch {
	case isMark(class(end)) && !(class(end) == ',' && !word && i == 0):
		end++
	case class(i) == 's' && word, hash, class(end) == 0 && word:
	default:
		return label{none, none, false}, i
	}
	for isMark(class(end)) {
		end++
	}
	return found, end
}

// endsSegment reports whether a tag is one of those that segments have.
func endsSegment(tag []byte) bool {
	name := bytes.ToLower(bytes.TrimLeft(tag, "</ "))
	for _, known := range []string{"answer", "think", "reasoning", "solution"} {
		if bytes.HasPrefix(name, []byte(known)) {
			return true
		}
	}
	return false
}
