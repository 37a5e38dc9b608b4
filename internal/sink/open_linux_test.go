package sink

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
)

// New files may be read and written by all whom the process's mask allows it; and the
// error of a file that cannot be made is the system's.
func TestMade(t *testing.T) {
	dir := t.TempDir()
	defer unix.Umask(unix.Umask(0))
	for _, mode := range []Mode{New, Overwrite, Resume} {
		name := filepath.Join(dir, fmt.Sprint("f", mode))
		openOutput(t, name, mode)
		if info, err := os.Stat(name); err != nil || info.Mode() != 0o666 {
			t.Errorf("mode %d: %v, %v", mode, info.Mode(), err)
		}
		if _, err := Open(filepath.Join(dir, "none", "f"), mode); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
}

// A FIFO is not opened for reading: it would be its own reader, and wait for itself when
// the other one leaves.
func TestFIFOWithoutReader(t *testing.T) {
	for _, mode := range []Mode{New, Overwrite, Resume} {
		name := filepath.Join(t.TempDir(), "fifo")
		if err := unix.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
		r := must(os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0))
		o := openOutput(t, name, mode)
		r.Close()
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second) // lest it waits for itself
		defer stop()
		o.Context = ctx
		n, err := o.WriteStream(newSample(block.Packed, false, 1, 4<<20, 0).stream.Cursor())
		if n != 0 || !errors.Is(err, unix.EPIPE) {
			t.Errorf("mode %d: %d bytes, %v", mode, n, err)
		}
	}
}

// A file on a full disk can be overwritten: its own bytes make the room.
func TestOverwriteFull(t *testing.T) {
	t.Cleanup(keepCalls())
	for _, full := range []error{unix.ENOSPC, unix.EDQUOT} {
		sys.writeAt = func(*os.File, []byte, int64) (int, error) { return 0, full }
		name := filepath.Join(t.TempDir(), "f")
		put(t, name, []byte("old"))
		s := newSample(block.Packed, false, 1, 1000, 0)
		if n, err := openOutput(t, name, Overwrite).WriteStream(s.stream.Cursor()); n != 1000 || err != nil {
			t.Errorf("%v: %d bytes, %v", full, n, err)
		}
		differ(t, must(os.ReadFile(name)), s.want)
	}
}

// A run that is stopped in a write syncs what the file has, and says if that failed.
func TestSyncAfterStop(t *testing.T) {
	t.Cleanup(keepCalls())
	real := sys
	why := errors.New("stopped by a signal")
	for _, fails := range []error{nil, unix.EIO} {
		ctx, stop := context.WithCancelCause(t.Context())
		sys.writev = func(fd int, iovs [][]byte) (int, error) {
			stop(why)
			return real.writev(fd, iovs)
		}
		syncs := 0
		sys.sync = func(*os.File) error {
			time.Sleep(50 * time.Millisecond) // a slow disk is waited for
			syncs++
			return fails
		}
		o := openOutput(t, filepath.Join(t.TempDir(), "f"), New)
		o.Context, o.Method, o.Durable = ctx, Write, true
		n, err := o.WriteStream(newSample(block.Packed, false, 1, 4<<20, 0).stream.Cursor())
		if n == 0 || n == 4<<20 || !errors.Is(err, why) || syncs == 0 {
			t.Errorf("%d bytes, %d syncs, %v", n, syncs, err)
		}
		if errors.Is(err, ErrSync) != (fails != nil) || fails != nil && (syncs != 1 || !errors.Is(err, fails)) {
			t.Errorf("%d syncs that end with %v: %v", syncs, fails, err)
		}
	}
}

// The name of a file is on the disk, too, where the file system syncs folders.
func TestSyncFolder(t *testing.T) {
	t.Cleanup(keepCalls())
	for fails, want := range map[error]error{nil: nil, unix.EINVAL: nil, unix.ENOTSUP: nil, unix.EIO: ErrSync, unix.ENOSPC: ErrSync} {
		folders := 0
		sys.sync = func(f *os.File) error {
			if info, err := f.Stat(); err != nil || !info.IsDir() {
				return err
			}
			folders++
			return fails
		}
		o := openOutput(t, filepath.Join(t.TempDir(), "f"), New)
		o.Durable = true
		n, err := o.WriteStream(newSample(block.Packed, false, 1, 100, 0).stream.Cursor())
		if n != 100 || !errors.Is(err, want) || folders != 1 {
			t.Errorf("%v: %d bytes, %d folders, %v", fails, n, folders, err)
		}
	}
}

// A link to a new file: the folder is that of the file.
func TestSyncFolderOfLink(t *testing.T) {
	t.Cleanup(keepCalls())
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "real"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real/f", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	var synced []string
	sys.sync = func(f *os.File) error { synced = append(synced, f.Name()); return nil }
	if err := openOutput(t, filepath.Join(dir, "link"), New).Sync(); err != nil {
		t.Error(err)
	}
	if want, err := filepath.EvalSymlinks(filepath.Join(dir, "real")); err != nil || !slices.Contains(synced, want) {
		t.Errorf("%q are synced; want %s too", synced, want)
	}
}

// Progress is called by the goroutine that writes, and ends with all.
func TestProgress(t *testing.T) {
	s := newSample(block.Text, true, 1, 100_000, 0)
	for _, m := range []Method{Auto, Write} {
		o := openOutput(t, filepath.Join(t.TempDir(), "f"), New)
		var seen []Progress // the race detector sees another goroutine
		o.Method, o.Durable = m, true
		o.Progress = func(p Progress) { seen = append(seen, p) }
		n, err := o.WriteStream(s.stream.Cursor())
		if err != nil || len(seen) < 2 {
			t.Fatalf("%d bytes, %d calls, %v", n, len(seen), err)
		}
		for i, p := range seen[1:] {
			if p.Written < seen[i].Written {
				t.Errorf("%+v after %+v", p, seen[i])
			}
		}
		if last := seen[len(seen)-1]; last.Written != n || !last.Syncing {
			t.Errorf("%+v at the end", last)
		}
	}
}
