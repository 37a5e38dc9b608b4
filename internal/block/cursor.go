package block

import "math/bits"

// Cursor stands at a place in a stream, from which it yields the bytes in order.
// It must not be used by two goroutines at once.
type Cursor struct {
	s   *Stream
	off size

	// What comes next: the bytes of segments, then record i of run.
	segments [2][]byte
	stable   bool // the bytes of segments never change
	run      int
	i        uint64

	buffer []byte
	turns  turns
}

// Cursor returns a cursor at the beginning.
func (s *Stream) Cursor() *Cursor {
	c := &Cursor{s: s}
	c.SeekTo(0)
	return c
}

// Stream returns what the cursor is in.
func (c *Cursor) Stream() *Stream { return c.s }

// Offset returns the place in bytes, and whether it is below 2⁶³; if not, 2⁶³−1.
func (c *Cursor) Offset() (int64, bool) { return c.off.int64() }

// Left returns how many bytes come, and whether that is below 2⁶³; if not, 2⁶³−1.
func (c *Cursor) Left() (int64, bool) {
	end := c.s.end().bytes
	if end.less(c.off) {
		return 0, true
	}
	return end.minus(c.off).int64()
}

// LeftFloat is Left for any length, rounded.
func (c *Cursor) LeftFloat() float64 {
	end := c.s.end().bytes
	if end.less(c.off) {
		return 0
	}
	left := end.minus(c.off)
	return float64(left.hi)*(1<<64) + float64(left.lo)
}

// Pos is a position in a stream, which may be beyond 2⁶³ bytes.
type Pos struct{ off size }

// Pos returns the position of the next byte.
func (c *Cursor) Pos() Pos { return Pos{c.off} }

// SeekFrom goes to the byte n bytes after a position, or −n before it if n < 0.
func (c *Cursor) SeekFrom(p Pos, n int64) {
	c.seek(p.off.plus(size{uint64(n >> 63), uint64(n)})) // modulo 2¹²⁸
}

// SeekTo goes to byte off ≥ 0. Beyond the end, no bytes come.
func (c *Cursor) SeekTo(off int64) { c.seek(size{lo: uint64(off)}) }

func (c *Cursor) seek(off size) {
	c.off = off
	c.segments = [2][]byte{}
	if header := c.s.header; off.less(size{lo: uint64(len(header))}) {
		c.run, c.i = 0, 0
		c.segments[0] = []byte(header[off.lo:])
		c.stable = false
		return
	}
	var start size
	c.run, c.i, start = c.s.find(off)
	// Leave out the record's bytes before off.
	if into := c.off.minus(start); into != (size{}) {
		c.more(MaxRecord)
		n := min(uint64(len(c.segments[0])), into.lo)
		c.segments[0] = c.segments[0][n:]
		c.segments[1] = c.segments[1][min(uint64(len(c.segments[1])), into.lo-n):]
	}
}

// Record returns the record of the next byte, counted from 1, its length,
// and how many of its bytes are before the next. The header is record 0. At the
// end and beyond, the record is the one after the last, of length 0, with no bytes before.
func (c *Cursor) Record() (record uint64, length, before int) {
	header := len(c.s.header)
	if c.off.less(size{lo: uint64(header)}) {
		return 0, header, int(c.off.lo)
	}
	run, i, start := c.s.find(c.off)
	r := &c.s.runs[run]
	record = r.records + i + 1
	if run == len(c.s.runs)-1 {
		return record, 0, 0
	}
	end := r.bytes.plus(c.s.length(r, i+1))
	return record, int(end.minus(start).lo), int(c.off.minus(start).lo)
}

// Few is how many bytes at most are encoded at the begin of a run: to make its blocks takes
// longer, and somebody may wait for the first byte.
const Few = 4096

// Next returns the next bytes and goes past them: at least one and at most n > 0, or
// none at the end. Stable bytes never change; others stay as they are until the next
// call. Nobody may write to them.
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
	c.off = c.off.plus(size{lo: uint64(len(b))})
	return b, c.stable
}

// more makes the next segments: the rest of a block that is kept, a turn, or encoded
// records of about the wanted bytes. It returns false at the end.
func (c *Cursor) more(wanted int) bool {
	if c.i == c.s.runs[c.run].Count {
		if c.run == len(c.s.runs)-1 {
			return false
		}
		c.run++
		c.i = 0
		return c.more(wanted)
	}
	r := &c.s.runs[c.run]
	k := r.First + c.i
	left := r.Count - c.i
	moves := uint64(1) << blockBits[c.s.format]
	switch {
	case c.s.numbers && wanted >= turnsWanted && left >= turnsBytes/MaxRecord && c.s.number+r.records+c.i >= low/10:
		c.encodeTurns(k, r, left)
		return true
	case c.s.numbers || r.Count < 2*moves:
		c.encode(k, r, left, wanted)
		return true
	case c.i == 0 && wanted <= Few:
		c.encode(k, r, left, max(0, wanted-MaxRecord)) // less, or some bytes would be left over
		return true
	}

	// A part of one block. in is k's index in the block, from 0.
	in := (k - 1) & (moves - 1)
	n := min(moves-in, left)
	c.i += n
	c.stable = true
	st := c.s.storeOf(r.Naming)
	start := k - 1 - in
	peg := r.Naming.Peg(uint8(start % 3))
	body := st.bodies[peg]
	from, to := int(c.s.format.upTo(in).lo), int(c.s.format.upTo(in+n).lo)
	if in+n < moves {
		c.segments = [2][]byte{body[from:to]}
		return true
	}
	tail := st.tails[peg][bits.TrailingZeros64(start+moves)+1]
	c.segments = [2][]byte{body[min(from, st.cut):st.cut], tail[max(from, st.cut)-st.cut:]}
	return true
}

// encode makes the next segment: some of the left records of run r, from its move k
// on.
func (c *Cursor) encode(k uint64, r *placedRun, left uint64, wanted int) {
	const most = 64 << 10
	wanted = min(wanted, most)
	n := int(min(left, uint64(wanted/c.s.format.shortRecord()+1)))
	room := min(wanted+2*MaxRecord, most) // a record may already have begun
	if len(c.buffer) < room {
		c.buffer = make([]byte, room)
	}
	b, done := c.s.encode(c.buffer, k, r.Naming, c.s.number+r.records+c.i, n)
	c.segments = [2][]byte{b}
	c.stable = false
	c.i += uint64(done)
}
