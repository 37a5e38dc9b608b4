package sink

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/osfile"
)

var errNotEmpty = refuse("it has data where the output goes")

// planClones plans clones of parts of the file, which it opens again to clone from.
func planClones(w *writer) (p plan, err error) {
	if err = w.o.seekable(); err != nil {
		return p, err
	}
	// Writing a short stream is as fast as cloning it.
	left, _ := w.c.Left()
	long, auto := left >= cloneFrom, w.o.options.Method == Auto
	if auto && !long {
		return p, refuse("too short to gain from sharing blocks")
	}
	next, err := w.o.File.Seek(0, io.SeekCurrent)
	if err != nil || !w.o.emptyFrom(next) {
		return p, errNotEmpty
	}
	// Standard output is open for writing only.
	if p.file, err = osfile.Reopen(w.o.File, os.O_RDONLY); err != nil {
		return p, refuse("it cannot be read: %w", err)
	}
	_ = unix.Fadvise(int(p.file.Fd()), 0, 0, unix.FADV_RANDOM) // cloned reads single pages
	// Clone the whole file onto itself. A file system that shares blocks finds nothing to do,
	// or an overlap (EINVAL).
	err = cloneRange(int(w.o.File.Fd()), &unix.FileCloneRange{Src_fd: int64(p.file.Fd())})
	if err != nil && !errors.Is(err, unix.EINVAL) {
		return p, refuse("its file system cannot share blocks (FICLONERANGE): %w", err)
	}
	at, _ := w.c.Offset()
	system, whole := sys.system(w.o.File), clonePlan{
		src:   p.file,
		shift: next - at,
		have:  next - w.now.Kept,
		next:  next,
		end:   next + left,
	}
	if !w.o.options.MustFit { // as far as it goes
		if size := w.o.room(float64(left)).size; size < float64(whole.end) {
			whole.end = int64(size)
		}
	}
	clones, ok := whole.best(w.c.Stream(), system)
	if !ok && long {
		return p, refuse("too little of it repeats, as in paths and numbered records")
	}
	p.need = func(bytes float64) float64 {
		if bytes < 1<<60 && (!auto || bytes >= float64(cloneFrom)) {
			part := whole
			part.end = next + int64(bytes)
			if part, ok := part.best(w.c.Stream(), system); ok {
				return min(bytes, part.need)
			}
		}
		return bytes
	}
	p.write = func() error {
		c, err := w.claim()
		if err != nil {
			return err
		}
		return c.release(c.writeClones(clones))
	}
	return p, nil
}

// writeClones carries out a plan.
func (c *claim) writeClones(p clonePlan) error {
	if !c.empty || c.next != p.next {
		return errNotEmpty
	}
	err := c.w.start()
	if err == nil {
		// btrfs clones one extent faster than many. release frees what is not used.
		_ = fallocate(int(c.w.o.File.Fd()), unix.FALLOC_FL_KEEP_SIZE, c.next, p.base-c.next)
		err = c.writeFast(p.base)
	}
	for bits := p.bits; err == nil && c.next < p.end; bits++ {
		err = c.double(p, bits)
	}
	if err == nil {
		err = c.writeFast(c.end)
	}
	if sys.system(c.w.o.File).Btrfs {
		// Syncing only the file, now or later, would log the checksums of a whole block
		// for each of its clones, which takes far longer.
		err = cmp.Or(err, syncError(syncfs(int(c.w.o.File.Fd()))))
	}
	return err
}

// writeFast writes the bytes before an offset. If possible, it bypasses the page cache.
func (c *claim) writeFast(end int64) error {
	direct, _ := reopenDirect(c.w.o.File)
	defer direct.Close()
	err := c.writeUntil(end, direct)
	if refused(err) {
		err = c.writeUntil(end, nil)
	}
	return err
}

// double appends clones of the last three blocks of 2^bits moves, and writes their seams.
func (c *claim) double(p clonePlan, bits int) error {
	// The layout exists. Three of its blocks are in the file, just before next.
	layout, _ := c.w.c.Stream().Layout(bits)
	first := layout.First + p.shift
	distance := 3 * layout.Block
	stop := min(c.next+distance, p.end)
	for c.next < stop {
		end := first + ((c.next-first)/layout.Block+1)*layout.Block // of this block
		seam := (end - layout.Seam) / p.page * p.page
		for from := min(seam, stop); c.next < from; {
			n := min(from-c.next, p.block*cloneBlocks)
			if err := c.clone(p.src, distance, n); err != nil {
				return err
			}
		}
		if err := c.writeUntil(min(roundUp(end, p.page), stop), nil); err != nil {
			return err
		}
	}
	return nil
}

// clone appends a clone of the n bytes that begin distance before next. src is the file, open
// for reading. The stream must have the same bytes in both places.
func (c *claim) clone(src *os.File, distance, n int64) error {
	if err := c.w.o.stopped(); err != nil {
		return err
	}
	r := unix.FileCloneRange{
		Src_fd:      int64(src.Fd()),
		Src_offset:  uint64(c.next - distance),
		Src_length:  uint64(n),
		Dest_offset: uint64(c.next),
	}
	fd := int(c.w.o.File.Fd())
	err := cloneRange(fd, &r)
	if err == unix.EAGAIN || err == unix.EBUSY { // OpenZFS, until the source is on the disk
		if err := syncError(sys.sync(c.w.o.File)); err != nil {
			return err
		}
		err = cloneRange(fd, &r)
	}
	switch {
	case err == nil && c.cloned(src, n):
		c.wrote(n)
		return nil
	case err == nil: // OpenZFS 2.2 cloned nothing, or a part, and reported success
		if err := c.cut(); err != nil {
			return c.w.o.failed("truncate", err)
		}
		return refuse("its file system reports clones that it did not make")
	case !osfile.OutOfSpace(err) && err != unix.EFBIG && errors.As(err, new(unix.Errno)):
		return refusal{c.w.o.failed("clone", err)}
	}
	return c.w.o.failed("clone", err)
}

// cloned reports whether the first and the last page of a clone of n bytes equal the stream.
func (c *claim) cloned(src *os.File, n int64) bool {
	page := min(n, clonePage)
	want, got := make([]byte, page), make([]byte, page)
	for _, at := range []int64{0, n - page} {
		c.w.c.SeekFrom(c.w.begin, c.w.now.Written+at)
		c.w.c.ReadFull(want)
		if _, err := src.ReadAt(got, c.next+at); err != nil || !bytes.Equal(got, want) {
			return false
		}
	}
	return true
}

// A clonePlan says which part of a file is written, and which is cloned. Its offsets are in
// the file.
//
// First the base is written, up to which there are three blocks at least, partly perhaps from an
// earlier run. Clones of the last three are appended. All bytes of the clones are right but the
// three seams, which are written. The six blocks are three blocks of twice the length. In the next
// step, these three are cloned, and so on. Each step writes three seams, or four if an edge cuts
// one. A clone ends before the page with the next seam; then this page is written. So all bytes of
// the file are right at any time.
type clonePlan struct {
	src   *os.File // the file, opened again
	shift int64    // from offsets in the stream to those in the file
	have  int64    // where the stream begins; an earlier run wrote its bytes before next
	next  int64    // where writing begins
	base  int64    // where the base ends
	end   int64    // where the last clone may end
	page  int64    // clones begin and end at multiples of this
	bits  int      // the first blocks have 2^bits moves
	block int64    // the length of such a block
	need  float64  // bytes of disk space, estimated
}

// Rough estimates. They choose between plans, and say how much space a plan needs.
const (
	extentTime  = 16e-6 // seconds for an extent; each block has two
	writeRate   = 0.5e9 // bytes a second
	extentBytes = 512   // of an extent in the tables of the file system
)

// best completes a plan that says where the stream is. It returns the fastest plan that uses at
// most half of the free space. If no plan does, it returns the plan that uses the least space. ok
// is false if there is nothing to clone; then all bytes are the base.
func (p clonePlan) best(s *block.Stream, fs osfile.System) (best clonePlan, ok bool) {
	best, best.base = p, p.end
	if p.end-p.next > 1<<60 {
		return best, false
	}
	p.page = max(clonePage, fs.Block)
	length, least := p.end-p.next, 0.0 // seconds
	p.end = p.end / p.page * p.page
	for p.bits = 9; ; p.bits++ {
		layout, exists := s.Layout(p.bits)
		if !exists {
			return best, ok
		}
		p.block = layout.Block
		p.base = roundUp(max(p.next, max(p.have, layout.First+p.shift)+3*p.block), p.page)
		if p.end <= p.base { // longer blocks leave nothing to clone, either
			return best, ok
		}
		written, extents := float64(p.base-p.next), float64(length/p.block*2)
		p.need = written + extents*extentBytes
		time := written/writeRate + extents*extentTime
		if p.block%p.page == 0 && (!ok || time < least && p.need <= max(best.need, fs.Free/2)) {
			best, least, ok = p, time, true
		}
	}
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }
