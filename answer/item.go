package answer

import "math"

// An item is a move, a line without moves, or the edge of a list in brackets.
type item struct {
	start      uint32 // in the text
	number     int32  // or none
	size       uint16 // at most; a longer item is quoted in part
	from, to   uint16 // numbers of names
	kind       kind
	form       form
	disk       uint8
	isNumbered bool // the line has a number
	isListed   bool // it is in a list in brackets
}

// none stands for no number.
const none = -1

// newMove returns a move without a number, a disk and pegs.
func newMove(f form, start, end int) item {
	m := item{kind: moving, form: f, disk: noDisk, from: nowhere, to: nowhere, number: none}
	m.stand(start, end)
	return m
}

// stand sets the place of an item.
func (m *item) stand(start, end int) {
	m.start, m.size = uint32(start), uint16(min(end-start, math.MaxUint16))
}

func (m *item) end() int { return int(m.start) + int(m.size) }

// looksLike reports whether two moves may be of one list.
func (m *item) looksLike(other *item) bool {
	return m.kind == moving && m.form == other.form && (m.disk == noDisk) == (other.disk == noDisk) &&
		m.isNumbered == other.isNumbered && m.isListed == other.isListed
}

// notation returns the name of the notation of a move.
func (m *item) notation() string {
	if (m.form == bracket || m.form == values) && m.disk == noDisk {
		return "pairs"
	}
	return [...]string{
		sentence: "text", target: "text", arrow: "text", bracket: "triples", object: "jsonl", call: "pddl",
		row: "csv", values: "csv", byPattern: "pattern",
	}[m.form]
}
