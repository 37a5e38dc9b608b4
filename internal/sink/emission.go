package sink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"

	"github.com/hanoigen/hanoi/internal/block"
)

// A writer implements a Method. write may refuse even if it could be made.
type writer interface {
	need() int64  // bytes of the file system to write the rest of the stream
	write() error // writes it
	close()
}

// A maker makes the writer of a method; the error is why the output cannot take it.
type maker func(*emission) (writer, error)

// refusal is the error of an output that cannot take a method.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return refusal{fmt.Errorf(format, args...)} }

func refused(err error) bool { return errors.As(err, new(refusal)) }

// Check returns why a method, which is not Auto, could not write a long stream to o, or nil.
func (o *Output) Check(m Method) error {
	w, err := makers[m](&emission{Output: o})
	if err == nil {
		w.close()
	}
	return err
}

// An emission is one call of WriteStream.
type emission struct {
	*Output
	c       *block.Cursor
	begin   block.Pos // where c was
	written int64
	using   Method
	batch   batch // what is written next
}

// A SpaceError is why a file is refused that cannot hold all of a stream.
type SpaceError struct{ Need, Free int64 } // bytes of the file system

func (e *SpaceError) Error() string { return "too little space" }

// fits refuses a file that has too little space for so many bytes, if it has to fit.
func (e *emission) fits(need int64) error {
	if !e.Regular || !e.MustFit || e.written > 0 {
		return nil
	}
	if fs, err := sys.statfs(e.File); err == nil && need > fs.free {
		return &SpaceError{need, fs.free}
	}
	return nil
}

// need is the method of writers that write every byte.
func (e *emission) need() int64 {
	left, _ := e.c.Left()
	return left
}

// close is the method of writers that open nothing.
func (e *emission) close() {}

// bareFrom reports whether the file has nothing from an offset on that is to stay.
func (o *Output) bareFrom(offset int64) bool {
	info, err := o.File.Stat()
	return err == nil && (o.overwrite || info.Size() <= offset)
}

// try writes all by the method asked for, or by the first that does it.
func (e *emission) try() (err error) {
	for _, m := range Methods() {
		if m == Auto || e.Method != Auto && e.Method != m {
			continue
		}
		var w writer
		if w, err = makers[m](e); err == nil {
			e.using = m
			if err = cmp.Or(e.fits(w.need()), e.stopped()); err == nil {
				err = w.write()
			}
			w.close()
			e.rewind()
		}
		if !refused(err) {
			return err
		}
	}
	if e.Method != Auto && e.written == 0 {
		return fmt.Errorf("%w, %v: %w", ErrMethod, e.Method, err)
	}
	return err
}

// start comes before each call that writes. It ends what the file had, if it is to be
// overwritten, unless the writing has to end.
func (e *emission) start() error {
	if err := e.stopped(); err != nil {
		return err
	}
	return e.truncateOld()
}

// wrote counts n bytes.
func (e *emission) wrote(n int64) {
	if e.written += n; e.written < 0 {
		e.written = math.MaxInt64
	}
	e.report(false)
}

func (e *emission) report(syncing bool) {
	if e.Progress != nil {
		e.Progress(Progress{e.using, e.written, syncing})
	}
}

// rewind moves c to the first byte that was not written.
func (e *emission) rewind() { e.c.SeekFrom(e.begin, e.written) }

// stopped returns why the writing has to end, if it has.
func (o *Output) stopped() error {
	if o.Context == nil || o.Context.Err() == nil {
		return nil
	}
	return context.Cause(o.Context)
}

// failed returns the error of a call that failed, with its name and the file's. A call
// that ended since the writing had to stop did not fail.
func (o *Output) failed(op string, err error) error {
	if why := o.stopped(); why != nil && errors.Is(err, why) {
		return err
	}
	return &fs.PathError{Op: op, Path: o.File.Name(), Err: err}
}

// A batch is segments that follow one another. All are stable, except perhaps the
// last.
type batch struct {
	segments [][]byte
	bytes    int
	unstable bool     // the last segment
	room     [][]byte // the memory of segments
}

// fill sets the batch to the next bytes, at most n; to none at the end.
func (e *emission) fill(n int) {
	const most = 1024 // segments that a system call takes
	b := &e.batch
	*b = batch{room: b.room[:0]}
	for b.bytes < n && len(b.room) < most && !b.unstable {
		segment, stable := e.c.Next(n - b.bytes)
		if len(segment) == 0 {
			break
		}
		b.room = append(b.room, segment)
		b.bytes += len(segment)
		b.unstable = !stable
	}
	b.segments = b.room
}

// drop takes the first n bytes away.
func (b *batch) drop(n int) {
	b.bytes -= n
	for n > 0 && n >= len(b.segments[0]) {
		n -= len(b.segments[0])
		b.segments = b.segments[1:]
	}
	if n > 0 {
		b.segments[0] = b.segments[0][n:]
	}
}
