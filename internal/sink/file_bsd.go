//go:build darwin || freebsd

package sink

import (
	"os"

	"golang.org/x/sys/unix"
)

// statfs describes the file system of f.
func statfs(f *os.File) fileSystem {
	var s unix.Statfs_t
	if _, err := withFD(f, func(fd int) (int, error) { return 0, unix.Fstatfs(fd, &s) }); err != nil {
		return unknownSystem
	}
	available := max(s.Bavail, 0) // on FreeBSD below 0 if only root may write
	return newFileSystem(s.Blocks, uint64(available), uint64(s.Bsize))
}
