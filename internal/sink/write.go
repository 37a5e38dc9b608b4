package sink

import (
	"errors"
	"io"
	"io/fs"
	"syscall"
)

// writeBytes is the size of one write: L2 holds it easily.
const writeBytes = 512 << 10

// newPlainWriter returns a writer at the offset, which others may share.
func newPlainWriter(e *emission) (writer, error) { return e, nil }

func (e *emission) write() error {
	for {
		if e.fill(writeBytes); e.batch.bytes == 0 {
			return nil
		}
		for e.batch.bytes > 0 {
			if err := e.writeSome(); err != nil {
				return err
			}
		}
	}
}

// writeSome writes as much of the batch as one write takes, and drops that from it.
func (e *emission) writeSome() error {
	if err := e.start(); err != nil {
		return err
	}
	b := &e.batch
	n, err := e.writev(b.segments)
	if errors.Is(err, syscall.EPIPE) {
		// If this is standard output, package os ends the process by SIGPIPE.
		n, err = e.File.Write(b.segments[0])
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
