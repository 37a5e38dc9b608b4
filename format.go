package hanoi

import "github.com/hanoigen/hanoi/internal/block"

// ErrFormat is wrapped by the errors about formats.
var ErrFormat = block.ErrFormat

// Format is how a stream writes its moves: the concatenation of one record a
// move, after a header where one is named. Its String method gives its name,
// and Binary reports whether it is for programs only.
type Format = block.Format

// The formats. Where a record has text, its numbers are decimal, and its lines
// end in "\n".
const (
	// Packed is one byte: (disk−1)<<2 | from. The target follows from the
	// naming; see [Unpack].
	Packed = block.Packed
	// Wide is two bytes: disk (1 … 64), then from<<4 | to.
	Wide = block.Wide
	// Text is "move disk 1 from 0 to 2", and with numbers "1: move disk …".
	Text = block.Text
	// CSV is the header "disk,from,to", then "1,0,2", and with numbers
	// "move,disk,from,to".
	CSV = block.CSV
	// JSONL is {"disk":1,"from":0,"to":2}, and with numbers "move":1 first.
	JSONL = block.JSONL
	// NPY is a NumPy .npy header of 128 bytes, then the records of Wide as an
	// array of dtype [('disk', 'u1'), ('pegs', 'u1')].
	NPY = block.NPY
)

// ParseFormat returns the format of a name, such as "packed" or "text".
func ParseFormat(name string) (Format, error) { return block.ParseFormat(name) }

// Formats returns the names of all formats.
func Formats() []string { return block.Formats() }
