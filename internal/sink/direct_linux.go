package sink

import (
	"errors"
	"io"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	directBytes = 4 << 20 // what one write is given: enough to keep a disk busy
	directAlign = 4096    // of offsets, lengths and memory; a disk that wants more refuses
)

func canDirect(e *emission) error { return opens(e.openDirect()) }

func (e *emission) direct() error {
	fd, err := e.openDirect()
	if err != nil {
		return err
	}
	defer unix.Close(fd) // the writes have said what was written
	if err := e.claim(); err != nil {
		return err
	}
	if err := e.start(); err != nil {
		return err
	}
	e.rewind()
	w := directWriter{e: e, fd: fd}
	return w.writeUntil(e.pos + e.total)
}

// directWriter writes at offsets of a file, past the page cache where it can.
type directWriter struct {
	e      *emission
	fd     int    // opened with O_DIRECT, or −1
	bounce []byte // for segments that are not aligned
	batch  batch
}

// openDirect opens the file of e to be written past the page cache.
func (e *emission) openDirect() (fd int, err error) {
	if err := e.seekable(); err != nil {
		return 0, err
	}
	if fd, err = e.reopen(unix.O_WRONLY | unix.O_DIRECT); err != nil {
		return 0, refuse("its file system has no direct output: %w", err)
	}
	return fd, nil
}

// writeUntil writes the bytes that go before an offset of the file.
func (w *directWriter) writeUntil(end int64) error {
	e := w.e
	for e.offset() < end {
		if err := e.stopped(); err != nil {
			return err
		}
		n := min(end-e.offset(), directBytes)
		into := e.offset() % directAlign
		direct := w.fd >= 0 && into == 0 && n >= directAlign
		switch {
		case direct:
			n = n / directAlign * directAlign
		case w.fd >= 0:
			n = min(n, directAlign-into)
		}
		if err := w.put(direct, n); err != nil {
			return err
		}
	}
	return nil
}

// put writes at most the next n bytes, by one write: past the page cache if direct,
// and then n is aligned.
func (w *directWriter) put(direct bool, n int64) error {
	e, b := w.e, &w.batch
	b.fill(e.c, int(n))
	if direct && !w.aligned(n) {
		if w.bounce == nil {
			memory := make([]byte, directBytes+directAlign)
			w.bounce = memory[-uintptr(unsafe.Pointer(&memory[0]))&(directAlign-1):][:directBytes]
		}
		for at := 0; ; b.fill(e.c, int(n)-at) {
			for _, s := range b.segments {
				at += copy(w.bounce[at:], s)
			}
			if at == int(n) {
				break
			}
		}
		b.segments, b.bytes = [][]byte{w.bounce[:n]}, int(n)
	}
	done, err := e.retry(func(fd int) (int, error) {
		if direct {
			fd = w.fd
		}
		return sys.pwritev(fd, b.segments, e.offset())
	})
	done = max(0, done)
	e.wrote(int64(done))
	if done < b.bytes {
		e.rewind()
	}
	switch {
	case err == nil && done == 0:
		return e.failed("write", io.ErrShortWrite)
	case err == nil:
		return nil
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.ENOSYS), direct && errors.Is(err, unix.EINVAL):
		return refusal{e.failed("write at an offset", err)}
	}
	return e.failed("write", err)
}

// aligned reports whether the batch has n bytes, in memory that is aligned.
func (w *directWriter) aligned(n int64) bool {
	if w.batch.bytes != int(n) {
		return false
	}
	for _, s := range w.batch.segments {
		if (uintptr(unsafe.Pointer(&s[0]))|uintptr(len(s)))%directAlign != 0 {
			return false
		}
	}
	return true
}
