package sink

import (
	"errors"

	"golang.org/x/sys/unix"
)

// Four blocks a call into a pipe of 1 MiB are the fastest: while the reader has
// one half, the other is filled.
const (
	spliceBytes = 512 << 10
	pipeBytes   = 1 << 20
)

func canSplice(e *emission) error {
	if _, err := unix.FcntlInt(uintptr(e.fd), unix.F_GETPIPE_SZ, 0); err != nil {
		return refuse("it is not a pipe")
	}
	return nil
}

// splice gives the pipe the pages of stable segments, without a copy. They are
// not given away: they stay as they are, whoever holds them. The rest is copied.
func (e *emission) splice() error {
	if n, err := unix.FcntlInt(uintptr(e.fd), unix.F_GETPIPE_SZ, 0); err == nil && n < pipeBytes {
		// Users may be limited to less.
		_, _ = unix.FcntlInt(uintptr(e.fd), unix.F_SETPIPE_SZ, pipeBytes)
	}
	var b batch
	var iovs []unix.Iovec
	for {
		b.fill(e.c, spliceBytes)
		if b.bytes == 0 {
			return nil
		}
		for b.bytes > 0 {
			stable := b.segments
			if b.unstable {
				stable = stable[:len(stable)-1]
			}
			var err error
			if len(stable) == 0 {
				err = e.writeSome(&b)
			} else {
				iovs = iovs[:0]
				for _, s := range stable {
					v := unix.Iovec{Base: &s[0]}
					v.SetLen(len(s))
					iovs = append(iovs, v)
				}
				err = e.spliceSome(&b, iovs)
			}
			if err != nil {
				e.back()
				return err
			}
		}
	}
}

// spliceSome gives the pipe as much of b as there is room for, of the segments
// in iovs, and drops that.
func (e *emission) spliceSome(b *batch, iovs []unix.Iovec) error {
	if err := e.stopped(); err != nil {
		return err
	}
	n, err := e.again(func() (int, error) {
		return sys.vmsplice(e.fd, iovs, unix.SPLICE_F_NONBLOCK)
	})
	if err == nil {
		b.drop(n)
		e.wrote(int64(n))
		return nil
	}
	if errors.Is(err, ErrStopped) {
		return err
	}
	err = e.failed("vmsplice", err)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) || errors.Is(err, unix.EBADF) {
		return refusal{err}
	}
	return err
}
