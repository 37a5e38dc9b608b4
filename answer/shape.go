package answer

import (
	"encoding/binary"
	"math/bits"

	"github.com/hanoigen/hanoi"
)

// shape is what successive records have in common: all their bytes but the disk and
// the pegs. Once a record was read, others of its shape are recognized by comparing
// words.
//
// The result is that of reading them: the disk has as many digits as before, and each
// peg is one letter or digit, in whose place any other would be read as a peg too.
//
// A number with which records begin is no part of their shape.
type shape struct {
	length     int // of a record, up to the next
	window     int // 16, 32 or 64: the length of the part of pattern that has all of it
	pattern    [maxShape / 8]masked
	numbered   bool
	marked     bool  // a structured list may begin in it
	digits     int   // of the disk
	tens, ones uint8 // the places of its last two digits in a record
	from, to   uint8
	written    span
}

// masked is 8 bytes of a shape, and 0xff where they are to be found.
type masked struct{ word, mask uint64 }

// maxShape bounds the length of a record with a shape.
const maxShape = 64

// shapes has the last shape with a disk of one digit, and the last with one of two.
// For pairs only the first is used.
type shapes struct {
	of     [2]shape
	custom [256]uint8 // the pegs of Options.Pegs
	misses int        // shapes learnt since a record last had one
	off    bool       // tests read each record as a whole
}

// other marks a byte at which the record has to be read as a whole: the byte is no
// peg, or decides on the base of the digits.
const other = 4

// pegs0 and pegs1 give the peg of a letter or digit, by base. In pegs1no3, no 3 has
// occurred, and in letters no digit.
var pegs0, pegs1, pegs1no3, letters = pegTable('0'), pegTable('1'), pegTable('1'), pegTable('1')

func init() {
	pegs1['0'], pegs1no3['0'], pegs1no3['3'] = other, other, other
	for c := '0'; c <= '9'; c++ {
		letters[c] = other
	}
}

func pegTable(first byte) (t [256]uint8) {
	for c := range 256 {
		switch c := byte(c); {
		case isDigit(c):
			t[c] = min(c-first, 3)
		case isLetter(c):
			t[c] = min(c|0x20-'a', 3)
		default:
			t[c] = other
		}
	}
	return t
}

func (s *shapes) setPegs(p Pegs) {
	if p == (Pegs{}) {
		return
	}
	for c := range 256 {
		s.custom[c] = other
		if isDigit(byte(c)) || isLetter(byte(c)) {
			s.custom[c] = 3
		}
	}
	for peg, name := range p.names {
		if len(name) == 1 {
			s.custom[name[0]] = uint8(peg)
			if isLetter(name[0]) {
				s.custom[name[0]&^0x20] = uint8(peg)
			}
		}
	}
}

// forget drops the shapes, at the begin of a list.
func (s *shapes) forget() {
	s.of[0].length, s.of[1].length = 0, 0
	s.misses = 0
}

// learn takes the shape of a record that goes from i to the next one.
func (j *Judge) learn(r *record, i, next int) {
	number := i
	if i < r.start {
		i = behindDigits(j.text, i)
	}
	length := next - i
	digits := r.diskAt.end - r.diskAt.start
	if j.skip || j.shapes.off || length > maxShape || digits > 2 ||
		r.from.end-r.from.start != 1 || r.to.end-r.to.start != 1 {
		return
	}
	// Where each record differs in its own way, shapes are in vain.
	if j.shapes.misses++; j.shapes.misses > 8 && j.shapes.misses&63 != 0 {
		return
	}
	s := &j.shapes.of[max(digits, 1)-1]
	*s = shape{
		length: length, window: 16 << bits.Len(uint(length-1)/16), numbered: i > number, marked: mark(j.text[:next], i) < next,
		digits: digits, tens: uint8(r.diskAt.end - 2 - i), ones: uint8(r.diskAt.end - 1 - i),
		from: uint8(r.from.start - i), to: uint8(r.to.start - i), written: span{r.start - i, r.end - i},
	}
	for k := range uint8(length) {
		if k == s.from || k == s.to || digits > 0 && k == s.ones || digits > 1 && k == s.tens {
			continue
		}
		s.pattern[k/8].word |= uint64(j.text[i+int(k)]) << (k % 8 * 8)
		s.pattern[k/8].mask |= 0xff << (k % 8 * 8)
	}
}

// differs is 0 if the bytes are the word, where its mask has ones.
func (m *masked) differs(b []byte) uint64 {
	return (binary.LittleEndian.Uint64(b) ^ m.word) & m.mask
}

// repeat judges the records from i on that have a learnt shape, and returns where the
// first without one starts.
func (j *Judge) repeat(i int) int {
	c := &j.cur
	table := &letters
	switch {
	case j.o.Pegs != (Pegs{}):
		table = &j.shapes.custom
	case c.base == fromZero:
		table = &pegs0
	case c.base == fromOne && c.three:
		table = &pegs1
	case c.base == fromOne:
		table = &pegs1no3
	}
	s := &j.shapes.of[0]
	if s.length == 0 {
		s = &j.shapes.of[1]
	}
	start := i
	for s.length > 0 {
		i = j.same(s, i, table)
		// Where the disk has as many digits as those of the other shape, go on there.
		other := &j.shapes.of[0]
		if s == other {
			other = &j.shapes.of[1]
		}
		if other.length == 0 {
			break
		}
		s = other
		next := j.same(s, i, table)
		if next == i {
			break
		}
		i = next
	}
	if i > start {
		j.shapes.misses = 0
		if i-start > j.plain.end-j.plain.start && !j.shapes.of[0].marked && !j.shapes.of[1].marked {
			j.plain = span{start, i}
		}
	}
	return i
}

// same judges the records from i on that have shape s, and returns where the first
// without it starts.
func (j *Judge) same(s *shape, i int, table *[256]uint8) int {
	c := &j.cur
	for {
		b, begin := j.text, 0
		last := i >= j.tail.begin
		if last {
			b, begin = j.tail.records(s.length), j.tail.begin
		}
		n, next := s.read(&j.moves, &j.starts, b, i-begin, table)
		moves := j.moves[:n]
		if j.o.Convention != Small1 && s.digits > 0 {
			for k := range moves {
				moves[k].Disk = j.o.Convention.disk(int(moves[k].Disk), j.n)
			}
		}
		before := c.check.Legal()
		ok := true
		if c.notation == Pairs {
			for _, m := range moves {
				ok = c.check.Pair(m.From, m.To)
			}
		} else {
			ok = c.check.MoveAll(moves)
		}
		if !ok && c.bad.end == 0 {
			k := int(c.check.Legal() - before)
			if c.move = moves[k]; int(c.move.Disk) > j.n {
				c.move.Disk = 0
			}
			at := begin + j.starts[k]
			c.bad = span{at + s.written.start, at + s.written.end}
		}
		if i = begin + next; n < batch && (last || i < j.tail.begin) {
			return i
		}
	}
}

// batch is how many records are judged at once.
const batch = 256

// tail is the last bytes of a text, and room behind them: there, too, a record can be
// read as one of maxShape bytes.
type tail struct {
	begin, length int // of the last bytes in the text
	bytes         [3 * maxShape]byte
}

func (t *tail) set(text []byte) {
	t.begin = max(0, len(text)-2*maxShape)
	t.length = copy(t.bytes[:], text[t.begin:])
}

// records returns the last bytes, with so much room behind them that read takes a record of
// this length if it ends within the text, and no longer one. What is in the room does not
// matter.
func (t *tail) records(length int) []byte { return t.bytes[:t.length+maxShape-length] }

// read reads the records from i on that have the shape, as far as there is room, and
// maxShape bytes from their begin on. It returns how many, and where the next starts. In
// starts are the places behind their numbers.
func (s *shape) read(moves *[batch]hanoi.Move, starts *[batch]int, b []byte, i int, table *[256]uint8) (n, next int) {
	p := &s.pattern
	for n < batch {
		k := i
		if s.numbered {
			if k = behindDigits(b, i); k == i {
				break
			}
		}
		if len(b)-k < maxShape {
			break
		}
		r := (*[maxShape]byte)(b[k:])
		wrong := p[0].differs(r[0:]) | p[1].differs(r[8:])
		if s.window > 16 {
			wrong |= p[2].differs(r[16:]) | p[3].differs(r[24:])
		}
		if s.window > 32 {
			wrong |= p[4].differs(r[32:]) | p[5].differs(r[40:]) | p[6].differs(r[48:]) | p[7].differs(r[56:])
		}
		// The places are below maxShape; % tells the compiler so, which then checks no bounds.
		from, to, disk := table[r[s.from%maxShape]], table[r[s.to%maxShape]], uint8(0)
		if wrong != 0 || from|to >= other {
			break
		}
		if s.digits > 0 {
			if disk = r[s.ones%maxShape] - '0'; disk > 9 {
				break
			}
		}
		if s.digits > 1 {
			tens := r[s.tens%maxShape] - '0'
			if tens > 9 {
				break
			}
			disk += 10 * tens
		}
		moves[n], starts[n] = hanoi.Move{Disk: disk, From: from, To: to}, k
		n++
		i = k + s.length
	}
	return n, i
}
