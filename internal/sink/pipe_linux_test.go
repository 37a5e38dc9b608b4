package sink

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
)

// pipe returns a pipe. It blocks, like a shell's pipe, unless flags contain O_NONBLOCK.
func pipe(t *testing.T, flags int) (r, w *os.File) {
	t.Helper()
	var p [2]int
	must.Do(unix.Pipe2(p[:], unix.O_CLOEXEC))
	must.Do(unix.SetNonblock(p[1], flags&unix.O_NONBLOCK != 0))
	r, w = os.NewFile(uintptr(p[0]), "read end"), os.NewFile(uintptr(p[1]), "write end")
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// readers read a pipe in different ways, and return all of its bytes.
var readers = map[string]func(t *testing.T, r *os.File) ([]byte, error){
	"reads": func(_ *testing.T, r *os.File) ([]byte, error) { return io.ReadAll(r) },
	"splices": func(t *testing.T, r *os.File) ([]byte, error) {
		r2, w2 := pipe(t, 0)
		read := drain(r2)
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
		return <-read, nil
	},
	// The teed pages are read only after the pipe was filled many more times. They would have
	// changed if the writer had used them again.
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
		if err != nil || len(teed) != int(uint32(n)) || len(teed) == 0 { // if int has 32 bits, the upper half of n is undefined
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
							n, err := emit(w, s.stream.Cursor(), Options{Method: m})
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

// Without a reader, writing waits until the deadline passes or the pipe is closed, also on a single
// processor, and whatever signal comes.
func TestStoppedWaiting(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	writer := unix.Gettid()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	s := newSample(block.Packed, false, 1, 4<<20, 0)
	for _, test := range []struct {
		method     Method
		flags      int // with 0, a plain write waits in the system
		processors int
		want       error
	}{
		{Splice, unix.O_NONBLOCK, 2, os.ErrDeadlineExceeded},
		{Splice, unix.O_NONBLOCK, 1, os.ErrClosed},
		{Write, unix.O_NONBLOCK, 2, os.ErrDeadlineExceeded},
		{Write, unix.O_NONBLOCK, 2, os.ErrClosed},
	} {
		runtime.GOMAXPROCS(test.processors)
		r, w := pipe(t, test.flags)
		end := map[error]func(){
			os.ErrDeadlineExceeded: func() { must.Do(w.SetWriteDeadline(time.Now())) },
			os.ErrClosed:           func() { w.Close() },
		}[test.want]
		hangs := time.AfterFunc(time.Minute, func() { panic(fmt.Sprintf("%+v: it still waits", test)) })
		var once sync.Once
		n, err := emit(w, s.stream.Cursor(), Options{Method: test.method, Progress: func(Progress) {
			once.Do(func() {
				time.AfterFunc(20*time.Millisecond, func() { // while it waits for a reader
					must.Do(unix.Tgkill(os.Getpid(), writer, unix.SIGWINCH))
					time.Sleep(time.Millisecond)
					end()
				})
			})
		}})
		hangs.Stop()
		w.Close()
		if !errors.Is(err, test.want) {
			t.Fatalf("%+v: %d bytes, %v", test, n, err)
		}
		got, err := io.ReadAll(r)
		if err != nil || int64(len(got)) != n || n == 0 {
			t.Fatalf("%+v: %d bytes written, %d read, %v", test, n, len(got), err)
		}
		differ(t, got, s.want[:n])
	}
}
