package hanoi

import (
	"fmt"

	"github.com/hanoigen/hanoi/internal/block"
)

// Format is a format of streams: one record per move, with nothing between records. CSV and
// NPY begin with a header. The zero value is [Packed].
type Format uint8

// The formats. The lines of text formats end in "\n". With letters, pegs 0, 1 and 2 are A, B
// and C.
const (
	// Packed is one byte: (disk−1)<<2 | from. The target follows from the naming: see
	// [Unpack].
	Packed Format = Format(block.Packed)
	// Wide is two bytes: disk (1 … 64), then from<<4 | to.
	Wide Format = Format(block.Wide)
	// Text is "move disk 1 from 0 to 2"; with numbers, "1: move disk …".
	Text Format = Format(block.Text)
	// CSV is the header "disk,from,to", then "1,0,2"; with numbers, "move,disk,from,to"
	// and "1,1,0,2".
	CSV Format = Format(block.CSV)
	// JSONL is {"disk":1,"from":0,"to":2}; with numbers, {"move":1,"disk":1,"from":0,"to":2};
	// with letters, {"disk":1,"from":"A","to":"C"}. JSON readers that use float64 round move
	// numbers above 2⁵³.
	JSONL Format = Format(block.JSONL)
	// NPY is a NumPy .npy header of 128 bytes (192 from 10¹⁷ moves on), then three bytes
	// per move: disk, from, to. NumPy reads it as an array of these fields.
	NPY Format = Format(block.NPY)
)

// Formats returns all formats.
func Formats() []Format {
	all := make([]Format, block.Formats)
	for i := range all {
		all[i] = Format(i)
	}
	return all
}

// String returns the name of f, such as "packed".
func (f Format) String() string { return block.Format(f).String() }

// Binary reports whether f is Packed, Wide or NPY. These have neither numbers nor letters.
func (f Format) Binary() bool { return block.Format(f).Binary() }

// MarshalText returns the name of f. The error wraps ErrFormat if f is not a format.
func (f Format) MarshalText() ([]byte, error) { return []byte(f.String()), f.check() }

// UnmarshalText parses the name of a format, so that a Format can be a flag
// (flag.TextVar). The error wraps ErrFormat.
func (f *Format) UnmarshalText(name []byte) error {
	for _, known := range Formats() {
		if known.String() == string(name) {
			*f = known
			return nil
		}
	}
	return fmt.Errorf("%w: %q; give one of %s", ErrFormat, name, block.Names(false))
}

func (f Format) check() error {
	if int(f) >= block.Formats {
		return fmt.Errorf("%w: %v; give one of %s", ErrFormat, f, block.Names(false))
	}
	return nil
}
