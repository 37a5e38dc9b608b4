package block

import "strconv"

// Format is how a move is written. The zero value is Packed.
type Format uint8

const (
	Packed Format = iota // one byte: (disk−1)<<2 | from
	Wide                 // two bytes: disk, from<<4 | to
	Text                 // "move disk 1 from 0 to 2\n"
	CSV                  // header "disk,from,to\n", then "1,0,2\n"
	JSONL                // `{"disk":1,"from":0,"to":2}` and a newline
	NPY                  // a NumPy header, then three bytes: disk, from, to
)

// formats describes each format. A numbered record is
//
//	number · K · parts[0] · disk · parts[1] · from · parts[2] · to · parts[3]
//
// where K is the number of the move. Unnumbered, plain replaces the first three.
var formats = [...]struct {
	name         string
	number       string
	parts        [4]string // empty for binary formats
	plain        string
	header       string
	numberHeader string
}{
	Packed: {name: "packed"},
	Wide:   {name: "wide"},
	Text: {
		name:  "text",
		parts: [4]string{": move disk ", " from ", " to ", "\n"},
		plain: "move disk ",
	},
	CSV: {
		name:         "csv",
		parts:        [4]string{",", ",", ",", "\n"},
		plain:        "",
		header:       "disk,from,to\n",
		numberHeader: "move,disk,from,to\n",
	},
	JSONL: {
		name:   "jsonl",
		number: `{"move":`,
		parts:  [4]string{`,"disk":`, `,"from":`, `,"to":`, "}\n"},
		plain:  `{"disk":`,
	},
	NPY: {name: "npy"},
}

// String returns the name of f.
func (f Format) String() string {
	if int(f) >= len(formats) {
		return "Format(" + strconv.Itoa(int(f)) + ")"
	}
	return formats[f].name
}

// Binary reports whether the records of f are not text. Such records have no place for
// numbers.
func (f Format) Binary() bool { return formats[f].parts[3] == "" }
