// Package notation reads the pegs and states of the puzzle as people write them.
package notation

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hanoigen/hanoi/kernel"
)

// The names of pegs 0, 1 and 2. A text has names of one kind.
const (
	Digits  = "012"
	Letters = "ABC"
)

// namesIn returns the kind of names that a text begins with, or else Digits.
func namesIn(text string) string {
	if text != "" && strings.Contains(Letters, text[:1]) {
		return Letters
	}
	return Digits
}

// Peg parses a peg.
func Peg(text string) (uint8, error) {
	peg := strings.Index(namesIn(text), text)
	if len(text) != 1 || peg < 0 {
		return 0, errors.New("give 0, 1, 2 or A, B, C")
	}
	return uint8(peg), nil
}

// PegValue is a peg as a flag.Value.
type PegValue struct {
	Peg   uint8
	Given bool // whether Set has set Peg
	text  string
}

// Set parses the peg.
func (v *PegValue) Set(text string) (err error) {
	v.Peg, err = Peg(text)
	v.Given, v.text = err == nil, text
	return err
}

// String returns the text of the peg, as it was set.
func (v *PegValue) String() string { return v.text }

// Type returns the placeholder of the value in a usage text.
func (v *PegValue) Type() string { return "peg" }

// longestLists limits the bytes of a state in the forms that list disks. It is five times the
// length of a list of 64 disks, which leaves room for columns.
const longestLists = 1 << 10

// Parse returns the number of disks of a state, and the set of disks on each peg, with bit d−1
// for disk d. The forms of the text are described at hanoi.ParseState. The caller checks n:
// unless it is 1 … 64, the sets mean nothing.
func Parse(text string) (n int, sets [3]uint64, err error) {
	text = trimLineEnd(text)
	pegs := namesIn(text)
	if len(text) > longestLists && strings.ContainsAny(text, "|\n") {
		return 0, sets, fmt.Errorf("%d bytes; give at most %d, as in \"3|2 1|4\"", len(text), longestLists)
	}
	if lines := strings.Split(text, "\n"); len(lines) > 1 {
		for i, line := range lines[:min(len(lines), len(pegs))] {
			begin := pegs[i:i+1] + "|"
			disks, ok := strings.CutPrefix(line, begin)
			if !ok {
				return 0, sets, fmt.Errorf("line %d does not begin with %q", i+1, begin)
			}
			lines[i] = disks
		}
		return parsePegs(lines)
	}
	if strings.Contains(text, "|") {
		return parsePegs(strings.Split(text, "|"))
	}
	n = len(text)
	for i := range n {
		peg := strings.IndexByte(pegs, text[i])
		if peg < 0 {
			char, _ := utf8.DecodeRuneInString(text[i:])
			return 0, sets, fmt.Errorf(`character %d is %q; give digits 0, 1, 2 or letters A, B, C, not both, as in "2011" or "CABB"`, i+1, char)
		}
		sets[peg] |= 1 << (n - 1 - i)
	}
	return n, sets, nil
}

// trimLineEnd returns text without a final "\n", "\r\n" or "\r". A shell's $(…) leaves "\r".
func trimLineEnd(text string) string {
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
}

// parsePegs parses the disks of each peg, listed from the bottom up.
func parsePegs(pegs []string) (n int, sets [3]uint64, err error) {
	if len(pegs) != 3 {
		return 0, sets, fmt.Errorf("%d pegs; give 3, as in \"3|2 1|4\"", len(pegs))
	}
	for peg, text := range pegs {
		below := kernel.MaxDisks + 1
		for _, field := range strings.Fields(text) {
			disk, err := strconv.Atoi(field)
			if err != nil || disk < 1 || strconv.Itoa(disk) != field {
				return 0, sets, fmt.Errorf("there is no disk %.20q; give numbers from 1 on, as in \"3|2 1|4\"", field)
			}
			if disk > kernel.MaxDisks {
				return disk, sets, nil
			}
			if disk >= below {
				return 0, sets, fmt.Errorf("disk %d lies on disk %d; give the disks of a peg from the largest to the smallest", disk, below)
			}
			below = disk
			sets[peg] |= 1 << (disk - 1)
			n++
		}
	}
	// There are n entries. If none of disks 1 … n is missing, each is listed once.
	if missing := (1<<n - 1) &^ (sets[0] | sets[1] | sets[2]); missing != 0 {
		return 0, sets, fmt.Errorf("%d disks, but no disk %d; give each disk from 1 on once", n, bits.TrailingZeros64(missing)+1)
	}
	return n, sets, nil
}
