package figures

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/pairs"
	"golang.org/x/sys/unix"
)

// feeds has the ways of Feed: a system call and its flags.
var feeds = map[string]struct{ call, flags uintptr }{
	"write":    {unix.SYS_WRITEV, 0},
	"vmsplice": {unix.SYS_VMSPLICE, 0},
	"awake":    {unix.SYS_VMSPLICE, unix.SPLICE_F_NONBLOCK}, // never sleeps
}

// Feed writes to standard output, which is a pipe, until its reader goes, by one of feeds
// and with no more work than that takes. NAME writes a constant buffer again and again.
// NAME:FORMAT hands over the first segments of a stream again and again; write:FORMAT sets
// eight bytes of a buffer for each numbered record that has room in it, and writes that.
func Feed(how string) error {
	name, format, _ := strings.Cut(how, ":")
	feed, ok := feeds[name]
	if !ok {
		return fmt.Errorf("no feed %q", how)
	}
	const buffer, turns, most, pipe = 128 << 10, 256 << 10, 512 << 10, 1 << 20 // bytes, as hanoigen has them
	buf, err := hugePage()
	if err != nil {
		return err
	}
	segments, batch := [][]byte{buf[:buffer]}, most
	prepare := func() {}
	if format != "" {
		var f hanoi.Format
		if err := f.UnmarshalText([]byte(format)); err != nil {
			return err
		}
		if name == "write" {
			segments, batch = [][]byte{buf[:turns]}, turns
			record := lengthOf(f)
			prepare = func() { setDigits(buf[:batch], record) }
		} else {
			segments = segmentsOf(f, 512)
		}
	}
	_, _ = unix.FcntlInt(1, unix.F_SETPIPE_SZ, pipe)

	var room []unix.Iovec
	for at, rest := 0, []byte(nil); ; {
		prepare()
		iovs := room[:0]
		for left := batch; left > 0; {
			if len(rest) == 0 {
				rest, at = segments[at], (at+1)%len(segments)
			}
			n := min(left, len(rest))
			v := unix.Iovec{Base: &rest[0]}
			v.SetLen(n)
			iovs = append(iovs, v)
			rest, left = rest[n:], left-n
		}
		room = iovs
		for len(iovs) > 0 {
			n, _, errno := unix.RawSyscall6(feed.call, 1, uintptr(unsafe.Pointer(&iovs[0])), uintptr(len(iovs)), feed.flags, 0, 0)
			switch errno {
			case 0:
				iovs = drop(iovs, int(n))
			case unix.EINTR:
			case unix.EAGAIN:
				_, _ = unix.Poll([]unix.PollFd{{Fd: 1, Events: unix.POLLOUT}}, 0)
			case unix.EPIPE:
				return nil
			default:
				return fmt.Errorf("%s: %w", how, errno)
			}
		}
	}
}

// hugePage returns 2 MiB that are a huge page, if the system gives one.
func hugePage() ([]byte, error) {
	const size = 2 << 20
	b, err := unix.Mmap(-1, 0, 2*size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, err
	}
	b = b[-uintptr(unsafe.Pointer(&b[0]))&(size-1):][:size]
	_ = unix.Madvise(b, unix.MADV_HUGEPAGE)
	for i := range b {
		b[i] = 'y'
	}
	return b, nil
}

// drop returns what is left of iovs after their first n bytes.
func drop(iovs []unix.Iovec, n int) []unix.Iovec {
	for n > 0 {
		v := &iovs[0]
		if length := int(v.Len); n < length {
			v.Base = (*byte)(unsafe.Add(unsafe.Pointer(v.Base), n))
			v.SetLen(length - n)
			break
		}
		n -= int(v.Len)
		iovs = iovs[1:]
	}
	return iovs
}

// segmentsOf returns the first segments of a stream.
func segmentsOf(f hanoi.Format, n int) (segments [][]byte) {
	c := block.NewStream(block.Format(f), block.Options{}, block.Run{First: 1, Count: 1 << 40}).Cursor()
	for len(segments) < n {
		b, _ := c.Next(math.MaxInt) // they never change
		segments = append(segments, b)
	}
	return segments
}

// lengthOf returns the length of a numbered record.
func lengthOf(f hanoi.Format) int {
	o := block.Options{Numbers: true, Number: 1e9} // as the rows have them
	n, _ := block.NewStream(block.Format(f), o, block.Run{First: 1, Count: 1}).Size()
	return int(n)
}

// setDigits sets eight bytes in each record of a length.
func setDigits(text []byte, record int) {
	digits := uint64(0)
	for at := 0; at+8 <= len(text); at += record {
		eight := (*[8]byte)(unsafe.Add(unsafe.Pointer(&text[0]), at))
		binary.LittleEndian.PutUint64(eight[:], digits)
		digits++
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
			"of 128 KiB: it sleeps while the pipe is full, or never sleeps, and the faster one counts. Beside it is what a stream's\n" +
			"bytes take without the stream: vmsplice, never sleeping, of its first segments; where records are numbered, write(2) of\n" +
			"a buffer in which eight bytes a record are set. Where the two processes run sets the rate as much as what they do: by\n" +
			"chance, a peer is faster than the ceiling. Numbers below 10^7, the first 0.3 GB, are encoded one by one; of those above,\n" +
			"nearly all that changes is their last eight digits.",
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
				beside("of its segments, awake", through(hanoigen("bench --feed awake:packed")...)),
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
	segments := func(format string) pairs.Peer {
		return beside("vmsplice of its segments, awake", throughput(hanoigen("bench --feed awake:"+format), reads))
	}
	row("wide", 0, packed, segments("wide"))
	for _, format := range []string{"text", "csv", "jsonl"} {
		row(format, 0.9, packed, segments(format))
	}
	written := bound("write(2) of one buffer", throughput(hanoigen("bench --feed write"), reads))
	row("text --numbers", 0, written)
	for _, format := range []string{"text", "csv", "jsonl"} {
		row(format+" --numbers --start 1e9", 0.9, written,
			beside("digits set, and write(2)", throughput(hanoigen("bench --feed write:"+format), reads)))
	}
	return s
}
