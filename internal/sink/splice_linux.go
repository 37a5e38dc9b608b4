package sink

import (
	"errors"
	"os"

	"github.com/hanoigen/hanoi/internal/block"
	"golang.org/x/sys/unix"
)

// spliceBytes is half of a pipe: while the reader has one half, the other is filled.
const spliceBytes = 512 << 10

func (e *emission) openPipe() error {
	if _, err := e.fcntl(unix.F_GETPIPE_SZ, 0); err != nil {
		return refuse("it is not a pipe")
	}
	return e.writable() // vmsplice would take from a pipe that is open for reading
}

// writePages hands a pipe the pages of stable segments, without a copy and without
// SPLICE_F_GIFT: they never change, whoever holds them. The rest is copied.
func (e *emission) writePages() error {
	if n, err := e.fcntl(unix.F_GETPIPE_SZ, 0); err == nil && n < linux.pipeBytes {
		_, _ = e.fcntl(unix.F_SETPIPE_SZ, linux.pipeBytes) // users may be limited to less
	}
	// Where vmsplice was asked for, nothing is written before it is known to work.
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

// splice gives the pipe as much of what is next as it has room for, and drops that.
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
	// The call waits only for a reader in the middle of a call. See vmsplice on whether
	// the scheduler has to know of it.
	n, err := e.retry(e.File, func(fd int) (int, error) { return linux.vmsplice(fd, iovs, unix.SPLICE_F_NONBLOCK) })
	switch {
	case err == nil:
		e.drop(n)
		e.wrote(int64(n))
		return nil
	case err == unix.EPIPE:
		return e.writeSome()
	case errors.As(err, new(unix.Errno)):
		return refusal{e.failed("vmsplice", err)} // a plain write does it, or says what is wrong
	}
	return e.failed("vmsplice", err)
}
