package block

import (
	"strconv"
	"strings"
)

// Format is how a move is written. The zero value is Packed.
type Format uint8

const (
	Packed Format = iota
	Wide
	Text
	CSV
	JSONL
	NPY
)

// formats describes each format. A numbered record of text is
//
//	number · K · parts[0] · disk · parts[1] · from · parts[2] · to · parts[3]
//
// where K is the number of the move. Unnumbered, plain replaces the first three.
var formats = [...]struct {
	name      string
	about     string // for the help
	blockBits int    // 2^blockBits moves are a block that is kept: see type blocks

	number, plain string
	parts         [4]string
	size          int                               // of a binary record; 0 for text
	binary        func(disk, from, to byte) [3]byte // its bytes; package kernel has those of packed

	header     func(numbers bool, moves uint64) string // nil: it has none
	everyShard bool                                    // has the header; else the first alone, so that shards join
}{
	Packed: {name: "packed", about: "one byte: (disk-1)<<2 | from", blockBits: 17, size: 1},
	Wide: {
		name: "wide", about: "two bytes: disk, then from<<4 | to", blockBits: 16, size: 2,
		binary: func(disk, from, to byte) [3]byte { return [3]byte{disk, from<<4 | to} },
	},
	Text: {
		name: "text", about: "move disk 1 from 0 to 2", blockBits: 13,
		plain: "move disk ", parts: [4]string{": move disk ", " from ", " to ", "\n"},
	},
	CSV: {
		name: "csv", about: "1,0,2 after the header disk,from,to", blockBits: 15,
		parts: [4]string{",", ",", ",", "\n"}, header: csvHeader,
	},
	JSONL: {
		name: "jsonl", about: `{"disk":1,"from":0,"to":2}`, blockBits: 13,
		number: `{"move":`, plain: `{"disk":`, parts: [4]string{`,"disk":`, `,"from":`, `,"to":`, "}\n"},
	},
	NPY: {
		name: "npy", about: "a NumPy header of 128 bytes (192 from 10^17 moves on), then\n" +
			"three bytes, which NumPy reads as the fields disk, from, to", blockBits: 16, size: 3,
		binary: func(disk, from, to byte) [3]byte { return [3]byte{disk, from, to} },
		header: npyHeader, everyShard: true,
	},
}

// Formats is how many formats there are: 0 … Formats−1.
const Formats = len(formats)

func csvHeader(numbers bool, _ uint64) string {
	if numbers {
		return "move,disk,from,to\n"
	}
	return "disk,from,to\n"
}

func npyHeader(_ bool, moves uint64) string {
	const before = 10 // bytes of magic, version and length
	text := "{'descr': [('disk', '|u1'), ('from', '|u1'), ('to', '|u1')], 'fortran_order': False, 'shape': (" +
		strconv.FormatUint(moves, 10) + ",), }"
	length := (before + len(text) + 1 + 63) / 64 * 64
	return "\x93NUMPY\x01\x00" + string([]byte{byte(length - before), 0}) +
		text + strings.Repeat(" ", length-before-len(text)-1) + "\n"
}

// String returns the name of f.
func (f Format) String() string {
	if int(f) >= Formats {
		return "Format(" + strconv.Itoa(int(f)) + ")"
	}
	return formats[f].name
}

// About says what a record is, in a line or two.
func (f Format) About() string { return formats[f].about }

// Binary reports whether the records of f are not text. Such records have no place for
// numbers.
func (f Format) Binary() bool { return formats[f].size > 0 }

// HeaderIn reports whether a shard, counted from 0, begins with a header.
func (f Format) HeaderIn(shard uint64) bool {
	return formats[f].header != nil && (shard == 0 || formats[f].everyShard)
}
