package sink

import (
	"errors"
	"io"
	"io/fs"
)

const (
	writeBytes = 512 << 10 // of one write: small enough for L2
	lastBytes  = 4096      // of one write once the disk is full
)

// planPlain plans writes at the offset, which other processes may share.
func planPlain(w *writer) (plan, error) { return plan{write: w.writePlain}, nil }

func (w *writer) writePlain() error {
	for most := int64(writeBytes); ; {
		// Each write ends at a multiple of most in the stream. So if the stream begins
		// the file, no two writes share a page. After a power cut, a shared page could be half
		// written, which is not a hole.
		at, _ := w.c.Offset()
		if w.next.fill(w.c, int(most-at%most)); w.next.bytes == 0 {
			return nil
		}
		for w.next.bytes > 0 {
			err := w.writeSome()
			if outOfSpace(err) && most > lastBytes {
				most = lastBytes
				w.rewind()
				break
			}
			if err != nil {
				return err
			}
		}
	}
}

// writeSome writes some of the next bytes by one call, and drops them.
func (w *writer) writeSome() error {
	if err := w.start(); err != nil {
		return err
	}
	n, err := w.writev()
	if brokenPipe(err) {
		// If this is standard output, package os ends the process by SIGPIPE.
		n, err = w.o.File.Write(w.next.list[0])
	}
	w.next.drop(n)
	w.wrote(int64(n))
	if err == nil && n == 0 {
		err = io.ErrShortWrite
	}
	if err != nil && !errors.As(err, new(*fs.PathError)) {
		err = w.o.failed("write", err)
	}
	return err
}
