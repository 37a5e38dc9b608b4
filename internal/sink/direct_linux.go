package sink

import (
	"errors"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	directBytes = 4 << 20 // of one write: enough to keep a disk busy
	directAlign = 4096    // of offsets, lengths and memory; a disk that wants more refuses
)

// directWriter writes past the page cache, but for what is not aligned in the file.
type directWriter struct {
	*claim
	direct *os.File // the file, opened with O_DIRECT
	bounce []byte   // for segments that are not aligned
}

func newDirectWriter(e *emission) (writer, error) {
	direct, err := e.openDirect()
	return &directWriter{claim: &claim{emission: e}, direct: direct}, err
}

// openDirect opens the file to be written past the page cache.
func (o *Output) openDirect() (*os.File, error) {
	if err := o.seekable(); err != nil {
		return nil, err
	}
	f, err := o.reopen(unix.O_WRONLY | unix.O_DIRECT)
	if err != nil {
		return nil, refuse("its file system has no direct output: %w", errors.Unwrap(err))
	}
	return f, nil
}

func (w *directWriter) close() { _ = w.direct.Close() } // the writes have said what was written

func (w *directWriter) write() error {
	return w.hold(func() error { return w.writeUntil(w.end) })
}

// writeUntil writes the bytes that go before an offset.
func (w *directWriter) writeUntil(end int64) error {
	w.rewind()
	for w.next < end {
		if err := w.start(); err != nil {
			return err
		}
		into, n := w.next%directAlign, min(end-w.next, directBytes)/directAlign*directAlign
		if into > 0 || n == 0 {
			if err := w.claim.writeUntil(min(end, w.next-into+directAlign)); err != nil {
				return err
			}
			continue
		}
		w.fillAligned(int(n))
		if err := w.put(w.direct); err != nil {
			return err
		}
	}
	return nil
}

// fillAligned sets the batch to the next n bytes, in memory that is aligned.
func (w *directWriter) fillAligned(n int) {
	b := &w.batch
	w.fill(n)
	if b.bytes == n && !slices.ContainsFunc(b.segments, unaligned) {
		return
	}
	if w.bounce == nil {
		memory := make([]byte, directBytes+directAlign)
		w.bounce = memory[-uintptr(unsafe.Pointer(&memory[0]))&(directAlign-1):][:directBytes]
	}
	for at := 0; ; w.fill(n - at) {
		for _, s := range b.segments {
			at += copy(w.bounce[at:], s)
		}
		if at == n {
			break
		}
	}
	b.segments, b.bytes = [][]byte{w.bounce[:n]}, n
}

func unaligned(b []byte) bool {
	return (uintptr(unsafe.Pointer(&b[0]))|uintptr(len(b)))%directAlign != 0
}
