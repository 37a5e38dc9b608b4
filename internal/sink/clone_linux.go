package sink

import (
	"errors"
	"math"

	"golang.org/x/sys/unix"
)

func canClone(e *emission) error { return opens(e.openClone()) }

// opens closes what was opened, or returns why it was not.
func opens(fd int, err error) error {
	if err == nil {
		_ = unix.Close(fd)
	}
	return err
}

// openClone opens the file of e as the source of clones.
func (e *emission) openClone() (fd int, err error) {
	if err := e.seekable(); err != nil {
		return 0, err
	}
	if e.size > e.pos {
		return 0, refuse("it has data where the output goes")
	}
	// Standard output is open for writing only.
	if fd, err = e.reopen(unix.O_RDONLY); err != nil {
		return 0, refuse("it cannot be read: %w", err)
	}
	// Clone the whole file onto itself: a file system with clones finds nothing to
	// do, or an overlap (EINVAL).
	err = control(e.file, func(to int) error { return sys.clone(to, &unix.FileCloneRange{Src_fd: int64(fd)}) })
	if err == nil || errors.Is(err, unix.EINVAL) {
		return fd, nil
	}
	_ = unix.Close(fd)
	return 0, refuse("its file system has no clones: %w", err)
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

// Variables, for tests clone short streams.
var (
	// From here on, Auto clones: 128 extents take some ms, 64 MiB to write 0.1 s.
	cloneFrom int64 = 64 << 20
	// How many blocks one call clones, so that it takes some 0.1 s.
	cloneBlocks int64 = 1 << 12
	// clonePage returns what clones have to be a multiple of.
	clonePage = func(e *emission) int64 {
		s, err := statfs(e.file)
		if err != nil {
			return 1 << 16
		}
		return max(4096, int64(s.Bsize))
	}
)

// plan returns the fastest way to clone what is left in half of the free space, and
// whether cloning is of use. Without the space, the plan is one that needs the least.
func (e *emission) plan() (best clonePlan, ok bool) {
	size, fits := e.c.Stream().Size()
	if !fits || size > 1<<60 || e.Method == Auto && e.left() < cloneFrom {
		return best, false
	}
	free, err := Free(e.file)
	if err != nil {
		free = math.MaxInt64
	}
	page := clonePage(e)
	for bits := 9; ; bits++ {
		p, possible := e.planFor(bits, page)
		if !possible {
			return best, ok
		}
		if p.block%page == 0 && (!ok || p.cost < best.cost && p.need <= max(best.need, free/2)) {
			best, ok = p, true
		}
	}
}

// planFor returns the plan with blocks of 2^bits moves. It returns false if these, and
// all longer ones, leave nothing to clone.
func (e *emission) planFor(bits int, page int64) (p clonePlan, ok bool) {
	layout, ok := e.c.Stream().Layout(bits)
	if !ok {
		return p, false
	}
	moved := e.offset() - (layout.End - e.left()) // from offsets of the stream to those of the file
	p = clonePlan{
		bits:   bits,
		block:  layout.Block,
		source: roundUp(max(e.offset(), layout.First+moved), page),
		end:    min(layout.End+moved, fileLimit()) / page * page, // what is beyond the limit fails in a write
		page:   page,
	}
	written := p.source - e.offset() + 3*p.block
	extents := e.left() / p.block * 2
	p.need = written + extents*extentBytes
	p.cost = float64(written)/writeRate + float64(extents)*extentTime
	return p, p.end-p.source > 3*p.block
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// clone writes three blocks and clones the rest from them, but for the seams: see
// clonePlan.
func (e *emission) clone() error {
	if err := e.claim(); err != nil {
		return err
	}
	source, err := e.openClone() // once more, at the claim
	if err != nil {
		return err
	}
	defer unix.Close(source)
	p, ok := e.plan()
	switch {
	case e.Method == Auto && !ok:
		return refuse("too little comes again")
	case !ok && e.left() >= cloneFrom:
		return refuse("nothing comes again in paths and numbered records")
	}
	if err := e.start(); err != nil {
		return err
	}
	if !ok {
		return e.writeBase(e.pos + e.total)
	}
	err = e.cloneAs(&p, source)
	if s, e2 := statfs(e.file); e2 == nil && uint32(s.Type) == unix.BTRFS_SUPER_MAGIC {
		// Syncing the file alone, now or later, would log the checksums of
		// a whole block for each of its clones: 50 s where this takes 0.2 s.
		if e2 := control(e.file, func(fd int) error { return sys.syncfs(fd) }); e2 != nil && err == nil {
			err = e.failed("sync", e2)
		}
	}
	return err
}

func (e *emission) cloneAs(p *clonePlan, source int) error {
	if err := e.writeBase(p.source + 3*p.block); err != nil {
		return err
	}
	distance := 3 * p.block
	for bits := p.bits; e.offset() < p.end; bits++ {
		if err := e.double(p, source, bits, distance); err != nil {
			return err
		}
		distance *= 2
	}
	return e.writeBase(e.pos + e.total)
}

// writeBase writes the bytes that go before an offset of the file, past the page cache
// if it can.
func (e *emission) writeBase(end int64) error {
	fd, err := e.openDirect()
	if err == nil {
		// Allocated in one piece, it is one extent, whatever the writes: cloning it takes
		// btrfs 0.6 s instead of 3.7. A run that stops before end gives the rest back if
		// the file is its own. Otherwise that could take what others append.
		if end <= fileLimit() {
			_ = control(e.file, func(fd int) error {
				return sys.fallocate(fd, unix.FALLOC_FL_KEEP_SIZE, e.offset(), end-e.offset())
			})
		}
		e.rewind()
		w := directWriter{e: e, fd: fd}
		err = w.writeUntil(end)
		_ = unix.Close(fd)
	}
	if errors.As(err, new(refusal)) {
		err = e.writeCached(end)
	}
	return err
}

// writeCached is writeBase through the page cache.
func (e *emission) writeCached(end int64) error {
	e.rewind()
	w := directWriter{e: e, fd: -1}
	return w.writeUntil(end)
}

// double clones the distance bytes before the offset, which are three blocks of 2^bits
// moves, to behind it, and writes the seams.
func (e *emission) double(p *clonePlan, source, bits int, distance int64) error {
	stop := min(e.offset()+distance, p.end)
	for e.offset() < stop {
		from, to := e.nextSeam(p, bits, stop)
		for e.offset() < from {
			n := min(from-e.offset(), p.block*cloneBlocks)
			if err := e.cloneOne(source, distance, n); err != nil {
				return err
			}
		}
		if err := e.writeCached(to); err != nil {
			return err
		}
	}
	return nil
}

// nextSeam returns the pages, before stop, of the next seam of blocks of 2^bits
// moves.
func (e *emission) nextSeam(p *clonePlan, bits int, stop int64) (from, to int64) {
	// There is a layout, and it begins before the offset: more than three such
	// blocks are written.
	l, _ := e.c.Stream().Layout(bits)
	end := l.First + e.offset() - (l.End - e.left())
	end += ((e.offset()-end)/l.Block + 1) * l.Block
	from = max(e.offset(), (end-l.Seam)/p.page*p.page)
	return min(from, stop), min(roundUp(end, p.page), stop)
}

// cloneOne clones the n bytes that are distance before the offset.
func (e *emission) cloneOne(source int, distance, n int64) error {
	if err := e.stopped(); err != nil {
		return err
	}
	r := unix.FileCloneRange{
		Src_fd:      int64(source),
		Src_offset:  uint64(e.offset() - distance),
		Src_length:  uint64(n),
		Dest_offset: uint64(e.offset()),
	}
	_, err := e.retry(func(fd int) (int, error) { return 0, sys.clone(fd, &r) })
	switch err {
	case nil:
		e.wrote(n)
		return nil
	case unix.EINVAL, unix.EOPNOTSUPP, unix.ENOTTY, unix.EXDEV, unix.EPERM, unix.ETXTBSY:
		return refusal{e.failed("clone", err)}
	}
	return e.failed("clone", err)
}
