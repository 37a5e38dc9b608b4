//go:build linux || darwin || freebsd

package sink

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// control calls do with a file's descriptor, which stays open meanwhile. Unlike Fd, it does
// not change the file's mode, blocking or not.
func control(f *os.File, do func(fd int) error) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	if closed := conn.Control(func(fd uintptr) { err = do(int(fd)) }); closed != nil {
		return fs.ErrClosed
	}
	return err
}

// lock locks a file until it is closed, or returns ErrLocked. It does nothing where the file
// system has no locks.
func lock(f *os.File) error {
	err := control(f, func(fd int) error { return unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB) })
	if err == unix.EWOULDBLOCK {
		return ErrLocked
	}
	return nil
}

// descriptor returns a copy of this process's descriptor with a name such as /dev/fd/3,
// os.Stdout itself, or nil if the name is not a descriptor's. A file opened by such a name
// would not share the descriptor's offset, nor append where the descriptor does.
func descriptor(name string) (*os.File, error) {
	link := name
	for range 40 { // as many links as the system follows
		dir, err := filepath.EvalSymlinks(filepath.Dir(link))
		if err != nil {
			return nil, nil // opening it says why
		}
		if fd, err := strconv.Atoi(filepath.Base(link)); err == nil && isDescriptors(dir) {
			if fd == 1 {
				return os.Stdout, nil
			}
			flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
			if err == nil && flags&unix.FD_CLOEXEC != 0 {
				err = unix.EBADF // not inherited, but opened by Go's runtime
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
		to, err := os.Readlink(link)
		if err != nil {
			return nil, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(dir, to)
		}
		link = to
	}
	return nil, nil
}

// isDescriptors reports whether a folder lists the descriptors of this process.
func isDescriptors(dir string) bool {
	own := fmt.Sprintf("/proc/%d/", os.Getpid())
	ofThread, _ := filepath.Match(own+"task/*/fd", dir)
	return dir == "/dev/fd" || dir == own+"fd" || ofThread
}
