package sink

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/block"
)

// whole is what a Reader of a sample is to Resume.
type whole struct{ *bytes.Reader }

func (w whole) Size() (int64, bool) { return w.Reader.Size(), true }

var errOther = errors.New("another")

func (w whole) VerifyAt(src io.ReaderAt, size int64, _ func(int64)) error {
	return errOther
}

func openOutput(t *testing.T, name string, mode Mode) *Output {
	t.Helper()
	o, err := Open(name, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Close() })
	return o
}

func put(t *testing.T, name string, b []byte) {
	t.Helper()
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// resume writes the rest of s to a file that was opened.
func resume(t *testing.T, o *Output, s sample) (has, written int64, err error) {
	t.Helper()
	if has, err = o.Resume(whole{bytes.NewReader(s.want)}); err != nil {
		return has, 0, err
	}
	c := s.stream.Cursor()
	c.SeekTo(has)
	written, err = o.WriteStream(c)
	return has, written, err
}

func TestModes(t *testing.T) {
	s := newSample(block.CSV, false, 1, 1<<10-1, 0)
	for _, test := range []struct {
		old     string
		mode    Mode
		want    error // of Open, Resume or WriteStream
		message string
	}{
		{"", New, nil, ""},
		{"x", New, fs.ErrExist, "exists and has 1 bytes"},
		{"x", Overwrite, nil, ""},
		{strings.Repeat("old ", 10_000), Overwrite, nil, ""},
		{"", Resume, nil, ""},
		{string(s.want[:1]), Resume, nil, ""},
		{string(s.want[:len(s.want)-1]), Resume, nil, ""},
		{string(s.want), Resume, nil, ""},
		{string(s.want) + "x", Resume, ErrResume, "and the stream only"},
		{"x", Resume, ErrResume, "another"},
	} {
		name := filepath.Join(t.TempDir(), "f")
		put(t, name, []byte(test.old))
		o, err := Open(name, test.mode)
		if err == nil {
			o.Durable = true
			if test.mode == Resume {
				_, _, err = resume(t, o, s)
			} else {
				_, err = o.WriteStream(s.stream.Cursor())
			}
			o.Close()
		}
		if !errors.Is(err, test.want) || test.want != nil && !strings.Contains(err.Error(), test.message) {
			t.Errorf("%.10q, mode %d: %v", test.old, test.mode, err)
		}
		want := s.want
		if test.want != nil {
			want = []byte(test.old)
		}
		differ(t, content(t, name), want)
	}
}

// Resume looks at the last MiB, all of it.
func TestResumeCompares(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	s := newSample(block.Packed, false, 1, 3<<20, 0)
	const has = 2<<20 + 5
	for _, at := range []int{has - 1, has - Compared} {
		wrong := bytes.Clone(s.want[:has])
		wrong[at] ^= 4
		put(t, name, wrong)
		o := openOutput(t, name, Resume)
		if _, err := o.Resume(whole{bytes.NewReader(s.want)}); !errors.Is(err, ErrResume) || !errors.Is(err, errOther) {
			t.Errorf("byte %d is wrong: %v", at, err)
		}
		o.Close()
	}
}

// What is overwritten is emptied once: by the first byte that is written, in whatever call,
// and not by a run that is stopped before.
func TestOverwrittenOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	old := bytes.Repeat([]byte("old"), 1000)
	put(t, name, old)
	o := openOutput(t, name, Overwrite)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	o.Context, o.Durable = stopped, true
	if n, err := o.WriteStream(newSample(block.Packed, false, 1, 100, 0).stream.Cursor()); n != 0 || err != context.Canceled {
		t.Errorf("%d bytes, %v", n, err)
	}
	differ(t, content(t, name), old)
	o.Context = nil
	var want []byte
	for _, first := range []uint64{1, 101} {
		s := newSample(block.Packed, false, first, 100, 0)
		want = append(want, s.want...)
		if n, err := o.WriteStream(s.stream.Cursor()); n != 100 || err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
		differ(t, content(t, name), want)
	}
	if _, err := o.Write([]byte("printed")); err != nil {
		t.Error(err)
	}
	differ(t, content(t, name), append(want, "printed"...))
	o.Close()

	// By what is printed, too, and by nothing.
	for _, text := range []string{"printed", ""} {
		put(t, name, old)
		o := openOutput(t, name, Overwrite)
		for range len(text) {
			if _, err := o.Write([]byte("x")); err != nil {
				t.Error(err)
			}
		}
		if err := o.Sync(); err != nil {
			t.Error(err)
		}
		differ(t, content(t, name), bytes.Repeat([]byte("x"), len(text)))
		o.Close()
	}
}

func TestLocked(t *testing.T) {
	switch runtime.GOOS {
	case "linux", "darwin", "freebsd", "windows":
	default:
		t.Skipf("NOT RUN: %s has no locks", runtime.GOOS)
	}
	name := filepath.Join(t.TempDir(), "moves")
	o := openOutput(t, name, New)
	for _, mode := range []Mode{New, Overwrite, Resume} {
		if _, err := Open(name, mode); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), name) {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	openOutput(t, name, New)
}

// The size of a file is that which it has under its lock.
func TestSizeUnderLock(t *testing.T) {
	real := lockFile
	defer func() { lockFile = real }()
	name := filepath.Join(t.TempDir(), "f")
	lockFile = func(f *os.File) error {
		put(t, name, []byte("theirs")) // who had the lock until now
		return real(f)
	}
	if _, err := Open(name, New); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v; want that it exists", err)
	}
	differ(t, content(t, name), []byte("theirs"))
}

// An output to a file that is open leaves it open.
func TestCloseLeavesOpen(t *testing.T) {
	f := create(t, t.TempDir())
	o, err := NewOutput(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Close(); err != nil {
		t.Error(err)
	}
	if _, err := f.WriteString("more"); err != nil {
		t.Error(err)
	}
	f.Close()
	if _, err := NewOutput(f); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	if _, err := o.WriteStream(newSample(block.Packed, false, 1, 10, 0).stream.Cursor()); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

// A name leads to the file or does not, whatever is of the same size.
func TestPath(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	o := openOutput(t, name, New)
	if _, err := o.Write([]byte("12345")); err != nil {
		t.Fatal(err)
	}
	if got, ok := o.Path(5); got != name || !ok {
		t.Errorf("%q, %v", got, ok)
	}
	if _, ok := o.Path(4); ok {
		t.Error("a file that has another size")
	}
	if err := os.Rename(name, name+"old"); err != nil {
		t.Fatal(err)
	}
	if _, ok := o.Path(5); ok {
		t.Error("a name that is gone")
	}
	put(t, name, []byte("54321"))
	if _, ok := o.Path(5); ok {
		t.Error("another file of the same size")
	}
}
