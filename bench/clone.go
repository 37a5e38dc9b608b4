package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/hanoigen/hanoi/internal/bench"
	"github.com/hanoigen/hanoi/internal/sink"
)

// cloned is one file of 2ⁿ−1 bytes, until it is on the disk.
type cloned struct {
	fs      string
	n       int
	seconds float64
	used    float64 // bytes of the disk
}

// clones measures files by n on file systems that share blocks.
func clones(p bench.Program, report func(bench.Row)) (all []cloned) {
	for _, fs := range []struct {
		name string
		mkfs []string
	}{
		{"XFS", []string{"mkfs.xfs", "-q", "-m", "reflink=1"}},
		{"btrfs", []string{"mkfs.btrfs", "-q"}},
	} {
		for n := 20; n <= 44; n += 4 {
			what := fmt.Sprintf("hanoigen -n %d -o f, %s", n, fs.name)
			if !bench.Wanted(what) {
				continue
			}
			seconds, used, err := onNew(p.Dir, fs.mkfs, func(file string) []string {
				return []string{p.Path, "-n", strconv.Itoa(n), "-o", file}
			})
			if err != nil {
				bench.LeaveOut(report, what, err.Error())
				break
			}
			all = append(all, cloned{fs.name, n, seconds, used})
			time := bench.Row{What: what + ": time", Time: seconds * 1e9}
			disk := bench.Row{What: what + ": disk", Time: used / (1 << 20), Unit: "MiB"}
			switch n {
			case 32:
				copied, _, err := onNew(p.Dir, fs.mkfs, func(file string) []string {
					return []string{"dd", "if=/dev/zero", "of=" + file, "bs=4M", "count=1024", "oflag=direct", "conv=fdatasync"}
				})
				if err != nil {
					bench.LeaveOut(report, what+": dd", err.Error())
					break
				}
				time.Peer, time.PeerTime, time.Ratio = "dd bs=4M oflag=direct conv=fdatasync", copied*1e9, copied/seconds
			case 40:
				time.Target, disk.Target = "≤ 2 s", "≤ 512 MiB"
			case 44:
				time.Target, disk.Target = "≤ 8 s", "≤ 3072 MiB"
			}
			report(time)
			report(disk)
		}
	}
	return all
}

// onNew writes a file to a new file system three times, or once if that takes
// long.
func onNew(dir string, mkfs []string, command func(file string) []string) (seconds, used float64, err error) {
	var times, sizes []float64
	for total := 0.0; len(times) < 3 && total < 10; {
		s, u, err := onNewOnce(dir, mkfs, command)
		if err != nil {
			return 0, 0, err
		}
		times, sizes = append(times, s), append(sizes, u)
		total += s
	}
	return bench.Median(times), bench.Median(sizes), nil
}

// onNewOnce writes a file to a new file system in a sparse image, and takes it
// all away again.
func onNewOnce(dir string, mkfs []string, command func(file string) []string) (seconds, used float64, err error) {
	if _, err := exec.LookPath(mkfs[0]); err != nil {
		return 0, 0, err
	}
	if os.Geteuid() != 0 {
		return 0, 0, errors.New("to mount takes root")
	}
	if _, err := os.Stat("/dev/loop-control"); err != nil {
		return 0, 0, err
	}
	dir, err = os.MkdirTemp(dir, "clone")
	if err != nil {
		return 0, 0, err
	}
	image, mount := filepath.Join(dir, "image"), filepath.Join(dir, "mounted")
	defer func() {
		// Not all of dir: what could not be unmounted stays.
		for _, name := range []string{image, mount, dir} {
			err = errors.Join(err, os.Remove(name))
		}
	}()
	if err := errors.Join(os.Mkdir(mount, 0o777), os.WriteFile(image, nil, 0o666), os.Truncate(image, 32<<30)); err != nil {
		return 0, 0, err
	}
	if err := call(append(mkfs, image)...); err != nil {
		return 0, 0, err
	}
	if err := call("mount", "-o", "loop", image, mount); err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, call("umount", mount)) }() // the loop device goes with it

	before, err := free(mount)
	if err != nil {
		return 0, 0, err
	}
	start := time.Now()
	if err := call(command(filepath.Join(mount, "f"))...); err != nil {
		return 0, 0, err
	}
	seconds = time.Since(start).Seconds()
	after, err := free(mount)
	return seconds, math.Max(0, before-after), err
}

// free returns the bytes that are free in a file system, once all is written.
func free(mount string) (float64, error) {
	d, err := os.Open(mount)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	if err := call("sync", "-f", mount); err != nil {
		return 0, err
	}
	n, err := sink.Free(d)
	return float64(n), err
}

func call(command ...string) error {
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		return fmt.Errorf("%q: %w: %s", command, err, out)
	}
	return nil
}
