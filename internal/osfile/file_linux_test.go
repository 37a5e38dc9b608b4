package osfile

import (
	"math"
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
