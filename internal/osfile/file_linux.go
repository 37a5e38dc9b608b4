package osfile

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

func describe(s *unix.Statfs_t) System {
	system := newSystem(s.Blocks, s.Bavail, uint64(cmp.Or(s.Frsize, s.Bsize)))
	system.Btrfs = uint32(s.Type) == unix.BTRFS_SUPER_MAGIC
	return system
}

// Reopen opens a file again, with an offset of its own. The error is the system's.
func Reopen(f *os.File, flags int) (*os.File, error) {
	again, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), flags, 0)
	if err != nil {
		return nil, errors.Unwrap(err) // without the name
	}
	return again, nil
}

// withFD makes a call with f's descriptor, unless f's deadline has passed or f is closed. The
// descriptor stays open during the call. Unlike Fd, withFD never makes f blocking.
func withFD(f *os.File, call func(fd int) (int, error)) (n int, err error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	ended := conn.Write(func(fd uintptr) bool {
		n, err = call(int(fd))
		return true
	})
	if ended != nil && !errors.Is(ended, os.ErrDeadlineExceeded) {
		ended = os.ErrClosed
	}
	return n, cmp.Or(ended, err)
}

// Fcntl calls fcntl(2). The error is the system's, or says that f's deadline passed or f is closed.
func Fcntl(f *os.File, command, argument int) (int, error) {
	return withFD(f, func(fd int) (int, error) { return unix.FcntlInt(uintptr(fd), command, argument) })
}

// Retry makes a call with f's descriptor, and returns how many bytes it wrote. It repeats the call
// on EINTR and, unless f is a regular file, on EAGAIN once f is ready. f's deadline and f.Close end
// it.
func Retry(f *os.File, regular bool, call func(fd int) (int, error)) (int, error) {
	for {
		n, err := withFD(f, call)
		switch {
		case err == unix.EINTR:
		case err == unix.EAGAIN && !regular:
			if err := wait(f); err != nil {
				return 0, err
			}
		default:
			return max(0, n), err
		}
	}
}

// wait waits until f is ready. It polls a few times before it sleeps: a busy reader makes room
// sooner than a sleeping writer wakes. With GOMAXPROCS=1 it sleeps at once, because the reader may
// need the processor.
func wait(f *os.File) error {
	for polls := 0; ; polls++ {
		timeout := 0 // ms
		if polls >= 32 || runtime.GOMAXPROCS(0) == 1 {
			timeout = 20 // then it checks the deadline and Close again
		}
		ready, err := withFD(f, func(fd int) (int, error) {
			return unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}, timeout)
		})
		if err != nil && err != unix.EINTR {
			return err
		}
		if ready > 0 {
			return nil
		}
	}
}

// Vmsplice calls vmsplice(2), with SPLICE_F_NONBLOCK only. Unlike unix.Vmsplice, it does not
// tell Go's scheduler. The error is a unix.Errno.
//
// A call waits for the pipe's mutex while the reader copies. The scheduler would take this short
// wait for a blocking call: its monitor would interrupt it and take the processor away, which costs
// throughput. If a page fault delays the reader, the call keeps its processor until the fault is
// served. Until then, not even SIGKILL ends the process.
func Vmsplice(fd int, iovs []unix.Iovec, flags int) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_VMSPLICE, uintptr(fd),
		uintptr(unsafe.Pointer(&iovs[0])), uintptr(len(iovs)), uintptr(flags), 0, 0)
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}
