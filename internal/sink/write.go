package sink

import (
	"errors"
	"io"
	"io/fs"
	"syscall"
)

// writeBytes is the size of one write: L2 holds it easily.
const writeBytes = 512 << 10

// plain writes at the offset, which others may share.
var plain = way{
	open:  func(*emission) error { return nil },
	write: (*emission).writePlain,
}

func (e *emission) writePlain() error {
	for {
		if e.fill(writeBytes); e.bytes == 0 {
			return nil
		}
		for e.bytes > 0 {
			if err := e.writeSome(); err != nil {
				return err
			}
		}
	}
}

// writeSome writes as much of what is next as one write takes, and drops that.
func (e *emission) writeSome() error {
	if err := e.start(); err != nil {
		return err
	}
	n, err := e.writev()
	if errors.Is(err, syscall.EPIPE) {
		// If this is standard output, package os ends the process by SIGPIPE.
		n, err = e.File.Write(e.segments[0])
	}
	n = max(0, n)
	e.drop(n)
	e.wrote(int64(n))
	if err == nil && n == 0 {
		err = io.ErrShortWrite
	}
	if err != nil && !errors.As(err, new(*fs.PathError)) {
		err = e.failed("write", err)
	}
	return err
}
