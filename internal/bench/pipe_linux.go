package bench

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// feeds is the ways of Feed: a system call, and how many buffers it is given in
// turn.
var feeds = map[string]struct {
	call    uintptr
	buffers int
}{
	"write":     {unix.SYS_WRITEV, 1},
	"vmsplice":  {unix.SYS_VMSPLICE, 1},
	"vmsplice3": {unix.SYS_VMSPLICE, 3}, // as many as a stream has bodies
}

// Feed writes constant buffers to standard output, which is a pipe, until its
// reader goes. Nothing that makes data can be faster.
func Feed(how string) error {
	feed, ok := feeds[how]
	if !ok {
		return fmt.Errorf("no feed %q", how)
	}
	const block, blocks, pipe = 128 << 10, 4, 1 << 20 // as hanoigen has them
	// Enough memory for a huge page.
	buf, err := unix.Mmap(-1, 0, 4<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return err
	}
	_ = unix.Madvise(buf, unix.MADV_HUGEPAGE)
	for i := range buf {
		buf[i] = 'y'
	}
	buf = buf[-uintptr(unsafe.Pointer(&buf[0]))&(2<<20-1):]
	_, _ = unix.FcntlInt(1, unix.F_SETPIPE_SZ, pipe)

	var iovs [blocks]unix.Iovec
	for i := range iovs {
		iovs[i].Base = &buf[i%feed.buffers*block]
		iovs[i].SetLen(block)
	}
	for {
		_, _, errno := unix.RawSyscall6(feed.call, 1, uintptr(unsafe.Pointer(&iovs[0])), blocks, 0, 0, 0)
		switch errno {
		case 0, unix.EINTR:
		case unix.EPIPE:
			return nil
		default:
			return fmt.Errorf("%s: %w", how, errno)
		}
	}
}

// A taker takes some bytes out of a pipe.
type taker func(fd int) (int, error)

// reads copies them, as most programs do.
func reads() taker {
	buf := aligned(256 << 10)
	return func(fd int) (int, error) { return unix.Read(fd, buf) }
}

// splices passes them on to where they are dropped.
func splices() taker {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	Check(err)
	return func(fd int) (int, error) {
		n, err := unix.Splice(fd, nil, int(null.Fd()), nil, 1<<20, 0)
		return int(n), err
	}
}

// piped is a program that writes to a pipe of ours.
type piped struct {
	c    *exec.Cmd
	r    *os.File
	fd   int
	take taker
}

func startPiped(command []string, take taker) *piped {
	r, w, err := os.Pipe()
	Check(err)
	c := exec.Command(command[0], command[1:]...)
	c.Stdout, c.Stderr = w, os.Stderr
	Check(c.Start())
	w.Close()
	return &piped{c, r, int(r.Fd()), take}
}

// get takes at least so many bytes.
func (p *piped) get(bytes int) {
	for bytes > 0 {
		n, err := p.take(p.fd)
		if err == unix.EINTR {
			continue
		}
		if n <= 0 {
			Check(fmt.Errorf("%s ends early: %w", strings.Join(p.c.Args, " "), cmp.Or(err, io.ErrUnexpectedEOF)))
		}
		bytes -= n
	}
}

// stop goes away, by which the program ends.
func (p *piped) stop() {
	p.r.Close()
	_ = p.c.Wait()
}

// throughput is the side of a program that writes bytes bytes to a pipe, once it
// is under way.
func throughput(command []string, take taker, bytes int) Side {
	return func(n int) float64 {
		p := startPiped(command, take)
		defer p.stop()
		p.get(8 << 20)
		start := time.Now()
		p.get(n * bytes)
		return float64(time.Since(start)) / float64(n)
	}
}

func (p Program) pipes(report func(Row)) {
	if _, err := exec.LookPath("yes"); err != nil {
		LeaveOut(report, "hanoigen -n 36, to a reader", "no yes to compare with")
		return
	}
	const bytes = 256 << 20
	hanoigen := func(args string) []string { return append([]string{p.Path}, strings.Fields(args)...) }
	for _, reader := range []struct {
		name string
		take taker
	}{{"reads", reads()}, {"splices", splices()}} {
		what := "hanoigen -n 36, to a reader that " + reader.name
		side := throughput(hanoigen("-n 36"), reader.take, bytes)
		against := func(peer string, command []string, target string) {
			report(Compare(what, bytes, side, peer, throughput(command, reader.take, bytes), target))
		}
		against("vmsplice of one buffer", hanoigen("bench --feed vmsplice"), "≥ 0.95")
		against("vmsplice of three buffers", hanoigen("bench --feed vmsplice3"), "")
		against("write(2) of one buffer", hanoigen("bench --feed write"), "")
		against("yes", []string{"yes"}, "")
	}
	packed := throughput(hanoigen("-n 36"), reads(), bytes)
	for _, format := range []struct{ name, target string }{{"wide", ""}, {"text", "≥ 0.9"}, {"csv", ""}, {"jsonl", ""}} {
		args := "-n 36 -f " + format.name
		report(Compare("hanoigen "+args+", to a reader that reads", bytes, throughput(hanoigen(args), reads(), bytes),
			"packed", packed, format.target))
	}
	args := "-n 36 -f text --numbers"
	report(Compare("hanoigen "+args+", to a reader that reads", bytes, throughput(hanoigen(args), reads(), bytes),
		"packed", packed, ""))
}

// process measures what a run costs before its first byte, and in memory.
func (p Program) process(report func(Row)) {
	if _, err := exec.LookPath("yes"); err != nil {
		LeaveOut(report, "start to first byte, resident memory", "no yes to compare with")
		return
	}
	first := func(command ...string) Side {
		return func(int) float64 { // once: a program starts anew each time
			start := time.Now()
			c := startPiped(command, reads())
			defer c.stop()
			c.get(1)
			return float64(time.Since(start))
		}
	}
	for _, format := range []string{"packed", "text"} {
		r := Compare("start to first byte, -n 64 -f "+format, 0, first(p.Path, "-n", "64", "-f", format), "yes", first("yes"), "≤ 5 ms")
		if r.Time > 0 {
			report(r)
		}
	}
	for _, format := range []string{"packed", "text", "jsonl"} {
		what := "resident memory, -n 64 -f " + format
		if !Wanted(what) {
			continue
		}
		report(Row{What: what, Time: p.memory(format), Unit: "MiB", Target: "≤ 64 MiB"})
	}
}

// memory returns the most memory in MiB that the program ever had when it has
// written a GiB. Its usage as its parent sees it would count what the parent had
// at the fork.
func (p Program) memory(format string) float64 {
	c := startPiped([]string{p.Path, "-n", "64", "-f", format}, reads())
	defer c.stop()
	c.get(1 << 30)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.c.Process.Pid))
	Check(err)
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kib float64
	_, err = fmt.Sscan(after, &kib)
	Check(err)
	return kib / 1024
}
