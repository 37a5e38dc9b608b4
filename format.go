package hanoi

import (
	"fmt"
	"strings"

	"github.com/hanoigen/hanoi/internal/block"
)

// Format is a format of streams: one record per move, with nothing between records. CSV and
// NPY begin with a header. The zero value is [Packed].
type Format uint8

// The formats. The lines of text formats end in "\n".
const (
	// Packed is one byte: (disk−1)<<2 | from. The target follows from the naming: see
	// [Unpack].
	Packed Format = iota
	// Wide is two bytes: disk (1 … 64), then from<<4 | to.
	Wide
	// Text is "move disk 1 from 0 to 2"; with numbers, "1: move disk …".
	Text
	// CSV is the header "disk,from,to", then "1,0,2"; with numbers, "move,disk,from,to"
	// and "1,1,0,2".
	CSV
	// JSONL is {"disk":1,"from":0,"to":2}; with numbers, {"move":1,"disk":1,"from":0,"to":2}.
	// JSON readers that use float64 round move numbers above 2⁵³.
	JSONL
	// NPY is a NumPy .npy header of 128 bytes (192 from 10¹⁷ moves on), then three bytes
	// per move: disk, from, to. NumPy reads it as an array of these fields.
	NPY
)

// The constants are the same as in internal/block.
var _ = [1]struct{}{}[NPY+1-Format(block.Formats)]

// Formats returns all formats.
func Formats() []Format { return []Format{Packed, Wide, Text, CSV, JSONL, NPY} }

// String returns the name of f, such as "packed".
func (f Format) String() string { return block.Format(f).String() }

// Binary reports whether f is Packed, Wide or NPY. These cannot have numbers.
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
	return fmt.Errorf("%w: %q; give one of %s", ErrFormat, name, list(Formats()))
}

func (f Format) check() error {
	if int(f) >= block.Formats {
		return fmt.Errorf("%w: %v; give one of %s", ErrFormat, f, list(Formats()))
	}
	return nil
}

// list lists formats, as in "text, csv, jsonl".
func list(formats []Format) string {
	var names []string
	for _, f := range formats {
		names = append(names, f.String())
	}
	return strings.Join(names, ", ")
}
