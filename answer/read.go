package answer

import (
	"bytes"
	"regexp"
	"strings"
)

// reader finds the moves of a text.
type reader struct {
	lexer
	other   lexer  // for a line that was read before, and for values
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
	spare    []token // for the elements of a list
	columns  columns
	entry    entry
	head     head
	found    []found   // the moves of a line
	states   bool      // the line that is read has states in brackets
	inList   bool      // in brackets
	atEnd    bool      // what is left is the begin of a move like the one before
	elements bool      // the lines are the elements of a list
	letters  [26]int32 // codes of the pegs that letters name
}

// found is a move of a line.
type found struct {
	move
	match
	loose bool // words of the same sentence stand before it
}

// maxPart is how much of a line is looked at once.
const maxPart = 8 << 10

// read reads part of a text.
func (r *reader) read(text []byte, start, end int) {
	r.text, r.end = text, end
	r.moves, r.runs, r.misses = r.moves[:0], r.runs[:0], r.misses[:0]
	r.atEnd, r.gap, r.waiting, r.template, r.columns, r.entry, r.head = false, gap{}, none, template{}, columns{}, entry{}, head{}
	for i := start; i < end; {
		next := r.repeat(i)
		if next > i {
			i = next
			continue
		}
		if r.atEnd && !r.gap.prose && end == len(text) {
			r.runs[len(r.runs)-1].cut = true
			break
		}
		stop := end
		if n := bytes.IndexByte(text[i:min(end, i+maxPart)], '\n'); n >= 0 {
			stop = i + n
		}
		stop = min(stop, i+maxPart)
		next = r.line(i, stop)
		if next == stop && stop < end && text[stop] == '\n' {
			next++
		}
		i = next
	}
	r.endFields()
	r.addHead()
}

// class returns the class of a token; 0 outside.
func (r *reader) class(i int) byte {
	if uint(i) < uint(len(r.tok)) {
		return r.tok[i].class
	}
	return 0
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
	if r.seen['h'] { // a tag such as <answer>
		r.gap.heading = r.gap.heading || line[0] == '<'
		defer func() { r.gap.heading = r.gap.heading || bytes.HasSuffix(line, []byte(">")) }()
	}
	first := r.bullet()
	if first == len(r.tok) || r.readTable(start, stop, indent) || r.readFields(first, indent) {
		return stop
	}
	heading := bytes.HasPrefix(line, []byte("#")) && at(bytes.TrimLeft(line, "#"), 0) == ' '
	if r.tok[first].class == 'e' {
		r.ellipsis()
		return stop
	}
	label := r.labelAt(first)
	if label.token >= 0 && label.end == len(r.tok) {
		r.waiting = label.number
		r.gap.phase = true
		return stop
	}
	if label.token >= 0 {
		r.waiting = label.number
	}
	committed := len(r.moves)
	next := r.scan(start, stop, first, indent)
	found := r.found
	if r.inPart(stop) && next == stop && len(found) > 1 {
		// Part of a long line: it goes on where the last whole move ends.
		if int(found[len(found)-1].move.end) == stop {
			found = found[:len(found)-1]
		}
		next = int(found[len(found)-1].move.end)
		r.found = found
	}
	if len(found) > 0 {
		r.commit(indent, heading || phase.Match(line) || bytes.HasSuffix(bytes.TrimRight(line, " *_\r"), []byte(":")))
		if len(found) == 1 && next == stop && at(r.text, stop) == '\n' {
			r.template.set(r, start, stop+1, indent, found[0])
		}
		r.waiting = none
		return next
	}
	r.waiting = none
	if next != stop || len(r.moves) > committed { // a list in brackets
		return next
	}
	r.prose(start, stop, indent, label.number, heading)
	return stop
}

// inPart reports whether a line goes on behind stop.
func (r *reader) inPart(stop int) bool { return stop < r.end && r.text[stop] != '\n' }

// commit adds the moves that were found in a line so far. That of a heading may only announce the
// next, which says the same.
func (r *reader) commit(indent int, heading bool) {
	for i, f := range r.found {
		if i == 0 && f.move.label < 0 && r.waiting >= 0 {
			f.move.label = r.waiting
		}
		if f.loose && f.move.label < 0 {
			r.gap.prose = true
		}
		if heading && len(r.found) == 1 {
			r.addHead()
			r.head = head{move: f.move, indent: indent, gap: r.gap, set: true}
			r.gap = gap{}
			break
		}
		r.add(f.move, indent)
	}
	r.found = r.found[:0]
}

var phase = regexp.MustCompile(`(?i)^[ \t*#>-]*(?:phase|part|stage|step|section)`)

// prose notes a line without a move.
func (r *reader) prose(start, stop, indent int, label int32, heading bool) {
	if r.states {
		return
	}
	if phase.Match(r.text[start:stop]) {
		if r.gap.phase = true; heading {
			r.gap.heading = true
			return
		}
	}
	if n := len(r.runs) - 1; n >= 0 && label >= 0 && indent < r.runs[n].indent {
		r.gap.phase = true // a step whose moves are indented
	}
	if len(r.runs) > 0 && label >= 0 && label == r.runs[len(r.runs)-1].label+1 && !r.gap.prose && !r.gap.heading {
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
	if len(r.runs) > 0 {
		r.runs[len(r.runs)-1].cut = true
	}
}

// bullet returns the first token behind bullets.
func (r *reader) bullet() (i int) {
	for i < len(r.tok) && (strings.IndexByte("-,|>.;", r.tok[i].class) >= 0 || r.text[r.tok[i].start] == '+') {
		i++
	}
	return i
}

// label is the number of a move in its list.
type label struct {
	number     int32
	token, end int  // its token, or none, and the one behind it
	bare       bool // it may be a disk
}

// labelAt reads a label at a token, such as "Step 3:", "(3)" or "3.".
func (r *reader) labelAt(first int) label {
	i, class := first, r.class
	word := class(i) == 's' || class(i) == 'v'
	if word {
		i++
	}
	end := i + 1
	for class(end) != 0 && strings.IndexByte(".):-,|", class(end)) >= 0 {
		end++
	}
	csv := !word && (class(i+1) == ',' && first == 0 || class(i+1) == '|' && class(first-1) != '|')
	marked := end > i+1 && !csv
	if class(i) != 'n' || !marked && class(first) != 's' && !(word && class(end) == 0) && at(r.text, r.tok[i].start-1) != '#' {
		return label{number: none, token: none}
	}
	return label{r.tok[i].value, i, end, !word}
}

// matchPattern reads the moves that Options.Pattern finds in a line.
func (r *reader) matchPattern(start, stop int) (any bool) {
	line := r.text[start:stop]
	for _, at := range r.pattern.FindAllSubmatchIndex(line, -1) {
		group := func(name string) token {
			if i := r.pattern.SubexpIndex(name); i >= 0 && at[2*i] >= 0 {
				r.other.lex(line, at[2*i], at[2*i+1])
				if len(r.other.tok) == 1 && isValue(r.other.tok[0]) {
					return r.other.tok[0]
				}
			}
			return token{}
		}
		f := fields{group("disk"), group("from"), group("to")}
		m, ok := f.move(patternForm)
		if !ok {
			r.miss(start, stop)
			continue
		}
		m.start, m.end = uint32(start+at[0]), uint32(start+at[1])
		r.add(m, 0)
		any = true
	}
	return any
}
