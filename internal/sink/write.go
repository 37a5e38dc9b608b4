package sink

import (
	"errors"
	"io"
	"io/fs"
	"syscall"
)

// writeBytes is the size of one write: L2 holds it easily.
const writeBytes = 512 << 10

// plainWriter writes at the offset that others may share.
type plainWriter struct {
	*emission
	batch batch
}

func newPlainWriter(e *emission) (writer, error) { return &plainWriter{emission: e}, nil }

func (w *plainWriter) write() error {
	for {
		if w.batch.fill(w.c, writeBytes); w.batch.bytes == 0 {
			return nil
		}
		for w.batch.bytes > 0 {
			if err := w.writeSome(&w.batch); err != nil {
				return err
			}
		}
	}
}

// writeSome writes as much of b as one write takes, and drops that from b.
func (e *emission) writeSome(b *batch) error {
	if err := e.start(); err != nil {
		return err
	}
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
