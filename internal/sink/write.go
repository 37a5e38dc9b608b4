package sink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"

	"github.com/hanoigen/hanoi/internal/block"
)

// A method plans how the rest of a stream is written, or returns a refusal. A [Method] is a
// number of the table methods.
type method func(*writer) (plan, error)

// A plan is how a method writes the rest of a stream.
type plan struct {
	need  func(bytes float64) float64 // new disk space for this many bytes; nil: a byte for each
	write func() error                // may return a refusal; another method writes what is left then
	file  *os.File                    // the file, opened again for write; or nil
}

// refusal is the error of an output that does not support a method.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return refusal{fmt.Errorf(format, args...)} }

func refused(err error) bool { return errors.As(err, new(refusal)) }

// Check returns nil if method m can write a long stream to o, or else the reason why it cannot.
// m must not be Auto.
func (o *Output) Check(m Method) error {
	long := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: 1 << 40})
	p, err := methods[m](&writer{o: o, c: long.Cursor()})
	_ = p.file.Close() // an error if it is nil
	return err
}

// WriteStream writes the rest of c's stream at the file's offset, and moves c and the offset to
// the end of what it wrote. It returns the number of bytes written, at most 2⁶³−1. Processes
// that share the offset write before or after these bytes; no byte of theirs is lost. A named
// output is on the disk when WriteStream succeeds.
//
// The first call for a partial file, opened in mode [Resume], compares it with the whole of c's
// stream, and writes what is missing.
//
// On error, exactly the returned number of bytes was delivered, and c is after them. A named
// file ends there, and calling WriteStream again completes it. The error
//
//   - wraps ErrMethod, and nothing was written, if the output does not support the method;
//   - is a *SpaceError if the output cannot hold the rest of the stream; nothing was written
//     unless a write found out, or a method was refused after its first byte;
//   - is the cause of the context if the context is done;
//   - wraps ErrResume, and nothing was written, if a partial file is not the beginning of the
//     stream; it also wraps a *block.Difference, with c at the first byte that differs, if there
//     is one;
//   - wraps ErrChanged if all was written, but the file changed meanwhile;
//   - wraps ErrSync if syncing failed. Success of another sync would prove nothing.
//
// The context interrupts a write that waits for a reader only if the method is Splice or the
// output is non-blocking. Writing to standard output without a reader ends the process by
// SIGPIPE, as usual.
func (o *Output) WriteStream(c *block.Cursor) (written int64, err error) {
	w := &writer{o: o, c: c, begin: c.Pos()}
	if o.partial {
		if err := w.resume(); err != nil {
			return 0, err
		}
	}
	if left, _ := c.Left(); left > 0 && o.readOnly != nil {
		return 0, o.readOnly
	}
	at := int64(0)
	if o.Regular {
		at = o.offset()
	}
	err = w.write()
	short, _ := errors.AsType[*SpaceError](err)
	o.refused = o.refused || errors.Is(err, ErrMethod) || short != nil && short.cause == nil
	if o.Named && (w.now.Written > 0 || err == nil) {
		w.now.Syncing = true
		w.report()
		unsynced := o.Sync()
		if err != nil && unsynced != nil {
			return w.now.Written, fmt.Errorf("%w; %w", err, unsynced)
		}
		err = cmp.Or(err, unsynced)
	}
	if err == nil && o.Regular && w.now.Written > 0 {
		err = o.unchanged(at, w.now.Written)
	}
	return w.now.Written, err
}

// unchanged returns an error if another process emptied a file while n bytes were written at an
// offset, or punched a hole in them.
func (o *Output) unchanged(at, n int64) error {
	name, system := o.File.Name(), sys.statfs(o.File)
	info, err := o.File.Stat()
	switch {
	case err != nil:
		return err
	case info.Size() < at+n && system.free < math.MaxInt64: // not in /proc
		return fmt.Errorf("%s: %w: it has %d bytes", name, ErrChanged, info.Size())
	case !system.showsHoles:
		return nil
	}
	// In a shared file, the bytes are in one piece if no other process moved the offset.
	if end, err := o.File.Seek(0, io.SeekCurrent); err == nil && end == at+n {
		if hole := o.firstHole(at); hole < end {
			return fmt.Errorf("%s: %w: a part of it from byte %d on was removed", name, ErrChanged, hole)
		}
	}
	return nil
}

// A writer is one call of WriteStream.
type writer struct {
	o     *Output
	c     *block.Cursor
	begin block.Pos // where writing began
	now   Progress
	next  segments
}

// write writes the stream by the first method that the output supports, has room for and does
// not refuse later. If a method was asked for, that is the first to be tried, and has to write
// the first byte.
func (w *writer) write() (err error) {
	asked, full := w.o.options.Method, w.o.truncate
	untouched := func() bool { return w.now.Written == 0 && w.o.truncate == full }
	var short *SpaceError // of the first method without room
	for m := max(asked, Clone); int(m) < len(methods); m++ {
		w.now.Method = m
		err = w.writeBy(methods[m])
		if e, ok := errors.AsType[*SpaceError](err); ok && e.cause == nil {
			short = cmp.Or(short, e)
		} else if !refused(err) {
			return err
		}
		if asked != Auto && untouched() {
			break
		}
	}
	switch {
	case short != nil:
		return short
	case asked != Auto && untouched():
		return fmt.Errorf("%w, %v: %w", ErrMethod, asked, err)
	}
	return err
}

// writeBy writes the rest of the stream by one method.
func (w *writer) writeBy(m method) error {
	p, err := m(w)
	if err == nil {
		err = cmp.Or(w.shortage(p), w.o.stopped())
	}
	if err == nil {
		left := w.c.LeftFloat()
		err = p.write()
		w.rewind()
		err = w.full(err, p, left)
	}
	_ = p.file.Close() // the writes reported all failures
	return err
}

// emptyFrom reports whether the file has no bytes to keep at an offset or after it. The bytes of
// a partial file are the stream's, which may be written again.
func (o *Output) emptyFrom(offset int64) bool {
	info, err := o.File.Stat()
	return err == nil && (o.truncate || info.Size() <= max(offset, o.resumed))
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
func (o *Output) stopped() error {
	if ctx := o.options.Context; ctx != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// failed adds the names of the call and of the file to the error of a call. If the call was
// stopped, failed returns its error unchanged.
func (o *Output) failed(op string, err error) error {
	if why := o.stopped(); why != nil && errors.Is(err, why) {
		return err
	}
	return &fs.PathError{Op: op, Path: o.File.Name(), Err: err}
}
