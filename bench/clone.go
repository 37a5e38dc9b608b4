package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/hanoigen/hanoi/internal/figures"
	"github.com/hanoigen/hanoi/internal/pairs"
	"github.com/hanoigen/hanoi/internal/sink"
)

// asked is what is asked of a file: at most so much time and disk.
type asked struct{ seconds, bytes float64 }

// sharing has the file systems that share blocks, how they are made, the n of the files
// that are measured there, and what is asked of the files.
var sharing = []struct {
	name  string
	mkfs  []string
	n     []int
	cpN   int // the largest n of the files that cp copies, too
	asked map[int]asked
}{
	{"XFS", []string{"mkfs.xfs", "-q", "-m", "reflink=1"}, []int{20, 24, 28, 32, 36, 40, 44, 50}, 50,
		map[int]asked{40: {1, 256 << 20}, 44: {4, 1 << 30}, 50: {15, 8 << 30}}},
	{"btrfs", []string{"mkfs.btrfs", "-q"}, []int{20, 24, 28, 32, 36, 40, 44, 50}, 44,
		map[int]asked{40: {1, 256 << 20}, 44: {4, 1 << 30}}},
}

const ddN = 32 // the n of the file that dd writes, too

// cloned is what a file took, until it was on the disk.
type cloned struct{ seconds, used float64 }

// cloneID is the row of the time of a file.
func cloneID(fs string, n int) string { return fmt.Sprintf("clone/%s/%d", fs, n) }

// clones measures files by n on file systems that share blocks.
func clones(p figures.Program) figures.Section {
	s := figures.Section{
		Title: "Files that share their blocks",
		About: "A new file system each time, in a sparse file on a loop device that goes past the page cache; the time ends when all\n" +
			"is on the disk. The ceiling is `cp --reflink=always` of the file, which makes as many extents and writes no data.",
	}
	for _, fs := range sharing {
		can := func() error {
			if os.Geteuid() != 0 {
				return errors.New("to mount takes root")
			}
			_, noLoop := os.Stat("/dev/loop-control")
			_, noMkfs := exec.LookPath(fs.mkfs[0])
			return errors.Join(noLoop, noMkfs)
		}
		for _, n := range fs.n {
			var files []float64 // what each took of the disk
			what := fmt.Sprintf("hanoigen -n %d -o f, %s", n, fs.name)
			// The times of a file and of its copy, until their side asks for them: the
			// sides take turns at going first.
			var times, copies []float64
			take := func(from *[]float64) float64 {
				if len(*from) == 0 {
					c, copied := onNew(p.Dir, fs.mkfs, n <= fs.cpN, func(file string) []string {
						return []string{p.Path, "-n", strconv.Itoa(n), "-o", file}
					})
					files = append(files, c.used)
					times, copies = append(times, c.seconds), append(copies, copied)
				}
				first := (*from)[0]
				*from = (*from)[1:]
				return first * 1e9
			}
			time := pairs.Row{
				ID: cloneID(fs.name, n), What: what + ": time", Rounds: 3, Can: can,
				Ours: func(int) float64 { return take(&times) },
			}
			if n <= fs.cpN { // of the same file
				time.Peers = append(time.Peers, pairs.Peer{
					Name: "cp --reflink", Ceiling: true, Side: func(int) float64 { return take(&copies) },
				})
			}
			if n == ddN {
				time.Peers = append(time.Peers, pairs.Peer{Name: "dd bs=4M oflag=direct conv=fdatasync", Side: func(int) float64 {
					c, _ := onNew(p.Dir, fs.mkfs, false, func(file string) []string {
						return []string{"dd", "if=/dev/zero", "of=" + file, "bs=4M", "count=1024", "oflag=direct", "conv=fdatasync"}
					})
					return c.seconds * 1e9
				}})
			}
			disk := pairs.Row{
				ID: cloneID(fs.name, n) + "/disk", What: what + ": disk", Unit: pairs.Size, Rounds: 1,
				Can: func() error {
					if len(files) == 0 {
						return errors.New("the file was not written")
					}
					return nil
				},
				Ours: func(int) float64 { return pairs.Median(files) },
			}
			if t, ok := fs.asked[n]; ok {
				time.Target.Value, disk.Target.Value = &t.seconds, &t.bytes
			}
			s.Rows = append(s.Rows, time, disk)
		}
	}
	return s
}

// onNew writes a file to a new file system in a sparse image, and takes it all
// away again. It also returns the seconds of a copy that shares its blocks, if
// that is asked for.
func onNew(dir string, mkfs []string, copies bool, command func(file string) []string) (c cloned, copied float64) {
	dir, err := os.MkdirTemp(dir, "clone")
	pairs.Check(err)
	image, mount := filepath.Join(dir, "image"), filepath.Join(dir, "mounted")
	defer func() {
		// Not all of dir: what could not be unmounted stays.
		for _, name := range []string{image, mount, dir} {
			pairs.Check(os.Remove(name))
		}
	}()
	pairs.Check(errors.Join(os.Mkdir(mount, 0o777), os.WriteFile(image, nil, 0o666), os.Truncate(image, 32<<30)))
	call(append(mkfs, image)...)
	// Past the page cache, or what is written to the image competes with it for memory.
	device := strings.TrimSpace(call("losetup", "--find", "--show", "--direct-io=on", image))
	defer call("losetup", "--detach", device)
	call("mount", device, mount)
	defer call("umount", mount)

	file := filepath.Join(mount, "f")
	before := free(mount)
	start := time.Now()
	call(command(file)...)
	c.seconds = time.Since(start).Seconds()
	c.used = math.Max(0, before-free(mount))
	if copies {
		start = time.Now()
		call("cp", "--reflink=always", file, file+".copy")
		call("sync", "-f", mount)
		copied = time.Since(start).Seconds()
	}
	return c, copied
}

// free returns the bytes that are free in a file system, once all is written.
func free(mount string) float64 {
	d, err := os.Open(mount)
	pairs.Check(err)
	defer d.Close()
	call("sync", "-f", mount)
	n, err := sink.Free(d)
	pairs.Check(err)
	return float64(n)
}

// call returns what a command prints.
func call(command ...string) string {
	c := exec.Command(command[0], command[1:]...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		pairs.Check(fmt.Errorf("%q: %w: %s%s", command, err, out, stderr.Bytes()))
	}
	return string(out)
}
