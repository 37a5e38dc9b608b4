package sink

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// Check says why a kind of output does not support a method.
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
		{"a file system that reports an overlap", create(t, t.TempDir()), unix.EINVAL, [4]string{"", "", noPipe, ""}},
		{"a file that cannot be cloned", create(t, t.TempDir()), unix.EOPNOTSUPP, [4]string{"its file system cannot share blocks (FICLONERANGE): operation not supported", "", noPipe, ""}},
		{"a file with data after the offset", open(os.O_WRONLY), nil, [4]string{"it has data where the output goes", "", noPipe, ""}},
		{"a file open for appending", open(os.O_WRONLY | os.O_APPEND), nil, [4]string{appends, appends, noPipe, ""}},
		{"a file open for reading", open(os.O_RDONLY), nil, [4]string{readOnly, readOnly, noPipe, ""}},
		{"a pipe", w, nil, [4]string{irregular, irregular, "", ""}},
		{"its other end", r, nil, [4]string{irregular, irregular, readOnly, ""}},
	} {
		cloneRange = func(int, *unix.FileCloneRange) error { return test.clones }
		for i, m := range Methods()[1:] {
			got := ""
			if err := must.Get(NewOutput(test.f, Options{})).Check(m); err != nil {
				got = err.Error()
			}
			if got != test.want[i] && (m != Direct || got != "its file system has no direct output: invalid argument") { // on tmpfs
				t.Errorf("%s: %v: %q, want %q", test.name, m, got, test.want[i])
			}
		}
	}
}

// A stream that must fit is refused before its first byte if it needs one byte more than is
// free. Bytes that the file already has need no space, nor do blocks that it has after them, and
// clones need little.
func TestMustFit(t *testing.T) {
	small(t)
	noFaults(t)
	copies := cloneRange
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, test := range []struct {
		free            float64
		has             int64 // the file has the first bytes of the stream
		blocks          int64 // and blocks for this many bytes
		clones, mustFit bool
		refused         bool
		old             int64 // it has these bytes after them
		appends         bool  // it is open for appending, with an offset of 0
	}{
		{1<<20 - 1, 0, 0, false, true, true, 0, false},
		{1<<20 - 1, 0, 0, false, false, false, 0, false},
		{1 << 20, 0, 0, false, true, false, 0, false},
		{0, 0, 0, false, true, true, 0, false},
		{1<<20 - 4097, 4096, 0, false, true, true, 0, false},
		{1<<20 - 4096, 4096, 0, false, true, false, 0, false},
		{1 << 19, 0, 0, true, true, false, 0, false},
		{1 << 10, 0, 0, true, true, true, 0, false},
		{0, 4096, 1 << 20, false, true, false, 0, false},
		{0, 4096, 1<<20 - 4096, false, true, true, 0, false},
		{0, 4096, 0, false, true, false, 1<<20 - 4096, false},
		{1<<20 - 4097, 4096, 0, false, true, true, 0, true},
	} {
		if cloneRange = copies; !test.clones {
			cloneRange = noClones
		}
		sys.system = func(*os.File) osfile.System { return osfile.System{Free: test.free} }
		f, c := createWith(t, s.want[:test.has+test.old], test.has), s.stream.Cursor()
		c.SeekTo(test.has)
		if test.appends {
			must.Get(unix.FcntlInt(f.Fd(), unix.F_SETFL, unix.O_APPEND))
			must.Get(f.Seek(0, io.SeekStart))
		}
		if test.blocks > 0 && unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_KEEP_SIZE, 0, test.blocks) != nil {
			t.Log("NOT RUN: this file system cannot allocate blocks")
			continue
		}
		n, err := emit(f, c, Options{MustFit: test.mustFit})
		want := s.want
		if test.refused {
			want = s.want[:test.has]
		}
		space, isRefused := errors.AsType[*SpaceError](err)
		if isRefused != test.refused || (err == nil) == test.refused || isRefused && space.Need <= space.Have {
			t.Errorf("%+v: %d bytes, %v", test, n, err)
		}
		differ(t, must.Get(os.ReadFile(f.Name())), want)
	}
}
