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

// For each kind of output, every method says why it cannot be used, or that it can.
func TestChecks(t *testing.T) {
	restoreCalls(t)
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
		{"with data after the offset", open(os.O_WRONLY), nil, [4]string{"it has data where the output goes", "", noPipe, ""}},
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

// A file that takes a byte more than is free is refused before its first byte, unless it need
// not fit. What the file already has takes no space, and clones take little.
func TestMustFit(t *testing.T) {
	small(t)
	noFaults(t)
	copies := linux.clone
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, test := range []struct {
		free, has       int64 // bytes; the file has those of the stream
		clones, mustFit bool
		refused         bool
	}{
		{1<<20 - 1, 0, false, true, true},
		{1<<20 - 1, 0, false, false, false},
		{1 << 20, 0, false, true, false},
		{0, 0, false, true, true},
		{1<<20 - 1001, 1000, false, true, true},
		{1<<20 - 1000, 1000, false, true, false},
		{1 << 19, 0, true, true, false},
		{1 << 10, 0, true, true, true},
	} {
		if linux.clone = copies; !test.clones {
			linux.clone = noClones
		}
		sys.statfs = func(*os.File) fileSystem { return fileSystem{free: test.free} }
		f, c := createWith(t, s.want[:test.has], test.has), s.stream.Cursor()
		c.SeekTo(test.has)
		n, err := emit(f, c, Options{MustFit: test.mustFit})
		want := s.want
		if test.refused {
			want = s.want[:test.has]
		}
		if errors.As(err, new(*SpaceError)) != test.refused || (err == nil) == test.refused {
			t.Errorf("%+v: %d bytes, %v", test, n, err)
		}
		differ(t, must.Get(os.ReadFile(f.Name())), want)
	}
}

// Free space is counted in units of f_frsize, and numbers that make no sense refuse nothing.
func TestFreeSpace(t *testing.T) {
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
		{1 << 20, 1 << 21, 4096, 4096, most},
		{1 << 20, 1 << 10, 0, 0, most},
		{0, 0, 4096, 4096, most}, // such as /proc
	} {
		s := unix.Statfs_t{Blocks: test.blocks, Bavail: test.available}
		set(&s.Bsize, test.bsize)
		set(&s.Frsize, test.frsize)
		if free := describe(&s).free; free != test.free {
			t.Errorf("%+v: %d bytes", test, free)
		}
	}
}

// set assigns to the fields of a structure whose types differ from one system to another.
func set[T int32 | uint32 | int64](field *T, n int64) { *field = T(n) }

// The size of a stream that does not fit is exact, also beyond 2^63 bytes; clones of 40 disks
// take little space, and less where there is little.
func TestNeed(t *testing.T) {
	restoreCalls(t)
	for _, test := range []struct {
		moves     uint64
		free      int64
		clones    error
		low, high float64
	}{
		{1<<63 - 1, 0, noClones(0, nil), 1 << 63, 1 << 63},
		{1<<64 - 1, 0, noClones(0, nil), 1 << 64, 1 << 64},
		{1<<40 - 1, 0, noClones(0, nil), 1<<40 - 1, 1<<40 - 1},
		{1<<40 - 1, 0, nil, 10 << 20, 120 << 20},
		{1<<40 - 1, 50 << 20, nil, 50 << 20, 120 << 20},
		{1<<16 - 1, 0, noClones(0, nil), 1<<16 - 1, 1<<16 - 1},
	} {
		sys.statfs = func(*os.File) fileSystem { return fileSystem{free: test.free, block: 4096} }
		linux.clone = func(int, *unix.FileCloneRange) error { return test.clones }
		s := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: test.moves})
		var e *SpaceError
		if _, err := emit(create(t, t.TempDir()), s.Cursor(), Options{MustFit: true}); !errors.As(err, &e) || e.Need < test.low || e.Need > test.high || e.Free != test.free {
			t.Errorf("%+v: %v, %+v", test, err, e)
		}
	}
}
