package sink

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// linux holds the calls and limits of Linux that tests replace.
var linux = struct {
	writev    func(fd int, iovs [][]byte) (int, error)
	pwritev   func(fd int, iovs [][]byte, off int64) (int, error)
	vmsplice  func(fd int, iovs []unix.Iovec, flags int) (int, error)
	clone     func(fd int, r *unix.FileCloneRange) error
	fallocate func(fd int, mode uint32, off, n int64) error
	syncfs    func(fd int) error
	fstatfs   func(fd int, s *unix.Statfs_t) error

	cloneFrom   int64 // Auto clones this many bytes or more
	cloneBlocks int64 // blocks that one call clones
	clonePage   int64 // clones begin and end at a multiple of this, or of a larger block of the file system
	pipeBytes   int   // the least size of a pipe
}{
	writev:    unix.Writev,
	pwritev:   unix.Pwritev,
	vmsplice:  vmsplice,
	clone:     unix.IoctlFileCloneRange,
	fallocate: unix.Fallocate,
	syncfs:    unix.Syncfs,
	fstatfs:   unix.Fstatfs,

	cloneFrom:   64 << 20, // 128 extents take a few ms, writing 64 MiB 0.1 s
	cloneBlocks: 1 << 12,  // a call takes about 0.1 s
	clonePage:   4096,
	pipeBytes:   1 << 20,
}

var methods = [...]method{
	Clone:  {(*writer).openClones, (*writer).writeClones},
	Direct: {(*writer).openDirect, (*writer).writeDirect},
	Splice: {(*writer).openPipe, (*writer).writePages},
	Write:  plain,
}

// retry repeats call on EINTR, and on EAGAIN once the file is ready. The deadline and Close
// of the file end it, as they end any write, and so does the context.
func (w *writer) retry(f *os.File, call func(fd int) (int, error)) (int, error) {
	for {
		n, err := asWrite(f, call)
		switch err {
		case unix.EINTR:
		case unix.EAGAIN:
			if err := w.wait(f); err != nil {
				return 0, err
			}
		default:
			return n, err
		}
		if err := w.stopped(); err != nil {
			return 0, err
		}
	}
}

// asWrite makes the call as f would make a write: not if the deadline of f has passed, or f
// is closed.
func asWrite(f *os.File, call func(fd int) (int, error)) (n int, err error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	refused := conn.Write(func(fd uintptr) bool {
		n, err = call(int(fd))
		return true
	})
	if refused != nil && !errors.Is(refused, os.ErrDeadlineExceeded) {
		refused = os.ErrClosed
	}
	return n, cmp.Or(refused, err)
}

// wait waits until f is ready or the writing has to stop. It polls a few times before it
// sleeps: a busy reader makes room sooner than a sleeper wakes. With GOMAXPROCS=1 it sleeps
// at once, for the reader may need that processor.
func (w *writer) wait(f *os.File) error {
	for polls := 0; ; polls++ {
		timeout := 0 // ms
		if polls >= 32 || runtime.GOMAXPROCS(0) == 1 {
			timeout = 20 // between looks for a stop, a deadline or a Close
		}
		ready, err := asWrite(f, func(fd int) (int, error) {
			return unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}, timeout)
		})
		if err != nil && err != unix.EINTR {
			return err
		}
		if ready > 0 || w.stopped() != nil { // the caller returns why it has to stop
			return nil
		}
	}
}

func (w *writer) writev() (int, error) {
	return w.retry(w.File, func(fd int) (int, error) { return linux.writev(fd, w.segments) })
}

// statfs describes the file system of f.
func statfs(f *os.File) fileSystem {
	var s unix.Statfs_t
	if err := control(f, func(fd int) error { return linux.fstatfs(fd, &s) }); err != nil {
		return unknownSystem
	}
	fs := newFileSystem(s.Blocks, s.Bavail, uint64(cmp.Or(s.Frsize, s.Bsize)))
	switch uint32(s.Type) { // see linux/magic.h
	case unix.BTRFS_SUPER_MAGIC:
		fs.btrfs, fs.showsHoles = true, true
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC:
		fs.showsHoles = true
	}
	return fs
}

// pieces returns the pieces of a file to be resumed, or the whole file if the file system
// does not tell.
func (o *Output) pieces() (all []piece, known bool, err error) {
	if !sys.statfs(o.File).showsHoles {
		return []piece{{0, o.has}}, false, nil
	}
	// Pages of a hole in the page cache, where verify has read them, would pass for data.
	_ = control(o.File, func(fd int) error { return unix.Fadvise(fd, 0, 0, unix.FADV_DONTNEED) })
	for p := (piece{}); p.to < o.has; all = append(all, p) {
		if p.from, err = o.File.Seek(p.to, unix.SEEK_DATA); errors.Is(err, unix.ENXIO) {
			return all, true, nil
		}
		if err == nil {
			p.to, err = o.File.Seek(p.from, unix.SEEK_HOLE)
		}
		if err != nil {
			return nil, false, err
		}
	}
	return all, true, nil
}

// reopen opens the file again, with other flags.
func (o *Output) reopen(flags int) (*os.File, error) {
	return os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", o.File.Fd()), flags, 0)
}

// seekable refuses an output that cannot be written at any offset.
func (o *Output) seekable() error {
	if !o.Regular {
		return refuse("it is not a regular file")
	}
	if flags, err := o.fcntl(unix.F_GETFL, 0); err == nil && flags&unix.O_APPEND != 0 {
		return refuse("it is open for appending")
	}
	return o.writable()
}

// writable refuses an output that was not opened for writing.
func (o *Output) writable() error {
	flags, err := o.fcntl(unix.F_GETFL, 0)
	if err == nil && flags&unix.O_ACCMODE == unix.O_RDONLY {
		return refuse("it is not open for writing")
	}
	return err
}

// fcntl calls fcntl(2) with the descriptor.
func (o *Output) fcntl(command, argument int) (n int, err error) {
	err = control(o.File, func(fd int) error {
		n, err = unix.FcntlInt(uintptr(fd), command, argument)
		return err
	})
	return n, err
}

// fileLimit returns the size that no file may pass (RLIMIT_FSIZE).
func fileLimit() int64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) != nil || limit.Cur > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(limit.Cur)
}
