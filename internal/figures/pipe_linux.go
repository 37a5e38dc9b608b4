package figures

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/hanoigen/hanoi/internal/pairs"
	"golang.org/x/sys/unix"
)

// feeds has the ways of Feed: a system call, its flags, and how many buffers it gets in
// turn. With seams, the last page of each buffer is another one.
var feeds = map[string]struct {
	call    uintptr
	flags   uintptr
	buffers int
	seams   bool
}{
	"write":     {unix.SYS_WRITEV, 0, 1, false},
	"vmsplice":  {unix.SYS_VMSPLICE, 0, 1, false},
	"awake":     {unix.SYS_VMSPLICE, unix.SPLICE_F_NONBLOCK, 1, false}, // never sleeps
	"vmsplice3": {unix.SYS_VMSPLICE, 0, 3, false},                      // as many as a stream has bodies
	"seams":     {unix.SYS_VMSPLICE, 0, 3, true},
}

// Feed writes constant buffers to standard output, which is a pipe, until its
// reader goes. What makes data is no faster by the same calls.
func Feed(how string) error {
	feed, ok := feeds[how]
	if !ok {
		return fmt.Errorf("no feed %q", how)
	}
	const page, block, blocks, pipe = 4 << 10, 128 << 10, 4, 1 << 20 // as hanoigen has them
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

	var iovs []unix.Iovec
	add := func(begin, length int) {
		v := unix.Iovec{Base: &buf[begin]}
		v.SetLen(length)
		iovs = append(iovs, v)
	}
	for i := range blocks {
		begin, body := i%feed.buffers*block, block
		if feed.seams {
			body -= page
		}
		add(begin, body)
		if feed.seams {
			add((feed.buffers+i)*block, page)
		}
	}
	for {
		_, _, errno := unix.RawSyscall6(feed.call, 1, uintptr(unsafe.Pointer(&iovs[0])), uintptr(len(iovs)), feed.flags, 0, 0)
		switch errno {
		case 0, unix.EINTR:
		case unix.EAGAIN:
			_, _ = unix.Poll([]unix.PollFd{{Fd: 1, Events: unix.POLLOUT}}, 0)
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
	buf := Aligned(256 << 10)
	return func(fd int) (int, error) { return unix.Read(fd, buf) }
}

// splices moves them to /dev/null, without a copy.
func splices() taker {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	pairs.Check(err)
	return func(fd int) (int, error) {
		n, err := unix.Splice(fd, nil, int(null.Fd()), nil, 1<<20, 0)
		return int(n), err
	}
}

// writer is a program that writes to a pipe of ours.
type writer struct {
	c    *exec.Cmd
	r    *os.File
	fd   int
	take taker
}

func startPiped(command []string, take taker) *writer {
	r, w, err := os.Pipe()
	pairs.Check(err)
	c := exec.Command(command[0], command[1:]...)
	c.Stdout, c.Stderr = w, os.Stderr
	pairs.Check(c.Start())
	w.Close()
	return &writer{c, r, int(r.Fd()), take}
}

// get takes at least so many bytes out of the pipe.
func (p *writer) get(bytes int) {
	for bytes > 0 {
		n, err := p.take(p.fd)
		if err == unix.EINTR {
			continue
		}
		if n <= 0 {
			pairs.Check(fmt.Errorf("%s ends early: %w", strings.Join(p.c.Args, " "), cmp.Or(err, io.ErrUnexpectedEOF)))
		}
		bytes -= n
	}
}

// stop closes the pipe, at which the program ends.
func (p *writer) stop() {
	p.r.Close()
	_ = p.c.Wait()
}

// throughput is the side of a program that writes to a pipe, once it is under way.
func throughput(command []string, reader func() taker) pairs.Side {
	take := sync.OnceValue(reader)
	return func(n int) float64 {
		p := startPiped(command, take())
		defer p.stop()
		p.get(8 << 20)
		start := time.Now()
		p.get(n * piped)
		return float64(time.Since(start)) / float64(n)
	}
}

const piped = 256 << 20 // bytes of a measurement

// pipes measures what goes through a pipe, each side a process.
func (p Program) pipes() Section {
	hanoigen := func(args string) []string { return append([]string{p.Path}, strings.Fields(args)...) }
	s := Section{
		Title: "Pipes",
		About: "Each side is a process that writes to a pipe of the bench's. The reader that reads copies 256 KiB at a time; the one\n" +
			"that splices passes the pages on to /dev/null. The ceiling is one system call again and again, with one constant buffer\n" +
			"of 128 KiB: it sleeps while the pipe is full, or stays awake, and the faster one counts. A stream has three bodies. Where\n" +
			"the two processes run sets the rate as much as what they do. Numbers below 10^7, the first 0.3 GB, are encoded one by\n" +
			"one; of those above, nearly all that changes is their last eight digits.",
	}
	for _, reader := range []struct {
		name string
		take func() taker
	}{{"reads", reads}, {"splices", splices}} {
		through := func(command ...string) pairs.Side { return throughput(command, reader.take) }
		s.Rows = append(s.Rows, pairs.Row{
			ID: "pipe/" + reader.name, What: "hanoigen -n 36, to a reader that " + reader.name,
			Unit: pairs.Bytes, Amount: piped, Ours: through(hanoigen("-n 36")...),
			Peers: []pairs.Peer{
				bound("vmsplice of one buffer", through(hanoigen("bench --feed vmsplice")...)),
				bound("of one, awake", through(hanoigen("bench --feed awake")...)),
				beside("vmsplice of three", through(hanoigen("bench --feed vmsplice3")...)),
				beside("of three and seams", through(hanoigen("bench --feed seams")...)),
				beside("write(2) of one", through(hanoigen("bench --feed write")...)),
				beside(Yes, through("yes")),
			},
			Target: pairs.Target{Ratio: 0.95}, Can: found("yes"),
		})
	}
	row := func(args string, target float64, peers ...pairs.Peer) {
		s.Rows = append(s.Rows, pairs.Row{
			ID: "pipe/" + args, What: "hanoigen -n 36 -f " + args + ", to a reader that reads",
			Unit: pairs.Bytes, Amount: piped, Ours: throughput(hanoigen("-n 36 -f "+args), reads),
			Peers: peers, Target: pairs.Target{Ratio: target},
		})
	}
	packed := bound("packed", throughput(hanoigen("-n 36"), reads))
	row("wide", 0, packed)
	for _, format := range []string{"text", "csv", "jsonl"} {
		row(format, 0.9, packed)
	}
	written := bound("write(2) of one buffer", throughput(hanoigen("bench --feed write"), reads))
	row("text --numbers", 0, written)
	for _, format := range []string{"text", "csv", "jsonl"} {
		row(format+" --numbers --start 1e9", 0.9, written)
	}
	return s
}
