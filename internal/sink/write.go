package sink

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// A method plans how the rest of a stream is written, or returns a refusal. A [Method] is an index
// of the table methods.
type method func(*writer) (plan, error)

// A plan is how a method writes the rest of a stream.
type plan struct {
	write func() error                // may return a refusal; another method writes what is left then
	need  func(bytes float64) float64 // disk space for this many bytes, if it is less than they are
	file  *os.File                    // the file, opened again for write; or nil
}

// refusal says why an output does not support a method, or has too little space for it.
type refusal struct{ why error }

func (r refusal) Error() string { return r.why.Error() }
func (r refusal) Unwrap() error { return r.why }

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
//   - wraps ErrChanged if all was written, but another process emptied the file meanwhile, punched
//     a hole in it, or removed its name;
//   - wraps ErrSync if syncing failed. WriteStream must not be called again: another sync could
//     succeed although the data was lost.
//
// The context interrupts a write that waits for a reader only if the method is Splice or the
// output is non-blocking. Writing to standard output without a reader ends the process by
// SIGPIPE, as usual.
func (o *Output) WriteStream(c *block.Cursor) (written int64, err error) {
	w := &writer{o: o, c: c, begin: c.Pos()}
	if o.old == Resume {
		if err := w.resume(); err != nil {
			return 0, err
		}
	}
	if left, _ := c.Left(); left > 0 && o.readOnly != nil {
		return 0, o.readOnly
	}
	at := int64(0)
	if o.Regular {
		at = osfile.Offset(o.File)
	}
	err = w.write()
	if short, _ := errors.AsType[*SpaceError](err); errors.Is(err, ErrMethod) || short != nil && short.cause == nil {
		o.discard()
	}
	if o.Named && (w.now.Written > 0 || err == nil) {
		w.now.Syncing = true
		w.report()
		switch unsynced := o.Sync(); {
		case err == nil:
			err = unsynced
		case unsynced != nil:
			err = fmt.Errorf("%w; %w", err, unsynced)
		}
	}
	if err == nil && o.Regular && w.now.Written > 0 {
		err = o.unchanged(at, at+w.now.Written)
	}
	return w.now.Written, err
}

// unchanged returns an error if another process emptied a file while its bytes from … to−1 were
// written, or punched a hole in them.
func (o *Output) unchanged(from, to int64) error {
	info, err := o.File.Stat()
	if err != nil {
		return err
	}
	name := o.File.Name()
	if info.Size() < to && !math.IsInf(sys.system(o.File).Free, 1) { // not in /proc
		return fmt.Errorf("%s: %w: it has %d bytes", name, ErrChanged, info.Size())
	}
	// In a shared file, the bytes are in one piece if no other process moved the offset.
	if end, err := o.File.Seek(0, io.SeekCurrent); err == nil && end == to {
		pieces, _ := o.pieces(from, to)
		if hole := firstHole(pieces, from); hole < to {
			return fmt.Errorf("%s: %w: a part of it from byte %d on was removed", name, ErrChanged, hole)
		}
	}
	return nil
}

// write writes the stream by the first method that is not refused, and the rest by the next one
// if the method is refused later. A method that was asked for has to write the first byte.
func (w *writer) write() (err error) {
	asked, old := w.o.options.Method, w.o.old
	var short *SpaceError // of the first method without room
	for m := max(asked, Clone); int(m) < len(methods); m++ {
		w.now.Method = m
		if err = w.writeBy(methods[m]); !refused(err) {
			return err
		}
		e, _ := errors.AsType[*SpaceError](err)
		short = cmp.Or(short, e)
		if asked != Auto && w.now.Written == 0 && w.o.old == old {
			break
		}
	}
	if short != nil {
		return short
	}
	return fmt.Errorf("%w, %v: %w", ErrMethod, asked, err)
}

// writeBy writes the rest of the stream by one method.
func (w *writer) writeBy(m method) error {
	p, err := m(w)
	defer p.file.Close() // the writes report all failures
	if err == nil {
		err = w.shortage(p)
	}
	if err == nil {
		err = w.o.stopped()
	}
	if err != nil {
		return err
	}
	err = p.write()
	w.rewind()
	return w.full(err, p)
}
