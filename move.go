package hanoi

import (
	"encoding/json"
	"fmt"
	"iter"

	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

// Move is a move of one disk (1 … 64, 1 is the smallest) between two pegs (0, 1, 2).
type Move struct{ Disk, From, To uint8 }

// Naming relabels the pegs of the canonical solution: it is one of the six permutations of
// 0, 1, 2. [NamingFor] returns the naming for a start and a goal.
type Naming = kernel.Naming

// Canonical is the naming of the solution that starts on peg 0 and ends on peg 2 for odd n,
// on peg 1 for even n.
const Canonical = kernel.Canonical

// NamingFor returns the naming whose solution moves n disks from one peg to another. The
// error wraps ErrDisks or ErrPeg.
func NamingFor(n int, from, to uint8) (Naming, error) { return kernel.NamingFor(n, from, to) }

// MoveAt returns move k of the solution under a naming. It panics if k is 0 or p is not
// 0 … 5.
func MoveAt(k uint64, p Naming) Move {
	var moves, disks [1]byte
	kernel.FillSplit(moves[:], disks[:], k, p)
	return fromSplit(moves[0], disks[0])
}

// fromSplit returns a move from the two bytes that kernel.FillSplit writes for it.
func fromSplit(move, disk byte) Move { return Move{disk, move >> 4, move & 15} }

// Moves yields the solution for n disks under a naming: moves 1 … 2ⁿ−1 with their numbers.
// It panics if n is not 1 … 64 or p is not 0 … 5.
func Moves(n int, p Naming) iter.Seq2[uint64, Move] { return MovesFrom(n, 1, p) }

// MovesFrom yields moves k … 2ⁿ−1 of the solution for n disks under a naming, with their
// numbers. It panics if n is not 1 … 64, p is not 0 … 5 or k is not 1 … 2ⁿ−1.
func MovesFrom(n int, k uint64, p Naming) iter.Seq2[uint64, Move] {
	r, err := solution(n, p)
	if err != nil {
		panic("hanoi: " + err.Error())
	}
	if k < 1 || k > r.Len() {
		panic(fmt.Sprintf("hanoi: move %d of %s; give 1 to %d", k, number.Count(n, "disk"), r.Len()))
	}
	return r.from(k)
}

// String returns the move as in the format Text: "move disk 1 from 0 to 2".
func (m Move) String() string { return fmt.Sprintf(moveText, m.Disk, m.From, m.To) }

const moveText = "move disk %d from %d to %d"

// Pack returns the record of the format Packed: (Disk−1)<<2 | From. It omits To, which
// follows from the naming. The byte is meaningless if the disk is not 1 … 64 or From is not
// 0 … 2.
func (m Move) Pack() byte { return (m.Disk-1)<<2 | m.From }

// Unpack returns the move of a record of the format Packed, in a stream under a naming. The
// error wraps ErrMove if b is not a record, and ErrPeg if p is not 0 … 5.
func Unpack(b byte, p Naming) (Move, error) {
	if err := checkNaming(p); err != nil {
		return Move{}, err
	}
	m := Move{Disk: b>>2 + 1, From: b & 3}
	if m.From > 2 {
		return Move{}, fmt.Errorf("%w: packed record %#02x is from peg 3; give a byte whose low two bits are 0, 1 or 2", ErrMove, b)
	}
	// An odd disk steps 0→2→1→0, an even disk 0→1→2→0, and a reflection (3 … 5) swaps
	// the two.
	if odd, reflected := m.Disk&1 == 1, p >= 3; odd != reflected {
		m.To = (m.From + 2) % 3
	} else {
		m.To = (m.From + 1) % 3
	}
	return m, nil
}

// MarshalText returns m.String(). The error wraps ErrMove unless m moves a disk 1 … 64
// between two different pegs 0 … 2.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), m.check() }

// UnmarshalText parses the output of String, and nothing else. The error wraps ErrMove.
func (m *Move) UnmarshalText(text []byte) error {
	var got Move
	_, err := fmt.Sscanf(string(text), moveText, &got.Disk, &got.From, &got.To)
	if err != nil || got.String() != string(text) {
		return fmt.Errorf("%w: %.80q; give one like %q", ErrMove, text, Move{1, 0, 2})
	}
	return m.set(got)
}

// MarshalJSON returns the record of [JSONL]: {"disk":1,"from":0,"to":2}. Errors are as for
// [Move.MarshalText].
func (m Move) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `{"disk":%d,"from":%d,"to":%d}`, m.Disk, m.From, m.To), m.check()
}

// UnmarshalJSON parses a record of [JSONL] with digits, and ignores its number if it has one. As
// package encoding/json asks, null leaves m as it is. The error wraps ErrMove.
func (m *Move) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	var got struct{ Disk, From, To *uint8 }
	if err := json.Unmarshal(text, &got); err != nil {
		return fmt.Errorf("%w: %.80s: %w", ErrMove, text, err)
	}
	if got.Disk == nil || got.From == nil || got.To == nil {
		return fmt.Errorf(`%w: %.80s; give one like {"disk":1,"from":0,"to":2}`, ErrMove, text)
	}
	return m.set(Move{*got.Disk, *got.From, *got.To})
}

// set checks a move and, if it is valid, sets m to it.
func (m *Move) set(move Move) error {
	err := move.check()
	if err == nil {
		*m = move
	}
	return err
}

// check returns an error that wraps ErrMove if m is illegal in every state.
func (m Move) check() error {
	if reason, why := m.flaw(kernel.MaxDisks); reason != "" {
		return fmt.Errorf("%w: %v: %s", ErrMove, m, why)
	}
	return nil
}

// flaw returns the rule that m breaks in every state of n disks, and an explanation.
func (m Move) flaw(n int) (Reason, string) {
	switch {
	case m.Disk < 1 || int(m.Disk) > n:
		return NoDisk, fmt.Sprintf("there is no disk %d; give 1 to %d", m.Disk, n)
	case m.From > 2 || m.To > 2:
		return NoPeg, fmt.Sprintf("there is no peg %d; give 0, 1 or 2", max(m.From, m.To))
	case m.From == m.To:
		return SamePeg, "it does not leave its peg; give two different pegs"
	}
	return "", ""
}
