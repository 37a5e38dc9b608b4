package block

import "math/bits"

// Cursor reads a stream from any position. It is not safe for concurrent use.
type Cursor struct {
	s   *Stream
	off uint128

	rest   []byte // bytes produced but not yet returned; nil after a seek
	stable bool   // whether the bytes of rest never change
	run    int    // the run of the next byte, or an earlier one
	i      uint64 // the run's next record to encode
	buffer []byte // holds encoded records
}

// Cursor returns a cursor at the start of s.
func (s *Stream) Cursor() *Cursor { return &Cursor{s: s} }

// Stream returns the cursor's stream.
func (c *Cursor) Stream() *Stream { return c.s }

// Offset returns the position in bytes and true, or 2⁶³−1 and false if it is 2⁶³ or more.
func (c *Cursor) Offset() (int64, bool) { return c.off.int64() }

// Left returns the number of bytes left and true, or 2⁶³−1 and false if it is 2⁶³ or more.
func (c *Cursor) Left() (int64, bool) { return c.left().int64() }

// LeftFloat returns the number of bytes left, rounded.
func (c *Cursor) LeftFloat() float64 { return c.left().float64() }

func (c *Cursor) left() uint128 {
	end := c.s.end().bytes
	if end.less(c.off) {
		return uint128{}
	}
	return end.minus(c.off)
}

// Pos is a position in a stream. It may exceed 2⁶³ bytes.
type Pos struct{ off uint128 }

// Pos returns the position of the next byte.
func (c *Cursor) Pos() Pos { return Pos{c.off} }

// SeekFrom moves the cursor to n bytes after p, or before p if n is negative.
func (c *Cursor) SeekFrom(p Pos, n int64) {
	c.seek(p.off.plus(uint128{hi: uint64(n >> 63), lo: uint64(n)})) // modulo 2¹²⁸
}

// SeekTo moves the cursor to byte off ≥ 0, which may be past the end.
func (c *Cursor) SeekTo(off int64) { c.seek(uint128{lo: uint64(off)}) }

func (c *Cursor) seek(off uint128) {
	c.off, c.rest = off, nil
	c.run, c.i = c.s.find(off)
}

// Record returns the number and the length of the record that contains the next byte, and
// the number of its bytes before that byte. The header is record 0. At and past the end,
// the number is one more than the last record's, and the length is 0.
func (c *Cursor) Record() (number uint64, length, before int) {
	number, start, length := c.s.record(c.off)
	return number, length, min(length, int(c.off.minus(start).lo))
}

// Few is the largest n for which Next, at the start of a run, makes no blocks.
const Few = 4096

// Next returns the next bytes, at most n > 0, and advances past them. It returns none only
// at the end. Stable bytes never change; others are valid until the next call. Callers must
// not modify them.
func (c *Cursor) Next(n int) (b []byte, stable bool) {
	if len(c.rest) == 0 && !c.produce(n) {
		return nil, false
	}
	n = min(n, len(c.rest))
	b, c.rest = c.rest[:n:n], c.rest[n:]
	c.off = c.off.plus(uint128{lo: uint64(n)})
	return b, c.stable
}

// ReadFull fills p with the next bytes, and returns their number: less than len(p) only at the end.
func (c *Cursor) ReadFull(p []byte) (n int) {
	for n < len(p) {
		b, _ := c.Next(len(p) - n)
		if len(b) == 0 {
			break
		}
		n += copy(p[n:], b)
	}
	return n
}

// produce sets c.rest to the next bytes, and returns false at the end. If it has to encode
// them, it encodes about as many as wanted.
func (c *Cursor) produce(wanted int) bool {
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
	case s.numbers || r.Count < 2<<formats[s.encoding.Format].blockBits:
		// Numbered blocks differ; a short run may contain no whole block.
		c.encode(r, wanted)
	case c.off == r.bytes && wanted <= Few:
		// Making the blocks would delay the first byte.
		c.encode(r, wanted-MaxRecord)
	default:
		c.keptBlock(r)
	}
	return true
}

// encode sets c.rest to the bytes of the next records of run r.
func (c *Cursor) encode(r *placedRun, wanted int) {
	const most = 64 << 10
	wanted = max(0, min(wanted, most))
	n := min(r.Count-c.i, uint64(wanted/c.s.encoding.shortRecord()+1))
	room := min(wanted+2*MaxRecord, most) // the cursor may be inside a record
	if len(c.buffer) < room {
		c.buffer = make([]byte, room)
	}
	first := uint64(0)
	if c.s.numbers {
		first = c.s.number + r.records + c.i
	}
	b, done := c.s.encoding.encode(c.buffer, first, r.First+c.i, r.Naming, int(n))
	if c.rest == nil { // after a seek, perhaps to the middle of a record
		b = b[c.off.minus(c.s.offset(r, c.i)).lo:]
	}
	c.rest, c.stable = b, false
	c.i += uint64(done)
}

// keptBlock sets c.rest to the next bytes of run r, up to the cut or the end of a block.
func (c *Cursor) keptBlock(r *placedRun) {
	e := c.s.encoding
	moves := uint64(1) << formats[e.Format].blockBits
	// The offset of the next byte in the records of all moves 1, 2, …
	at := c.off.minus(r.bytes).plus(e.upTo(r.First - 1))
	block, in := bits.Div64(at.hi, at.lo, e.upTo(moves).lo)
	start := block * moves

	b := e.blocksOf(r.Naming)
	peg := r.Naming.Peg(uint8(start % 3))
	var rest []byte
	if cut := uint64(b.cut); in < cut {
		rest = b.whole[peg][in:cut]
	} else {
		disk := min(bits.TrailingZeros64(start+moves)+1, maxDisks) // the last block has no seam
		rest = b.ends[peg][disk][in-cut:]
	}
	left, _ := c.s.runs[c.run+1].bytes.minus(c.off).int64()
	c.rest, c.stable = rest[:min(int64(len(rest)), left)], true
}
