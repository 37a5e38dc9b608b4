package sink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"syscall"

	"github.com/hanoigen/hanoi/internal/block"
)

// A writer is how a method is done. write may still refuse what can allowed; then
// nothing past e.written was written.
type writer struct {
	method Method
	can    func(*emission) error // why the output cannot take it; e.c may be nil
	write  func(*emission) error
}

// writers is in the order in which Auto tries them.
var writers = []writer{
	{Clone, canClone, (*emission).clone},
	{Direct, canDirect, (*emission).direct},
	{Splice, canSplice, (*emission).splice},
	{Write, func(*emission) error { return nil }, (*emission).write},
}

// refusal is the error of an output that cannot take a method.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return refusal{fmt.Errorf(format, args...)} }

// The reasons of more than one method.
var (
	errNotRegular = refuse("it is not a regular file")
	errAppends    = refuse("it is open for appending")
	errReadOnly   = refuse("it is not open for writing")
)

// Check says whether an output can be written by a method.
type Check struct {
	Method Method
	Err    error // why not, or nil
}

// Checks says of each method but Auto whether it could write a long stream to o. Auto
// takes the first that can.
func (o *Output) Checks() ([]Check, error) {
	e, err := o.newEmission(nil)
	if err != nil {
		return nil, err
	}
	var checks []Check
	for _, w := range writers {
		checks = append(checks, Check{w.method, w.can(e)})
	}
	return checks, nil
}

// An emission is one call of WriteStream.
type emission struct {
	*Output
	ctx     context.Context
	conn    syscall.RawConn
	c       *block.Cursor
	begin   block.Pos // where c was
	total   int64     // how much c had left, and
	bounded bool      // whether that is all: streams may go on past 2⁶³ bytes
	written int64

	using Method

	// Of a regular file:
	pos     int64 // the offset of the first byte to write
	size    int64 // of the file, when pos was found, but for what is to be emptied
	claimed bool  // the offset is moved behind all that there is to write
}

// newEmission prepares to write the rest of c.
func (o *Output) newEmission(c *block.Cursor) (*emission, error) {
	e := &emission{Output: o, ctx: o.Context, c: c}
	if e.ctx == nil {
		e.ctx = context.Background()
	}
	if c != nil {
		e.begin = c.Pos()
		e.total, e.bounded = c.Left()
	}
	info, err := o.file.Stat()
	if err != nil {
		return nil, err
	}
	if o.regular {
		if !o.overwrite {
			e.size = info.Size()
		}
		if e.pos, err = o.file.Seek(0, io.SeekCurrent); err != nil {
			return nil, err
		}
	}
	if e.conn, err = o.file.SyscallConn(); err != nil {
		return nil, err
	}
	if errors.Is(e.seekable(), errAppends) {
		e.pos = e.size // whatever the offset is
	}
	return e, nil
}

// emit writes all.
func (e *emission) emit() error {
	if e.regular && e.MustFit {
		free, err := Free(e.file)
		if need := e.need(); err == nil && need > free {
			return &SpaceError{need, free}
		}
	}
	err := e.try()
	e.release()
	e.rewind()
	if !e.Durable || !e.named || !e.regular || e.overwrite {
		return err
	}
	e.report(true)
	// Not tried again if it fails: the system may have dropped the data and would then
	// report success.
	unsynced := e.Sync()
	if err != nil && unsynced != nil {
		return fmt.Errorf("%w; %w", err, unsynced)
	}
	return cmp.Or(err, unsynced)
}

// A SpaceError is why a file is refused that cannot hold all of a stream.
type SpaceError struct{ Need, Free int64 } // bytes of the file system

func (e *SpaceError) Error() string {
	return fmt.Sprintf("%v: %d bytes are needed and %d left", ErrSpace, e.Need, e.Free)
}

func (e *SpaceError) Unwrap() error { return ErrSpace }

// need returns how many bytes of the file system it takes to write the rest: few where
// clones share them, and none for what the file has there already.
func (e *emission) need() int64 {
	if (e.Method == Auto || e.Method == Clone) && canClone(e) == nil {
		if p, ok := e.plan(); ok {
			return p.need
		}
	}
	return e.left() - max(0, e.size-e.pos)
}

// try writes all by the method asked for, or by the first that does it.
func (e *emission) try() (err error) {
	for _, w := range writers {
		if e.Method != Auto && e.Method != w.method {
			continue
		}
		if err = w.can(e); err == nil {
			e.using = w.method
			err = w.write(e)
		}
		if !errors.As(err, new(refusal)) {
			return err
		}
	}
	if e.Method != Auto && e.written == 0 {
		return fmt.Errorf("%w, %v: %w", ErrMethod, e.Method, err)
	}
	return err
}

// start ends what the file had, if it is to be overwritten, unless e has to end.
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

// left returns how much there is to write, up to 2⁶³−1.
func (e *emission) left() int64 { return e.total - e.written }

// offset returns where in the file the next byte goes.
func (e *emission) offset() int64 { return e.pos + e.written }

// rewind moves c to the first byte that was not written.
func (e *emission) rewind() { e.c.SeekFrom(e.begin, e.written) }

// stopped returns why e has to end, if it has.
func (e *emission) stopped() error {
	if e.ctx.Err() != nil {
		return context.Cause(e.ctx)
	}
	return nil
}

// failed returns the error of a call that failed, with its name and the file's. A call
// that ended since e had to stop did not fail.
func (e *emission) failed(op string, err error) error {
	if why := e.stopped(); why != nil && errors.Is(err, why) {
		return err
	}
	return &fs.PathError{Op: op, Path: e.file.Name(), Err: err}
}

// A batch is segments that follow one another. All are stable, except perhaps the
// last.
type batch struct {
	segments [][]byte
	bytes    int
	unstable bool     // the last segment
	room     [][]byte // the memory of segments
}

// fill sets b to the next bytes of c, at most n > 0; to none at the end.
func (b *batch) fill(c *block.Cursor, n int) {
	const most = 1024 // segments that a system call takes
	*b = batch{room: b.room[:0]}
	for b.bytes < n && len(b.room) < most && !b.unstable {
		segment, stable := c.Next(n - b.bytes)
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
