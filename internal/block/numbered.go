package block

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"sync"
	"unsafe"

	"github.com/hanoigen/hanoi/kernel"
)

// turns holds some turns of numbered records, which are three blocks each. They are
// encoded once. As many turns on, only the seams and the numbers differ, and are set in
// place; of nearly all numbers only the last digits change.
type turns struct {
	naming kernel.Naming
	digits int    // of every number
	upper  uint64 // every number but for its last eight digits
	record int    // the length of a record, but for seams, which have one byte more
	moves  int
	text   []byte // none before the first use
}

const (
	turnBits = twoDigitBits // their blocks have 2^turnBits moves
	// So many bytes stay in L2.
	turnsBytes = 256 << 10
	// The digits that are set in each record. No number has fewer.
	lowDigits = 8
	low       = 1e8
	lowHalf   = 1e4
	// For fewer bytes they are not worth their making.
	turnsWanted = 32 << 10
)

// lastDigits holds the last four digits of every number.
var lastDigits = sync.OnceValue(func() *[lowHalf]uint32 {
	t := new([lowHalf]uint32)
	for i := range t {
		t[i] = binary.LittleEndian.Uint32(fmt.Appendf(nil, "%04d", i))
	}
	return t
})

// encodeTurns makes the next segment: some of the left records of run r, from its move
// k on. The number of the first has at least lowDigits digits.
func (c *Cursor) encodeTurns(k uint64, r *placedRun, left uint64) {
	number := c.s.number + r.records + c.i
	t := &c.turns
	t.prepare(c.s, r.Naming, number)
	j := int((k - 1) % uint64(t.moves))
	n := int(min(left, uint64(t.moves-j), low-number%low))

	text, record, last := t.text, t.record, lastDigits()
	at := t.offset(j) + len(formats[c.s.format].number) + t.digits - lowDigits
	for i := 0; i < n; {
		// Up to and with a seam, or to where more changes than the last four digits.
		toSeam := 1<<turnBits - (j+i)&(1<<turnBits-1)
		m := min(n-i, toSeam, int(lowHalf-number%lowHalf))
		setDigits(text[at:], record, last[number%low/lowHalf], last[number%lowHalf:][:m])
		i += m
		at += m * record
		number += uint64(m)
		if m < toSeam {
			continue
		}
		var moves, disks [1]byte
		c.s.tier.FillSplit(moves[:], disks[:], k+uint64(i-1), r.Naming)
		s := &tables[c.s.format][1]()[disks[0]][moves[0]]
		copy(text[at-record+lowDigits:], s.text[:s.len])
		at++
	}
	c.segments = [2][]byte{text[t.offset(j):t.offset(j+n)]}
	c.stable = false
	c.i += uint64(n)
}

// setDigits sets the last eight digits of records that follow one another in text, which
// begins with those of the first: four that all have, and four of each.
func setDigits(text []byte, record int, all uint32, each []uint32) {
	_ = text[(len(each)-1)*record+lowDigits-1]
	// Checked once: with checks in the loop it takes twice as long (BenchmarkNext, Zen 4).
	p, at := unsafe.Pointer(&text[0]), 0
	for _, d := range each {
		eight := (*[lowDigits]byte)(unsafe.Add(p, at))
		binary.LittleEndian.PutUint64(eight[:], uint64(all)|uint64(d)<<32)
		at += record
	}
}

// offset returns where record j of the turn begins.
func (t *turns) offset(j int) int { return j*t.record + j>>turnBits }

// prepare makes t turns under a naming. Its numbers differ from the given one in the
// last eight digits only.
func (t *turns) prepare(s *Stream, p kernel.Naming, number uint64) {
	upper := number / low
	var high []byte // its digits
	if upper > 0 {
		high = strconv.AppendUint(nil, upper, 10)
	}
	digits := len(high) + lowDigits
	if t.naming != p || t.digits != digits { // 0 before the first use
		first := uint64(1)
		for range digits - 1 {
			first *= 10
		}
		record := s.format.shortRecord() + s.format.aroundNumber() + digits
		moves := turnsBytes / record / (3 << turnBits) * (3 << turnBits)
		if t.text == nil {
			t.text = make([]byte, turnsBytes+2*MaxRecord) // the seams' second digits, and room to encode
		}
		text, _ := s.encode(t.text[:cap(t.text)], 1, p, first, moves)
		*t = turns{naming: p, digits: digits, record: record, moves: moves, text: text}
	}
	if t.upper != upper {
		for j := range t.moves {
			copy(t.text[t.offset(j)+len(formats[s.format].number):], high)
		}
		t.upper = upper
	}
}
