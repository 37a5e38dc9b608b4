package sink

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
)

// compareBytes is the number of bytes that Resume compares at the end of each piece. If holes
// are unknown, Resume may have to compare whole pieces.
const compareBytes = 1 << 20

// A Source is a stream that can be continued: a *hanoi.Reader.
type Source interface {
	io.Seeker
	io.WriterTo // calls WriteStream if the writer has that method
	VerifyAt(src io.ReaderAt, size int64, progress func(right int64)) error
}

// Resume compares a file that was opened in mode [Resume] with s, and moves the offsets of
// both to where writing continues. It returns the number of bytes that stay in the file, and the
// number of these that it compared. If the file is not the beginning of the stream, the error
// wraps ErrResume, and the file is left unchanged. Any other output is written from the
// beginning.
//
// A power cut can leave holes in a file. Therefore
//
//   - a stream that can be cloned is written again from the beginning, in about a second;
//   - if the file system shows holes, writing continues at the first hole;
//   - otherwise, Resume compares the whole file.
func (o *Output) Resume(s Source) (kept, compared int64, err error) {
	if !o.Regular {
		return 0, 0, nil
	}
	c := cursorOf(s)
	size, _ := c.Stream().Size()
	if o.resumed > size {
		return 0, 0, fmt.Errorf("%w: the file has %d bytes, and the stream only %d", ErrResume, o.resumed, size)
	}
	pieces, known, err := o.pieces()
	if err != nil {
		return 0, 0, err
	}
	if len(pieces) == 0 && o.resumed > 0 {
		return 0, 0, fmt.Errorf("%w: the file has %d bytes, but none was written", ErrResume, o.resumed)
	}
	if len(pieces) > 0 && pieces[0].from == 0 {
		kept = pieces[0].to
	}
	again := kept < size && o.clonable(c)
	for i, p := range pieces {
		if known || again {
			p.from = max(p.from, p.to-compareBytes)
		}
		if err := o.compare(s, p); err != nil {
			return o.resumed, 0, err
		}
		if i == 0 {
			compared = min(kept, p.to-p.from)
		}
	}
	if again {
		kept, compared = 0, 0
	}
	o.truncate, o.keep = kept < o.resumed, kept
	if _, err := s.Seek(kept, io.SeekStart); err != nil {
		return 0, 0, err
	}
	_, err = o.File.Seek(kept, io.SeekStart)
	return kept, compared, err
}

// cursorOf returns the cursor that a Source passes to WriteStream.
func cursorOf(s Source) *block.Cursor {
	var t cursorTaker
	must.Get(s.WriteTo(&t))
	return t.c
}

type cursorTaker struct{ c *block.Cursor }

func (t *cursorTaker) WriteStream(c *block.Cursor) (int64, error) { t.c = c; return 0, nil }

func (*cursorTaker) Write([]byte) (int, error) { panic("not a stream of this module") }

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
		if report := o.options.Progress; report != nil {
			report(Progress{Compared: right})
		}
	})
	switch why := o.stopped(); {
	case same == size: // err may say that the stream continues
		return nil
	case why != nil:
		return why
	case errors.As(err, new(*fs.PathError)): // reading failed
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
	if m := o.options.Method; m != Auto && m != Clone {
		return false
	}
	o.truncate, o.keep = true, 0 // for emptyFrom
	defer func() { o.truncate = false }()
	_, err := o.File.Seek(0, io.SeekStart)
	if err != nil {
		return false
	}
	p, err := methods[Clone](&writer{o: o, c: c.Stream().Cursor()})
	_ = p.file.Close()
	return err == nil
}
