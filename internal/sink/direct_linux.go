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

// directWriter writes past the page cache.
type directWriter struct {
	*claim
	direct *os.File // the file, open with O_DIRECT
}

func newDirectWriter(e *emission) (writer, error) {
	direct, err := e.openDirect()
	return directWriter{&claim{emission: e}, direct}, err
}

// openDirect opens the file to be written past the page cache.
func (o *Output) openDirect() (*os.File, error) {
	if err := o.seekable(); err != nil {
		return nil, err
	}
	f, err := o.reopen(unix.O_WRONLY | unix.O_DIRECT)
	if err != nil {
		return nil, refuse("its file system has no direct output: %w", errors.Unwrap(err))
	}
	return f, nil
}

func (w directWriter) close() { _ = w.direct.Close() } // the writes have said what was written

func (w directWriter) write() error {
	return w.hold(func() error { return w.writeUntil(w.end, w.direct) })
}

// fillAligned sets the batch to the next n bytes, in memory that is aligned.
func (c *claim) fillAligned(n int) {
	b := &c.batch
	c.fill(n)
	if b.bytes == n && !slices.ContainsFunc(b.segments, unaligned) {
		return
	}
	if c.bounce == nil {
		memory := make([]byte, directBytes+directAlign)
		c.bounce = memory[-uintptr(unsafe.Pointer(&memory[0]))&(directAlign-1):][:directBytes]
	}
	for at := 0; at < n; c.fill(n - at) {
		for _, s := range b.segments {
			at += copy(c.bounce[at:], s)
		}
	}
	b.segments, b.bytes = [][]byte{c.bounce[:n]}, n
}

func unaligned(b []byte) bool {
	return (uintptr(unsafe.Pointer(&b[0]))|uintptr(len(b)))%directAlign != 0
}
