package sink

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// A claim is the range of a file that the rest of a stream goes to. No byte that others
// write to the file is lost, since
//
//   - hold moves the offset of the file behind the range, by one lseek: all who share the
//     offset write before the range or behind it. What is in the range is ours.
//   - put and clone are the only calls of this package that write at an offset. They write
//     at next, which the cursor of the stream stands at too, and end where the stream does:
//     at the end of the range.
//   - release moves the offset back, or ends the file, only if the offset still is where
//     hold left it: nobody wrote behind the range. It ends only a file that nobody else
//     has open as we have, and that had nothing from the range on.
//   - Where others moved the offset, nothing is given back. If a method refused, the page
//     cache takes the rest of the range; after an error, the rest stays as it is.
//
// Other writes (see writeSome) go to the offset, which moves with each.
type claim struct {
	*emission
	next, end int64  // what is left of the range
	bare      bool   // the file had nothing from the range on
	bounce    []byte // for segments that are not aligned
}

// hold claims the range for what is left of the stream, calls write, and gives back what
// that did not write.
func (e *emission) hold(write func(*claim) error) error {
	left, bounded := e.c.Left()
	if !bounded {
		return refuse("it is longer than a file can be")
	}
	end, err := sys.seek(e.File, left, io.SeekCurrent)
	if err != nil {
		return refuse("its offset cannot go so far: %w", err)
	}
	c := &claim{emission: e, next: end - left, end: end, bare: e.bareFrom(end - left)}
	err = write(c)
	if !c.release() && refused(err) {
		err = c.writeUntil(c.end, nil)
		if refused(err) {
			err = errors.Unwrap(err) // no other method may go on, at another place
		}
	}
	return err
}

// release gives back what is left of the range: the offset goes back to there, and a file
// of our own ends there, with what is allocated behind. It returns false, and changes
// nothing, if others moved the offset.
func (c *claim) release() bool {
	if c.next == c.end {
		return true
	}
	at, err := sys.seek(c.File, 0, io.SeekCurrent)
	if err != nil || at != c.end {
		return false
	}
	// In a file of others, what a failed call left cannot be told from what they wrote.
	if ours := c.Named && c.bare && !c.overwrite; ours && sys.truncate(c.File, c.next) != nil {
		return false
	}
	_, err = sys.seek(c.File, c.next, io.SeekStart)
	return err == nil
}

// wrote counts n bytes of the range.
func (c *claim) wrote(n int64) {
	c.next += n
	c.emission.wrote(n)
}

// put writes the next bytes of the stream, which fill took, by one call through f.
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

// writeUntil writes the bytes that go before an offset, through the page cache. If direct,
// the file open with O_DIRECT, is not nil, what is aligned in the file goes past it.
func (c *claim) writeUntil(end int64, direct *os.File) error {
	c.rewind()
	for c.next < end {
		if err := c.start(); err != nil {
			return err
		}
		f, n := c.File, min(end-c.next, directBytes)
		into := c.next % directAlign
		switch {
		case direct == nil:
			c.fill(int(n))
		case into > 0 || n < directAlign:
			c.fill(int(min(n, directAlign-into)))
		default:
			f = direct
			c.fillAligned(int(n / directAlign * directAlign))
		}
		if err := c.put(f); err != nil {
			return err
		}
	}
	return nil
}

// clone clones the n bytes that are distance before the next byte, from the file opened
// again. They have to be those that come next.
func (c *claim) clone(distance, n int64) error {
	if err := c.stopped(); err != nil {
		return err
	}
	r := unix.FileCloneRange{
		Src_fd:      int64(c.again.Fd()),
		Src_offset:  uint64(c.next - distance),
		Src_length:  uint64(n),
		Dest_offset: uint64(c.next),
	}
	_, err := c.retry(c.File, func(fd int) (int, error) { return 0, linux.clone(fd, &r) })
	switch err {
	case nil:
		c.wrote(n)
		return nil
	case unix.EINVAL, unix.EOPNOTSUPP, unix.ENOTTY, unix.EXDEV, unix.EPERM, unix.ETXTBSY:
		return refusal{c.failed("clone", err)}
	}
	return c.failed("clone", err)
}
