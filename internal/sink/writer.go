package sink

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// A writer is one call of WriteStream.
type writer struct {
	o     *Output
	c     *block.Cursor
	begin block.Pos // where writing began
	now   Progress
	next  block.Segments
}

// planPlain plans writes at the offset, which other processes may share.
func planPlain(w *writer) (plan, error) { return plan{write: w.writePlain}, nil }

const (
	writeBytes = 512 << 10 // of one write: small enough for L2
	blockBytes = 4096      // of one write after a larger one did not fit on the disk
)

func (w *writer) writePlain() error {
	for most := int64(writeBytes); ; {
		// Each write ends at a multiple of most in the stream. So if the stream begins the
		// file, no two writes share a page. After a power cut, a shared page could be half
		// written, which is not a hole.
		at, _ := w.c.Offset()
		if w.next.Fill(w.c, int(most-at%most)); w.next.Bytes == 0 {
			return nil
		}
		err := w.writeSome()
		for err == nil && w.next.Bytes > 0 {
			err = w.writeSome()
		}
		switch {
		case err == nil:
			most = writeBytes
		case osfile.OutOfSpace(err) && most > blockBytes:
			most = blockBytes
			w.rewind()
		default:
			return err
		}
	}
}

// writeSome writes some of the next bytes by one call, and drops them.
func (w *writer) writeSome() error {
	if err := w.start(); err != nil {
		return err
	}
	n, err := w.writeNext()
	if osfile.BrokenPipe(err) {
		// If this is standard output, package os ends the process by SIGPIPE.
		n, err = w.o.File.Write(w.next.List[0])
	}
	w.next.Drop(n)
	w.wrote(int64(n))
	if err == nil && n == 0 {
		err = io.ErrShortWrite
	}
	if err != nil && !errors.As(err, new(*fs.PathError)) {
		err = w.o.failed("write", err)
	}
	return err
}

// emptyFrom reports whether the file has no bytes to keep at an offset or after it. The bytes of
// a partial file are the stream's, which may be written again.
func (o *Output) emptyFrom(offset int64) bool {
	info, err := o.File.Stat()
	return err == nil && (o.old == Overwrite || info.Size() <= max(offset, o.resumed))
}

// start precedes each call that writes.
func (w *writer) start() error {
	if err := w.o.stopped(); err != nil {
		return err
	}
	return w.o.truncateOld()
}

func (w *writer) wrote(n int64) {
	if w.now.Written += n; w.now.Written < 0 {
		w.now.Written = math.MaxInt64
	}
	w.report()
}

func (w *writer) report() {
	if report := w.o.options.Progress; report != nil {
		report(w.now)
	}
}

// rewind moves c to the first byte that was not written.
func (w *writer) rewind() { w.c.SeekFrom(w.begin, w.now.Written) }

// stopped returns the cause of the context if it is done.
func (o *Output) stopped() error { return context.Cause(o.options.Context) }

// failed adds the names of the call and of the file to the error of a call. If the call was
// stopped, failed returns its error unchanged.
func (o *Output) failed(op string, err error) error {
	if why := o.stopped(); why != nil && errors.Is(err, why) {
		return err
	}
	return &fs.PathError{Op: op, Path: o.File.Name(), Err: err}
}
