//go:build darwin || freebsd

package sink

import "golang.org/x/sys/unix"

func describe(s *unix.Statfs_t) fileSystem {
	available := max(s.Bavail, 0) // on FreeBSD below 0 if only root may write
	return newFileSystem(s.Blocks, uint64(available), uint64(s.Bsize))
}
