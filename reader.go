package hanoi

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"

	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/sink"
	"github.com/hanoigen/hanoi/kernel"
)

// Option says which part of a solution a [Reader] gives, and how.
type Option func(*options)

type options struct {
	start, count uint64
	ranged       bool
	shard, of    uint64
	block.Options
}

// Range restricts a Reader to moves start … start+count−1.
func Range(start, count uint64) Option {
	return func(o *options) { o.start, o.count, o.ranged = start, count, true }
}

// Shard restricts a Reader to the i-th (from 0) of m contiguous parts of its
// range: of C records, counted from 0, ⌊i·C/m⌋ … ⌊(i+1)·C/m⌋−1. Joined in order,
// the parts are the whole; the header of CSV is in the first only. Each part in
// the format NPY is a file of its own.
func Shard(i, m uint64) Option {
	return func(o *options) { o.shard, o.of = i, m }
}

// Numbers has each record begin with the number of its move. Binary formats have
// no place for it.
func Numbers() Option {
	return func(o *options) { o.Numbers = true }
}

// WithTier has the moves made by a tier other than the fastest.
func WithTier(t *kernel.Tier) Option {
	return func(o *options) { o.Tier = t }
}

// Reader is a stream of moves in a format. It holds no more than a few MB of it,
// and finds any byte at once. The zero Reader is not valid; see [NewReader],
// [OpenReader] and [Route.Reader].
//
// A stream may have 2⁶³ bytes and more, though no offset beyond 2⁶³−1 can be
// sought: Read and WriteTo go on past it.
//
// ReadAt may be called concurrently with everything; all else is for one
// goroutine at a time.
type Reader struct{ c block.Cursor }

// NewReader returns a Reader of the solution for n disks under a naming. It
// panics where [OpenReader] fails.
func NewReader(n int, f Format, p kernel.Pegs, opts ...Option) *Reader {
	r, err := OpenReader(n, f, p, opts...)
	if err != nil {
		panic("hanoi: " + err.Error())
	}
	return r
}

// OpenReader is [NewReader] for arguments that may be wrong: its error wraps
// ErrDisks if n is not 1 … 64, ErrPeg if p is not 0 … 5, ErrMove if a range
// leaves 1 … 2ⁿ−1 or there is no such shard, and ErrFormat if there is no such
// format, or it has no place for numbers.
func OpenReader(n int, f Format, p kernel.Pegs, opts ...Option) (*Reader, error) {
	if err := checkDisks(n); err != nil {
		return nil, err
	}
	if err := checkNaming(p); err != nil {
		return nil, err
	}
	last := ^uint64(0) >> (kernel.MaxDisks - n)
	o := options{start: 1, count: last, of: 1}
	for _, opt := range opts {
		opt(&o)
	}
	if err := checkFormat(f, o.Numbers); err != nil {
		return nil, err
	}
	if o.start < 1 || o.start > last {
		return nil, fmt.Errorf("%w: %d; the moves of %d disks are 1 to %d", ErrMove, o.start, n, last)
	}
	if left := last - o.start + 1; o.count > left {
		return nil, fmt.Errorf("%w: %d moves from %d on, but %d disks have only %d there; give a count up to that",
			ErrMove, o.count, o.start, n, left)
	}
	if o.of < 1 || o.shard >= o.of {
		return nil, fmt.Errorf("%w: shard %d of %d; give 0 to one less than the number of shards", ErrMove, o.shard, o.of)
	}
	o.Header = f != CSV || o.shard == 0
	from, to := part(o.shard, o.count, o.of), part(o.shard+1, o.count, o.of)
	o.Number = o.start + from
	var runs []block.Run
	if from < to {
		runs = []block.Run{{First: o.start + from, Count: to - from, Pegs: p}}
	}
	return newReader(f, o.Options, runs), nil
}

// part returns ⌊i·c/m⌋ for i ≤ m.
func part(i, c, m uint64) uint64 {
	if i == m {
		return c
	}
	hi, lo := bits.Mul64(i, c)
	q, _ := bits.Div64(hi, lo, m)
	return q
}

func checkFormat(f Format, numbers bool) error {
	if int(f) >= len(Formats()) {
		return fmt.Errorf("%w: %v; give one of %q", ErrFormat, f, Formats())
	}
	if numbers && f.Binary() {
		return fmt.Errorf("%w with numbers: %v has no place for them; give text, csv or jsonl", ErrFormat, f)
	}
	return nil
}

func newReader(f Format, o block.Options, runs []block.Run) *Reader {
	return &Reader{*block.NewStream(f, o, runs...).Cursor()}
}

// Reader returns the moves of the route as a stream, numbered from 1. The error
// wraps ErrFormat if f is Packed, for a route mixes both directions, or if f has
// no place for numbers. Of the options, Numbers and WithTier apply.
func (r *Route) Reader(f Format, opts ...Option) (*Reader, error) {
	o := options{}
	for _, opt := range opts {
		opt(&o)
	}
	if err := checkFormat(f, o.Numbers); err != nil {
		return nil, err
	}
	if f == Packed {
		return nil, fmt.Errorf("%w of a path: packed, whose targets follow from one naming, but a path mixes both directions; give wide or another", ErrFormat)
	}
	o.Header = true
	return newReader(f, o.Options, r.runs), nil
}

// Format returns that of the records.
func (r *Reader) Format() Format { return r.c.Stream().Format() }

// Records returns the number of moves.
func (r *Reader) Records() uint64 { return r.c.Stream().Records() }

// Size returns the number of bytes, and whether it is below 2⁶³; else the number
// means nothing.
func (r *Reader) Size() (n int64, ok bool) { return r.c.Stream().Size() }

// Locate returns the number of the move whose record has byte off ≥ 0, and the
// offset where that record starts. In the header, both are 0; at the end and
// beyond, the number is the one after the last.
func (r *Reader) Locate(off int64) (number uint64, start int64) {
	record, start := r.c.Stream().Locate(off)
	if record == 0 {
		return 0, 0
	}
	return r.c.Stream().Number(record), start
}

// Read reads the next bytes, as [io.Reader] says.
func (r *Reader) Read(p []byte) (int, error) {
	n := read(&r.c, p)
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// read fills p as far as the stream goes.
func read(c *block.Cursor, p []byte) (n int) {
	for n < len(p) {
		b, _ := c.Next(len(p) - n)
		if len(b) == 0 {
			break
		}
		n += copy(p[n:], b)
	}
	return n
}

// ReadAt reads the bytes from off on, as [io.ReaderAt] says.
func (r *Reader) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, fmt.Errorf("hanoi: read at offset %d; give 0 or more", off)
	}
	c := r.c.Stream().Cursor()
	c.SeekTo(off)
	n := read(c, p)
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Seek goes to an offset, as [io.Seeker] says. One outside 0 … 2⁶³−1 is an
// error, and so is one from a place beyond.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	base, ok := int64(0), true
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		base, ok = r.c.Offset()
	case io.SeekEnd:
		base, ok = r.Size()
	default:
		return 0, fmt.Errorf("hanoi: seek from whence %d; give io.SeekStart, io.SeekCurrent or io.SeekEnd", whence)
	}
	switch {
	case !ok:
		return 0, errors.New("hanoi: seek from a place beyond 2^63-1; seek from the start")
	case offset > math.MaxInt64-base || base+offset < 0:
		return 0, fmt.Errorf("hanoi: seek by %d from %d, outside 0 to 2^63-1", offset, base)
	}
	r.c.SeekTo(base + offset)
	return base + offset, nil
}

// WriteTo writes the rest of the stream to w, as [io.WriterTo] says. The count
// stops at 2⁶³−1, though the writing does not.
//
// An [*os.File] is written by the fastest way that it can take: on Linux, a pipe
// is given pages instead of copies of them, and a file on a file system with
// clones shares what comes again.
func (r *Reader) WriteTo(w io.Writer) (n int64, err error) {
	switch w := w.(type) {
	case *sink.Writer:
		return sink.Emit(w.File, &r.c, w.Options)
	case *os.File:
		return sink.Emit(w, &r.c, sink.Options{})
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
			if err == nil {
				err = io.ErrShortWrite
			}
			if at, ok := r.c.Offset(); ok {
				r.c.SeekTo(at - int64(len(b)-m))
			}
			return n, err
		}
		if err != nil {
			return n, err
		}
	}
}
