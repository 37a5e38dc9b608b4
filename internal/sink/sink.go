// Package sink writes a stream to a file, a pipe or whatever else is open for
// output, by the fastest way that it can take.
package sink

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"

	"github.com/hanoigen/hanoi/internal/block"
)

// The errors of this package wrap one of these, or are those of the system.
var (
	ErrMethod  = errors.New("no such way of output")
	ErrCannot  = errors.New("the output cannot be written in this way")
	ErrStopped = errors.New("stopped")
	ErrSync    = errors.New("what is on the disk is not known")
)

// Method is a way of output.
type Method uint8

const (
	Auto   Method = iota // the fastest that the output can take
	Write                // plain writes, to anything
	Splice               // the pages themselves, to a pipe
	Clone                // what comes again in a file shares its blocks
	Direct               // past the page cache, to a file
)

var methodNames = [...]string{"auto", "write", "splice", "clone", "direct"}

// Methods returns the names of all methods.
func Methods() []string { return slices.Clone(methodNames[:]) }

// ParseMethod returns the method of a name.
func ParseMethod(name string) (Method, error) {
	if m := slices.Index(methodNames[:], name); m >= 0 {
		return Method(m), nil
	}
	return 0, fmt.Errorf("%w: %q; give one of %q", ErrMethod, name, methodNames)
}

// String returns the name of m.
func (m Method) String() string {
	if int(m) >= len(methodNames) {
		return fmt.Sprintf("Method(%d)", uint8(m))
	}
	return methodNames[m]
}

// Options says how to write.
type Options struct {
	Method   Method
	Stop     <-chan struct{}     // closed: end soon, with ErrStopped
	Progress func(written int64) // called now and then
	Sync     bool                // a file is on the disk before Emit succeeds

	// Short is called before a file is written that needs more space than its
	// file system has, both in bytes.
	Short func(need, free int64)
}

// Emit writes all that comes from c on to f, and returns how many bytes that
// are, up to 2⁶³−1. A file is written from its current position on, and this
// ends behind the last byte.
//
// Whatever the error, the first written bytes are in the file, or were given to
// the pipe, in order; c stands behind them, and nothing that Emit wrote stands
// behind them in a file which ended where it began. So the same call again, or
// one that goes on from the file's size, makes the file that it would have been.
//
// The error wraps ErrCannot, and nothing was written, if f cannot take the
// method asked for; ErrStopped if it was stopped; ErrSync if syncing failed,
// after which trying again proves nothing. A write that waits for a reader is
// only cut short by Stop if f is a pipe that takes Splice, or does not block.
func Emit(f *os.File, c *block.Cursor, o Options) (written int64, err error) {
	e, err := examine(f, c, o, (*emission).emit)
	if e != nil {
		written = e.written
	}
	return written, err
}

// Explain says of each method whether Emit could use it for a long stream to f,
// and if not, why; one line each, the first that is "yes" being what Auto takes.
func Explain(f *os.File) ([]string, error) {
	var lines []string
	_, err := examine(f, nil, Options{}, func(e *emission) error {
		for _, w := range ways {
			answer := "yes"
			if err := w.can(e); err != nil {
				answer = "no: " + err.Error()
			}
			lines = append(lines, fmt.Sprintf("%-6v %s", w.method, answer))
		}
		return nil
	})
	return lines, err
}

// need returns how much of the file system's space it takes to write what is
// left: little where what comes again is shared.
func (e *emission) need() int64 {
	if (e.Method == Auto || e.Method == Clone) && canClone(e) == nil {
		if p, ok := e.plan(); ok {
			return p.need
		}
	}
	return e.left()
}

// A way is how a method is done. What can does not find out, emit does: it then
// returns a refusal, and has written nothing after e.written.
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
)

// An emission is one call of Emit.
type emission struct {
	Options
	f       *os.File
	fd      int
	c       *block.Cursor
	start   int64 // where c was
	regular bool  // f is a regular file, and then:
	pos     int64 // its position
	size    int64 // its size

	written int64
}

// examine calls do with the emission of c to f.
func examine(f *os.File, c *block.Cursor, o Options, do func(*emission) error) (*emission, error) {
	if int(o.Method) >= len(methodNames) {
		return nil, fmt.Errorf("%w: %v; give one of %q", ErrMethod, o.Method, methodNames)
	}
	e := &emission{Options: o, f: f, c: c}
	if c != nil {
		e.start, _ = c.Offset()
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if e.regular = info.Mode().IsRegular(); e.regular {
		e.size = info.Size()
		if e.pos, err = f.Seek(0, io.SeekCurrent); err != nil {
			return nil, err
		}
	}
	conn, err := f.SyscallConn()
	if err != nil {
		return nil, err
	}
	// Unlike Fd, this leaves f in the mode it is in.
	if e2 := conn.Control(func(fd uintptr) {
		e.fd = int(fd)
		err = do(e)
	}); e2 != nil {
		err = e2
	}
	return e, err
}

// emit writes all.
func (e *emission) emit() error {
	if e.regular && e.Short != nil {
		if free, err := Free(e.f); err == nil && e.need() > free {
			e.Short(e.need(), free)
		}
	}
	err := e.try()
	if e.regular && e.Sync {
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

// try writes all by the method asked for, or by the first that does it.
func (e *emission) try() error {
	for _, w := range ways {
		if e.Method != Auto && e.Method != w.method {
			continue
		}
		err := w.can(e)
		if err == nil {
			err = w.emit(e)
		}
		if !errors.As(err, new(refusal)) {
			return err
		}
		if e.Method != Auto {
			if e.written > 0 {
				return err
			}
			return fmt.Errorf("%w, %v: %w; give --io auto", ErrCannot, e.Method, err)
		}
	}
	panic("unreachable: write refuses nothing")
}

// wrote counts n bytes.
func (e *emission) wrote(n int64) {
	if e.written += n; e.written < 0 {
		e.written = math.MaxInt64
	}
	if e.Progress != nil {
		e.Progress(e.written)
	}
}

// back has c go back to the first byte that was not written.
func (e *emission) back() { e.c.SeekTo(e.start + e.written) }

// left returns how much there is to write, up to 2⁶³−1.
func (e *emission) left() int64 {
	size, ok := e.c.Stream().Size()
	if !ok {
		return math.MaxInt64
	}
	return max(0, size-e.start-e.written)
}

// stopped returns ErrStopped if e has to end.
func (e *emission) stopped() error {
	select {
	case <-e.Stop:
		return ErrStopped
	default:
		return nil
	}
}

// failed returns what the user reads when a call fails.
func (e *emission) failed(op string, err error) error {
	return &fs.PathError{Op: op, Path: e.f.Name(), Err: err}
}

// A batch is segments that follow one another. All are stable, but for the last
// if it is not.
type batch struct {
	segments [][]byte
	bytes    int
	unstable bool
	room     [][]byte
}

// fill has b be the next bytes of c, at most n > 0; none at the end.
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
