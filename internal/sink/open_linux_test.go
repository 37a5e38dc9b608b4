package sink

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/osfile"
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

// A stopped run syncs the file, and reports if that fails.
func TestSyncAfterStop(t *testing.T) {
	restoreCalls(t)
	why := errors.New("stopped by a signal")
	for _, fails := range []error{nil, unix.EIO} {
		ctx, stop := context.WithCancelCause(t.Context())
		writev = func(fd int, iovs [][]byte) (int, error) {
			stop(why)
			return unix.Writev(fd, iovs)
		}
		syncs := 0
		sys.sync = func(*os.File) error { syncs++; return fails }
		o := openOutput(t, filepath.Join(t.TempDir(), "f"), New)
		o.options.Context, o.options.Method = ctx, Write
		n, err := o.WriteStream(newSample(block.Packed, false, 1, 4<<20, 0).stream.Cursor())
		if n == 0 || n == 4<<20 || !errors.Is(err, why) || syncs == 0 {
			t.Errorf("%d bytes, %d syncs, %v", n, syncs, err)
		}
		if errors.Is(err, ErrSync) != (fails != nil) || fails != nil && (syncs != 1 || !errors.Is(err, fails)) {
			t.Errorf("%d syncs that end with %v: %v", syncs, fails, err)
		}
	}
}

// Devices, files and their folders are synced, unless they cannot be. For a link, the folder of
// its target is synced. It is synced even if it was renamed and no descriptor is free.
func TestSync(t *testing.T) {
	restoreCalls(t)
	var limit unix.Rlimit
	must.Do(unix.Getrlimit(unix.RLIMIT_NOFILE, &limit))
	dir := filepath.Join(must.Get(filepath.EvalSymlinks(t.TempDir())), "dir")
	for fails, want := range map[error]error{nil: nil, unix.EINVAL: nil, unix.ENOTSUP: nil, unix.EROFS: nil, unix.EIO: ErrSync, unix.ENOSPC: ErrSync} {
		synced := ""
		sys.sync = func(f *os.File) error {
			synced += f.Name() + " "
			if must.Get(f.Stat()).Mode().IsRegular() {
				return nil
			}
			return fails
		}
		must.Do(os.Mkdir(dir, 0o700))
		link := filepath.Join(t.TempDir(), "link")
		must.Do(os.Symlink(filepath.Join(dir, "f"), link))
		created := filepath.Join(dir, "new")
		for name, syncs := range map[string]string{
			link: link + " " + dir + " ", created: created + " " + dir + " ", os.DevNull: os.DevNull + " ",
		} {
			o := openOutput(t, name, Overwrite)
			o.options.Method, synced = Write, ""
			var last Progress
			o.options.Progress = func(p Progress) { last = p }
			must.Do(os.Rename(dir, dir+"2"))
			must.Do(unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 0, Max: limit.Max}))
			n, err := o.WriteStream(newSample(block.Packed, false, 1, 100, 0).stream.Cursor())
			must.Do(unix.Setrlimit(unix.RLIMIT_NOFILE, &limit))
			if n != 100 || !errors.Is(err, want) || synced != syncs || last != (Progress{Method: Write, Written: n, Syncing: true}) {
				t.Errorf("%s, %v: %d bytes, synced %s, %+v, %v", name, fails, n, synced, last, err)
			}
			o.Close()
			must.Do(os.Rename(dir+"2", dir))
		}
		must.Do(os.RemoveAll(dir))
	}
}

// An output that another process empties, punches or unlinks while it is written is an error.
func TestChanged(t *testing.T) {
	restoreCalls(t)
	s := newSample(block.Packed, false, 1, 4<<20, 0)
	punch := func(f *os.File, off int64) {
		if err := unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, off, 1<<16); err != nil {
			t.Skip("NOT RUN:", err)
		}
	}
	for name, change := range map[string]func(f *os.File){
		"emptied":         func(f *os.File) { must.Do(os.Truncate(f.Name(), 0)) },
		"cut":             func(f *os.File) { must.Do(os.Truncate(f.Name(), 100)) },
		"punched":         func(f *os.File) { punch(f, 0) },
		"punched, middle": func(f *os.File) { punch(f, 1<<18) },
		"unlinked":        func(f *os.File) { must.Do(os.Remove(f.Name())) },
	} {
		for _, last := range []bool{false, true} { // after the first write or after the last one
			for _, own := range []bool{true, false} {
				f, calls := create(t, t.TempDir()), 0
				writev = func(fd int, iovs [][]byte) (int, error) {
					n, err := unix.Writev(fd, iovs)
					if calls++; calls == 1 && !last || calls == 8 && last {
						change(f)
					}
					return n, err
				}
				o := must.Get(NewOutput(f, Options{Method: Write}))
				o.Named = own
				n, err := o.WriteStream(s.stream.Cursor())
				if allowed := name == "unlinked" && !own; n != 4<<20 || errors.Is(err, ErrChanged) == allowed {
					t.Errorf("%s, last %v, named %v: %d bytes, %v", name, last, own, n, err)
				}
			}
		}
	}
}

// What another process does to a file between Open and its lock is noticed: Open opens a name that
// was removed or replaced again, and refuses to overwrite what was written.
func TestChangedBeforeLock(t *testing.T) {
	restoreCalls(t)
	s := newSample(block.Packed, false, 1, 1000, 0)
	for _, mode := range []Mode{New, Overwrite, Resume} {
		for _, change := range []string{"removed", "replaced", "written"} {
			name := filepath.Join(t.TempDir(), "f")
			put(t, name, nil)
			sys.lock = func(f *os.File) bool {
				sys.lock = osfile.Lock
				if change != "written" {
					must.Do(os.Remove(name))
				}
				if change != "removed" {
					put(t, name, s.want[:map[string]int{"written": 500}[change]])
				}
				return osfile.Lock(f)
			}
			o, err := Open(name, mode, Options{})
			if mode == New && change == "written" {
				if !errors.Is(err, fs.ErrExist) {
					t.Errorf("%v; want fs.ErrExist", err)
				}
				differ(t, must.Get(os.ReadFile(name)), s.want[:500])
				continue
			}
			if _, err := must.Get(o, err).WriteStream(s.stream.Cursor()); err != nil {
				t.Errorf("mode %d, %s: %v", mode, change, err)
			}
			o.Close()
			differ(t, must.Get(os.ReadFile(name)), s.want)
		}
	}
}

// The target of a link that Open created is removed with a stream that is refused, and the link
// stays; a file that was there stays.
func TestRefusedLink(t *testing.T) {
	restoreCalls(t)
	sys.system = func(*os.File) osfile.System { return osfile.System{} }
	dir := t.TempDir()
	there, target, link, second := filepath.Join(dir, "there"), filepath.Join(dir, "target"), filepath.Join(dir, "link"), filepath.Join(dir, "second")
	put(t, there, nil)
	must.Do(os.Symlink("target", link))
	must.Do(os.Symlink(link, second))
	for _, name := range []string{there, link, second, target} {
		o := must.Get(Open(name, New, Options{MustFit: true}))
		if _, err := o.WriteStream(newSample(block.Packed, false, 1, 10, 0).stream.Cursor()); !errors.As(err, new(*SpaceError)) {
			t.Errorf("%s: %v", name, err)
		}
		must.Do(o.Close())
		if _, err := os.Stat(name); (err == nil) != (name == there) {
			t.Errorf("%s: %v", name, err)
		}
		must.Get(os.Lstat(link))
	}
}

// Closing standard output leaves it open.
func TestStdoutStays(t *testing.T) {
	must.Do(must.Get(Open("/dev/stdout", New, Options{})).Close())
	must.Get(os.Stdout.Stat())
}
