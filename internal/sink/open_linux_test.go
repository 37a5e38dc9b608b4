package sink

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
)

// A new file has the permissions that the umask allows, and is locked. If it cannot be created,
// the error is the system's.
func TestCreated(t *testing.T) {
	dir := t.TempDir()
	defer unix.Umask(unix.Umask(0))
	for _, mode := range []Mode{New, Overwrite, Resume} {
		name := filepath.Join(dir, fmt.Sprint("f", mode))
		openOutput(t, name, mode)
		if info, err := os.Stat(name); err != nil || info.Mode() != 0o666 {
			t.Errorf("mode %d: %v, %v", mode, info.Mode(), err)
		}
		if _, err := Open(name, mode, Options{}); !errors.Is(err, ErrLocked) {
			t.Errorf("mode %d: %v; want ErrLocked", mode, err)
		}
		if _, err := Open(filepath.Join(dir, "none", "f"), mode, Options{}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
}

// What another run wrote until it released the lock counts.
func TestLockedFirst(t *testing.T) {
	restoreCalls(t)
	name := filepath.Join(t.TempDir(), "f")
	sys.lock = func(*os.File) bool {
		put(t, name, []byte("theirs"))
		return true
	}
	if _, err := Open(name, New, Options{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v; want ErrExist", err)
	}
}

// A FIFO without a reader is an error. Open does not become its reader.
func TestFIFO(t *testing.T) {
	name := filepath.Join(t.TempDir(), "fifo")
	must.Do(unix.Mkfifo(name, 0o600))
	for _, mode := range []Mode{New, Overwrite, Resume} {
		reader := must.Get(os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0))
		o := openOutput(t, name, mode)
		reader.Close()
		if n, err := o.WriteStream(newSample(block.Packed, false, 1, 100, 0).stream.Cursor()); n != 0 || !errors.Is(err, unix.EPIPE) {
			t.Errorf("mode %d: %d bytes, %v; want EPIPE", mode, n, err)
		}
	}
}

// Files and their folders are synced, also after an error, unless they cannot be. For a link, the
// folder of its target is synced.
func TestSync(t *testing.T) {
	restoreCalls(t)
	for fails, want := range map[error]error{nil: nil, unix.EINVAL: nil, unix.ENOTSUP: nil, unix.EROFS: ErrUnsafe, unix.EIO: ErrUnsafe, unix.ENOSPC: ErrUnsafe} {
		for _, writes := range []error{nil, unix.EDQUOT} {
			synced := ""
			sys.sync = func(f *os.File) error {
				synced += f.Name() + " "
				return fails
			}
			writev = func(fd int, iovs [][]byte) (int, error) {
				if writes != nil {
					writev = func(int, [][]byte) (int, error) { return -1, writes }
				}
				return unix.Writev(fd, [][]byte{iovs[0][:min(100, len(iovs[0]))]})
			}
			dir := must.Get(filepath.EvalSymlinks(t.TempDir()))
			link, file := filepath.Join(t.TempDir(), "link"), filepath.Join(dir, "f")
			must.Do(os.Symlink(file, link))
			o := openOutput(t, link, New)
			o.options.Method = Write
			n, err := o.WriteStream(newSample(block.Packed, false, 1, 200, 0).stream.Cursor())
			syncs := link + " " + dir + " "
			if want != nil {
				syncs = link + " "
			}
			if (n < 200) != (writes != nil) || !errors.Is(err, cmp.Or(writes, want)) || synced != syncs {
				t.Errorf("%v, %v: %d bytes, synced %s, %v", writes, fails, n, synced, err)
			}
		}
	}
}

// An old file is cut only when the first new bytes are on the disk.
func TestSyncBeforeCut(t *testing.T) {
	restoreCalls(t)
	name := filepath.Join(t.TempDir(), "f")
	put(t, name, make([]byte, 1000))
	var sizes []int64
	sys.sync = func(f *os.File) error {
		sizes = append(sizes, must.Get(os.Stat(name)).Size())
		return nil
	}
	o := openOutput(t, name, Overwrite)
	must.Get(o.Write(make([]byte, 100)))
	must.Do(o.Sync())
	if want := []int64{1000, 100, 100}; !slices.Equal(sizes, want) {
		t.Errorf("the file has %d bytes at the syncs of the start, the file and the folder; want %d", sizes, want)
	}
}

// Sync succeeds if another process has removed the file.
func TestRemoved(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	o := openOutput(t, name, New)
	must.Do(os.Remove(name))
	if err := o.Sync(); err != nil {
		t.Error(err)
	}
}

// Closing a file that was written is part of the run.
func TestCloseFails(t *testing.T) {
	o := must.Get(Open(filepath.Join(t.TempDir(), "f"), New, Options{}))
	must.Do(o.Close())
	if err := o.Close(); !errors.Is(err, ErrUnsafe) {
		t.Error(err)
	}
}

// So is closing the descriptor of direct writes.
func TestCloseDirectFails(t *testing.T) {
	restoreCalls(t)
	o := must.Get(Open(filepath.Join(memory(t), "f"), New, Options{Method: Direct}))
	defer o.Close()
	if err := o.Check(Direct); err != nil {
		t.Skip("NOT RUN:", err)
	}
	pwritev = func(fd int, iovs [][]byte, at int64) (int, error) {
		n, err := unix.Pwritev(fd, iovs, at)
		if isDirect(fd) {
			unix.Close(fd)
		}
		return n, err
	}
	if n, err := o.WriteStream(newSample(block.Packed, false, 1, 4096, 0).stream.Cursor()); n != 4096 || !errors.Is(err, ErrUnsafe) {
		t.Errorf("%d bytes, %v; want ErrUnsafe", n, err)
	}
}

// A block device is refused, and a name that leads to an open regular file.
func TestRefusedNames(t *testing.T) {
	dir := t.TempDir()
	f := create(t, dir)
	link := filepath.Join(dir, "link")
	own := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	must.Do(os.Symlink(own, link))
	must.Do(os.Symlink("link", link+"2"))
	must.Do(os.MkdirAll(filepath.Join(dir, "a", "b"), 0o777))
	must.Do(os.Symlink("../../link", filepath.Join(dir, "a", "b", "up")))
	must.Do(os.Symlink("a/b", filepath.Join(dir, "ab")))
	names := []string{own, link, link + "2", filepath.Join(dir, "ab", "up"), fmt.Sprintf("/dev/fd/%d", f.Fd()), fmt.Sprintf("/proc/%d/task/%[1]d/fd/%d", os.Getpid(), f.Fd())}
	for _, mode := range []Mode{New, Overwrite, Resume} {
		for _, name := range names {
			if o, err := Open(name, mode, Options{}); !errors.Is(err, ErrDescriptor) {
				t.Errorf("%s: %v, %v", name, o, err)
			}
		}
	}
	must.Do(os.Mkdir(filepath.Join(dir, "fd"), 0o777)) // of no process
	put(t, filepath.Join(dir, "fd", "3"), nil)
	openOutput(t, filepath.Join(dir, "fd", "3"), Overwrite)
	t.Chdir("/proc/self/fd")
	if o, err := Open(fmt.Sprint(f.Fd()), Overwrite, Options{}); !errors.Is(err, ErrDescriptor) {
		t.Errorf("in /proc/self/fd: %v, %v", o, err)
	}
	devices, _ := filepath.Glob("/dev/loop[0-9]*")
	if len(devices) == 0 {
		t.Skip("NOT RUN: there is no block device")
	}
	if o, err := Open(devices[0], Overwrite, Options{}); !errors.Is(err, ErrDevice) {
		t.Errorf("%s: %v, %v", devices[0], o, err)
	}
}
