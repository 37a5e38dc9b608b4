package sink

import (
	"errors"
	"io"
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// cloner writes a part of a file and clones the rest from that, but for the seams: see
// clonePlan.
type cloner struct {
	*claim
	source *os.File // the file, open for reading
}

var errBehind = refuse("it has data where the output goes")

func newCloner(e *emission) (writer, error) {
	if err := e.seekable(); err != nil {
		return nil, err
	}
	if next, err := e.File.Seek(0, io.SeekCurrent); err != nil || !e.bareFrom(next) {
		return nil, errBehind
	}
	// Standard output is open for writing only.
	source, err := e.reopen(unix.O_RDONLY)
	if err != nil {
		return nil, refuse("it cannot be read: %w", errors.Unwrap(err))
	}
	// Clone the whole file onto itself: a file system that shares blocks finds nothing to
	// do, or an overlap (EINVAL).
	err = sys.clone(int(e.File.Fd()), &unix.FileCloneRange{Src_fd: int64(source.Fd())})
	if err != nil && !errors.Is(err, unix.EINVAL) {
		source.Close()
		return nil, refuse("its file system cannot share blocks (FICLONERANGE): %w", err)
	}
	return &cloner{&claim{emission: e}, source}, nil
}

func (w *cloner) close() { _ = w.source.Close() }

func (w *cloner) need() int64 {
	left := w.emission.need()
	next, _ := w.File.Seek(0, io.SeekCurrent)
	if p, ok := w.plan(next, next+left); ok {
		return p.need
	}
	return left
}

func (w *cloner) write() error {
	if w.Method == Auto && w.short() {
		return refuse("too short to gain from sharing blocks")
	}
	return w.hold(w.writeAll)
}

// short reports whether what is left is written as fast as it is cloned.
func (e *emission) short() bool { return e.need() < sys.cloneFrom }

func (w *cloner) writeAll() error {
	if !w.bare {
		return errBehind
	}
	p, ok := w.plan(w.next, w.end)
	base := w.end
	switch {
	case ok:
		base = p.source + 3*p.block
	case !w.short():
		return refuse("paths and numbered records do not repeat")
	}
	err := w.writeBase(base)
	for bits := p.bits; err == nil && w.next < p.end; bits++ {
		err = w.double(&p, bits)
	}
	if err == nil {
		err = w.writeBase(w.end)
	}
	if fs, unknown := sys.statfs(w.File); unknown == nil && fs.btrfs {
		// Syncing the file alone, now or later, would log the checksums of
		// a whole block for each of its clones: 50 s where this takes 0.2 s.
		if unsynced := sys.syncfs(int(w.File.Fd())); unsynced != nil && err == nil {
			err = w.failed("sync", unsynced)
		}
	}
	return err
}

// writeBase writes the bytes that go before an offset, past the page cache if it can.
func (w *cloner) writeBase(end int64) error {
	if err := w.start(); err != nil {
		return err
	}
	direct, err := w.openDirect()
	if err == nil {
		// Allocated in one piece, it is one extent, whatever the writes: cloning it takes
		// btrfs 0.6 s instead of 3.7. A run that stops before end gives the rest back if
		// the file is its own. Otherwise that could take what others append.
		if end <= fileLimit() {
			_ = sys.fallocate(int(w.File.Fd()), unix.FALLOC_FL_KEEP_SIZE, w.next, end-w.next)
		}
		err = w.writeUntil(end, direct)
		direct.Close()
	}
	if refused(err) {
		err = w.writeUntil(end, nil)
	}
	return err
}

// double clones the last three blocks of 2^bits moves to behind themselves, and writes the
// seams.
func (w *cloner) double(p *clonePlan, bits int) error {
	// There is a layout, and its blocks begin before the next byte: three are written.
	layout, _ := w.c.Stream().Layout(bits)
	first := layout.First + w.end - layout.End // where they do so in the file
	distance := 3 * layout.Block
	stop := min(w.next+distance, p.end)
	for w.next < stop {
		end := first + ((w.next-first)/layout.Block+1)*layout.Block // of the next seam
		seam := (end - layout.Seam) / p.page * p.page
		for from := min(seam, stop); w.next < from; {
			n := min(from-w.next, p.block*sys.cloneBlocks)
			if err := w.clone(w.source, distance, n); err != nil {
				return err
			}
		}
		if err := w.writeUntil(min(roundUp(end, p.page), stop), nil); err != nil {
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
	if !fits || size > 1<<60 || e.Method == Auto && e.short() {
		return best, false
	}
	fs, err := sys.statfs(e.File)
	if err != nil {
		fs = fileSystem{free: math.MaxInt64, block: 1 << 16}
	}
	page := max(sys.clonePage, fs.block)
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
