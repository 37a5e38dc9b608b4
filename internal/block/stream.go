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
	"strconv"
	"strings"

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
	Header  bool         // the format's header, if it has one, comes first
	Numbers bool         // records are numbered; not with binary formats
	Number  uint64       // the number of the first record, at least 1
	Tier    *kernel.Tier // what makes the moves; nil is kernel.Best()
}

// Stream is the bytes of a list of runs in a format. It does not change, and is
// safe for concurrent use.
type Stream struct {
	format  Format
	header  string
	numbers bool
	number  uint64
	tier    *kernel.Tier
	runs    []placedRun // the last is empty, and stands at the end
}

// placedRun is a run, and how many records and bytes come before it.
type placedRun struct {
	Run
	records uint64
	bytes   size
}

// NewStream returns the stream of runs, none of which is empty, leaves the
// numbering, or has an invalid naming. They have at most 2⁶⁴−1 records.
func NewStream(f Format, o Options, runs ...Run) *Stream {
	s := &Stream{format: f, numbers: o.Numbers, number: max(1, o.Number), tier: o.Tier}
	if s.tier == nil {
		s.tier = kernel.Best()
	}
	total := uint64(0)
	for _, r := range runs {
		total += r.Count
	}
	if o.Header {
		s.header = f.header(o.Numbers, total)
	}
	at := placedRun{bytes: size{lo: uint64(len(s.header))}}
	for _, r := range runs {
		at.Run = r
		s.runs = append(s.runs, at)
		at.bytes = at.bytes.plus(s.length(&at, r.Count))
		at.records += r.Count
	}
	at.Run = Run{}
	s.runs = append(s.runs, at)
	return s
}

// header returns what stands before n records.
func (f Format) header(numbers bool, n uint64) string {
	switch {
	case f == NPY:
		const before = 10 // bytes of magic, version and length
		text := "{'descr': [('disk', '|u1'), ('from', '|u1'), ('to', '|u1')], 'fortran_order': False, 'shape': (" +
			strconv.FormatUint(n, 10) + ",), }"
		length := (before + len(text) + 1 + 63) / 64 * 64
		return "\x93NUMPY\x01\x00" + string([]byte{byte(length - before), 0}) +
			text + strings.Repeat(" ", length-before-len(text)-1) + "\n"
	case numbers:
		return formats[f].numberHeader
	}
	return formats[f].header
}

// length returns that of the first n records of a run.
func (s *Stream) length(r *placedRun, n uint64) size {
	if n == 0 {
		return size{}
	}
	before := r.First - 1
	l := s.format.upTo(before + n).minus(s.format.upTo(before))
	if s.numbers {
		before = s.number + r.records - 1
		l = l.plus(s.format.numbersUpTo(before + n)).minus(s.format.numbersUpTo(before))
	}
	return l
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

// find returns the run that has the byte at a place behind the header, its record,
// counted from 0, and the offset of that record. At the end and beyond, the run is the
// last.
func (s *Stream) find(at size) (run int, i uint64, start size) {
	run = sort.Search(len(s.runs), func(j int) bool { return at.less(s.runs[j].bytes) }) - 1
	r := &s.runs[run]
	// The last record that does not start after the place.
	low, high := uint64(0), r.Count
	for low+1 < high {
		mid := low + (high-low)/2
		if at.less(r.bytes.plus(s.length(r, mid))) {
			high = mid
		} else {
			low = mid
		}
	}
	return run, low, r.bytes.plus(s.length(r, low))
}

// Locate returns the record that has byte off ≥ 0, counted from 1, and the
// offset of its first byte. In the header they are 0; at the end and beyond, the
// record is the one after the last.
func (s *Stream) Locate(off int64) (record uint64, start int64) {
	if off < int64(len(s.header)) {
		return 0, 0
	}
	run, i, at := s.find(size{lo: uint64(off)})
	return s.runs[run].records + i + 1, int64(at.lo)
}

// Offset returns the offset of record i, counted from 1 to Moves()+1, and
// whether it is below 2⁶³; if not, 2⁶³−1.
func (s *Stream) Offset(i uint64) (int64, bool) {
	run := sort.Search(len(s.runs), func(j int) bool { return i-1 < s.runs[j].records }) - 1
	r := &s.runs[run]
	return r.bytes.plus(s.length(r, i-1-r.records)).int64()
}

// Number returns the number of record i, counted from 1, where numbers are written.
func (s *Stream) Number(i uint64) uint64 { return s.number + i - 1 }

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
	l.First, _ = r.bytes.plus(s.length(r, into)).int64()
	l.Block, fits = block.int64()
	l.Seam, _ = block.minus(s.format.upTo(moves - 1)).int64()
	l.End = end
	return l, fits && l.Block < math.MaxInt64/4
}
