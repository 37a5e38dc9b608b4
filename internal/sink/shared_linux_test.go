package sink

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
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
					if n, err := emit(t.Context(), f, s.stream.Cursor(), as{Method: m}); n != each || err != nil && !errors.Is(err, ErrMethod) {
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
		got := must.Get(os.ReadFile(f.Name()))
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
			restore := keepCalls()
			inject(t, good, 0, nil, func() {})
			copies, calls := linux.pwritev, 0
			linux.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
				if calls++; calls == 2 {
					if _, err := unix.Write(other, []byte("theirs")); err != nil {
						t.Error(err)
					}
					return -1, unix.EIO
				}
				return copies(fd, iovs, off)
			}
			n, err := emit(t.Context(), f, s.stream.Cursor(), as{Method: m})
			restore()
			if errors.Is(err, ErrMethod) {
				t.Logf("NOT RUN: %v", err)
				continue
			}
			if calls < 2 { // one write was all
				t.Logf("NOT RUN: %d is one call", m)
				continue
			}
			got := must.Get(os.ReadFile(f.Name()))
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
	restore := keepCalls()
	defer restore()
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, a := range []as{{Method: Direct}, {Method: Clone}, {Method: Direct, Own: true}, {Method: Clone, Own: true}} {
		f := create(t, t.TempDir())
		inject(t, good, 0, nil, func() {})
		once := false
		sys.seek = func(f *os.File, off int64, whence int) (int64, error) {
			if !once {
				once = true
				if _, err := f.WriteAt([]byte("theirs"), 2<<20); err != nil {
					t.Error(err)
				}
			}
			return f.Seek(off, whence)
		}
		linux.pwritev = func(int, [][]byte, int64) (int, error) { return -1, unix.EIO }
		n, err := emit(t.Context(), f, s.stream.Cursor(), a)
		restore()
		if n != 0 || a.Method == Direct && !errors.Is(err, unix.EIO) && !errors.Is(err, ErrMethod) || a.Method == Clone && !errors.Is(err, ErrMethod) {
			t.Errorf("%+v: %d bytes, %v", a, n, err)
		}
		if at, err := f.Seek(0, io.SeekCurrent); at != 0 || err != nil {
			t.Errorf("%+v: the offset is %d, %v", a, at, err)
		}
		if got := must.Get(os.ReadFile(f.Name())); once && !bytes.HasSuffix(got, []byte("theirs")) {
			t.Errorf("%+v: the file has %d bytes", a, len(got))
		}
	}
}

// An offset that cannot go so far, or whose range cannot be claimed, and a place
// that cannot be written leave plain writes.
func TestPlainInstead(t *testing.T) {
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for name, set := range map[string]func(){
		"seek": func() {
			sys.seek = func(f *os.File, off int64, whence int) (int64, error) {
				if off > 0 && whence == io.SeekCurrent {
					return 0, unix.EINVAL
				}
				return f.Seek(off, whence)
			}
		},
		"pwritev: EPERM":  func() { linux.pwritev = func(int, [][]byte, int64) (int, error) { return -1, unix.EPERM } },
		"pwritev: ENOSYS": func() { linux.pwritev = func(int, [][]byte, int64) (int, error) { return -1, unix.ENOSYS } },
	} {
		restore := keepCalls()
		set()
		f := create(t, t.TempDir())
		n, err := emit(t.Context(), f, s.stream.Cursor(), as{})
		restore()
		if n != 1<<20 || err != nil {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
		differ(t, must.Get(os.ReadFile(f.Name())), s.want)
		if at, err := f.Seek(0, io.SeekCurrent); at != n || err != nil {
			t.Errorf("%s: the offset is %d, %v", name, at, err)
		}
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
				_, err := emit(t.Context(), w, s.stream.Cursor(), as{Method: m, Progress: func(Progress) {
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
				must.Do(w.SetWriteDeadline(time.Now().Add(time.Millisecond)))
			}
			if err := <-done; !errors.Is(err, want) {
				t.Errorf("%d, %s: %v", m, end, err)
			}
			w.Close()
			r.Close()
		}
	}
}

// Data of others behind the place stays, whatever fails.
func TestDataBehindStays(t *testing.T) {
	s := newSample(block.Packed, false, 1, 300_000, 0)
	old := bytes.Repeat([]byte("old "), 100_000)
	for _, m := range []Method{Auto, Direct, Write} {
		for at := range 6 {
			f := createWith(t, old, 1000)
			restore := keepCalls()
			inject(t, at, once, &fault{err: unix.EIO}, func() {})
			n, err := emit(t.Context(), f, s.stream.Cursor(), as{Method: m})
			restore()
			if errors.Is(err, ErrMethod) {
				continue
			}
			want := bytes.Clone(old)
			copy(want[1000:], s.want[:n])
			differ(t, must.Get(os.ReadFile(f.Name())), want)
			if place, _ := f.Seek(0, io.SeekCurrent); place != 1000+n {
				t.Errorf("%d: the offset is %d after %d bytes", m, place, n)
			}
		}
	}
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
				f := must.Get(os.OpenFile(filepath.Join(t.TempDir(), "f"), os.O_CREATE|os.O_RDWR, 0o600))
				must.Get(f.WriteString("old"))
				must.Get(f.Seek(0, io.SeekStart))
				restore := keepCalls()
				inject(t, at, once, &flt, func() {})
				n, err := emit(t.Context(), f, s.stream.Cursor(), as{Method: m, Overwrite: true, Own: true})
				restore()
				if !errors.Is(err, ErrMethod) {
					differ(t, must.Get(os.ReadFile(f.Name())), s.want[:n])
				}
				if err == nil && n != 1<<20 || err != nil && !errors.Is(err, flt.err) && !errors.Is(err, ErrMethod) {
					t.Errorf("%s: %v at call %d: %d bytes, %v", m, flt.err, at, n, err)
				}
				if place, err := f.Seek(0, io.SeekCurrent); place != n || err != nil {
					t.Errorf("%s: %v at call %d: the offset is %d after %d bytes, %v", m, flt.err, at, place, n, err)
				}
				f.Close()
			}
		}
	}
}

// Where the file cannot be emptied, it stays as it is.
func TestNotEmptied(t *testing.T) {
	t.Cleanup(keepCalls())
	sys.truncate = func(*os.File, int64) error { return unix.EIO }
	s := newSample(block.Packed, false, 1, 300_000, 0)
	for _, m := range []Method{Auto, Direct, Write} {
		for _, old := range []string{"a", "ab"} {
			name := filepath.Join(t.TempDir(), "f")
			put(t, name, []byte(old))
			f := must.Get(os.OpenFile(name, os.O_RDWR, 0))
			defer f.Close()
			n, err := emit(t.Context(), f, s.stream.Cursor(), as{Method: m, Overwrite: true, Own: true})
			if n != 0 || !errors.Is(err, unix.EIO) && !errors.Is(err, ErrMethod) {
				t.Errorf("%s, %q: %d bytes, %v, want EIO", m, old, n, err)
			}
			differ(t, must.Get(os.ReadFile(name)), []byte(old))
			if at, err := f.Seek(0, io.SeekCurrent); at != 0 || err != nil {
				t.Errorf("%s, %q: the offset is %d, %v", m, old, at, err)
			}
		}
	}
}

func TestDescriptor(t *testing.T) {
	dir := t.TempDir()
	f := create(t, dir)
	own := fmt.Sprintf("/dev/fd/%d", f.Fd())
	if d, err := descriptor(own); d != nil || !errors.Is(err, syscall.EBADF) {
		t.Errorf("one that this process opened: %v, %v", d, err)
	}
	if _, err := unix.FcntlInt(f.Fd(), unix.F_SETFD, 0); err != nil { // as if it were inherited
		t.Fatal(err)
	}
	for _, name := range []string{own, fmt.Sprintf("/proc/self/fd/%d", f.Fd()), fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), f.Fd()), fmt.Sprintf("/proc/self/task/%d/fd/%d", os.Getpid(), f.Fd())} {
		d, err := descriptor(name)
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
	must.Do(os.Symlink(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), filepath.Join(dir, "a")))
	must.Do(os.Symlink("a", filepath.Join(dir, "b")))
	if d, err := descriptor(filepath.Join(dir, "b")); d == nil || err != nil {
		t.Errorf("%v, %v", d, err)
	} else {
		d.Close()
	}
	loop := filepath.Join(dir, "loop")
	must.Do(os.Symlink(loop, loop))
	for _, name := range []string{fmt.Sprintf("/proc/self/fdinfo/%d", f.Fd()), fmt.Sprintf("/proc/self/task/%d/fdinfo/%d", os.Getpid(), f.Fd()), f.Name(), loop, filepath.Join(dir, "none"), filepath.Join(dir, "no", "folder"), "/dev/null", "/proc/self/fd", "1"} {
		if d, err := descriptor(name); d != nil || err != nil {
			t.Errorf("%s is descriptor %v, %v", name, d, err)
		}
	}
	if d, err := descriptor("/dev/fd/12345"); d != nil || !errors.Is(err, syscall.EBADF) {
		t.Errorf("%v, %v", d, err)
	}
}

// Others moved the offset: what one method refuses goes on at the places claimed.
func TestRefusedBehindOthers(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, method := range []Method{Auto, Direct} {
		f := create(t, t.TempDir())
		restore := keepCalls()
		linux.clone = noClones
		pwritev, moved := linux.pwritev, false
		linux.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
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
		n, err := emit(t.Context(), f, s.stream.Cursor(), as{Method: method})
		restore()
		if errors.Is(err, ErrMethod) && method == Direct && n == 0 {
			continue // the method asked for, and no other
		}
		if n != 1<<20 || err != nil {
			t.Errorf("%d: %d bytes, %v", method, n, err)
		}
		differ(t, must.Get(os.ReadFile(f.Name())), s.want)
		if at, err := f.Seek(0, io.SeekCurrent); at != 1<<20+6 || err != nil {
			t.Errorf("%d: the offset is %d, %v", method, at, err)
		}
	}
}

// Where no call can fill a claim that others wrote behind, no other method goes on there.
func TestClaimUnfilled(t *testing.T) {
	t.Cleanup(keepCalls())
	f := create(t, t.TempDir())
	if err := must.Get(NewOutput(f)).Check(Direct); err != nil {
		t.Skip("NOT RUN:", err)
	}
	linux.pwritev = func(int, [][]byte, int64) (int, error) {
		must.Get(f.Seek(6, io.SeekCurrent))
		return -1, unix.EPERM
	}
	n, err := emit(t.Context(), f, newSample(block.Packed, false, 1, 1<<20, 0).stream.Cursor(), as{})
	if info := must.Get(f.Stat()); n != 0 || !errors.Is(err, unix.EPERM) || info.Size() > 0 {
		t.Errorf("%d bytes, %v; the file has %d", n, err, info.Size())
	}
}
