package block

import "math/bits"

// Cursor stands at a position in a stream, from which it yields the bytes in order.
// It must not be used by two goroutines at once.
type Cursor struct {
	s   *Stream
	off uint128

	// What comes next: the bytes of segments, then record i of run.
	segments [2][]byte
	stable   bool // the bytes of segments never change
	run      int
	i        uint64

	buffer []byte
}

// Cursor returns a cursor at the beginning.
func (s *Stream) Cursor() *Cursor {
	c := &Cursor{s: s}
	c.SeekTo(0)
	return c
}

// Stream returns what the cursor is in.
func (c *Cursor) Stream() *Stream { return c.s }

// Offset returns the position in bytes, and whether it is below 2⁶³; if not, 2⁶³−1.
func (c *Cursor) Offset() (int64, bool) { return c.off.int64() }

// Left returns how many bytes come, and whether that is below 2⁶³; if not, 2⁶³−1.
func (c *Cursor) Left() (int64, bool) {
	end := c.s.end().bytes
	if end.less(c.off) {
		return 0, true
	}
	return end.minus(c.off).int64()
}

// Pos is a position in a stream, which may be beyond 2⁶³ bytes.
type Pos struct{ off uint128 }

// Pos returns the position of the next byte.
func (c *Cursor) Pos() Pos { return Pos{c.off} }

// SeekFrom goes to the byte n bytes after a position, or −n before it if n < 0.
func (c *Cursor) SeekFrom(p Pos, n int64) {
	c.seek(p.off.plus(uint128{hi: uint64(n >> 63), lo: uint64(n)})) // modulo 2¹²⁸
}

// SeekTo goes to byte off ≥ 0. Beyond the end, no bytes come.
func (c *Cursor) SeekTo(off int64) { c.seek(uint128{lo: uint64(off)}) }

func (c *Cursor) seek(off uint128) {
	c.off = off
	c.segments = [2][]byte{}
	if header := c.s.header; off.less(uint128{lo: uint64(len(header))}) {
		c.run, c.i = 0, 0
		c.segments[0] = []byte(header[off.lo:])
		c.stable = false
		return
	}
	var start uint128
	c.run, c.i, start = c.s.find(off)
	// Leave out the record's bytes before off.
	if into := c.off.minus(start); into != (uint128{}) {
		c.more(MaxRecord)
		n := min(uint64(len(c.segments[0])), into.lo)
		c.segments[0] = c.segments[0][n:]
		c.segments[1] = c.segments[1][min(uint64(len(c.segments[1])), into.lo-n):]
	}
}

// Record returns the number of the next byte's record, its length, and how many of its
// bytes are before the next. The header has the number 0. At the end and beyond, the
// record is the one after the last, of length 0.
func (c *Cursor) Record() (number uint64, length, before int) {
	number, start, length := c.s.record(c.off)
	return number, length, min(length, int(c.off.minus(start).lo))
}

// Few is how many bytes at most are encoded at the beginning of a run.
const Few = 4096

// Next returns the next bytes and goes past them: at least one and at most n > 0, or
// none at the end. Stable bytes never change; others stay as they are until the next
// call. Callers must not modify them.
func (c *Cursor) Next(n int) (b []byte, stable bool) {
	for len(c.segments[0]) == 0 {
		c.segments[0], c.segments[1] = c.segments[1], nil
		if len(c.segments[0]) == 0 && !c.more(n) {
			return nil, false
		}
	}
	b = c.segments[0]
	b = b[:min(n, len(b)):min(n, len(b))]
	c.segments[0] = c.segments[0][len(b):]
	c.off = c.off.plus(uint128{lo: uint64(len(b))})
	return b, c.stable
}

// more makes the next segments, of about the wanted bytes where it has to encode them.
// It returns false at the end.
func (c *Cursor) more(wanted int) bool {
	for c.i == c.s.runs[c.run].Count {
		if c.run == len(c.s.runs)-1 {
			return false
		}
		c.run++
		c.i = 0
	}
	switch r := &c.s.runs[c.run]; {
	case c.s.numbers || r.Count < 2<<formats[c.s.format].blockBits:
		// Numbers differ from block to block, or the run may have no whole block.
		c.encode(r, wanted)
	case c.i == 0 && wanted <= Few:
		// No more than wanted: a reader may wait for the first byte, and making the blocks
		// takes longer.
		c.encode(r, wanted-MaxRecord)
	default:
		c.keptBlock(r)
	}
	return true
}

// encode makes the next segment, of some of the records of run r that are left.
func (c *Cursor) encode(r *placedRun, wanted int) {
	const most = 64 << 10
	wanted = max(0, min(wanted, most))
	n := min(r.Count-c.i, uint64(wanted/c.s.format.shortRecord()+1))
	room := min(wanted+2*MaxRecord, most) // a record may already have begun
	if len(c.buffer) < room {
		c.buffer = make([]byte, room)
	}
	first := uint64(0)
	if c.s.numbers {
		first = c.s.number + r.records + c.i
	}
	b, done := c.s.format.encode(c.buffer, first, r.First+c.i, r.Naming, int(n))
	c.segments = [2][]byte{b}
	c.stable = false
	c.i += uint64(done)
}

// keptBlock makes the next segments, of the rest of a block or of run r.
func (c *Cursor) keptBlock(r *placedRun) {
	f := c.s.format
	moves := uint64(1) << formats[f].blockBits
	k := r.First + c.i
	in := (k - 1) & (moves - 1) // move k is number in of its block, counted from 0
	n := min(moves-in, r.Count-c.i)
	c.i += n
	c.stable = true

	b := f.blocksOf(r.Naming)
	start := k - 1 - in
	peg := r.Naming.Peg(uint8(start % 3))
	body := b.bodies[peg]
	from, to := int(f.upTo(in).lo), int(f.upTo(in+n).lo)
	if in+n < moves {
		c.segments = [2][]byte{body[from:to]}
		return
	}
	end := b.ends[peg][bits.TrailingZeros64(start+moves)+1]
	c.segments = [2][]byte{body[min(from, b.cut):b.cut], end[max(from, b.cut)-b.cut:]}
}
