// Package sink opens outputs (files, pipes, devices) and writes streams to them by the
// fastest method that each supports.
package sink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/hanoigen/hanoi/internal/block"
)

// Errors of this package wrap one of these, or are a [*SpaceError], an error of the system,
// or the cause of the context.
var (
	ErrMethod = errors.New("the output cannot be written by this method")
	ErrSync   = errors.New("the data may not have reached the disk")
	ErrLocked = errors.New("another process has locked it")
	ErrResume = errors.New("not the beginning of the stream")
)

// Method is how a stream is written.
type Method uint8

const (
	Auto   Method = iota // the first of the others that the output supports
	Clone                // repeating parts of a file share its blocks (FICLONERANGE; Linux)
	Direct               // past the page cache, to a file (O_DIRECT; Linux)
	Splice               // memory pages, to a pipe (vmsplice; Linux)
	Write                // plain writes, to anything
)

// Methods returns all methods, in the order of their values.
func Methods() []Method { return []Method{Auto, Clone, Direct, Splice, Write} }

func (m Method) String() string {
	return [...]string{"auto", "clone", "direct", "splice", "write"}[m]
}

// Mode says what [Open] does with a file that is not empty.
type Mode uint8

const (
	New       Mode = iota // refuses it: the error wraps fs.ErrExist
	Overwrite             // empties it once its first new byte can be written
	Resume                // keeps it, for [Output.Resume] to continue
)

// Options says how a stream is written.
type Options struct {
	Context  context.Context // stops the writing when done; may be nil
	Method   Method
	MustFit  bool           // refuse a file whose file system has too little space
	Progress func(Progress) // called now and then; may be nil
}

// Progress is how far a call has got.
type Progress struct {
	Method   Method // in use
	Written  int64  // bytes written by this call
	Compared int64  // bytes compared by Resume
	Syncing  bool   // everything is written and being synced
}

// Output is where a stream is written. Only one goroutine may use it at a time.
type Output struct {
	Options

	// Callers must not modify these.
	File    *os.File
	Named   bool // opened by its own name: locked, and its offset is not shared
	Regular bool // a regular file, which keeps what is written

	opened  bool     // Open opened it, and Close closes it
	made    bool     // Open created the file
	refused bool     // a stream was rejected before any write
	folder  *os.File // of a regular file opened by its name, to sync that name; may be nil

	has       int64 // the size of a file to be resumed
	readOnly  error // why a file to be resumed could only be opened for reading
	overwrite bool  // the first write truncates the file to keep bytes
	keep      int64
}

// NewOutput returns an Output to an open file, which the caller still has to close. It is
// written from its offset on. Other processes may share the offset and write at it meanwhile.
func NewOutput(f *os.File) (*Output, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return &Output{File: f, Regular: info.Mode().IsRegular()}, nil
}

// Open opens or creates a file. A regular file is locked until Close, where the system has
// locks; the error wraps ErrLocked if another process has locked it. Anything but a regular
// file is accepted in every mode. A name of one of this process's own descriptors, such as
// /dev/stdout, stands for that descriptor.
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
	if err = o.prepare(mode); err == nil && o.Regular {
		err = o.openFolder(name)
		o.refused = err != nil
	}
	if err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

// open opens an existing file for writing, or creates the target of a dangling link. A
// regular file to be overwritten or resumed is also opened for reading: to find out whether
// it can be written, and to compare its contents. A FIFO is not: it would be its own reader.
func (o *Output) open(name string, mode Mode) (*os.File, error) {
	if info, err := os.Stat(name); mode != New && (err != nil || info.Mode().IsRegular()) {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil && mode == Resume {
			if f, unread := os.Open(name); unread == nil {
				o.readOnly = err // matters only if the file is incomplete
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

// prepare locks a regular file and then looks at its size.
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

// openFolder opens the folder of a file, if it may be read, to sync it.
func (o *Output) openFolder(name string) (err error) {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	if o.folder, err = os.Open(filepath.Dir(name)); errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// Close closes what [Open] opened, and nothing else. It removes a file that Open created
// for a stream that was refused, if the file is still empty.
func (o *Output) Close() error {
	if !o.opened {
		return nil
	}
	if o.made && o.refused {
		if name, empty := o.Path(0); empty {
			_ = os.Remove(name)
		}
	}
	_ = o.folder.Close() // returns an error if it is nil
	return o.File.Close()
}

// WriteStream writes the rest of c's stream and returns the number of bytes written, at
// most 2⁶³−1. A file is written from its offset on, and the offset ends after the last byte.
// Other processes may share the offset: what they write meanwhile is placed before or after
// what WriteStream writes, and nothing is lost.
//
// What [Open] opened by its own name is on the disk when WriteStream succeeds.
//
// On error, exactly the returned number of bytes was delivered, and c stands after them. A
// file that [Open] opened ends there; calling again completes it. The error wraps ErrMethod
// or is a *SpaceError, and nothing was written, if the output does not support the method or
// the file system has too little space; it is the cause of the context if that is done; it
// wraps ErrSync if syncing failed, after which trying again proves nothing.
//
// A write that waits for a reader is interrupted only if the output is a pipe written by
// Splice, or is non-blocking. Writing to a standard output whose reader is gone ends the
// process by SIGPIPE, as it ends other programs.
func (o *Output) WriteStream(c *block.Cursor) (written int64, err error) {
	if left, _ := c.Left(); left > 0 && o.readOnly != nil {
		return 0, o.readOnly
	}
	w := &writer{Output: o, c: c, begin: c.Pos()}
	err = w.try()
	o.refused = o.refused || errors.Is(err, ErrMethod) || errors.As(err, new(*SpaceError))
	if nothing := w.written == 0 && err != nil; nothing || !o.Named {
		return w.written, err
	}
	w.report(true)
	unsynced := o.Sync()
	if err != nil && unsynced != nil {
		return w.written, fmt.Errorf("%w; %w", err, unsynced)
	}
	return w.written, cmp.Or(err, unsynced)
}

// Write writes p to the file. Call Sync after the last Write.
func (o *Output) Write(p []byte) (int, error) {
	if err := o.truncateOld(); err != nil {
		return 0, err
	}
	return o.File.Write(p)
}

// Sync writes the contents of an output that [Open] opened by its own name to the disk, and
// the name of a file to its folder. It truncates a file to be overwritten if nothing was
// written. Errors of the disk wrap ErrSync. Outputs that cannot be synced, such as pipes and
// terminals, are no error.
func (o *Output) Sync() error {
	if !o.Named {
		return nil
	}
	if err := o.truncateOld(); err != nil {
		return err
	}
	err := sys.sync(o.File)
	if !o.Regular && cannotSync(err) {
		return nil
	}
	if err == nil && o.folder != nil {
		if err = sys.sync(o.folder); cannotSync(err) {
			return nil
		}
	}
	return syncError(err)
}

// cannotSync reports whether the error of a sync says that there is nothing to sync, as for
// pipes, terminals, folders of some file systems, and everything but files on Windows.
func cannotSync(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTTY) || errors.Is(err, syscall.EROFS) ||
		errors.Is(err, errors.ErrUnsupported) || runtime.GOOS == "windows"
}

// syncError wraps the error of a sync. A failed sync is never tried again: the system may
// have dropped the data, and would then report success.
func syncError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w; write it again, to a disk that is sound", ErrSync, err)
}

// truncateOld truncates a file to be overwritten, once it has rewritten one of the old
// bytes to prove that the file is writable.
func (o *Output) truncateOld() error {
	if !o.overwrite {
		return nil
	}
	var old [1]byte
	if _, err := o.File.ReadAt(old[:], o.keep); err == nil { // else there is none
		_, err = sys.writeAt(o.File, old[:], o.keep)
		full := errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
		if err != nil && !full { // truncating the file makes room on a full disk
			return err
		}
	}
	if err := sys.truncate(o.File, o.keep); err != nil {
		return err
	}
	o.overwrite = false
	return nil
}

// Path returns a name that still opens this file. ok is false unless the file has size bytes, or
// the next write will first truncate it to size.
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
	resumable := o.has > 0 && o.overwrite && o.keep == size
	return name, err == nil && (info.Size() == size || resumable) && os.SameFile(info, there)
}

// sys holds the calls that tests replace; see also linux.
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
