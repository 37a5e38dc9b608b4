package sink

import (
	"errors"
	"io"
	"io/fs"
	"syscall"
)

// writeBytes is what one write is given: as much as L2 holds easily.
const writeBytes = 512 << 10

// write writes all by plain writes, at the offset that others may share.
func (e *emission) write() error {
	if !e.release() {
		return e.writeCached(e.pos + e.total) // others write behind the claim
	}
	if err := e.start(); err != nil {
		return err
	}
	e.rewind()
	var b batch
	for {
		b.fill(e.c, writeBytes)
		if b.bytes == 0 {
			return nil
		}
		for b.bytes > 0 {
			if err := e.writeSome(&b); err != nil {
				return err
			}
		}
	}
}

// writeSome writes as much of b as one write takes, and drops that from b.
func (e *emission) writeSome(b *batch) error {
	if err := e.stopped(); err != nil {
		return err
	}
	n, err := e.writev(b.segments)
	if errors.Is(err, syscall.EPIPE) {
		// If this is standard output, package os ends the process by SIGPIPE.
		n, err = e.file.Write(b.segments[0])
	}
	n = max(0, n)
	b.drop(n)
	e.wrote(int64(n))
	if err == nil && n == 0 {
		err = io.ErrShortWrite
	}
	if err != nil && !errors.As(err, new(*fs.PathError)) {
		err = e.failed("write", err)
	}
	return err
}
