package hanoi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hanoigen/hanoi/internal/sink"
)

// The errors of an [Output] wrap one of these, or are those of the system or of
// the context.
var (
	ErrMethod = errors.New("no such method of output")
	ErrCannot = sink.ErrCannot // the output cannot be written by the method asked for
	ErrSync   = sink.ErrSync   // what is on the disk is not known
	ErrLocked = sink.ErrLocked // somebody else writes the file
	ErrResume = errors.New("not the beginning of the stream")
)

// Method is a way of writing to a file or a pipe.
type Method uint8

const (
	// MethodAuto is the fastest of the others that the output can take.
	MethodAuto Method = iota
	// MethodWrite is plain writes, to anything.
	MethodWrite
	// MethodSplice gives a pipe the pages themselves instead of copies (vmsplice;
	// Linux).
	MethodSplice
	// MethodClone stores what repeats in a file once: its copies share disk blocks
	// (FICLONERANGE; Linux, on XFS, btrfs and others).
	MethodClone
	// MethodDirect writes a file past the page cache (O_DIRECT; Linux).
	MethodDirect
)

// The methods are those of internal/sink, in its order.
var _ = [1]struct{}{}[MethodDirect-Method(sink.Direct)]

// Methods returns all methods.
func Methods() []Method {
	return []Method{MethodAuto, MethodWrite, MethodSplice, MethodClone, MethodDirect}
}

// ParseMethod returns the method of a name, such as "auto" or "splice". The error
// wraps ErrMethod.
func ParseMethod(name string) (Method, error) {
	for _, m := range Methods() {
		if m.String() == name {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%w: %q; give one of %v", ErrMethod, name, Methods())
}

// String returns the name of m, such as "splice".
func (m Method) String() string {
	if int(m) >= len(sink.MethodNames) {
		return fmt.Sprintf("Method(%d)", uint8(m))
	}
	return sink.MethodNames[m]
}

// A MethodCheck says whether an output can be written by a method.
type MethodCheck struct {
	Method Method
	Err    error // why not, or nil
}

// CheckMethods says of each method but [MethodAuto] whether it can write a long stream
// to f. MethodAuto takes the first that can.
func CheckMethods(f *os.File) ([]MethodCheck, error) {
	methods, whyNot, err := sink.Explain(f)
	checks := make([]MethodCheck, len(methods))
	for i, m := range methods {
		checks[i] = MethodCheck{Method(m), whyNot[i]}
	}
	return checks, err
}

// OpenMode says what [OpenOutput] does with a file that has something in it.
type OpenMode uint8

const (
	// OpenNew refuses it. The error wraps fs.ErrExist.
	OpenNew OpenMode = iota
	// OpenOverwrite replaces what it has. It is emptied when its first new byte
	// can be written, and not before.
	OpenOverwrite
	// OpenResume keeps it, for [Output.Resume] to continue.
	OpenResume
)

// Output is where streams go: an open file, pipe or device. It is for one
// goroutine at a time.
type Output struct {
	file     *os.File
	ours     bool // to close
	named    bool // opened by its name, so that nobody shares its offset
	regular  bool
	empty    bool  // has something that is to be overwritten
	readOnly error // why it could not be opened for writing, only for reading
	has      int64 // how much of the stream a resumed file has
}

// NewOutput returns an Output to a file that is open, which stays the caller's. It
// is written from its offset on. Others may share the offset, as programs share
// standard output, and write meanwhile: nothing of theirs or ours is lost.
func NewOutput(f *os.File) (*Output, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return &Output{file: f, regular: info.Mode().IsRegular()}, nil
}

// OpenOutput opens or makes the file of a name. A regular file is locked, where
// the system has locks, until [Output.Close]: the error wraps ErrLocked if
// somebody else has the lock. What is no regular file, such as a FIFO or a
// device, is never refused. A name of one of this process's own descriptors, such
// as /dev/stdout, is taken for that descriptor, as by [NewOutput].
func OpenOutput(name string, mode OpenMode) (*Output, error) {
	o := &Output{ours: true}
	var err error
	if o.file, err = sink.Descriptor(name); err == nil && o.file == nil {
		o.named = true
		o.file, err = o.open(name, mode)
	}
	if err != nil {
		return nil, err
	}
	if err := o.prepare(mode); err != nil {
		o.file.Close()
		return nil, err
	}
	return o, nil
}

// open opens a file for writing, and a regular one for reading too if it can be:
// to compare what it has, and to find out whether it can be written.
func (o *Output) open(name string, mode OpenMode) (*os.File, error) {
	if info, err := os.Stat(name); mode != OpenNew && (err != nil || info.Mode().IsRegular()) {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if !errors.Is(err, fs.ErrPermission) {
			return f, err
		}
		if mode == OpenResume {
			f, unread := os.Open(name)
			if unread != nil {
				return nil, err
			}
			o.readOnly = err // nothing is to be written if it is complete
			return f, nil
		}
	}
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
}

// prepare locks a regular file and looks at what it has.
func (o *Output) prepare(mode OpenMode) error {
	info, err := o.file.Stat()
	if err != nil {
		return err
	}
	if o.regular = info.Mode().IsRegular(); !o.regular || !o.named {
		return nil
	}
	if err := sink.Lock(o.file); err != nil {
		return &fs.PathError{Op: "lock", Path: o.file.Name(), Err: err}
	}
	if info, err = o.file.Stat(); err != nil { // under the lock
		return err
	}
	switch {
	case mode == OpenResume:
		o.has = info.Size()
	case mode == OpenOverwrite:
		o.empty = info.Size() > 0
	case info.Size() > 0:
		return &fs.PathError{Op: "write", Path: o.file.Name(), Err: fmt.Errorf("%w and has %d bytes", fs.ErrExist, info.Size())}
	}
	return nil
}

// File returns the file.
func (o *Output) File() *os.File { return o.file }

// Named reports whether the output was opened by its name, and not by a descriptor
// whose offset others may share.
func (o *Output) Named() bool { return o.named }

// Regular reports whether the output is a regular file, which keeps what is
// written to it.
func (o *Output) Regular() bool { return o.regular }

// Close closes what [OpenOutput] opened.
func (o *Output) Close() error {
	if !o.ours {
		return nil
	}
	return o.file.Close()
}

// ResumeBytes is how much of the end of a partial file [Output.Resume] compares
// with the stream.
const ResumeBytes = 1 << 20

// Resume moves r and a file opened by [OpenResume] to where the file ends, so that
// [Output.Write] continues it; it returns how many bytes of the stream the file
// has. What is no regular file is not resumed, but begun.
//
// The last ResumeBytes of the file have to be those of r. If they are not, or the
// file is longer than r, the error wraps ErrResume; that of a difference is a
// [*DifferenceError] too.
func (o *Output) Resume(r *Reader) (has int64, err error) {
	switch {
	case !o.regular:
		return 0, nil
	case !o.named:
		return 0, fmt.Errorf("%w: %s is a descriptor; give the name of the file itself", ErrResume, o.file.Name())
	}
	if size, ok := r.Size(); ok && o.has > size {
		return 0, fmt.Errorf("%w: the file has %d bytes, and the stream only %d", ErrResume, o.has, size)
	}
	tail := max(0, o.has-ResumeBytes)
	if _, err := r.Seek(tail, io.SeekStart); err != nil {
		return 0, err
	}
	end := o.has - tail
	err = r.VerifyAt(io.NewSectionReader(o.file, tail, end), end, nil)
	var d *DifferenceError
	switch ends := errors.As(err, &d) && d.Offset == o.has; {
	case d != nil && !ends:
		return 0, fmt.Errorf("%w: %w", ErrResume, err)
	case err != nil && !ends:
		return 0, err
	}
	// An early end is expected: Write continues from there.
	if _, err := r.Seek(o.has, io.SeekStart); err != nil {
		return 0, err
	}
	_, err = o.file.Seek(o.has, io.SeekStart)
	return o.has, err
}

// WriteOptions says how an [Output] is written.
type WriteOptions struct {
	Method Method
	Sync   bool // a file, and its name in its folder, are on the disk before Write succeeds

	// Each of these may be nil. They are called by Write itself, one at a time.
	Progress func(Progress)         // now and then
	Short    func(need, free int64) // before a file that needs more bytes of its file system than there are
}

// Progress is how far an [Output.Write] is.
type Progress struct {
	Method  Method  // in use
	Written int64   // bytes, by this call
	Work    float64 // 0 … 1: the part done of what takes time, which clones do not
	Syncing bool    // all is written, and being synced
}

// Write writes the rest of r, from where it stands, and returns how many bytes that
// are, up to 2⁶³−1.
//
// On error, exactly those bytes were delivered, and r stands behind them. If
// [OpenOutput] opened a regular file and it ended where Write began, nothing
// follows them, and calling again completes it. The error wraps ErrCannot, and
// nothing was written, if the output cannot take the method asked for; the cause
// of ctx, if that is done first; ErrSync if syncing failed, after which trying
// again proves nothing.
//
// A write that waits for a reader is cut short by ctx only if the output is a pipe
// written by [MethodSplice], or does not block; and not while the reader is in the
// middle of a call.
func (o *Output) Write(ctx context.Context, r *Reader, opts WriteOptions) (written int64, err error) {
	if int(opts.Method) >= len(sink.MethodNames) {
		return 0, fmt.Errorf("%w: %v; give one of %v", ErrMethod, opts.Method, Methods())
	}
	if left, _ := r.c.Left(); o.readOnly != nil {
		if left > 0 {
			return 0, o.readOnly
		}
		return 0, nil // complete
	}
	var progress func(sink.Progress)
	if opts.Progress != nil {
		progress = func(p sink.Progress) {
			opts.Progress(Progress{Method(p.Method), p.Written, p.Work, p.Syncing})
		}
	}
	written, err = sink.Emit(ctx, o.file, &r.c, sink.Options{
		Method:   sink.Method(opts.Method),
		Sync:     opts.Sync,
		Own:      o.named,
		Empty:    o.empty,
		Progress: progress,
		Short:    opts.Short,
	})
	if err == nil || written > 0 {
		o.empty = false
	}
	if err == nil && opts.Sync && o.named && o.regular {
		err = o.syncName()
	}
	return written, err
}

// Empty empties a file opened by [OpenOverwrite], once its first byte can be written.
// [Output.Write] does that itself; Empty is for what is written to [Output.File]. It
// does nothing the next time, and nothing to other outputs.
func (o *Output) Empty() error {
	if !o.empty {
		return nil
	}
	if err := sink.Empty(o.file); err != nil {
		return err
	}
	o.empty = false
	return nil
}

// Sync puts what was written to [Output.File] on the disk, and the file's name in its
// folder, if [OpenOutput] opened a regular file. The error wraps ErrSync.
func (o *Output) Sync() error {
	if !o.named || !o.regular {
		return nil
	}
	if err := o.file.Sync(); err != nil {
		return fmt.Errorf("%w: %w", ErrSync, err)
	}
	return o.syncName()
}

// syncName puts the name of a file on the disk.
func (o *Output) syncName() error {
	if err := sink.SyncFolder(filepath.Dir(o.file.Name())); err != nil {
		return fmt.Errorf("%w: %w", ErrSync, err)
	}
	return nil
}
