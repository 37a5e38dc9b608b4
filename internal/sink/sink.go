// Package sink opens outputs (files, pipes, devices) and writes a stream to each by the
// fastest method that it supports.
package sink

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hanoigen/hanoi/internal/osfile"
)

// An error of this package wraps one of these, a [*SpaceError], fs.ErrExist, or an error of the
// system.
var (
	ErrMethod     = errors.New("the output cannot be written by this method")
	ErrUnsafe     = errors.New("the data may not have reached the disk") // a sync or a close failed
	ErrLocked     = errors.New("another process has locked it")
	ErrResume     = errors.New("not the beginning of the stream")
	ErrDevice     = errors.New("it is a block device")
	ErrUncut      = errors.New("the old bytes after the new ones could not be cut off")
	ErrDescriptor = errors.New("it is an open file, at an offset of its own")
)

// A SpaceError says that a file system has too little space for the rest of a stream.
type SpaceError struct{ Need, Have float64 } // bytes; Need may be 2⁶³ or more

func (e *SpaceError) Error() string { return "too little space" }

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
	New       Mode = iota // Open refuses it: fs.ErrExist
	Overwrite             // the first new bytes replace its contents
	Resume                // WriteStream continues it
)

// Options says how a stream is written.
type Options struct {
	Method   Method
	MustFit  bool           // refuse a stream that needs more disk space than there is
	Progress func(Progress) // called after each step; may be nil
}

// Progress is how far WriteStream has got.
type Progress struct {
	Method   Method // the method in use
	Kept     int64  // bytes of a partial file that stay
	Compared int64  // the last of these, which were compared
	Written  int64  // bytes written by this call
}

// Output is an open file, pipe or device. Only one goroutine may use it at a time.
type Output struct {
	// Callers must not modify these.
	File    *os.File
	Named   bool // Open opened it, so no other process shares its offset
	Regular bool // it is a regular file

	options  Options
	old      Mode  // what is still to be done with the old contents; New: nothing
	partial  int64 // the size of a file that Open opened in mode Resume
	readOnly error // why such a file could not be opened for writing
}

// NewOutput returns an Output for an open file. Writing starts at the file's offset, which
// other processes may share and use at the same time.
func NewOutput(f *os.File, options Options) (*Output, error) {
	info, err := f.Stat()
	return &Output{File: f, Regular: err == nil && info.Mode().IsRegular(), options: options}, err
}

// Open opens or creates a file. It locks a regular file until Close, if the system supports
// locks. The error wraps ErrLocked if another process holds the lock, ErrDevice if the name is
// that of a block device, and ErrDescriptor if the name denotes an open regular file, such as
// /dev/fd/3.
func Open(name string, mode Mode, options Options) (*Output, error) {
	refuse := func(err error) (*Output, error) { return nil, &fs.PathError{Op: "open", Path: name, Err: err} }
	there, missing := os.Stat(name)
	if missing == nil && there.Mode()&(fs.ModeDevice|fs.ModeCharDevice) == fs.ModeDevice {
		return refuse(ErrDevice)
	}
	regular := missing == nil && there.Mode().IsRegular()
	if regular && osfile.IsDescriptor(name) {
		return refuse(ErrDescriptor)
	}
	access := os.O_WRONLY
	if mode == Resume && (regular || missing != nil) {
		access = os.O_RDWR // but a FIFO opened so would have a reader: this process
	}
	f, err := os.OpenFile(name, access|os.O_CREATE, 0o666)
	readOnly := err
	if err != nil && mode == Resume && regular {
		f, err = os.Open(name) // it may be complete
	}
	if err != nil {
		return nil, readOnly
	}
	o, err := NewOutput(f, options)
	if err == nil {
		o.Named, o.readOnly = true, readOnly
		err = o.prepare(mode)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return o, nil
}

// prepare locks a regular file, and only then reads its size.
func (o *Output) prepare(mode Mode) error {
	name := o.File.Name()
	if !o.Regular {
		return nil
	}
	if !sys.lock(o.File) {
		return &fs.PathError{Op: "lock", Path: name, Err: ErrLocked}
	}
	info, err := o.File.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	if mode == New {
		return &fs.PathError{Op: "write", Path: name, Err: fmt.Errorf("%w and has %d bytes", fs.ErrExist, info.Size())}
	}
	o.old = mode
	if mode == Resume {
		o.partial = info.Size()
	}
	return nil
}

// Close closes the file. An error wraps ErrUnsafe.
func (o *Output) Close() error { return doubtful(o.File.Close()) }

// Write writes p to the output. Call Sync after the last Write.
func (o *Output) Write(p []byte) (int, error) {
	if o.old == Overwrite {
		return o.replace(p)
	}
	return o.File.Write(p)
}

// replace writes p over the beginning of an old file, and then cuts the file after p. The old
// bytes there go only after p is on the disk; if nothing of p can be written, the file stays as
// it was.
func (o *Output) replace(p []byte) (n int, err error) {
	if n, err = o.File.Write(p); n == 0 && err != nil {
		return 0, err
	}
	if err := syncFile(o.File); err != nil {
		return n, err
	}
	if err := o.File.Truncate(int64(n)); err != nil {
		return n, fmt.Errorf("%w: %w", ErrUncut, err)
	}
	o.old = New
	return n, err
}

// Sync writes the contents and the name of a named output to the disk. It empties a file to be
// overwritten if nothing was written. An error wraps ErrUnsafe. An output that cannot be synced,
// such as a pipe or a terminal, is not an error.
func (o *Output) Sync() error {
	if !o.Named {
		return nil
	}
	if o.old == Overwrite {
		if _, err := o.replace(nil); err != nil {
			return err
		}
	}
	if err := syncFile(o.File); err != nil || !o.Regular {
		return err
	}
	target, err := filepath.EvalSymlinks(o.File.Name())
	if err != nil {
		return nil // another process removed it
	}
	folder, err := os.Open(filepath.Dir(target))
	if err != nil {
		return nil // it may be unreadable
	}
	defer folder.Close()
	return syncFile(folder)
}

// syncFile syncs a file, if that is possible.
func syncFile(f *os.File) error {
	if err := sys.sync(f); err != nil && !osfile.CannotSync(err) {
		return doubtful(err)
	}
	return nil
}

// doubtful wraps the error of a sync or a close. Another sync would prove nothing: the system may
// have dropped the data, and would report success.
func doubtful(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrUnsafe, err)
}

// sys holds calls that tests replace.
var sys = struct {
	lock      func(*os.File) bool
	system    func(*os.File) osfile.System
	firstHole func(f *os.File, size int64) int64
	sync      func(*os.File) error
}{osfile.Lock, osfile.SystemOf, firstHole, (*os.File).Sync}
