package sink

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// After a kill or a power cut, --resume completes the file, or refuses it and leaves it
// unchanged.
func TestResume(t *testing.T) {
	const size, hole = 3 << 20, 64 << 10
	for _, test := range []struct {
		name    string
		has     int64   // the size of the file
		holes   []int64 // offsets of 64 KiB that were never written
		wrong   int64   // the offset of a byte that differs; −1 for none
		kept    int64   // −1 if the file is refused
		clones  bool    // the file system shares blocks
		unknown bool    // lseek shows no holes
		method  Method
		numbers bool
		cached  bool // the hole was allocated, and read since
	}{
		{name: "new", wrong: -1},
		{name: "killed", has: 2<<20 + 1, wrong: -1, kept: 2<<20 + 1},
		{name: "complete", has: size, wrong: -1, kept: size},
		{name: "of another stream", has: 2 << 20, wrong: 1<<20 + 5, kept: -1},
		{name: "too long", has: size + 1, wrong: -1, kept: -1},
		{name: "with a hole", has: 2 << 20, holes: []int64{1 << 20}, wrong: -1, kept: 1 << 20},
		{name: "with a hole that was read", has: 2 << 20, holes: []int64{1 << 20}, wrong: -1, kept: 1 << 20, cached: true},
		{name: "with a hole in its last MiB", has: 2 << 20, holes: []int64{3 << 19}, wrong: -1, kept: 3 << 19},
		{name: "with a hole at its end", has: 2 << 20, holes: []int64{2<<20 - hole}, wrong: -1, kept: 2<<20 - hole},
		{name: "with holes from its start on", has: 2 << 20, holes: []int64{0, 1 << 20}, wrong: -1, kept: -1},
		{name: "complete but for a hole", has: size, holes: []int64{1 << 20}, wrong: -1, kept: 1 << 20},
		{name: "with another's data after a hole", has: 2 << 20, holes: []int64{1 << 20}, wrong: 3 << 19, kept: 1 << 20},
		{name: "with another's data after a hole at the start", has: 2 << 20, holes: []int64{0}, wrong: 3 << 19, kept: -1},
		{name: "all hole", has: 2 * hole, holes: []int64{0, hole}, wrong: -1, kept: -1},

		{name: "unknown", has: 2 << 20, wrong: -1, kept: 2 << 20, unknown: true},
		{name: "unknown, zeros", has: 2 << 20, holes: []int64{hole}, wrong: -1, kept: -1, unknown: true},

		{name: "clonable", has: 2 << 20, wrong: -1, kept: 2 << 20, clones: true},
		{name: "clonable, short", has: 100_001, wrong: -1, kept: 100_001, clones: true},
		{name: "clonable, hole", has: 2 << 20, holes: []int64{1 << 20, 2<<20 - hole}, wrong: -1, kept: 1 << 20, clones: true},
		{name: "clonable, hole at the start", has: 2 << 20, holes: []int64{0, 1 << 20}, wrong: -1, kept: -1, clones: true},
		{name: "clonable, asked for", has: 2 << 20, wrong: -1, kept: 2 << 20, clones: true, method: Clone},
		{name: "clonable, of another stream", has: 2 << 20, wrong: 3 << 19, kept: -1, clones: true},
		{name: "clonable, complete", has: size, wrong: -1, kept: size, clones: true},
		{name: "clonable, to be written", has: 2 << 20, wrong: -1, kept: 2 << 20, clones: true, method: Write},
		{name: "clonable, but does not repeat", has: 2 << 20, wrong: -1, kept: 2 << 20, clones: true, numbers: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			small(t)
			s := newSample(block.Packed, false, 1, size, 0)
			if test.numbers {
				s = newSample(block.CSV, true, 1, 200_000, 0)
			}
			old := append(bytes.Clone(s.want), 0)[:test.has]
			for _, at := range test.holes {
				clear(old[at:][:hole])
			}
			if test.wrong >= 0 {
				old[test.wrong] ^= 1
			}
			name := filepath.Join(t.TempDir(), "f")
			f := must.Get(os.Create(name))
			must.Do(f.Truncate(test.has))
			for at := int64(0); at < test.has; at += hole {
				if part := old[at:min(at+hole, test.has)]; bytes.ContainsFunc(part, func(r rune) bool { return r != 0 }) {
					must.Get(f.WriteAt(part, at))
				}
			}
			if test.cached {
				_ = unix.Fallocate(int(f.Fd()), 0, test.holes[0], hole)
				must.Do(f.Sync())
				must.Get(os.ReadFile(name))
			}
			f.Close()
			// A kill before any call leaves a file that is right up to some byte, and as it was
			// from there on.
			inject(t, faultRun{}, func() {
				got := must.Get(os.ReadFile(name))
				right := 0
				for right < min(len(got), len(s.want)) && got[right] == s.want[right] {
					right++
				}
				if len(got) < len(old) || !bytes.Equal(got[right:], old[min(right, len(old)):]) {
					t.Errorf("before a call, the file has %d bytes, and is right up to byte %d", len(got), right)
				}
			})
			if !test.clones {
				cloneRange = noClones
			}
			if test.unknown {
				sys.firstHole = func(_ *os.File, size int64) int64 { return size }
			}
			var last Progress
			synced := false
			sys.sync = func(*os.File) error { synced = true; return nil }
			o := openOutput(t, name, Resume)
			o.options.Method, o.options.Progress = test.method, func(p Progress) { last = p }
			if len(test.holes) > 0 && !test.unknown && sys.firstHole(o.File, test.has) != test.holes[0] {
				t.Skip("NOT RUN: this file system does not show holes")
			}
			n, err := o.WriteStream(s.stream.Cursor())
			if test.kept < 0 {
				if n != 0 || !errors.Is(err, ErrResume) {
					t.Errorf("%d bytes written, %v; want ErrResume", n, err)
				}
				differ(t, must.Get(os.ReadFile(name)), old)
				return
			}
			if n != int64(len(s.want))-test.kept || last.Kept != test.kept || err != nil || !synced {
				t.Errorf("%d bytes written, %+v, synced: %v, %v; want %d kept", n, last, synced, err, test.kept)
			}
			if want := min(test.kept, 1<<20); last.Compared != want {
				t.Errorf("compared %d bytes, want %d", last.Compared, want)
			}
			differ(t, must.Get(os.ReadFile(name)), s.want)
		})
	}
}

// A file that another process cuts while it is compared is left as it is then.
func TestResumeCut(t *testing.T) {
	restoreCalls(t)
	s := newSample(block.Packed, false, 1, 3<<20, 0)
	name := filepath.Join(t.TempDir(), "f")
	put(t, name, s.want[:2<<20])
	o := openOutput(t, name, Resume)
	sys.firstHole = func(_ *os.File, size int64) int64 {
		must.Do(os.Truncate(name, 1<<20+100))
		return size
	}
	n, err := o.WriteStream(s.stream.Cursor())
	if n != 0 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%d bytes, %v; want an unexpected end", n, err)
	}
	differ(t, must.Get(os.ReadFile(name)), s.want[:1<<20+100])
}

// A partial file needs room only for the rest of the stream.
func TestResumeLittleSpace(t *testing.T) {
	small(t)
	noFaults(t)
	s := newSample(block.Packed, false, 1, 3<<20, 0)
	for _, missing := range []int{1, 100} {
		name := filepath.Join(t.TempDir(), "f")
		put(t, name, s.want[:len(s.want)-missing])
		sys.system = func(*os.File) osfile.System { return osfile.System{Free: 100} }
		o := openOutput(t, name, Resume)
		o.options.MustFit = true
		if n, err := o.WriteStream(s.stream.Cursor()); n != int64(missing) || err != nil {
			t.Errorf("%d bytes, %v; want %d", n, err, missing)
		}
		differ(t, must.Get(os.ReadFile(name)), s.want)
	}
}

// No two writes share a page. Therefore a power cut leaves holes, not parts of pages.
func TestWholePages(t *testing.T) {
	restoreCalls(t)
	s, at := newSample(block.Packed, false, 1, 3<<20, 0), 12345
	f, c := createWith(t, s.want[:at], int64(at)), s.stream.Cursor()
	c.SeekTo(int64(at))
	writev = func(fd int, iovs [][]byte) (int, error) {
		n, err := unix.Writev(fd, iovs)
		if at += n; at%4096 > 0 && at < len(s.want) {
			t.Errorf("a write ends at %d", at)
		}
		return n, err
	}
	if _, err := emit(f, c, Options{Method: Write}); err != nil || at != len(s.want) {
		t.Errorf("the last write ends at %d, %v", at, err)
	}
}
