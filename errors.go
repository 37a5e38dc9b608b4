package hanoi

import (
	"errors"
	"fmt"

	"github.com/hanoigen/hanoi/kernel"
)

// The errors about disks, pegs, moves and states wrap one of these, and say which value
// is wrong and what is allowed. Those about a rule of the puzzle are an
// [*IllegalError], and those about the path an [*OffPathError].
var (
	ErrDisks   = kernel.ErrDisks // a number of disks that is not 1 … 64
	ErrPeg     = kernel.ErrPeg   // a peg that is not 0, 1 or 2, or a naming that is not 0 … 5
	ErrMove    = errors.New("no such move")
	ErrState   = errors.New("no such state")
	ErrIllegal = errors.New("illegal move")
	ErrOffPath = errors.New("off the path")
)

// IllegalError is a move that breaks a rule of the puzzle. It wraps
// [ErrIllegal].
type IllegalError struct {
	State  State
	Move   Move
	Reason Reason // the rule it breaks
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("%v: %v in state %v: %s", ErrIllegal, e.Move, e.State, e.State.Explain(e.Move))
}

// Unwrap returns [ErrIllegal].
func (e *IllegalError) Unwrap() error { return ErrIllegal }

// OffPathError is a state that a solution does not pass. It wraps [ErrOffPath].
type OffPathError struct {
	State            State
	Start, End       uint8  // the pegs on which the solution starts and ends
	Disk             int    // the largest disk that stands where the solution does not have it
	FromStart, ToEnd uint64 // the fewest moves from the start to the state, and from it to the end
}

func (e *OffPathError) Error() string {
	return fmt.Sprintf("%v: state %v is not in the solution from peg %d to peg %d: disk %d leaves it; the state is at distance %d from the start and %d from the end",
		ErrOffPath, e.State, e.Start, e.End, e.Disk, e.FromStart, e.ToEnd)
}

// Unwrap returns [ErrOffPath].
func (e *OffPathError) Unwrap() error { return ErrOffPath }

// The checks are apart from the errors so that they cost nothing where all is
// right: the compiler inlines them.

func checkDisks(n int) error {
	if n < 1 || n > kernel.MaxDisks {
		return disksError(n)
	}
	return nil
}

func disksError(n int) error { return fmt.Errorf("%w: %d; give 1 to %d", ErrDisks, n, kernel.MaxDisks) }

func checkPeg(peg uint8) error {
	if peg > 2 {
		return fmt.Errorf("%w: %d; give 0, 1 or 2", ErrPeg, peg)
	}
	return nil
}

func checkNaming(p Naming) error {
	if p > 5 {
		return namingError(p)
	}
	return nil
}

func namingError(p Naming) error {
	return fmt.Errorf("%w naming: %d; give 0 to 5", ErrPeg, uint8(p))
}
