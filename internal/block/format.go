package block

import (
	"fmt"
	"strings"
)

// Format is a way to write moves. The zero value is Packed.
type Format uint8

const (
	Packed Format = iota
	Wide
	Text
	CSV
	JSONL
	NPY
)

// formats describes each format.
var formats = [...]struct {
	name      string
	blockBits int // blocks have 2^blockBits moves: see type blocks

	// record is the format of a text record without a number. A record with a number is the
	// text number, the move's number, and the format numbered. Each %d is the disk or a peg.
	record, number, numbered string
	quote                    string // on both sides of a peg's letter

	size   int                               // of a binary record; 0 for text
	binary func(disk, from, to byte) [3]byte // nil for packed, which package kernel writes
	about  string                            // describes a binary record

	header     func(numbers bool, moves uint64) string // nil if there is none
	everyShard bool                                    // whether each shard has the header, not only the first
}{
	Packed: {
		name: "packed", blockBits: 17, size: 1,
		about: "one byte: (disk-1)<<2 | from",
	},
	Wide: {
		name: "wide", blockBits: 16, size: 2,
		binary: func(disk, from, to byte) [3]byte { return [3]byte{disk, from<<4 | to} },
		about:  "two bytes: disk, then from<<4 | to",
	},
	Text: {
		name: "text", blockBits: 13,
		record: "move disk %d from %d to %d\n", numbered: ": move disk %d from %d to %d\n",
	},
	CSV: {
		name: "csv", blockBits: 15,
		record: "%d,%d,%d\n", numbered: ",%d,%d,%d\n", header: csvHeader,
	},
	JSONL: {
		name: "jsonl", blockBits: 13,
		record: `{"disk":%d,"from":%d,"to":%d}` + "\n",
		quote:  `"`,
		number: `{"move":`, numbered: `,"disk":%d,"from":%d,"to":%d}` + "\n",
	},
	NPY: {
		name: "npy", blockBits: 16, size: 3,
		binary: func(disk, from, to byte) [3]byte { return [3]byte{disk, from, to} },
		about:  "a NumPy header, then three bytes: the fields disk, from, to",
		header: npyHeader, everyShard: true,
	},
}

// Formats is the number of formats: 0 … Formats−1.
const Formats = len(formats)

func csvHeader(numbers bool, _ uint64) string {
	if numbers {
		return "move,disk,from,to\n"
	}
	return "disk,from,to\n"
}

func npyHeader(_ bool, moves uint64) string {
	const before = 10 // the bytes of magic, version and length
	text := fmt.Sprintf("{'descr': [('disk', '|u1'), ('from', '|u1'), ('to', '|u1')], 'fortran_order': False, 'shape': (%d,), }", moves)
	rest := (before+len(text)+1+63)/64*64 - before
	return "\x93NUMPY\x01\x00" + string([]byte{byte(rest), 0}) + fmt.Sprintf("%-*s\n", rest-1, text)
}

// String returns the name of f.
func (f Format) String() string {
	if int(f) >= Formats {
		return fmt.Sprintf("Format(%d)", uint8(f))
	}
	return formats[f].name
}

// Names lists the formats, as in "text, csv, jsonl": all of them, or only the texts.
func Names(onlyTexts bool) string {
	var names []string
	for f := range Format(Formats) {
		if !onlyTexts || !f.Binary() {
			names = append(names, f.String())
		}
	}
	return strings.Join(names, ", ")
}

// Binary reports whether the records of f are not text. Such records have neither numbers nor
// letters.
func (f Format) Binary() bool { return formats[f].size > 0 }

// Example describes the records of f, by an example if they are text.
func (f Format) Example() string {
	d := &formats[f]
	if f.Binary() {
		return d.about
	}
	text := fmt.Sprintf(strings.TrimSpace(d.record), 1, 0, 2)
	if d.header != nil {
		text += " after the header " + strings.TrimSpace(d.header(false, 0))
	}
	return text
}

// HeaderIn reports whether the given shard, from 0, begins with a header.
func (f Format) HeaderIn(shard uint64) bool {
	return formats[f].header != nil && (shard == 0 || formats[f].everyShard)
}

// encoding is a format, with digits or letters for pegs. It determines a record but for its number.
type encoding struct {
	Format
	letters int // 1 with letters, else 0
}

// A move's disk has two digits only if the move's number is a multiple of 2^twoDigitBits: disk
// 10 first moves at 2^9.
const twoDigitBits = 9

// MaxRecord is an upper bound of the length of a record.
const MaxRecord = 72

// shortRecord returns the length of a record with a one-digit disk and without a number.
func (e encoding) shortRecord() int {
	d := &formats[e.Format]
	if e.Binary() {
		return d.size
	}
	// The disk and each peg take one character, not two as "%d"; letters may be quoted.
	return len(d.record) - 3 + 2*2*len(d.quote)*e.letters
}

// upTo returns the length of the records of moves 1 … k, without numbers.
func (e encoding) upTo(k uint64) uint128 {
	bytes := product(k, uint64(e.shortRecord()))
	if !e.Binary() {
		bytes = bytes.plus(uint128{lo: k >> twoDigitBits})
	}
	return bytes
}

// numbersUpTo returns the length that the numbers 1 … n add to the records: their digits
// and the text around them.
func (e encoding) numbersUpTo(n uint64) uint128 {
	// Let n have d digits. Padded with zeros to d digits, the numbers 0 … n have d(n+1)
	// digits. The digit for 10^i is padding in the 10^i numbers below 10^i. So there are
	// 1 + 10 + … + 10^(d−1) = 11…1 zeros of padding.
	digits, ones := uint64(1), uint64(1)
	for p := n; p >= 10; p /= 10 {
		digits++
		ones = 10*ones + 1
	}
	d := &formats[e.Format]
	around := len(d.number) + len(d.numbered) - len(d.record)
	bytes := product(digits+uint64(around), n)
	return bytes.plus(uint128{lo: digits}).minus(uint128{lo: ones})
}
