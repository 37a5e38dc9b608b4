package sink

import (
	"errors"
	"io"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	directBytes = 4 << 20 // of one write: enough to keep a disk busy
	memoryAlign = 4096    // of the memory of direct writes
)

// planDirect plans writes through the file opened again with O_DIRECT.
func planDirect(w *writer) (p plan, err error) {
	if left, _ := w.c.Left(); w.o.options.Method == Auto && left < memoryAlign {
		return p, refuse("it would get no aligned page")
	}
	if err = w.o.seekable(); err != nil {
		return p, err
	}
	direct, err := w.o.reopenDirect()
	write := func() error {
		c, err := w.claim()
		if err != nil {
			return err
		}
		return c.release(c.writeUntil(c.end, direct))
	}
	return plan{write: write, file: direct}, err
}

func (o *Output) reopenDirect() (*os.File, error) {
	return o.reopen(unix.O_WRONLY|unix.O_DIRECT, "its file system has no direct output")
}

// A claim is the range of a file that the rest of a stream is written to. No byte that other
// processes write to the file is lost, because
//
//   - The file's offset moves past the range by one lseek. All processes that share the offset
//     write before or after the range.
//   - put and clone are the only calls of this package that write at an offset of their own.
//     Both write at next. The claim ends where the stream ends.
//   - release returns the rest of the range only if the offset is still where that lseek left it:
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

// claim claims the range for the rest of the stream.
func (w *writer) claim() (*claim, error) {
	left, bounded := w.c.Left()
	if !bounded {
		return nil, refuse("it is longer than a file can be")
	}
	end, err := w.o.File.Seek(left, io.SeekCurrent)
	if err != nil {
		return nil, refuse("its offset cannot go that far: %w", err)
	}
	c := &claim{w: w, next: end - left, end: end, empty: w.o.emptyFrom(end - left)}
	c.align = max(memoryAlign, sys.statfs(w.o.File).block) // no sector is larger than a block
	return c, nil
}

// release returns the rest of the range, with the space allocated for it, after a method ended
// with err.
func (c *claim) release(err error) error {
	if c.next == c.end {
		return err
	}
	file := c.w.o.File
	if at, failed := file.Seek(0, io.SeekCurrent); failed == nil && at == c.end && c.cut() == nil {
		if _, failed = file.Seek(c.next, io.SeekStart); failed == nil {
			return err
		}
	}
	if refused(err) {
		err = c.writeUntil(c.end, nil)
	}
	if refused(err) {
		err = errors.Unwrap(err) // another method would write at another offset
	}
	return err
}

// cut truncates a named file at next; a partial file keeps the size that it had. In a shared file,
// bytes after next may be from a failed call or from another process, so they stay.
func (c *claim) cut() error {
	if o := c.w.o; o.Named && c.empty && o.old != Overwrite {
		return o.File.Truncate(max(c.next, o.resumed))
	}
	return nil
}

func (c *claim) wrote(n int64) {
	c.next += n
	c.w.wrote(n)
}

// writeUntil writes the bytes before an offset. If direct is not nil, it is the file opened
// with O_DIRECT, and takes all aligned parts. The rest goes through the page cache.
func (c *claim) writeUntil(end int64, direct *os.File) error {
	c.w.rewind()
	for most := int64(directBytes); c.next < end; {
		if err := c.w.start(); err != nil {
			return err
		}
		f, n := c.w.o.File, min(end-c.next, most-c.next%most)
		into := c.next % c.align
		switch {
		case direct == nil:
			c.w.next.fill(c.w.c, int(n))
		case into > 0 || n < c.align:
			c.w.next.fill(c.w.c, int(min(n, c.align-into)))
		default:
			f = direct
			c.fillAligned(int(n / c.align * c.align))
		}
		switch err := c.put(f); {
		case err == nil:
			most = directBytes
		case outOfSpace(err) && most > blockBytes:
			most = blockBytes
		default:
			return err
		}
	}
	return nil
}

// put writes the next bytes through f by one call.
func (c *claim) put(f *os.File) error {
	next := &c.w.next
	n, err := c.w.retry(f, func(fd int) (int, error) { return pwritev(fd, next.list, c.next) })
	c.wrote(int64(n))
	if n < next.bytes {
		c.w.rewind()
	}
	if err == nil && n == 0 {
		err = io.ErrShortWrite
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL):
		return refusal{c.w.o.failed("write at an offset", err)}
	}
	return c.w.o.failed("write", err)
}

// fillAligned takes the next n bytes of the stream, in aligned memory.
func (c *claim) fillAligned(n int) {
	next := &c.w.next
	next.fill(c.w.c, n)
	if next.bytes == n && !slices.ContainsFunc(next.list, unaligned) {
		return
	}
	if c.bounce == nil {
		memory := make([]byte, directBytes+memoryAlign)
		c.bounce = memory[-uintptr(unsafe.Pointer(&memory[0]))&(memoryAlign-1):][:directBytes]
	}
	for at := 0; at < n; next.fill(c.w.c, n-at) {
		for _, s := range next.list {
			at += copy(c.bounce[at:], s)
		}
	}
	next.list, next.bytes = [][]byte{c.bounce[:n]}, n
}

func unaligned(b []byte) bool {
	return (uintptr(unsafe.Pointer(&b[0]))|uintptr(len(b)))%memoryAlign != 0
}
