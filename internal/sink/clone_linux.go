package sink

import (
	"errors"
	"io"

	"golang.org/x/sys/unix"
)

var errBehind = refuse("it has data where the output goes")

// openClones opens the file to be cloned from.
func (e *emission) openClones() error {
	if err := e.seekable(); err != nil {
		return err
	}
	if e.Method == Auto && e.short() {
		return refuse("too short to gain from sharing blocks")
	}
	next, err := e.File.Seek(0, io.SeekCurrent)
	if err != nil || !e.bareFrom(next) {
		return errBehind
	}
	// Standard output is open for writing only.
	if e.again, err = e.reopen(unix.O_RDONLY); err != nil {
		return refuse("it cannot be read: %w", errors.Unwrap(err))
	}
	// Clone the whole file onto itself: a file system that shares blocks finds nothing to
	// do, or an overlap (EINVAL).
	err = linux.clone(int(e.File.Fd()), &unix.FileCloneRange{Src_fd: int64(e.again.Fd())})
	if err != nil && !errors.Is(err, unix.EINVAL) {
		return refuse("its file system cannot share blocks (FICLONERANGE): %w", err)
	}
	if p, ok := e.plan(next, next+e.need); ok {
		e.need = p.need
	}
	return nil
}

// short reports whether what is left is written as fast as it is cloned.
func (e *emission) short() bool {
	left, _ := e.c.Left()
	return left < linux.cloneFrom
}

func (e *emission) writeClones() error { return e.hold((*claim).cloneAll) }

// cloneAll writes a part of a file and clones the rest from that, but for the seams: see
// clonePlan.
func (c *claim) cloneAll() error {
	if !c.bare {
		return errBehind
	}
	p, ok := c.plan(c.next, c.end)
	base := c.end
	switch {
	case ok:
		base = p.source + 3*p.block
	case !c.short():
		return refuse("paths and numbered records do not repeat")
	}
	err := c.writeBase(base)
	for bits := p.bits; err == nil && c.next < p.end; bits++ {
		err = c.double(&p, bits)
	}
	if err == nil {
		err = c.writeBase(c.end)
	}
	if sys.statfs(c.File).btrfs {
		// Syncing the file alone, now or later, would log the checksums of
		// a whole block for each of its clones: 50 s where this takes 0.2 s.
		if unsynced := linux.syncfs(int(c.File.Fd())); unsynced != nil && err == nil {
			err = c.failed("sync", unsynced)
		}
	}
	return err
}

// writeBase writes the bytes that go before an offset, past the page cache if it can.
func (c *claim) writeBase(end int64) error {
	if err := c.start(); err != nil {
		return err
	}
	direct, err := c.reopenDirect()
	if err == nil {
		// Allocated in one piece, it is one extent, whatever the writes: cloning it takes
		// btrfs 0.6 s instead of 3.7. A run that stops before end gives the rest back if
		// the file is its own. Otherwise that could take what others append.
		if end <= fileLimit() {
			_ = linux.fallocate(int(c.File.Fd()), unix.FALLOC_FL_KEEP_SIZE, c.next, end-c.next)
		}
		err = c.writeUntil(end, direct)
		direct.Close()
	}
	if refused(err) {
		err = c.writeUntil(end, nil)
	}
	return err
}

// double clones the last three blocks of 2^bits moves to behind themselves, and writes the
// seams.
func (c *claim) double(p *clonePlan, bits int) error {
	// There is a layout, and its blocks begin before the next byte: three are written.
	layout, _ := c.c.Stream().Layout(bits)
	first := layout.First + c.end - layout.End // where they do so in the file
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

// A clonePlan is how a file is made of clones. Its offsets are in the file.
//
// From source on, three blocks are written. They are cloned to behind themselves:
// there, all bytes but those of the three seams are right. The six blocks are
// three of twice the length, and what is between the seams of those is right, so
// they are cloned in turn; and so on. Each time there are three seams (or one
// more at an edge) to write. A clone ends before a page with a seam, which is
// written where the file then ends: at every moment, all that the file has is
// right.
type clonePlan struct {
	bits   int   // blocks have 2^bits moves
	block  int64 // and this length
	source int64
	end    int64   // from here on, the rest is written
	page   int64   // what begins or ends a clone is a multiple of this
	need   int64   // the space that it takes on the disk, about
	cost   float64 // and the seconds, about
}

// Estimates of what plans take.
const (
	extentTime  = 16e-6 // seconds for an extent; each block has two
	writeRate   = 0.5e9 // bytes a second
	extentBytes = 512   // for an extent in the tables of the file system
)

// plan returns the fastest way to clone the bytes next … end−1 of the file in half of the
// free space, and whether cloning pays. Without the space, it returns the plan that needs
// the least.
func (e *emission) plan(next, end int64) (best clonePlan, ok bool) {
	size, fits := e.c.Stream().Size()
	if !fits || size > 1<<60 {
		return best, false
	}
	fs := sys.statfs(e.File)
	page := max(linux.clonePage, fs.block)
	for bits := 9; ; bits++ {
		p, possible := e.planFor(bits, page, next, end)
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
func (e *emission) planFor(bits int, page, next, end int64) (p clonePlan, ok bool) {
	layout, ok := e.c.Stream().Layout(bits)
	if !ok {
		return p, false
	}
	moved := end - layout.End // from offsets of the stream to those of the file
	p = clonePlan{
		bits:   bits,
		block:  layout.Block,
		source: roundUp(max(next, layout.First+moved), page),
		end:    min(end, fileLimit()) / page * page, // what is beyond the limit fails in a write
		page:   page,
	}
	written := p.source - next + 3*p.block
	extents := (end - next) / p.block * 2
	p.need = written + extents*extentBytes
	p.cost = float64(written)/writeRate + float64(extents)*extentTime
	return p, p.end-p.source > 3*p.block
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }
