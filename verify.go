package hanoi

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

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

// verifyBytes is the number of bytes read at a time. They fit into L2.
const verifyBytes = 256 << 10

// Verify compares src with the rest of the stream. If they differ, the error is a
// [*DifferenceError]; other errors wrap an error of src. If progress is not nil, it is called
// after each read with the number of right bytes so far.
func (r *Reader) Verify(src io.Reader, progress func(right int64)) error {
	return r.verify(src, 0, progress)
}

// VerifyAt is [Reader.Verify] for bytes 0 … size−1 of src, on all processors.
func (r *Reader) VerifyAt(src io.ReaderAt, size int64, progress func(right int64)) error {
	if size < 0 {
		return fmt.Errorf("verify %d bytes; give 0 or more", size)
	}
	equal := r.verifyParts(src, size, progress)
	return r.verify(io.NewSectionReader(src, equal, size-equal), equal, progress)
}

// verify continues Verify. equal is the number of bytes that are known to match.
func (r *Reader) verify(src io.Reader, equal int64, progress func(right int64)) error {
	buf := make([]byte, verifyBytes)
	for {
		n, err := src.Read(buf)
		same := compare(&r.c, buf[:n])
		if equal += int64(same); same < n {
			return r.difference(io.MultiReader(bytes.NewReader(buf[same:n]), src))
		}
		if progress != nil {
			progress(equal)
		}
		switch {
		case err == io.EOF:
			if left, _ := r.c.Left(); left > 0 {
				return r.difference(bytes.NewReader(nil))
			}
			return nil
		case err != nil:
			return fmt.Errorf("after %d bytes that are right: %w", equal, err)
		}
	}
}

// compare returns the number of bytes at the start of b that match the stream at c, and moves
// c past them.
func compare(c *block.Cursor, b []byte) (same int) {
	for same < len(b) {
		at := c.Pos()
		want, _ := c.Next(len(b) - same)
		got := b[same:][:len(want)]
		if len(want) == 0 {
			break
		}
		if !bytes.Equal(got, want) {
			i := 0
			for got[i] == want[i] {
				i++
			}
			c.SeekFrom(at, int64(i))
			return same + i
		}
		same += len(want)
	}
	return same
}

// verifyParts compares the first end bytes of src with the stream, in parts, concurrently. It
// returns the number of bytes before the first part that differs or cannot be read, and moves
// r past them.
func (r *Reader) verifyParts(src io.ReaderAt, end int64, progress func(int64)) (right int64) {
	const part = 16 * verifyBytes
	base := r.c.Pos()
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex // guards next, done and end
		next int64      // the start of the next part
		done int64      // the number of bytes in right parts
	)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			buf := make([]byte, verifyBytes)
			c := r.c.Stream().Cursor()
			mu.Lock()
			for next < end {
				from, to := next, next+min(part, end-next)
				next = to
				mu.Unlock()
				same := true
				c.SeekFrom(base, from)
				for at := from; same && at < to; at += verifyBytes {
					b := buf[:min(verifyBytes, to-at)]
					n, _ := src.ReadAt(b, at)
					same = n == len(b) && compare(c, b) == n
				}
				mu.Lock()
				if !same {
					end = min(end, from)
					break
				}
				done += to - from
				if progress != nil {
					progress(done)
				}
			}
			mu.Unlock()
		})
	}
	wg.Wait()
	r.c.SeekFrom(base, end)
	return end
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
	read(&r.c, e.Want)
	more := make([]byte, max(1, length-before))
	n, _ := io.ReadFull(rest, more)
	e.Got = slices.Concat(e.Want[:before], more[:n])
	return e
}
