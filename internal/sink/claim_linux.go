package sink

import (
	"errors"
	"io"
)

// A claim is the range of a file that the rest of a stream is written to. No byte that other
// processes write to the file is lost, because
//
//   - hold moves the file's offset past the range by one lseek. All processes that share the
//     offset write before or after the range.
//   - put and clone are the only calls of this package that write at an offset of their own.
//     Both write at next. The claim ends where the stream ends.
//   - release returns the rest of the range only if the offset is still where hold left it:
//     no other process wrote after the range. It moves the offset back, and truncates a named
//     file that had no bytes to keep in the range or after it.
//   - If another process moved the offset, release changes nothing. If a method refused, plain
//     writes complete the range. After an error, the rest of the range stays unwritten.
//
// All other writes (see writeSome) are at the file's offset, and move it.
type claim struct {
	w         *writer
	next, end int64  // the rest of the range
	empty     bool   // the file had no bytes to keep in the range or after it
	align     int64  // of the offsets and lengths of direct writes
	bounce    []byte // aligned memory for a direct write
}

// hold claims the range for the rest of the stream, calls write, and releases what was not
// written.
func (w *writer) hold(write func(*claim) error) error {
	left, bounded := w.c.Left()
	if !bounded {
		return refuse("it is longer than a file can be")
	}
	end, err := sys.seek(w.o.File, left, io.SeekCurrent)
	if err != nil {
		return refuse("its offset cannot go that far: %w", err)
	}
	c := &claim{w: w, next: end - left, end: end, empty: w.o.emptyFrom(end - left)}
	c.align = max(memoryAlign, sys.statfs(w.o.File).block) // no sector is larger than a block
	err = write(c)
	if !c.release() && refused(err) {
		err = c.writeUntil(c.end, nil)
		if refused(err) {
			err = errors.Unwrap(err) // another method would write at another offset
		}
	}
	return err
}

// release returns the rest of the range, with the space allocated for it. It returns false if
// another process moved the offset.
func (c *claim) release() bool {
	if c.next == c.end {
		return true
	}
	at, err := sys.seek(c.w.o.File, 0, io.SeekCurrent)
	if err != nil || at != c.end {
		return false
	}
	if c.cut() != nil {
		return false
	}
	_, err = sys.seek(c.w.o.File, c.next, io.SeekStart)
	return err == nil
}

// cut truncates a named file at next; a partial file keeps the size that it had. In a shared file,
// bytes after next may be from a failed call or from another process, so they stay.
func (c *claim) cut() error {
	if !c.w.o.Named || !c.empty || c.w.o.truncate {
		return nil
	}
	return sys.truncate(c.w.o.File, max(c.next, c.w.o.resumed))
}

func (c *claim) wrote(n int64) {
	c.next += n
	c.w.wrote(n)
}
