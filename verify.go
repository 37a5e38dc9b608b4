package hanoi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/hanoigen/hanoi/internal/block"
)

// DifferenceError is the first difference between an input and a stream. An input that ends
// before or after the stream differs from it, too.
type DifferenceError struct {
	Offset int64  // the offset in the stream of the first byte that differs; at most 2⁶³−1
	Move   uint64 // the number of the move there; 0 in the header; at the end, the last number + 1
	Got    []byte // the bytes of the input in place of the move's record
	Want   []byte // the record; empty at the end
	binary bool
}

func (e *DifferenceError) Error() string {
	where := fmt.Sprintf("move %d", e.Move)
	if e.Move == 0 {
		where = "the header"
	}
	verb := "%q"
	if e.binary {
		verb = "% #x"
	}
	got, want := fmt.Sprintf(verb, e.Got), fmt.Sprintf(verb, e.Want)
	switch at := fmt.Sprintf("not the sequence: byte %d", e.Offset); {
	case len(e.Want) == 0:
		return fmt.Sprintf("%s: it continues after the last move with %s, where nothing belongs", at, got)
	case len(e.Got) == 0:
		return fmt.Sprintf("%s: it ends before %s, where %s belongs", at, where, want)
	case bytes.HasPrefix(e.Want, e.Got):
		return fmt.Sprintf("%s: it ends in %s after %s, where %s belongs", at, where, got, want)
	default:
		return fmt.Sprintf("%s, in %s: %s is there, %s belongs there", at, where, got, want)
	}
}

// Verify compares src with the rest of the stream. If they differ, the error is a
// [*DifferenceError]; other errors wrap an error of src. If progress is not nil, it is called
// after each read with the number of right bytes so far.
func (r *Reader) Verify(src io.Reader, progress func(right int64)) error {
	return r.compared(r.c.Compare(src, progress))
}

// VerifyAt is [Reader.Verify] for bytes 0 … size−1 of src, on all processors.
func (r *Reader) VerifyAt(src io.ReaderAt, size int64, progress func(right int64)) error {
	if size < 0 {
		return fmt.Errorf("verify %d bytes; give 0 or more", size)
	}
	return r.compared(r.c.CompareAt(src, size, progress))
}

// compared returns the error of Verify, given the error of comparing.
func (r *Reader) compared(err error) error {
	if d, differs := errors.AsType[*block.Difference](err); differs {
		return r.difference(d.Rest)
	}
	if left, _ := r.c.Left(); err == nil && left > 0 {
		return r.difference(bytes.NewReader(nil))
	}
	return err
}

// difference returns the error for a difference at the Reader's position. The input continues
// with rest. The error contains the whole record or, in a binary header, an aligned line of 16
// bytes.
func (r *Reader) difference(rest io.Reader) error {
	e := &DifferenceError{binary: r.Format().Binary()}
	e.Offset, _ = r.c.Offset()
	move, length, before := r.c.Record()
	if e.binary && e.Offset < r.HeaderLen() {
		before, length = before&15, 16
	}
	r.c.SeekFrom(r.c.Pos(), -int64(before))
	e.Move, e.Want = move, make([]byte, length)
	r.c.ReadFull(e.Want)
	more := make([]byte, max(1, length-before))
	n, _ := io.ReadFull(rest, more)
	e.Got = slices.Concat(e.Want[:before], more[:n])
	return e
}
