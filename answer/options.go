package answer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrOption is wrapped by the errors about options: a name that is none.
var ErrOption = errors.New("no such option")

// Options says how an answer is read. The zero Options are the defaults.
type Options struct {
	Notation   Notation
	Pick       Pick
	Pegs       Pegs
	Convention Convention
	Truncated  bool // the answer was cut off, as its maker knows
}

// Notation is how a list of moves is written.
type Notation uint8

const (
	// Auto finds the notation: a structured list (triples, jsonl, csv, pddl) beats
	// text, and text beats pairs.
	Auto Notation = iota
	// Triples is a list of lists of disk, from, to: [[1, 0, 2], [2, 0, 1]]. It may
	// have comments (# and //), trailing commas, and round brackets within.
	Triples
	// JSONL is {"disk":1,"from":0,"to":2}, line by line or in brackets with commas.
	JSONL
	// CSV is a line 1,0,2 a move, after the header disk,from,to or
	// move,disk,from,to. If asked for by name it may lack the header.
	CSV
	// PDDL is (move d1 d2 peg2): a disk, what lies beneath it, where it goes.
	PDDL
	// Text is a line like "Move disk 1 from Peg 1 to Peg 3" a move.
	Text
	// Pairs is a line like "A C" or "1 -> 3" a move: the top disk of the first peg
	// goes to the second.
	Pairs
	// Packed and Wide are the binary formats of package hanoi. They are never found,
	// only asked for, and are the whole answer.
	Packed
	Wide
)

var notations = []string{"auto", "triples", "jsonl", "csv", "pddl", "text", "pairs", "packed", "wide"}

// Notations returns the names of all notations, "auto" first.
func Notations() []string { return slices.Clone(notations) }

// String returns the name of n, such as "triples".
func (n Notation) String() string { return nameOf(notations, n) }

// MarshalText returns the name of n. The error wraps ErrOption.
func (n Notation) MarshalText() ([]byte, error) { return marshalName(notations, n) }

// UnmarshalText reads the name of a notation. The error wraps ErrOption.
func (n *Notation) UnmarshalText(text []byte) error { return unmarshalName(notations, n, text) }

// Pick says which list counts where an answer has several.
type Pick uint8

const (
	Last  Pick = iota // the last
	First             // the first
	Only              // several are ambiguous
	Join              // all, one after another
)

var picks = []string{"last", "first", "only", "join"}

// Picks returns the names of all picks, "last" first.
func Picks() []string { return slices.Clone(picks) }

// String returns the name of p, such as "last".
func (p Pick) String() string { return nameOf(picks, p) }

// MarshalText returns the name of p. The error wraps ErrOption.
func (p Pick) MarshalText() ([]byte, error) { return marshalName(picks, p) }

// UnmarshalText reads the name of a pick. The error wraps ErrOption.
func (p *Pick) UnmarshalText(text []byte) error { return unmarshalName(picks, p, text) }

// Convention says how disks are numbered in an answer.
type Convention uint8

const (
	Small1 Convention = iota // the smallest is 1, the largest n
	Small0                   // the smallest is 0, the largest n−1
	Large1                   // the largest is 1, the smallest n
	Large0                   // the largest is 0, the smallest n−1
)

var conventions = []string{"small=1", "small=0", "large=1", "large=0"}

// Conventions returns the names of all conventions, "small=1" first.
func Conventions() []string { return slices.Clone(conventions) }

// String returns the name of c, such as "small=1".
func (c Convention) String() string { return nameOf(conventions, c) }

// MarshalText returns the name of c. The error wraps ErrOption.
func (c Convention) MarshalText() ([]byte, error) { return marshalName(conventions, c) }

// UnmarshalText reads the name of a convention. The error wraps ErrOption.
func (c *Convention) UnmarshalText(text []byte) error { return unmarshalName(conventions, c, text) }

// disk returns the number that this library gives to a disk: 1, the smallest, to
// n, or 0 if there is no such disk.
func (c Convention) disk(written, n int) uint8 {
	switch c {
	case Small0:
		written++
	case Large1:
		written = n + 1 - written
	case Large0:
		written = n - written
	}
	if written < 1 || written > n {
		return 0
	}
	return uint8(written)
}

// written is the inverse of disk.
func (c Convention) written(disk, n int) int {
	switch c {
	case Small0:
		return disk - 1
	case Large1:
		return n + 1 - disk
	case Large0:
		return n - disk
	}
	return disk
}

// Pegs is the names that an answer gives to pegs 0, 1 and 2, as in "A,B,C". The
// zero Pegs leaves that to the answer: letters A to C, the words left, middle and
// right, and digits, which are 0 to 2 in triples, jsonl and csv, and elsewhere 0 to
// 2 if a 0 occurs, else 1 to 3 if a 3 does, and else ambiguous.
type Pegs struct{ names [3]string }

// ParsePegs reads three names with commas between. The error wraps ErrOption.
func ParsePegs(text string) (Pegs, error) {
	fail := func(flaw string) (Pegs, error) {
		return Pegs{}, fmt.Errorf("%w: pegs %.40q: %s; give three names, such as 0,1,2 or A,B,C", ErrOption, text, flaw)
	}
	names := strings.Split(text, ",")
	if len(names) != 3 {
		return fail(fmt.Sprintf("%d names", len(names)))
	}
	var p Pegs
	for i, name := range names {
		name = strings.ToLower(strings.TrimSpace(name))
		if !isPegName(name) {
			return fail(fmt.Sprintf("%.20q is no name of letters or digits, up to %d", name, maxPegName))
		}
		if slices.Contains(p.names[:i], name) {
			return fail("two are the same")
		}
		p.names[i] = name
	}
	return p, nil
}

// maxPegName is how long the name of a peg may be: that of a disk and more.
const maxPegName = 16

func isPegName(name string) bool {
	for _, c := range []byte(name) {
		if !isDigit(c) && !isLetter(c) && c != '_' {
			return false
		}
	}
	return 0 < len(name) && len(name) <= maxPegName
}

// String returns the names with commas between; of the zero Pegs, "".
func (p Pegs) String() string {
	if p == (Pegs{}) {
		return ""
	}
	return strings.Join(p.names[:], ",")
}

// MarshalText returns what String does.
func (p Pegs) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what ParsePegs does; "" is the zero Pegs. The error wraps
// ErrOption.
func (p *Pegs) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*p = Pegs{}
		return nil
	}
	*p, err = ParsePegs(string(text))
	return err
}

func nameOf[T ~uint8](names []string, v T) string {
	if int(v) >= len(names) {
		return fmt.Sprintf("%T(%d)", v, uint8(v))
	}
	return names[v]
}

func marshalName[T ~uint8](names []string, v T) ([]byte, error) {
	if int(v) >= len(names) {
		return nil, fmt.Errorf("%w: %v; give one of %s", ErrOption, nameOf(names, v), strings.Join(names, ", "))
	}
	return []byte(names[v]), nil
}

func unmarshalName[T ~uint8](names []string, v *T, text []byte) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%w: %.40q; give one of %s", ErrOption, text, strings.Join(names, ", "))
	}
	*v = T(i)
	return nil
}
