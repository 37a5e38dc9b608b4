package sink

import (
	"errors"
	"os"
	"unsafe"

	"github.com/hanoigen/hanoi/internal/block"
	"golang.org/x/sys/unix"
)

const (
	pipeBytes   = 1 << 20
	spliceBytes = pipeBytes / 2 // the writer fills one half while the reader takes the other
)

// planPipe plans to hand the pages of stable segments to a pipe, without a copy and without
// SPLICE_F_GIFT: they never change, so any process may keep them. Other bytes are copied.
func planPipe(w *writer) (plan, error) {
	if _, err := w.o.fcntl(unix.F_GETPIPE_SZ, 0); err != nil {
		return plan{}, refuse("it is not a pipe")
	}
	if w.o.flags()&unix.O_ACCMODE == unix.O_RDONLY {
		return plan{}, errReadOnly // vmsplice would read from the pipe
	}
	return plan{write: w.writePages}, nil
}

func (w *writer) writePages() error {
	if n, err := w.o.fcntl(unix.F_GETPIPE_SZ, 0); err == nil && n < pipeBytes {
		_, _ = w.o.fcntl(unix.F_SETPIPE_SZ, pipeBytes) // fails if the user's limit is lower
	}
	// With Auto, the first batch is small, so it needs no blocks. With Splice, vmsplice is
	// called first: if it fails, nothing is written.
	for first := w.o.options.Method == Auto; ; first = false {
		// Batches end at page boundaries of the stream. If packed or wide moves start at
		// move 1, these are also page boundaries of memory.
		most := spliceBytes - int(w.now.Written%int64(os.Getpagesize()))
		if first {
			most = block.Few
		}
		if w.next.fill(w.c, most); w.next.bytes == 0 {
			return nil
		}
		for w.next.bytes > 0 {
			if err := w.splice(); err != nil {
				return err
			}
		}
	}
}

// splice gives the pipe as many of the next bytes as it has room for, and drops them.
func (w *writer) splice() error {
	stable := w.next.list
	if w.next.unstable {
		stable = stable[:len(stable)-1]
	}
	if len(stable) == 0 {
		return w.writeSome()
	}
	if err := w.o.stopped(); err != nil {
		return err
	}
	iovs := make([]unix.Iovec, len(stable))
	for i, s := range stable {
		iovs[i].Base = &s[0]
		iovs[i].SetLen(len(s))
	}
	n, err := w.retry(w.o.File, func(fd int) (int, error) { return splicePages(fd, iovs, unix.SPLICE_F_NONBLOCK) })
	switch {
	case err == nil:
		w.next.drop(n)
		w.wrote(int64(n))
		return nil
	case err == unix.EPIPE:
		return w.writeSome()
	case errors.As(err, new(unix.Errno)):
		return refusal{w.o.failed("vmsplice", err)} // a plain write succeeds, or reports the reason
	}
	return w.o.failed("vmsplice", err)
}

// vmsplice calls vmsplice(2), with SPLICE_F_NONBLOCK only. Unlike unix.Vmsplice, it does not
// tell Go's scheduler.
//
// A call waits for the pipe's mutex while the reader copies. The scheduler would take this short
// wait for a blocking call: its monitor would interrupt it and take the processor away, which costs
// throughput. If a page fault delays the reader, the call keeps its processor until the fault is
// served. Until then, not even SIGKILL ends the process.
func vmsplice(fd int, iovs []unix.Iovec, flags int) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_VMSPLICE, uintptr(fd),
		uintptr(unsafe.Pointer(&iovs[0])), uintptr(len(iovs)), uintptr(flags), 0, 0)
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}
