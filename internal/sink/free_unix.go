//go:build linux || darwin || freebsd

package sink

import (
	"os"

	"golang.org/x/sys/unix"
)

// Free returns how many bytes its user can still put on f's file system.
func Free(f *os.File) (int64, error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var s unix.Statfs_t
	if e2 := conn.Control(func(fd uintptr) { err = unix.Fstatfs(int(fd), &s) }); e2 != nil {
		err = e2
	}
	return int64(s.Bavail) * int64(s.Bsize), err
}
