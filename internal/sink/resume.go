package sink

import (
	"errors"
	"fmt"
	"io"

	"github.com/hanoigen/hanoi/internal/block"
)

// compareBytes is the number of bytes compared at the end of each piece of a file. If holes are
// unknown, whole pieces may have to be compared.
const compareBytes = 1 << 20

// A piece is the bytes of a file between two holes.
type piece struct{ from, to int64 }

// resume compares a partial file with the stream, and moves the cursor and the file's offset to
// where writing continues. If the file is not the beginning of the stream, the error wraps
// ErrResume, and the file is left unchanged.
//
// A power cut can leave holes in a file. If the file system shows them, writing continues at the
// first one; otherwise, the whole file is compared. The file is not truncated: existing bytes are
// overwritten only with equal ones.
func (w *writer) resume() error {
	o, has := w.o, w.o.resumed
	size, _ := w.c.Stream().Size()
	if has > size {
		return fmt.Errorf("%w: the file has %d bytes, and the stream only %d", ErrResume, has, size)
	}
	pieces, known, err := o.pieces()
	if err != nil {
		return err
	}
	if len(pieces) == 0 {
		return fmt.Errorf("%w: the file has %d bytes, but none was written", ErrResume, has)
	}
	kept, compared := int64(0), int64(0)
	if pieces[0].from == 0 {
		kept = pieces[0].to
	}
	w.now = Progress{Kept: has, Comparing: true}
	w.report()
	for i, p := range pieces {
		if known {
			p.from = max(p.from, p.to-compareBytes)
		}
		if err := w.compare(p); err != nil {
			return err
		}
		if i == 0 {
			compared = min(kept, p.to-p.from)
		}
	}
	w.now = Progress{Kept: kept, Compared: compared}
	w.report()
	w.c.SeekTo(kept)
	w.begin, o.partial = w.c.Pos(), false
	_, err = o.File.Seek(kept, io.SeekStart)
	return err
}

// compare returns nil if a piece of the file equals the stream.
func (w *writer) compare(p piece) error {
	w.c.SeekTo(p.from)
	size := p.to - p.from
	err := w.c.CompareAt(io.NewSectionReader(stoppable{w.o}, p.from, size), size, func(right int64) {
		w.now.Compared = right
		w.report()
	})
	if err == nil && w.now.Compared < size {
		err = fmt.Errorf("%s became shorter: %w", w.o.File.Name(), io.ErrUnexpectedEOF)
	}
	why := w.o.stopped()
	switch {
	case err != nil && why != nil:
		return why
	case errors.As(err, new(*block.Difference)):
		return fmt.Errorf("%w: %w", ErrResume, err)
	}
	return err
}

// stoppable reads a file until the context is done.
type stoppable struct{ o *Output }

func (s stoppable) ReadAt(b []byte, off int64) (int, error) {
	if err := s.o.stopped(); err != nil {
		return 0, err
	}
	return s.o.File.ReadAt(b, off)
}
