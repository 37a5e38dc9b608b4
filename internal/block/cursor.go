package block

import "math/bits"

// Cursor stands at a position in a stream, from which it yields the bytes in order.
// It must not be used by two goroutines at once.
type Cursor struct {
	s   *Stream
	off uint128

	rest   []byte // what comes next, as far as it is made; nil after a seek
	stable bool   // the bytes of rest never change
	run    int    // that has the next byte, or is before it
	i      uint64 // its next record, where records are encoded
	buffer []byte
}

// Cursor returns a cursor at the beginning.
func (s *Stream) Cursor() *Cursor { return &Cursor{s: s} }

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
	c.off, c.rest = off, nil
	c.run, c.i = c.s.find(off)
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
	if len(c.rest) == 0 && !c.more(n) {
		return nil, false
	}
	n = min(n, len(c.rest))
	b, c.rest = c.rest[:n:n], c.rest[n:]
	c.off = c.off.plus(uint128{lo: uint64(n)})
	return b, c.stable
}

// more makes the next bytes, about as many as wanted where it has to encode them. It
// returns false at the end.
func (c *Cursor) more(wanted int) bool {
	s := c.s
	for c.run < len(s.runs)-1 && !c.off.less(s.runs[c.run+1].bytes) {
		c.run++
		c.i = 0
	}
	switch r := &s.runs[c.run]; {
	case c.off.less(r.bytes):
		c.rest, c.stable = []byte(s.header[c.off.lo:]), false
	case r == s.end():
		return false
	case s.numbers || r.Count < 2<<formats[s.format].blockBits:
		// Numbers differ from block to block, or the run may have no whole block.
		c.encode(r, wanted)
	case c.off == r.bytes && wanted <= Few:
		// No more than wanted: a reader may wait for the first byte, and making the blocks
		// takes longer.
		c.encode(r, wanted-MaxRecord)
	default:
		c.keptBlock(r)
	}
	return true
}

// encode makes the next bytes, of some of the records of run r that are left.
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
	if c.rest == nil { // it may begin in a record
		b = b[c.off.minus(c.s.offset(r, c.i)).lo:]
	}
	c.rest, c.stable = b, false
	c.i += uint64(done)
}

// keptBlock makes the next bytes, those of a block of run r up to the cut or from there on.
func (c *Cursor) keptBlock(r *placedRun) {
	f := c.s.format
	moves := uint64(1) << formats[f].blockBits
	// Where the next byte is in the records of all moves, from the first on.
	at := c.off.minus(r.bytes).plus(f.upTo(r.First - 1))
	block, in := bits.Div64(at.hi, at.lo, f.upTo(moves).lo)
	start := block * moves

	b := f.blocksOf(r.Naming)
	peg := r.Naming.Peg(uint8(start % 3))
	var rest []byte
	if cut := uint64(b.cut); in < cut {
		rest = b.bodies[peg][in:cut]
	} else {
		disk := min(bits.TrailingZeros64(start+moves)+1, maxDisks) // the last block of all has none
		rest = b.ends[peg][disk][in-cut:]
	}
	left, _ := c.s.runs[c.run+1].bytes.minus(c.off).int64()
	c.rest, c.stable = rest[:min(int64(len(rest)), left)], true
}

// LeftFloat returns the number of bytes left, rounded, however many these are.
func (c *Cursor) LeftFloat() float64 {
	end := c.s.end().bytes
	if end.less(c.off) {
		return 0
	}
	return end.minus(c.off).float64()
}
