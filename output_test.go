package hanoi

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func openOutput(t *testing.T, name string, mode OpenMode) *Output {
	t.Helper()
	o, err := OpenOutput(name, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Close() })
	return o
}

func TestOutputModes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "moves")
	want := naiveRange(CSV, false, 1, 1<<10-1, 0)
	write := func(mode OpenMode) {
		t.Helper()
		o := openOutput(t, name, mode)
		defer o.Close()
		r := reader(10, CSV, 0)
		has, err := o.Resume(r)
		if err != nil {
			t.Fatal(err)
		}
		var last Progress
		n, err := o.Write(t.Context(), r, WriteOptions{Sync: true, Progress: func(p Progress) { last = p }})
		if err != nil || has+n != int64(len(want)) || last.Written != n || last.Work != 1 || !last.Syncing {
			t.Errorf("mode %d: %d and %d bytes of %d, %+v, %v", mode, has, n, len(want), last, err)
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("mode %d: %d bytes, want %d, %v", mode, len(got), len(want), err)
		}
	}
	write(OpenNew)
	_, err := OpenOutput(name, OpenNew)
	if !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), name) {
		t.Error(err)
	}
	write(OpenResume) // it is complete
	for _, have := range []int{0, 1, 13, 14, len(want) - 1} {
		if err := os.Truncate(name, int64(have)); err != nil {
			t.Fatal(err)
		}
		write(OpenResume)
	}
	if err := os.WriteFile(name, bytes.Repeat([]byte("old "), 10_000), 0o600); err != nil {
		t.Fatal(err)
	}
	o := openOutput(t, name, OpenResume)
	if _, err := o.Resume(reader(10, CSV, 0)); !errors.Is(err, ErrResume) || !strings.Contains(err.Error(), "40000") {
		t.Errorf("a longer file: %v", err)
	}
	var d *DifferenceError
	if _, err := o.Resume(reader(20, CSV, 0)); !errors.Is(err, ErrResume) || !errors.As(err, &d) || d.Offset != 0 {
		t.Errorf("another file: %v", err)
	}
	o.Close()
	o = openOutput(t, name, OpenOverwrite)
	if _, err := o.Write(t.Context(), reader(10, CSV, 0), WriteOptions{Method: MethodSplice}); !errors.Is(err, ErrCannot) {
		t.Errorf("a file by splice: %v", err)
	}
	if _, err := o.Write(t.Context(), reader(10, CSV, 0), WriteOptions{Method: 77}); !errors.Is(err, ErrMethod) {
		t.Errorf("by no method: %v", err)
	}
	if info, err := o.File().Stat(); err != nil || info.Size() != 40_000 {
		t.Errorf("refused, and the file has %d bytes, %v", info.Size(), err)
	}
	o.Close()
	write(OpenOverwrite)
}

// What is printed to a file empties it once, and is synced.
func TestOutputEmpty(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	for _, mode := range []OpenMode{OpenOverwrite, OpenResume} {
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		o := openOutput(t, name, mode)
		for range 2 {
			if err := o.Empty(); err != nil {
				t.Error(err)
			}
			if _, err := o.File().Write([]byte("x")); err != nil {
				t.Fatal(err)
			}
		}
		if err := o.Sync(); err != nil {
			t.Error(err)
		}
		want := map[OpenMode]string{OpenOverwrite: "xx", OpenResume: "xxd"}[mode]
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%q, want %q, %v", got, want, err)
		}
		o.Close()
		if err := o.Sync(); !errors.Is(err, ErrSync) || !strings.HasPrefix(err.Error(), ErrSync.Error()+": ") {
			t.Errorf("after Close: %v", err)
		}
	}
	o := openOutput(t, name, OpenOverwrite)
	o.Close()
	if err := o.Empty(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	if got, err := os.ReadFile(name); err != nil || len(got) == 0 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// A file of one byte is a file with contents, and one that is not there has none.
func TestOutputOneByte(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	size := func() int64 {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	for _, mode := range []OpenMode{OpenOverwrite, OpenResume, OpenNew} {
		openOutput(t, name, mode).Close()
		if size() != 0 {
			t.Errorf("mode %d makes a file of %d bytes", mode, size())
		}
		os.Remove(name)
	}
	if err := os.WriteFile(name, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	if o, err := OpenOutput(name, OpenNew); o != nil || !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v, %v", o, err)
	}
	none := reader(3, Packed, 0)
	none.Seek(0, io.SeekEnd)
	o := openOutput(t, name, OpenOverwrite)
	if n, err := o.Write(t.Context(), none, WriteOptions{}); n != 0 || err != nil || size() != 0 {
		t.Errorf("overwritten by nothing: %d bytes, %v, the file has %d", n, err, size())
	}
	if o, err := OpenOutput(filepath.Join(name, "g"), OpenNew); o != nil || err == nil {
		t.Errorf("%v, %v", o, err)
	}
}

// What is overwritten is emptied once: by the first byte that is written, in whatever call.
func TestOverwriteInParts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	old := bytes.Repeat([]byte("old"), 1000)
	if err := os.WriteFile(name, old, 0o666); err != nil {
		t.Fatal(err)
	}
	holds := func(want []byte) {
		t.Helper()
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("the file has %d bytes, want %d, %v", len(got), len(want), err)
		}
	}
	o := openOutput(t, name, OpenOverwrite)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if n, err := o.Write(stopped, reader(8, Packed, 0), WriteOptions{}); n != 0 || err != context.Canceled {
		t.Errorf("%d bytes, %v", n, err)
	}
	holds(old)
	if n, err := o.Write(t.Context(), reader(8, Packed, 0), WriteOptions{Method: Method(len(Methods()))}); n != 0 || !errors.Is(err, ErrMethod) {
		t.Errorf("%d bytes, %v", n, err)
	}
	holds(old)
	want := naiveRange(Packed, false, 1, 1<<8-1, 0)
	for _, part := range [][2]uint64{{1, 100}, {101, 155}} {
		r, err := NewReader(8, Packed, 0, Range(part[0], part[1]))
		if err != nil {
			t.Fatal(err)
		}
		if n, err := o.Write(t.Context(), r, WriteOptions{}); n != int64(part[1]) || err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
		holds(want[:part[0]-1+part[1]])
	}
	o.Close()

	// What differs is no beginning, and the error says so first.
	r := openOutput(t, name, OpenResume)
	if n, err := r.Resume(reader(8, Wide, 0)); n != 0 || !errors.Is(err, ErrResume) || !strings.HasPrefix(err.Error(), ErrResume.Error()) {
		t.Errorf("%d, %v", n, err)
	}
}

// Beside an error, or where nothing is resumed, there are no bytes and no method.
func TestOutputNone(t *testing.T) {
	if m, err := ParseMethod("fast"); m != 0 || !errors.Is(err, ErrMethod) {
		t.Errorf("%v, %v", m, err)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	shared, err := NewOutput(f)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := shared.Resume(reader(3, Packed, 0)); n != 0 || !errors.Is(err, ErrResume) {
		t.Errorf("a descriptor: %d, %v", n, err)
	}
	if n, err := openOutput(t, os.DevNull, OpenResume).Resume(reader(3, Packed, 0)); n != 0 || err != nil {
		t.Errorf("%s: %d, %v", os.DevNull, n, err)
	}
	if _, err := f.WriteString("12345678"); err != nil {
		t.Fatal(err)
	}
	if n, err := openOutput(t, f.Name(), OpenResume).Resume(reader(3, Packed, 0)); n != 0 || !errors.Is(err, ErrResume) {
		t.Errorf("longer: %d, %v", n, err)
	}
	checks, err := CheckMethods(f)
	if err != nil || len(checks) != len(Methods())-1 || checks[len(checks)-1] != (MethodCheck{Method: MethodWrite}) {
		t.Errorf("%v, %v", checks, err)
	}
}

// Resume looks at the last MiB, all of it, and at no more.
func TestResumeBytes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "moves")
	const has = 3 << 20
	right := naiveRange(Packed, false, 1, has, 0)
	for at, refused := range map[int]bool{has - 1: true, has - 1<<20: true, has - 1<<20 - 1: false} {
		wrong := bytes.Clone(right)
		wrong[at] ^= 4
		if err := os.WriteFile(name, wrong, 0o600); err != nil {
			t.Fatal(err)
		}
		o := openOutput(t, name, OpenResume)
		if n, err := o.Resume(reader(40, Packed, 0)); errors.Is(err, ErrResume) != refused || !refused && n != has {
			t.Errorf("byte %d is wrong: %d, %v", at, n, err)
		}
		o.Close()
	}
}

func TestOutputStopped(t *testing.T) {
	name := filepath.Join(t.TempDir(), "moves")
	o := openOutput(t, name, OpenNew)
	r := reader(40, Packed, 2)
	why := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	var short int64
	n, err := o.Write(ctx, r, WriteOptions{
		Method:   MethodWrite,
		Progress: func(p Progress) { stop(why) },
		Short:    func(need, free int64) { short = need },
	})
	at, _ := r.Seek(0, io.SeekCurrent)
	if !errors.Is(err, why) || n == 0 || at != n {
		t.Fatalf("%d bytes, the reader at %d, %v", n, at, err)
	}
	if info, err := os.Stat(name); err != nil || info.Size() != n {
		t.Errorf("%d bytes, the file has %d, %v", n, info.Size(), err)
	}
	if short != 1<<40-1 && runtime.GOOS == "linux" {
		t.Errorf("said to need %d bytes", short)
	}
	// Going on completes the file.
	rest := reader(40, Packed, 2, Range(1, uint64(n)+5000))
	if _, err := rest.Seek(n, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if m, err := o.Write(t.Context(), rest, WriteOptions{}); m != 5000 || err != nil {
		t.Errorf("%d bytes, %v", m, err)
	}
	o.Close()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := reader(40, Packed, 2, Range(1, uint64(n)+5000)).VerifyAt(f, n+5000, nil); err != nil {
		t.Error(err)
	}
}

func TestOutputLocked(t *testing.T) {
	switch runtime.GOOS {
	case "linux", "darwin", "freebsd", "windows":
	default:
		t.Skipf("NOT TESTED: %s has no locks", runtime.GOOS)
	}
	name := filepath.Join(t.TempDir(), "moves")
	o := openOutput(t, name, OpenNew)
	for _, mode := range []OpenMode{OpenNew, OpenOverwrite, OpenResume} {
		if _, err := OpenOutput(name, mode); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), name) {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	openOutput(t, name, OpenNew)
}

// A descriptor has no name to be resumed by.
func TestOutputDescriptor(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("NOT TESTED: not every system has names of descriptors")
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "moves"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o := openOutput(t, fmt.Sprintf("/dev/fd/%d", f.Fd()), OpenResume)
	if _, err := o.Resume(reader(10, CSV, 0)); !errors.Is(err, ErrResume) || !strings.Contains(err.Error(), "is a descriptor") {
		t.Error(err)
	}
}

// A new file's folder is synced, too.
func TestOutputFolder(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("NOT TESTED: a folder with an open file cannot be moved everywhere")
	}
	dir := filepath.Join(t.TempDir(), "a")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	o := openOutput(t, filepath.Join(dir, "moves"), OpenNew)
	if err := os.Rename(dir, dir+"b"); err != nil {
		t.Fatal(err)
	}
	if n, err := o.Write(t.Context(), reader(5, Packed, 0), WriteOptions{Sync: true}); n != 31 || !errors.Is(err, ErrSync) || !strings.HasPrefix(err.Error(), ErrSync.Error()+": ") {
		t.Errorf("%d bytes, %v", n, err)
	}
	if n, err := o.Write(t.Context(), reader(5, Packed, 0), WriteOptions{}); n != 31 || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	if err := o.Sync(); !errors.Is(err, ErrSync) {
		t.Errorf("Sync: %v", err)
	}
}

// WriteTo to a file leaves the reader where it ends, or fails.
func TestWriteToFile(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := reader(12, Text, 0)
	size, _ := r.Size()
	if n, err := r.WriteTo(f); n != size || err != nil {
		t.Fatal(n, err)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("behind the last byte: %d, %v", n, err)
	}
	closed, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	r.Seek(0, io.SeekStart)
	if n, err := r.WriteTo(closed); n != 0 || !errors.Is(err, os.ErrClosed) {
		t.Errorf("to a closed file: %d, %v", n, err)
	}
	if at, err := r.Seek(0, io.SeekCurrent); at != 0 || err != nil {
		t.Errorf("the reader is at %d, %v", at, err)
	}
}

// Verify goes on beyond 2⁶³ bytes, and names what is there.
func TestVerifyBeyond(t *testing.T) {
	fresh := func() *Reader {
		r := reader(64, Wide, 0, Range(1, 1<<62+500_000))
		if _, err := r.Seek(math.MaxInt64-999, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		return r
	}
	var b bytes.Buffer
	if n, err := fresh().WriteTo(&b); n != 1_001_000 || err != nil {
		t.Fatal(n, err)
	}
	want := b.Bytes()
	for _, at := range []bool{false, true} {
		verify := func(b []byte) error {
			if at {
				return fresh().VerifyAt(bytes.NewReader(b), int64(len(b)), nil)
			}
			return fresh().Verify(bytes.NewReader(b), nil)
		}
		if err := verify(want); err != nil {
			t.Error(err)
		}
		const move = 1<<62 + 100_000 - 499
		wrong := bytes.Clone(want)
		wrong[200_000] ^= 1
		var d *DifferenceError
		if err := verify(wrong); !errors.As(err, &d) || d.Move != move || d.Offset != math.MaxInt64 || !bytes.Equal(d.Want, want[200_000:200_002]) || d.Got[0] != wrong[200_000] {
			t.Errorf("a difference: %v", err)
		}
		if err := verify(want[:200_000]); !errors.As(err, &d) || d.Move != move || len(d.Got) != 0 {
			t.Errorf("an early end: %v", err)
		}
		if err := verify(append(bytes.Clone(want), 7)); !errors.As(err, &d) || d.Move != 1<<62+500_001 || string(d.Got) != "\x07" {
			t.Errorf("more: %v", err)
		}
	}
	// A writer that takes less.
	r := fresh()
	short := &shortWriter{left: 300_001}
	if n, err := r.WriteTo(short); n != 300_001 || err != io.ErrShortWrite {
		t.Fatal(n, err)
	}
	rest, err := io.ReadAll(r)
	if err != nil || !bytes.Equal(rest, want[300_001:]) {
		t.Errorf("%d bytes come then, %v", len(rest), err)
	}
}

func TestNames(t *testing.T) {
	for _, m := range Methods() {
		if got, err := ParseMethod(m.String()); got != m || err != nil {
			t.Errorf("%v: %v, %v", m, got, err)
		}
	}
	if _, err := ParseMethod("mmap"); !errors.Is(err, ErrMethod) || !strings.Contains(err.Error(), `"mmap"; give one of [auto write splice clone direct]`) {
		t.Error(err)
	}
	if s := Method(5).String(); s != "Method(5)" {
		t.Error(s)
	}
	var f Format
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.TextVar(&f, "f", Text, "")
	if err := flags.Parse([]string{"-f", "jsonl"}); err != nil || f != JSONL {
		t.Errorf("%v, %v", f, err)
	}
	if err := flags.Parse([]string{"-f", "xml"}); err == nil || f != JSONL || !strings.Contains(err.Error(), "give one of [packed wide text csv jsonl npy]") {
		t.Errorf("%v, %v", f, err)
	}
	if _, err := Format(6).MarshalText(); !errors.Is(err, ErrFormat) {
		t.Error(err)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	checks, err := CheckMethods(file)
	if err != nil || len(checks) != len(Methods())-1 {
		t.Fatal(checks, err)
	}
	for _, c := range checks {
		if c.Method == MethodWrite && c.Err != nil || c.Method == MethodSplice && c.Err == nil {
			t.Errorf("%v: %v", c.Method, c.Err)
		}
	}
	file.Close()
	if _, err := CheckMethods(file); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	if _, err := NewOutput(file); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}
