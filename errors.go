package hanoi

import (
	"errors"
	"fmt"

	"github.com/hanoigen/hanoi/kernel"
)

// Errors about arguments wrap one of these.
var (
	ErrDisks  = kernel.ErrDisks // the number of disks is not 1 … 64
	ErrPeg    = kernel.ErrPeg   // a peg is not 0, 1 or 2, or a naming is not 0 … 5
	ErrMove   = errors.New("no such move")
	ErrState  = errors.New("no such state")
	ErrFormat = errors.New("no such format")
)

// Reason is a rule that a move breaks. If a move breaks several rules, the error wraps the
// first of them, in the order of the constants.
type Reason string

const (
	NoDisk          Reason = "no_disk"           // there is no such disk
	NoPeg           Reason = "no_peg"            // there is no such peg
	SamePeg         Reason = "same_peg"          // the disk does not leave its peg
	EmptySource     Reason = "empty_source"      // there is no disk on the source peg
	NotOnTop        Reason = "not_on_top"        // the disk is not the top disk of the source peg
	LargerOnSmaller Reason = "larger_on_smaller" // the disk would lie on a smaller one
)

// Error returns the name of the rule, such as "larger_on_smaller".
func (r Reason) Error() string { return string(r) }

// OffPathError reports that the solution does not contain a state.
type OffPathError struct {
	State      State
	Start, End uint8 // the pegs where the solution starts and ends

	// Disk leaves the path. Some states of the solution have all larger disks on the same pegs
	// as State, but none of these states has Disk on the same peg.
	Disk int

	FromStart, ToEnd uint64 // the distances from the start to State, and from State to the end
}

func (e *OffPathError) Error() string {
	return fmt.Sprintf("off the path: state %v is not in the solution from peg %d to peg %d: disk %d leaves it; the state is at distance %d from the start and %d from the end",
		e.State, e.Start, e.End, e.Disk, e.FromStart, e.ToEnd)
}

// wordedError wraps an error, but has a text of its own.
type wordedError struct {
	error
	text string
}

func (e *wordedError) Error() string { return e.text }
func (e *wordedError) Unwrap() error { return e.error }

func errorf(wrapped error, format string, args ...any) error {
	return &wordedError{wrapped, fmt.Sprintf(format, args...)}
}

// checkDisks is small enough to be inlined, because disksError makes the error.
func checkDisks(n int) error {
	if n < 1 || n > kernel.MaxDisks {
		return disksError(n)
	}
	return nil
}

func disksError(n int) error { return fmt.Errorf("%w: %d; give 1 to %d", ErrDisks, n, kernel.MaxDisks) }

func checkNaming(p Naming) error {
	if p > 5 {
		return errorf(ErrPeg, "no such naming: %d; give 0 to 5", uint8(p))
	}
	return nil
}
