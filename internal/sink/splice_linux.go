package sink

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
)

// spliceBytes is half of a pipe: while the reader takes one half, the other is filled.
const spliceBytes = 512 << 10

func (e *emission) openPipe() error {
	if _, err := e.fcntl(unix.F_GETPIPE_SZ, 0); err != nil {
		return refuse("it is not a pipe")
	}
	return e.writable() // vmsplice would take from a pipe that is open for reading
}

// writePages passes the pages of stable segments to a pipe, without a copy and without
// SPLICE_F_GIFT: they never change, whoever holds them. Other segments are copied.
func (e *emission) writePages() error {
	if n, err := e.fcntl(unix.F_GETPIPE_SZ, 0); err == nil && n < linux.pipeBytes {
		_, _ = e.fcntl(unix.F_SETPIPE_SZ, linux.pipeBytes) // users may be limited to less
	}
	// If vmsplice was asked for, nothing is written before it is known to work.
	for first := e.Method == Auto; ; first = false {
		// Batches end at pages of the stream. Of packed and wide moves from the first on, these
		// are pages of memory.
		most := spliceBytes - int(e.written%int64(os.Getpagesize()))
		if first {
			most = block.Few
		}
		if e.fill(most); e.bytes == 0 {
			return nil
		}
		for e.bytes > 0 {
			if err := e.splice(); err != nil {
				return err
			}
		}
	}
}

// splice passes the pipe as much of what comes next as it has room for, and drops that.
func (e *emission) splice() error {
	stable := e.segments
	if e.unstable {
		stable = stable[:len(stable)-1]
	}
	if len(stable) == 0 {
		return e.writeSome()
	}
	if err := e.stopped(); err != nil {
		return err
	}
	iovs := make([]unix.Iovec, len(stable))
	for i, s := range stable {
		iovs[i].Base = &s[0]
		iovs[i].SetLen(len(s))
	}
	n, err := e.retry(e.File, func(fd int) (int, error) { return linux.vmsplice(fd, iovs, unix.SPLICE_F_NONBLOCK) })
	switch {
	case err == nil:
		e.drop(n)
		e.wrote(int64(n))
		return nil
	case err == unix.EPIPE:
		return e.writeSome()
	case errors.As(err, new(unix.Errno)):
		return refusal{e.failed("vmsplice", err)} // a plain write succeeds, or says what is wrong
	}
	return e.failed("vmsplice", err)
}

// vmsplice calls vmsplice(2), with SPLICE_F_NONBLOCK alone. It does not tell the scheduler,
// as unix.Vmsplice does. A call waits for the pipe's mutex, some 15 µs while the reader
// copies 256 KiB. The scheduler would take that for a call that blocks: its monitor would
// wake every 20 µs, interrupt the wait and hand over the processor, which costs a tenth to
// a third of the throughput. If a page fault delays the reader, this call keeps its
// processor until the fault ends; but until then no signal ends the process anyway, not
// even SIGKILL.
func vmsplice(fd int, iovs []unix.Iovec, flags int) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_VMSPLICE, uintptr(fd),
		uintptr(unsafe.Pointer(&iovs[0])), uintptr(len(iovs)), uintptr(flags), 0, 0)
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}
