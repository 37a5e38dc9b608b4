// Package sink opens outputs (files, pipes and whatever else takes bytes) and
// writes streams to them by the fastest method that they can take.
package sink

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/hanoigen/hanoi/internal/block"
)

// The errors of this package wrap one of these, or are a *SpaceError, or those of the
// system or of the context.
var (
	ErrMethod = errors.New("the output cannot be written by this method")
	ErrSync   = errors.New("the data may not have reached the disk")
	ErrLocked = errors.New("somebody else has a lock on it")
	ErrResume = errors.New("not the beginning of the stream")
)

// Method is how a stream is written.
type Method uint8

const (
	Auto   Method = iota // the first of the others that the output can take
	Clone                // the parts of a file that repeat share its blocks (FICLONERANGE; Linux)
	Direct               // past the page cache, to a file (O_DIRECT; Linux)
	Splice               // the pages themselves, to a pipe (vmsplice; Linux)
	Write                // plain writes, to anything
)

// Methods returns all methods, in the order of their values.
func Methods() []Method { return []Method{Auto, Clone, Direct, Splice, Write} }

func (m Method) String() string {
	return [...]string{"auto", "clone", "direct", "splice", "write"}[m]
}

// Mode says what [Open] does with a file that has something in it.
type Mode uint8

const (
	New       Mode = iota // refuses it: the error wraps fs.ErrExist
	Overwrite             // empties it when its first new byte can be written
	Resume                // keeps it, for [Output.Resume] to continue
)

// Options says how a stream is written.
type Options struct {
	Context  context.Context // its end stops the writing; nil has none
	Method   Method
	MustFit  bool           // a file with too little space for all of it is refused
	Progress func(Progress) // called now and then, by the goroutine that writes; may be nil
}

// Progress is how far a stream is written.
type Progress struct {
	Method  Method // in use
	Written int64  // bytes, by this call
	Syncing bool   // all is written, and being synced
}

// Output is where a stream goes. It is for one goroutine at a time.
type Output struct {
	Options

	// Callers must not modify these.
	File    *os.File
	Named   bool // opened by its own name: it is locked, and nobody shares its offset
	Regular bool // a regular file, which keeps what is written

	opened    bool  // by Open, and to be closed
	made      bool  // by Open: the file is new
	refused   bool  // the stream was
	overwrite bool  // what it has goes when the first new byte can be written
	has       int64 // how much a file to be resumed has
	readOnly  error // why a file to be resumed could only be opened for reading
}

// NewOutput returns an Output to a file that is open, which stays the caller's. It is
// written from its offset on, which others may share and write at meanwhile.
func NewOutput(f *os.File) (*Output, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return &Output{File: f, Regular: info.Mode().IsRegular()}, nil
}

// Open opens or makes the file of a name. A regular file is locked, where the system
// has locks, until Close; the error wraps ErrLocked if another process has the lock.
// Anything but a regular file is always accepted. A name of one of this process's own
// descriptors, such as /dev/stdout, stands for that descriptor.
func Open(name string, mode Mode) (*Output, error) {
	f, err := descriptor(name)
	if err != nil {
		return nil, err
	}
	if f != nil {
		o, err := NewOutput(f)
		if err == nil {
			o.opened = f != os.Stdout
		}
		return o, err
	}
	o := &Output{Named: true, opened: true}
	if o.File, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
		o.made = true
	} else if o.File, err = o.open(name, mode); err != nil {
		return nil, err
	}
	if err := o.prepare(mode); err != nil {
		o.File.Close()
		return nil, err
	}
	return o, nil
}

// open opens a file that exists for writing, or makes that which a link names. A regular
// file to be overwritten or resumed is opened for reading too: to find out whether it can
// be written, and to compare what it has. A FIFO is not: it would be its own reader.
func (o *Output) open(name string, mode Mode) (*os.File, error) {
	if info, err := os.Stat(name); mode != New && (err != nil || info.Mode().IsRegular()) {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil && mode == Resume {
			if f, unread := os.Open(name); unread == nil {
				o.readOnly = err // no matter if the file is complete
				return f, nil
			}
			return nil, err
		}
		if !errors.Is(err, fs.ErrPermission) {
			return f, err
		}
	}
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
}

// prepare locks a regular file, and then looks at what it has.
func (o *Output) prepare(mode Mode) error {
	info, err := o.File.Stat()
	if err != nil {
		return err
	}
	if o.Regular = info.Mode().IsRegular(); !o.Regular {
		return nil
	}
	if err := sys.lock(o.File); err != nil {
		return &fs.PathError{Op: "lock", Path: o.File.Name(), Err: err}
	}
	if info, err = o.File.Stat(); err != nil {
		return err
	}
	switch {
	case mode == Resume:
		o.has = info.Size()
	case mode == Overwrite:
		o.overwrite = info.Size() > 0
	case info.Size() > 0:
		return &fs.PathError{Op: "write", Path: o.File.Name(), Err: fmt.Errorf("%w and has %d bytes", fs.ErrExist, info.Size())}
	}
	return nil
}

// Close closes what [Open] opened, and nothing else. A file that Open made for a stream
// that was refused is removed if it is still empty.
func (o *Output) Close() error {
	if !o.opened {
		return nil
	}
	if o.made && o.refused {
		if name, empty := o.Path(0); empty {
			_ = os.Remove(name)
		}
	}
	return o.File.Close()
}

// Compared is how much of the end of a partial file [Output.Resume] compares.
const Compared = 1 << 20

// A Stream can be continued: it is a *hanoi.Reader.
type Stream interface {
	io.Seeker
	Size() (n int64, ok bool)
	VerifyAt(src io.ReaderAt, size int64, progress func(right int64)) error
}

// Resume moves s and a file opened by [Resume] to the end of the file, so that writing
// continues it, and returns how many bytes of the stream the file has. The error wraps
// ErrResume if the file is not the beginning of the stream, as far as its last Compared
// bytes tell. Anything but a regular file is begun.
func (o *Output) Resume(s Stream) (has int64, err error) {
	if !o.Regular {
		return 0, nil
	}
	if size, ok := s.Size(); ok && o.has > size {
		return 0, fmt.Errorf("%w: the file has %d bytes, and the stream only %d", ErrResume, o.has, size)
	}
	start := max(0, o.has-Compared)
	got := make([]byte, o.has-start)
	if _, err := o.File.ReadAt(got, start); err != nil {
		return 0, err
	}
	if _, err := s.Seek(start, io.SeekStart); err != nil {
		return 0, err
	}
	same := int64(0)
	difference := s.VerifyAt(bytes.NewReader(got), int64(len(got)), func(right int64) { same = right })
	if same < int64(len(got)) { // else it is only that the stream goes on
		return 0, fmt.Errorf("%w: %w", ErrResume, difference)
	}
	if _, err := s.Seek(o.has, io.SeekStart); err != nil {
		return 0, err
	}
	_, err = o.File.Seek(o.has, io.SeekStart)
	return o.has, err
}

// WriteStream writes the rest of c's stream, and returns how many bytes that are, up
// to 2⁶³−1. A file is written from its offset on, and the offset ends behind the last
// byte. Others may share the offset: what they write meanwhile goes behind what
// WriteStream writes, or before it, and nothing is lost.
//
// A file that [Open] opened by its name is on the disk when WriteStream succeeds.
//
// On error, exactly those bytes were delivered, and c stands behind them. A file that
// [Open] opened ends there; calling again completes it. The error wraps ErrMethod or
// is a *SpaceError, and nothing was written, if the output cannot take the method or a file
// all of the stream; the cause of the context, if that is done; ErrSync if syncing failed,
// after which trying again proves nothing.
//
// A write that waits for a reader is cut short only if the output is a pipe written by
// Splice, or does not block. A standard output that nobody reads any more ends the
// process by SIGPIPE, as it ends other programs.
func (o *Output) WriteStream(c *block.Cursor) (written int64, err error) {
	if left, _ := c.Left(); left > 0 && o.readOnly != nil {
		return 0, o.readOnly
	}
	e := &emission{Output: o, c: c, begin: c.Pos()}
	err = e.try()
	o.refused = o.refused || errors.Is(err, ErrMethod) || errors.As(err, new(*SpaceError))
	if nothing := e.written == 0 && err != nil; nothing || !o.Named || !o.Regular {
		return e.written, err
	}
	e.report(true)
	// Not tried again if it fails: the system may have dropped the data and would then
	// report success.
	unsynced := o.Sync()
	if err != nil && unsynced != nil {
		return e.written, fmt.Errorf("%w; %w", err, unsynced)
	}
	return e.written, cmp.Or(err, unsynced)
}

// Write writes p to the file as it is. Sync ends a number of Writes.
func (o *Output) Write(p []byte) (int, error) {
	if err := o.truncateOld(); err != nil {
		return 0, err
	}
	return o.File.Write(p)
}

// Sync puts a file that [Open] opened on the disk, and its name in its folder. A file to
// be overwritten is empty then if nothing was written. The error of the disk wraps
// ErrSync.
func (o *Output) Sync() error {
	if !o.Named || !o.Regular {
		return nil
	}
	if err := o.truncateOld(); err != nil {
		return err
	}
	err := sys.sync(o.File)
	if err == nil {
		name, unknown := filepath.EvalSymlinks(o.File.Name())
		if unknown != nil {
			name = o.File.Name()
		}
		err = syncFolder(filepath.Dir(name))
	}
	if err != nil {
		return fmt.Errorf("%w: %w; write it again, to a disk that is sound", ErrSync, err)
	}
	return nil
}

// truncateOld empties a file to be overwritten once its first byte can be written: it
// writes the old one again.
func (o *Output) truncateOld() error {
	if !o.overwrite {
		return nil
	}
	var first [1]byte
	if _, err := o.File.ReadAt(first[:], 0); err == nil { // else there is none
		_, err = sys.writeAt(o.File, first[:], 0)
		full := errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
		if err != nil && !full { // a full disk has room once the file is empty
			return err
		}
	}
	if err := sys.truncate(o.File, 0); err != nil {
		return err
	}
	o.overwrite = false
	return nil
}

// Path returns a name that leads to the file, if the file has just so many bytes.
func (o *Output) Path(size int64) (name string, ok bool) {
	name = o.File.Name()
	if !o.Named {
		name, _ = os.Readlink(fmt.Sprintf("/proc/self/fd/%d", o.File.Fd()))
	}
	there, err := os.Stat(name)
	if err != nil {
		return "", false
	}
	info, err := o.File.Stat()
	return name, err == nil && info.Size() == size && os.SameFile(info, there)
}

// sys has the calls that tests replace; so has linux.
var sys = struct {
	lock     func(*os.File) error
	statfs   func(*os.File) fileSystem
	seek     func(f *os.File, offset int64, whence int) (int64, error)
	sync     func(*os.File) error
	truncate func(f *os.File, size int64) error
	writeAt  func(f *os.File, b []byte, offset int64) (int, error)
}{
	lock:     lock,
	statfs:   statfs,
	seek:     (*os.File).Seek,
	sync:     (*os.File).Sync,
	truncate: (*os.File).Truncate,
	writeAt:  (*os.File).WriteAt,
}
