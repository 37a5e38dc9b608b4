package hanoi

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// A file that is overwritten, and takes only a few bytes at first, is completed by another
// Write, which does not empty it again.
func TestOverwriteCut(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	want := naiveRange(Text, false, 1, 1<<10-1, 0) // no byte is 0, as in a hole
	for _, limit := range []uint64{1, 2, 100} {
		name := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(name, bytes.Repeat([]byte("old"), 1000), 0o666); err != nil {
			t.Fatal(err)
		}
		o, r := openOutput(t, name, OpenOverwrite), reader(10, Text, 0)
		var usual unix.Rlimit
		if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &usual); err != nil {
			t.Fatal(err)
		}
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: usual.Max}); err != nil {
			t.Fatal(err)
		}
		n, err := o.Write(t.Context(), r, WriteOptions{})
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &usual); err != nil {
			t.Fatal(err)
		}
		if uint64(n) != limit || !errors.Is(err, syscall.EFBIG) {
			t.Errorf("%d bytes of %d, %v", n, limit, err)
		}
		if n, err := o.Write(t.Context(), r, WriteOptions{}); n != int64(len(want))-int64(limit) || err != nil {
			t.Errorf("%d bytes after %d, %v", n, limit, err)
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("the file has %d bytes that are not the %d after a stop at %d, %v", len(got), len(want), limit, err)
		}
	}
}

// New files may be read and written by all whom the process's mask allows it; and the
// error of a file that cannot be made is the system's.
func TestOutputMade(t *testing.T) {
	dir := t.TempDir()
	defer syscall.Umask(syscall.Umask(0))
	for _, mode := range []OpenMode{OpenNew, OpenOverwrite, OpenResume} {
		name := filepath.Join(dir, "f")
		openOutput(t, name, mode)
		if info, err := os.Stat(name); err != nil || info.Mode() != 0o666 {
			t.Errorf("mode %d: %v, %v", mode, info.Mode(), err)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		name = filepath.Join(dir, "none", "f")
		if _, err := OpenOutput(name, mode); !errors.Is(err, fs.ErrNotExist) || err.Error() != "open "+name+": no such file or directory" {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
}

// A file that may only be read is resumed as far as that goes: if it is complete.
func TestOutputReadOnly(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	for d := filepath.Dir(name); d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		os.Chmod(d, 0o755)
	}
	want := naiveRange(Packed, false, 1, 1<<10-1, 0)
	for _, has := range []int{len(want), len(want) - 1, 0} {
		if err := os.WriteFile(name, want[:has], 0o444); err != nil {
			t.Fatal(err)
		}
		func() {
			// Root may write all. A thread whose files are another user's may not.
			if os.Geteuid() == 0 {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				if err := unix.Setfsuid(65534); err != nil {
					t.Fatal(err)
				}
				defer unix.Setfsuid(0)
			}
			o, r := openOutput(t, name, OpenResume), reader(10, Packed, 0)
			if n, err := o.Resume(r); n != int64(has) || err != nil {
				t.Errorf("%d bytes, want %d, %v", n, has, err)
			}
			n, err := o.Write(t.Context(), r, WriteOptions{})
			if n != 0 || has == len(want) && err != nil || has < len(want) && !errors.Is(err, fs.ErrPermission) {
				t.Errorf("%d bytes of a file that has %d, %v", n, has, err)
			}
		}()
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}
