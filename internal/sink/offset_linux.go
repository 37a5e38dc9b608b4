package sink

import (
	"errors"
	"io"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/osfile"
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
	direct, err := reopenDirect(w.o.File)
	if err != nil {
		return p, refuse("its file system has no direct output: %w", err)
	}
	write := func() error {
		c, err := w.claim()
		if err != nil {
			return err
		}
		return c.release(c.writeUntil(c.end, direct))
	}
	return plan{write: write, file: direct}, nil
}

func reopenDirect(f *os.File) (*os.File, error) {
	return osfile.Reopen(f, unix.O_WRONLY|unix.O_DIRECT)
}

var errReadOnly = refuse("it is not open for writing")

// seekable refuses an output that cannot be written at any offset.
func (o *Output) seekable() error {
	flags := osfile.Flags(o.File)
	switch {
	case !o.Regular:
		return refuse("it is not a regular file")
	case flags&unix.O_APPEND != 0:
		return refuse("it is open for appending")
	case flags&unix.O_ACCMODE == unix.O_RDONLY:
		return errReadOnly
	}
	return nil
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
	c.align = max(memoryAlign, sys.system(w.o.File).Block) // no sector is larger than a block
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
			c.w.next.Fill(c.w.c, int(n))
		case into > 0 || n < c.align:
			c.w.next.Fill(c.w.c, int(min(n, c.align-into)))
		default:
			f = direct
			c.fillAligned(int(n / c.align * c.align))
		}
		switch err := c.put(f); {
		case err == nil:
			most = directBytes
		case osfile.OutOfSpace(err) && most > blockBytes:
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
	n, err := osfile.Retry(c.w.o.options.Context, f, func(fd int) (int, error) { return pwritev(fd, next.List, c.next) })
	c.wrote(int64(n))
	if n < next.Bytes {
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
	next.Fill(c.w.c, n)
	if next.Bytes == n && !slices.ContainsFunc(next.List, unaligned) {
		return
	}
	if c.bounce == nil {
		memory := make([]byte, directBytes+memoryAlign)
		c.bounce = memory[-uintptr(unsafe.Pointer(&memory[0]))&(memoryAlign-1):][:directBytes]
	}
	at := 0
	for _, s := range next.List {
		at += copy(c.bounce[at:], s)
	}
	c.w.c.ReadFull(c.bounce[at:n])
	next.List, next.Bytes = [][]byte{c.bounce[:n]}, n
}

func unaligned(b []byte) bool {
	return (uintptr(unsafe.Pointer(&b[0]))|uintptr(len(b)))%memoryAlign != 0
}
