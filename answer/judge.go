package answer

import (
	"bytes"
	"fmt"
	"math/bits"

	"github.com/hanoigen/hanoi"
)

// Judge judges answers. The zero Judge is ready; it keeps buffers from one answer
// to the next, and is for one goroutine at a time.
type Judge struct {
	o     Options
	n     int // disks
	fresh hanoi.Checker

	text  []byte
	tail  tail
	cur   reading // of the list that is read
	best  reading // of the one picked so far
	lists int
	skip  bool         // the list is only counted
	known base         // of the digits, once all were read
	class func(*Judge) // that was read, for Each

	visitor *visitor // nil but for Each

	plain     span // of the text: no structured list begins there
	shapes    shapes
	moves     [batch]hanoi.Move // of records with a shape
	starts    [batch]int        // where these start, behind their numbers
	commented [maxComments]span // the comments that were skipped last
	lines     []byte            // the strings of a list, a line each
	shown     []byte            // a binary record, as the result shows it
}

// Answer judges an answer that is text: prose or a file with a list of moves in it,
// or the records of a binary notation. The result refers to the answer, and to the
// Judge until its next call. The error wraps hanoi.ErrState: p is no problem.
func (j *Judge) Answer(p Problem, o Options, answer []byte) (Result, error) {
	if err := j.start(p, o, answer); err != nil {
		return Result{}, err
	}
	switch o.Notation {
	case Packed:
		j.packed(p.naming())
	case Wide:
		j.wide()
	default:
		j.find()
	}
	return j.result(), nil
}

func (j *Judge) setText(text []byte) {
	j.text = text
	j.tail.set(text)
}

func (j *Judge) start(p Problem, o Options, text []byte) (err error) {
	j.o, j.n = o, p.Begin.N()
	j.setText(text)
	j.known, j.best, j.lists, j.plain, j.class = unsettled, reading{}, 0, span{}, func(*Judge) {}
	j.commented = [maxComments]span{}
	j.fresh, err = hanoi.NewChecker(p.Begin, p.Goal)
	j.shapes.setPegs(o.Pegs)
	return err
}

// classes are what may win: a class with a list beats those after it.
var classes = [...]struct {
	notations []Notation
	read      func(*Judge)
}{
	{[]Notation{Triples, JSONL, CSV, PDDL}, (*Judge).structured},
	{[]Notation{Text}, (*Judge).textLines},
	{[]Notation{Pairs}, (*Judge).pairLines},
}

// find reads the lists of the first class that has one.
func (j *Judge) find() {
	if j.emptyList() {
		return
	}
	// Where the first line may begin a structured list, to try text first is in vain.
	first := line(j.text, 0)
	noText := false // text was read, and has no list
	if j.o.Notation == Auto && mark(j.text[:first], 0) == first {
		if j.findText() {
			return
		}
		noText = true
	}
	for _, class := range classes {
		asked := j.o.Notation == Auto
		for _, n := range class.notations {
			asked = asked || n == j.o.Notation
		}
		if !asked || noText && class.notations[0] == Text {
			continue
		}
		if j.read(class.read); j.lists > 0 {
			return
		}
	}
}

// findText reads text before structured lists, which still win. So it is known of
// nearly all of a long text that none begins there. It returns false if there is no
// text.
func (j *Judge) findText() bool {
	if j.read((*Judge).textLines); j.lists == 0 {
		return false
	}
	best, lists, class := j.best, j.lists, j.class
	if j.read((*Judge).structured); j.lists == 0 {
		j.best, j.lists, j.class = best, lists, class
	}
	return true
}

// read reads the lists of a class, twice if its digits were not what they seemed.
func (j *Judge) read(class func(*Judge)) {
	j.known, j.lists, j.best, j.class = unsettled, 0, reading{}, class
	class(j)
	if j.best.base == fromOne && j.best.zero {
		j.known, j.lists, j.best = fromZero, 0, reading{}
		class(j)
	}
}

// emptyList takes an answer that is [] and nothing else for a list without moves.
func (j *Judge) emptyList() bool {
	b := j.text
	i := blank(b, 0)
	if at(b, i) != '[' {
		return false
	}
	i = blank(b, i+1)
	if at(b, i) != ']' || blank(b, i+1) < len(b) {
		return false
	}
	j.begin(Triples)
	j.end(false)
	return true
}

// blank skips what is blank, and ends of lines.
func blank(b []byte, i int) int {
	for {
		i = space(b, i)
		if at(b, i) != '\n' {
			return i
		}
		i++
	}
}

// reads reports whether a notation is asked for.
func (j *Judge) reads(n Notation) bool { return j.o.Notation == Auto || j.o.Notation == n }

// begin begins a list.
func (j *Judge) begin(n Notation) {
	j.skip = j.lists > 0 && (j.o.Pick == First || j.o.Pick == Only)
	j.shapes.forget()
	j.cur = reading{check: j.fresh, base: j.known}
	if j.o.Pick == Join && j.lists > 0 {
		j.cur = j.best
	}
	j.cur.notation = n
	switch n {
	case Triples, JSONL, CSV: // as if a 0 occurred
		j.cur.zero = true
		if j.cur.base == unsettled {
			j.cur.base = fromZero
		}
	}
}

// end ends a list, and picks it unless it is skipped. What is begun and not ended is
// no list.
func (j *Judge) end(open bool) {
	j.lists++
	if !j.skip {
		j.cur.open = j.cur.open || open
		j.best = j.cur
	}
}

// leave returns where to go on if the record at i is not whole: the list ends before it,
// or the text ends in it. A first record begins a list only if the text ends in it, and
// behind its disk.
func (j *Judge) leave(i int, first bool, r *record, f found) int {
	if first && (f == none || r.diskAt.end == 0) {
		return i + 1
	}
	j.end(f == cut)
	if f == cut {
		return len(j.text)
	}
	return i
}

// result returns what became of the list picked.
func (j *Judge) result() Result {
	c := &j.best
	r := Result{Lists: j.lists, Notation: c.notation}
	if j.lists == 0 {
		out := j.fresh.Outcome()
		r.Optimum = out.Optimum
		if j.o.Truncated {
			r.Verdict = Truncated
		}
		return r
	}
	out := c.check.Outcome()
	r.Optimum = out.Optimum
	switch {
	case j.o.Pick == Only && j.lists > 1:
		r.Verdict = Ambiguous
		return r
	case c.base == fromOne && !c.three:
		r.Verdict = Ambiguous
		r.Moves = out.Moves
		return r
	case out.Solved:
		r.Verdict = Solved
	case out.Reason != hanoi.Legal:
		r.Verdict = Illegal
	case j.o.Truncated || c.open:
		r.Verdict = Truncated
	default:
		r.Verdict = Unfinished
	}
	r.Moves, r.Legal = out.Moves, out.Legal
	r.Judged, r.State, r.Left, r.Excess = true, out.State, out.Left, out.Excess
	r.Arrived, r.Reached = out.Arrived, out.Reached
	switch {
	case out.Solved && out.Moves == 0:
		r.Score = 1
	case out.Solved:
		r.Score = float64(out.Optimum) / float64(out.Moves)
	}
	if r.Verdict == Illegal {
		r.Reason, r.Move, r.convention = out.Reason, c.move, j.o.Convention
		if top := out.State.Disks(r.Move.From); c.notation == Pairs && top != 0 {
			r.Move.Disk = uint8(bits.TrailingZeros64(top)) + 1
		}
		r.Offset = c.bad.start
		r.Written = j.text[c.bad.start:c.bad.end]
		if c.notation == Packed || c.notation == Wide {
			j.shown = fmt.Appendf(j.shown[:0], "% #x", r.Written)
			r.Written = j.shown
		} else {
			r.Line = 1 + bytes.Count(j.text[:c.bad.start], []byte("\n"))
		}
	}
	return r
}
