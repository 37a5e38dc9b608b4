//go:build linux || darwin || freebsd

package osfile

import (
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// Descriptor returns a copy of the descriptor that a name such as /dev/fd/3 denotes. For
// descriptor 1, it returns os.Stdout itself. For any other name, it returns nil. A file opened
// by a descriptor's name would neither share its offset nor append as it does.
func Descriptor(name string) (*os.File, error) {
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
