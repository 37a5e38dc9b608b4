package sink

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// system is the calls that write. Tests put others in their place.
type system struct {
	writev    func(fd int, iovs [][]byte) (int, error)
	pwritev   func(fd int, iovs [][]byte, off int64) (int, error)
	vmsplice  func(fd int, iovs []unix.Iovec, flags int) (int, error)
	clone     func(fd int, r *unix.FileCloneRange) error
	fallocate func(fd int, mode uint32, off, n int64) error
	seek      func(fd int, offset int64, whence int) (int64, error)
	syncfs    func(fd int) error
}

var sys = system{
	writev:    unix.Writev,
	pwritev:   unix.Pwritev,
	vmsplice:  unix.Vmsplice,
	clone:     unix.IoctlFileCloneRange,
	fallocate: unix.Fallocate,
	seek:      unix.Seek,
	syncfs:    unix.Syncfs,
}

// retry repeats f on EINTR, and on EAGAIN when the output is ready. The file's deadline
// and Close end it, as they end any write, and so does the context.
func (e *emission) retry(f func(fd int) (int, error)) (int, error) {
	for {
		n, err := e.asWrite(f)
		switch err {
		case unix.EINTR:
		case unix.EAGAIN:
			if err := e.wait(); err != nil {
				return 0, err
			}
		default:
			return n, err
		}
		if err := e.stopped(); err != nil {
			return 0, err
		}
	}
}

// asWrite calls f as the file would a write: not if the file's deadline is over, or the
// file is closed.
func (e *emission) asWrite(f func(fd int) (int, error)) (n int, err error) {
	refused := e.conn.Write(func(fd uintptr) bool {
		n, err = f(int(fd))
		return true
	})
	switch {
	case refused == nil:
		return n, err
	case errors.Is(refused, os.ErrDeadlineExceeded):
		return 0, refused
	}
	return 0, os.ErrClosed
}

// wait waits until the output is ready or e has to stop. It polls a few times before it
// sleeps: a reader at work makes room sooner than a sleeper wakes. With GOMAXPROCS=1 it
// sleeps at once, for the reader may need that processor.
func (e *emission) wait() error {
	const sleepMS = 20 // until it looks for a stop, a deadline, a Close
	polls := 32
	if runtime.GOMAXPROCS(0) == 1 {
		polls = 0
	}
	for timeout := 0; ; polls-- {
		if polls <= 0 {
			timeout = sleepMS
		}
		ready, err := e.asWrite(func(fd int) (int, error) {
			return unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}, timeout)
		})
		if err != nil && err != unix.EINTR {
			return err
		}
		if ready > 0 || e.stopped() != nil { // the caller returns why it has to stop
			return nil
		}
	}
}

func (e *emission) writev(segments [][]byte) (int, error) {
	return e.retry(func(fd int) (int, error) { return sys.writev(fd, segments) })
}

// reopen opens the file of e anew, with other flags.
func (e *emission) reopen(flags int) (fd int, err error) {
	err = control(e.file, func(old int) error {
		fd, err = unix.Open(fmt.Sprintf("/proc/self/fd/%d", old), flags|unix.O_CLOEXEC, 0)
		return err
	})
	return fd, err
}

// seekable returns a refusal if e cannot write at any offset of the file.
func (e *emission) seekable() error {
	if !e.regular {
		return errNotRegular
	}
	flags, err := e.access()
	if err == nil && flags&unix.O_APPEND != 0 {
		err = errAppends
	}
	return err
}

// access returns the flags that the file was opened with, and a refusal if it was not
// opened for writing.
func (e *emission) access() (flags int, err error) {
	err = control(e.file, func(fd int) error {
		flags, err = unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
		return err
	})
	switch {
	case err != nil:
		return 0, refusal{err}
	case flags&unix.O_ACCMODE == unix.O_RDONLY:
		return 0, errReadOnly
	}
	return flags, nil
}

// claim moves the file's offset behind all that there is to write. The system call is
// atomic for all who share the offset, so that each has a range of its own.
func (e *emission) claim() error {
	if e.claimed {
		return nil
	}
	if !e.bounded {
		return refuse("it is longer than a file can be")
	}
	return control(e.file, func(fd int) error {
		end, err := sys.seek(fd, e.left(), io.SeekCurrent)
		if err != nil {
			return refuse("its offset cannot go so far: %w", err)
		}
		e.claimed = true
		e.pos = end - e.total
		var s unix.Stat_t
		if !e.overwrite && unix.Fstat(fd, &s) == nil {
			e.size = s.Size
		}
		return nil
	})
}

// release gives back what was claimed and not written: the offset goes back, and a file
// of our own ends there. Where others moved the offset, nothing is changed, and release
// returns false.
func (e *emission) release() bool {
	if !e.claimed || e.left() == 0 {
		e.claimed = false
		return true
	}
	err := control(e.file, func(fd int) error {
		at, err := sys.seek(fd, 0, io.SeekCurrent)
		if err == nil && at != e.pos+e.total {
			err = errors.New("others moved the offset")
		}
		if err == nil {
			err = e.cut()
		}
		if err == nil {
			_, err = sys.seek(fd, e.offset(), io.SeekStart)
		}
		return err
	})
	e.claimed = err != nil
	return err == nil
}

// cut ends a file of our own behind what is written, with what is allocated there. In any
// other, what a failed call left cannot be told from what others wrote.
func (e *emission) cut() error {
	if !e.named || e.overwrite || e.size > e.pos {
		return nil
	}
	info, err := e.file.Stat()
	if err != nil || info.Size() < e.offset() {
		return err
	}
	return truncate(e.file, e.offset())
}

// fileLimit returns the size that no file may pass (RLIMIT_FSIZE).
func fileLimit() int64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) != nil || limit.Cur > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(limit.Cur)
}
