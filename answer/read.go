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
	line     line
	found    []found   // the moves of a line
	inList   bool      // in brackets
	atEnd    bool      // what is left is the begin of a move like the one before
	elements bool      // the lines are the elements of a list
	letters  [26]int32 // codes of the pegs that letters name
}

// line is the line that is read.
type line struct {
	start, stop int
	indent      int
	first       int  // the token behind bullets
	heading     bool // of Markdown
	states      bool // it has states in brackets
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
		next = r.readLine(i, stop)
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

// readLine reads a line, and returns where to go on.
func (r *reader) readLine(start, stop int) int {
	if r.pattern != nil && r.matchPattern(start, stop) {
		return stop
	}
	if bytes.HasPrefix(r.text[start:stop], []byte("[[")) { // a long line need not become tokens
		r.endFields()
		r.addHead()
		if end, ok := r.list(start); ok {
			return end
		}
	}
	r.lex(r.text, start, stop)
	text := bytes.TrimLeft(r.text[start:stop], " \t\r>")
	r.line = line{start: start, stop: stop, indent: stop - start - len(text), first: r.bullet()}
	r.line.heading = bytes.HasPrefix(text, []byte("#")) && at(bytes.TrimLeft(text, "#"), 0) == ' '
	if bytes.HasPrefix(text, []byte("```")) || bytes.HasPrefix(text, []byte("~~~")) {
		r.gap.heading = true
		return stop
	}
	if r.seen['h'] { // a tag such as <answer>
		r.gap.heading = r.gap.heading || text[0] == '<'
		defer func() { r.gap.heading = r.gap.heading || bytes.HasSuffix(text, []byte(">")) }()
	}
	if first := r.class(r.line.first); first == 0 || r.readTable() || r.readFields() {
		return stop
	} else if first == 'e' {
		r.ellipsis()
		return stop
	}
	label := r.labelAt(r.line.first)
	if label.token >= 0 {
		r.waiting = label.number
		if label.end == len(r.tok) { // the move is on the next line
			r.gap.phase = true
			return stop
		}
	}
	before := len(r.moves)
	next := r.scan()
	if n := len(r.found) - 1; r.inPart() && next == stop && n > 0 {
		// Part of a long line: it goes on where the last whole move ends.
		if r.found[n].move.end() == stop {
			n--
		}
		r.found = r.found[:n+1]
		next = r.found[n].move.end()
	}
	switch {
	case len(r.found) > 1, len(r.found) == 1 && !r.announces(text):
		found := r.found
		r.commit()
		if len(found) == 1 && next == stop && at(r.text, stop) == '\n' {
			r.template.set(r, start, stop+1, found[0])
		}
	case len(r.found) == 1:
		r.addHead()
		r.head = head{r.labelled(r.found[0]), r.line.indent, r.gap, true}
		r.gap = gap{}
	case next == stop && len(r.moves) == before: // no list in brackets, either
		r.prose(label.number)
	}
	r.waiting = none
	return next
}

var phase = regexp.MustCompile(`(?i)^[ \t*#>-]*(?:phase|part|stage|step|section)`)

// announces reports whether the move of a line may only announce those that follow.
func (r *reader) announces(text []byte) bool {
	return r.line.heading || phase.Match(text) || bytes.HasSuffix(bytes.TrimRight(text, " *_\r"), []byte(":"))
}

// inPart reports whether the line goes on behind its end.
func (r *reader) inPart() bool { return r.line.stop < r.end && r.text[r.line.stop] != '\n' }

// commit adds the moves that were found in a line so far.
func (r *reader) commit() {
	for i, f := range r.found {
		if i == 0 {
			f.move = r.labelled(f)
		}
		if f.loose && f.move.label < 0 {
			r.gap.prose = true
		}
		r.add(f.move, r.line.indent)
	}
	r.found = r.found[:0]
}

// labelled returns a move with the number that its line, or one before it, gives.
func (r *reader) labelled(f found) move {
	if f.move.label < 0 {
		f.move.label = r.waiting
	}
	return f.move
}

// prose notes a line without a move.
func (r *reader) prose(label int32) {
	if r.line.states {
		return
	}
	text := r.text[r.line.start:r.line.stop]
	if phase.Match(text) {
		if r.gap.phase = true; r.line.heading {
			r.gap.heading = true
			return
		}
	}
	if n := len(r.runs) - 1; n >= 0 && label >= 0 {
		c := &r.runs[n]
		if r.line.indent < c.indent {
			r.gap.phase = true // a step whose moves are indented
		}
		if label == c.label+1 && !r.gap.prose && !r.gap.heading {
			c.label++
			r.miss(r.line.start, r.line.stop)
			return
		}
	}
	switch {
	case r.line.heading:
		r.gap.heading = true
	case r.elements && (text[0] == '[' || text[0] == '{'):
		r.miss(r.line.start, r.line.stop)
	default:
		r.gap.prose = true
	}
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
		m.stand(start+at[0], start+at[1])
		r.add(m, 0)
		any = true
	}
	return any
}
