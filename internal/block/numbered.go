package block

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"sync"

	"github.com/hanoigen/hanoi/kernel"
)

// A turn is three blocks of numbered records, twice over. It is encoded once. The
// next turn differs from it only in the seams and the numbers, which are set in
// place; of nearly all numbers only the last digits change.
type turn struct {
	naming kernel.Naming
	digits int    // of every number
	upper  uint64 // every number but for its last eight digits
	record int    // the length of a record, but for seams, which have one byte more
	text   []byte // none before the first use
}

const (
	turnBits  = twoDigitBits // of its blocks
	turnMoves = 2 * 3 << turnBits
	// The digits that are set in each record. No number has fewer.
	lowDigits = 8
	low       = 1e8
	lowHalf   = 1e4
	// Fewer bytes are not worth a turn.
	turnWanted = 32 << 10
)

// lastDigits holds the last four digits of every number.
var lastDigits = sync.OnceValue(func() *[lowHalf]uint32 {
	t := new([lowHalf]uint32)
	for i := range t {
		t[i] = binary.LittleEndian.Uint32(fmt.Appendf(nil, "%04d", i))
	}
	return t
})

// encodeTurn makes the next segment: some of the left records of run r, from its move
// k on. The number of the first has at least lowDigits digits.
func (c *Cursor) encodeTurn(k uint64, r *placedRun, left uint64) {
	number := c.s.number + r.records + c.i
	j := int((k - 1) % turnMoves)
	n := int(min(left, turnMoves-uint64(j), lowHalf-number%lowHalf))
	t := &c.turn
	t.prepare(c.s, r.Naming, number)

	// Of the last eight digits, the first four are the same in all n.
	high := uint64(lastDigits()[number%low/lowHalf])
	last := lastDigits()[number%lowHalf:][:n]
	before := len(formats[c.s.format].number) + t.digits
	begin := t.offset(j)
	at := begin + before - lowDigits
	for i, end := 0, 0; i < n; i = end {
		// Up to the seam.
		end = min(n, i+(1<<turnBits)-1-(j+i)&(1<<turnBits-1))
		for _, d := range last[i:end] {
			binary.LittleEndian.PutUint64(t.text[at:], high|uint64(d)<<32)
			at += t.record
		}
		if end == n {
			break
		}
		binary.LittleEndian.PutUint64(t.text[at:], high|uint64(last[end])<<32)
		var moves, disks [1]byte
		c.s.tier.FillSplit(moves[:], disks[:], k+uint64(end), r.Naming)
		seam := &tables[c.s.format][1]()[disks[0]][moves[0]]
		copy(t.text[at+lowDigits:], seam.text[:seam.len])
		at += t.record + 1
		end++
	}
	c.segments = [2][]byte{t.text[begin:t.offset(j+n)]}
	c.stable = false
	c.i += uint64(n)
}

// offset returns where record j of the turn begins.
func (t *turn) offset(j int) int { return j*t.record + j>>turnBits }

// prepare makes t a turn under a naming. Its numbers differ from the given one in the
// last eight digits only.
func (t *turn) prepare(s *Stream, p kernel.Naming, number uint64) {
	upper := number / low
	digits := lowDigits
	if upper > 0 {
		digits += len(strconv.FormatUint(upper, 10))
	}
	if t.text == nil || t.naming != p || t.digits != digits {
		if t.text == nil {
			t.text = make([]byte, turnMoves*MaxRecord)
		}
		first := uint64(1)
		for range digits - 1 {
			first *= 10
		}
		text := t.text[:cap(t.text)]
		text, _ = s.encode(text, 1, p, first, turnMoves)
		*t = turn{p, digits, first / low, len(text) / turnMoves, text}
	}
	if t.upper != upper {
		for j := range turnMoves {
			strconv.AppendUint(t.text[:t.offset(j)+len(formats[s.format].number)], upper, 10)
		}
		t.upper = upper
	}
}
