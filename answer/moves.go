package answer

import (
	"math"
	"slices"
)

// notation is a family of forms.
type notation uint8

const (
	asText notation = 1 + iota
	asPairs
	asTriples
	asObjects
	asTable
	asCall
	asPattern
)

var notations = [...]string{"auto", "text", "pairs", "triples", "jsonl", "csv", "pddl", "pattern"}

// move is a move as it was read, in 16 bytes.
type move struct {
	start    uint32 // in the text
	label    int32  // its number in the list, or none
	size     uint16 // in the text; a longer one is cut, where it is quoted
	flags    flags
	disk     uint8 // its code
	from, to uint8 // names, see pegIDs; or nowhere
	notation notation
}

// nowhere stands for the peg where the disk is.
const nowhere = 255

// stand says where in the text a move stands.
func (m *move) stand(start, end int) {
	m.start, m.size = uint32(start), uint16(min(end-start, math.MaxUint16))
}

func (m *move) end() int { return int(m.start) + int(m.size) }

// none stands for no number and no token.
const none = -1

// flags say how a move is written, and its phrases.
type flags uint16

const (
	bareLabel flags = 1 << iota // its label may be its disk
	vague                       // its pegs may be a disk and a peg
	endsList                    // an ellipsis is behind it
	loose                       // words of its clause stand before it
	weak                        // it is a row of values, or at a dash
	single                      // it is in round brackets, or one word
	quad                        // a row of four values
	titled                      // a heading or a plan, which the next line may say again
	again                       // the numbers begin again under a heading
	strong                      // it is at an arrow, in brackets or in a call
	rests                       // behind "on": only with a verb of moving does a disk go there
	keyed                       // only in an object, or with an equals sign
	first                       // of its line
	mixed                       // one of its pegs is a number, and the other is not
)

// made is what the lines of a segment say: moves, and notes of what else there is, each with the number
// of the moves before it.
type made struct {
	moves []move
	notes []note
}

// note is a line without a move, a line of which something was not understood, or a list in brackets.
type note struct {
	at         int
	start, end int
	label      int32 // the number of the line, or none
	is         kind
	moves      int // in the list
}

// take takes what a line says.
func (r *reader) take(u *reading, start, end int) {
	if u.is == empty {
		return
	}
	if u.is&row == 0 || u.is&heading != 0 {
		r.columns = u.header
	}
	if u.is&plan != 0 && len(u.moves) > 0 {
		r.note(note{is: plan | row, label: none})
	}
	behind := 0
	for i, m := range u.moves {
		if i == u.missed-1 {
			r.note(note{is: missed | row, label: none, start: start, end: end})
		}
		m.start += uint32(start)
		if len(u.moves) == 1 && (u.is&(heading|announces) != 0 || m.flags&loose != 0 || m.disk == diskLargest) {
			m.flags |= titled
		}
		if behind++; behind == 1 {
			m.flags |= first
		}
		r.append(m)
	}
	if u.missed > len(u.moves) {
		u.is |= missed
	}
	if behind > 0 {
		u.is |= row
	}
	if u.is&row == 0 || u.is&missed != 0 {
		r.note(note{is: u.is, label: u.label, start: start, end: end})
	}
}

// note adds a note.
func (r *reader) note(n note) {
	n.at = len(r.moves)
	r.notes = append(r.notes, n)
}

// append adds a move, and makes room for as many as the rest of the text has at this rate.
func (r *reader) append(m move) {
	if n := len(r.moves); n == cap(r.moves) {
		at := max(m.end(), 1)
		r.moves = slices.Grow(r.moves, 64+min((n+n/8)*max(r.end-at, 0)/at, 15*n))
	}
	r.moves = append(r.moves, m)
}
