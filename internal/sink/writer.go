package sink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"

	"github.com/hanoigen/hanoi/internal/block"
)

// A method implements a Method. open returns a refusal if the output does not support it.
// write may still return one after open succeeded.
type method struct{ open, write func(*writer) error }

// refusal is the error of an output that does not support a method.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return refusal{fmt.Errorf(format, args...)} }

func refused(err error) bool { return errors.As(err, new(refusal)) }

// Check returns nil if method m can write a long stream to o, or else the reason why it cannot.
// m must not be Auto.
func (o *Output) Check(m Method) error {
	long := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: 1 << 40})
	return o.check(m, long.Cursor())
}

func (o *Output) check(m Method, c *block.Cursor) error {
	w := &writer{Output: o, c: c}
	return w.by(m, func() error { return nil })
}

// A writer is one call of WriteStream.
type writer struct {
	*Output
	c       *block.Cursor
	begin   block.Pos // where c was at first
	written int64
	using   Method
	need    float64  // disk space for the rest of the stream, in bytes
	again   *os.File // the file, opened again for the method in use; or nil
	clones  clonePlan

	segments [][]byte // the next bytes; stable, except perhaps the last segment
	bytes    int      // in segments
	unstable bool     // the last segment is not stable
}

// try calls do for the method asked for. If that is Auto, it calls do for each method until
// do is not refused.
func (w *writer) try(do func() error) (err error) {
	methods := []Method{w.Method}
	if w.Method == Auto {
		methods = Methods()[1:]
	}
	for _, m := range methods {
		if err = w.by(m, do); !refused(err) {
			return err
		}
	}
	if w.Method != Auto && w.written == 0 {
		return fmt.Errorf("%w, %v: %w", ErrMethod, w.Method, err)
	}
	return err
}

// by opens the output for a method and calls do.
func (w *writer) by(m Method, do func() error) error {
	w.using = m
	w.need = w.c.LeftFloat() // openClones needs less
	err := methods[m].open(w)
	if err == nil {
		err = do()
	}
	_ = w.again.Close() // the writes reported all failures
	w.again = nil
	return err
}

// write writes the stream by the method in use.
func (w *writer) write() error {
	err := cmp.Or(w.fits(), w.stopped())
	if err == nil {
		err = methods[w.using].write(w)
	}
	w.rewind()
	return err
}

// emptyFrom reports whether the file has no bytes to keep at an offset or after it.
func (o *Output) emptyFrom(offset int64) bool {
	info, err := o.File.Stat()
	return err == nil && (o.truncate || info.Size() <= offset)
}

// start precedes each call that writes.
func (w *writer) start() error {
	if err := w.stopped(); err != nil {
		return err
	}
	return w.truncateOld()
}

func (w *writer) wrote(n int64) {
	if w.written += n; w.written < 0 {
		w.written = math.MaxInt64
	}
	w.report(false)
}

func (w *writer) report(syncing bool) {
	if w.Progress != nil {
		w.Progress(Progress{Method: w.using, Written: w.written, Syncing: syncing})
	}
}

// rewind moves c to the first byte that was not written.
func (w *writer) rewind() { w.c.SeekFrom(w.begin, w.written) }

// stopped returns the cause of the context if it is done.
func (o *Output) stopped() error {
	if o.Context == nil || o.Context.Err() == nil {
		return nil
	}
	return context.Cause(o.Context)
}

// failed adds the names of the call and of the file to the error of a call. If the call was
// stopped, failed returns its error unchanged.
func (o *Output) failed(op string, err error) error {
	if why := o.stopped(); why != nil && errors.Is(err, why) {
		return err
	}
	return &fs.PathError{Op: op, Path: o.File.Name(), Err: err}
}

// fill takes the next bytes of the stream, at most n; none at the end.
func (w *writer) fill(n int) {
	const most = 1024 // a system call takes no more segments
	w.segments, w.bytes, w.unstable = w.segments[:0], 0, false
	for w.bytes < n && len(w.segments) < most && !w.unstable {
		segment, stable := w.c.Next(n - w.bytes)
		if len(segment) == 0 {
			break
		}
		w.segments = append(w.segments, segment)
		w.bytes += len(segment)
		w.unstable = !stable
	}
}

// drop removes the first n bytes from the segments.
func (w *writer) drop(n int) {
	w.bytes -= n
	whole := 0
	for n > 0 && n >= len(w.segments[whole]) {
		n -= len(w.segments[whole])
		whole++
	}
	w.segments = slices.Delete(w.segments, 0, whole)
	if n > 0 {
		w.segments[0] = w.segments[0][n:]
	}
}
