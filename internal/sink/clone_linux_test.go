package sink

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// Clones work after other bytes, and in the middle of a stream.
func TestClonesAfter(t *testing.T) {
	small(t)
	noFaults(t)
	for _, s := range faultSamples(Clone)[:3] {
		for _, before := range []int{0, 1, 64, 1000} {
			for _, start := range []int{0, 1, 12_345} {
				want := append(bytes.Repeat([]byte{'b'}, before), s.want...)
				f, c := createWith(t, want[:before+start], int64(before+start)), s.stream.Cursor()
				c.SeekTo(int64(start))
				if n, err := emit(f, c, Options{Method: Clone}); err != nil || n != int64(len(s.want)-start) {
					t.Fatalf("%s from %d after %d bytes: %d bytes, %v", s.name, start, before, n, err)
				}
				differ(t, must.Get(os.ReadFile(f.Name())), want)
			}
		}
	}
}

// If a clone is reported but was not made, or only in part, the rest of the stream is written.
func TestLyingClones(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for name, lie := range map[string]func(f *os.File, from, n int64){
		"nothing":       func(*os.File, int64, int64) {},
		"zeros":         func(f *os.File, from, n int64) { must.Get(f.WriteAt(make([]byte, n), from)) },
		"without start": func(f *os.File, from, n int64) { must.Get(f.WriteAt(s.want[from+64:from+n], from+64)) },
		"without end":   func(f *os.File, from, n int64) { must.Get(f.WriteAt(s.want[from:from+n-64], from)) },
		"zeros at end": func(f *os.File, from, n int64) {
			must.Get(f.WriteAt(s.want[from:from+n-1], from))
			must.Get(f.WriteAt([]byte{0}, from+n-1))
		},
	} {
		for _, kind := range []string{"shared", "named", "resumed"} {
			for _, honest := range []int{0, 1, 5} {
				f, c, has := create(t, t.TempDir()), s.stream.Cursor(), int64(0)
				o := must.Get(NewOutput(f, Options{}))
				o.Named = kind != "shared"
				if kind == "resumed" { // after a power cut, it has the first and the last 64 KiB
					must.Get(f.Write(s.want[:1<<16]))
					must.Get(f.WriteAt(s.want[15<<16:], 15<<16))
					c.SeekTo(1 << 16)
					has, o.resumed = 1<<20, 1<<20
				}
				inject(t, faultRun{}, func() {
					got := must.Get(os.ReadFile(f.Name()))
					if int64(len(got)) < has {
						t.Errorf("%s after %d clones: the file was cut to %d bytes", name, honest, len(got))
					}
					if kind == "named" {
						differ(t, got, s.want[:min(len(got), len(s.want))]) // a kill here leaves a right file
					}
				})
				real, clones := cloneRange, 0
				cloneRange = func(fd int, r *unix.FileCloneRange) error {
					if r.Src_length > 0 {
						clones++
					}
					if clones <= honest {
						return real(fd, r)
					}
					lie(f, int64(r.Dest_offset), int64(r.Src_length))
					return nil
				}
				left, _ := c.Left()
				n, err := o.WriteStream(c)
				if n != left || err != nil || clones != honest+1 {
					t.Errorf("%s after %d clones, %s: %d bytes, %d clones, %v", name, honest, kind, n, clones, err)
				}
				differ(t, must.Get(os.ReadFile(f.Name())), s.want)
			}
		}
	}
}

// If a clone fails, plain writes continue, unless the disk is full. After EAGAIN, the file is
// synced and the clone tried once more.
func TestCloneErrors(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, test := range []struct {
		err, sync error
		times     int
		want      error
		more      bool // further clones follow
	}{
		{unix.EAGAIN, nil, 1, nil, true},
		{unix.EAGAIN, nil, 2, nil, false},
		{unix.EAGAIN, nil, always, nil, false},
		{unix.EAGAIN, unix.EIO, 1, ErrSync, false},
		{unix.EBUSY, nil, always, nil, false},
		{unix.EIO, nil, always, nil, false},
		{unix.ESTALE, nil, always, nil, false},
		{unix.EOPNOTSUPP, nil, always, nil, false},
		{unix.ENOSPC, nil, always, unix.ENOSPC, false},
		{unix.EDQUOT, nil, always, unix.EDQUOT, false},
		{unix.EFBIG, nil, always, unix.EFBIG, false},
	} {
		f := create(t, t.TempDir())
		noFaults(t)
		real, clones, syncs := cloneRange, 0, 0
		cloneRange = func(fd int, r *unix.FileCloneRange) error {
			if r.Src_length > 0 {
				if clones++; clones <= test.times {
					return test.err
				}
			}
			return real(fd, r)
		}
		sys.sync = func(*os.File) error { syncs++; return test.sync }
		n, err := emit(f, s.stream.Cursor(), Options{})
		if !errors.Is(err, test.want) || err == nil && n != 1<<20 || clones > 2 != test.more || test.err == unix.EAGAIN && syncs != 1 {
			t.Errorf("%+v: %d bytes, %d clones, %d syncs, %v", test, n, clones, syncs, err)
		}
		differ(t, must.Get(os.ReadFile(f.Name())), s.want[:n])
	}
}

// A stream that must fit is refused if it leaves the limit of a file's size (ulimit -f). Else the
// file gets all bytes up to the limit.
func TestSizeLimit(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	const limit = 700_000
	var old unix.Rlimit
	must.Do(unix.Getrlimit(unix.RLIMIT_FSIZE, &old))
	must.Do(unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: old.Max}))
	defer unix.Setrlimit(unix.RLIMIT_FSIZE, &old)
	for _, m := range []Method{Auto, Clone, Direct, Write} {
		for _, at := range []int64{0, limit - 1000} {
			noFaults(t)
			f := createWith(t, s.want[:at], at)
			c := s.stream.Cursor()
			c.SeekTo(at)
			o := named(f, m, false)
			o.options.MustFit = true
			var e *SpaceError
			if n, err := o.WriteStream(c); n != 0 || !errors.As(err, &e) || e.Limit != UserLimit || e.Need != 1<<20 || e.Have != limit ||
				!e.Fits(float64(limit-at)) || e.Fits(float64(limit-at+1)) {
				t.Errorf("%v from %d: %d bytes, %v; want a refusal", m, at, n, err)
			}
			o.options.MustFit = false
			n, err := o.WriteStream(c)
			if errors.Is(err, ErrMethod) {
				t.Logf("NOT RUN: %v from %d: %v", m, at, err)
				continue
			}
			if n != limit-at || !errors.Is(err, unix.EFBIG) || !errors.As(err, &e) || e.Limit != UserLimit || e.Have != limit {
				t.Errorf("%v from %d: %d bytes, %v", m, at, n, err)
			}
			differ(t, must.Get(os.ReadFile(f.Name())), s.want[:limit])
		}
	}
}

// allocated returns how many bytes of disk a file takes.
func allocated(t *testing.T, f *os.File) int64 {
	t.Helper()
	var s unix.Stat_t
	must.Do(unix.Fstat(int(f.Fd()), &s))
	return s.Blocks * 512
}

// After clones, the whole of btrfs is synced, and its errors are reported.
func TestBtrfsSync(t *testing.T) {
	small(t)
	noFaults(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	syncfs = func(int) error { return unix.EIO }
	sys.system = func(*os.File) osfile.System { return osfile.System{Btrfs: true} }
	f := create(t, t.TempDir())
	if n, err := emit(f, s.stream.Cursor(), Options{Method: Clone}); n != 1<<20 || !errors.Is(err, ErrSync) || !errors.Is(err, unix.EIO) {
		t.Errorf("%d bytes, %v", n, err)
	}
	differ(t, must.Get(os.ReadFile(f.Name())), s.want)
}

// Of the plans that use at most half of the free space, the fastest is taken.
func TestClonePlan(t *testing.T) {
	s := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: 1<<40 - 1})
	end := int64(1<<40 - 1)
	plan := func(free float64) clonePlan {
		p, ok := clonePlan{end: end}.best(s, osfile.System{Free: free, Block: 4096})
		if !ok {
			t.Fatalf("no plan for %v bytes", free)
		}
		return p
	}
	fastest, least := plan(1<<40), plan(0)
	if p := plan(2 * fastest.need); p != fastest {
		t.Errorf("with twice its need free: %+v; want %+v", p, fastest)
	}
	if p := plan(2*fastest.need - 1); p.need >= fastest.need || p.need < least.need {
		t.Errorf("with less than twice its need free: %+v; want less than %+v", p, fastest)
	}
}
