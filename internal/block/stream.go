// Package block returns the bytes of a stream of moves, in any format and from any
// offset, as segments of memory, most of which never change.
//
// A block is the 2^b moves j·2^b+1 … (j+1)·2^b. The last is its seam, which moves a disk
// larger than b; the others are its body. A body depends only on the peg of the small disks
// when the block begins, so there are three bodies, and three more for reflections. As
// b ≥ 9, each seam's disk has two digits, and all blocks of a format have the same length.
package block

import (
	"math"
	"sort"

	"github.com/hanoigen/hanoi/kernel"
)

// Run is the moves First … First+Count−1 of the solution under a naming.
type Run struct {
	First, Count uint64
	Naming       kernel.Naming
}

// Options adds to the bare records of a stream.
type Options struct {
	Header  bool   // begin with the format's header, if it has one
	Numbers bool   // number the records; not with binary formats
	Letters bool   // call the pegs A, B, C; not with binary formats
	Number  uint64 // the number of the first record, at least 1
}

// Stream is the bytes of a list of runs in a format. It is immutable, and safe for
// concurrent use.
type Stream struct {
	encoding encoding
	header   string
	numbers  bool
	number   uint64
	runs     []placedRun // the last is an empty sentinel at the end
}

// placedRun is a run and its place in a stream.
type placedRun struct {
	Run
	records uint64  // the number of records before it
	bytes   uint128 // the number of bytes before it
}

// NewStream returns the stream of runs. Each run has at least one move, only moves within
// 1 … 2⁶⁴−1, and a valid naming; together they have at most 2⁶⁴−1 moves.
func NewStream(f Format, o Options, runs ...Run) *Stream {
	s := &Stream{encoding: encoding{Format: f}, numbers: o.Numbers, number: max(1, o.Number)}
	if o.Letters {
		s.encoding.letters = 1
	}
	total := uint64(0)
	for _, r := range runs {
		total += r.Count
	}
	if header := formats[f].header; o.Header && header != nil {
		s.header = header(o.Numbers, total)
	}
	next := placedRun{bytes: uint128{lo: uint64(len(s.header))}}
	for _, r := range runs {
		next.Run = r
		s.runs = append(s.runs, next)
		next.bytes = s.offset(&next, r.Count)
		next.records += r.Count
	}
	next.Run = Run{}
	s.runs = append(s.runs, next)
	return s
}

// offset returns the offset of record i of a run, counted from 0.
func (s *Stream) offset(r *placedRun, i uint64) uint128 {
	if i == 0 {
		return r.bytes
	}
	before := r.First - 1
	bytes := r.bytes.plus(s.encoding.upTo(before + i)).minus(s.encoding.upTo(before))
	if s.numbers {
		before = s.number + r.records - 1
		bytes = bytes.plus(s.encoding.numbersUpTo(before + i)).minus(s.encoding.numbersUpTo(before))
	}
	return bytes
}

func (s *Stream) end() *placedRun { return &s.runs[len(s.runs)-1] }

// Format returns the format of the records.
func (s *Stream) Format() Format { return s.encoding.Format }

// HeaderLen returns the number of bytes before the first record.
func (s *Stream) HeaderLen() int64 { return int64(len(s.header)) }

// Moves returns the number of moves, and so of records.
func (s *Stream) Moves() uint64 { return s.end().records }

// Size returns the length in bytes and true, or 2⁶³−1 and false if it is 2⁶³ or more.
func (s *Stream) Size() (int64, bool) { return s.end().bytes.int64() }

// find returns the run that contains the byte at off, and the record within the run,
// counted from 0. Header offsets map to the first record; offsets past the end map to the
// sentinel.
func (s *Stream) find(off uint128) (run int, i uint64) {
	run = sort.Search(len(s.runs)-1, func(j int) bool { return off.less(s.runs[j+1].bytes) })
	r := &s.runs[run]
	// Find the last record that starts at or before off, bit by bit.
	for bit := uint64(1) << 63; bit > 0; bit >>= 1 {
		if next := i | bit; next < r.Count && !off.less(s.offset(r, next)) {
			i = next
		}
	}
	return run, i
}

// Locate returns the number of the record that contains byte off ≥ 0, and the offset of its
// first byte. In the header, both are 0. At and past the end, the number is one more than
// the last record's, and the offset is the end.
func (s *Stream) Locate(off int64) (number uint64, start int64) {
	number, first, _ := s.record(uint128{lo: uint64(off)})
	return number, int64(first.lo)
}

// record is Locate for any offset. It also returns the length of the record: in the header,
// the header's length; at and past the end, 0.
func (s *Stream) record(off uint128) (number uint64, start uint128, length int) {
	if header := len(s.header); off.less(uint128{lo: uint64(header)}) {
		return 0, uint128{}, header
	}
	run, i := s.find(off)
	r := &s.runs[run]
	start = s.offset(r, i)
	if r != s.end() {
		length = int(s.offset(r, i+1).minus(start).lo)
	}
	return s.number + r.records + i, start, length
}

// Layout describes how a stream repeats.
type Layout struct {
	First int64 // the offset of the first whole block
	Block int64 // the length of a block
	Seam  int64 // the length of a block's last record
	End   int64 // the length of the stream
}

// Layout returns the layout in blocks of 2^bits moves, bits ≥ 9: between First and End,
// every byte outside the seams repeats three blocks later. ok is false if records are numbered,
// if there are several runs, if no whole block begins in the stream, or if the stream or four
// blocks have 2⁶³ bytes or more.
func (s *Stream) Layout(bits int) (l Layout, ok bool) {
	end, fits := s.Size()
	if s.numbers || len(s.runs) != 2 || !fits || bits > 62 {
		return l, false
	}
	r := &s.runs[0]
	moves := uint64(1) << bits
	before := -(r.First - 1) & (moves - 1) // the first whole block
	if before >= r.Count {
		return l, false
	}
	block := s.encoding.upTo(moves)
	l.First, _ = s.offset(r, before).int64()
	l.Block, fits = block.int64()
	l.Seam, _ = block.minus(s.encoding.upTo(moves - 1)).int64()
	l.End = end
	return l, fits && l.Block < math.MaxInt64/4
}
