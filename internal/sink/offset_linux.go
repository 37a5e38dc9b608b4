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
	write := func(c *claim) error { return c.writeUntil(c.end, direct) }
	return plan{write: func() error { return w.hold(write) }, file: direct}, err
}

func (o *Output) reopenDirect() (*os.File, error) {
	return o.reopen(unix.O_WRONLY|unix.O_DIRECT, "its file system has no direct output")
}

// writeUntil writes the bytes before an offset. If direct is not nil, it is the file opened
// with O_DIRECT, and takes all aligned parts. The rest goes through the page cache.
func (c *claim) writeUntil(end int64, direct *os.File) error {
	c.w.rewind()
	most := int64(directBytes)
	for c.next < end {
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
		err := c.put(f)
		if outOfSpace(err) && most > lastBytes {
			direct, most = nil, lastBytes
		} else if err != nil {
			return err
		}
	}
	return nil
}

// put writes the next bytes through f by one call.
func (c *claim) put(f *os.File) error {
	next := &c.w.next
	n, err := c.w.retry(f, func(fd int) (int, error) { return linux.pwritev(fd, next.list, c.next) })
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
