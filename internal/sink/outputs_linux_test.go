package sink

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
)

// Of each kind of output, every method says why it cannot be used, or that it can.
func TestChecks(t *testing.T) {
	defer keepCalls()()
	open := func(flags int) *os.File {
		name := filepath.Join(t.TempDir(), "f")
		put(t, name, []byte("data"))
		f := must.Get(os.OpenFile(name, flags, 0))
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
		want   [4]string // in the order of Methods
	}{
		{"a file that can be cloned", create(t, t.TempDir()), nil, [4]string{"", "", noPipe, ""}},
		{"another", create(t, t.TempDir()), unix.EINVAL, [4]string{"", "", noPipe, ""}},
		{"one that cannot", create(t, t.TempDir()), unix.EOPNOTSUPP, [4]string{"its file system cannot share blocks (FICLONERANGE): operation not supported", "", noPipe, ""}},
		{"with data behind", open(os.O_WRONLY), nil, [4]string{"it has data where the output goes", "", noPipe, ""}},
		{"appending", open(os.O_WRONLY | os.O_APPEND), nil, [4]string{appends, appends, noPipe, ""}},
		{"for reading", open(os.O_RDONLY), nil, [4]string{readOnly, readOnly, noPipe, ""}},
		{"a pipe", w, nil, [4]string{irregular, irregular, "", ""}},
		{"its other end", r, nil, [4]string{irregular, irregular, readOnly, ""}},
	} {
		linux.clone = func(int, *unix.FileCloneRange) error { return test.clones }
		for i, m := range Methods()[1:] {
			got := ""
			if err := must.Get(NewOutput(test.f)).Check(m); err != nil {
				got = err.Error()
			}
			if got != test.want[i] && (m != Direct || got != "its file system has no direct output: invalid argument") { // of tmpfs
				t.Errorf("%s: %v: %q, want %q", test.name, m, got, test.want[i])
			}
		}
	}
}

// A file that needs a byte more than there is is refused before its first byte, unless it is
// not asked whether it fits, or the file system does not tell. What the file has already
// needs no space, and clones need little.
func TestMustFit(t *testing.T) {
	small(t)
	t.Cleanup(keepCalls())
	inject(t, good, 0, nil, func() {})
	copies := linux.clone
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, test := range []struct {
		free    int64
		blocks  uint64 // in all
		has     int    // bytes of the stream that the file has, and
		at      int64  // where the output begins
		clones  bool
		refused bool
	}{
		{1<<20 - 1, 100, 0, 0, false, true},
		{1 << 20, 100, 0, 0, false, false},
		{0, 0, 0, 0, false, false}, // such as /proc
		{0, 100, 0, 0, false, true},
		{1<<20 - 1001, 100, 1000, 1000, false, true},
		{1<<20 - 1000, 100, 1000, 1000, false, false},
		{1 << 19, 100, 0, 0, true, false},
		{1 << 10, 100, 0, 0, true, true},
	} {
		linux.clone = copies
		if !test.clones {
			linux.clone = noClones
		}
		sys.statfs = func(*os.File) fileSystem {
			if test.blocks == 0 {
				return unknownSystem
			}
			return fileSystem{free: test.free}
		}
		for _, mustFit := range []bool{true, false} {
			f, c := createWith(t, s.want[:test.has], test.at), s.stream.Cursor()
			c.SeekTo(test.at)
			n, err := emit(t.Context(), f, c, as{MustFit: mustFit})
			if mustFit && test.refused {
				var e *SpaceError
				if n != 0 || !errors.As(err, &e) || e.Free != test.free || e.Need <= float64(e.Free) {
					t.Errorf("%+v: %d bytes, %v", test, n, err)
				}
				differ(t, must.Get(os.ReadFile(f.Name())), s.want[:test.has])
				continue
			}
			if err != nil {
				t.Errorf("%+v: %d bytes, %v", test, n, err)
			}
			differ(t, must.Get(os.ReadFile(f.Name())), s.want)
		}
	}
}

// Free space is counted in units of f_frsize, and numbers that make no sense refuse nothing.
func TestFreeSpace(t *testing.T) {
	t.Cleanup(keepCalls())
	const most = math.MaxInt64
	for _, test := range []struct {
		blocks, available uint64
		bsize, frsize     int64
		free              int64
	}{
		{1 << 20, 1 << 10, 4096, 4096, 4 << 20},
		{1 << 20, 1 << 10, 64 << 10, 4096, 4 << 20},
		{1 << 20, 1 << 13, 512, 4096, 32 << 20},
		{1 << 20, 1 << 10, 4096, 0, 4 << 20}, // an old system
		{1 << 20, 0, 4096, 4096, 0},
		{1 << 62, 1 << 60, 4096, 4096, most},
		{1<<64 - 1, 1<<64 - 1, 4096, 4096, most}, // without a limit
		{1 << 20, 1<<64 - 1, 4096, 4096, most},
		{1 << 20, 1 << 10, 0, 0, most},
		{0, 0, 4096, 4096, most}, // such as /proc
	} {
		linux.fstatfs = func(_ int, s *unix.Statfs_t) error {
			s.Blocks, s.Bavail = test.blocks, test.available
			set(&s.Bsize, test.bsize)
			set(&s.Frsize, test.frsize)
			return nil
		}
		f := create(t, t.TempDir())
		if free := statfs(f).free; free != test.free {
			t.Errorf("%+v: %d bytes", test, free)
		}
	}
}

// set assigns to the fields of a structure whose types differ from one system to another.
func set[T int32 | uint32 | int64](field *T, n int64) { *field = T(n) }

// The size of a stream that does not fit is exact, also beyond 2^63 bytes.
func TestExactSize(t *testing.T) {
	t.Cleanup(keepCalls())
	sys.statfs = func(*os.File) fileSystem { return fileSystem{free: 1 << 30, block: 4096} }
	for moves, want := range map[uint64]float64{1<<63 - 1: 1 << 63, 1<<64 - 1: 1 << 64} {
		for _, f := range []block.Format{block.Packed, block.Wide} {
			s := block.NewStream(f, block.Options{}, block.Run{First: 1, Count: moves})
			var e *SpaceError
			if _, err := emit(t.Context(), create(t, t.TempDir()), s.Cursor(), as{MustFit: true}); !errors.As(err, &e) || e.Need != want*float64(f+1) {
				t.Errorf("%d moves as %v: %v, %+v", moves, f, err, e)
			}
		}
	}
}
