package hanoi

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"slices"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/internal/sink"
)

// Option selects the moves of a [Reader], or says how they are written.
type Option func(*options)

type options struct {
	start, count uint64
	shard, of    uint64
	block.Options
}

// Range restricts a Reader to moves start … start+count−1.
func Range(start, count uint64) Option {
	return func(o *options) { o.start, o.count = start, count }
}

// Shard restricts a Reader to part i = 0 … m−1 of m contiguous parts of its range. If the
// range has C records, numbered from 0, part i is records ⌊i·C/m⌋ … ⌊(i+1)·C/m⌋−1. The parts,
// joined in order, are the whole stream: in the format CSV, only part 0 has the header. NPY is
// the exception: each part has a header, and is a file of its own.
func Shard(i, m uint64) Option {
	return func(o *options) { o.shard, o.of = i, m }
}

// Numbers adds the move number to each record. Binary formats cannot have numbers.
func Numbers() Option {
	return func(o *options) { o.Numbers = true }
}

// Letters calls the pegs A, B and C in each record. Binary formats cannot have letters.
func Letters() Option {
	return func(o *options) { o.Letters = true }
}

// Reader is a stream of moves in a format. It computes any byte without the bytes before it,
// and holds at most a few MB in memory. The zero Reader is invalid; see [NewReader] and
// [Route.Reader].
//
// The stream of 64 disks has 2⁶³ bytes or more in every format. Read and WriteTo continue
// past offset 2⁶³−1, but Seek and ReadAt, whose offsets are int64, cannot reach it. For them,
// restrict the Reader by [Range] or [Shard] to less than 2⁶³ bytes.
//
// ReadAt may be called concurrently with any method. The other methods are for one goroutine
// at a time.
type Reader struct{ c block.Cursor }

// NewReader returns a Reader of the solution for n disks under a naming. The error wraps
// ErrDisks if n is not 1 … 64, ErrPeg if p is not 0 … 5, ErrMove if a range leaves 1 … 2ⁿ−1
// or a shard does not exist, and ErrFormat if f is not a format or cannot have numbers or
// letters.
func NewReader(n int, f Format, p Naming, opts ...Option) (*Reader, error) {
	whole, err := solution(n, p)
	if err != nil {
		return nil, err
	}
	return whole.reader(f, number.Count(n, "disk"), opts)
}

// Reader returns the route as a stream, with moves numbered from 1. Options and errors are as
// for [NewReader], but f cannot be [Packed]: its records omit the target, which in a route
// does not follow from the disk and the source.
func (r *Route) Reader(f Format, opts ...Option) (*Reader, error) {
	if f == Packed {
		return nil, errorf(ErrFormat, "packed cannot write a path, which mixes both directions; give wide or another format")
	}
	return r.reader(f, "the path", opts)
}

// reader is Reader for any format. The parameter what names the route in error messages.
func (r *Route) reader(f Format, what string, opts []Option) (*Reader, error) {
	last := r.Len()
	o := options{start: 1, count: last, of: 1}
	for _, opt := range opts {
		opt(&o)
	}
	most := last - (o.start - 1) // the number of moves from o.start on
	switch err := f.check(); {
	case err != nil:
		return nil, err
	case o.Numbers && f.Binary():
		return nil, noPlace(f, "numbers")
	case o.Letters && f.Binary():
		return nil, noPlace(f, "letters")
	case o.start != 1 && last == 0:
		return nil, fmt.Errorf("%w: %d; %s has no moves", ErrMove, o.start, what)
	case o.start < 1 || o.start > max(1, last):
		return nil, fmt.Errorf("%w: %d; the moves of %s are 1 to %d", ErrMove, o.start, what, last)
	case o.count > most:
		return nil, errorf(ErrMove, "%d moves from %d on are too many: those of %s end with %d; give a count up to %d",
			o.count, o.start, what, last, most)
	case o.of < 1:
		return nil, errorf(ErrMove, "no such number of shards: 0; give 1 or more")
	case o.shard >= o.of:
		return nil, errorf(ErrMove, "no such shard: %d of %d; give 0 to %d", o.shard, o.of, o.of-1)
	}
	o.Header = block.Format(f).HeaderIn(o.shard)
	from, to := part(o.shard, o.count, o.of), part(o.shard+1, o.count, o.of)
	o.Number = o.start + from
	s := block.NewStream(block.Format(f), o.Options, slices.Collect(r.cut(o.start+from, to-from))...)
	return &Reader{*s.Cursor()}, nil
}

func noPlace(f Format, what string) error {
	return errorf(ErrFormat, "%v has no place for %s; give one of %s", f, what, block.Names(true))
}

// part returns ⌊i·c/m⌋ for i ≤ m.
func part(i, c, m uint64) uint64 {
	hi, lo := bits.Mul64(i, c)
	q, _ := bits.Div64(hi, lo, m)
	return q
}

// Format returns the format.
func (r *Reader) Format() Format { return Format(r.c.Stream().Format()) }

// HeaderLen returns the number of bytes before the first record.
func (r *Reader) HeaderLen() int64 { return r.c.Stream().HeaderLen() }

// Moves returns the number of moves.
func (r *Reader) Moves() uint64 { return r.c.Stream().Moves() }

// Size returns the number of bytes. If ok is false, the stream has 2⁶³ bytes or more.
func (r *Reader) Size() (n int64, ok bool) { return r.c.Stream().Size() }

// Locate returns the number of the move whose record contains byte off ≥ 0, and the offset
// where that record starts. In the header, both are 0. At and past the end, number is one
// more than the last move's.
func (r *Reader) Locate(off int64) (number uint64, start int64) { return r.c.Stream().Locate(off) }

// Read reads the next bytes, as [io.Reader] says.
func (r *Reader) Read(p []byte) (int, error) {
	n := r.c.ReadFull(p)
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// ReadAt reads the bytes from off on, as [io.ReaderAt] says.
func (r *Reader) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, fmt.Errorf("read at offset %d; give 0 or more", off)
	}
	c := r.c.Stream().Cursor()
	c.SeekTo(off)
	n := c.ReadFull(p)
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Seek seeks to an offset, as [io.Seeker] says. It fails if the resulting offset is outside
// 0 … 2⁶³−1, or if whence refers to a position or an end past 2⁶³−1.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	base, ok := int64(0), true
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		base, ok = r.c.Offset()
	case io.SeekEnd:
		base, ok = r.Size()
	default:
		return 0, fmt.Errorf("seek from whence %d; give io.SeekStart, io.SeekCurrent or io.SeekEnd", whence)
	}
	switch {
	case !ok:
		return 0, errors.New("seek from a position past 2^63-1; seek from the start")
	case base+offset < 0: // also if the sum overflows
		return 0, fmt.Errorf("seek by %d from %d, outside 0 to 2^63-1", offset, base)
	}
	r.c.SeekTo(base + offset)
	return base + offset, nil
}

// streamWriter is an output of package sink.
type streamWriter interface {
	WriteStream(*block.Cursor) (int64, error)
}

// WriteTo writes the rest of the stream to w, as [io.WriterTo] says. If it writes more than
// 2⁶³−1 bytes, n is 2⁶³−1.
//
// WriteTo writes to an [*os.File] by the fastest method that the file supports. Data that
// other processes write to the file at the same time is not lost.
func (r *Reader) WriteTo(w io.Writer) (n int64, err error) {
	switch w := w.(type) {
	case *os.File:
		out, err := sink.NewOutput(w, sink.Options{})
		if err != nil {
			return 0, err
		}
		return out.WriteStream(&r.c)
	case streamWriter:
		n, err = w.WriteStream(&r.c)
		if d, differs := errors.AsType[*block.Difference](err); differs {
			err = fmt.Errorf("%w: %w", sink.ErrResume, r.difference(d.Rest))
		}
		return n, err
	}
	for {
		b, _ := r.c.Next(math.MaxInt)
		if len(b) == 0 {
			return n, nil
		}
		m, err := w.Write(b)
		if n += int64(m); n < 0 {
			n = math.MaxInt64
		}
		if m < len(b) {
			err = cmp.Or(err, io.ErrShortWrite)
			r.c.SeekFrom(r.c.Pos(), int64(m-len(b)))
		}
		if err != nil {
			return n, err
		}
	}
}
