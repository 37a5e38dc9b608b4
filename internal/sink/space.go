package sink

import (
	"math"
	"math/bits"
)

// A SpaceError says that a file system cannot hold the rest of a stream.
type SpaceError struct {
	Need float64 // bytes; a stream may have 2⁶³ or more
	Free int64
	Fits func(bytes float64) bool // reports whether a shorter stream would fit
}

func (e *SpaceError) Error() string { return "too little space" }

// shortage returns a SpaceError if the stream must fit and the file system has too little space
// for the rest of it.
func (w *writer) shortage(p plan) error {
	if !w.o.Regular || !w.o.options.MustFit {
		return nil
	}
	free := sys.statfs(w.o.File).free
	fits := func(bytes float64) bool { return p.need(bytes) <= float64(free) }
	if left := w.c.LeftFloat(); !fits(left) {
		return &SpaceError{Need: p.need(left), Free: free, Fits: fits}
	}
	return nil
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
