package sink

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
)

// pipe returns a pipe that blocks, as a shell makes it, or does not.
func pipe(t *testing.T, flags int) (r, w *os.File) {
	t.Helper()
	var p [2]int
	if err := unix.Pipe2(p[:], unix.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	if err := unix.SetNonblock(p[1], flags&unix.O_NONBLOCK != 0); err != nil {
		t.Fatal(err)
	}
	r, w = os.NewFile(uintptr(p[0]), "read end"), os.NewFile(uintptr(p[1]), "write end")
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// readers are programs at the other end of a pipe: each returns the bytes that
// it saw.
var readers = map[string]func(t *testing.T, r *os.File) ([]byte, error){
	"reads": func(_ *testing.T, r *os.File) ([]byte, error) { return io.ReadAll(r) },
	"reads slowly": func(_ *testing.T, r *os.File) (all []byte, err error) {
		b := make([]byte, 70_001)
		for i := 0; ; i++ {
			n, err := r.Read(b)
			all = append(all, b[:n]...)
			if err == io.EOF {
				return all, nil
			} else if err != nil {
				return nil, err
			}
			if i%16 == 0 {
				time.Sleep(time.Millisecond)
			}
		}
	},
	"splices": func(t *testing.T, r *os.File) ([]byte, error) {
		r2, w2 := pipe(t, 0)
		var all []byte
		read := make(chan error)
		go func() {
			var err error
			all, err = io.ReadAll(r2)
			read <- err
		}()
		for {
			n, err := unix.Splice(int(r.Fd()), nil, int(w2.Fd()), nil, 1<<20, unix.SPLICE_F_MOVE)
			if err == unix.EINTR {
				continue
			}
			if err != nil {
				return nil, err
			}
			if n == 0 {
				break
			}
		}
		w2.Close()
		return all, <-read
	},
	// What is teed is looked at only when the pipe was filled many times again,
	// in which it would change if pages were used again.
	"tees": func(t *testing.T, r *os.File) (all []byte, err error) {
		r2, w2 := pipe(t, 0)
		if _, err := unix.FcntlInt(w2.Fd(), unix.F_SETPIPE_SZ, 1<<20); err != nil {
			return nil, err
		}
		n, err := int64(0), error(unix.EINTR)
		for err == unix.EINTR {
			n, err = unix.Tee(int(r.Fd()), int(w2.Fd()), 1<<20, 0)
		}
		if err != nil {
			return nil, err
		}
		w2.Close()
		if all, err = io.ReadAll(r); err != nil {
			return nil, err
		}
		teed, err := io.ReadAll(r2)
		if err != nil || len(teed) != int(uint32(n)) || len(teed) == 0 { // where int is 32 bits, the upper ones mean nothing
			t.Errorf("teed %d bytes, read %d, %v", n, len(teed), err)
		}
		if len(all) >= len(teed) {
			differ(t, teed, all[:len(teed)])
		}
		return all, nil
	},
}

func TestPipe(t *testing.T) {
	all := samples(3 << 20)
	for name, reader := range readers {
		t.Run(name, func(t *testing.T) {
			for _, s := range all {
				for _, flags := range []int{0, unix.O_NONBLOCK} {
					for _, m := range []Method{Auto, Write} {
						r, w := pipe(t, flags)
						done := make(chan error)
						go func() {
							n, err := Emit(t.Context(), w, s.stream.Cursor(), Options{Method: m, Sync: true})
							if err == nil && n != int64(len(s.want)) {
								err = errors.New("not all was written")
							}
							w.Close()
							done <- err
						}()
						got, err := reader(t, r)
						if err2 := <-done; err != nil || err2 != nil {
							t.Fatalf("%s, %v: %v, %v", s.name, m, err, err2)
						}
						differ(t, got, s.want)
						if now, err := unix.FcntlInt(r.Fd(), unix.F_GETFL, 0); err != nil || now&unix.O_NONBLOCK != 0 {
							t.Fatalf("the mode of the other end changed: %#x, %v", now, err)
						}
						r.Close()
					}
				}
			}
		})
	}
}

// A reader that goes away is an EPIPE.
func TestHead(t *testing.T) {
	for _, s := range samples(4 << 20) {
		for _, m := range []Method{Auto, Write} {
			r, w := pipe(t, 0)
			head, done := make([]byte, 100_000), make(chan error)
			go func() {
				_, err := io.ReadFull(r, head)
				r.Close()
				done <- err
			}()
			n, err := Emit(t.Context(), w, s.stream.Cursor(), Options{Method: m})
			if !errors.Is(err, unix.EPIPE) || n < int64(len(head)) || n > 2<<20 {
				t.Fatalf("%s, %v: %d bytes, %v", s.name, m, n, err)
			}
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			differ(t, head, s.want[:len(head)])
			w.Close()
		}
	}
}

// Whatever comes first, each batch of packed moves that is handed to a pipe ends at a
// multiple of spliceBytes, or at the end.
func TestSpliceBatches(t *testing.T) {
	stream := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: 4 << 20})
	batch := spliceBytes // a variable: in a mutant it is 0, and a constant 0 does not compile below
	restoreSys(t)
	real := sys
	for _, m := range []Method{Auto, Splice} {
		r, w := pipe(t, 0)
		go io.Copy(io.Discard, r)
		sent, handed := 0, 0
		sys.writev = func(fd int, iovs [][]byte) (int, error) {
			n, err := real.writev(fd, iovs)
			sent += max(0, n)
			return n, err
		}
		sys.vmsplice = func(fd int, iovs []unix.Iovec, flags int) (int, error) {
			end := sent
			for _, v := range iovs {
				end += int(v.Len)
			}
			if end%batch != 0 && end != 4<<20 { // which a batch need not divide
				t.Errorf("%s: %d bytes end at %d", MethodNames[m], end-sent, end)
			}
			n, err := real.vmsplice(fd, iovs, flags)
			handed += max(0, n)
			sent += max(0, n)
			return n, err
		}
		n, err := Emit(t.Context(), w, stream.Cursor(), Options{Method: m})
		w.Close()
		if n != 4<<20 || err != nil || sent != 4<<20 || handed < 3<<20 {
			t.Errorf("%s: %d bytes, %v; %d sent, of which %d handed", MethodNames[m], n, err, sent, handed)
		}
	}
}

// What is copied to a pipe goes there in segments as long as they come: each write costs,
// and may wake the reader.
func TestSpliceWhole(t *testing.T) {
	o := block.Options{Numbers: true, Number: 1e9}
	stream := block.NewStream(block.CSV, o, block.Run{First: 1, Count: 1 << 20})
	whole := 0
	for c := stream.Cursor(); ; {
		b, _ := c.Next(math.MaxInt)
		if len(b) == 0 {
			break
		}
		whole = max(whole, len(b))
	}
	r, w := pipe(t, 0)
	go io.Copy(io.Discard, r)
	restoreSys(t)
	real, writes := sys, 0
	sys.writev = func(fd int, iovs [][]byte) (int, error) {
		writes++
		return real.writev(fd, iovs)
	}
	n, err := Emit(t.Context(), w, stream.Cursor(), Options{})
	w.Close()
	// The first bytes come early, behind them is the rest of a segment, and the last are
	// shorter.
	if most := int(n)/whole + 8; err != nil || writes > most {
		t.Errorf("%d bytes in %d writes, %v; want at most %d, of %d bytes", n, writes, err, most, whole)
	}
}

// Without a reader, an emission waits, and stops when it is told to.
func TestStoppedWaiting(t *testing.T) {
	s := newSample(block.Packed, false, 1, 4<<20, 0)
	for _, flags := range []int{0, unix.O_NONBLOCK} {
		for _, m := range []Method{Splice, Write} {
			if m == Write && flags == 0 {
				continue // waits in the system
			}
			r, w := pipe(t, flags)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var once sync.Once // from the first bytes on
			start := time.Now()
			n, err := Emit(ctx, w, s.stream.Cursor(), Options{Method: m, Progress: func(Progress) {
				once.Do(func() { time.AfterFunc(20*time.Millisecond, stop) })
			}})
			w.Close()
			if err != context.Canceled { // no call failed
				t.Fatalf("%v: %d bytes, %v", m, n, err)
			}
			if took := time.Since(start); took > 5*time.Second { // or a signal has to interrupt it
				t.Errorf("%v: stopped after %v", m, took)
			}
			got, err := io.ReadAll(r)
			if err != nil || int64(len(got)) != n || n == 0 {
				t.Fatalf("%v: %d bytes written, %d read, %v", m, n, len(got), err)
			}
			differ(t, got, s.want[:n])
		}
	}
}

// All of 64 disks cannot be written, but begun.
func TestEndless(t *testing.T) {
	s := block.NewStream(block.Wide, block.Options{}, block.Run{First: 1, Count: 1<<64 - 1})
	r, w := pipe(t, 0)
	var want []byte
	for k := range uint64(500_000) {
		want = naive(want, block.Wide, false, k+1, 0)
	}
	got, done := make([]byte, len(want)), make(chan error)
	go func() {
		_, err := io.ReadFull(r, got)
		r.Close()
		done <- err
	}()
	if n, err := Emit(t.Context(), w, s.Cursor(), Options{}); !errors.Is(err, unix.EPIPE) || n < int64(len(want)) {
		t.Fatal(n, err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	differ(t, got, want)
}

// A pipe is made as large as it is filled best, and a larger one stays as it is.
func TestPipeSize(t *testing.T) {
	_, w := pipe(t, 0)
	if _, err := unix.FcntlInt(w.Fd(), unix.F_SETPIPE_SZ, 1<<20); errors.Is(err, unix.EPERM) {
		t.Skip("NOT TESTED: the size of pipes: this user's are limited")
	}
	for was, want := range map[int]int{4096: 1 << 20, 1 << 20: 1 << 20, 2 << 20: 2 << 20} {
		r, w := pipe(t, 0)
		if _, err := unix.FcntlInt(w.Fd(), unix.F_SETPIPE_SZ, was); errors.Is(err, unix.EPERM) {
			continue // of a user whose pipes are limited
		} else if err != nil {
			t.Fatal(err)
		}
		s := newSample(block.Packed, false, 1, 1000, 0)
		if _, err := Emit(t.Context(), w, s.stream.Cursor(), Options{Method: Splice}); err != nil {
			t.Fatal(err)
		}
		if size, err := unix.FcntlInt(r.Fd(), unix.F_GETPIPE_SZ, 0); err != nil || size != want {
			t.Errorf("a pipe of %d bytes has %d now, %v; want %d", was, size, err, want)
		}
	}
}

// The same with sizes that are made up, as a user may have no such pipes.
func TestPipeSizeSet(t *testing.T) {
	restoreSys(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, test := range []struct {
		size  int
		err   error
		grows bool
	}{{4096, nil, true}, {pipeBytes - 4096, nil, true}, {2 * pipeBytes, nil, false}, {0, unix.EPERM, false}} {
		r, w := pipe(t, 0)
		go io.Copy(io.Discard, r)
		asked, set := 0, 0
		sys.fcntl = func(fd uintptr, command, arg int) (int, error) {
			if asked++; asked == 1 { // whether it is a pipe
				return unix.FcntlInt(fd, command, arg)
			}
			if command == unix.F_GETPIPE_SZ {
				return test.size, test.err
			}
			if command != unix.F_SETPIPE_SZ || arg != pipeBytes || !test.grows {
				t.Errorf("a pipe of %d bytes: call %d with %d", test.size, command, arg)
			}
			set++
			return arg, nil
		}
		if n, err := Emit(t.Context(), w, s.stream.Cursor(), Options{Method: Splice}); n != 1<<20 || err != nil || (set == 1) != test.grows {
			t.Errorf("a pipe of %d bytes: %d bytes, %v; set %d times", test.size, n, err, set)
		}
	}
}

// Who waits for the first byte gets it before the blocks are made: a write of few bytes
// comes first.
func TestFirstBytes(t *testing.T) {
	real := sys
	t.Cleanup(func() { sys = real })
	for _, f := range []block.Format{block.Packed, block.Text} {
		r, w := pipe(t, 0)
		var calls []string
		sys.writev = func(fd int, iovs [][]byte) (int, error) {
			n, err := real.writev(fd, iovs)
			if n == 0 || n > block.Few {
				t.Errorf("%d bytes are written", n)
			}
			calls = append(calls, "write")
			return n, err
		}
		sys.vmsplice = func(fd int, iovs []unix.Iovec, flags int) (int, error) {
			calls = append(calls, "splice")
			n := uint64(0)
			for _, v := range iovs {
				n += uint64(v.Len)
			}
			if n < spliceBytes/2 {
				t.Errorf("%d bytes are spliced", n)
			}
			return 0, unix.EIO
		}
		_, err := Emit(t.Context(), w, block.NewStream(f, block.Options{}, block.Run{First: 1, Count: 1 << 20}).Cursor(), Options{})
		if f := (*fs.PathError)(nil); !errors.As(err, &f) || *f != (fs.PathError{Op: "vmsplice", Path: w.Name(), Err: unix.EIO}) {
			t.Errorf("the error is %#v", err)
		}
		if !slices.Equal(calls, []string{"write", "splice"}) {
			t.Errorf("calls %q", calls)
		}
		r.Close()
		w.Close()
	}
}

// Where vmsplice is not to be had, plain writes do it, unless it was asked for.
func TestSpliceRefused(t *testing.T) {
	real := sys
	t.Cleanup(func() { sys = real })
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, refused := range []unix.Errno{unix.EINVAL, unix.ENOSYS, unix.EPERM, unix.EBADF} {
		sys.vmsplice = func(int, []unix.Iovec, int) (int, error) { return 0, refused }
		for _, m := range []Method{Auto, Splice} {
			r, w := pipe(t, 0)
			all := make(chan []byte)
			go func() {
				b, _ := io.ReadAll(r)
				all <- b
			}()
			n, err := Emit(t.Context(), w, s.stream.Cursor(), Options{Method: m})
			w.Close()
			got := <-all
			if m == Auto {
				if err != nil {
					t.Errorf("%v: %v", refused, err)
				}
				differ(t, got, s.want)
			} else if !errors.Is(err, refused) || !errors.Is(err, ErrCannot) || n != 0 || len(got) != 0 {
				t.Errorf("%v: %d bytes written, %d read, %v", refused, n, len(got), err)
			}
		}
	}
}

// A call on the output allocates nothing: into a pipe, there are many.
func TestCallAllocs(t *testing.T) {
	_, w := pipe(t, 0)
	e, err := examine(t.Context(), w, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	call := func(int) (int, error) {
		calls++
		return calls, nil
	}
	if n := testing.AllocsPerRun(100, func() {
		if n, err := e.again(call); n != calls || err != nil {
			t.Errorf("%d, %v; want %d", n, err, calls)
		}
	}); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}
