package sink

import (
	"errors"
	"io"
	"unsafe"

	"golang.org/x/sys/unix"
)

// directBytes is what one write is given: enough to keep a disk busy.
const directBytes = 4 << 20

func canDirect(e *emission) error {
	w, err := e.openDirect()
	if err == nil {
		w.close()
	}
	return err
}

func (e *emission) direct() error {
	w, err := e.openDirect()
	if err != nil {
		return err
	}
	defer w.close()
	if err := e.claim(); err != nil {
		return err
	}
	if err := e.start(); err != nil {
		return err
	}
	e.rewind()
	return w.writeUntil(e.pos + e.total)
}

// directWriter writes at offsets of a file, past the page cache where it can.
type directWriter struct {
	e      *emission
	fd     int    // opened with O_DIRECT, or −1
	align  int64  // of offsets, lengths and memory; 1 if there is no fd
	bounce []byte // for segments that are not aligned
	batch  batch
}

func (e *emission) openDirect() (*directWriter, error) {
	if err := e.seekable(); err != nil {
		return nil, err
	}
	fd, err := e.reopen(unix.O_WRONLY | unix.O_DIRECT)
	if err != nil {
		return nil, refuse("its file system has no direct output: %w", err)
	}
	w := &directWriter{e: e, fd: fd, align: 4096}
	var s unix.Statx_t
	if sys.statx(fd, "", unix.AT_EMPTY_PATH, unix.STATX_DIOALIGN, &s) == nil && s.Mask&unix.STATX_DIOALIGN != 0 {
		if s.Dio_offset_align == 0 {
			w.close()
			return nil, refuse("its file system has no direct output for it")
		}
		w.align = max(w.align, int64(s.Dio_mem_align), int64(s.Dio_offset_align))
	}
	return w, nil
}

func (w *directWriter) close() {
	if w.fd >= 0 {
		_ = unix.Close(w.fd) // the writes have said what was written
	}
}

// writeUntil writes the bytes that go before an offset of the file.
func (w *directWriter) writeUntil(end int64) error {
	e := w.e
	for e.offset() < end {
		if err := e.stopped(); err != nil {
			return err
		}
		left := end - e.offset()
		var err error
		switch into := e.offset() % w.align; {
		case into != 0:
			err = w.put(false, min(left, w.align-into))
		case left < w.align:
			err = w.put(false, left)
		default:
			err = w.put(w.fd >= 0, min(left, directBytes)/w.align*w.align)
		}
		if err != nil {
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
			memory := make([]byte, directBytes+w.align)
			w.bounce = memory[-uintptr(unsafe.Pointer(&memory[0]))&uintptr(w.align-1):][:directBytes]
		}
		for at := 0; ; b.fill(e.c, int(n)-at) {
			for _, s := range b.segments {
				at += copy(w.bounce[at:], s)
			}
			if at == int(n) {
				break
			}
		}
		b.segments, b.bytes = append(b.room[:0], w.bounce[:n]), int(n)
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
		if (uintptr(unsafe.Pointer(&s[0]))|uintptr(len(s)))%uintptr(w.align) != 0 {
			return false
		}
	}
	return true
}
