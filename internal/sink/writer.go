package sink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/bits"
	"os"

	"github.com/hanoigen/hanoi/internal/block"
)

// A method implements a Method. open returns why the output does not support it; write may
// refuse even after open succeeded.
type method struct{ open, write func(*writer) error }

// refusal is the error of an output that does not support a method.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return refusal{fmt.Errorf(format, args...)} }

func refused(err error) bool { return errors.As(err, new(refusal)) }

// Check returns why a method, which is not Auto, could not write a long stream to o, or nil.
func (o *Output) Check(m Method) error {
	long := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: 1 << 40})
	w := &writer{Output: o, c: long.Cursor()}
	defer w.close()
	return methods[m].open(w)
}

// A writer is one call of WriteStream.
type writer struct {
	*Output
	c       *block.Cursor
	begin   block.Pos // of c
	written int64
	using   Method
	need    float64  // bytes of the file system to write the rest of the stream
	again   *os.File // the file, opened again for the method in use; or nil
	clones  clonePlan

	// The bytes to write next. All segments are stable, except perhaps the last.
	segments [][]byte
	room     [][]byte // memory for segments
	bytes    int
	unstable bool // the last segment is
}

// A SpaceError says that a file system cannot hold the rest of a stream.
type SpaceError struct {
	Need float64 // bytes; a stream may have 2⁶³ or more
	Free int64
}

func (e *SpaceError) Error() string { return "too little space" }

// fileSystem describes the file system of a file.
type fileSystem struct {
	free       int64 // bytes that this user can still write
	block      int64 // bytes
	btrfs      bool
	showsHoles bool // SEEK_HOLE finds every page that was never written
}

// unknownSystem stands for a file system that says nothing about itself.
var unknownSystem = fileSystem{free: math.MaxInt64, block: 1 << 16}

// newFileSystem describes a file system by its numbers of blocks and their size, as far as
// these make sense.
func newFileSystem(blocks, available, size uint64) fileSystem {
	fs := unknownSystem
	if size < 512 || size > 1<<20 || size&(size-1) != 0 {
		return fs
	}
	fs.block = int64(size)
	hi, free := bits.Mul64(available, size)
	if blocks > 0 && available <= blocks && hi == 0 && free < math.MaxInt64 { // /proc has no blocks
		fs.free = int64(free)
	}
	return fs
}

// fits refuses a file that has too little space, if the stream must fit.
func (w *writer) fits() error {
	if !w.Regular || !w.MustFit || w.written > 0 {
		return nil
	}
	if free := sys.statfs(w.File).free; w.need > float64(free) {
		return &SpaceError{w.need, free}
	}
	return nil
}

// Fits reports whether the file system has room for the rest of a stream, if it must fit.
func (o *Output) Fits(s Source) bool {
	var c cursorOf
	if _, err := s.WriteTo(&c); err != nil {
		return false
	}
	w := &writer{Output: o, c: c.Cursor}
	for _, m := range Methods() {
		if m == Auto || o.Method != Auto && o.Method != m {
			continue
		}
		w.need = w.c.LeftFloat()
		err := methods[m].open(w)
		w.close()
		if err == nil {
			return w.fits() == nil
		}
	}
	return true
}

// close closes what a method has opened. Close errors are ignored: the writes already
// reported failures.
func (w *writer) close() {
	_ = w.again.Close() // returns an error if it is nil
	w.again = nil
}

// emptyFrom reports whether the file has nothing to keep from an offset on.
func (o *Output) emptyFrom(offset int64) bool {
	info, err := o.File.Stat()
	return err == nil && (o.overwrite || info.Size() <= offset)
}

// try writes the stream by the method asked for, or by the first that works.
func (w *writer) try() (err error) {
	for _, m := range Methods() {
		if m == Auto || w.Method != Auto && w.Method != m {
			continue
		}
		w.need = w.c.LeftFloat() // clones need less
		if err = methods[m].open(w); err == nil {
			w.using = m
			if err = cmp.Or(w.fits(), w.stopped()); err == nil {
				err = methods[m].write(w)
			}
			w.rewind()
		}
		w.close()
		if !refused(err) {
			return err
		}
	}
	if w.Method != Auto && w.written == 0 {
		return fmt.Errorf("%w, %v: %w", ErrMethod, w.Method, err)
	}
	return err
}

// start precedes each call that writes. It truncates a file to be overwritten, unless the
// writing has to stop.
func (w *writer) start() error {
	if err := w.stopped(); err != nil {
		return err
	}
	return w.truncateOld()
}

// wrote counts n bytes.
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

// stopped returns the cause of the context if that is done.
func (o *Output) stopped() error {
	if o.Context == nil || o.Context.Err() == nil {
		return nil
	}
	return context.Cause(o.Context)
}

// failed returns the error of a failed call, with the names of the call and the file. A
// call that ended because the writing had to stop did not fail.
func (o *Output) failed(op string, err error) error {
	if why := o.stopped(); why != nil && errors.Is(err, why) {
		return err
	}
	return &fs.PathError{Op: op, Path: o.File.Name(), Err: err}
}

// fill takes the next bytes of the stream, at most n; none at the end.
func (w *writer) fill(n int) {
	const most = 1024 // segments that a system call takes
	w.room, w.bytes, w.unstable = w.room[:0], 0, false
	for w.bytes < n && len(w.room) < most && !w.unstable {
		segment, stable := w.c.Next(n - w.bytes)
		if len(segment) == 0 {
			break
		}
		w.room = append(w.room, segment)
		w.bytes += len(segment)
		w.unstable = !stable
	}
	w.segments = w.room
}

// drop removes the first n bytes from the segments.
func (w *writer) drop(n int) {
	w.bytes -= n
	for n > 0 && n >= len(w.segments[0]) {
		n -= len(w.segments[0])
		w.segments = w.segments[1:]
	}
	if n > 0 {
		w.segments[0] = w.segments[0][n:]
	}
}
