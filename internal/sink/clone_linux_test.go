package sink

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
)

// What is cloned begins and ends at pages, and at blocks of a file system that has longer
// ones.
func TestClonePage(t *testing.T) {
	defer func() { fstatfs = unix.Fstatfs }()
	e, err := examine(t.Context(), create(t, t.TempDir()), nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		s    unix.Statfs_t
		err  error
		want int64
	}{
		{unix.Statfs_t{Bsize: 512}, nil, 4096},
		{unix.Statfs_t{Bsize: 4096}, nil, 4096},
		{unix.Statfs_t{Bsize: 16384}, nil, 16384},
		{unix.Statfs_t{}, unix.EIO, 65536},
	} {
		fstatfs = func(_ int, s *unix.Statfs_t) error { *s = test.s; return test.err }
		if got := clonePage(e); got != test.want {
			t.Errorf("%d, %v: %d, want %d", test.s.Bsize, test.err, got, test.want)
		}
	}
}

// A plan has the blocks that take the least time, and says what it needs.
func TestPlan(t *testing.T) {
	page := clonePage
	t.Cleanup(func() { clonePage, fstatfs = page, unix.Fstatfs })
	plan := func(s *block.Stream, before, start, page, free int64, m Method) (clonePlan, bool) {
		t.Helper()
		clonePage = func(*emission) int64 { return page }
		fstatfs = func(_ int, s *unix.Statfs_t) error { s.Bsize, s.Blocks, s.Bavail = 1, 1, uint64(free); return nil }
		f := create(t, t.TempDir())
		if _, err := f.Seek(before+start, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		c := s.Cursor()
		c.SeekTo(start)
		e, err := examine(t.Context(), f, c, Options{Method: m})
		if err != nil {
			t.Fatal(err)
		}
		return e.plan()
	}
	packed := func(count uint64) *block.Stream {
		return block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: count})
	}
	const room = 1 << 62
	for _, test := range []struct {
		n, before, start int64 // disks; bytes in the file; where the stream goes on
		want             clonePlan
	}{
		{16, 0, 0, clonePlan{bits: 14, block: 1 << 14, end: 1<<16 - 4096, need: 3<<14 + 3*2*extentBytes}},
		{28, 0, 0, clonePlan{bits: 20, block: 1 << 20, end: 1<<28 - 4096, need: 3<<20 + 255*2*extentBytes}},
		{30, 1, 0, clonePlan{bits: 21, block: 1 << 21, source: 4096, end: 1 << 30, need: 4095 + 3<<21 + 511*2*extentBytes}},
		{32, 0, 0, clonePlan{bits: 22, block: 1 << 22, end: 1<<32 - 4096, need: 3<<22 + 1023*2*extentBytes}},
		{36, 0, 0, clonePlan{bits: 24, block: 1 << 24, end: 1<<36 - 4096, need: 3<<24 + 4095*2*extentBytes}},
		{40, 0, 0, clonePlan{bits: 26, block: 1 << 26, end: 1<<40 - 4096, need: 3<<26 + 16383*2*extentBytes}},
		{40, 0, 1<<26 + 5, clonePlan{bits: 26, block: 1 << 26, source: 1<<26 + 4096, end: 1<<40 - 4096, need: 4091 + 3<<26 + 16382*2*extentBytes}},
		{44, 0, 0, clonePlan{bits: 28, block: 1 << 28, end: 1<<44 - 4096, need: 3<<28 + 65535*2*extentBytes}},
	} {
		s := packed(1<<test.n - 1)
		test.want.page, test.want.most = 4096, test.want.block<<12
		if got, ok := plan(s, test.before, test.start, 4096, room, Clone); !ok || got != test.want {
			t.Errorf("n = %d after %d and %d bytes: %+v, %v; want %+v", test.n, test.before, test.start, got, ok, test.want)
		}
		// By itself, it does not clone what is written as fast.
		if _, ok := plan(s, test.before, test.start, 4096, room, Auto); ok != (test.n >= 26) {
			t.Errorf("n = %d: %v without being asked", test.n, ok)
		}
	}
	// At the bounds; 0 bits are no plan.
	for _, test := range []struct {
		count                     uint64
		before, start, page, free int64
		method                    Method
		bits                      int
	}{
		{1 << 26, 0, 0, 4096, room, Auto, 19},
		{1<<26 - 1, 0, 0, 4096, room, Auto, 0},
		{1 << 60, 0, 0, 4096, room, Clone, 36},
		{1<<60 + 1, 0, 0, 4096, room, Clone, 0},
		{2047, 0, 0, 64, room, Clone, 9},
		{1100, 0, 0, 64, room, Clone, 0},                // shorter blocks have no layout
		{3*4096 + 100, 40960, 0, 4096, room, Clone, 0},  // nothing to clone
		{4*4096 + 100, 40960, 0, 4096, room, Clone, 12}, // one page
		{1 << 17, 0, 0, 4096, room, Clone, 15},          // the ratio
		{1<<17 - 1, 0, 0, 4096, room, Clone, 14},        // just below
		{1 << 33, 0, 1 << 32, 4096, room, Clone, 22},    // of what is left
		{1<<40 - 1, 0, 0, 4096, 0, Clone, 24},           // the least that it takes
		{1<<40 - 1, 0, 0, 4096, 268_433_408, Clone, 25}, // half of what is free
		{1<<40 - 1, 0, 0, 4096, 268_433_407, Clone, 24}, // a byte less
		{1<<40 - 1, 0, 0, 4096, 1 << 29, Clone, 26},     // all that it likes
	} {
		p, ok := plan(packed(test.count), test.before, test.start, test.page, test.free, test.method)
		if ok != (test.bits > 0) || p.bits != test.bits {
			t.Errorf("%+v: %+v, %v", test, p, ok)
		}
	}
	// Too short for three blocks; numbered; and longer than any file.
	for _, s := range []*block.Stream{
		packed(3 * 4096),
		block.NewStream(block.CSV, block.Options{Numbers: true}, block.Run{First: 1, Count: 1 << 30}),
		block.NewStream(block.Wide, block.Options{}, block.Run{First: 1, Count: 1 << 63}),
	} {
		if p, ok := plan(s, 0, 0, 4096, room, Clone); ok {
			t.Errorf("%+v", p)
		}
	}
}

// A file needs what is left of the stream, or as much as a plan says where it is cloned.
func TestNeed(t *testing.T) {
	restoreSys(t)
	fstatfs = func(_ int, s *unix.Statfs_t) error { s.Bsize, s.Blocks, s.Bavail = 4096, 1, 1<<40; return nil }
	const size = 1 << 30
	s := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: size})
	for _, cannot := range []error{nil, unix.EOPNOTSUPP} {
		sys.clone = func(int, *unix.FileCloneRange) error { return cannot }
		for _, m := range []Method{Auto, Clone, Direct, Write} {
			want := int64(size)
			if cannot == nil && (m == Auto || m == Clone) {
				want = 3<<21 + 512*2*extentBytes
			}
			if need := needed(t, create(t, t.TempDir()), s.Cursor(), m); need != want {
				t.Errorf("%s, %v: %d bytes, want %d", MethodNames[m], cannot, need, want)
			}
		}
	}
}

// Clones stand right behind other bytes, and where a stream goes on. There are three or four
// each time that what is written doubles.
func TestClonesBehind(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	clone, clones := sys.clone, 0
	sys.clone = func(fd int, r *unix.FileCloneRange) error { clones++; return clone(fd, r) }
	for _, s := range faultSamples()[:3] {
		for _, before := range []int{0, 1, 64, 1000} {
			for _, start := range []int{0, 1, 12_345} {
				f := create(t, t.TempDir())
				want := append(bytes.Repeat([]byte{'b'}, before), s.want...)
				if _, err := f.Write(want[:before+start]); err != nil {
					t.Fatal(err)
				}
				sys.fallocate = func(_ int, _ uint32, off, n int64) error {
					if n < 0 || off+n > int64(len(want)) {
						t.Errorf("%d bytes allocated at %d of %d", n, off, len(want))
					}
					return nil
				}
				c := s.stream.Cursor()
				c.SeekTo(int64(start))
				clones = 0
				if n, err := Emit(t.Context(), f, c, Options{Method: Clone}); err != nil || n != int64(len(s.want)-start) || clones < 5 || clones > 12 {
					t.Fatalf("%s from %d behind %d bytes: %d bytes, %d clones, %v", s.name, start, before, n, clones, err)
				}
				differ(t, content(t, f.Name()), want)
			}
		}
	}
}

// What is written before clones and behind them is allocated at once, unless no file may be
// as long.
func TestCloneAllocates(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, test := range []struct {
		limit uint64
		want  []int64
	}{{1 << 21, []int64{3 << 16, 1 << 20}}, {1 << 20, []int64{3 << 16, 1 << 20}}, {1<<20 - 1, []int64{3 << 16}}} {
		var ends []int64
		f := create(t, t.TempDir())
		sys.fallocate = func(_ int, mode uint32, off, n int64) error {
			if info, err := f.Stat(); err != nil || info.Size() != off || mode != unix.FALLOC_FL_KEEP_SIZE {
				t.Errorf("allocated at %d of %d bytes, mode %d, %v", off, info.Size(), mode, err)
			}
			ends = append(ends, off+n)
			return nil
		}
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: test.limit, Max: old.Max}); err != nil {
			t.Fatal(err)
		}
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: Clone})
		if e2 := unix.Setrlimit(unix.RLIMIT_FSIZE, &old); e2 != nil {
			t.Fatal(e2)
		}
		if errors.Is(err, ErrCannot) {
			t.Skip("NOT TESTED:", err)
		}
		if n != min(1<<20, int64(test.limit)) || (err == nil) != (n == 1<<20) || !slices.Equal(ends, test.want) {
			t.Errorf("limit %d: %d bytes, %v; allocated up to %d, want %d", test.limit, n, err, ends, test.want)
		}
		differ(t, content(t, f.Name()), s.want[:n])
	}
}

func TestFileLimit(t *testing.T) {
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	for _, limit := range []uint64{1 << 20, math.MaxInt64 - 1, math.MaxInt64, math.MaxInt64 + 1, unix.RLIM_INFINITY} {
		if limit > old.Max {
			t.Skip("NOT TESTED: limits above", old.Max)
		}
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: old.Max}); err != nil {
			t.Fatal(err)
		}
		var set unix.Rlimit
		err := unix.Getrlimit(unix.RLIMIT_FSIZE, &set)
		got := fileLimit()
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
			t.Fatal(err)
		}
		switch {
		case err == nil && set.Cur != limit: // a system of 32 bits
			t.Log("NOT TESTED: a limit of", limit)
		case err != nil || got != int64(min(limit, math.MaxInt64)):
			t.Errorf("%d at a limit of %d, %v", got, limit, err)
		}
	}
}

// What was allocated and not written is given back.
func TestCloneGivesBack(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	sys.fallocate = unix.Fallocate
	pwritev := sys.pwritev
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, allowed := range []int{0, 1} {
		f := create(t, t.TempDir())
		calls, before, during := 0, blocks(t, f), int64(0)
		sys.pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
			during = blocks(t, f)
			if calls++; calls > allowed {
				return -1, unix.EIO
			}
			return pwritev(fd, [][]byte{iovs[0][:64]}, off)
		}
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: Clone, Own: true})
		if n != int64(64*allowed) || !errors.Is(err, unix.EIO) {
			t.Fatalf("%d bytes, %v", n, err)
		}
		if during < 3<<16 {
			t.Logf("NOT TESTED: %d bytes allocated", during)
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
	if err := unix.Fstat(int(f.Fd()), &s); err != nil {
		t.Fatal(err)
	}
	return s.Blocks * 512
}

// What is to be replaced does not keep a file from being cloned.
func TestCloneEmptied(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	copies, clones := sys.clone, 0
	sys.clone = func(fd int, r *unix.FileCloneRange) error { clones++; return copies(fd, r) }
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, m := range []Method{Auto, Clone} {
		f, err := os.OpenFile(t.TempDir()+"/f", os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := f.Truncate(2 << 20); err != nil {
			t.Fatal(err)
		}
		clones = 0
		if n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m, Empty: true}); n != 1<<20 || err != nil || clones < 5 {
			t.Errorf("%s: %d bytes, %d clones, %v", MethodNames[m], n, clones, err)
		}
		differ(t, content(t, f.Name()), s.want)
	}
}

// Stopped between clones, what is written is right, and goes on.
func TestCloneStopped(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	copies := sys.clone
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for at := 1; at < 8; at++ {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		clones := 0
		sys.clone = func(fd int, r *unix.FileCloneRange) error {
			if r.Src_length > 0 {
				if clones++; clones == at {
					stop()
				}
			}
			return copies(fd, r)
		}
		f, c := create(t, t.TempDir()), s.stream.Cursor()
		n, err := Emit(ctx, f, c, Options{Method: Clone, Own: true})
		if err != context.Canceled || n <= 3<<16 || n >= 1<<20 || clones != at {
			t.Errorf("stopped at clone %d of %d: %d bytes, %v", at, clones, n, err)
		}
		differ(t, content(t, f.Name()), s.want[:n])
		if rest, err := Emit(t.Context(), f, c, Options{}); n+rest != 1<<20 || err != nil {
			t.Errorf("%d and %d bytes, %v", n, rest, err)
		}
		differ(t, content(t, f.Name()), s.want)
	}
}

// A file that has no clones any more when they are to be made is written in another way.
func TestCloneRefusedLater(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, m := range []Method{Auto, Clone} {
		asked := 0
		sys.clone = func(int, *unix.FileCloneRange) error {
			if asked++; asked == 2 {
				return unix.EOPNOTSUPP
			}
			return nil
		}
		f := create(t, t.TempDir())
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m})
		if m == Auto && (n != 1<<20 || err != nil) || m == Clone && (n != 0 || !errors.Is(err, ErrCannot)) || asked != 2 {
			t.Errorf("%s: %d bytes, %v; asked %d times", MethodNames[m], n, err, asked)
		}
		differ(t, content(t, f.Name()), s.want[:n])
		if at, err := f.Seek(0, io.SeekCurrent); at != n || err != nil {
			t.Errorf("%s: the offset is %d after %d bytes, %v", MethodNames[m], at, n, err)
		}
	}
}

// A file whose offset cannot be moved so far is written in another way.
func TestCloneUnclaimed(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	seek := sys.seek
	sys.seek = func(fd int, off int64, whence int) (int64, error) {
		if whence == io.SeekCurrent && off > 0 {
			return 0, unix.EINVAL
		}
		return seek(fd, off, whence)
	}
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, m := range []Method{Auto, Clone} {
		f := create(t, t.TempDir())
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: m})
		if m == Auto && (n != 1<<20 || err != nil) || m == Clone && (n != 0 || !errors.Is(err, ErrCannot) || !errors.Is(err, unix.EINVAL)) {
			t.Errorf("%s: %d bytes, %v", MethodNames[m], n, err)
		}
		differ(t, content(t, f.Name()), s.want[:n])
	}
}

// What has no blocks that come again is written if it is short, and refused if not.
func TestCloneNothing(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	for count := uint64(999); count <= 1000; count++ {
		s := newSample(block.Packed, false, 1, count, 0)
		f := create(t, t.TempDir())
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: Clone})
		if count == 1000 {
			if n != 0 || !errors.Is(err, ErrCannot) || err.Error() != "the output cannot be written in this way, clone: nothing comes again in paths and numbered records" {
				t.Errorf("%d bytes, %v", n, err)
			}
		} else if n != 999 || err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
		differ(t, content(t, f.Name()), s.want[:n])
	}
}

// After clones, the whole of a btrfs is synced, and of no other file system. That it failed
// is told, unless something went wrong before.
func TestBtrfsSync(t *testing.T) {
	small(t)
	inject(t, good, 0, nil, func() {})
	copies := sys.clone
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for _, test := range []struct {
		magic               uint32
		statfs, clone, sync error
		syncs               int
		want                error
	}{
		{unix.BTRFS_SUPER_MAGIC, nil, nil, nil, 1, nil},
		{unix.BTRFS_SUPER_MAGIC, nil, nil, unix.EIO, 1, unix.EIO},
		{unix.BTRFS_SUPER_MAGIC, nil, unix.ENOSPC, unix.EIO, 1, unix.ENOSPC},
		{unix.BTRFS_SUPER_MAGIC, unix.EIO, nil, nil, 0, nil},
		{unix.XFS_SUPER_MAGIC, nil, nil, unix.EIO, 0, nil},
	} {
		f := create(t, t.TempDir())
		syncs, clones := 0, 0
		sys.clone = func(fd int, r *unix.FileCloneRange) error {
			if r.Src_length > 0 {
				if clones++; clones == 5 && test.clone != nil {
					return test.clone
				}
			}
			return copies(fd, r)
		}
		sys.syncfs = func(int) error { syncs++; return test.sync }
		fstatfs = func(_ int, s *unix.Statfs_t) error { setType(&s.Type, test.magic); return test.statfs }
		n, err := Emit(t.Context(), f, s.stream.Cursor(), Options{Method: Clone})
		if (n == 1<<20) != (test.clone == nil) || !errors.Is(err, test.want) || syncs != test.syncs || clones < 5 {
			t.Errorf("%+v: %d bytes, %d clones, %d syncs, %v", test, n, clones, syncs, err)
		}
		if test.want != nil {
			op := "sync"
			if test.clone != nil {
				op = "clone"
			}
			if want := fmt.Sprintf("%s %s: %v", op, f.Name(), test.want); err == nil || err.Error() != want {
				t.Errorf("%v; want %v", err, want)
			}
		}
	}
}

// setType sets a number whose size depends on the architecture.
func setType[T int32 | int64 | uint32](p *T, magic uint32) { *p = T(magic) }

// A byte of the base takes the time of writing, and the rest that of two extents a block.
func TestCloneWork(t *testing.T) {
	const from, to, blockBytes = 1000, 1000 + 1<<14, 1 << 8
	e := emission{pos: from, total: to - from}
	work := e.cloneWork(&clonePlan{source: 1024, block: blockBytes})
	base := 1024 - from + 3*blockBytes
	baseTime, rest := float64(base)/0.5e9, float64(to-from-base)/blockBytes*32e-6
	for _, test := range []struct{ written, want float64 }{
		{0, 0},
		{float64(base) / 4, baseTime / 4 / (baseTime + rest)},
		{float64(base), baseTime / (baseTime + rest)},
		{float64(base + blockBytes), (baseTime + 32e-6) / (baseTime + rest)},
		{to - from, 1},
	} {
		if got := work(test.written); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%v bytes: %v, want %v", test.written, got, test.want)
		}
	}
}
