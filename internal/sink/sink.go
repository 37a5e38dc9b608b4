// Package sink opens outputs (files, pipes, devices) and writes a stream to each by the
// fastest method that it supports.
package sink

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// An error of this package wraps one of these, a [*SpaceError], an error of the system, or
// the cause of the context.
var (
	ErrMethod  = errors.New("the output cannot be written by this method")
	ErrSync    = errors.New("the data may not have reached the disk")
	ErrLocked  = errors.New("another process has locked it")
	ErrResume  = errors.New("not the beginning of the stream")
	ErrDevice  = errors.New("it is a block device")
	ErrChanged = errors.New("another process changed it while it was written")

	errMoved = errors.New("another process keeps replacing it")
)

// Method is how a stream is written.
type Method uint8

const (
	Auto   Method = iota // the first of the following that the output supports
	Clone                // repeating parts of a file share disk blocks (Linux: FICLONERANGE)
	Direct               // writes to a file bypass the page cache (Linux: O_DIRECT)
	Splice               // a pipe receives memory pages (Linux: vmsplice)
	Write                // plain writes to any output
)

// Methods returns all methods, in the order of their constants.
func Methods() []Method { return []Method{Auto, Clone, Direct, Splice, Write} }

func (m Method) String() string {
	return [...]string{"auto", "clone", "direct", "splice", "write"}[m]
}

// Mode says what happens to a file that is not empty.
type Mode uint8

const (
	New       Mode = iota // Open refuses it, and any block device: fs.ErrExist, ErrDevice
	Overwrite             // the first write empties it
	Resume                // WriteStream continues it
)

// Options says how a stream is written.
type Options struct {
	Context  context.Context // writing stops when it is done; may be nil
	Method   Method
	MustFit  bool           // refuse a stream that needs more space than is free
	Progress func(Progress) // called after each step; may be nil
}

// Progress is how far WriteStream has got.
type Progress struct {
	Method    Method // the method in use
	Comparing bool   // a partial file is being compared
	Syncing   bool   // all bytes are written; the file is being synced
	Kept      int64  // bytes of a partial file that stay
	Compared  int64  // bytes that were compared; afterwards, of those that stay
	Written   int64  // bytes written by this call
}

// Output is an open file, pipe or device. Only one goroutine may use it at a time.
type Output struct {
	// Callers must not modify these.
	File    *os.File
	Named   bool // Open opened it by its own name, so no other process shares its offset
	Regular bool // it is a regular file

	options Options
	device  bool     // it is a block device
	opened  bool     // Open opened it, and Close closes it
	created bool     // Open created the file
	refused bool     // a stream was rejected before any write
	folder  *os.File // the folder of a named regular file; nil if it cannot be read

	resumed  int64 // the size of the file when Open opened it in mode Resume
	partial  bool  // these bytes are still to be compared with the stream
	readOnly error // why the file could not be opened for writing
	truncate bool  // before the first write, the file is emptied
}

// NewOutput returns an Output for an open file. Writing starts at the file's offset, which
// other processes may share and use at the same time. Close does not close f.
func NewOutput(f *os.File, options Options) (*Output, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return &Output{File: f, Regular: info.Mode().IsRegular(), device: isBlockDevice(info), options: options}, nil
}

func isBlockDevice(info fs.FileInfo) bool {
	return info.Mode()&(fs.ModeDevice|fs.ModeCharDevice) == fs.ModeDevice
}

// Open opens or creates a file. It locks a regular file until Close, if the system supports
// locks. The error wraps ErrLocked if another process holds the lock. mode applies to regular
// files; New also refuses any block device. A mounted block device is an error. A name such as /dev/stdout means this process's own descriptor.
func Open(name string, mode Mode, options Options) (*Output, error) {
	f, err := descriptor(name)
	if err != nil {
		return nil, err
	}
	if f != nil {
		o, err := NewOutput(f, options)
		if err == nil {
			o.opened = f != os.Stdout
		}
		return o, err
	}
	for tries := 0; ; tries++ {
		o, err := openNamed(name, mode, options)
		if !errors.Is(err, errMoved) || tries == 100 {
			return o, err
		}
	}
}

func openNamed(name string, mode Mode, options Options) (o *Output, err error) {
	o = &Output{Named: true, opened: true, options: options}
	if o.File, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
		o.created = true
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

// open opens an existing file for writing, or creates the target of a dangling link. It opens
// a regular file for reading, too, if its contents are needed: Resume compares them, and
// truncateOld rewrites one byte. It never opens a FIFO for reading: the FIFO would then have a
// reader, this process.
func (o *Output) open(name string, mode Mode) (*os.File, error) {
	info, err := os.Stat(name)
	o.created = errors.Is(err, fs.ErrNotExist)
	switch {
	case err == nil && isBlockDevice(info):
		if mode == New {
			return nil, &fs.PathError{Op: "open", Path: name, Err: ErrDevice}
		}
		return os.OpenFile(name, os.O_WRONLY|os.O_EXCL, 0) // fails if it is mounted
	case mode != New && (err != nil || info.Mode().IsRegular()):
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil && mode == Resume {
			if f, unread := os.Open(name); unread == nil {
				o.readOnly = err // an error only if the file is incomplete
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

// prepare locks a regular file, and only then reads its size. The error is errMoved if the name
// no longer leads to this file: another process removed or replaced it before it was locked.
func (o *Output) prepare(mode Mode) error {
	info, err := o.File.Stat()
	if err != nil {
		return err
	}
	o.Regular, o.device = info.Mode().IsRegular(), isBlockDevice(info)
	if !o.Regular {
		return nil
	}
	if err := sys.lock(o.File); err != nil {
		return &fs.PathError{Op: "lock", Path: o.File.Name(), Err: err}
	}
	if info, err = o.File.Stat(); err != nil {
		return err
	}
	there, err := os.Stat(o.File.Name())
	switch {
	case err != nil || !os.SameFile(info, there):
		return &fs.PathError{Op: "open", Path: o.File.Name(), Err: errMoved}
	case mode == Resume:
		o.resumed, o.partial = info.Size(), info.Size() > 0
	case mode == Overwrite:
		o.truncate = info.Size() > 0
	case info.Size() > 0:
		return &fs.PathError{Op: "write", Path: o.File.Name(), Err: fmt.Errorf("%w and has %d bytes", fs.ErrExist, info.Size())}
	}
	return nil
}

// openFolder opens the file's folder, for Sync. Without permission, folder stays nil.
func (o *Output) openFolder(name string) (err error) {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	if o.folder, err = os.Open(filepath.Dir(name)); errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// Close closes the file if [Open] opened it. It removes an empty file that Open created if
// the stream was rejected before any write.
func (o *Output) Close() error {
	if !o.opened {
		return nil
	}
	if o.created && o.refused {
		if name, empty := o.Path(0); empty {
			target, _ := filepath.EvalSymlinks(name)
			_ = os.Remove(target)
		}
	}
	_ = o.folder.Close() // an error if it is nil
	return o.File.Close()
}

// Write writes p to the output. Call Sync after the last Write.
func (o *Output) Write(p []byte) (int, error) {
	if err := o.truncateOld(); err != nil {
		return 0, err
	}
	return o.File.Write(p)
}

// Sync writes the contents and the name of a named output to the disk. It empties a file to
// be overwritten if nothing was written. An error of the disk wraps ErrSync, and that of a file
// without a name ErrChanged. An output that cannot be synced, such as a pipe or a terminal, is not
// an error.
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
			err = nil
		}
	}
	if info, errStat := o.File.Stat(); err == nil && errStat == nil && links(info) == 0 {
		return fmt.Errorf("%s: %w: it has no name any more", o.File.Name(), ErrChanged)
	}
	return syncError(err)
}

// syncError wraps the error of a sync. Syncing again would prove nothing: the system may have
// dropped the data, and would report success.
func syncError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w; write it again, to a disk that is sound", ErrSync, err)
}

// truncateOld truncates a file to be overwritten. First it rewrites one old byte, to prove that
// the file is writable.
func (o *Output) truncateOld() error {
	if !o.truncate {
		return nil
	}
	var old [1]byte
	if _, err := o.File.ReadAt(old[:], 0); err == nil {
		_, err = sys.writeAt(o.File, old[:], 0)
		if err != nil && !outOfSpace(err) { // truncating the file makes room on a full disk
			return err
		}
	}
	if err := sys.truncate(o.File, 0); err != nil {
		return err
	}
	o.truncate = false
	return nil
}

// Path returns a name that opens this file. ok is false if there is none, or if the file does
// not have the size that it has after the first size bytes of a stream were written.
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
	return name, err == nil && info.Size() == max(size, o.resumed) && os.SameFile(info, there)
}

// sys holds calls that tests replace.
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
