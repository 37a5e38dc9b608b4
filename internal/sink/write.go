package sink

import "io"

// writeBytes is what one write is given: as much as the second cache holds
// easily.
const writeBytes = 512 << 10

// write writes all by plain writes.
func (e *emission) write() error {
	var b batch
	for {
		b.fill(e.c, writeBytes)
		if b.bytes == 0 {
			return nil
		}
		for b.bytes > 0 {
			if err := e.writeSome(&b); err != nil {
				e.back()
				return err
			}
		}
	}
}

// writeSome writes what one write takes of b, and drops that.
func (e *emission) writeSome(b *batch) error {
	if err := e.stopped(); err != nil {
		return err
	}
	n, err := e.writev(b.segments)
	n = max(0, n)
	b.drop(n)
	e.wrote(int64(n))
	if err == nil && n == 0 {
		err = io.ErrShortWrite
	}
	if err != nil {
		return e.failed("write", err)
	}
	return nil
}
