package sink

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
)

// Emissions and plain writers share one offset, as programs that a shell started
// do: nothing of any of them is lost, and each emission is in one piece.
func TestSharedOffset(t *testing.T) {
	const each, line = 100_000, "plain writer\n"
	for _, m := range []Method{Auto, Direct, Write} {
		f := create(t, t.TempDir())
		var wg sync.WaitGroup
		for i := range 4 {
			first := uint64(1) << (20 + i)
			s := newSample(block.Packed, false, first, each, 0)
			wg.Go(func() {
				for range 20 {
					if n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m}); n != each || err != nil && !errors.Is(err, ErrCannot) {
						t.Errorf("%v: %d bytes, %v", m, n, err)
					}
				}
			})
		}
		wg.Go(func() {
			for range 1000 {
				if _, err := unix.Write(int(f.Fd()), []byte(line)); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Wait()
		got := content(t, f.Name())
		if want := 4*20*each + 1000*len(line); len(got) != want {
			t.Fatalf("%v: %d bytes, want %d", m, len(got), want)
		}
		got = bytes.ReplaceAll(got, []byte(line), nil)
		for i := range 4 {
			s := newSample(block.Packed, false, 1<<(20+i), each, 0)
			if n := bytes.Count(got, s.want); n != 20 && m != Write {
				t.Errorf("%v: stream %d is there %d times in one piece, want 20", m, i, n)
			}
		}
	}
}

// What others write behind a claim stays when the emission fails: the offset and
// the end of the file are left as they are.
func TestOthersBehindClaim(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, m := range []Method{Direct, Clone} {
		for _, how := range []string{"at the offset", "appending"} {
			f := create(t, t.TempDir())
			other, err := unix.Dup(int(f.Fd()))
			if how == "appending" {
				other, err = unix.Open(f.Name(), unix.O_WRONLY|unix.O_APPEND, 0)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer unix.Close(other)
			saved := sys
			inject(t, good, 0, nil, func() {})
			copies, calls := sys.pwritev, 0
			sys.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
				if calls++; calls == 2 {
					if _, err := unix.Write(other, []byte("theirs")); err != nil {
						t.Error(err)
					}
					return -1, unix.EIO
				}
				return copies(fd, iovs, off)
			}
			n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m})
			sys = saved
			if errors.Is(err, ErrCannot) {
				t.Logf("NOT TESTED: %v", err)
				continue
			}
			if calls < 2 { // one write was all
				t.Logf("NOT TESTED: %d is one call", m)
				continue
			}
			got := content(t, f.Name())
			if !errors.Is(err, unix.EIO) || !bytes.HasSuffix(got, []byte("theirs")) || !bytes.Equal(got[:n], s.want[:n]) {
				t.Errorf("%s, %d: %d bytes, %v; the file has %d", how, m, n, err, len(got))
			}
		}
	}
}

// What others write far behind just before the claim is seen: it is not cloned over, and does
// not keep the offset from going back.
func TestOthersBeforeClaim(t *testing.T) {
	small(t)
	saved := sys
	defer func() { sys = saved }()
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, m := range []Method{Direct, Clone} {
		f := create(t, t.TempDir())
		inject(t, good, 0, nil, func() {})
		once := false
		sys.seek = func(fd int, off int64, whence int) (int64, error) {
			if !once {
				once = true
				if _, err := f.WriteAt([]byte("theirs"), 2<<20); err != nil {
					t.Error(err)
				}
			}
			return unix.Seek(fd, off, whence)
		}
		sys.pwritev = func(int, [][]byte, int64) (int, error) { return -1, unix.EIO }
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m})
		sys = saved
		if n != 0 || m == Direct && !errors.Is(err, unix.EIO) && !errors.Is(err, ErrCannot) || m == Clone && !errors.Is(err, ErrCannot) {
			t.Errorf("%s: %d bytes, %v", MethodNames[m], n, err)
		}
		if at, err := f.Seek(0, io.SeekCurrent); at != 0 || err != nil {
			t.Errorf("%s: the offset is %d, %v", MethodNames[m], at, err)
		}
		if got := content(t, f.Name()); len(got) > 0 && !bytes.HasSuffix(got, []byte("theirs")) {
			t.Errorf("%s: the file has %d bytes", MethodNames[m], len(got))
		}
	}
}

// An offset that cannot go so far, or whose range cannot be claimed, and a place
// that cannot be written leave plain writes.
func TestPlainInstead(t *testing.T) {
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for name, set := range map[string]func(){
		"seek": func() {
			sys.seek = func(fd int, off int64, whence int) (int64, error) {
				if off > 0 && whence == io.SeekCurrent {
					return 0, unix.EINVAL
				}
				return unix.Seek(fd, off, whence)
			}
		},
		"pwritev: EPERM":  func() { sys.pwritev = func(int, [][]byte, int64) (int, error) { return -1, unix.EPERM } },
		"pwritev: ENOSYS": func() { sys.pwritev = func(int, [][]byte, int64) (int, error) { return -1, unix.ENOSYS } },
	} {
		saved := sys
		set()
		f := create(t, t.TempDir())
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{})
		sys = saved
		if n != 1<<20 || err != nil {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
		differ(t, content(t, f.Name()), s.want)
		if at, err := f.Seek(0, io.SeekCurrent); at != n || err != nil {
			t.Errorf("%s: the offset is %d, %v", name, at, err)
		}
	}
}

// Nothing is written to what was not opened for it, nor taken from a pipe.
func TestOpenForReading(t *testing.T) {
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, m := range []Method{Auto, Write, Direct, Clone} {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m}); n != 0 || !errors.Is(err, unix.EBADF) && !errors.Is(err, ErrCannot) {
			t.Errorf("%d: %d bytes, %v", m, n, err)
		}
		f.Close()
		differ(t, content(t, name), []byte("precious"))
	}
	r, w := pipe(t, 0)
	if _, err := w.WriteString("kept"); err != nil {
		t.Fatal(err)
	}
	for _, m := range []Method{Auto, Write, Splice} {
		if n, err := Emit(t.Context(), r, s.stream.Cursor(), Options{Method: m}); n != 0 || !errors.Is(err, unix.EBADF) && !errors.Is(err, ErrCannot) {
			t.Errorf("%d: %d bytes, %v", m, n, err)
		}
	}
	w.Close()
	if got, err := io.ReadAll(r); string(got) != "kept" || err != nil {
		t.Errorf("the pipe has %q, %v", got, err)
	}
}

// A pipe that nobody reads: Close and a deadline end an emission, as they end any
// other write.
func TestPipeEnds(t *testing.T) {
	s := newSample(block.Packed, false, 1, 4<<20, 0)
	for _, m := range []Method{Splice, Write} {
		for _, end := range []string{"close", "deadline"} {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			full := make(chan bool)
			done := make(chan error)
			var once sync.Once
			go func() {
				_, err := Emit(t.Context(), w, s.stream.Cursor(), Options{Method: m, Progress: func(Progress) {
					once.Do(func() { close(full) })
				}})
				done <- err
			}()
			<-full
			want := os.ErrClosed
			if end == "close" {
				w.Close() // returns, or the test does not end
			} else {
				want = os.ErrDeadlineExceeded
				if err := w.SetWriteDeadline(time.Now().Add(time.Millisecond)); err != nil {
					t.Fatal(err)
				}
			}
			if err := <-done; !errors.Is(err, want) {
				t.Errorf("%d, %s: %v", m, end, err)
			}
			w.Close()
			r.Close()
		}
	}
}

// Streams go on beyond 2⁶³ bytes. A method that fails there says so, and what it wrote is
// right.
func TestBeyond(t *testing.T) {
	s := block.NewStream(block.Wide, block.Options{}, block.Run{First: 1, Count: 1<<62 + 2_000_000})
	size := int64(4_001_000) // behind byte 2⁶³−1000
	want := make([]byte, 0, size)
	for k := uint64(1<<62 - 500 + 1); k <= 1<<62+2_000_000; k++ {
		want = naive(want, block.Wide, false, k, 0)
	}
	for _, m := range []Method{Auto, Write} {
		c := s.Cursor()
		c.SeekTo(1<<63 - 1000)
		f := create(t, t.TempDir())
		if n, err := Emit(t.Context(), f, c, Options{Method: m}); n != size || err != nil {
			t.Fatalf("%d bytes, %v", n, err)
		}
		differ(t, content(t, f.Name()), want)

		c.SeekTo(1<<63 - 1000)
		r, w := pipe(t, 0)
		head, done := make([]byte, 100_000), make(chan error)
		go func() {
			_, err := io.ReadFull(r, head)
			r.Close()
			done <- err
		}()
		n, err := Emit(t.Context(), w, c, Options{Method: m})
		if err2 := <-done; !errors.Is(err, unix.EPIPE) || err2 != nil {
			t.Fatalf("%v, %v", err, err2)
		}
		differ(t, head, want[:len(head)])
		// It stands behind what was written.
		rest, _ := c.Next(1000)
		differ(t, rest, want[n:][:len(rest)])
	}
}

// Data of others behind the place stays, whatever fails.
func TestDataBehindStays(t *testing.T) {
	s := newSample(block.Packed, false, 1, 300_000, 0)
	old := bytes.Repeat([]byte("old "), 100_000)
	for _, m := range []Method{Auto, Direct, Write} {
		for at := range 6 {
			f := create(t, t.TempDir())
			if _, err := f.Write(old); err != nil {
				t.Fatal(err)
			}
			if _, err := f.Seek(1000, io.SeekStart); err != nil {
				t.Fatal(err)
			}
			saved := sys
			inject(t, at, once, &fault{err: unix.EIO}, func() {})
			n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m})
			sys = saved
			if errors.Is(err, ErrCannot) {
				continue
			}
			want := bytes.Clone(old)
			copy(want[1000:], s.want[:n])
			differ(t, content(t, f.Name()), want)
			if place, _ := f.Seek(0, io.SeekCurrent); place != 1000+n {
				t.Errorf("%d: the offset is %d after %d bytes", m, place, n)
			}
		}
	}
}

// What is to be replaced is there until the first byte of what replaces it can be
// written.
func TestEmpty(t *testing.T) {
	s := newSample(block.Packed, false, 1, 300_000, 0)
	for _, m := range []Method{Auto, Direct, Write} {
		name := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(name, bytes.Repeat([]byte("old "), 100_000), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m, Empty: true}); n != 300_000 || err != nil {
			if m == Direct && errors.Is(err, ErrCannot) {
				continue
			}
			t.Errorf("%d: %d bytes, %v", m, n, err)
		}
		differ(t, content(t, name), s.want)
	}
}

// A file that takes no byte at a place is not emptied.
func TestNotEmptiedAppending(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("old"); err != nil {
		t.Fatal(err)
	}
	s := newSample(block.Packed, false, 1, 1000, 0)
	if n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Empty: true}); n != 0 || err == nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	differ(t, content(t, name), []byte("old"))
}

// A stream of no bytes empties a file, also where all but plain writes is refused after a
// claim.
func TestEmptyByNothing(t *testing.T) {
	restoreSys(t)
	sys.clone = func(int, *unix.FileCloneRange) error { return nil }
	sys.statx = func(_ int, _ string, _, _ int, s *unix.Statx_t) error {
		*s = unix.Statx_t{Mask: unix.STATX_DIOALIGN} // no direct output
		return nil
	}
	f, err := os.OpenFile(filepath.Join(t.TempDir(), "f"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte("old"), 0); err != nil {
		t.Fatal(err)
	}
	stream := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1})
	if n, err := Emit(t.Context(), f, stream.Cursor(), Options{Empty: true}); n != 0 || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	differ(t, content(t, f.Name()), nil)
}

// What fails, or is refused, after the old bytes are gone leaves those that were written.
func TestEmptyFaults(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, m := range []Method{Auto, Clone, Direct, Write} {
		for _, flt := range []fault{{err: unix.EIO}, {err: unix.EIO, after: true}, {err: unix.EOPNOTSUPP}, {err: unix.EPERM}} {
			if flt.after && m == Write {
				continue // a plain write says what it wrote
			}
			for at := range 8 {
				f, err := os.OpenFile(filepath.Join(t.TempDir(), "f"), os.O_CREATE|os.O_RDWR, 0o600)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := f.WriteString("old"); err != nil {
					t.Fatal(err)
				}
				if _, err := f.Seek(0, io.SeekStart); err != nil {
					t.Fatal(err)
				}
				saved := sys
				inject(t, at, once, &flt, func() {})
				n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m, Empty: true, Own: true})
				sys = saved
				if !errors.Is(err, ErrCannot) {
					differ(t, content(t, f.Name()), s.want[:n])
				}
				if err == nil && n != 1<<20 || err != nil && !errors.Is(err, flt.err) && !errors.Is(err, ErrCannot) {
					t.Errorf("%s: %v at call %d: %d bytes, %v", MethodNames[m], flt.err, at, n, err)
				}
				if place, err := f.Seek(0, io.SeekCurrent); place != n || err != nil {
					t.Errorf("%s: %v at call %d: the offset is %d after %d bytes, %v", MethodNames[m], flt.err, at, place, n, err)
				}
				f.Close()
			}
		}
	}
}

// A file is emptied by itself, too, unless its first byte cannot be written.
func TestEmptyAlone(t *testing.T) {
	f := create(t, t.TempDir())
	for _, old := range []string{"old", ""} {
		if err := os.WriteFile(f.Name(), []byte(old), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Empty(f); err != nil || len(content(t, f.Name())) > 0 {
			t.Errorf("%q: %v, %d bytes", old, err, len(content(t, f.Name())))
		}
	}
	if err := os.WriteFile(f.Name(), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	reading, err := os.Open(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Close()
	if err := Empty(reading); !errors.Is(err, unix.EBADF) {
		t.Error(err)
	}
	differ(t, content(t, f.Name()), []byte("old"))
}

// Where not even the first byte can be written, the old ones stay; and where the file cannot
// be emptied.
func TestNotEmptied(t *testing.T) {
	s := newSample(block.Packed, false, 1, 300_000, 0)
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	for _, m := range []Method{Auto, Direct, Write} {
		for _, old := range []string{"a", "ab"} {
			for _, want := range []error{unix.EFBIG, unix.EIO} {
				name := filepath.Join(t.TempDir(), "f")
				if err := os.WriteFile(name, []byte(old), 0o600); err != nil {
					t.Fatal(err)
				}
				f, err := os.OpenFile(name, os.O_RDWR, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				saved := sys
				if want == unix.EFBIG {
					err = unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 0, Max: limit.Max})
				} else {
					sys.truncate = func(int, int64) error { return want }
				}
				if err != nil {
					t.Fatal(err)
				}
				n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m, Empty: true, Own: true})
				if e2 := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); e2 != nil {
					t.Fatal(e2)
				}
				sys = saved
				if n != 0 || !errors.Is(err, want) && !errors.Is(err, ErrCannot) {
					t.Errorf("%s, %q: %d bytes, %v, want %v", MethodNames[m], old, n, err, want)
				}
				differ(t, content(t, name), []byte(old))
				if at, err := f.Seek(0, io.SeekCurrent); at != 0 || err != nil {
					t.Errorf("%s, %q, %v: the offset is %d, %v", MethodNames[m], old, want, at, err)
				}
			}
		}
	}
}

func TestDescriptor(t *testing.T) {
	dir := t.TempDir()
	f := create(t, dir)
	for _, name := range []string{fmt.Sprintf("/dev/fd/%d", f.Fd()), fmt.Sprintf("/proc/self/fd/%d", f.Fd()), fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), f.Fd()), fmt.Sprintf("/proc/self/task/%d/fd/%d", os.Getpid(), f.Fd())} {
		d, err := Descriptor(name)
		if err != nil || d == nil {
			t.Fatalf("%s: %v, %v", name, d, err)
		}
		if _, err := d.WriteString(name); err != nil {
			t.Error(err)
		}
		d.Close()
	}
	at, _ := f.Seek(0, io.SeekCurrent)
	if info, err := f.Stat(); err != nil || info.Size() != at || at < 30 {
		t.Errorf("the offset is %d of %d, %v: it is not shared", at, info.Size(), err)
	}
	// Through a relative link, too.
	if err := os.Symlink(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	if d, err := Descriptor(filepath.Join(dir, "b")); d == nil || err != nil {
		t.Errorf("%v, %v", d, err)
	} else {
		d.Close()
	}
	loop := filepath.Join(dir, "loop")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{fmt.Sprintf("/proc/self/fdinfo/%d", f.Fd()), fmt.Sprintf("/proc/self/task/%d/fdinfo/%d", os.Getpid(), f.Fd()), f.Name(), loop, filepath.Join(dir, "none"), filepath.Join(dir, "no", "folder"), "/dev/null", "/proc/self/fd", "1"} {
		if d, err := Descriptor(name); d != nil || err != nil {
			t.Errorf("%s is descriptor %v, %v", name, d, err)
		}
	}
	if d, err := Descriptor("/dev/fd/12345"); d != nil || !errors.Is(err, syscall.EBADF) {
		t.Errorf("%v, %v", d, err)
	}
}

func TestLock(t *testing.T) {
	f := create(t, t.TempDir())
	if err := Lock(f); err != nil {
		t.Fatal(err)
	}
	again, err := os.Open(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := Lock(again); !errors.Is(err, ErrLocked) {
		t.Errorf("%v", err)
	}
	f.Close()
	if err := Lock(again); err != nil {
		t.Error(err)
	}
}

func TestSyncFolder(t *testing.T) {
	if err := SyncFolder(t.TempDir()); err != nil {
		t.Error(err)
	}
	if err := SyncFolder("/proc"); err != nil { // it has nothing to sync
		t.Error(err)
	}
	if err := SyncFolder(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// Others moved the offset: what one method refuses goes on at the places claimed.
func TestRefusedBehindOthers(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, method := range []Method{Auto, Direct} {
		f := create(t, t.TempDir())
		saved := sys
		sys.clone = func(int, *unix.FileCloneRange) error { return unix.EOPNOTSUPP }
		pwritev, moved := sys.pwritev, false
		sys.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
			if !isDirect(fd) {
				return pwritev(fd, iovs, off)
			}
			if !moved {
				moved = true
				if at, err := unix.Seek(int(f.Fd()), 6, io.SeekCurrent); at != 1<<20+6 || err != nil {
					t.Errorf("the offset is %d, %v", at, err)
				}
			}
			return -1, unix.EINVAL
		}
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: method})
		sys = saved
		if errors.Is(err, ErrCannot) && method == Direct && n == 0 {
			continue // the method asked for, and no other
		}
		if n != 1<<20 || err != nil {
			t.Errorf("%d: %d bytes, %v", method, n, err)
		}
		differ(t, content(t, f.Name()), s.want)
		if at, err := f.Seek(0, io.SeekCurrent); at != 1<<20+6 || err != nil {
			t.Errorf("%d: the offset is %d, %v", method, at, err)
		}
	}
}

// Where the offset cannot be set back, it stays, and what was written is known.
func TestReleaseFails(t *testing.T) {
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for name, fail := range map[string]func(whence int) bool{
		"asking":  func(whence int) bool { return whence == io.SeekCurrent },
		"setting": func(whence int) bool { return whence == io.SeekStart },
	} {
		f := create(t, t.TempDir())
		saved := sys
		inject(t, 0, good, &fault{err: unix.EIO}, func() {})
		claims := 0
		sys.seek = func(fd int, off int64, whence int) (int64, error) {
			if claims++; claims > 1 && fail(whence) {
				return 0, unix.EIO
			}
			return unix.Seek(fd, off, whence)
		}
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Own: true})
		sys = saved
		if n != 0 || !errors.Is(err, unix.EIO) || claims < 2 {
			t.Errorf("%s: %d bytes, %v, %d seeks", name, n, err, claims)
		}
	}
}

// The offset goes back also by one byte.
func TestOneLeft(t *testing.T) {
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	f := create(t, t.TempDir())
	saved := sys
	defer func() { sys = saved }()
	calls := 0
	sys.pwritev = func(_ int, iovs [][]byte, off int64) (int, error) {
		if calls++; calls > 1 {
			return -1, unix.EIO
		}
		return unix.Pwrite(int(f.Fd()), s.want[:1<<20-1], off)
	}
	n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: Direct})
	if errors.Is(err, ErrCannot) {
		t.Skip("NOT TESTED:", err)
	}
	if at, e2 := f.Seek(0, io.SeekCurrent); n != 1<<20-1 || !errors.Is(err, unix.EIO) || at != n || e2 != nil {
		t.Errorf("%d bytes, %v; the offset is %d, %v", n, err, at, e2)
	}
}

// Where the offset cannot be given back before another method goes on, that one writes at the
// places claimed.
func TestReleaseFailsRefused(t *testing.T) {
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, what := range []string{"asking", "setting", "others", "cutting"} {
		f := create(t, t.TempDir())
		saved := sys
		sys.seek = func(fd int, off int64, whence int) (int64, error) {
			if off == 0 && (what == "asking" && whence == io.SeekCurrent || what == "setting" && whence == io.SeekStart) {
				return 0, unix.EIO
			}
			return unix.Seek(fd, off, whence)
		}
		sys.clone = func(int, *unix.FileCloneRange) error { return unix.EOPNOTSUPP }
		cuts := 0
		sys.truncate = func(int, int64) error {
			cuts++
			return unix.EIO
		}
		direct := false
		sys.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
			if !isDirect(fd) {
				return unix.Pwritev(fd, iovs, off)
			}
			direct = true
			switch what {
			case "others": // They write behind.
				if _, err := f.WriteAt([]byte("theirs"), 2<<20); err != nil {
					t.Error(err)
				}
			case "cutting": // The failed call leaves bytes.
				if _, err := f.WriteAt([]byte("left"), off); err != nil {
					t.Error(err)
				}
			}
			return -1, unix.EINVAL
		}
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Own: what == "cutting"})
		sys = saved
		if !direct {
			t.Log("NOT TESTED: there is no direct output")
		}
		if n != 1<<20 || err != nil || direct && (cuts > 0) != (what == "cutting") {
			t.Errorf("%s: %d bytes, %v, %d cuts", what, n, err, cuts)
		}
		got := content(t, f.Name())
		if what == "others" && direct {
			if !bytes.HasSuffix(got, []byte("theirs")) {
				t.Errorf("theirs is gone")
			}
			got = got[:1<<20]
		}
		differ(t, got, s.want)
	}
}

// Where all is written, the offset stays as it is: others may move it at any time.
func TestWrittenKeepsOffset(t *testing.T) {
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	f := create(t, t.TempDir())
	restoreSys(t)
	written, moved := false, int64(0)
	sys.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
		n, err := unix.Pwritev(fd, iovs, off)
		written = off+int64(n) == 1<<20
		return n, err
	}
	sys.seek = func(fd int, off int64, whence int) (int64, error) {
		at, err := unix.Seek(fd, off, whence)
		if written { // Just after e asks or sets, others move it by a byte.
			moved++
			if _, err := unix.Seek(fd, 1, io.SeekCurrent); err != nil {
				t.Error(err)
			}
		}
		return at, err
	}
	n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: Direct})
	if errors.Is(err, ErrCannot) {
		t.Skip("NOT TESTED:", err)
	}
	if at, e2 := f.Seek(0, io.SeekCurrent); n != 1<<20 || err != nil || !written || at != n+moved || e2 != nil {
		t.Errorf("%d bytes, %v; others moved the offset by %d, and it is %d, %v", n, err, moved, at, e2)
	}
}

// An offset that could not be given back is tried again in the end.
func TestReleaseTriedAgain(t *testing.T) {
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	f := create(t, t.TempDir())
	saved := sys
	defer func() { sys = saved }()
	asked := 0
	sys.seek = func(fd int, off int64, whence int) (int64, error) {
		if off == 0 && whence == io.SeekCurrent {
			if asked++; asked == 1 {
				return 0, unix.EIO
			}
		}
		return unix.Seek(fd, off, whence)
	}
	sys.clone = func(int, *unix.FileCloneRange) error { return unix.EOPNOTSUPP }
	sys.pwritev = func(fd int, _ [][]byte, _ int64) (int, error) {
		if isDirect(fd) {
			return -1, unix.EINVAL
		}
		return -1, unix.EIO
	}
	n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{})
	if asked == 0 {
		t.Skip("NOT TESTED: there is no direct output")
	}
	if at, e2 := f.Seek(0, io.SeekCurrent); n != 0 || !errors.Is(err, unix.EIO) || at != 0 || e2 != nil {
		t.Errorf("%d bytes, %v; the offset is %d, %v", n, err, at, e2)
	}
}

// The offset goes back to behind the end of a file, where it was; and stays if others cut the
// file after a byte was written.
func TestReleasePlace(t *testing.T) {
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, cut := range []bool{false, true} {
		f := create(t, t.TempDir())
		want := int64(100)
		if cut {
			want = 100 + 1<<20
		}
		if _, err := f.Seek(100, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		saved := sys
		calls := 0
		sys.pwritev = func(_ int, iovs [][]byte, off int64) (int, error) {
			if calls++; calls > 1 || !cut {
				return -1, errors.Join(unix.EIO, f.Truncate(0))
			}
			return unix.Pwrite(int(f.Fd()), iovs[0][:1], off)
		}
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: Direct})
		sys = saved
		if errors.Is(err, ErrCannot) {
			t.Skip("NOT TESTED:", err)
		}
		if at, e2 := f.Seek(0, io.SeekCurrent); !errors.Is(err, unix.EIO) || at != want || e2 != nil {
			t.Errorf("cut %v: %d bytes, %v; the offset is %d, %v, want %d", cut, n, err, at, e2, want)
		}
	}
}

// Where a failed call left bytes that cannot be cut off, the offset stays behind them.
func TestCutFails(t *testing.T) {
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	f := create(t, t.TempDir())
	saved := sys
	defer func() { sys = saved }()
	inject(t, 0, good, &fault{err: unix.EIO, after: true}, func() {})
	sys.truncate = func(int, int64) error { return unix.EIO }
	n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: Direct, Own: true})
	if errors.Is(err, ErrCannot) {
		t.Skip("NOT TESTED:", err)
	}
	if at, e2 := f.Seek(0, io.SeekCurrent); n != 0 || !errors.Is(err, unix.EIO) || at != 1<<20 || e2 != nil {
		t.Errorf("%d bytes, %v; the offset is %d, %v", n, err, at, e2)
	}
}

// The part done of what takes time grows from 0 to 1, whatever the method.
func TestWork(t *testing.T) {
	small(t)
	saved := sys
	defer func() { sys = saved }()
	inject(t, good, 0, nil, func() {})
	for _, method := range []Method{Write, Direct, Clone} {
		for _, s := range faultSamples() {
			last := Progress{Work: 0}
			calls, uneven := 0, false
			_, err := Emit(t.Context(), create(t, t.TempDir()), s.stream.Cursor(), Options{Method: method, Sync: true, Progress: func(p Progress) {
				calls++
				if math.Abs(p.Work-float64(p.Written)/float64(len(s.want))) > 0.01 {
					uneven = true
				}
				if p.Work < last.Work || p.Work > 1.0000001 || p.Method != method || p.Written < last.Written {
					t.Errorf("%s, %d: %+v after %+v", s.name, method, p, last)
				}
				last = p
			}})
			if errors.Is(err, ErrCannot) {
				continue
			}
			if uneven != (method == Clone) {
				t.Errorf("%s, %d: the time goes with the bytes: %v", s.name, method, !uneven)
			}
			if err != nil || last.Work < 0.9999999 || last.Written != int64(len(s.want)) || !last.Syncing || calls < 2 {
				t.Errorf("%s, %d: %+v at the end, %v", s.name, method, last, err)
			}
		}
	}
	e, err := examine(t.Context(), create(t, t.TempDir()), block.NewStream(block.Packed, block.Options{}).Cursor(), Options{})
	if err != nil || e.work(0) != 1 {
		t.Errorf("of nothing, %v is done, %v", e.work(0), err)
	}
}

// A closed file has no answers.
func TestClosedAnswers(t *testing.T) {
	f := create(t, t.TempDir())
	e, err := examine(t.Context(), f, newSample(block.Packed, false, 1, 100, 0).stream.Cursor(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := Lock(f); err == nil {
		t.Error("it is locked")
	}
	if _, _, err := Explain(f); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	if err := e.emit(); !errors.Is(err, os.ErrClosed) || e.written != 0 {
		t.Errorf("%d bytes, %v", e.written, err)
	}
	if err := e.control(func(int) error { return nil }); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	if fd, err := e.reopen(unix.O_RDONLY); !errors.Is(err, os.ErrClosed) {
		t.Errorf("descriptor %d, %v", fd, err)
	}
	if _, err := e.access(); !errors.Is(err, os.ErrClosed) || !errors.As(err, new(refusal)) {
		t.Error(err)
	}
	if _, err := e.fileSystem(); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

// A call that fails while the emission is to stop is what went wrong.
func TestFailsWhileStopping(t *testing.T) {
	saved := sys
	defer func() { sys = saved }()
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	ctx, stop := context.WithCancelCause(t.Context())
	sys.writev = func(int, [][]byte) (int, error) {
		stop(fmt.Errorf("another failed: %w", unix.EIO))
		return -1, unix.EIO
	}
	f := create(t, t.TempDir())
	n, err := Emit(ctx, f, s.stream.Cursor(), Options{Method: Write})
	var path *fs.PathError
	if n != 0 || !errors.Is(err, unix.EIO) || !errors.As(err, &path) || path.Path != f.Name() {
		t.Errorf("%d bytes, %v", n, err)
	}
}
