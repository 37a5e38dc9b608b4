package sink

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
)

// Clones are right after other bytes, and where a stream continues.
func TestClonesAfter(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	for _, s := range faultSamples()[:3] {
		for _, before := range []int{0, 1, 64, 1000} {
			for _, start := range []int{0, 1, 12_345} {
				want := append(bytes.Repeat([]byte{'b'}, before), s.want...)
				f, c := createWith(t, want[:before+start], int64(before+start)), s.stream.Cursor()
				c.SeekTo(int64(start))
				if n, err := emit(t.Context(), f, c, as{Method: Clone}); err != nil || n != int64(len(s.want)-start) {
					t.Fatalf("%s from %d after %d bytes: %d bytes, %v", s.name, start, before, n, err)
				}
				differ(t, must.Get(os.ReadFile(f.Name())), want)
			}
		}
	}
}

// A clone that is reported and was not made, or only in part, is written; and nothing more is
// cloned.
func TestLyingClones(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for name, lie := range map[string]func(f *os.File, from, n int64){
		"nothing":       func(*os.File, int64, int64) {},
		"zeros":         func(f *os.File, from, n int64) { must.Do(f.Truncate(from + n)) },
		"without start": func(f *os.File, from, n int64) { must.Get(f.WriteAt(s.want[from+64:from+n], from+64)) },
		"without end":   func(f *os.File, from, n int64) { must.Get(f.WriteAt(s.want[from:from+n-64], from)) },
		"zeros at end": func(f *os.File, from, n int64) {
			must.Get(f.WriteAt(s.want[from:from+n-1], from))
			must.Do(f.Truncate(from + n))
		},
	} {
		for _, a := range []as{{}, {Own: true}, {Method: Clone}, {Method: Clone, Own: true}} {
			for _, honest := range []int{0, 1, 5} {
				f := create(t, t.TempDir())
				inject(t, good, 0, nil, func() {
					if got := must.Get(os.ReadFile(f.Name())); a.Own {
						differ(t, got, s.want[:min(len(got), len(s.want))]) // killed now, it is right
					}
				})
				real, clones := linux.clone, 0
				linux.clone = func(fd int, r *unix.FileCloneRange) error {
					if r.Src_length > 0 {
						clones++
					}
					if clones <= honest {
						return real(fd, r)
					}
					lie(f, int64(r.Dest_offset), int64(r.Src_length))
					return nil
				}
				n, err := emit(t.Context(), f, s.stream.Cursor(), a)
				if n != 1<<20 || err != nil || clones != honest+1 {
					t.Errorf("%s after %d clones, %+v: %d bytes, %d clones, %v", name, honest, a, n, clones, err)
				}
				differ(t, must.Get(os.ReadFile(f.Name())), s.want)
			}
		}
	}
}

// A clone that fails is written, unless there is no space; after EAGAIN, the file is synced
// once and the clone tried once more.
func TestCloneErrors(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, test := range []struct {
		err, sync error
		times     int
		want      error
		more      bool // clones after the first success
	}{
		{unix.EAGAIN, nil, 1, nil, true},
		{unix.EAGAIN, nil, 2, nil, false},
		{unix.EAGAIN, nil, good, nil, false},
		{unix.EAGAIN, unix.EIO, 1, ErrSync, false},
		{unix.EBUSY, nil, good, nil, false},
		{unix.EIO, nil, good, nil, false},
		{unix.ESTALE, nil, good, nil, false},
		{unix.EOPNOTSUPP, nil, good, nil, false},
		{unix.ENOSPC, nil, good, unix.ENOSPC, false},
		{unix.EDQUOT, nil, good, unix.EDQUOT, false},
	} {
		f := create(t, t.TempDir())
		inject(t, good, 0, nil, func() {})
		real, clones, syncs := linux.clone, 0, 0
		linux.clone = func(fd int, r *unix.FileCloneRange) error {
			if r.Src_length > 0 {
				if clones++; clones <= test.times {
					return test.err
				}
			}
			return real(fd, r)
		}
		sys.sync = func(*os.File) error { syncs++; return test.sync }
		n, err := emit(t.Context(), f, s.stream.Cursor(), as{})
		if !errors.Is(err, test.want) || err == nil && n != 1<<20 || clones > 2 != test.more || test.err == unix.EAGAIN && syncs != 1 {
			t.Errorf("%+v: %d bytes, %d clones, %d syncs, %v", test, n, clones, syncs, err)
		}
		differ(t, must.Get(os.ReadFile(f.Name())), s.want[:n])
	}
}

// Up to the size that a file may have (ulimit -f), everything is written; past it, nothing is
// allocated or cloned.
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
			inject(t, good, 0, nil, func() {})
			f := createWith(t, s.want[:at], at)
			c := s.stream.Cursor()
			c.SeekTo(at)
			n, err := emit(t.Context(), f, c, as{Method: m, Own: true})
			if errors.Is(err, ErrMethod) {
				t.Logf("NOT RUN: %v from %d: %v", m, at, err)
				continue
			}
			if n != limit-at || !errors.Is(err, unix.EFBIG) {
				t.Errorf("%v from %d: %d bytes, %v", m, at, n, err)
			}
			differ(t, must.Get(os.ReadFile(f.Name())), s.want[:limit])
		}
	}
}

// allocated returns how many bytes of the disk a file has.
func allocated(t *testing.T, f *os.File) int64 {
	t.Helper()
	var s unix.Stat_t
	must.Do(unix.Fstat(int(f.Fd()), &s))
	return s.Blocks * 512
}

// After clones, btrfs is synced as a whole, and a failure is told.
func TestBtrfsSync(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	linux.syncfs = func(int) error { return unix.EIO }
	sys.statfs = func(*os.File) fileSystem { return fileSystem{btrfs: true} }
	f := create(t, t.TempDir())
	if n, err := emit(t.Context(), f, s.stream.Cursor(), as{Method: Clone}); n != 1<<20 || !errors.Is(err, ErrSync) || !errors.Is(err, unix.EIO) {
		t.Errorf("%d bytes, %v", n, err)
	}
	differ(t, must.Get(os.ReadFile(f.Name())), s.want)
}
