package sink

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/hanoigen/hanoi/internal/block"
)

// Compared is how much of the end of a partial file [Output.Resume] compares, unless it has
// to compare everything.
const Compared = 1 << 20

// A Source is a stream that can be continued: a *hanoi.Reader.
type Source interface {
	io.Seeker
	io.WriterTo // calls the WriteStream of a writer that has one
	VerifyAt(src io.ReaderAt, size int64, progress func(right int64)) error
}

// Resume compares a file opened by [Resume] with s, and moves both to where writing
// continues. It returns how many bytes the file keeps, and how many of these, at its end,
// it compared. The error wraps ErrResume, and the file is left as it is, if the file is not
// the beginning of the stream. Anything but a regular file is written from the beginning.
//
// After a power cut, a file may lack pages in the middle. So
//
//   - a stream that can be cloned is written again from the beginning, which takes a second;
//   - where the file system tells which pages never arrived, the first of them is where
//     writing continues;
//   - elsewhere the whole file is compared.
func (o *Output) Resume(s Source) (kept, compared int64, err error) {
	if !o.Regular {
		return 0, 0, nil
	}
	var c cursorOf
	if _, err := s.WriteTo(&c); err != nil {
		return 0, 0, err
	}
	size, bounded := c.Stream().Size()
	if bounded && o.has > size {
		return 0, 0, fmt.Errorf("%w: the file has %d bytes, and the stream only %d", ErrResume, o.has, size)
	}
	pieces, known, err := o.pieces()
	if err != nil {
		return 0, 0, err
	}
	if len(pieces) == 0 && o.has > 0 {
		return 0, 0, fmt.Errorf("%w: the file has %d bytes, but none was written", ErrResume, o.has)
	}
	if len(pieces) > 0 && pieces[0].from == 0 {
		kept = pieces[0].to
	}
	again := (kept < size || !bounded) && o.clonable(c.Cursor)
	for i, p := range pieces {
		if known || again {
			p.from = max(p.from, p.to-Compared)
		}
		if err := o.compare(s, p); err != nil {
			return o.has, 0, err
		}
		if i == 0 {
			compared = min(kept, p.to-p.from)
		}
	}
	if again {
		kept, compared = 0, 0
	}
	o.overwrite, o.keep = kept < o.has, kept
	if _, err := s.Seek(kept, io.SeekStart); err != nil {
		return 0, 0, err
	}
	_, err = o.File.Seek(kept, io.SeekStart)
	return kept, compared, err
}

// cursorOf takes the cursor of a Source.
type cursorOf struct{ *block.Cursor }

func (c *cursorOf) WriteStream(of *block.Cursor) (int64, error) { c.Cursor = of; return 0, nil }

func (*cursorOf) Write([]byte) (int, error) { panic("not a stream of this module") }

// A piece is the bytes of a file between two holes.
type piece struct{ from, to int64 }

// compare returns nil if a piece of the file equals the stream.
func (o *Output) compare(s Source, p piece) error {
	if _, err := s.Seek(p.from, io.SeekStart); err != nil {
		return err
	}
	size, same := p.to-p.from, int64(0)
	err := s.VerifyAt(io.NewSectionReader(stoppable{o}, p.from, size), size, func(right int64) {
		same = right
		if o.Progress != nil {
			o.Progress(Progress{Compared: right})
		}
	})
	switch why := o.stopped(); {
	case same == size: // else the error is that the stream continues
		return nil
	case why != nil:
		return why
	case errors.As(err, new(*fs.PathError)): // of a read
		return err
	}
	return fmt.Errorf("%w: %w", ErrResume, err)
}

// stoppable reads the file until the context is done.
type stoppable struct{ *Output }

func (s stoppable) ReadAt(b []byte, off int64) (int, error) {
	if err := s.stopped(); err != nil {
		return 0, err
	}
	return s.File.ReadAt(b, off)
}

// clonable reports whether the whole of c's stream can be cloned into the file.
func (o *Output) clonable(c *block.Cursor) bool {
	if o.Method != Auto && o.Method != Clone {
		return false
	}
	o.overwrite, o.keep = true, 0
	defer func() { o.overwrite = false }()
	w := &writer{Output: o, c: c.Stream().Cursor()}
	defer w.close()
	_, err := o.File.Seek(0, io.SeekStart)
	return err == nil && methods[Clone].open(w) == nil
}
