package sink

import (
	"bytes"
	"errors"
	"io"

	"golang.org/x/sys/unix"
)

var errNotEmpty = refuse("it has data where the output goes")

// openClones opens the file to be cloned from.
func (w *writer) openClones() error {
	if err := w.seekable(); err != nil {
		return err
	}
	if w.Method == Auto && w.short() {
		return refuse("too short to gain from sharing blocks")
	}
	next, err := w.File.Seek(0, io.SeekCurrent)
	if err != nil || !w.emptyFrom(next) {
		return errNotEmpty
	}
	// Standard output is open for writing only.
	if w.again, err = w.reopen(unix.O_RDONLY); err != nil {
		return refuse("it cannot be read: %w", errors.Unwrap(err))
	}
	_ = unix.Fadvise(int(w.again.Fd()), 0, 0, unix.FADV_RANDOM) // reads only what is compared
	// Clone the whole file onto itself: a file system that shares blocks finds nothing to
	// do, or an overlap (EINVAL).
	err = linux.clone(int(w.File.Fd()), &unix.FileCloneRange{Src_fd: int64(w.again.Fd())})
	if err != nil && !errors.Is(err, unix.EINVAL) {
		return refuse("its file system cannot share blocks (FICLONERANGE): %w", err)
	}
	left, _ := w.c.Left()
	p, ok := w.plan(next, next+left)
	switch {
	case ok:
		w.need = float64(p.need)
	case w.short():
		p = clonePlan{next: next, base: next + left}
	default:
		return refuse("too little of it repeats, as in paths and numbered records")
	}
	w.clones = p
	return nil
}

// short reports whether writing the rest takes no longer than cloning it.
func (w *writer) short() bool {
	left, _ := w.c.Left()
	return left < linux.cloneFrom
}

func (w *writer) writeClones() error { return w.hold((*claim).cloneAll) }

// cloneAll writes a part of the file and clones the rest from it, except for the seams: see
// clonePlan. If cloning stops working, it writes the rest.
func (c *claim) cloneAll() error {
	p := &c.clones
	if !c.empty || c.next != p.next {
		return errNotEmpty
	}
	err := c.writeBase(p.base)
	for bits := p.bits; err == nil && c.next < p.end; bits++ {
		err = c.double(p, bits)
	}
	if err == nil || refused(err) {
		err = c.writeFast(c.end)
	}
	if sys.statfs(c.File).btrfs {
		// Syncing the file alone, now or later, would log the checksums of a whole block
		// for each of its clones: 50 s where this takes 0.2 s.
		if unsynced := syncError(linux.syncfs(int(c.File.Fd()))); unsynced != nil && err == nil {
			err = unsynced
		}
	}
	return err
}

// writeBase writes the bytes before an offset, in one extent if possible: cloning that takes
// btrfs 0.6 s instead of 3.7. A run that stops gives the rest back if the file is its own.
func (c *claim) writeBase(end int64) error {
	if err := c.start(); err != nil {
		return err
	}
	if end <= fileLimit() {
		_ = linux.fallocate(int(c.File.Fd()), unix.FALLOC_FL_KEEP_SIZE, c.next, end-c.next)
	}
	return c.writeFast(end)
}

// writeFast writes the bytes before an offset, past the page cache if possible.
func (c *claim) writeFast(end int64) error {
	direct, err := c.reopenDirect()
	if err == nil {
		err = c.writeUntil(end, direct)
		direct.Close()
	}
	if refused(err) {
		err = c.writeUntil(end, nil)
	}
	return err
}

// double appends clones of the last three blocks of 2^bits moves, and writes the seams.
func (c *claim) double(p *clonePlan, bits int) error {
	// The layout exists, and its blocks begin before the next byte: three are written.
	layout, _ := c.c.Stream().Layout(bits)
	first := layout.First + c.end - layout.End // in the file
	distance := 3 * layout.Block
	stop := min(c.next+distance, p.end)
	for c.next < stop {
		end := first + ((c.next-first)/layout.Block+1)*layout.Block // of the next seam
		seam := (end - layout.Seam) / p.page * p.page
		for from := min(seam, stop); c.next < from; {
			n := min(from-c.next, p.block*linux.cloneBlocks)
			if err := c.clone(distance, n); err != nil {
				return err
			}
		}
		if err := c.writeUntil(min(roundUp(end, p.page), stop), nil); err != nil {
			return err
		}
	}
	return nil
}

// clone clones the n bytes that start distance before the next byte, which must equal those
// that come next, from the file opened again.
func (c *claim) clone(distance, n int64) error {
	if err := c.stopped(); err != nil {
		return err
	}
	r := unix.FileCloneRange{
		Src_fd:      int64(c.again.Fd()),
		Src_offset:  uint64(c.next - distance),
		Src_length:  uint64(n),
		Dest_offset: uint64(c.next),
	}
	// EAGAIN does not end by waiting: OpenZFS returns it until the source is on the disk.
	call := func(fd int) (int, error) {
		if err := linux.clone(fd, &r); err != unix.EAGAIN {
			return 0, err
		}
		return 0, unix.EBUSY
	}
	_, err := c.retry(c.File, call)
	if err == unix.EBUSY {
		if err := syncError(sys.sync(c.File)); err != nil {
			return err
		}
		_, err = c.retry(c.File, call)
	}
	switch {
	case err == nil && c.cloned(n):
		c.wrote(n)
		return nil
	case err == nil: // OpenZFS 2.2 cloned nothing, or a part, and reported success
		if err := c.truncateOurs(); err != nil {
			return c.failed("truncate", err)
		}
		return refuse("its file system reports clones that it did not make")
	case err != unix.ENOSPC && err != unix.EDQUOT && errors.As(err, new(unix.Errno)):
		return refusal{c.failed("clone", err)}
	}
	return c.failed("clone", err)
}

// cloned reports whether the file has the next n bytes of the stream, as far as the first and
// last of their pages tell.
func (c *claim) cloned(n int64) bool {
	page := min(n, linux.clonePage)
	return c.equal(0, page) && c.equal(n-page, page)
}

// equal reports whether the n bytes of the file at a distance after the next byte equal
// the stream.
func (c *claim) equal(distance, n int64) bool {
	c.c.SeekFrom(c.begin, c.written+distance)
	c.fill(int(n))
	got := make([]byte, c.bytes)
	_, err := c.again.ReadAt(got, c.next+distance)
	return err == nil && bytes.Equal(got, bytes.Join(c.segments, nil))
}

// A clonePlan is how a file is made of clones. Its offsets are in the file.
//
// The base, which ends with three blocks, is written, and clones of these are appended: in
// them, all bytes are right except those of the three seams. The six blocks are three of twice
// the length, and the bytes between the seams of those are right, so they are cloned in turn,
// and so on. Each doubling has three seams to write, or one more at an edge. A clone ends
// before a page with a seam, which is then appended: at every moment, all that the file has
// is right.
type clonePlan struct {
	bits  int     // blocks have 2^bits moves
	block int64   // the length of a block
	next  int64   // where the stream begins
	base  int64   // where the base ends
	end   int64   // where the last clone may end
	page  int64   // clones begin and end at multiples of this
	need  int64   // space on the disk, estimated
	cost  float64 // seconds, estimated
}

// Estimates for plans.
const (
	extentTime  = 16e-6 // seconds for an extent; each block has two
	writeRate   = 0.5e9 // bytes a second
	extentBytes = 512   // for an extent in the tables of the file system
)

// plan returns the fastest way to clone bytes next … end−1 of the file in half of the free
// space, and whether cloning pays. Without that space, it returns the plan that needs the
// least.
func (w *writer) plan(next, end int64) (best clonePlan, ok bool) {
	size, fits := w.c.Stream().Size()
	if !fits || size > 1<<60 {
		return best, false
	}
	fs := sys.statfs(w.File)
	page := max(linux.clonePage, fs.block)
	for bits := 9; ; bits++ {
		p, possible := w.planFor(bits, page, next, end)
		if !possible {
			return best, ok
		}
		if p.block%page == 0 && (!ok || p.cost < best.cost && p.need <= max(best.need, fs.free/2)) {
			best, ok = p, true
		}
	}
}

// planFor returns the plan with blocks of 2^bits moves. It returns false if these, and
// all longer ones, leave nothing to clone.
func (w *writer) planFor(bits int, page, next, end int64) (p clonePlan, ok bool) {
	layout, ok := w.c.Stream().Layout(bits)
	if !ok {
		return p, false
	}
	moved := end - layout.End // from offsets of the stream to those of the file
	p = clonePlan{
		bits:  bits,
		block: layout.Block,
		next:  next,
		base:  roundUp(max(next, layout.First+moved), page) + 3*layout.Block,
		end:   min(end, fileLimit()) / page * page, // a write past the limit fails and reports it
		page:  page,
	}
	extents := (end - next) / p.block * 2
	p.need = p.base - next + extents*extentBytes
	p.cost = float64(p.base-next)/writeRate + float64(extents)*extentTime
	return p, p.end > p.base
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }
