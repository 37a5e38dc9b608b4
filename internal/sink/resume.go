package sink

import (
	"errors"
	"fmt"
	"io"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/osfile"
)

// firstHole returns the offset of the first hole in a file, at or after an offset.
func firstHole(pieces []osfile.Piece, from int64) int64 {
	if len(pieces) > 0 && pieces[0].From == from {
		return pieces[0].To
	}
	return from
}

// resume compares a partial file with the stream, and moves the cursor and the file's offset to
// where writing continues. If the file is not the beginning of the stream, the error wraps
// ErrResume, and the file is left unchanged.
//
// A power cut can leave holes in a file. If the file system shows them, the last MiB of each piece
// is compared, and writing continues at the first hole. Otherwise, the whole file is compared. The
// file is not truncated: existing bytes are overwritten only with equal ones.
func (w *writer) resume() error {
	has := w.o.resumed
	if size, _ := w.c.Stream().Size(); has > size {
		return fmt.Errorf("%w: the file has %d bytes, and the stream only %d", ErrResume, has, size)
	}
	pieces, known := w.o.pieces(0, has)
	if len(pieces) == 0 {
		return fmt.Errorf("%w: the file has %d bytes, but none was written", ErrResume, has)
	}
	last := has // bytes of each piece
	if known {
		last = 1 << 20
	}
	w.now = Progress{Kept: has, Comparing: true}
	w.report()
	for _, p := range pieces {
		if err := w.compare(max(p.From, p.To-last), p.To); err != nil {
			return err
		}
	}
	kept := firstHole(pieces, 0)
	w.now = Progress{Kept: kept, Compared: min(kept, last)}
	w.report()
	w.c.SeekTo(kept)
	w.begin, w.o.old = w.c.Pos(), New
	_, err := w.o.File.Seek(kept, io.SeekStart)
	return err
}

// compare returns nil if the bytes from … to−1 of the file equal the stream.
func (w *writer) compare(from, to int64) error {
	w.c.SeekTo(from)
	src := io.NewSectionReader(w.o.File, from, to-from)
	err := w.c.CompareAt(w.o.options.Context, src, to-from, func(right int64) {
		w.now.Compared = right
		w.report()
	})
	switch {
	case errors.As(err, new(*block.Difference)):
		return fmt.Errorf("%w: %w", ErrResume, err)
	case err == nil && w.now.Compared < to-from:
		return fmt.Errorf("%s became shorter: %w", w.o.File.Name(), io.ErrUnexpectedEOF)
	}
	return err
}
