package sink

import (
	"math"

	"github.com/hanoigen/hanoi/internal/osfile"
)

// A SpaceError says that an output cannot hold the rest of a stream. It wraps the error of the
// write that failed, if one did.
type SpaceError struct {
	Limit Limit
	Need  float64                  // bytes of disk space, or of the whole file; may be 2⁶³ or more
	Have  float64                  // bytes; +Inf if a write found a limit that is not known
	Fits  func(bytes float64) bool // reports whether this many bytes of the stream would fit
	cause error
}

// Limit is what limits an output.
type Limit uint8

const (
	DiskSpace   Limit = iota // free space, and blocks that the file has already
	UserLimit                // the user's limit on the size of a file: ulimit -f
	SystemLimit              // the file system's limit on the size of a file
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

// room is what an output can hold, in bytes; +Inf is unknown.
type room struct {
	offset float64 // where the next byte is written
	size   float64 // the largest size
	limit  Limit   // what limits the size
	free   float64 // disk space
	held   float64 // disk space that the file has from its offset on
}

// room returns what the output can hold; the largest size only if the next bytes are beyond it.
func (o *Output) room(bytes float64) room {
	system, offset := sys.system(o.File), osfile.Offset(o.File)
	r := room{offset: float64(offset), limit: SystemLimit, free: system.Free}
	if o.device {
		r.free, r.limit = math.Inf(1), DeviceSize
	}
	r.size = osfile.MaxSize(o.File, r.offset+bytes)
	if most := osfile.UserLimit(); o.Regular && most < r.size {
		r.size, r.limit = most, UserLimit
	}
	if info, err := o.File.Stat(); err == nil {
		before := min(offset, info.Size())
		if system.Btrfs {
			before = info.Size() // it writes to other blocks first
		}
		r.held = float64(max(0, osfile.Allocated(info)-before))
	}
	return r
}

// lacks returns an error if there is too little room for the next bytes.
func (r room) lacks(p plan, bytes float64) *SpaceError {
	end, need, space := r.offset+bytes, bytes, r.free+r.held
	if p.need != nil {
		need, space = p.need(bytes), r.free
	}
	switch {
	case need > space && (end <= r.size || space < r.size):
		return &SpaceError{Need: need, Have: space}
	case end > r.size:
		return &SpaceError{Limit: r.limit, Need: end, Have: r.size}
	}
	return nil
}

// shortage refuses a plan for a stream that must fit if the output cannot hold the rest of it. A
// device has to be large enough in any case.
func (w *writer) shortage(p plan) error {
	o := w.o
	if !(o.Regular && o.options.MustFit || o.device && (o.Named || o.options.MustFit)) {
		return nil
	}
	left := w.c.LeftFloat()
	r := o.room(left)
	e := r.lacks(p, left)
	if e == nil {
		return nil
	}
	e.Fits = func(bytes float64) bool { return r.lacks(p, bytes) == nil }
	return refusal{e}
}

// full adds to an error of a write to a file that the disk is full or the file too large.
func (w *writer) full(err error, p plan) error {
	if !w.o.Regular || !osfile.OutOfSpace(err) && !osfile.TooLarge(err) {
		return err
	}
	e := &SpaceError{Need: w.c.LeftFloat(), cause: err}
	if p.need != nil {
		e.Need = p.need(e.Need)
	}
	if osfile.TooLarge(err) {
		r := w.o.room(math.Inf(1))
		e.Limit, e.Have = r.limit, r.size
	}
	return e
}
