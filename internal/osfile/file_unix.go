//go:build linux || darwin || freebsd

package osfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

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
	return flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != unix.EWOULDBLOCK
}

var flock = unix.Flock // tests replace it

// Allocated returns how many bytes of the disk a file takes. The info is of package os.
func Allocated(info fs.FileInfo) int64 { return info.Sys().(*syscall.Stat_t).Blocks * 512 }

// IsDescriptor reports whether a name such as /dev/fd/3, or a link that leads to one, denotes an
// open file of a process. A file opened by such a name has an offset of its own.
func IsDescriptor(name string) bool {
	for range 40 { // the system follows no more links
		dir, _ := filepath.EvalSymlinks(filepath.Dir(name)) // on an error, Readlink fails, too
		dir, _ = filepath.Abs(dir)
		if dir == "/dev/fd" || strings.HasPrefix(dir, "/proc/") && filepath.Base(dir) == "fd" {
			return true
		}
		to, err := os.Readlink(name)
		if err != nil {
			return false
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(dir, to)
		}
		name = to
	}
	return false
}
