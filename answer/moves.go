package answer

import "math"

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
	strong                      // it is at an arrow, in brackets or in a call
	first                       // of its line
)
