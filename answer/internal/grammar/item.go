package grammar

// An Item is a move, a line that is not a move, or the edge of a list in brackets.
type Item struct {
	Kind       Kind
	Form       Form // of a move
	Flags      Flags
	Disk       Disk
	From, To   Place
	Start, End uint32 // its place in the text
	number     int32  // of the move or the line, if it has one
}

// Flags are what else is known of an item.
type Flags uint16

const (
	Holds      Flags = 1 << iota // a Text: it holds a move that was not read
	IsUnread                     // its line was not read whole; a Text that was is a title
	AfterBlank                   // a blank line is before it
	IsFirst                      // a Move: it is the first of its line or its element
	HasLead                      // words and a colon are before the moves of its line
	BareDisk                     // the disk has no noun
	HasDisk
	hasNumber
	Numbered // the line has a number
	Listed   // in a list in brackets
	Worded   // other words are in the line
	Heading  // the line is a heading
)

// Is reports whether an item has a flag.
func (m *Item) Is(f Flags) bool { return m.Flags&f != 0 }

// Number returns the number of a move or a line.
func (m *Item) Number() Number { return Number{m.number, m.Is(hasNumber)} }

func (m *Item) setNumber(n Number) {
	m.number = n.Value
	m.set(hasNumber, n.Given)
}

func (m *Item) set(f Flags, on bool) {
	if m.Flags &^= f; on {
		m.Flags |= f
	}
}

// Looks are what the moves of one list have in common.
type Looks struct {
	Form  Form
	flags Flags
}

// Looks returns the looks of a move.
func (m *Item) Looks() Looks {
	return Looks{m.Form, m.Flags & (HasDisk | Numbered | Listed | Worded | Heading)}
}

// Kind is the kind of an Item.
type Kind uint8

const (
	Text     Kind = iota // a line, or an element of a list, that is not a move
	Move                 // a move
	Ellipsis             // it cuts a list off
	Edge                 // an end of a list in brackets, the header of a table, or a fence
	silent               // a line that says nothing: it is blank, a state or the rule of a table
)

// Form is a row of the table of forms.
type Form uint8

const (
	Sentence Form = 1 + iota
	Target        // to a peg, and from none
	Arrow
	Bracket
	Object
	Call
	Row
	Values  // a row without a header
	Pattern // what Reader.Pattern matches
)

// Number is the number of a line or a move, if it has one.
type Number struct {
	Value int32
	Given bool
}

// Disk is the number of a disk, at most 255, which no disk has. If it is not given, the top disk is
// meant.
type Disk struct {
	Value uint8
	Given bool
}

// Place is where a disk lies: on a peg, or on another disk. The zero Place is unsaid.
type Place uint16

func placeOf(k PlaceKind, id int) Place { return Place(id<<2) | Place(k) }

// mostIDs is the number of names that places can tell apart.
const mostIDs = 1 << 14

// Kind returns what the place names.
func (p Place) Kind() PlaceKind { return PlaceKind(p & 3) }

// ID returns the number of the peg's name, or of the disk.
func (p Place) ID() int { return int(p >> 2) }

// PlaceKind says what a Place names.
type PlaceKind uint8

const (
	Unsaid PlaceKind = iota // where the disk is
	OnPeg
	OnDisk
)

// Notation returns the name of the notation of a move.
func (m *Item) Notation() string {
	if (m.Form == Bracket || m.Form == Values) && !m.Is(HasDisk) {
		return "pairs"
	}
	return [...]string{
		Sentence: "text", Target: "text", Arrow: "text", Bracket: "triples", Object: "jsonl", Call: "pddl",
		Row: "csv", Values: "csv", Pattern: "pattern",
	}[m.Form]
}

// A reading is the meaning of a line after its number, or of an element of a list. It depends only
// on the text, the header of its table and the names of pegs. Places count from the start of the
// text.
type reading struct {
	kind     Kind
	isBlank  bool // a silent line has nothing but a number
	moves    []Item
	isCut    bool // an ellipsis follows the moves
	holds    bool // a text holds a move
	isUnread bool // it was not read whole
	table    *table
}
