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

// Clones work after other bytes, over old ones, and in the middle of a stream. A wrong byte before
// them is not cloned.
func TestClonesAfter(t *testing.T) {
	small(t)
	noFaults(t)
	for _, s := range faultSamples(Clone)[:3] {
		for _, before := range []int{0, 1, 64, 1000} {
			for _, start := range []int{0, 1, 12_345} {
				want := append(bytes.Repeat([]byte{'b'}, before), s.want...)
				if start > 0 {
					want[before+start/2] = 'b'
				}
				f, c := createWith(t, want[:before+start], int64(before+start)), s.stream.Cursor()
				c.SeekTo(int64(start))
				if n, err := emit(f, c, Options{Method: Clone}); err != nil || n != int64(len(s.want)-start) {
					t.Fatalf("%s from %d after %d bytes: %d bytes, %v", s.name, start, before, n, err)
				}
				differ(t, must.Get(os.ReadFile(f.Name())), want)
			}
		}
		f := createWith(t, []byte("old"), 0)
		must.Get(named(f, Clone, true).WriteStream(s.stream.Cursor()))
		differ(t, must.Get(os.ReadFile(f.Name())), s.want)
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
					has, o.partial = 1<<20, 1<<20
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

// If a clone fails, plain writes continue, unless the disk is full.
func TestCloneErrors(t *testing.T) {
	small(t)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	for err, want := range map[error]error{
		unix.EAGAIN:     nil,
		unix.EIO:        nil,
		unix.ESTALE:     nil,
		unix.EOPNOTSUPP: nil,
		unix.ENOSPC:     unix.ENOSPC,
		unix.EDQUOT:     unix.EDQUOT,
		unix.EFBIG:      unix.EFBIG,
	} {
		f := create(t, t.TempDir())
		noFaults(t)
		real, clones := cloneRange, 0
		cloneRange = func(fd int, r *unix.FileCloneRange) error {
			if r.Src_length > 0 {
				clones++
				return err
			}
			return real(fd, r)
		}
		n, got := emit(f, s.stream.Cursor(), Options{})
		if !errors.Is(got, want) || got == nil && n != 1<<20 || clones != 1 {
			t.Errorf("%v: %d bytes, %d clones, %v", err, n, clones, got)
		}
		differ(t, must.Get(os.ReadFile(f.Name())), s.want[:n])
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
	if n, err := emit(f, s.stream.Cursor(), Options{Method: Clone}); n != 1<<20 || !errors.Is(err, ErrUnsafe) || !errors.Is(err, unix.EIO) {
		t.Errorf("%d bytes, %v", n, err)
	}
	differ(t, must.Get(os.ReadFile(f.Name())), s.want)
}

// A plan says all that is written and cloned. Its steps, carried out on memory, make the stream,
// and whatever is there at any time is a beginning of it.
func TestPlan(t *testing.T) {
	restoreCalls(t)
	cloneFrom, clonePage = 1000, 64
	no := errors.New("no")
	file := target{lacks: [Write + 1]error{Splice: no}, system: osfile.System{Free: 1 << 40, Block: 1}}
	without := func(t target, methods ...Method) target {
		for _, m := range methods {
			t.lacks[m] = no
		}
		return t
	}
	after := file
	after.offset = 12345
	blocks := file
	blocks.system.Block = 512
	for _, test := range []struct {
		name   string
		target target
		asked  Method
		stream sample
		want   Method // Auto: an error
		clones bool
	}{
		{"a file", file, Auto, newSample(block.Packed, false, 1, 1<<16, 0), Clone, true},
		{"after other bytes", after, Auto, newSample(block.Packed, false, 77, 1<<16, 4), Clone, true},
		{"blocks larger than pages", blocks, Auto, newSample(block.Packed, false, 1, 1<<16, 0), Clone, true},
		{"three blocks and a little more", file, Auto, newSample(block.Packed, false, 1, 1<<11, 0), Clone, true},
		{"blocks that end within a page", file, Auto, newSample(block.Text, false, 1, 1<<13, 0), Direct, false},
		{"numbers", file, Auto, newSample(block.CSV, true, 1, 1<<13, 0), Direct, false},
		{"numbers, to be cloned", file, Clone, newSample(block.CSV, true, 1, 1<<13, 0), Auto, false},
		{"a short stream", file, Auto, newSample(block.Packed, false, 1, 100, 0), Write, false},
		{"a short stream, to be cloned", file, Clone, newSample(block.Packed, false, 1, 100, 0), Clone, false},
		{"a file that cannot be cloned", without(file, Clone), Auto, newSample(block.Packed, false, 1, 1<<16, 0), Direct, false},
		{"a file without direct output", without(file, Clone, Direct), Auto, newSample(block.Packed, false, 1, 1<<16, 0), Write, false},
		{"a pipe", target{lacks: [Write + 1]error{Clone: no, Direct: no}}, Auto, newSample(block.Packed, false, 1, 1<<16, 0), Splice, false},
		{"a file, to be spliced", file, Splice, newSample(block.Packed, false, 1, 1<<16, 0), Auto, false},
	} {
		p, err := newPlan(test.stream.stream.Cursor(), test.target, test.asked)
		if (err != nil) != (test.want == Auto) || err == nil && p.method != test.want || errors.Is(err, ErrMethod) != (err != nil) || p.need > float64(len(test.stream.want)) {
			t.Errorf("%s: %v needs %v bytes, %v", test.name, p.method, p.need, err)
		}
		if len(p.steps) == 0 {
			continue
		}
		got := make([]byte, test.target.offset)
		want := append(bytes.Clone(got), test.stream.want...)
		clones := false
		for _, s := range p.steps {
			if s.back > 0 && (int64(len(got))|s.end|s.back)%max(clonePage, test.target.system.Block) != 0 {
				t.Errorf("%s: a clone from %d to %d, of what is %d before", test.name, len(got), s.end, s.back)
			}
			for int64(len(got)) < s.end {
				if s.back > 0 {
					clones = true
					got = append(got, got[int64(len(got))-s.back])
				} else {
					got = append(got, want[len(got)])
				}
			}
			differ(t, got, want[:len(got)])
		}
		if len(got) != len(want) || clones != test.clones {
			t.Errorf("%s: %d bytes of %d, clones: %v", test.name, len(got), len(want), clones)
		}
	}
}

// Of the plans that use at most half of the free space, the fastest is taken. Clones of 40 disks
// need little space, and less if little is free. The need of writes is exact, also beyond 2^63
// bytes.
func TestNeed(t *testing.T) {
	need := func(moves uint64, free float64, clones error) float64 {
		s := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: moves})
		p, err := newPlan(s.Cursor(), target{lacks: [Write + 1]error{Clone: clones}, system: osfile.System{Free: free, Block: 4096}}, Auto)
		if err != nil {
			t.Fatal(err)
		}
		return p.need
	}
	for _, moves := range []uint64{1<<16 - 1, 1<<40 - 1, 1<<63 - 1, 1<<64 - 1} {
		if got := need(moves, 0, errors.New("no")); got != float64(moves) {
			t.Errorf("%d moves need %v bytes", moves, got)
		}
	}
	fastest, least := need(1<<40-1, 1<<40, nil), need(1<<40-1, 0, nil)
	if fastest > 256<<20 || least < 10<<20 || least >= fastest {
		t.Errorf("clones of 40 disks need %v bytes, or %v at least", fastest, least)
	}
	if got := need(1<<40-1, 2*fastest, nil); got != fastest {
		t.Errorf("with twice its need free: %v bytes; want %v", got, fastest)
	}
	if got := need(1<<40-1, 2*fastest-1, nil); got >= fastest || got < least {
		t.Errorf("with less than twice its need free: %v bytes; want less than %v", got, fastest)
	}
}
