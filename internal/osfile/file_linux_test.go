package osfile

import (
	"math"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// Free space is counted in units of f_frsize. Numbers that make no sense are ignored.
func TestFreeSpace(t *testing.T) {
	most := math.Inf(1)
	for _, test := range []struct {
		system unix.Statfs_t
		free   float64
	}{
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1 << 10, Bsize: 4096, Frsize: 4096}, 4 << 20},
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1 << 10, Bsize: 64 << 10, Frsize: 4096}, 4 << 20},
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1 << 13, Bsize: 512, Frsize: 4096}, 32 << 20},
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1 << 10, Bsize: 1 << 20, Frsize: 1 << 20}, 1 << 30},
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1 << 10, Bsize: 4096}, 4 << 20}, // an old system
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1, Bfree: 1 << 10, Frsize: 4096}, 4096},
		{unix.Statfs_t{Blocks: 1 << 20, Frsize: 4096}, 0},
		{unix.Statfs_t{Blocks: 1 << 62, Bavail: 1 << 60, Frsize: 4096}, most},
		{unix.Statfs_t{Blocks: 1<<64 - 1, Bavail: 1<<64 - 1, Frsize: 4096}, most}, // without a limit
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1<<64 - 1, Frsize: 4096}, most},
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1 << 21, Frsize: 4096}, most},
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1 << 10}, most},
		{unix.Statfs_t{Frsize: 4096}, most}, // such as /proc
	} {
		if free := describe(&test.system).Free; free != test.free {
			t.Errorf("%+v: %v bytes, want %v", test.system, free, test.free)
		}
	}
}

// A file is locked by another process only if the system says so: not if it has no locks, as on
// some network file systems.
func TestLock(t *testing.T) {
	defer func() { flock = unix.Flock }()
	for err, want := range map[error]bool{nil: true, unix.EWOULDBLOCK: false, unix.ENOLCK: true, unix.ENOSYS: true, unix.EOPNOTSUPP: true, unix.EBADF: true} {
		flock = func(int, int) error { return err }
		if got := Lock(os.Stdout); got != want {
			t.Errorf("%v: %v, want %v", err, got, want)
		}
	}
}
