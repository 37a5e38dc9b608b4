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

// resume compares a partial output with the stream, and moves the cursor and the output's offset to
// where writing continues. Existing bytes of a file are overwritten only with equal ones. If the
// output is not the beginning of the stream, the error wraps ErrResume, and it is left unchanged.
func (w *writer) resume() (err error) {
	w.now = Progress{Kept: w.o.resumed, Comparing: true}
	w.report()
	now := Progress{}
	if w.o.device {
		now.Kept, err = w.compareDevice()
		now.Compared = now.Kept
	} else {
		now.Kept, now.Compared, err = w.compareFile()
	}
	if err != nil {
		return err
	}
	w.now = now
	w.report()
	w.c.SeekTo(now.Kept)
	w.begin, w.o.old = w.c.Pos(), New
	_, err = w.o.File.Seek(now.Kept, io.SeekStart)
	return err
}

// compareFile returns how many bytes of a file stay, and how many of these were compared. A power cut
// can leave holes in a file. If the file system shows them, the last MiB of each piece is compared,
// and writing continues at the first hole. Otherwise, the whole file is compared.
func (w *writer) compareFile() (kept, compared int64, err error) {
	has := w.o.resumed
	if size, _ := w.c.Stream().Size(); has > size {
		return 0, 0, fmt.Errorf("%w: the file has %d bytes, and the stream only %d", ErrResume, has, size)
	}
	pieces, known := w.o.pieces(0, has)
	if len(pieces) == 0 {
		return 0, 0, fmt.Errorf("%w: the file has %d bytes, but none was written", ErrResume, has)
	}
	last := has // bytes of each piece
	if known {
		last = 1 << 20
	}
	for _, p := range pieces {
		if err := w.compare(max(p.From, p.To-last), p.To); err != nil {
			return 0, 0, err
		}
	}
	kept = firstHole(pieces, 0)
	return kept, min(kept, last), nil
}

// compareDevice returns how many bytes at the start of a block device equal the stream; the rest is
// overwritten, because a device does not tell how much was written to it. Less than a sector may be
// chance: then it is not the beginning of the stream.
func (w *writer) compareDevice() (right int64, err error) {
	const sector = 512
	size, _ := w.c.Stream().Size()
	err = w.compare(0, size)
	right, _ = w.c.Offset()
	if errors.Is(err, ErrResume) && right >= min(size, sector) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return right, err
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
