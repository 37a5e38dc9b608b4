package sink

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// A testSystem is a file system that is made in an image and mounted.
type testSystem struct {
	name   string
	mkfs   []string // nil for tmpfs
	clones bool
}

var fileSystems = []testSystem{
	{"xfs", []string{"mkfs.xfs", "-q", "-m", "reflink=1"}, true},
	{"btrfs", []string{"mkfs.btrfs", "-q"}, true},
	{"ext4", []string{"mkfs.ext4", "-q", "-m", "0"}, false},
	{"tmpfs", nil, false},
}

// mount makes and mounts a file system.
func mount(t *testing.T, fs testSystem) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if fs.mkfs == nil {
		command(t, "mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", dir)
	} else {
		image := filepath.Join(t.TempDir(), fs.name)
		put(t, image, nil)
		must.Do(os.Truncate(image, 8<<30))
		command(t, append(fs.mkfs, image)...)
		command(t, "mount", "-o", "loop", image, dir) // umount removes the loop device, too
	}
	t.Cleanup(func() { command(t, "umount", dir) })
	return dir
}

// command runs a program and returns what it prints.
func command(t *testing.T, line ...string) string {
	t.Helper()
	out, err := exec.Command(line[0], line[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v: %s", line, err, out)
	}
	return strings.TrimSpace(string(out))
}

// loop makes a block device whose image is in a folder.
func loop(t *testing.T, dir string, size, sector int64) (device string) {
	t.Helper()
	image := filepath.Join(dir, "image")
	put(t, image, nil)
	must.Do(os.Truncate(image, size))
	device = command(t, "losetup", "--find", "--show", image)
	t.Cleanup(func() { command(t, "losetup", "--detach", device) })
	if out, err := exec.Command("losetup", "--sector-size", fmt.Sprint(sector), device).CombinedOutput(); err != nil {
		t.Skipf("NOT RUN: sectors of %d bytes: %v: %s", sector, err, out)
	}
	return device
}

// testLargeSectors writes to a disk whose sectors are larger than a page.
func testLargeSectors(t *testing.T) {
	const sector = 16 << 10
	device, dir := loop(t, t.TempDir(), 1<<30, sector), t.TempDir()
	command(t, "mkfs.xfs", "-q", "-b", fmt.Sprint("size=", sector), "-s", fmt.Sprint("size=", sector), device)
	if out, err := exec.Command("mount", device, dir).CombinedOutput(); err != nil {
		t.Skipf("NOT RUN: blocks of %d bytes: %v: %s", sector, err, out)
	}
	defer command(t, "umount", dir)
	writeUnaligned(t, dir, 5<<20)
}

// testFlush writes to a file system that fails when a handle is closed. No handle is closed unseen.
func testFlush(t *testing.T) {
	if fuse, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0); err != nil {
		t.Skip("NOT RUN:", err)
	} else {
		fuse.Close()
	}
	dir := t.TempDir()
	server := exec.Command("/usr/bin/python3", "testdata/flush.py", dir)
	server.Stderr = os.Stderr
	must.Do(server.Start())
	defer server.Wait()
	for i := 0; exec.Command("mountpoint", "-q", dir).Run() != nil; i++ {
		if i == 100 {
			server.Process.Kill()
			t.Fatal("it is not mounted after 10 s")
		}
		time.Sleep(100 * time.Millisecond)
	}
	defer command(t, "umount", dir)
	s := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: 9 << 20})
	for _, m := range []Method{Auto, Direct, Write} {
		o := must.Get(Open(filepath.Join(dir, m.String()), New, Options{Method: m}))
		_, err := o.WriteStream(s.Cursor())
		if err = cmp.Or(err, o.Close()); !errors.Is(err, ErrUnsafe) || !strings.Contains(err.Error(), o.File.Name()) {
			t.Errorf("%v: %v; want ErrUnsafe and the file's name", m, err)
		}
	}
}

// testForceFull overwrites a file on a full file system, where even old blocks can be written only
// to new ones: the file is as it was, or it begins with the first new bytes and ends after them.
func testForceFull(t *testing.T, size int64, share bool, mkfs ...string) {
	image, dir := filepath.Join(t.TempDir(), "image"), t.TempDir()
	put(t, image, nil)
	must.Do(os.Truncate(image, size))
	command(t, append(mkfs, image)...)
	command(t, "mount", "-o", "loop", image, dir)
	defer command(t, "umount", dir)
	s := newSample(block.Packed, false, 1, 1<<20, 0)
	files := map[string][]byte{}
	for name, bytes := range map[string]int{"inline": 60, "small": 1000, "large": 300_000} {
		files[filepath.Join(dir, name)] = make([]byte, bytes)
		put(t, filepath.Join(dir, name), files[filepath.Join(dir, name)])
		if share {
			command(t, "cp", "--reflink=always", filepath.Join(dir, name), filepath.Join(dir, name+"2"))
		}
	}
	filler := must.Get(os.Create(filepath.Join(dir, "filler")))
	defer filler.Close()
	noise := make([]byte, 1<<20)
	for i := range noise {
		noise[i] = byte(rand.Int())
	}
	for n := len(noise); n > 0; n /= 2 {
		for {
			if _, err := filler.Write(noise[:n]); err != nil || filler.Sync() != nil {
				break
			}
		}
	}
	for name, old := range files {
		o := must.Get(Open(name, Overwrite, Options{}))
		n, err := o.WriteStream(s.stream.Cursor())
		o.Close()
		t.Logf("%s: %d bytes, %v", name, n, err)
		got := must.Get(os.ReadFile(name))
		if n == 0 && err != nil {
			differ(t, got, old)
		} else {
			differ(t, got, s.want[:n])
		}
	}
}

// probe compares parts of a file with the first size bytes of a stream: both ends, random places,
// and seams of blocks of every size.
func probe(t *testing.T, name string, s *block.Stream, size int64) {
	t.Helper()
	file := must.Get(os.Open(name))
	defer file.Close()
	if info := must.Get(file.Stat()); info.Size() != size {
		t.Fatalf("%v: %d bytes, want %d", s.Format(), info.Size(), size)
	}
	check := func(at int64) {
		from := max(min(at, size)-500, 0)
		want := bytesAt(s, from, int(min(1000, size-from)))
		got := make([]byte, len(want))
		must.Get(file.ReadAt(got, from))
		if !bytes.Equal(got, want) {
			t.Fatalf("%v: from byte %d on %q, want %q", s.Format(), from, got, want)
		}
	}
	check(0)
	check(size)
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		check(random.Int64N(size))
	}
	for bits := 9; ; bits++ {
		l, ok := s.Layout(bits)
		if !ok || l.Block > size {
			return
		}
		for range 100 {
			check(l.First + random.Int64N(size/l.Block)*l.Block)
		}
	}
}

func TestFileSystems(t *testing.T) {
	if os.Getenv("HANOI_REQUIRE_MOUNTS") != "1" {
		t.Skip("NOT RUN: output to xfs, btrfs, ext4 and tmpfs takes root and HANOI_REQUIRE_MOUNTS=1")
	}
	t.Run("sectors of 16 KiB", testLargeSectors)
	t.Run("failing flush", testFlush)
	t.Run("full btrfs", func(t *testing.T) { testForceFull(t, 128<<20, true, "mkfs.btrfs", "-q") })
	t.Run("full ext4", func(t *testing.T) {
		testForceFull(t, 16<<20, false, "mkfs.ext4", "-q", "-b", "1024", "-I", "256", "-O", "inline_data")
	})
	for _, fs := range fileSystems {
		t.Run(fs.name, func(t *testing.T) {
			dir := mount(t, fs)
			f := create(t, dir)
			if err := must.Get(NewOutput(f, Options{})).Check(Clone); (err == nil) != fs.clones {
				t.Error(err)
			}

			methods := []Method{Auto, Direct, Write}
			if fs.clones {
				methods = append(methods, Clone)
			}
			writeSamples(t, dir, 3<<20, methods...)
			if fs.clones {
				t.Run("clones", func(t *testing.T) { testClones(t, dir) })
			}
			t.Run("full", func(t *testing.T) { testFull(t, dir) })
		})
	}
}

// testClones writes long files in little space.
func testClones(t *testing.T, dir string) {
	type long struct {
		format       block.Format
		first, count uint64
	}
	files := []long{
		{block.Packed, 1, 1<<24 - 1},
		{block.Packed, 1, 1<<36 - 1},
		{block.Packed, 1<<50 - 1<<35 - 12345, 1 << 36},
		{block.Wide, 1 << 33, 1 << 34},
		{block.Text, 1, 1<<31 - 1},
		{block.JSONL, 987_654_321, 1 << 30},
		{block.Packed, 1, 1<<40 - 1},
	}
	if testing.Short() {
		files = files[:3]
	}
	for i, l := range files {
		name := fmt.Sprintf("%v: %d moves from %d", l.format, l.count, l.first)
		s := block.NewStream(l.format, block.Options{}, block.Run{First: l.first, Count: l.count})
		// The files stay, because the space of a deleted file is not free at once.
		f := must.Get(os.Create(filepath.Join(dir, fmt.Sprint("clones", i))))
		defer f.Close()
		before := osfile.SystemOf(f).Free
		size, _ := s.Size()
		// Two failures leave a right file, which is then continued.
		c := s.Cursor()
		for _, part := range []int64{4, 2} {
			real := pwritev
			pwritev = func(fd int, iovs [][]byte, off int64) (int, error) {
				if off >= size/part {
					return -1, unix.EIO
				}
				return real(fd, iovs, off)
			}
			total, _ := c.Offset()
			n, err := emit(f, c, Options{Method: Clone})
			pwritev = real
			at, _ := c.Offset()
			if info := must.Get(f.Stat()); !errors.Is(err, unix.EIO) || info.Size() != at || at != total+n {
				t.Fatalf("%s: %d + %d bytes of %d, %v, in a file of %d", name, total, n, size, err, info.Size())
			}
			probe(t, f.Name(), s, at)
		}
		begin := time.Now()
		if _, err := emit(f, c, Options{Method: Clone}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		took := time.Since(begin)
		after := osfile.SystemOf(f).Free
		t.Logf("%s: the second half in %v; %d MiB used", name, took.Round(time.Millisecond), int64(before-after)>>20)
		if used := before - after; used > 3*256<<20 { // each of three runs writes a base
			t.Errorf("%s: %.0f bytes of the disk used", name, used)
		}
		probe(t, f.Name(), s, size)
	}
}

// testFull fills the file system. The bytes that are reported as written are in the file, and
// the rest follows once there is room.
func testFull(t *testing.T, dir string) {
	const size = 60 << 20 // too short for Auto to clone
	s := block.NewStream(block.Packed, block.Options{}, block.Run{First: 1, Count: size})
	for _, m := range []Method{Write, Direct, Auto} {
		filler := must.Get(os.Create(filepath.Join(dir, "filler")))
		defer filler.Close()
		// Blocks of deleted files become free late, so the file system says when it is full.
		for filled := int64(0); osfile.SystemOf(filler).Free > 48<<20; must.Do(unix.Syncfs(int(filler.Fd()))) {
			for step := int64(1 << 30); step > 1<<23; step /= 2 {
				for osfile.SystemOf(filler).Free > float64(step)+32<<20 && unix.Fallocate(int(filler.Fd()), 0, filled, step) == nil {
					filled += step
				}
			}
		}

		f := create(t, dir)
		defer f.Close()
		c := s.Cursor()
		n, err := emit(f, c, Options{Method: m})
		if info := must.Get(f.Stat()); !errors.Is(err, unix.ENOSPC) || n == 0 || n >= size || info.Size() != n {
			t.Fatalf("%v: %d bytes, %v; the file has %d", m, n, err, info.Size())
		}
		probe(t, f.Name(), s, n)
		filler.Close()
		must.Do(os.Remove(filler.Name()))
		must.Do(unix.Syncfs(int(f.Fd())))
		if rest, err := emit(f, c, Options{Method: m}); err != nil || n+rest != size {
			t.Fatalf("%v: %d + %d bytes, %v", m, n, rest, err)
		}
		probe(t, f.Name(), s, size)
		f.Close()
		must.Do(os.Remove(f.Name()))
	}
}
