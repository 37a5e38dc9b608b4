package sink

import (
	"errors"
	"os"

	"github.com/hanoigen/hanoi/internal/block"
	"golang.org/x/sys/unix"
)

// spliceBytes is half of a pipe: while the reader has one half, the other is filled.
const spliceBytes = 512 << 10

func (w *writer) openPipe() error {
	if _, err := w.fcntl(unix.F_GETPIPE_SZ, 0); err != nil {
		return refuse("it is not a pipe")
	}
	return w.writable() // vmsplice would take from a pipe that is open for reading
}

// writePages hands a pipe the pages of stable segments, without a copy and without
// SPLICE_F_GIFT: they never change, whoever holds them. The rest is copied.
func (w *writer) writePages() error {
	if n, err := w.fcntl(unix.F_GETPIPE_SZ, 0); err == nil && n < linux.pipeBytes {
		_, _ = w.fcntl(unix.F_SETPIPE_SZ, linux.pipeBytes) // users may be limited to less
	}
	// Where vmsplice was asked for, nothing is written before it is known to work.
	for first := w.Method == Auto; ; first = false {
		// Batches end at pages of the stream. Of packed and wide moves from the first on, these
		// are pages of memory.
		most := spliceBytes - int(w.written%int64(os.Getpagesize()))
		if first {
			most = block.Few
		}
		if w.fill(most); w.bytes == 0 {
			return nil
		}
		for w.bytes > 0 {
			if err := w.splice(); err != nil {
				return err
			}
		}
	}
}

// splice gives the pipe as much of what is next as it has room for, and drops that.
func (w *writer) splice() error {
	stable := w.segments
	if w.unstable {
		stable = stable[:len(stable)-1]
	}
	if len(stable) == 0 {
		return w.writeSome()
	}
	if err := w.stopped(); err != nil {
		return err
	}
	iovs := make([]unix.Iovec, len(stable))
	for i, s := range stable {
		iovs[i].Base = &s[0]
		iovs[i].SetLen(len(s))
	}
	// The call waits only for a reader in the middle of a call. See vmsplice on whether
	// the scheduler has to know of it.
	n, err := w.retry(w.File, func(fd int) (int, error) { return linux.vmsplice(fd, iovs, unix.SPLICE_F_NONBLOCK) })
	switch {
	case err == nil:
		w.drop(n)
		w.wrote(int64(n))
		return nil
	case err == unix.EPIPE:
		return w.writeSome()
	case errors.As(err, new(unix.Errno)):
		return refusal{w.failed("vmsplice", err)} // a plain write does it, or says what is wrong
	}
	return w.failed("vmsplice", err)
}
