package hanoi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// ErrDifference is wrapped by the errors of [Reader.Verify] that say where the
// input is not the stream.
var ErrDifference = errors.New("not the sequence")

// DifferenceError is the first difference between an input and a stream.
type DifferenceError struct {
	Offset int64  // of the first byte that differs, from 0 at the stream's beginning
	Move   uint64 // the number of the move with that byte; 0 in the header, one after the last at the end
	Got    []byte // what the input has for that move's record, as far as it goes
	Want   []byte // the record; none at the end
	binary bool
}

func (e *DifferenceError) Unwrap() error { return ErrDifference }

func (e *DifferenceError) Error() string {
	where := fmt.Sprintf("move %d", e.Move)
	if e.Move == 0 {
		where = "the header"
	}
	switch {
	case len(e.Want) == 0:
		return fmt.Sprintf("%v: byte %d: it goes on after the last move with %s, where nothing belongs",
			ErrDifference, e.Offset, e.show(e.Got))
	case len(e.Got) == 0:
		return fmt.Sprintf("%v: byte %d: it ends before %s, where %s belongs",
			ErrDifference, e.Offset, where, e.show(e.Want))
	case bytes.HasPrefix(e.Want, e.Got):
		return fmt.Sprintf("%v: byte %d: it ends in %s after %s, where %s belongs",
			ErrDifference, e.Offset, where, e.show(e.Got), e.show(e.Want))
	}
	return fmt.Sprintf("%v: byte %d, in %s: %s is there, %s belongs there",
		ErrDifference, e.Offset, where, e.show(e.Got), e.show(e.Want))
}

// show prints bytes as people read them: text quoted, binary in hexadecimal.
func (e *DifferenceError) show(b []byte) string {
	if e.binary {
		return fmt.Sprintf("% #x", b)
	}
	return fmt.Sprintf("%q", b)
}

// verifyBytes is how much is read at a time: little enough to be compared from
// the second cache.
const verifyBytes = 256 << 10

// Verify compares an input with the stream from the Reader's place to the end,
// where the input has to end too. The error of a difference is a
// [*DifferenceError]; others are the input's own. If progress is not nil, it is
// called every now and then with the number of bytes that are right so far.
func (r *Reader) Verify(in io.Reader, progress func(int64)) error {
	buf := make([]byte, verifyBytes)
	equal := int64(0)
	for {
		n, err := io.ReadFull(in, buf)
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return fmt.Errorf("after %d bytes that are right: %w", equal, err)
		}
		for b := buf[:n]; len(b) > 0; {
			at, _ := r.c.Offset()
			want, _ := r.c.Next(len(b))
			if len(want) == 0 || !bytes.Equal(b[:len(want)], want) {
				for len(want) > 0 && b[0] == want[0] {
					b, want = b[1:], want[1:]
					at++
				}
				return r.difference(at, io.MultiReader(bytes.NewReader(b), in))
			}
			b = b[len(want):]
			equal += int64(len(want))
		}
		if progress != nil {
			progress(equal)
		}
		if err != nil {
			if want, _ := r.c.Next(1); len(want) > 0 {
				at, _ := r.c.Offset()
				return r.difference(at-1, bytes.NewReader(nil))
			}
			return nil
		}
	}
}

// difference describes one at offset at, where the input goes on with rest.
func (r *Reader) difference(at int64, rest io.Reader) error {
	s := r.c.Stream()
	e := &DifferenceError{Offset: at, binary: r.Format().Binary()}
	e.Move, _ = r.Locate(at)
	record, start := s.Locate(at)
	end, _ := s.Offset(min(record, s.Records()) + 1)
	if record == 0 && e.binary {
		start = at &^ 15 // a line of a hexadecimal dump
		end = start + 16
	}
	c := s.Cursor()
	c.SeekTo(start)
	e.Want = make([]byte, end-start)
	read(c, e.Want)
	e.Got = append(e.Got, e.Want[:at-start]...)
	more := make([]byte, max(1, end-at))
	n, _ := io.ReadFull(rest, more)
	e.Got = append(e.Got, more[:n]...)
	return e
}
