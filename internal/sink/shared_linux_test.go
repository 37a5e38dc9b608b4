package sink

import (
	"bytes"
	"errors"
	"io"
	"os"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// Streams and plain writes share an offset, as in programs that one shell starts. No byte is
// lost, and each stream is in one piece.
func TestSharedOffset(t *testing.T) {
	const each, line = 100_000, "plain writer\n"
	for _, m := range []Method{Auto, Direct, Write} {
		f := create(t, t.TempDir())
		var wg sync.WaitGroup
		for i := range 4 {
			first := uint64(1) << (20 + i)
			s := newSample(block.Packed, false, first, each, 0)
			wg.Go(func() {
				for range 20 {
					if n, err := emit(f, s.stream.Cursor(), Options{Method: m}); n != each || err != nil && !errors.Is(err, ErrMethod) {
						t.Errorf("%v: %d bytes, %v", m, n, err)
					}
				}
			})
		}
		wg.Go(func() {
			for range 1000 {
				must.Get(unix.Write(int(f.Fd()), []byte(line)))
			}
		})
		wg.Wait()
		got := must.Get(os.ReadFile(f.Name()))
		if want := 4*20*each + 1000*len(line); len(got) != want {
			t.Fatalf("%v: %d bytes, want %d", m, len(got), want)
		}
		got = bytes.ReplaceAll(got, []byte(line), nil)
		for i := range 4 {
			s := newSample(block.Packed, false, 1<<(20+i), each, 0)
			if n := bytes.Count(got, s.want); n != 20 && m != Write {
				t.Errorf("%v: stream %d is there %d times in one piece, want 20", m, i, n)
			}
		}
	}
}

// Data that another process writes after a claim stays if the stream fails: the file is not
// truncated.
func TestOthersAfterClaim(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, m := range []Method{Direct, Clone} {
		for _, appends := range []bool{false, true} {
			f := createWith(t, []byte("x"), 1) // unaligned, so the first write is short
			other := int(f.Fd())
			if appends {
				other = must.Get(unix.Open(f.Name(), unix.O_WRONLY|unix.O_APPEND, 0))
				defer unix.Close(other)
			}
			noFaults(t)
			calls := 0
			pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
				if calls++; calls == 2 {
					must.Get(unix.Write(other, []byte("theirs")))
					return -1, unix.EIO
				}
				return unix.Pwritev(fd, iovs, off)
			}
			n, err := emit(f, s.stream.Cursor(), Options{Method: m})
			if errors.Is(err, ErrMethod) {
				t.Logf("NOT RUN: %v", err)
				continue
			}
			got := must.Get(os.ReadFile(f.Name()))[1:]
			if !errors.Is(err, unix.EIO) || !bytes.HasSuffix(got, []byte("theirs")) || !bytes.Equal(got[:n], s.want[:n]) {
				t.Errorf("%v, append %v: %d bytes, %v; the file has %d", m, appends, n, err, len(got))
			}
		}
	}
}

// Another process writes into the range just before it is claimed. Then clones do not overwrite
// this data, it is not truncated, and the offset moves back.
func TestOthersBeforeClaim(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, m := range []Method{Direct, Clone} {
		for _, own := range []bool{false, true} {
			f := create(t, t.TempDir())
			noFaults(t)
			small := sys.system
			sys.system = func(f *os.File) osfile.System { // the plan is made
				must.Get(f.WriteAt([]byte("theirs"), 2<<20))
				return small(f)
			}
			pwritev = func(int, [][]byte, int64) (int, error) { return -1, unix.EIO }
			o := must.Get(NewOutput(f, Options{Method: m}))
			o.Named = own
			n, err := o.WriteStream(s.stream.Cursor())
			sys.system = small
			if n != 0 || !errors.Is(err, ErrMethod) && (m == Clone || !errors.Is(err, unix.EIO)) {
				t.Errorf("%v, named %v: %d bytes, %v", m, own, n, err)
			}
			if at, err := f.Seek(0, io.SeekCurrent); at != 0 || err != nil {
				t.Errorf("%v, named %v: the offset is %d, %v", m, own, at, err)
			}
			if got := must.Get(os.ReadFile(f.Name())); !bytes.HasSuffix(got, []byte("theirs")) {
				t.Errorf("%v, named %v: the file has %d bytes", m, own, len(got))
			}
		}
	}
}

// Data after the end of the stream stays, whatever fails.
func TestDataAfterStays(t *testing.T) {
	restoreCalls(t)
	s := newSample(block.Packed, false, 1, 300_000, 0)
	old := bytes.Repeat([]byte("old "), 100_000)
	for _, m := range []Method{Auto, Direct, Write} {
		for at := range 6 {
			f := createWith(t, old, 1000)
			inject(t, faultRun{&fault{err: unix.EIO}, at, 1}, func() {})
			n, err := emit(f, s.stream.Cursor(), Options{Method: m})
			if errors.Is(err, ErrMethod) {
				continue
			}
			want := bytes.Clone(old)
			copy(want[1000:], s.want[:n])
			differ(t, must.Get(os.ReadFile(f.Name())), want)
			if place, _ := f.Seek(0, io.SeekCurrent); place != 1000+n {
				t.Errorf("%d: the offset is %d after %d bytes", m, place, n)
			}
		}
	}
}

// A file that cannot be written stays unchanged. If it cannot be cut after the first new bytes,
// these are in it, and the old ones follow.
func TestNotEmptied(t *testing.T) {
	s := newSample(block.Packed, false, 1, 300_000, 0)
	for _, seal := range []int{unix.F_SEAL_WRITE, unix.F_SEAL_SHRINK} {
		for _, m := range []Method{Auto, Direct, Write} {
			f := os.NewFile(uintptr(must.Get(unix.MemfdCreate("moves", unix.MFD_ALLOW_SEALING))), "moves")
			defer f.Close()
			old := bytes.Repeat([]byte("old"), 10_000)
			must.Get(f.Write(old))
			must.Get(f.Seek(0, io.SeekStart))
			must.Get(unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, seal))
			n, err := named(f, m, true).WriteStream(s.stream.Cursor())
			if !errors.Is(err, unix.EPERM) && !errors.Is(err, ErrMethod) || errors.Is(err, ErrUncut) != (n > 0) || n > 0 && seal == unix.F_SEAL_WRITE {
				t.Errorf("%v: %d bytes, %v, want EPERM", m, n, err)
			}
			got := make([]byte, len(old)+1)
			size, _ := f.ReadAt(got, 0)
			differ(t, got[:size], append(bytes.Clone(s.want[:n]), old[n:]...))
		}
	}
}

// A refused method leaves its range to plain writes if another process has moved the offset. If
// these fail, too, nothing is written elsewhere.
func TestRefusedAmongOthers(t *testing.T) {
	small(t)
	cloneRange = noClones
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, plain := range []bool{true, false} {
		f := create(t, t.TempDir())
		if err := must.Get(NewOutput(f, Options{})).Check(Direct); err != nil {
			t.Skip("NOT RUN:", err)
		}
		moved := false
		pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
			if plain && !isDirect(fd) {
				return unix.Pwritev(fd, iovs, off)
			}
			if !moved {
				must.Get(unix.Seek(int(f.Fd()), 6, io.SeekCurrent))
			}
			moved = true
			return -1, unix.EINVAL
		}
		n, err := emit(f, s.stream.Cursor(), Options{})
		want := s.want
		if !plain {
			want = nil
		}
		if n != int64(len(want)) || (err == nil) != plain || err != nil && !errors.Is(err, unix.EINVAL) {
			t.Errorf("plain writes %v: %d bytes, %v", plain, n, err)
		}
		differ(t, must.Get(os.ReadFile(f.Name())), want)
		if at, err := f.Seek(0, io.SeekCurrent); at != 1<<20+6 || err != nil {
			t.Errorf("plain writes %v: the offset is %d, %v", plain, at, err)
		}
	}
}
