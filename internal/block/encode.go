package block

import (
	"strconv"
	"strings"
	"sync"

	"github.com/hanoigen/hanoi/kernel"
)

// recordTable holds the record of each packed move; with numbers, the part after the number.
// Records are copied at full width, which needs no loop; the next record overwrites the excess.
type recordTable [maxDisks << 2]struct {
	bytes [width]byte
	len   uint8
}

const width = 32

// recordTables holds the tables of each encoding, without and with numbers, under rotations and
// under reflections. Packed has none.
var recordTables [Formats][2][2][2]struct {
	once sync.Once
	*recordTable
}

// records returns a table of e under a naming. numbered is 1 with numbers, else 0.
func (e encoding) records(numbered int, p kernel.Naming) *recordTable {
	reflected := p / 3
	t := &recordTables[e.Format][e.letters][numbered][reflected]
	record := [2]string{formats[e.Format].record, formats[e.Format].numbered}[numbered]
	t.once.Do(func() { t.recordTable = newRecordTable(e, record, byte(reflected)) })
	return t.recordTable
}

func newRecordTable(e encoding, record string, reflected byte) *recordTable {
	f := &formats[e.Format]
	words := strings.Split(record, "%d") // fmt would slow down a short run
	pegs := [3]string{"0", "1", "2"}
	if e.letters > 0 {
		for i, letter := range "ABC" {
			pegs[i] = f.quote + string(letter) + f.quote
		}
	}
	t := new(recordTable)
	for packed := range t {
		disk, from := byte(packed>>2+1), byte(packed&3)
		if from == 3 { // no such peg
			continue
		}
		to := (from + 1 + (disk^reflected)&1) % 3 // an odd disk steps 0→2→1→0
		r := &t[packed]
		if e.Binary() {
			b := f.binary(disk, from, to)
			r.len = uint8(copy(r.bytes[:], b[:f.size]))
			continue
		}
		text := r.bytes[:0]
		for i, value := range [3]string{strconv.Itoa(int(disk)), pegs[from], pegs[to]} {
			text = append(append(text, words[i]...), value...)
		}
		r.len = uint8(len(append(text, words[3]...)))
	}
	return t
}

// batch is the number of moves encoded at a time. The moves fit into L1, their text into L2.
const batch = 2048

// encode writes the records of moves k … k+n−1 to dst, and returns the written part of dst
// and the number of records. It stops early if dst has less than MaxRecord bytes left.
// Records are numbered from number on, unless number is 0.
func (e encoding) encode(dst []byte, number, k uint64, p kernel.Naming, n int) (written []byte, records int) {
	if e.Format == Packed {
		n = kernel.Fill(dst[:min(n, len(dst))], k, p)
		return dst[:n], n
	}
	var moves [batch]byte
	at := 0
	for records < n && len(dst)-at >= MaxRecord {
		m := min(n-records, (len(dst)-at)/MaxRecord, batch)
		kernel.Fill(moves[:m], k, p)
		if number > 0 {
			at += encodeNumbered(dst[at:], number, moves[:m], formats[e.Format].number, e.records(1, p))
			number += uint64(m)
		} else {
			table := e.records(0, p)
			for _, move := range moves[:m] {
				r := &table[move]
				*(*[width]byte)(dst[at:]) = r.bytes
				at += int(r.len)
			}
		}
		records += m
		k += uint64(m)
	}
	return dst[:at], records
}

// lastDigits holds the three digits of 000 … 999.
var lastDigits = sync.OnceValue(func() *[1000][4]byte {
	t := new([1000][4]byte)
	for i := range t {
		t[i] = [4]byte{'0' + byte(i/100), '0' + byte(i/10%10), '0' + byte(i%10)}
	}
	return t
})

// encodeNumbered writes numbered records of packed moves to dst, which has room for MaxRecord
// bytes each, and returns their length. before is the text that precedes each number. Only every
// thousandth number is formatted; in the next 999, only the last three digits differ.
func encodeNumbered(dst []byte, number uint64, moves []byte, before string, table *recordTable) int {
	last := lastDigits()
	at := 0
	for len(moves) > 0 {
		// Write the records before the next multiple of 1000. Below 1000, write one, as
		// numbers have no leading zeros.
		low := int(number % 1000)
		m := min(len(moves), 1000-low)
		var prefix [width]byte
		n, digits := copy(prefix[:], before), 3
		if number >= 1000 {
			n = len(strconv.AppendUint(prefix[:n], number/1000, 10))
		} else {
			n = len(strconv.AppendUint(prefix[:n], number, 10))
			m, digits = 1, 0
		}
		for i, move := range moves[:m] {
			*(*[width]byte)(dst[at:]) = prefix
			at += n
			*(*[4]byte)(dst[at:]) = last[low+i]
			at += digits
			r := &table[move]
			*(*[width]byte)(dst[at:]) = r.bytes
			at += int(r.len)
		}
		moves = moves[m:]
		number += uint64(m)
	}
	return at
}
