//go:build linux || darwin || freebsd

package sink

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
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

// statfs describes the file system of f.
func statfs(f *os.File) fileSystem {
	var s unix.Statfs_t
	if unix.Fstatfs(int(f.Fd()), &s) != nil {
		return unknownSystem
	}
	return describe(&s)
}

// lock locks a file until it is closed, or returns ErrLocked. A file system without locks is
// not an error.
func lock(f *os.File) error {
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == unix.EWOULDBLOCK {
		return ErrLocked
	}
	return nil
}

// descriptor returns a copy of the descriptor that a name such as /dev/fd/3 denotes. For
// descriptor 1, it returns os.Stdout itself. For any other name, it returns nil. A file opened
// by a descriptor's name would neither share its offset nor append as it does.
func descriptor(name string) (*os.File, error) {
	link := name
	for range 40 { // the system follows no more links
		dir, _ := filepath.EvalSymlinks(filepath.Dir(link)) // on an error, Readlink fails, too
		dir, _ = filepath.Abs(dir)
		if fd, err := strconv.Atoi(filepath.Base(link)); err == nil && isDescriptor(dir, link, fd) {
			return inherited(fd, name)
		}
		to, err := os.Readlink(link)
		if err != nil {
			break // Open opens name, or reports the error
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(dir, to)
		}
		link = to
	}
	return nil, nil
}

// isDescriptor reports whether a link in a folder denotes a descriptor of this process. The folder
// may list the descriptors of another process (the working folder of a shell: "cd /dev/fd"), or
// be that of this process under a number of another PID namespace. Either way, the link leads to
// the file that this process inherited by the same number, or neither of the two exists.
func isDescriptor(dir, link string, fd int) bool {
	ofProcess, _ := filepath.Match("/proc/*/fd", dir)
	ofThread, _ := filepath.Match("/proc/*/task/*/fd", dir)
	if !ofProcess && !ofThread {
		return dir == "/dev/fd"
	}
	var own, there unix.Stat_t
	closed, missing := unix.Fstat(fd, &own), unix.Stat(link, &there)
	return (closed == nil) == (missing == nil) && own.Dev == there.Dev && own.Ino == there.Ino
}

// inherited returns a copy of a descriptor that this process inherited, or os.Stdout.
func inherited(fd int, name string) (*os.File, error) {
	if fd == 1 {
		return os.Stdout, nil
	}
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	if err == nil && flags&unix.FD_CLOEXEC != 0 {
		err = unix.EBADF // opened by this process, perhaps by Go's runtime
	}
	dup := -1
	if err == nil {
		dup, err = unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 3)
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(dup), name), nil
}

// links returns how many names a file has.
func links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}
