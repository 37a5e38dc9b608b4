package sink

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// A claim is the range of a file that the rest of a stream is written to. No byte that other
// processes write to the file is lost, because
//
//   - hold moves the file's offset past the range by one lseek: all who share the offset
//     write before or after the range.
//   - put and clone are the only calls of this package that write at an offset. They write
//     at next, where the stream's cursor stands, and the stream ends where the range does.
//   - release moves the offset back, or truncates the file, only if the offset still is
//     where hold left it: no other process wrote after the range. It truncates only a
//     file that Open opened and that had nothing from the range on.
//   - Where others moved the offset, nothing is given back. If a method refused, plain
//     writes at the offsets of the range complete it; after an error, the rest of the range
//     stays as it is.
//
// Other writes (see writeSome) use the file's offset, which moves with each.
type claim struct {
	*writer
	next, end int64  // the rest of the range
	empty     bool   // the file had nothing from the range on
	align     int64  // of the offsets and lengths of direct writes
	bounce    []byte // for segments that are not aligned
}

// hold claims the range for the rest of the stream, calls write, and gives back what was
// not written.
func (w *writer) hold(write func(*claim) error) error {
	left, bounded := w.c.Left()
	if !bounded {
		return refuse("it is longer than a file can be")
	}
	end, err := sys.seek(w.File, left, io.SeekCurrent)
	if err != nil {
		return refuse("its offset cannot go that far: %w", err)
	}
	c := &claim{writer: w, next: end - left, end: end, empty: w.emptyFrom(end - left)}
	c.align = max(memoryAlign, sys.statfs(w.File).block) // no sector is larger than a block
	err = write(c)
	if !c.release() && refused(err) {
		err = c.writeUntil(c.end, nil)
		if refused(err) {
			err = errors.Unwrap(err) // no other method may continue, at another offset
		}
	}
	return err
}

// release gives back the rest of the range: it moves the offset back and truncates a file of
// our own there, which also frees what is allocated past its end. It returns false, and
// changes nothing, if others moved the offset.
func (c *claim) release() bool {
	if c.next == c.end {
		return true
	}
	at, err := sys.seek(c.File, 0, io.SeekCurrent)
	if err != nil || at != c.end || c.truncateOurs() != nil {
		return false
	}
	_, err = sys.seek(c.File, c.next, io.SeekStart)
	return err == nil
}

// truncateOurs truncates the file at next, if it is our own. In a shared file, what a failed
// call left cannot be told from what others wrote.
func (c *claim) truncateOurs() error {
	if !c.Named || !c.empty || c.overwrite {
		return nil
	}
	return sys.truncate(c.File, c.next)
}

// wrote counts n bytes of the range.
func (c *claim) wrote(n int64) {
	c.next += n
	c.writer.wrote(n)
}

// put writes the bytes that fill took by one call through f.
func (c *claim) put(f *os.File) error {
	n, err := c.retry(f, func(fd int) (int, error) { return linux.pwritev(fd, c.segments, c.next) })
	c.wrote(int64(max(0, n)))
	if n < c.bytes {
		c.rewind()
	}
	if err == nil && n == 0 {
		err = io.ErrShortWrite
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL):
		return refusal{c.failed("write at an offset", err)}
	}
	return c.failed("write", err)
}

// writeUntil writes the bytes before an offset, through the page cache. If direct, the file
// opened with O_DIRECT, is not nil, it writes aligned parts of the file past the page cache.
func (c *claim) writeUntil(end int64, direct *os.File) error {
	c.rewind()
	for c.next < end {
		if err := c.start(); err != nil {
			return err
		}
		f, n := c.File, min(end-c.next, directBytes)
		into := c.next % c.align
		switch {
		case direct == nil:
			c.fill(int(n))
		case into > 0 || n < c.align:
			c.fill(int(min(n, c.align-into)))
		default:
			f = direct
			c.fillAligned(int(n / c.align * c.align))
		}
		if err := c.put(f); err != nil {
			return err
		}
	}
	return nil
}
