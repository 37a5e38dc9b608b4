// Package sink opens outputs (files, pipes, devices) and writes a stream to each by the
// fastest method that it supports.
package sink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hanoigen/hanoi/internal/osfile"
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
	Resume                // WriteStream continues it, also on a block device
)

// Options says how a stream is written.
type Options struct {
	Context  context.Context // writing stops when it is done; may be nil
	Method   Method
	MustFit  bool           // refuse a stream that needs more space than there is
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

	options  Options
	device   bool     // it is a block device
	created  bool     // Open created the file
	folder   *os.File // the folder of a named regular file; nil if it cannot be read
	old      Mode     // what is still to be done with the old contents; New: nothing
	resumed  int64    // the size of the file when Open opened it in mode Resume
	readOnly error    // why the file could not be opened for writing; an error only if it is incomplete
}

// NewOutput returns an Output for an open file. Writing starts at the file's offset, which
// other processes may share and use at the same time.
func NewOutput(f *os.File, options Options) (*Output, error) {
	options.Context = cmp.Or(options.Context, context.Background())
	o := &Output{File: f, options: options}
	return o, o.stat()
}

func (o *Output) stat() error {
	info, err := o.File.Stat()
	if err == nil {
		o.Regular, o.device = info.Mode().IsRegular(), isBlockDevice(info)
	}
	return err
}

func isBlockDevice(info fs.FileInfo) bool {
	return info.Mode()&(fs.ModeDevice|fs.ModeCharDevice) == fs.ModeDevice
}

// Open opens or creates a file. It locks a regular file until Close, if the system supports
// locks. The error wraps ErrLocked if another process holds the lock. Opening a mounted block
// device fails. A name such as /dev/stdout means this process's own descriptor, to which mode
// does not apply.
func Open(name string, mode Mode, options Options) (*Output, error) {
	if f, err := osfile.Descriptor(name); err != nil {
		return nil, err
	} else if f != nil {
		return NewOutput(f, options)
	}
	options.Context = cmp.Or(options.Context, context.Background())
	for tries := 0; ; tries++ {
		o := &Output{Named: true, options: options}
		err := o.open(name, mode)
		if err == nil {
			if err = o.prepare(name, mode); err == nil {
				return o, nil
			}
			o.Close()
		}
		if !errors.Is(err, errMoved) || tries == 100 {
			return nil, err
		}
	}
}

// open creates a file, or opens an existing one for writing. It opens a regular file for reading,
// too, if its contents are needed: Resume compares them, and truncateOld rewrites one byte. It
// never opens a FIFO for reading: the FIFO would then have a reader, this process.
func (o *Output) open(name string, mode Mode) (err error) {
	try := func(flags int) error {
		o.File, err = os.OpenFile(name, flags, 0o666)
		return err
	}
	if try(os.O_RDWR|os.O_CREATE|os.O_EXCL) == nil {
		o.created = true
		return nil
	}
	info, missing := os.Stat(name)
	o.created = errors.Is(missing, fs.ErrNotExist) // the target of a link, unless opening fails
	switch {
	case missing == nil && isBlockDevice(info):
		if mode == New {
			return &fs.PathError{Op: "open", Path: name, Err: ErrDevice}
		}
		return try(os.O_RDWR | os.O_EXCL) // fails if it is mounted
	case mode == New || missing == nil && !info.Mode().IsRegular():
		return try(os.O_WRONLY | os.O_CREATE)
	case try(os.O_RDWR|os.O_CREATE) == nil:
		return nil
	case mode == Resume:
		if o.readOnly = err; try(os.O_RDONLY) != nil {
			return o.readOnly
		}
		return nil
	case errors.Is(err, fs.ErrPermission):
		return try(os.O_WRONLY | os.O_CREATE)
	}
	return err
}

// prepare locks a regular file, and only then reads its size. It opens the file's folder, for
// Sync. The error is errMoved if the name no longer leads to this file: another process removed
// or replaced it before it was locked.
func (o *Output) prepare(name string, mode Mode) error {
	if err := o.stat(); err != nil || !o.Regular {
		if o.device && mode == Resume {
			o.old = Resume
		}
		return err
	}
	if !sys.lock(o.File) {
		return &fs.PathError{Op: "lock", Path: name, Err: ErrLocked}
	}
	info, err := o.File.Stat()
	if err != nil {
		return err
	}
	there, _ := os.Stat(name)
	switch size := info.Size(); {
	case !os.SameFile(info, there):
		return &fs.PathError{Op: "open", Path: name, Err: errMoved}
	case size > 0 && mode == New:
		return &fs.PathError{Op: "write", Path: name, Err: fmt.Errorf("%w and has %d bytes", fs.ErrExist, size)}
	case size > 0:
		o.old = mode
	}
	if mode == Resume {
		o.resumed = info.Size()
	}
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		target = name
	}
	o.folder, err = os.Open(filepath.Dir(target))
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		o.discard()
		return err
	}
	return nil
}

// discard removes the file if Open created it and it is empty.
func (o *Output) discard() {
	if name, empty := o.Path(0); o.created && empty {
		target, _ := filepath.EvalSymlinks(name)
		_ = os.Remove(target)
	}
}

// Close closes the file, unless it is standard output.
func (o *Output) Close() error {
	if o.File == os.Stdout {
		return nil
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

// Sync writes the contents and the name of a named output to the disk. It empties a file to be
// overwritten if nothing was written. An error of the disk wraps ErrSync; the error of a file
// that has no name any more wraps ErrChanged. An output that cannot be synced, such as a pipe or
// a terminal, is not an error.
func (o *Output) Sync() error {
	if !o.Named {
		return nil
	}
	if err := o.truncateOld(); err != nil {
		return err
	}
	for _, f := range []*os.File{o.File, o.folder} {
		if f == nil {
			continue
		}
		if err := sys.sync(f); err != nil && (f == o.File && o.Regular || !osfile.CannotSync(err)) {
			return syncError(err)
		}
	}
	if info, err := o.File.Stat(); err == nil && o.Regular && osfile.Links(info) == 0 {
		return fmt.Errorf("%s: %w: it has no name any more", o.File.Name(), ErrChanged)
	}
	return nil
}

// syncError wraps the error of a sync. Syncing again would prove nothing: the system may have
// dropped the data, and would report success.
func syncError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w; write it again, to a disk that is sound", ErrSync, err)
}

// truncateOld empties a file to be overwritten. First it rewrites one old byte, to prove that the
// file is writable; a full disk is no obstacle, because truncating the file makes room.
func (o *Output) truncateOld() error {
	if o.old != Overwrite {
		return nil
	}
	var old [1]byte
	if _, err := o.File.ReadAt(old[:], 0); err == nil {
		if _, err = o.File.WriteAt(old[:], 0); err != nil && !osfile.OutOfSpace(err) {
			return err
		}
	}
	if err := o.File.Truncate(0); err != nil {
		return err
	}
	o.old = New
	return nil
}

// Path returns a name that opens this file. ok is false if there is none, or if the file has
// another size than after the first size bytes of a stream were written to it.
func (o *Output) Path(size int64) (name string, ok bool) {
	name = o.File.Name()
	if !o.Named {
		name = osfile.Name(o.File)
	}
	there, _ := os.Stat(name)
	info, err := o.File.Stat()
	return name, err == nil && info.Size() == max(size, o.resumed) && os.SameFile(info, there)
}

// sys holds calls that tests replace.
var sys = struct {
	lock   func(*os.File) bool
	system func(*os.File) osfile.System
	sync   func(*os.File) error
}{osfile.Lock, osfile.SystemOf, (*os.File).Sync}
