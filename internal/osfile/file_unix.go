//go:build linux || darwin || freebsd

package osfile

import (
	"cmp"
	"errors"
	"io/fs"
	"math"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

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

// Flags returns the flags that f is open with, or 0 if that is not known.
func Flags(f *os.File) int {
	flags, _ := Fcntl(f, unix.F_GETFL, 0)
	return flags
}

// Fcntl calls fcntl(2). The error is the system's, or says that f's deadline passed or f is closed.
func Fcntl(f *os.File, command, argument int) (int, error) {
	return withFD(f, func(fd int) (int, error) { return unix.FcntlInt(uintptr(fd), command, argument) })
}

// SystemOf describes the file system of f.
func SystemOf(f *os.File) System {
	var s unix.Statfs_t
	if unix.Fstatfs(int(f.Fd()), &s) != nil {
		return unknown
	}
	return describe(&s)
}

// Lock locks a file until it is closed. It returns false if another process has locked it. A file
// system without locks locks nothing, and Lock returns true.
func Lock(f *os.File) bool {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != unix.EWOULDBLOCK
}

// Links returns how many names a file has. The info is of package os.
func Links(info fs.FileInfo) uint64 { return uint64(info.Sys().(*syscall.Stat_t).Nlink) }

// Allocated returns how many bytes of the disk a file takes. The info is of package os.
func Allocated(info fs.FileInfo) int64 { return info.Sys().(*syscall.Stat_t).Blocks * 512 }

// UserLimit returns the user's limit on the size of a file (RLIMIT_FSIZE), or +Inf.
func UserLimit() float64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) != nil || limit.Cur >= math.MaxInt64 {
		return math.Inf(1)
	}
	return float64(limit.Cur)
}
