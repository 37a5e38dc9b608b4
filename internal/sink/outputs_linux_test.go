package sink

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
)

// Of each kind of output, every method says why it cannot be used, or that it can.
func TestExplainEach(t *testing.T) {
	saved := sys
	defer func() { sys = saved }()
	open := func(flags int) *os.File {
		name := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(name, []byte("data"), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(name, flags, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	r, w := pipe(t, 0)
	const (
		irregular = "it is not a regular file"
		appends   = "it is open for appending"
		readOnly  = "it is not open for writing"
		noPipe    = "it is not a pipe"
	)
	for _, test := range []struct {
		name   string
		f      *os.File
		clones error
		want   [4]string // in the order of ways
	}{
		{"a file that can be cloned", create(t, t.TempDir()), nil, [4]string{"", "", noPipe, ""}},
		{"another", create(t, t.TempDir()), unix.EINVAL, [4]string{"", "", noPipe, ""}},
		{"one that cannot", create(t, t.TempDir()), unix.EOPNOTSUPP, [4]string{"its file system has no clones: operation not supported", "", noPipe, ""}},
		{"with data behind", open(os.O_WRONLY), nil, [4]string{"it has data where the output goes", "", noPipe, ""}},
		{"appending", open(os.O_WRONLY | os.O_APPEND), nil, [4]string{appends, appends, noPipe, ""}},
		{"for reading", open(os.O_RDONLY), nil, [4]string{readOnly, readOnly, noPipe, ""}},
		{"a pipe", w, nil, [4]string{irregular, irregular, "", ""}},
		{"its other end", r, nil, [4]string{irregular, irregular, readOnly, ""}},
	} {
		sys.clone = func(int, *unix.FileCloneRange) error { return test.clones }
		methods, whyNot, err := Explain(test.f)
		if err != nil || len(methods) != len(ways) || len(whyNot) != len(ways) {
			t.Fatalf("%s: %v, %v, %v", test.name, methods, whyNot, err)
		}
		for i, why := range whyNot {
			got := ""
			if why != nil {
				got = why.Error()
			}
			if methods[i] == Direct && got == "its file system has no direct output: invalid argument" {
				continue // on tmpfs
			}
			if methods[i] != ways[i].method || got != test.want[i] {
				t.Errorf("%s: %s: %q, want %q", test.name, MethodNames[methods[i]], got, test.want[i])
			}
		}
	}
}

// descriptors returns how many are open.
func descriptors(t *testing.T) int {
	t.Helper()
	names, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(names)
}

// Whatever is asked and written, no descriptor is left open.
func TestDescriptorsClosed(t *testing.T) {
	small(t)
	saved := sys
	defer func() { sys = saved }()
	inject(t, good, 0, nil, func() {})
	copies := sys.clone
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, cannot := range []error{nil, unix.EOPNOTSUPP} {
		sys.clone = func(fd int, r *unix.FileCloneRange) error {
			if cannot != nil {
				return cannot
			}
			return copies(fd, r)
		}
		for _, m := range []Method{Auto, Clone, Direct, Splice, Write} {
			f := create(t, t.TempDir())
			before := descriptors(t)
			if _, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m, Sync: true, Short: func(int64, int64) {}}); err != nil && !errors.Is(err, ErrCannot) {
				t.Error(err)
			}
			if _, _, err := Explain(f); err != nil {
				t.Error(err)
			}
			if _, err := Free(f); err != nil {
				t.Error(err)
			}
			if err := SyncFolder(filepath.Dir(f.Name())); err != nil {
				t.Error(err)
			}
			if after := descriptors(t); after != before {
				t.Errorf("%s, %v: %d descriptors are open, %d were", MethodNames[m], cannot, after, before)
			}
		}
	}
}

// A file that this process may write, but not open again for reading, is not cloned; nor is
// there direct output to one that it may not open again for writing.
func TestNotReopened(t *testing.T) {
	f, g := create(t, t.TempDir()), create(t, t.TempDir())
	if err := errors.Join(f.Chmod(0o222), g.Chmod(0o444)); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 { // who reads all
		runtime.LockOSThread() // the thread ends with the test
		if err := unix.Setfsuid(65534); err != nil {
			t.Fatal(err)
		}
		defer unix.Setfsuid(0)
	}
	s := newSample(block.Packed, false, 1, 100_000, 0)
	for m, f := range map[Method]*os.File{Clone: f, Direct: g} {
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m})
		if n != 0 || !errors.Is(err, ErrCannot) || !errors.Is(err, unix.EACCES) {
			t.Errorf("%s: %d bytes, %v", MethodNames[m], n, err)
		}
		if n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{}); n != 100_000 || err != nil {
			t.Errorf("not %s: %d bytes, %v", MethodNames[m], n, err)
		}
	}
}

// Direct output begins and ends where the file system says, or at pages; and there is none
// to a file for which it says so.
func TestDirectAlign(t *testing.T) {
	saved := sys
	defer func() { sys = saved }()
	f := create(t, t.TempDir())
	e, err := examine(t.Context(), f, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := canDirect(e); err != nil {
		t.Skip("NOT TESTED:", err)
	}
	for _, test := range []struct {
		s     unix.Statx_t
		err   error
		align int64 // 0 is a refusal
	}{
		{unix.Statx_t{Mask: unix.STATX_DIOALIGN, Dio_mem_align: 4, Dio_offset_align: 512}, nil, 4096},
		{unix.Statx_t{Mask: unix.STATX_DIOALIGN, Dio_mem_align: 512, Dio_offset_align: 16384}, nil, 16384},
		{unix.Statx_t{Mask: unix.STATX_DIOALIGN, Dio_mem_align: 8192, Dio_offset_align: 512}, nil, 8192},
		{unix.Statx_t{Mask: unix.STATX_DIOALIGN}, nil, 0},
		{unix.Statx_t{Dio_offset_align: 16384}, nil, 4096}, // it says nothing
		{unix.Statx_t{}, nil, 4096},
		{unix.Statx_t{Mask: unix.STATX_DIOALIGN, Dio_offset_align: 16384}, unix.ENOSYS, 4096},
	} {
		sys.statx = func(_ int, _ string, _, mask int, s *unix.Statx_t) error {
			if mask != unix.STATX_DIOALIGN {
				t.Errorf("asked for %#x", mask)
			}
			*s = test.s
			return test.err
		}
		before := descriptors(t)
		w, err := e.openDirect()
		if err == nil {
			if w.align != test.align {
				t.Errorf("%+v, %v: %d, want %d", test.s, test.err, w.align, test.align)
			}
			w.close()
		} else if test.align != 0 || !errors.As(err, new(refusal)) {
			t.Errorf("%+v, %v: %v", test.s, test.err, err)
		}
		if after := descriptors(t); after != before {
			t.Errorf("%+v: %d descriptors are open, %d were", test.s, after, before)
		}
	}
}

// Direct output is of memory, lengths and places that are aligned; and blocks that are need
// no copy.
func TestDirectAligned(t *testing.T) {
	saved := sys
	defer func() { sys = saved }()
	long := sample{name: "long", stream: block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: 12 << 20})}
	// Segments that begin at a page, and do not end at one.
	seams := sample{name: "seams", stream: block.NewStream(block.Text, block.Options{}, block.Run{First: 1, Count: 1 << 18})}
	for _, s := range append(samples(1<<18), long, seams) {
		directs, copies := 0, 0
		var last uintptr
		sys.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
			if isDirect(fd) {
				directs++
				for _, b := range iovs {
					at := uintptr(unsafe.Pointer(&b[0]))
					if (at|uintptr(len(b))|uintptr(off))%4096 != 0 {
						t.Errorf("%s: %d bytes at %#x go to %d", s.name, len(b), at, off)
					}
					if at == last {
						copies++
					}
					last = at
				}
			}
			return saved.pwritev(fd, iovs, off)
		}
		n, err := Emit(t.Context(), create(t, t.TempDir()), s.stream.Cursor(), Options{Method: Direct})
		if errors.Is(err, ErrCannot) {
			t.Skip("NOT TESTED:", err)
		}
		if size, _ := s.stream.Size(); n != size || err != nil || directs == 0 {
			t.Errorf("%s: %d bytes, %d direct writes, %v", s.name, n, directs, err)
		}
		if s.name == "long" && (copies > 0 || directs < 3) {
			t.Errorf("%s: %d copies", s.name, copies)
		}
	}
}

// The memory for segments that are not aligned is given back.
func TestBounceUnmapped(t *testing.T) {
	restoreSys(t)
	real := sys
	var bounce []byte
	sys.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
		if isDirect(fd) {
			bounce = iovs[0]
		}
		return real.pwritev(fd, iovs, off)
	}
	// Too few for blocks, and too many to be encoded at once.
	stream := block.NewStream(block.Text, block.Options{}, block.Run{First: 1, Count: 8000})
	for range 5 {
		bounce = nil
		_, err := Emit(t.Context(), create(t, t.TempDir()), stream.Cursor(), Options{Method: Direct})
		if errors.Is(err, ErrCannot) {
			t.Skip("NOT TESTED:", err)
		}
		if err != nil || len(bounce) == 0 {
			t.Fatalf("%v; a direct write of %d bytes", err, len(bounce))
		}
		if unix.Msync(bounce, unix.MS_ASYNC) == unix.ENOMEM {
			return
		}
		// Somebody else may have got this place meanwhile.
	}
	t.Errorf("%p is mapped after each of five outputs", bounce)
}

// What is free is what the system says, or an error.
func TestFree(t *testing.T) {
	defer func() { fstatfs = unix.Fstatfs }()
	f := create(t, t.TempDir())
	for _, test := range []struct {
		s    unix.Statfs_t
		err  error
		free int64
		bad  string
	}{
		{unix.Statfs_t{Bsize: 4096, Blocks: 100, Bfree: 50, Bavail: 25}, nil, 25 * 4096, ""},
		{unix.Statfs_t{Bsize: 4096, Blocks: 1, Bavail: 1}, nil, 4096, ""},
		{unix.Statfs_t{Bsize: 4096, Blocks: 1}, nil, 0, ""}, // it is full
		{unix.Statfs_t{Bsize: 4096}, nil, 0, "the file system does not tell"},
		{unix.Statfs_t{}, unix.EIO, 0, unix.EIO.Error()},
	} {
		fstatfs = func(_ int, s *unix.Statfs_t) error { *s = test.s; return test.err }
		free, err := Free(f)
		if free != test.free || err == nil && test.bad != "" || err != nil && err.Error() != test.bad {
			t.Errorf("%+v, %v: %d, %v", test.s, test.err, free, err)
		}
	}
	f.Close()
	fstatfs = func(_ int, s *unix.Statfs_t) error { s.Blocks = 1; return nil }
	for _, f := range []*os.File{f, nil} {
		if free, err := Free(f); free != 0 || err == nil || strings.Contains(err.Error(), "does not tell") {
			t.Errorf("%v: %d, %v", f, free, err)
		}
		if err := Lock(f); err == nil {
			t.Errorf("%v is locked", f)
		}
	}
}

// A file is announced if it needs a byte more than is free, or is freed by emptying it.
func TestShortByOne(t *testing.T) {
	defer func() { fstatfs = unix.Fstatfs }()
	s := newSample(block.Packed, false, 1, 100_000, 0)
	for _, old := range []int64{0, 30_000} {
		for _, free := range []int64{99_999 - old, 100_000 - old, 100_001 - old} {
			f, err := os.OpenFile(filepath.Join(t.TempDir(), "f"), os.O_CREATE|os.O_RDWR, 0o600)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if err := f.Truncate(old); err != nil {
				t.Fatal(err)
			}
			fstatfs = func(_ int, s *unix.Statfs_t) error { s.Bsize, s.Blocks, s.Bavail = 1, 1, uint64(free); return nil }
			called := false
			n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Empty: true, Short: func(need, room int64) {
				called = true
				if need != 100_000 || room != free+old {
					t.Errorf("%d bytes needed of %d", need, room)
				}
			}})
			if n != 100_000 || err != nil || called != (free+old < 100_000) {
				t.Errorf("%d free and %d old: %d bytes, %v; announced: %v", free, old, n, err, called)
			}
		}
	}
}

// A folder that cannot be synced says so, unless its file system syncs none.
func TestSyncFolderFails(t *testing.T) {
	saved := fsync
	defer func() { fsync = saved }()
	for from, want := range map[error]error{unix.EINVAL: nil, unix.ENOTSUP: nil, unix.EIO: unix.EIO, unix.ENOSPC: unix.ENOSPC} {
		fsync = func(*os.File) error { return from }
		if err := SyncFolder(t.TempDir()); err != want {
			t.Errorf("%v: %v", from, err)
		}
	}
}

// A descriptor is found behind as many links as the system follows, and the copy is none of
// the three standard ones, even where the last of these is closed.
func TestDescriptorLinks(t *testing.T) {
	dir := t.TempDir()
	f := create(t, dir)
	name := fmt.Sprintf("/proc/self/fd/%d", f.Fd()) // the last of the links
	for i := range 40 {
		d, err := Descriptor(name)
		if d == nil || err != nil {
			t.Fatalf("behind %d links: %v, %v", i, d, err)
		}
		d.Close()
		next := filepath.Join(dir, fmt.Sprint("link", i))
		if err := os.Symlink(name, next); err != nil {
			t.Fatal(err)
		}
		name = next
	}
	if d, err := Descriptor(name); d != nil || err != nil {
		t.Errorf("behind 40 links: %v, %v", d, err)
	}

	stderr, err := unix.Dup(2)
	if err != nil {
		t.Fatal(err)
	}
	unix.Close(2)
	d, err := Descriptor(fmt.Sprintf("/dev/fd/%d", f.Fd()))
	if e2 := unix.Dup3(stderr, 2, 0); e2 != nil {
		t.Fatal(e2)
	}
	unix.Close(stderr)
	if err != nil || d.Fd() < 3 {
		t.Fatalf("%v, %v", d.Fd(), err)
	}
	d.Close()
}
