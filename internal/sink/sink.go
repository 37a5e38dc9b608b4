// Package sink writes a stream to a file, a pipe or whatever else is open for
// output, by the fastest way that it can take.
package sink

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"syscall"

	"github.com/hanoigen/hanoi/internal/block"
)

// The errors of this package wrap one of these, or are those of the system or
// of the context.
var (
	ErrCannot = errors.New("the output cannot be written in this way")
	ErrSync   = errors.New("what is on the disk is not known")
	ErrLocked = errors.New("somebody else has a lock on it")
)

// Method is a way of output.
type Method uint8

const (
	Auto   Method = iota // the fastest that the output can take
	Write                // plain writes, to anything
	Splice               // the pages themselves, to a pipe
	Clone                // the parts of a file that repeat share its blocks
	Direct               // past the page cache, to a file
)

// MethodNames holds the name of each method.
var MethodNames = [...]string{"auto", "write", "splice", "clone", "direct"}

// Options says how to write.
type Options struct {
	Method Method
	Sync   bool // a file is on the disk before Emit succeeds
	Own    bool // nobody else has the file's offset, or writes to the file
	Empty  bool // a file is emptied before its first byte is written

	Progress func(Progress)         // called now and then
	Short    func(need, free int64) // called before a file that needs more space than there is, in bytes
}

// Progress is how far an emission is.
type Progress struct {
	Method  Method  // in use
	Written int64   // bytes
	Work    float64 // 0 … 1: the part done of what takes time
	Syncing bool    // all is written, and being synced
}

// Emit writes the rest of c's stream to f, and returns the number of bytes written, up
// to 2⁶³−1. A file is written from its offset on, and the offset ends behind
// the last byte.
//
// Others may share the offset: whatever they write meanwhile goes behind what
// Emit writes, or before it, and nothing is lost. Where Emit writes at places of a
// file, it first claims them by moving the offset behind them, which one system
// call does at once for all who share it.
//
// On error, exactly the first written bytes were delivered, and c stands behind
// them. If the file ended where Emit began and is its own, nothing follows them, and
// the offset is there; calling again completes the file. In any other file the
// offset is there if nothing follows them.
//
// The error wraps ErrCannot, and nothing was written, if f cannot take the method
// asked for; the cause of ctx, if that is done; ErrSync if syncing failed, after
// which trying again proves nothing. A write that waits for a reader is cut short
// only if f is a pipe that takes Splice, or does not block.
func Emit(ctx context.Context, f *os.File, c *block.Cursor, o Options) (written int64, err error) {
	e, err := examine(ctx, f, c, o)
	if err != nil {
		return 0, err
	}
	err = e.emit()
	return e.written, err
}

// Explain says of each method whether Emit could use it for a long stream to f:
// the reason why not, or nil. Auto takes the first that is nil.
func Explain(f *os.File) (methods []Method, whyNot []error, err error) {
	e, err := examine(context.Background(), f, nil, Options{})
	if err != nil {
		return nil, nil, err
	}
	for _, w := range ways {
		methods = append(methods, w.method)
		whyNot = append(whyNot, w.can(e))
	}
	return methods, whyNot, nil
}

// A way is how a method is done. emit may still refuse what can allowed; then
// nothing past e.written was written.
type way struct {
	method Method
	can    func(*emission) error // why the output cannot take it; e.c may be nil
	emit   func(*emission) error
}

// ways is in the order in which Auto tries them.
var ways = []way{
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

// An emission is one call of Emit.
type emission struct {
	Options
	ctx     context.Context
	f       *os.File
	conn    syscall.RawConn
	c       *block.Cursor
	begin   block.Pos // where c was
	total   int64       // how much c had left, and
	bounded bool        // whether that is all: streams may go on past 2⁶³ bytes
	written int64

	way     Method // in use
	work    func(written float64) float64
	syncing bool

	// Of a regular file:
	regular bool
	pos     int64 // the place of the first byte to write
	size    int64 // of the file when pos was found
	old     int64 // what of that is to be emptied
	claimed bool  // the offset is moved behind all that there is to write
	room    int64 // the end of what is allocated

	// What asWrite calls, and what came of it. A closure of each call would be on the heap.
	call struct {
		f   func(fd int) (int, error)
		raw func(fd uintptr) bool // calls f
		n   int
		err error
	}
}

// examine prepares the emission of c to f.
func examine(ctx context.Context, f *os.File, c *block.Cursor, o Options) (*emission, error) {
	e := &emission{Options: o, ctx: ctx, f: f, c: c}
	if c != nil {
		e.begin = c.Pos()
		e.total, e.bounded = c.Left()
		all := c.LeftFloat()
		e.work = func(written float64) float64 {
			if all == 0 {
				return 1
			}
			return written / all
		}
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if e.regular = info.Mode().IsRegular(); e.regular {
		e.size = info.Size()
		if e.Empty {
			e.size, e.old = 0, e.size
		}
		if e.pos, err = f.Seek(0, io.SeekCurrent); err != nil {
			return nil, err
		}
	}
	e.conn, err = f.SyscallConn()
	return e, err
}

// control calls do with f's descriptor, which stays open meanwhile. Unlike Fd, it
// leaves f in its mode, blocking or not.
func (e *emission) control(do func(fd int) error) error {
	var err error
	if e2 := e.conn.Control(func(fd uintptr) { err = do(int(fd)) }); e2 != nil {
		return os.ErrClosed
	}
	return err
}

// emit writes all.
func (e *emission) emit() error {
	if e.regular && e.Short != nil {
		if free, err := Free(e.f); err == nil && e.need() > free+e.old {
			e.Short(e.need(), free+e.old)
		}
	}
	err := e.try()
	e.release()
	e.back()
	if e.regular && e.Sync {
		e.syncing = true
		e.report()
		// Not tried again if it fails: the system may have dropped the data and
		// would then report success.
		if e2 := e.sync(); e2 != nil {
			e2 = fmt.Errorf("%w: %w; write it again, to a disk that is sound", ErrSync, e.failed("sync", e2))
			if err != nil {
				return fmt.Errorf("%w; %w", err, e2)
			}
			return e2
		}
	}
	return err
}

// need returns how many bytes of the file system it takes to write the rest: few where
// clones share them.
func (e *emission) need() int64 {
	if (e.Method == Auto || e.Method == Clone) && canClone(e) == nil {
		if p, ok := e.plan(); ok {
			return p.need
		}
	}
	return e.left()
}

// try writes all by the method asked for, or by the first that does it.
func (e *emission) try() error {
	for _, w := range ways {
		if e.Method != Auto && e.Method != w.method {
			continue
		}
		err := w.can(e)
		if err == nil {
			e.way = w.method
			err = w.emit(e)
		}
		if !errors.As(err, new(refusal)) {
			return err
		}
		if e.Method != Auto {
			if e.written > 0 {
				return err
			}
			return fmt.Errorf("%w, %s: %w", ErrCannot, MethodNames[e.Method], err)
		}
	}
	panic("unreachable: write refuses nothing")
}

// ready empties a file that is to be emptied, once its first byte can be written.
func (e *emission) ready() error {
	if err := e.stopped(); err != nil || e.old == 0 {
		return err
	}
	if err := writable(e.f); err != nil {
		return err
	}
	if err := e.truncate(0); err != nil {
		return e.failed("truncate", err)
	}
	e.old = 0
	return nil
}

// Empty empties a file once its first byte can be written.
func Empty(f *os.File) error {
	if err := writable(f); err != nil {
		return err
	}
	return f.Truncate(0)
}

// writable finds out whether the first byte of a file can be written: it writes the old
// one again.
func writable(f *os.File) error {
	var first [1]byte
	if _, err := f.ReadAt(first[:], 0); err != nil {
		return nil // there is none
	}
	_, err := f.WriteAt(first[:], 0)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return nil // a full disk has room for it once the file is empty
	}
	return err
}

// wrote counts n bytes.
func (e *emission) wrote(n int64) {
	if e.written += n; e.written < 0 {
		e.written = math.MaxInt64
	}
	e.report()
}

func (e *emission) report() {
	if e.Progress != nil {
		e.Progress(Progress{e.way, e.written, e.work(float64(e.written)), e.syncing})
	}
}

// left returns how much there is to write, up to 2⁶³−1.
func (e *emission) left() int64 { return e.total - e.written }

// place returns where in the file the next byte goes.
func (e *emission) place() int64 { return e.pos + e.written }

// back moves c to the first byte that was not written.
func (e *emission) back() { e.c.SeekFrom(e.begin, e.written) }

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
	return &fs.PathError{Op: op, Path: e.f.Name(), Err: err}
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
	defer func() { b.segments = b.room }()
	for b.bytes < n && len(b.room) < most && !b.unstable {
		segment, stable := c.Next(n - b.bytes)
		if len(segment) == 0 {
			return
		}
		b.room = append(b.room, segment)
		b.bytes += len(segment)
		b.unstable = !stable
	}
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
