package grammar

import "math"

// An Item is a move, a line or an element that is not a move, or an edge of a list in brackets. It
// has 16 bytes, because an answer may have millions.
type Item struct {
	Start    uint32 // its place in the text
	size     uint16 // at most 65,535
	Flags    Flags
	Number   Number // of the move or the line
	Kind     Kind
	Disk     Disk
	From, To Place
}

func newItem(k Kind, start, end int, f Flags) Item {
	m := Item{Kind: k, Flags: f}
	m.setPlace(start, end)
	return m
}

func (m *Item) setPlace(start, end int) {
	m.Start, m.size = uint32(start), uint16(min(end-start, math.MaxUint16))
}

// End returns where an item ends in the text. It cuts off what is longer than 65,535 bytes.
func (m *Item) End() int { return int(m.Start) + int(m.size) }

// Flags are what else is known of an item.
type Flags uint16

const (
	Holds          Flags = 1 << iota // a Text: it holds a move that was not read
	Could                            // a Text: it could be a move
	CouldByNumbers                   // a Text: it could be a move if the names of the pegs are numbers
	Unread                           // its line was not read whole; a Text that was is a title
	AfterBlank                       // a blank line is before it
	First                            // a Move: it is the first of its line or its element
	HasLead                          // words and a colon are before the moves of its line
	Numbered                         // the line has a number
	Listed                           // in a list in brackets
	Worded                           // other words are in the line
	Gap                              // a Move: its number isn't the next, and does not begin again
)

// Doubtful are the flags of a line that could be a move by any names.
const Doubtful = Holds | Could | CouldByNumbers

// runsOn reports whether the number of a move may follow another: it is the next, or the same on every
// line, or it is 1 or less; in a list in brackets, numbers do not begin again.
func (m *Item) runsOn(last Number) bool {
	isFirst := m.Number <= NumberOf(1) && !(last.Given() && m.Is(Listed))
	return isFirst || m.Number == last || m.Number.Follows(last)
}

// Is reports whether an item has one of some flags.
func (m *Item) Is(f Flags) bool { return m.Flags&f != 0 }

// Looks are what the moves of one list have in common.
type Looks struct {
	kind    Kind
	hasDisk bool
	flags   Flags
}

// Looks returns the looks of a move.
func (m *Item) Looks() Looks {
	return Looks{m.Kind, m.Disk.Given(), m.Flags & (Numbered | Listed | Worded)}
}

// Kind is the kind of an Item.
type Kind uint8

const (
	Text     Kind = iota // a line, or an element of a list, that is not a move
	Ellipsis             // it cuts a list off
	Edge                 // an end of a list in brackets, the header of a table, or a fence
	Sentence             // a move, by a row of the table of forms, as all that follow
	Target               // to a peg, and from none
	Arrow
	Bracket
	Object
	Call
	Row
	Values  // a row without a header
	Pattern // what Reader.Pattern matches
)

// IsMove reports whether an item is a move.
func (m *Item) IsMove() bool { return m.Kind >= Sentence }

// Notation returns the name of the notation of a move.
func (m *Item) Notation() string {
	if (m.Kind == Bracket || m.Kind == Values) && !m.Disk.Given() {
		return "pairs"
	}
	return [...]string{
		Sentence: "text", Target: "text", Arrow: "text", Bracket: "triples", Object: "jsonl", Call: "pddl",
		Row: "csv", Values: "csv", Pattern: "pattern",
	}[m.Kind]
}

// Number is the number of a line or a move. The zero Number is none.
type Number int32

// NumberOf returns a number of at most 10^9.
func NumberOf(n int) Number { return Number(n + 1) }

// Given reports whether there is a number.
func (n Number) Given() bool { return n != 0 }

// Value returns the number.
func (n Number) Value() int { return int(n) - 1 }

// Follows reports whether both numbers are given, and n is the next after another.
func (n Number) Follows(other Number) bool { return other.Given() && n == other+1 }

// Disk is the number of a disk. The zero Disk is none; then the top disk is meant.
type Disk uint8

// DiskOf returns the disk with a number. All numbers from 254 on are one, which no disk has.
func DiskOf(n int) Disk { return Disk(min(n, 254) + 1) }

// Given reports whether there is a number.
func (d Disk) Given() bool { return d != 0 }

// Value returns the number.
func (d Disk) Value() int { return int(d) - 1 }

// Place is where a disk lies: on a peg, or on another disk. The zero Place is unsaid.
type Place uint8

// Places can tell MostNames names of pegs apart, and as many disks. The last disk is any that no
// puzzle has.
const MostNames = 127

func onPeg(id int) Place { return Place(1 + id) }

func onDisk(disk int) Place { return Place(1 + MostNames + min(disk, MostNames-1)) }

// OnPeg reports whether a place is a peg.
func (p Place) OnPeg() bool { return 0 < p && p <= MostNames }

// OnDisk reports whether a place is a disk.
func (p Place) OnDisk() bool { return p > MostNames }

// ID returns the number of the peg's name, or of the disk.
func (p Place) ID() int { return (int(p) - 1) % MostNames }
