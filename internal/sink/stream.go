package sink

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// A writer is one call of WriteStream.
type writer struct {
	*Output
	cursor   *block.Cursor
	begin    block.Pos // where writing began
	now      Progress
	segments block.Segments // taken from the cursor, but not written yet
}

// WriteStream writes the rest of c's stream at the file's offset, and moves c and the offset to
// the end of what it wrote. It returns the number of bytes written. Processes that share the
// offset write before or after these bytes; no byte of theirs is lost. A named output is on the
// disk when WriteStream succeeds.
//
// The first call for a partial file, opened in mode [Resume], compares its end with c's stream,
// and writes what is missing.
//
// On error, exactly the returned number of bytes was delivered, and c is after them. A named
// file ends there, and calling WriteStream again completes it. The error
//
//   - wraps ErrMethod, and nothing was written, if the output does not support the method;
//   - is a *SpaceError, and nothing was written, if the file system has too little space;
//   - wraps ErrResume, and nothing was written, if a partial file is not the beginning of the
//     stream; it also wraps a *block.Difference, with c at the first byte that differs, if there
//     is one;
//   - wraps ErrUnsafe if a sync or a close failed. WriteStream must not be called again.
//
// Writing to standard output without a reader ends the process by SIGPIPE, as usual.
func (o *Output) WriteStream(c *block.Cursor) (written int64, err error) {
	w := &writer{Output: o, cursor: c}
	if o.old == Resume {
		if err := w.resume(); err != nil {
			return 0, err
		}
	}
	w.begin = c.Pos()
	left, _ := c.Left()
	if o.readOnly != nil {
		if left > 0 {
			return 0, o.readOnly
		}
		return 0, nil // it is complete
	}
	t := o.ask(left)
	p, err := newPlan(c, t, o.options.Method)
	if err != nil {
		return 0, err
	}
	if space := t.system.Free + t.held; o.options.MustFit && o.Regular && p.need > space {
		return 0, &SpaceError{Need: p.need, Have: space}
	}
	w.now.Method = p.method
	w.report()
	if err := w.replaceOld(min(left, firstBytes)); err != nil {
		return w.now.Written, err
	}
	err = w.run(p)
	w.rewind()
	if o.Named && (w.now.Written > 0 || err == nil) {
		err = errors.Join(err, o.Sync())
	}
	return w.now.Written, err
}

const firstBytes = 4096 // of a file to be overwritten, written before it is cut

// replaceOld replaces the contents of a file to be overwritten by the first bytes of the stream.
func (w *writer) replaceOld(bytes int64) error {
	if w.old != Overwrite {
		return nil
	}
	first := make([]byte, bytes)
	w.cursor.ReadFull(first)
	n, err := w.replace(first)
	w.wrote(int64(n))
	w.rewind()
	return err
}

// resume compares the end of a partial file with the stream, and moves the cursor and the file's
// offset to where writing continues: to the first hole that a power cut left, or to the file's
// end. If the file is not the beginning of the stream, the error wraps ErrResume, and the file is
// left unchanged.
func (w *writer) resume() error {
	f, has := w.File, w.partial
	if size, _ := w.cursor.Stream().Size(); has > size {
		return fmt.Errorf("%w: the file has %d bytes, and the stream only %d", ErrResume, has, size)
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	end := sys.firstHole(f, has)
	if end == 0 {
		return fmt.Errorf("%w: the file has %d bytes, but the first was never written", ErrResume, has)
	}
	from := max(0, end-1<<20)
	if end == has && osfile.Allocated(info) < has {
		from = 0 // there may be holes that the system does not show
	}
	w.cursor.SeekTo(from)
	right := int64(0)
	err = w.cursor.CompareAt(io.NewSectionReader(f, from, end-from), end-from, func(n int64) {
		right = n
		w.now = Progress{Kept: from + n, Compared: n}
		w.report()
	})
	switch {
	case errors.As(err, new(*block.Difference)):
		return fmt.Errorf("%w: %w", ErrResume, err)
	case err == nil && right < end-from:
		err = fmt.Errorf("%s became shorter: %w", f.Name(), io.ErrUnexpectedEOF)
	}
	if err != nil {
		return err
	}
	w.old = New
	w.cursor.SeekTo(end)
	_, err = f.Seek(end, io.SeekStart)
	return err
}

const writeBytes = 512 << 10 // of one plain write: small enough for L2

// pump writes what fill takes from the stream, by calls of put, until fill takes nothing.
func (w *writer) pump(fill func(), put func() (int, error)) error {
	w.rewind()
	for {
		if w.segments.Bytes == 0 {
			fill()
		}
		if w.segments.Bytes == 0 {
			return nil
		}
		n, err := put()
		w.segments.Drop(n)
		w.wrote(int64(n))
		if err == nil && n == 0 {
			err = io.ErrShortWrite
		}
		if err != nil {
			return w.failed("write", err)
		}
	}
}

// writePlain writes all bytes at the file's offset, which other processes may share.
func (w *writer) writePlain() error {
	return w.pump(func() {
		// Each write ends at a multiple of writeBytes in the stream. So if the stream begins
		// the file, no two writes share a page. After a power cut, a shared page could be
		// half written, which is not a hole.
		at, _ := w.cursor.Offset()
		w.segments.Fill(w.cursor, int(writeBytes-at%writeBytes))
	}, w.putPlain)
}

func (w *writer) wrote(n int64) {
	w.now.Written += n
	w.report()
}

func (w *writer) report() {
	if report := w.options.Progress; report != nil {
		report(w.now)
	}
}

// rewind moves the cursor to the first byte that was not written.
func (w *writer) rewind() {
	w.cursor.SeekFrom(w.begin, w.now.Written)
	w.segments = block.Segments{List: w.segments.List[:0]}
}

// failed adds the names of the call and of the file to the error of a call.
func (o *Output) failed(op string, err error) error {
	if err == nil || errors.As(err, new(*fs.PathError)) {
		return err
	}
	return &fs.PathError{Op: op, Path: o.File.Name(), Err: err}
}

// Check returns nil if the output supports method m, or else the reason why it does not. m must
// not be Auto.
func (o *Output) Check(m Method) error {
	return o.ask(math.MaxInt64).lacks[m]
}
