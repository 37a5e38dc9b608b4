package sink

import (
	"errors"

	"golang.org/x/sys/unix"
)

func canClone(e *emission) error {
	fd, err := e.openClone()
	if err == nil {
		_ = unix.Close(fd)
	}
	return err
}

// openClone opens the file of e as the source of clones.
func (e *emission) openClone() (fd int, err error) {
	if err := e.placed(); err != nil {
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
	err = e.control(func(to int) error { return sys.clone(to, &unix.FileCloneRange{Src_fd: int64(fd)}) })
	if err == nil || errors.Is(err, unix.EINVAL) {
		return fd, nil
	}
	_ = unix.Close(fd)
	return 0, refuse("its file system has no clones: %w", err)
}

// A clonePlan is how a file is made of clones. Its places are in the file.
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
	end    int64 // from here on, the rest is written
	page   int64 // what begins or ends a clone is a multiple of this
	most   int64 // that one call clones
	need   int64 // the space that it takes on the disk, about
}

const (
	// Each block costs two extents, and three blocks are written. The time is least
	// where the square of a block's length is about this times the file's length.
	cloneRatio = 1 << 12
	// Estimates: the seconds that an extent takes, and the bytes written a second.
	extentTime = 16e-6
	writeRate  = 0.5e9
	// The space for an extent in the tables of the file system, about.
	extentBytes = 512
)

// Variables, for tests clone short streams.
var (
	// From here on, Auto clones: 128 extents take some ms, 64 MiB to write 0.1 s.
	cloneFrom int64 = 64 << 20
	// How many blocks one call clones, so that it takes some 0.1 s.
	cloneBlocks int64 = 1 << 12
	// clonePage returns what clones have to be a multiple of.
	clonePage = func(e *emission) int64 {
		s, err := e.fileSystem()
		if err != nil {
			return 1 << 16
		}
		return max(4096, int64(s.Bsize))
	}
)

func (e *emission) fileSystem() (s unix.Statfs_t, err error) {
	err = e.control(func(fd int) error { return fstatfs(fd, &s) })
	return s, err
}

// plan returns how to clone what is left, and whether that is of use.
func (e *emission) plan() (p clonePlan, ok bool) {
	s := e.c.Stream()
	size, fits := s.Size()
	if !fits || size > 1<<60 || e.Method == Auto && e.left() < cloneFrom {
		return p, false
	}
	free, err := Free(e.f)
	at := size - e.left()
	delta := e.place() - at
	last := min(size+delta, fileLimit()) // what is beyond fails in a write
	p.page = clonePage(e)
	for b := 9; ; b++ {
		l, ok := s.Layout(b)
		if !ok {
			break
		}
		if l.Block%p.page != 0 || l.Block > size {
			continue
		}
		q := clonePlan{
			bits:   b,
			block:  l.Block,
			source: roundUp(max(at, l.First)+delta, p.page),
			end:    last / p.page * p.page,
			page:   p.page,
			most:   l.Block * cloneBlocks,
		}
		if q.end-q.source <= 3*l.Block {
			break
		}
		written := q.source - at - delta + 3*l.Block
		q.need = written + (size-at)/l.Block*2*extentBytes
		if float64(p.block)*float64(l.Block) > cloneRatio*float64(size-at) {
			break
		}
		if p.block > 0 && err == nil && q.need > max(p.need, free/2) {
			break
		}
		p = q
	}
	return p, p.block > 0
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// clone writes three blocks and clones the rest from them, but for the seams: see
// clonePlan.
func (e *emission) clone() error {
	if err := e.claim(); err != nil {
		return err
	}
	source, err := e.openClone() // again, where the claim is
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
	if err := e.ready(); err != nil {
		return err
	}
	if !ok {
		return e.writeBase(e.pos + e.total)
	}
	e.work = e.cloneWork(&p)
	err = e.cloneAs(&p, source)
	if s, e2 := e.fileSystem(); e2 == nil && uint32(s.Type) == unix.BTRFS_SUPER_MAGIC {
		// Syncing the file alone, now or later, would log the checksums of
		// a whole block for each of its clones: 50 s where this takes 0.2 s.
		if e2 := e.control(func(fd int) error { return sys.syncfs(fd) }); e2 != nil && err == nil {
			err = e.failed("sync", e2)
		}
	}
	return err
}

// cloneWork returns a function for the part of the time that so many written bytes
// take: few bytes of the base take as long as many that are cloned.
func (e *emission) cloneWork(p *clonePlan) func(written float64) float64 {
	base := float64(p.source + 3*p.block - e.pos)
	all := float64(e.total)
	time := func(written float64) float64 {
		extents := 2 * max(0, written-base) / float64(p.block)
		return min(written, base)/writeRate + extents*extentTime
	}
	return func(written float64) float64 { return time(written) / time(all) }
}

func (e *emission) cloneAs(p *clonePlan, source int) error {
	if err := e.writeBase(p.source + 3*p.block); err != nil {
		return err
	}
	distance := 3 * p.block
	for bits := p.bits; e.place() < p.end; bits++ {
		if err := e.double(p, source, bits, distance); err != nil {
			return err
		}
		distance *= 2
	}
	return e.writeBase(e.pos + e.total)
}

// writeBase writes the bytes that go before a place of the file, past the page cache
// if it can.
func (e *emission) writeBase(end int64) error {
	w, err := e.openDirect()
	if err == nil {
		// Allocated in one piece, it is one extent, whatever the writes. A run that stops
		// before end gives the rest back if the file is its own. Otherwise that could
		// take what others append.
		if end <= fileLimit() {
			e.room = end
			_ = e.control(func(fd int) error {
				return sys.fallocate(fd, unix.FALLOC_FL_KEEP_SIZE, e.place(), end-e.place())
			})
		}
		e.back()
		err = w.writeUntil(end)
		w.close()
	}
	if errors.As(err, new(refusal)) {
		err = e.writeCached(end)
	}
	return err
}

// writeCached is writeBase through the page cache.
func (e *emission) writeCached(end int64) error {
	e.back()
	w := directWriter{e: e, fd: -1, align: 1}
	return w.writeUntil(end)
}

// double clones the distance bytes before the place in the file, which are three
// blocks of 2^bits moves, to behind it, and writes the seams.
func (e *emission) double(p *clonePlan, source, bits int, distance int64) error {
	stop := min(e.place()+distance, p.end)
	for e.place() < stop {
		from, to := e.nextSeam(p, bits, stop)
		for e.place() < from {
			n := min(from-e.place(), p.most)
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
	// There is a layout, and it begins before the place: more than three such
	// blocks are written.
	l, _ := e.c.Stream().Layout(bits)
	end := l.First + e.place() - (l.End - e.left())
	end += ((e.place()-end)/l.Block + 1) * l.Block
	from = max(e.place(), (end-l.Seam)/p.page*p.page)
	return min(from, stop), min(roundUp(end, p.page), stop)
}

// cloneOne clones the n bytes that are distance before the place in the file.
func (e *emission) cloneOne(source int, distance, n int64) error {
	if err := e.stopped(); err != nil {
		return err
	}
	r := unix.FileCloneRange{
		Src_fd:      int64(source),
		Src_offset:  uint64(e.place() - distance),
		Src_length:  uint64(n),
		Dest_offset: uint64(e.place()),
	}
	_, err := e.again(func(fd int) (int, error) { return 0, sys.clone(fd, &r) })
	switch err {
	case nil:
		e.wrote(n)
		return nil
	case unix.EINVAL, unix.EOPNOTSUPP, unix.ENOTTY, unix.EXDEV, unix.EPERM, unix.ETXTBSY:
		return refusal{e.failed("clone", err)}
	}
	return e.failed("clone", err)
}
