//go:build darwin || freebsd

package osfile

import "golang.org/x/sys/unix"

func describe(s *unix.Statfs_t) System {
	available := max(s.Bavail, 0) // on FreeBSD below 0 if only root may write
	return newSystem(s.Blocks, uint64(available), uint64(s.Bsize))
}
