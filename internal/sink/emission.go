package sink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"github.com/hanoigen/hanoi/internal/block"
)

// A way implements a Method. open returns why the output cannot take it; write may refuse
// even if it can.
type way struct{ open, write func(*emission) error }

// refusal is the error of an output that cannot take a method.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return refusal{fmt.Errorf(format, args...)} }

func refused(err error) bool { return errors.As(err, new(refusal)) }

// Check returns why a method, which is not Auto, could not write a long stream to o, or nil.
func (o *Output) Check(m Method) error {
	long := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: 1 << 40})
	e := &emission{Output: o, c: long.Cursor()}
	defer e.close()
	return ways[m].open(e)
}

// An emission is one call of WriteStream.
type emission struct {
	*Output
	c       *block.Cursor
	begin   block.Pos // where c was
	written int64
	using   Method
	need    int64    // bytes of the file system to write the rest of the stream
	again   *os.File // the file, opened again for using; nil if that needs none

	// What is written next: segments that follow one another. All are stable, except
	// perhaps the last.
	segments [][]byte
	room     [][]byte // their memory
	bytes    int
	unstable bool // the last segment
}

// A SpaceError is why a file is refused that cannot hold all of a stream.
type SpaceError struct{ Need, Free int64 } // bytes of the file system

func (e *SpaceError) Error() string { return "too little space" }

// fileSystem describes the file system of a file.
type fileSystem struct {
	free  int64 // bytes that this user can still write
	block int64 // bytes
	btrfs bool
}

// unknownSystem stands for a file system that does not tell.
var unknownSystem = fileSystem{free: math.MaxInt64, block: 1 << 16}

// fits refuses a file that has too little space, if the stream has to fit.
func (e *emission) fits() error {
	if !e.Regular || !e.MustFit || e.written > 0 {
		return nil
	}
	if free := sys.statfs(e.File).free; e.need > free {
		return &SpaceError{e.need, free}
	}
	return nil
}

// close closes what a way has opened. The writes have said what was written.
func (e *emission) close() {
	_ = e.again.Close() // which refuses nil
	e.again = nil
}

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
		e.need, _ = e.c.Left() // clones need less
		if err = ways[m].open(e); err == nil {
			e.using = m
			if err = cmp.Or(e.fits(), e.stopped()); err == nil {
				err = ways[m].write(e)
			}
			e.rewind()
		}
		e.close()
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

// fill takes the next bytes, at most n; none at the end.
func (e *emission) fill(n int) {
	const most = 1024 // segments that a system call takes
	e.room, e.bytes, e.unstable = e.room[:0], 0, false
	for e.bytes < n && len(e.room) < most && !e.unstable {
		segment, stable := e.c.Next(n - e.bytes)
		if len(segment) == 0 {
			break
		}
		e.room = append(e.room, segment)
		e.bytes += len(segment)
		e.unstable = !stable
	}
	e.segments = e.room
}

// drop takes the first n bytes away.
func (e *emission) drop(n int) {
	e.bytes -= n
	for n > 0 && n >= len(e.segments[0]) {
		n -= len(e.segments[0])
		e.segments = e.segments[1:]
	}
	if n > 0 {
		e.segments[0] = e.segments[0][n:]
	}
}
