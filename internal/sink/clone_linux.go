package sink

import (
	"bytes"
	"cmp"
	"errors"
	"io"

	"golang.org/x/sys/unix"
)

var errNotEmpty = refuse("it has data where the output goes")

// openClones opens the file again, to clone from it, and plans the clones.
func (w *writer) openClones() error {
	if err := w.seekable(); err != nil {
		return err
	}
	// Writing a short stream is as fast as cloning it.
	left, _ := w.c.Left()
	short := left < linux.cloneFrom
	if w.Method == Auto && short {
		return refuse("too short to gain from sharing blocks")
	}
	next, err := w.File.Seek(0, io.SeekCurrent)
	if err != nil || !w.emptyFrom(next) {
		return errNotEmpty
	}
	// Standard output is open for writing only.
	if w.again, err = w.reopen(unix.O_RDONLY, "it cannot be read"); err != nil {
		return err
	}
	_ = unix.Fadvise(int(w.again.Fd()), 0, 0, unix.FADV_RANDOM) // cloned reads single pages
	// Clone the whole file onto itself. A file system that shares blocks finds nothing to do,
	// or an overlap (EINVAL).
	err = linux.clone(int(w.File.Fd()), &unix.FileCloneRange{Src_fd: int64(w.again.Fd())})
	if err != nil && !errors.Is(err, unix.EINVAL) {
		return refuse("its file system cannot share blocks (FICLONERANGE): %w", err)
	}
	p, ok := w.plan(next, next+left)
	switch {
	case ok:
		w.need = float64(p.need)
	case short:
		p = clonePlan{next: next, base: next + left}
	default:
		return refuse("too little of it repeats, as in paths and numbered records")
	}
	w.clones = p
	return nil
}

// writeClones carries out the plan. If a clone is refused, it writes the rest.
func (c *claim) writeClones() error {
	p := &c.clones
	if !c.empty || c.next != p.next {
		return errNotEmpty
	}
	err := c.start()
	if err == nil {
		// btrfs clones one extent in 0.6 s, and many in 3.7 s. release frees what is not used.
		_ = linux.fallocate(int(c.File.Fd()), unix.FALLOC_FL_KEEP_SIZE, c.next, p.base-c.next)
		err = c.writeFast(p.base)
	}
	for bits := p.bits; err == nil && c.next < p.end; bits++ {
		err = c.double(p, bits)
	}
	if err == nil || refused(err) {
		err = c.writeFast(c.end)
	}
	if sys.statfs(c.File).btrfs {
		// Syncing only the file, now or later, would log the checksums of a whole block
		// for each of its clones. That takes 50 s; this takes 0.2 s.
		err = cmp.Or(err, syncError(linux.syncfs(int(c.File.Fd()))))
	}
	return err
}

// writeFast writes the bytes before an offset. If possible, it bypasses the page cache.
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

// double appends clones of the last three blocks of 2^bits moves, and writes their seams.
func (c *claim) double(p *clonePlan, bits int) error {
	// The layout exists. Three of its blocks are in the file, just before next.
	layout, _ := c.c.Stream().Layout(bits)
	first := layout.First + c.end - layout.End // in the file
	distance := 3 * layout.Block
	stop := min(c.next+distance, p.end)
	for c.next < stop {
		end := first + ((c.next-first)/layout.Block+1)*layout.Block // of this block
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

// clone appends a clone of the n bytes that begin distance before next. The stream must have
// the same bytes in both places.
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
	// retry would wait on EAGAIN. OpenZFS returns it until the source is on the disk.
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
		if err := c.cut(); err != nil {
			return c.failed("truncate", err)
		}
		return refuse("its file system reports clones that it did not make")
	case err != unix.ENOSPC && err != unix.EDQUOT && errors.As(err, new(unix.Errno)):
		return refusal{c.failed("clone", err)}
	}
	return c.failed("clone", err)
}

// cloned reports whether the first and the last page of a clone of n bytes equal the stream.
func (c *claim) cloned(n int64) bool {
	page := min(n, linux.clonePage)
	for _, at := range []int64{0, n - page} {
		c.c.SeekFrom(c.begin, c.written+at)
		c.fill(int(page))
		got := make([]byte, page)
		if _, err := c.again.ReadAt(got, c.next+at); err != nil || !bytes.Equal(got, bytes.Join(c.segments, nil)) {
			return false
		}
	}
	return true
}

// A clonePlan says which part of a file is written, and which is cloned. Its offsets are in
// the file.
//
// First the base is written, which ends with three blocks. Clones of these three are appended.
// All bytes of the clones are right but the three seams, which are written. The six blocks are
// three blocks of twice the length. In the next step, these three are cloned, and so on. Each
// step writes three seams, or four if an edge cuts one. A clone ends before the page with the
// next seam; then this page is written. So all bytes of the file are right at any time.
type clonePlan struct {
	bits  int   // the first blocks have 2^bits moves
	block int64 // the length of such a block
	next  int64 // where the stream begins
	base  int64 // where the base ends
	end   int64 // where the last clone may end
	page  int64 // clones begin and end at multiples of this
	need  int64 // disk space, estimated
}

// Estimates for plans.
const (
	extentTime  = 16e-6 // seconds for an extent; each block has two
	writeRate   = 0.5e9 // bytes a second
	extentBytes = 512   // for an extent in the tables of the file system
)

// plan plans the bytes next … end−1 of the file. It returns the fastest plan that uses at most
// half of the free space. If no plan does, it returns the plan that uses the least space. ok is
// false if there is nothing to clone.
func (w *writer) plan(next, end int64) (best clonePlan, ok bool) {
	if end-next > 1<<60 {
		return best, false
	}
	fs := sys.statfs(w.File)
	page := max(linux.clonePage, fs.block)
	least := 0.0 // seconds
	for bits := 9; ; bits++ {
		layout, exists := w.c.Stream().Layout(bits)
		if !exists {
			return best, ok
		}
		first := layout.First + end - layout.End // in the file
		p := clonePlan{
			bits:  bits,
			block: layout.Block,
			next:  next,
			base:  roundUp(max(next, first), page) + 3*layout.Block,
			end:   end / page * page,
			page:  page,
		}
		if p.end <= p.base { // longer blocks leave nothing to clone, either
			return best, ok
		}
		extents := (end - next) / p.block * 2
		p.need = p.base - next + extents*extentBytes
		time := float64(p.base-next)/writeRate + float64(extents)*extentTime
		if p.block%page == 0 && (!ok || time < least && p.need <= max(best.need, fs.free/2)) {
			best, least, ok = p, time, true
		}
	}
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }
