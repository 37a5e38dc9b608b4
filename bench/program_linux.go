package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi"
)

// feed hands one constant buffer to the pipe that is standard output, again and again: the
// peer of what hanoigen writes to one.
func feed() error {
	const buffer, pipe = 128 << 10, 1 << 20 // bytes, as hanoigen has them
	v := unix.Iovec{Base: &aligned(buffer)[0]}
	v.SetLen(buffer)
	_, _ = unix.FcntlInt(1, unix.F_SETPIPE_SZ, pipe)
	for { // a short count makes no difference: all bytes are the same
		_, err := unix.Vmsplice(1, []unix.Iovec{v, v, v, v}, 0)
		if err == unix.EPIPE {
			return nil
		}
		if err != nil && err != unix.EINTR {
			return err
		}
	}
}

// writer is a program that writes to a pipe of ours.
type writer struct {
	c *exec.Cmd
	r *os.File
}

func startPiped(command ...string) writer {
	r, w, err := os.Pipe()
	check(err)
	defer w.Close()
	c := exec.Command(command[0], command[1:]...)
	c.Stdout, c.Stderr = w, os.Stderr
	check(c.Start())
	return writer{c, r}
}

var readBuffer = aligned(256 << 10)

// get reads at least so many bytes from the pipe.
func (w writer) get(bytes int) {
	fd := int(w.r.Fd())
	for bytes > 0 {
		n, err := unix.Read(fd, readBuffer)
		if err == unix.EINTR {
			continue
		}
		if n <= 0 {
			check(fmt.Errorf("%s ends early: %w", strings.Join(w.c.Args, " "), cmp.Or(err, io.ErrUnexpectedEOF)))
		}
		bytes -= n
	}
}

// stop closes the pipe, at which the program ends.
func (w writer) stop() {
	w.r.Close()
	_ = w.c.Wait()
}

const piped = 512 << 20 // bytes of a turn

// throughput is the side of a program that writes to a pipe, once it is under way.
func throughput(command ...string) side {
	return func() float64 {
		w := startPiped(command...)
		defer w.stop()
		w.get(8 << 20)
		start := time.Now()
		w.get(piped)
		return float64(time.Since(start))
	}
}

// system measures pipes, memory and files that share their blocks.
func (p program) system() []row {
	self, err := os.Executable()
	check(err)
	packed := throughput(p.path, "-n", "36")
	rows := []row{
		{
			what: "hanoigen -n 36 to a program that reads", unit: bytesPerSecond, amount: piped, target: target{ratio: 0.9},
			round: beside(packed, throughput(self, "-feed")), peer: "vmsplice of one buffer", brief: true,
		},
		{
			what: "hanoigen -n 36 -f text to the same", unit: bytesPerSecond, amount: piped, target: target{ratio: 0.9},
			round: beside(throughput(p.path, "-n", "36", "-f", "text"), packed), peer: "packed",
		},
		{what: "memory of hanoigen -n 64, after a GiB", unit: size, target: target{value: 64 << 20}, round: alone(p.memory)},
		{what: "memory of check --notation packed, after a GiB", unit: size, target: target{value: 64 << 20}, round: alone(p.checkMemory)},
	}
	rows = append(rows, p.cloned("XFS", "mkfs.xfs", "-q", "-m", "reflink=1")...)
	return append(rows, p.cloned("btrfs", "mkfs.btrfs", "-q")...)
}

func (p program) memory() float64 {
	w := startPiped(p.path, "-n", "64")
	defer w.stop()
	w.get(1 << 30)
	return peak(w.c)
}

func (p program) checkMemory() float64 {
	r, w, err := os.Pipe()
	check(err)
	c := exec.Command(p.path, "check", "-n", "64", "--notation", "packed", "-")
	c.Stdin = r
	check(c.Start())
	r.Close()
	defer func() {
		w.Close()
		_ = c.Wait() // its status says that the puzzle is not solved
	}()
	moves, err := hanoi.NewReader(64, hanoi.Packed, hanoi.Canonical, hanoi.Range(1, 1<<30))
	check(err)
	_, err = moves.WriteTo(w)
	check(err)
	return peak(c)
}

// peak returns the most memory that a process had so far. What wait returns would count
// what its parent had when it began.
func peak(c *exec.Cmd) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid))
	check(err)
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kib float64
	_, err = fmt.Sscan(after, &kib)
	check(err)
	return kib * 1024
}

// cloned measures what the moves of 40 disks take on a file system that shares blocks.
func (p program) cloned(name string, mkfs ...string) []row {
	var used float64 // by the last round's file
	what := "hanoigen -n 40 -o f on " + name
	return []row{
		{
			what: what, target: target{value: 1}, brief: name == "XFS", peer: "cp --reflink of that file",
			round: func(int) (ours, peer float64) {
				out := call(append([]string{"bash", "clone.sh", p.path, p.dir}, mkfs...)...)
				_, err := fmt.Sscan(out, &ours, &peer, &used)
				check(err)
				return 1000 * ours, 1000 * peer
			},
		},
		{
			what: what + ": disk", unit: size, target: target{value: 256 << 20},
			round: alone(func() float64 {
				if used == 0 {
					check(fmt.Errorf("the file was not written"))
				}
				return used
			}),
		},
	}
}
