package sink

import (
	"fmt"
	"io"
	"time"
	"unsafe"

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
	fdatasync func(fd int) error
	syncfs    func(fd int) error
	poll      func(fds []unix.PollFd, timeout int) (int, error)
}

var sys = system{
	writev:    unix.Writev,
	pwritev:   unix.Pwritev,
	vmsplice:  vmsplice,
	clone:     unix.IoctlFileCloneRange,
	fallocate: unix.Fallocate,
	truncate:  unix.Ftruncate,
	fdatasync: unix.Fdatasync,
	syncfs:    unix.Syncfs,
	poll:      unix.Poll,
}

// vmsplice is unix.Vmsplice for a call that does not wait. It takes some 10 µs,
// so that the scheduler need not be told; to tell it takes 7 % of the speed of a
// pipe on two cores.
func vmsplice(fd int, iovs []unix.Iovec, flags int) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_VMSPLICE, uintptr(fd),
		uintptr(unsafe.Pointer(&iovs[0])), uintptr(len(iovs)), uintptr(flags), 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// again calls f until no signal interrupts it, and, where it would block, when
// the output is ready.
func (e *emission) again(f func() (int, error)) (n int, err error) {
	for {
		n, err = f()
		switch err {
		case unix.EINTR:
		case unix.EAGAIN:
			if err := e.wait(); err != nil {
				return 0, err
			}
		default:
			return n, err
		}
	}
}

// wait waits until the output is ready or e has to stop.
func (e *emission) wait() error {
	const stopAfter = 50 * time.Millisecond // at most
	for {
		fds := []unix.PollFd{{Fd: int32(e.fd), Events: unix.POLLOUT}}
		n, err := sys.poll(fds, int(stopAfter.Milliseconds()))
		if err != nil && err != unix.EINTR {
			return err
		}
		if n > 0 {
			return nil
		}
		if err := e.stopped(); err != nil {
			return err
		}
	}
}

func (e *emission) writev(segments [][]byte) (int, error) {
	return e.again(func() (int, error) { return sys.writev(e.fd, segments) })
}

// sync has the file's bytes, and what it takes to find them, on the disk.
func (e *emission) sync() error { return sys.fdatasync(e.fd) }

// reopen opens the file of e anew, with other flags.
func (e *emission) reopen(flags int) (fd int, err error) {
	return unix.Open(fmt.Sprintf("/proc/self/fd/%d", e.fd), flags|unix.O_CLOEXEC, 0)
}

// placed returns a refusal if writes to e cannot be at any place of a file.
func (e *emission) placed() error {
	if !e.regular {
		return errNotRegular
	}
	flags, err := unix.FcntlInt(uintptr(e.fd), unix.F_GETFL, 0)
	if err != nil {
		return refusal{err}
	}
	if flags&unix.O_APPEND != 0 {
		return errAppends
	}
	return nil
}

// settle ends what was written with err at places of the file: its position is
// behind that, and so is its end, if it has no bytes of others.
func (e *emission) settle(err error) error {
	end := e.pos + e.written
	if _, e2 := unix.Seek(e.fd, end, io.SeekStart); e2 != nil && err == nil {
		err = e.failed("seek", e2)
	}
	if err != nil && e.size <= e.pos {
		var s unix.Stat_t
		if unix.Fstat(e.fd, &s) == nil && s.Size >= end {
			// Also where the size is right: what was allocated behind it goes.
			_ = sys.truncate(e.fd, end)
		}
	}
	e.back()
	return err
}
