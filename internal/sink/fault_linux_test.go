package sink

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
)

// A fault is how the calls that write fail.
type fault struct {
	name  string
	err   error
	short bool // half of the bytes are written, without an error
	after bool // the error comes after half of the bytes are written
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

// passes reports whether a stream survives the fault, however often it comes, if it ends.
func (f *fault) passes() bool {
	return f.short || f.err == unix.EINTR || f.err == unix.EAGAIN
}

// forGood returns how many times the fault comes if it does so for good.
func (f *fault) forGood() int {
	if f.err == unix.EAGAIN || f.err == unix.EINTR {
		return long
	}
	return good
}

// keepCalls returns a function that restores the calls that a test replaces.
func keepCalls() (restore func()) {
	kept, keptLinux := sys, linux
	return func() { sys, linux = kept, keptLinux }
}

// noClones is the clone of a file system that does not share blocks.
func noClones(int, *unix.FileCloneRange) error { return unix.EOPNOTSUPP }

// isDirect reports whether a descriptor writes past the page cache.
func isDirect(fd int) bool {
	flags, _ := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	return flags&unix.O_DIRECT != 0
}

// inject replaces the calls of sys and linux: calls at … at+times−1 fail. Clones are copies.
// It calls look before each call, and returns the count of the calls.
func inject(t *testing.T, at, times int, f *fault, look func()) *int {
	t.Cleanup(keepCalls())
	real := linux
	calls := new(int)
	faulty := func() bool {
		look()
		*calls++
		return *calls > at && *calls <= at+times
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
	linux.writev = func(fd int, iovs [][]byte) (int, error) {
		return write(iovs, 1, func(iovs [][]byte) (int, error) { return real.writev(fd, iovs) })
	}
	linux.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
		align := 1
		if isDirect(fd) {
			align = memoryAlign
		}
		return write(iovs, align, func(iovs [][]byte) (int, error) { return real.pwritev(fd, iovs, off) })
	}
	linux.vmsplice = func(fd int, iovs []unix.Iovec, flags int) (int, error) {
		switch {
		case !faulty():
			return real.vmsplice(fd, iovs, flags)
		case f.short:
			first := iovs[0]
			first.SetLen(int(first.Len+1) / 2)
			return real.vmsplice(fd, []unix.Iovec{first}, flags)
		}
		return -1, f.err
	}
	linux.clone = func(fd int, r *unix.FileCloneRange) error {
		if r.Src_length == 0 { // a question
			return nil
		}
		bad := faulty() && (!f.short || *calls <= at+long)
		n := r.Src_length
		if bad && (f.short || f.after) {
			n /= 2
		}
		if bad && !f.short && !f.after {
			return f.err
		}
		b := make([]byte, n)
		if got, err := unix.Pread(int(r.Src_fd), b, int64(r.Src_offset)); got != len(b) {
			t.Errorf("a clone of %d bytes at %d, of which there are %d, %v", n, r.Src_offset, got, err)
		}
		if (r.Src_offset|r.Dest_offset|r.Src_length)%64 != 0 { // the page of small
			t.Errorf("a clone of %d bytes from %d to %d", r.Src_length, r.Src_offset, r.Dest_offset)
		}
		if r.Src_offset+n > r.Dest_offset {
			t.Errorf("a clone of %d bytes from %d overlaps that at %d", n, r.Src_offset, r.Dest_offset)
		}
		if _, err := unix.Pwrite(fd, b, int64(r.Dest_offset)); err != nil {
			return err
		}
		if bad && f.short {
			return unix.EINTR // clones are interrupted, and not short
		}
		if bad {
			return f.err
		}
		return nil
	}
	fails := func() error { // without waiting for the disk
		if faulty() && f.err != nil {
			return f.err
		}
		return nil
	}
	sys.sync = func(*os.File) error { return fails() }
	linux.syncfs = func(int) error { return fails() }
	linux.fallocate = func(fd int, mode uint32, off, n int64) error {
		if faulty() && f.err != nil {
			return f.err
		}
		return real.fallocate(fd, mode, off, n)
	}
	return calls
}

// small makes short streams be cloned.
func small(t *testing.T) {
	t.Cleanup(keepCalls())
	linux.cloneFrom, linux.cloneBlocks, linux.clonePage = 1000, 2, 64
	statfs := sys.statfs
	sys.statfs = func(f *os.File) fileSystem {
		fs := statfs(f)
		fs.block = 1
		return fs
	}
}

// faultSamples take few calls, and every path of the code.
func faultSamples() []sample {
	return []sample{
		newSample(block.Packed, false, 1, 1<<20, 0),
		newSample(block.Packed, false, 1<<40-123_456, 700_000, 5),
		newSample(block.NPY, false, 1, 400_000, 2),
		newSample(block.CSV, false, 1<<18-8, 150_000, 3), // its seams are in two pages of 64 bytes
		newSample(block.CSV, true, 1, 40_000, 3),
	}
}

const (
	once = 1
	good = 1 << 30 // for good
	long = 20      // times, after which what passes does
)

// some returns the calls at which a fault comes: all, or every third with -short, which
// differ from fault to fault.
func some(calls, fault int) iter.Seq[int] {
	step := 1
	if testing.Short() {
		step = 3
	}
	return func(yield func(int) bool) {
		for at := fault % step; at < calls && yield(at); at += step {
		}
	}
}

// Whatever call fails, the file has what is said to be written and nothing else, and
// continuing completes it.
func TestFileFaults(t *testing.T) {
	small(t)
	dir := t.TempDir()
	for _, m := range []Method{Write, Direct, Auto} {
		for _, s := range faultSamples() {
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
			run := func(at, times int, flt *fault) (calls int, c *block.Cursor, n int64, err error) {
				t.Helper()
				restore := keepCalls()
				defer restore()
				must.Do(f.Truncate(0))
				must.Get(f.WriteAt([]byte("old"), 0))
				must.Get(f.Seek(0, io.SeekStart))
				c = s.stream.Cursor()
				// Killed before any call, all that the file has is right.
				count := inject(t, at, times, flt, func() {
					if flt == nil || flt.short && at == 0 {
						check("before a call")
					}
				})
				n, err = emit(t.Context(), f, c, as{Method: m, Own: true, Overwrite: true})
				return *count, c, n, err
			}
			calls, _, n, err := run(good, 0, nil)
			if errors.Is(err, syscall.EINVAL) || errors.Is(err, ErrMethod) {
				if m == Direct {
					t.Logf("NOT RUN: %v: %s: %v", m, s.name, err)
					continue
				}
			}
			if err != nil || n != int64(len(s.want)) || calls < 2 {
				t.Fatalf("%v: %s: %d calls, %d bytes, %v", m, s.name, calls, n, err)
			}
			for i, flt := range everyFault {
				if flt.after && m == Write {
					continue // a plain write says what it wrote
				}
				for at := range some(calls, i) {
					for _, times := range []int{once, flt.forGood()} {
						what := fmt.Sprintf("%v: %s: %s at call %d, %d times", m, s.name, flt.name, at, times)
						_, c, n, err := run(at, times, &flt)
						if size := check(what); n != size {
							t.Fatalf("%s: %d bytes written, the file has %d (%v)", what, n, size, err)
						}
						if place, _ := f.Seek(0, io.SeekCurrent); place != n {
							t.Fatalf("%s: the file's position is %d after %d bytes", what, place, n)
						}
						if off, _ := c.Offset(); off != n {
							t.Fatalf("%s: the cursor is at %d after %d bytes", what, off, n)
						}
						if used := allocated(t, f); used > n+1<<16 {
							t.Fatalf("%s: %d bytes allocated for %d", what, used, n)
						}
						switch {
						case err == nil && n < int64(len(s.want)):
							t.Fatalf("%s: no error, but %d of %d bytes", what, n, len(s.want))
						case err != nil && !errors.Is(err, flt.err) && !errors.Is(err, ErrSync):
							t.Fatalf("%s: %v", what, err)
						case err != nil && flt.passes() && !errors.Is(err, ErrSync):
							t.Fatalf("%s: %v", what, err)
						case err == nil:
							continue
						}
						// The same call again continues; so does one from the file's size.
						if at%2 == 0 {
							c = s.stream.Cursor()
							c.SeekTo(n)
						}
						restore := keepCalls()
						inject(t, good, 0, nil, func() {}) // clones as short as these are no file system's
						_, err = emit(t.Context(), f, c, as{Method: m, Own: true, Overwrite: n == 0})
						restore()
						if err != nil {
							t.Fatalf("%s: continued: %v", what, err)
						}
						differ(t, must.Get(os.ReadFile(f.Name())), s.want)
					}
				}
			}
		}
	}
}

// Direct writes are aligned to the blocks of the file system, which may be larger than a
// page, and what is not aligned at either end is written all the same.
func TestAligned(t *testing.T) {
	t.Cleanup(keepCalls())
	statfs, pwritev := sys.statfs, linux.pwritev
	for _, align := range []int64{512, 4096, 16 << 10, 64 << 10} {
		sys.statfs = func(f *os.File) fileSystem {
			fs := statfs(f)
			fs.block = align
			return fs
		}
		linux.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
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
			return pwritev(fd, iovs, off)
		}
		for _, s := range samples(1 << 20) {
			for _, at := range []int64{0, 1, 4096} {
				f, c := createWith(t, s.want[:at], at), s.stream.Cursor()
				c.SeekTo(at)
				if _, err := emit(t.Context(), f, c, as{Method: Direct}); errors.Is(err, ErrMethod) && align == 512 {
					t.Skip("NOT RUN:", err)
				} else if err != nil {
					t.Errorf("aligned to %d, from %d: %v", align, at, err)
				}
				differ(t, must.Get(os.ReadFile(f.Name())), s.want)
			}
		}
	}
}

// A pipe got what is said to be written.
func TestPipeFaults(t *testing.T) {
	for _, m := range []Method{Auto, Splice, Write} {
		for _, s := range faultSamples() {
			run := func(c *block.Cursor, at, times int, flt *fault) (calls int, got []byte, n int64, err error) {
				t.Helper()
				restore := keepCalls()
				defer restore()
				r, w, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
				read := drain(r)
				count := new(int)
				if flt != nil {
					count = inject(t, at, times, flt, func() {})
				}
				n, err = emit(t.Context(), w, c, as{Method: m})
				w.Close()
				return *count, <-read, n, err
			}
			// There may be one call more: the pipe may be full.
			calls, _, _, err := run(s.stream.Cursor(), good, 0, &fault{})
			if err != nil || calls < 2 {
				t.Fatalf("%v: %s: %d calls, %v", m, s.name, calls, err)
			}
			for i, flt := range everyFault {
				if flt.after {
					continue // what a pipe has stays there
				}
				for at := range some(min(calls, 40), i) {
					for _, times := range []int{once, flt.forGood()} {
						what := fmt.Sprintf("%v: %s: %s at call %d, %d times", m, s.name, flt.name, at, times)
						c := s.stream.Cursor()
						_, got, n, err := run(c, at, times, &flt)
						if n != int64(len(got)) {
							t.Fatalf("%s: %d bytes written, the pipe got %d (%v)", what, n, len(got), err)
						}
						if err == nil && len(got) < len(s.want) || err != nil && (!errors.Is(err, flt.err) || flt.passes()) {
							t.Fatalf("%s: %d of %d bytes, %v", what, n, len(s.want), err)
						}
						if off, _ := c.Offset(); off != n {
							t.Fatalf("%s: the cursor is at %d after %d bytes", what, off, n)
						}
						_, rest, _, err := run(c, 0, 0, nil)
						if err != nil {
							t.Fatalf("%s: continued: %v", what, err)
						}
						differ(t, append(got, rest...), s.want)
					}
				}
			}
		}
	}
}

// A stream longer than any file, or exactly as long, is begun like others.
func TestLongerThanFiles(t *testing.T) {
	for _, moves := range []uint64{1<<63 - 1, 1<<64 - 1} {
		for _, m := range []Method{Auto, Clone} {
			s := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: moves})
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			f := create(t, t.TempDir())
			n, err := emit(ctx, f, s.Cursor(), as{Method: m, Progress: func(Progress) { stop() }})
			if m == Auto && (n == 0 || !errors.Is(err, context.Canceled)) || m == Clone && (n > 0 || !errors.Is(err, ErrMethod)) {
				t.Errorf("%v: %d bytes, %v", m, n, err)
			}
			differ(t, must.Get(os.ReadFile(f.Name())), bytesAt(s, 0, int(n)))
			if at, err := f.Seek(0, io.SeekCurrent); at != n || err != nil {
				t.Errorf("%v: the offset is %d after %d bytes, %v", m, at, n, err)
			}
		}
	}
}
