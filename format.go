package hanoi

import (
	"fmt"

	"github.com/hanoigen/hanoi/internal/block"
)

// Format is how a stream writes its moves: one record per move, with nothing between
// them, after a header in CSV and NPY. The zero value is [Packed].
type Format uint8

// The formats. In those of text, numbers are decimal and lines end in "\n".
const (
	// Packed is one byte: (disk−1)<<2 | from. The target follows from the
	// naming; see [Unpack].
	Packed Format = iota
	// Wide is two bytes: disk (1 … 64), then from<<4 | to.
	Wide
	// Text is "move disk 1 from 0 to 2", and with numbers "1: move disk …".
	Text
	// CSV is the header "disk,from,to", then "1,0,2", and with numbers
	// "move,disk,from,to".
	CSV
	// JSONL is {"disk":1,"from":0,"to":2}, and with numbers "move":1 first. JSON
	// readers that take numbers for float64 round move numbers above 2⁵³.
	JSONL
	// NPY is a NumPy .npy header of 128 bytes (192 from 10¹⁷ moves on), then three
	// bytes: disk, from, to. NumPy reads an array of those fields.
	NPY
)

// The formats are those of internal/block, in its order.
var _ = [1]struct{}{}[NPY+1-Format(block.Formats)]

// Formats returns all formats.
func Formats() []Format { return []Format{Packed, Wide, Text, CSV, JSONL, NPY} }

// String returns the name of f, such as "packed".
func (f Format) String() string { return block.Format(f).String() }

// Binary reports whether f is Packed, Wide or NPY, which are not text and have no place
// for numbers.
func (f Format) Binary() bool { return block.Format(f).Binary() }

// MarshalText returns the name of f. The error wraps ErrFormat if there is no such
// format.
func (f Format) MarshalText() ([]byte, error) { return []byte(f.String()), f.check() }

// UnmarshalText reads the name of a format, so that a Format can be a flag
// (flag.TextVar). The error wraps ErrFormat.
func (f *Format) UnmarshalText(name []byte) error {
	for _, known := range Formats() {
		if known.String() == string(name) {
			*f = known
			return nil
		}
	}
	return fmt.Errorf("%w: %q; give one of %v", ErrFormat, name, Formats())
}

func (f Format) check() error {
	if int(f) >= block.Formats {
		return fmt.Errorf("%w: %v; give one of %v", ErrFormat, f, Formats())
	}
	return nil
}
