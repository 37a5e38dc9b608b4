package sink

import (
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	directBytes = 4 << 20 // of one write: enough to keep a disk busy
	memoryAlign = 4096    // of the memory of direct writes
)

// openDirect opens the file again with O_DIRECT.
func (w *writer) openDirect() error {
	if left, _ := w.c.Left(); w.Method == Auto && left < memoryAlign {
		return refuse("it would get no aligned page")
	}
	err := w.seekable()
	if err == nil {
		w.again, err = w.reopenDirect()
	}
	return err
}

func (o *Output) reopenDirect() (*os.File, error) {
	return o.reopen(unix.O_WRONLY|unix.O_DIRECT, "its file system has no direct output")
}

func (c *claim) writeDirect() error { return c.writeUntil(c.end, c.again) }

// fillAligned takes the next n bytes of the stream, in aligned memory.
func (c *claim) fillAligned(n int) {
	c.fill(n)
	if c.bytes == n && !slices.ContainsFunc(c.segments, unaligned) {
		return
	}
	if c.bounce == nil {
		memory := make([]byte, directBytes+memoryAlign)
		c.bounce = memory[-uintptr(unsafe.Pointer(&memory[0]))&(memoryAlign-1):][:directBytes]
	}
	for at := 0; at < n; c.fill(n - at) {
		for _, s := range c.segments {
			at += copy(c.bounce[at:], s)
		}
	}
	c.segments, c.bytes = [][]byte{c.bounce[:n]}, n
}

func unaligned(b []byte) bool {
	return (uintptr(unsafe.Pointer(&b[0]))|uintptr(len(b)))%memoryAlign != 0
}
