package sink

import (
	"errors"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	directBytes = 4 << 20 // of one write: enough to keep a disk busy
	directAlign = 4096    // of offsets, lengths and memory; a disk that wants more refuses
)

// openDirect opens the file to be written past the page cache.
func (e *emission) openDirect() (err error) {
	if err = e.seekable(); err == nil {
		e.again, err = e.reopenDirect()
	}
	return err
}

func (e *emission) writeDirect() error {
	return e.hold(func(c *claim) error { return c.writeUntil(c.end, e.again) })
}

// reopenDirect opens the file again, with O_DIRECT.
func (o *Output) reopenDirect() (*os.File, error) {
	f, err := o.reopen(unix.O_WRONLY | unix.O_DIRECT)
	if err != nil {
		return nil, refuse("its file system has no direct output: %w", errors.Unwrap(err))
	}
	return f, nil
}

// fillAligned takes the next n bytes, in memory that is aligned.
func (c *claim) fillAligned(n int) {
	c.fill(n)
	if c.bytes == n && !slices.ContainsFunc(c.segments, unaligned) {
		return
	}
	if c.bounce == nil {
		memory := make([]byte, directBytes+directAlign)
		c.bounce = memory[-uintptr(unsafe.Pointer(&memory[0]))&(directAlign-1):][:directBytes]
	}
	for at := 0; at < n; c.fill(n - at) {
		for _, s := range c.segments {
			at += copy(c.bounce[at:], s)
		}
	}
	c.segments, c.bytes = [][]byte{c.bounce[:n]}, n
}

func unaligned(b []byte) bool {
	return (uintptr(unsafe.Pointer(&b[0]))|uintptr(len(b)))%directAlign != 0
}
