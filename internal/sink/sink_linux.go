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
	truncate  func(fd int, size int64) error
	seek      func(fd int, offset int64, whence int) (int64, error)
	fdatasync func(fd int) error
	syncfs    func(fd int) error
	poll      func(fds []unix.PollFd, timeout int) (int, error)
	statx     func(fd int, path string, flags, mask int, s *unix.Statx_t) error
	fcntl     func(fd uintptr, command, arg int) (int, error) // of pipes
}

var sys = system{
	writev:    unix.Writev,
	pwritev:   unix.Pwritev,
	vmsplice:  unix.Vmsplice,
	clone:     unix.IoctlFileCloneRange,
	fallocate: unix.Fallocate,
	truncate:  unix.Ftruncate,
	seek:      unix.Seek,
	fdatasync: unix.Fdatasync,
	syncfs:    unix.Syncfs,
	poll:      unix.Poll,
	statx:     unix.Statx,
	fcntl:     unix.FcntlInt,
}

// again repeats f while a signal interrupts it. While f would block, again waits until
// the output is ready. The file's deadline and Close end it, as they end any write, and
// so does that e has to stop.
func (e *emission) again(f func(fd int) (int, error)) (int, error) {
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

// asWrite calls f as the file would a write: it fails if the file's deadline is over,
// or the file is closed.
func (e *emission) asWrite(f func(fd int) (int, error)) (int, error) {
	c := &e.call
	if c.raw == nil {
		c.raw = func(fd uintptr) bool {
			c.n, c.err = c.f(int(fd))
			return true
		}
	}
	c.f = f
	switch err := e.conn.Write(c.raw); {
	case err == nil:
		return c.n, c.err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return 0, err
	}
	return 0, os.ErrClosed
}

// wait waits until the output is ready or e has to stop. It polls a few times before it
// sleeps: a reader at work makes room sooner than a sleeper wakes. With GOMAXPROCS=1 it
// sleeps at once, for the reader may need that processor.
func (e *emission) wait() error {
	const (
		polls   = 32
		sleepMS = 20 // until it looks for a stop, a deadline, a Close
	)
	left := polls
	if runtime.GOMAXPROCS(0) == 1 {
		left = 0
	}
	timeout := 0
	fds := []unix.PollFd{{Events: unix.POLLOUT}}
	poll := func(fd int) (int, error) {
		fds[0].Fd = int32(fd)
		return sys.poll(fds, timeout)
	}
	for {
		if left--; left < 0 {
			timeout = sleepMS
		}
		n, err := e.asWrite(poll)
		if err != nil && err != unix.EINTR {
			return err
		}
		if n > 0 || e.stopped() != nil { // the caller returns why it has to stop
			return nil
		}
	}
}

func (e *emission) writev(segments [][]byte) (int, error) {
	return e.again(func(fd int) (int, error) { return sys.writev(fd, segments) })
}

func (e *emission) truncate(size int64) error {
	return e.control(func(fd int) error { return sys.truncate(fd, size) })
}

// sync writes the file's bytes, and what it takes to find them, to the disk.
func (e *emission) sync() error {
	return e.control(func(fd int) error { return sys.fdatasync(fd) })
}

// reopen opens the file of e anew, with other flags.
func (e *emission) reopen(flags int) (fd int, err error) {
	err = e.control(func(old int) error {
		fd, err = unix.Open(fmt.Sprintf("/proc/self/fd/%d", old), flags|unix.O_CLOEXEC, 0)
		return err
	})
	return fd, err
}

// placed returns a refusal if e cannot write at any place of the file.
func (e *emission) placed() error {
	if !e.regular {
		return errNotRegular
	}
	flags, err := e.access()
	if err == nil && flags&unix.O_APPEND != 0 {
		err = errAppends
	}
	return err
}

// access returns the flags that f was opened with, and a refusal if it was not
// opened for writing.
func (e *emission) access() (flags int, err error) {
	err = e.control(func(fd int) error {
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
	return e.control(func(fd int) error {
		end, err := sys.seek(fd, e.left(), io.SeekCurrent)
		if err != nil {
			return refuse("its offset cannot go so far: %w", err)
		}
		e.claimed = true
		e.pos = end - e.total
		var s unix.Stat_t
		if e.old == 0 && unix.Fstat(fd, &s) == nil {
			e.size = s.Size
		}
		return nil
	})
}

// release gives back what was claimed and not written: the offset goes back. It
// returns false, and leaves all as it is, if somebody else moved the offset or
// wrote behind what is written. Only a file of our own is cut there: in any other,
// what a failed call left cannot be told from what others wrote meanwhile.
func (e *emission) release() bool {
	if !e.claimed {
		return true
	}
	if e.left() == 0 {
		e.claimed = false
		return true
	}
	err := e.control(func(fd int) error {
		var s unix.Stat_t
		at, err := sys.seek(fd, 0, io.SeekCurrent)
		if err == nil {
			err = unix.Fstat(fd, &s)
		}
		if err != nil {
			return err
		}
		cut := e.written > 0 && s.Size < e.place()
		if at != e.pos+e.total || cut {
			return errShared
		}
		// Also where the size is right: what was allocated behind it goes.
		if e.old > 0 {
			s.Size = e.place() // what it has is still there, to be emptied
		}
		if e.Own && e.size <= e.pos && s.Size >= e.place() && max(s.Size, e.room) > e.place() {
			if err := sys.truncate(fd, e.place()); err != nil {
				return err
			}
		} else if s.Size > max(e.size, e.place()) {
			return errShared
		}
		_, err = sys.seek(fd, e.place(), io.SeekStart)
		return err
	})
	e.claimed = err != nil
	return err == nil
}

// errShared is why release leaves an offset where it is.
var errShared = errors.New("others write to the file")

// fileLimit returns the size that no file may pass (RLIMIT_FSIZE).
func fileLimit() int64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) != nil || limit.Cur > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(limit.Cur)
}
