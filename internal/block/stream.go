// Package block gives the bytes of a stream of moves, in any format and from any
// place on, as segments of memory, most of which never changes.
//
// A block is 2^b moves, j·2^b+1 … (j+1)·2^b. All but the last of them, the body,
// depend only on where the small disks stand when the block begins: there are
// three bodies, and three more for the namings that are reflections. The last
// move is the seam: its disk is larger than b. With b ≥ 9 every seam's disk has
// two digits, so that all blocks have one length in every format.
package block

import (
	"math"
	"sort"

	"github.com/hanoigen/hanoi/kernel"
)

// Run is a run of successive moves of the canonical solution under a naming:
// moves First … First+Count−1.
type Run struct {
	First, Count uint64
	Naming       kernel.Naming
}

// Options says how a stream differs from the bare records of its runs.
type Options struct {
	Header  bool   // the format's header, if it has one, comes first
	Numbers bool   // records are numbered; not with binary formats
	Number  uint64 // the number of the first record, at least 1
}

// Stream is the bytes of a list of runs in a format. It does not change, and is
// safe for concurrent use.
type Stream struct {
	format  Format
	header  string
	numbers bool
	number  uint64
	runs    []placedRun // the last is empty, and stands at the end
}

// placedRun is a run, and how many records and bytes come before it.
type placedRun struct {
	Run
	records uint64
	bytes   uint128
}

// NewStream returns the stream of runs, none of which is empty, leaves the
// numbering, or has an invalid naming. They have at most 2⁶⁴−1 records.
func NewStream(f Format, o Options, runs ...Run) *Stream {
	s := &Stream{format: f, numbers: o.Numbers, number: max(1, o.Number)}
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

// offset returns where record i of a run begins, counted from 0.
func (s *Stream) offset(r *placedRun, i uint64) uint128 {
	if i == 0 {
		return r.bytes
	}
	before := r.First - 1
	bytes := r.bytes.plus(s.format.upTo(before + i)).minus(s.format.upTo(before))
	if s.numbers {
		before = s.number + r.records - 1
		bytes = bytes.plus(s.format.numbersUpTo(before + i)).minus(s.format.numbersUpTo(before))
	}
	return bytes
}

func (s *Stream) end() *placedRun { return &s.runs[len(s.runs)-1] }

// Format returns that of the records.
func (s *Stream) Format() Format { return s.format }

// HeaderLen returns how many bytes stand before the first record.
func (s *Stream) HeaderLen() int64 { return int64(len(s.header)) }

// Moves returns how many there are, each of one record.
func (s *Stream) Moves() uint64 { return s.end().records }

// Size returns the length in bytes, and whether it is below 2⁶³; if not, 2⁶³−1.
func (s *Stream) Size() (int64, bool) { return s.end().bytes.int64() }

// find returns the run that has a byte, and its record, counted from 0. Of the header, these
// are the first; at the end and beyond, the run is the last.
func (s *Stream) find(off uint128) (run int, i uint64) {
	run = sort.Search(len(s.runs)-1, func(j int) bool { return off.less(s.runs[j+1].bytes) })
	r := &s.runs[run]
	// The last record that does not start after the byte, bit by bit.
	for bit := uint64(1) << 63; bit > 0; bit >>= 1 {
		if next := i | bit; next < r.Count && !off.less(s.offset(r, next)) {
			i = next
		}
	}
	return run, i
}

// Locate returns the number of the record that has byte off ≥ 0, whether numbers are
// written or not, and the offset of its first byte. In the header they are 0; at the end
// and beyond, the record is the one after the last.
func (s *Stream) Locate(off int64) (number uint64, start int64) {
	number, first, _ := s.record(uint128{lo: uint64(off)})
	return number, int64(first.lo)
}

// record is Locate for any byte. It returns the length of the record, too: that of the
// header, and 0 at the end.
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

// Layout says how a stream repeats.
type Layout struct {
	First int64 // where the first whole block begins
	Block int64 // the length of a block
	Seam  int64 // the length of its seam, which comes last
	End   int64 // of the stream, in the last block
}

// Layout returns the layout in blocks of 2^bits moves, bits ≥ 9: from First to
// End, every byte but those of the seams repeats three blocks on. There is
// none for numbered records, several runs, or streams of 2⁶³ bytes or more.
func (s *Stream) Layout(bits int) (l Layout, ok bool) {
	end, fits := s.Size()
	if s.numbers || len(s.runs) != 2 || !fits || bits > 62 {
		return l, false
	}
	r := &s.runs[0]
	moves := uint64(1) << bits
	into := -(r.First - 1) & (moves - 1)
	if into >= r.Count {
		return l, false
	}
	block := s.format.upTo(moves)
	l.First, _ = s.offset(r, into).int64()
	l.Block, fits = block.int64()
	l.Seam, _ = block.minus(s.format.upTo(moves - 1)).int64()
	l.End = end
	return l, fits && l.Block < math.MaxInt64/4
}
