package sink

import (
	"math"
	"math/bits"
)

// A SpaceError says that an output cannot hold the rest of a stream. If a write found out, it
// wraps the error of that write.
type SpaceError struct {
	Limit Limit
	Need  float64                  // bytes of disk space, or of the whole file; may be 2⁶³ or more
	Have  int64                    // bytes
	Fits  func(bytes float64) bool // reports whether this many bytes of the stream would fit
	cause error
}

// Limit is what limits an output.
type Limit uint8

const (
	DiskSpace   Limit = iota // free, or already the file's
	UserLimit                // of the size of a user's files: ulimit -f
	SystemLimit              // the size of the largest file of a file system
	DeviceSize
)

func (e *SpaceError) Error() string {
	switch {
	case e.cause != nil:
		return e.cause.Error()
	case e.Limit == DiskSpace:
		return "too little space"
	}
	return "too large"
}

func (e *SpaceError) Unwrap() error { return e.cause }

// room is what an output can hold.
type room struct {
	size  int64 // the largest size
	limit Limit // what limits the size
	free  int64 // disk space
	held  int64 // disk space that the file has from its offset on
}

// shortage returns a SpaceError if the output cannot hold the rest of a stream that must fit. A
// device has to be large enough in any case.
func (w *writer) shortage(p plan) error {
	o := w.o
	if must := o.options.MustFit || o.device && o.Named; !must || !o.Regular && !o.device {
		return nil
	}
	left, at := w.c.LeftFloat(), float64(o.offset())
	r := o.room(at + left)
	if o.device {
		r.limit = DeviceSize
	}
	short := func(bytes float64) *SpaceError {
		end, need, space := at+bytes, bytes, r.free+min(r.held, math.MaxInt64-r.free)
		if p.need != nil {
			need, space = p.need(bytes), r.free
		}
		tooLong := end > float64(r.size)
		if o.Regular && need > float64(space) && (!tooLong || space < r.size) {
			return &SpaceError{Need: need, Have: space}
		}
		if tooLong {
			return &SpaceError{Limit: r.limit, Need: end, Have: r.size}
		}
		return nil
	}
	e := short(left)
	if e == nil {
		return nil
	}
	e.Fits = func(bytes float64) bool { return short(bytes) == nil }
	return e
}

// full adds to an error of a write to a file that the disk is full or the file too large. The rest
// needs as much as the plan did for all bytes, or as there are bytes left.
func (w *writer) full(err error, p plan, all float64) error {
	e := &SpaceError{Need: w.c.LeftFloat(), cause: err}
	if p.need != nil {
		e.Need = min(e.Need, p.need(all))
	}
	switch {
	case !w.o.Regular:
		return err
	case TooLarge(err):
		r := w.o.room(math.MaxInt64)
		if e.Limit, e.Have = r.limit, r.size; r.size == math.MaxInt64 {
			e.Have = w.o.offset() // as far as it went
		}
	case !outOfSpace(err):
		return err
	}
	return e
}

// fileSystem describes the file system of a file.
type fileSystem struct {
	free       int64 // bytes that this user can still write
	block      int64 // bytes of a block
	btrfs      bool
	showsHoles bool // SEEK_HOLE finds every page that was never written
}

// unknownSystem is used if the system does not describe a file system.
var unknownSystem = fileSystem{free: math.MaxInt64, block: 1 << 16}

// newFileSystem describes a file system by its numbers of blocks and their size. It ignores
// numbers that make no sense.
func newFileSystem(blocks, available, size uint64) fileSystem {
	fs := unknownSystem
	if size < 512 || size > 1<<20 || size&(size-1) != 0 {
		return fs
	}
	fs.block = int64(size)
	hi, free := bits.Mul64(available, size)
	if blocks > 0 && available <= blocks && hi == 0 && free < math.MaxInt64 { // /proc has no blocks
		fs.free = int64(free)
	}
	return fs
}
