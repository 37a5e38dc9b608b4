package osfile

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/must"
)

// Free space is counted in units of f_frsize. Numbers that make no sense are ignored. On ext4, root
// may use its reserve, but not the 4096 blocks that the file system keeps.
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
		{unix.Statfs_t{Blocks: 1 << 20, Frsize: 4096}, 0},
		{unix.Statfs_t{Blocks: 1 << 62, Bavail: 1 << 60, Frsize: 4096}, most},
		{unix.Statfs_t{Blocks: 1<<64 - 1, Bavail: 1<<64 - 1, Frsize: 4096}, most}, // without a limit
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1<<64 - 1, Frsize: 4096}, most},
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1 << 21, Frsize: 4096}, most},
		{unix.Statfs_t{Blocks: 1 << 20, Bavail: 1 << 10}, most},
		{unix.Statfs_t{Frsize: 4096}, most}, // such as /proc
		{unix.Statfs_t{Type: unix.XFS_SUPER_MAGIC, Blocks: 1 << 20, Bavail: 1 << 10, Frsize: 4096}, 4<<20 - tableBytes},
		{unix.Statfs_t{Type: unix.XFS_SUPER_MAGIC, Blocks: 1 << 20, Bavail: 1, Bfree: 1 << 10, Frsize: 4096}, 0},
	} {
		if free := describe(&test.system).Free; free != test.free {
			t.Errorf("%+v: %v bytes, want %v", test.system, free, test.free)
		}
	}
	free := describe(&unix.Statfs_t{Type: unix.EXT4_SUPER_MAGIC, Blocks: 1 << 20, Bavail: 1 << 10, Bfree: 1 << 16, Frsize: 4096}).Free
	if want := map[bool]float64{true: (1<<16-4096)<<12 - tableBytes, false: 1<<22 - tableBytes}[os.Geteuid() == 0]; free != want {
		t.Errorf("ext4: %v bytes, want %v", free, want)
	}
}

// The name of an inherited descriptor, or a link to it, opens a copy that shares the offset. The
// name of any other descriptor is an error.
func TestDescriptor(t *testing.T) {
	dir := t.TempDir()
	f := must.Get(os.Create(filepath.Join(dir, "f")))
	defer f.Close()
	fd, pid := f.Fd(), os.Getpid()
	own, link, loop := fmt.Sprintf("/proc/self/fd/%d", fd), filepath.Join(dir, "link"), filepath.Join(dir, "loop")
	must.Do(os.Symlink(own, filepath.Join(dir, "absolute")))
	must.Do(os.Symlink("absolute", link))
	must.Do(os.Symlink(loop, loop))
	for _, name := range []string{own, "/dev/fd/12345"} {
		if d, err := Descriptor(name); d != nil || !errors.Is(err, syscall.EBADF) {
			t.Errorf("%s: %v, %v; want EBADF", name, d, err)
		}
	}
	if d, err := Descriptor("/dev/stdout"); d != os.Stdout || err != nil {
		t.Errorf("/dev/stdout: %v, %v; want os.Stdout", d, err)
	}
	must.Get(unix.FcntlInt(fd, unix.F_SETFD, 0)) // as if it were inherited
	written := ""
	for _, name := range []string{own, link, fmt.Sprintf("/dev/fd/%d", fd), fmt.Sprintf("/proc/%d/fd/%d", pid, fd), fmt.Sprintf("/proc/self/task/%d/fd/%d", pid, fd)} {
		d, err := Descriptor(name)
		if err != nil || d == nil {
			t.Fatalf("%s: %v, %v", name, d, err)
		}
		must.Get(d.WriteString(name))
		d.Close()
		written += name
	}
	if got := must.Get(os.ReadFile(f.Name())); string(got) != written {
		t.Errorf("the file has %q, want %q", got, written)
	}
	for _, name := range []string{fmt.Sprintf("/proc/self/fdinfo/%d", fd), fmt.Sprintf("/proc/self/task/%d/fdinfo/%d", pid, fd), f.Name(), loop, filepath.Join(dir, "no", "folder"), "/dev/null", "/proc/self/fd", "1"} {
		if d, err := Descriptor(name); d != nil || err != nil {
			t.Errorf("%s is descriptor %v, %v", name, d, err)
		}
	}
}
