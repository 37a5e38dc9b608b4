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

// A plan for a long stream needs far less space than the stream has, and no more than half
// of what is free where that is possible. What has too little to clone has no plan.
func TestPlan(t *testing.T) {
	t.Cleanup(keepCalls())
	packed := func(count uint64) *block.Stream {
		return block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: count})
	}
	for _, test := range []struct {
		s           *block.Stream
		start, free int64
		need        int64 // at most; −1 for no plan
	}{
		{packed(1<<40 - 1), 0, 1 << 62, 256 << 20},
		{packed(1<<40 - 1), 0, 300 << 20, 150 << 20},
		{packed(1<<40 - 1), 0, 0, 120 << 20},
		{packed(1<<40 - 1), 1<<40 - 1<<30, 1 << 62, 10 << 20}, // of what is left
		{packed(1 << 26), 0, 1 << 62, 5 << 20},
		{packed(1<<16 - 1), 0, 1 << 62, 60 << 10},
		{packed(3 * 4096), 0, 1 << 62, -1},
		{packed(1 << 63), 0, 1 << 62, -1},
		{block.NewStream(block.CSV, block.Options{Numbers: true}, block.Run{First: 1, Count: 1 << 30}), 0, 1 << 62, -1},
	} {
		sys.statfs = func(*os.File) fileSystem { return fileSystem{free: test.free} }
		c := test.s.Cursor()
		c.SeekTo(test.start)
		left, _ := c.Left()
		if p, ok := writerTo(createWith(t, nil, test.start), c).plan(test.start, test.start+left); ok != (test.need >= 0) || p.need > max(0, test.need) {
			t.Errorf("%+v: %+v, %v", test, p, ok)
		}
	}
}

// Clones stand right behind other bytes, and where a stream goes on.
func TestClonesBehind(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	clone, clones := linux.clone, 0
	linux.clone = func(fd int, r *unix.FileCloneRange) error { clones++; return clone(fd, r) }
	for _, s := range faultSamples()[:3] {
		for _, before := range []int{0, 1, 64, 1000} {
			for _, start := range []int{0, 1, 12_345} {
				want := append(bytes.Repeat([]byte{'b'}, before), s.want...)
				f := createWith(t, want[:before+start], int64(before+start))
				linux.fallocate = func(_ int, _ uint32, off, n int64) error {
					if n < 0 || off+n > int64(len(want)) {
						t.Errorf("%d bytes allocated at %d of %d", n, off, len(want))
					}
					return nil
				}
				c := s.stream.Cursor()
				c.SeekTo(int64(start))
				clones = 0
				if n, err := emit(t.Context(), f, c, as{Method: Clone}); err != nil || n != int64(len(s.want)-start) || clones == 0 {
					t.Fatalf("%s from %d behind %d bytes: %d bytes, %d clones, %v", s.name, start, before, n, clones, err)
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
				inject(t, good, 0, nil, func() {})
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

// What was allocated and not written is given back.
func TestCloneGivesBack(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	linux.fallocate = unix.Fallocate
	pwritev := linux.pwritev
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, allowed := range []int{0, 1} {
		f := create(t, t.TempDir())
		calls, before, during := 0, blocks(t, f), int64(0)
		linux.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
			during = blocks(t, f)
			if calls++; calls > allowed {
				return -1, unix.EIO
			}
			return pwritev(fd, [][]byte{iovs[0][:64]}, off)
		}
		n, err := emit(t.Context(), f, s.stream.Cursor(), as{Method: Clone, Own: true})
		if n != int64(64*allowed) || !errors.Is(err, unix.EIO) {
			t.Fatalf("%d bytes, %v", n, err)
		}
		if during < 3<<16 {
			t.Logf("NOT RUN: %d bytes allocated", during)
			continue
		}
		if after := blocks(t, f); after > before+1<<16 {
			t.Errorf("%d bytes allocated for %d", after, n)
		}
	}
}

// blocks returns how many bytes of the disk a file has.
func blocks(t *testing.T, f *os.File) int64 {
	t.Helper()
	var s unix.Stat_t
	must.Do(unix.Fstat(int(f.Fd()), &s))
	return s.Blocks * 512
}

// After clones, the whole of a btrfs is synced, and of no other file system. That it failed
// is told.
func TestBtrfsSync(t *testing.T) {
	small(t)
	t.Cleanup(keepCalls())
	inject(t, good, 0, nil, func() {})
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for btrfs, want := range map[bool]error{true: unix.EIO, false: nil} {
		linux.syncfs = func(int) error { return unix.EIO }
		sys.statfs = func(*os.File) fileSystem { return fileSystem{btrfs: btrfs} }
		f := create(t, t.TempDir())
		if n, err := emit(t.Context(), f, s.stream.Cursor(), as{Method: Clone}); n != 1<<20 || !errors.Is(err, want) {
			t.Errorf("btrfs %v: %d bytes, %v; want %v", btrfs, n, err, want)
		}
		differ(t, must.Get(os.ReadFile(f.Name())), s.want)
	}
}

// Auto does not ask for clones of what is written as fast.
func TestShortNotCloned(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	clone, asked := linux.clone, false
	linux.clone = func(fd int, r *unix.FileCloneRange) error { asked = true; return clone(fd, r) }
	for size, want := range map[uint64]bool{999: false, 1000: true} {
		asked = false
		s := newSample(block.Packed, false, 1, size, 0)
		if n, err := emit(t.Context(), create(t, t.TempDir()), s.stream.Cursor(), as{}); n != int64(size) || err != nil || asked != want {
			t.Errorf("%d bytes: %d, %v, clones asked for: %v; want %v", size, n, err, asked, want)
		}
	}
}
