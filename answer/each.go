package answer

import (
	"bytes"

	"github.com/hanoigen/hanoi"
)

// Step is a move of an answer.
type Step struct {
	// Move is what the Judge understood; a disk or a peg that does not exist is 0 or
	// 3. After the first illegal move, the disk of a pair and the pegs of a plan are
	// those of the state where it stopped.
	Move    hanoi.Move
	Written []byte // as it stands in the answer
	Line    int    // from 1; 0 in a binary notation
	Offset  int    // of its first byte, from 0
	Legal   bool   // it is legal, and so are all before it
}

// visitor hands on the moves of a list as they are read.
type visitor struct {
	each    func(Step) bool
	list    int // the number of the list, from 0
	line    int // of the last move
	offset  int
	stopped bool
}

// Each judges an answer as Answer does, and then calls a function for every move of
// the list picked, in order, until it returns false. There are none where the
// verdict is ambiguous.
func (j *Judge) Each(p Problem, o Options, answer []byte, each func(Step) bool) (Result, error) {
	r, err := j.Answer(p, o, answer)
	if err != nil || !r.Judged {
		return r, err
	}
	v := visitor{each: each, list: j.lists - 1, line: 1}
	if o.Pick == First {
		v.list = 0
	}
	switch r.Notation {
	case Packed, Wide:
		v.line = 0
		size := 1
		if r.Notation == Wide {
			size = 2
		}
		naming := p.naming()
		for i := 0; i+size <= len(answer) && !v.stopped; i += size {
			m := hanoi.Move{}
			if size == 2 {
				m = wideMove(answer[i:])
			} else {
				m = packedMove(answer[i], naming)
			}
			v.visit(answer, m, span{i, i + size}, uint64(i/size) < r.Legal)
		}
	default:
		j.visitor = &v
		j.again()
		j.visitor = nil
	}
	return r, nil
}

// again reads the lists once more: by now it is known which pegs the digits are.
func (j *Judge) again() {
	off := j.shapes.off
	j.shapes.off = true
	j.known, j.lists, j.commented = j.best.base, 0, [maxComments]span{}
	j.class(j)
	j.shapes.off = off
}

// brackets calls bracket. With a visitor it first reads ahead, to hand on no moves of
// what turns out to be no list.
func (j *Judge) brackets(i int) int {
	if v := j.visitor; v != nil {
		j.visitor = nil
		lists, best := j.lists, j.best
		next := j.bracket(i)
		found := j.lists > lists
		j.visitor, j.lists, j.best = v, lists, best
		if !found {
			return next
		}
	}
	return j.bracket(i)
}

func (v *visitor) visit(text []byte, m hanoi.Move, at span, legal bool) {
	if v.stopped {
		return
	}
	if v.line > 0 {
		v.line += bytes.Count(text[v.offset:at.start], []byte("\n"))
	}
	v.offset = at.start
	v.stopped = !v.each(Step{m, text[at.start:at.end], v.line, at.start, legal})
}
