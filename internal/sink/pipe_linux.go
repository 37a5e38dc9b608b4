package sink

import (
	"errors"
	"os"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/osfile"
	"golang.org/x/sys/unix"
)

const (
	pipeBytes   = 1 << 20
	spliceBytes = pipeBytes / 2 // the writer fills one half while the reader takes the other
)

// planPipe plans to hand the pages of stable segments to a pipe, without a copy and without
// SPLICE_F_GIFT: they never change, so any process may keep them. Other bytes are copied.
func planPipe(w *writer) (plan, error) {
	if _, err := osfile.Fcntl(w.o.File, unix.F_GETPIPE_SZ, 0); err != nil {
		return plan{}, refuse("it is not a pipe")
	}
	if osfile.Flags(w.o.File)&unix.O_ACCMODE == unix.O_RDONLY {
		return plan{}, errReadOnly // vmsplice would read from the pipe
	}
	return plan{write: w.writePages}, nil
}

func (w *writer) writePages() error {
	if n, err := osfile.Fcntl(w.o.File, unix.F_GETPIPE_SZ, 0); err == nil && n < pipeBytes {
		_, _ = osfile.Fcntl(w.o.File, unix.F_SETPIPE_SZ, pipeBytes) // fails if the user's limit is lower
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
		if w.next.Fill(w.c, most); w.next.Bytes == 0 {
			return nil
		}
		for w.next.Bytes > 0 {
			if err := w.splice(); err != nil {
				return err
			}
		}
	}
}

// splice gives the pipe as many of the next bytes as it has room for, and drops them.
func (w *writer) splice() error {
	stable := w.next.List
	if w.next.Unstable {
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
	n, err := osfile.Retry(w.o.options.Context, w.o.File, func(fd int) (int, error) {
		return splicePages(fd, iovs, unix.SPLICE_F_NONBLOCK)
	})
	switch {
	case err == nil:
		w.next.Drop(n)
		w.wrote(int64(n))
		return nil
	case err == unix.EPIPE:
		return w.writeSome()
	case errors.As(err, new(unix.Errno)):
		return refusal{w.o.failed("vmsplice", err)} // a plain write succeeds, or reports the reason
	}
	return w.o.failed("vmsplice", err)
}
