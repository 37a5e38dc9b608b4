package sink

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// A fault is a way in which a call can fail.
type fault struct {
	name  string
	err   error
	short bool // no error, but only half of the bytes are written
	after bool // half of the bytes are written before the error
}

var everyFault = []fault{
	{name: "short", short: true},
	{name: "ENOSPC", err: unix.ENOSPC},
	{name: "EIO", err: unix.EIO},
	{name: "EIO with bytes written", err: unix.EIO, after: true},
	{name: "EPIPE", err: unix.EPIPE},
	{name: "EDQUOT", err: unix.EDQUOT},
	{name: "EFBIG", err: unix.EFBIG},
	{name: "EINTR", err: unix.EINTR},
	{name: "EAGAIN", err: unix.EAGAIN},
	{name: "EINVAL", err: unix.EINVAL},
}

// passes reports whether a stream is written completely once the fault ends. A regular file is not
// waited for.
func (f *fault) passes(pipe bool) bool {
	return f.short || f.err == unix.EINTR || f.err == unix.EAGAIN && pipe
}

// A faultRun is a fault that begins at a call and occurs a number of times.
type faultRun struct {
	*fault
	at, times int
}

func (r faultRun) String() string {
	return fmt.Sprintf("%s at call %d, %d times", r.name, r.at, r.times)
}

const (
	always = 1 << 30 // the fault never ends
	often  = 20
)

// faultRuns returns each fault at each call, once and always. With -short, it returns every
// third call.
func faultRuns(calls int) (all []faultRun) {
	step := 1
	if testing.Short() {
		step = 3
	}
	for i := range everyFault {
		f, times := &everyFault[i], always
		if f.err == unix.EAGAIN || f.err == unix.EINTR {
			times = often
		}
		for at := i % step; at < calls; at += step {
			all = append(all, faultRun{f, at, 1}, faultRun{f, at, times})
		}
	}
	return all
}

// check checks the result of a run, in which n of size bytes were written.
func (r faultRun) check(t *testing.T, what string, n, size int64, pipe bool, err error) {
	t.Helper()
	if err == nil && n < size || err != nil && !errors.Is(err, ErrUnsafe) && (r.passes(pipe) || !errors.Is(err, r.err)) {
		t.Fatalf("%s: %d of %d bytes, %v", what, n, size, err)
	}
}

// restoreCalls restores the calls and limits that a test replaces, at its end.
func restoreCalls(t *testing.T) {
	real, from, page := sys, cloneFrom, clonePage
	t.Cleanup(func() {
		sys, cloneFrom, clonePage = real, from, page
		writev, pwritev, splicePages = unix.Writev, unix.Pwritev, osfile.Vmsplice
		cloneRange, fallocate, syncfs = unix.IoctlFileCloneRange, unix.Fallocate, unix.Syncfs
	})
}

// noClones replaces cloneRange, as on a file system that does not share blocks.
func noClones(int, *unix.FileCloneRange) error { return unix.EOPNOTSUPP }

// isDirect reports whether writes to a descriptor bypass the page cache.
func isDirect(fd int) bool {
	flags, _ := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	return flags&unix.O_DIRECT != 0
}

// inject replaces the calls of sys and linux, and counts them. The calls that f names fail, and
// a clone makes a copy. look is called before each call.
func inject(t *testing.T, f faultRun, look func()) *int {
	calls := new(int)
	faulty := func() bool {
		look()
		*calls++
		return *calls > f.at && *calls <= f.at+f.times
	}
	half := func(iovs [][]byte, align int) (part [][]byte) {
		n := roundUp(int64(len(bytes.Join(iovs, nil))+1)/2, int64(align))
		for _, s := range iovs {
			s = s[:min(len(s), int(n))]
			if n -= int64(len(s)); len(s) > 0 {
				part = append(part, s)
			}
		}
		return part
	}
	write := func(iovs [][]byte, align int, do func([][]byte) (int, error)) (int, error) {
		switch {
		case !faulty():
			return do(iovs)
		case f.short:
			return do(half(iovs, align))
		case f.after:
			_, _ = do(half(iovs, align))
		}
		return -1, f.err
	}
	writev = func(fd int, iovs [][]byte) (int, error) {
		if f.fault == nil || !f.after {
			return write(iovs, 1, func(iovs [][]byte) (int, error) { return unix.Writev(fd, iovs) })
		}
		if faulty() { // a plain write would report what it wrote
			return -1, f.err
		}
		return unix.Writev(fd, iovs)
	}
	pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
		align := 1
		if isDirect(fd) {
			align = memoryAlign
		}
		return write(iovs, align, func(iovs [][]byte) (int, error) { return unix.Pwritev(fd, iovs, off) })
	}
	splicePages = func(fd int, iovs []unix.Iovec, flags int) (int, error) {
		switch {
		case !faulty():
			return osfile.Vmsplice(fd, iovs, flags)
		case f.short:
			first := iovs[0]
			first.SetLen(int(first.Len+1) / 2)
			return osfile.Vmsplice(fd, []unix.Iovec{first}, flags)
		}
		return -1, f.err
	}
	cloneRange = func(fd int, r *unix.FileCloneRange) error {
		if r.Src_length == 0 { // a test of the file system
			return nil
		}
		if (r.Src_offset|r.Dest_offset|r.Src_length)%64 != 0 || r.Src_offset+r.Src_length > r.Dest_offset { // 64: see small
			t.Errorf("a clone of %d bytes from %d to %d", r.Src_length, r.Src_offset, r.Dest_offset)
		}
		b := make([]byte, r.Src_length)
		if n, err := unix.Pread(int(r.Src_fd), b, int64(r.Src_offset)); n != len(b) {
			t.Errorf("a clone of %d bytes from %d, where only %d are, %v", len(b), r.Src_offset, n, err)
		}
		_, err := write([][]byte{b}, 1, func(iovs [][]byte) (int, error) { return unix.Pwritev(fd, iovs, int64(r.Dest_offset)) })
		return err
	}
	fails := func() error {
		if faulty() {
			return f.err
		}
		return nil
	}
	sys.sync = func(*os.File) error { return fails() } // without waiting for the disk
	syncfs = func(int) error { return fails() }
	fallocate = func(fd int, mode uint32, off, n int64) error {
		return cmp.Or(fails(), unix.Fallocate(fd, mode, off, n))
	}
	return calls
}

// noFaults is inject without a fault.
func noFaults(t *testing.T) { inject(t, faultRun{}, func() {}) }

// small makes Clone use short streams and small pages.
func small(t *testing.T) {
	restoreCalls(t)
	cloneFrom, clonePage = 1000, 64
	sys.system = func(f *os.File) osfile.System {
		fs := osfile.SystemOf(f)
		fs.Block = 1
		return fs
	}
}

// named returns the output that Open would return for f's name.
func named(f *os.File, m Method, overwrite bool) *Output {
	o := must.Get(NewOutput(f, Options{Method: m}))
	o.Named = true
	if overwrite {
		o.old = Overwrite
	}
	return o
}

// faultSamples returns samples that are written in few calls. Together they reach all code. Plain
// writes need longer ones for two calls.
func faultSamples(m Method) []sample {
	part := uint64(4)
	if m == Write {
		part = 1
	}
	return []sample{
		newSample(block.Packed, false, 1, 600_000/part, 0),
		newSample(block.Packed, false, 1<<40-123_456, 300_000/part, 5),
		newSample(block.NPY, false, 1, 200_000/part, 2),
		newSample(block.CSV, false, 1<<18-8, 75_000/part, 3), // its seams are in two pages of 64 bytes
		newSample(block.CSV, true, 1, 20_000/part, 3),
	}
}

// memory returns a folder in memory, where no call waits for a disk, if direct writes work there.
func memory(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "hanoi")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if must.Get(NewOutput(create(t, dir), Options{})).Check(Direct) != nil {
		return t.TempDir()
	}
	return dir
}

// Whichever call fails, the file contains the bytes that were reported as written and no
// others. Continuing completes it.
func TestFileFaults(t *testing.T) {
	small(t)
	dir := memory(t)
	for _, m := range []Method{Write, Direct, Auto} {
		for _, s := range faultSamples(m) {
			f := create(t, dir)
			// The file has the old bytes until the first new one is written.
			check := func(what string) (size int64) {
				got := must.Get(os.ReadFile(f.Name()))
				if string(got) == "old" {
					return 0
				}
				if len(got) > len(s.want) {
					t.Fatalf("%s: %d bytes", what, len(got))
				}
				differ(t, got, s.want[:len(got)])
				return int64(len(got))
			}
			run := func(r faultRun) (calls int, c *block.Cursor, n int64, err error) {
				t.Helper()
				must.Do(f.Truncate(0))
				must.Get(f.WriteAt([]byte("old"), 0))
				must.Get(f.Seek(0, io.SeekStart))
				c = s.stream.Cursor()
				// A kill before any call would leave a right file.
				count := inject(t, r, func() {
					if r.fault == nil || r.short && r.at == 0 {
						check("before a call")
					}
				})
				n, err = named(f, m, true).WriteStream(c)
				return *count, c, n, err
			}
			calls, _, n, err := run(faultRun{})
			if errors.Is(err, ErrMethod) && m == Direct {
				t.Logf("NOT RUN: %v: %s: %v", m, s.name, err)
				continue
			}
			if err != nil || n != int64(len(s.want)) || calls < 2 {
				t.Fatalf("%v: %s: %d calls, %d bytes, %v", m, s.name, calls, n, err)
			}
			for _, r := range faultRuns(calls) {
				what := fmt.Sprintf("%v: %s: %v", m, s.name, r)
				_, c, n, err := run(r)
				place, _ := f.Seek(0, io.SeekCurrent)
				off, _ := c.Offset()
				if size := check(what); n != size || n != place || n != off {
					t.Fatalf("%s: %d bytes written, the file has %d, its offset is %d, the cursor's %d (%v)", what, n, size, place, off, err)
				}
				if used := allocated(t, f); used > n+1<<16 {
					t.Fatalf("%s: %d bytes allocated for %d", what, used, n)
				}
				if m == Write && r.err == unix.EAGAIN && err == nil {
					t.Fatalf("%s: a regular file was waited for", what)
				}
				if r.check(t, what, n, int64(len(s.want)), false, err); err == nil {
					continue
				}
				// The same cursor continues, and so does a new one at the file's size.
				if r.at%2 == 0 {
					c = s.stream.Cursor()
					c.SeekTo(n)
				}
				noFaults(t)
				if _, err = named(f, m, n == 0).WriteStream(c); err != nil {
					t.Fatalf("%s: continued: %v", what, err)
				}
				differ(t, must.Get(os.ReadFile(f.Name())), s.want)
			}
		}
	}
}

// Direct writes are aligned to the blocks of the file system, which may be larger than a
// page. The other bytes at both ends are written, too.
func TestAligned(t *testing.T) {
	restoreCalls(t)
	for _, align := range []int64{512, 4096, 16 << 10, 64 << 10} {
		sys.system = func(f *os.File) osfile.System {
			fs := osfile.SystemOf(f)
			fs.Block = align
			return fs
		}
		pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
			total := 0
			for _, b := range iovs {
				total += len(b)
				if isDirect(fd) && (uintptr(unsafe.Pointer(&b[0]))|uintptr(len(b)))%4096 > 0 {
					t.Errorf("%d bytes at %p in a direct write", len(b), &b[0])
				}
			}
			if isDirect(fd) && (off|int64(total))%align > 0 {
				return -1, unix.EINVAL
			}
			return unix.Pwritev(fd, iovs, off)
		}
		writeUnaligned(t, t.TempDir(), 1<<20)
	}
}

// writeUnaligned writes streams from offsets that are not aligned, by Direct.
func writeUnaligned(t *testing.T, dir string, size int) {
	t.Helper()
	for _, s := range samples(size) {
		for _, at := range []int64{0, 1, 4096} {
			f, c := create(t, dir), s.stream.Cursor()
			must.Get(f.Write(s.want[:at]))
			c.SeekTo(at)
			if _, err := emit(f, c, Options{Method: Direct}); errors.Is(err, ErrMethod) {
				t.Skip("NOT RUN:", err)
			} else if err != nil {
				t.Errorf("%s from %d: %v", s.name, at, err)
			}
			f.Close()
			differ(t, must.Get(os.ReadFile(f.Name())), s.want)
		}
	}
}

// Whichever call fails, a pipe gets the bytes that are reported as written and no others.
func TestPipeFaults(t *testing.T) {
	restoreCalls(t)
	for _, m := range []Method{Auto, Splice, Write} {
		for _, s := range faultSamples(Write) {
			run := func(c *block.Cursor, fault faultRun) (calls int, got []byte, n int64, err error) {
				t.Helper()
				r, w := pipe(t, unix.O_NONBLOCK)
				defer r.Close()
				read := drain(r)
				count := inject(t, fault, func() {})
				n, err = emit(w, c, Options{Method: m})
				w.Close()
				return *count, <-read, n, err
			}
			// The number of calls varies, because the pipe may be full.
			calls, _, _, err := run(s.stream.Cursor(), faultRun{})
			if err != nil || calls == 0 {
				t.Fatalf("%v: %s: %d calls, %v", m, s.name, calls, err)
			}
			for _, r := range faultRuns(min(calls, 40)) {
				what := fmt.Sprintf("%v: %s: %v", m, s.name, r)
				c := s.stream.Cursor()
				_, got, n, err := run(c, r)
				if off, _ := c.Offset(); n != int64(len(got)) || n != off {
					t.Fatalf("%s: %d bytes written, the pipe got %d, the cursor is at %d (%v)", what, n, len(got), off, err)
				}
				r.check(t, what, n, int64(len(s.want)), true, err)
				refused := errors.Is(err, ErrMethod)
				if first := m == Splice && s.stream.Format() == block.Packed && r.at == 0 && r.err == unix.EINVAL; first && !refused || refused && n > 0 {
					t.Fatalf("%s: the method asked for fails: %d bytes, %v", what, n, err)
				}
				_, rest, _, err := run(c, faultRun{})
				if err != nil {
					t.Fatalf("%s: continued: %v", what, err)
				}
				differ(t, append(got, rest...), s.want)
			}
		}
	}
}

// A stream that is as long as the longest file, or longer, can be begun. A write of no byte is an error.
func TestLongerThanFiles(t *testing.T) {
	restoreCalls(t)
	writev = func(fd int, iovs [][]byte) (int, error) {
		if must.Get(unix.Seek(fd, 0, io.SeekCurrent)) > 0 {
			return 0, nil
		}
		return unix.Writev(fd, iovs)
	}
	for _, moves := range []uint64{1<<63 - 1, 1<<64 - 1} {
		for _, m := range []Method{Auto, Clone} {
			s := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: moves})
			f := create(t, t.TempDir())
			n, err := emit(f, s.Cursor(), Options{Method: m})
			if m == Auto && (n == 0 || !errors.Is(err, io.ErrShortWrite)) || m == Clone && (n > 0 || !errors.Is(err, ErrMethod)) {
				t.Errorf("%v: %d bytes, %v", m, n, err)
			}
			differ(t, must.Get(os.ReadFile(f.Name())), bytesAt(s, 0, int(n)))
			if at, err := f.Seek(0, io.SeekCurrent); at != n || err != nil {
				t.Errorf("%v: the offset is %d after %d bytes, %v", m, at, n, err)
			}
		}
	}
}
