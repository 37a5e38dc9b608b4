package block

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/hanoigen/hanoi/kernel"
)

// recordTable holds the record of every move in a format by its disk and pegs; with
// numbers, the part after the number. Records are copied at full width, which needs no
// loop; the next record overwrites the excess.
type recordTable [maxDisks + 1][0x22]struct {
	bytes [width]byte
	len   uint8
}

const width = 32

// recordTables holds the tables of each format but packed, without and with numbers.
var recordTables = func() (t [Formats][2]func() *recordTable) {
	for f, d := range formats {
		t[f][0] = sync.OnceValue(func() *recordTable { return newRecordTable(Format(f), d.record) })
		t[f][1] = sync.OnceValue(func() *recordTable { return newRecordTable(Format(f), d.numbered) })
	}
	return t
}()

func newRecordTable(f Format, record string) *recordTable {
	parts := strings.Split(record, "%d")
	t := new(recordTable)
	for disk := range int64(maxDisks + 1) {
		for _, pegs := range []int64{0x01, 0x02, 0x10, 0x12, 0x20, 0x21} {
			r := &t[disk][pegs]
			if f.Binary() {
				b := formats[f].binary(byte(disk), byte(pegs>>4), byte(pegs&15))
				r.len = uint8(copy(r.bytes[:], b[:formats[f].size]))
				continue
			}
			b := append(strconv.AppendInt(append(r.bytes[:0], parts[0]...), disk, 10), parts[1]...)
			b = append(strconv.AppendInt(b, pegs>>4, 10), parts[2]...)
			b = append(strconv.AppendInt(b, pegs&15, 10), parts[3]...)
			r.len = uint8(len(b))
		}
	}
	return t
}

// batch is the number of moves encoded at a time: few enough for L1, and their text for L2.
const batch = 2048

// encode writes the records of moves k … k+n−1 to dst, and returns the part of dst
// written and the number of records: fewer than n if dst has no room for MaxRecord more
// bytes. Records are numbered from number on, unless number is 0.
func (f Format) encode(dst []byte, number, k uint64, p kernel.Naming, n int) (written []byte, records int) {
	if f == Packed {
		n = kernel.Fill(dst[:min(n, len(dst))], k, p)
		return dst[:n], n
	}
	var moves, disks [batch]byte
	at := 0
	for records < n && len(dst)-at >= MaxRecord {
		m := min(n-records, (len(dst)-at)/MaxRecord, batch)
		kernel.FillSplit(moves[:m], disks[:m], k, p)
		if number > 0 {
			at += f.encodeNumbered(dst[at:], number, moves[:m], disks[:m])
			number += uint64(m)
		} else {
			table := recordTables[f][0]()
			for i, disk := range disks[:m] {
				r := &table[disk][moves[i]]
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
		copy(t[i][:], fmt.Sprintf("%03d", i))
	}
	return t
})

// encodeNumbered writes numbered records to dst, which has room for MaxRecord bytes
// each, and returns their length. It formats a number once in a thousand records: between
// these, only the last three digits change.
func (f Format) encodeNumbered(dst []byte, number uint64, moves, disks []byte) int {
	table, last := recordTables[f][1](), lastDigits()
	at := 0
	for len(moves) > 0 {
		// The records up to the next multiple of 1000. Below 1000, one at a time, as
		// numbers have no leading zeros.
		low := int(number % 1000)
		m := min(len(moves), 1000-low)
		var prefix [width]byte
		n, digits := copy(prefix[:], formats[f].number), 3
		if number >= 1000 {
			n = len(strconv.AppendUint(prefix[:n], number/1000, 10))
		} else {
			n = len(strconv.AppendUint(prefix[:n], number, 10))
			m, digits = 1, 0
		}
		for i, disk := range disks[:m] {
			*(*[width]byte)(dst[at:]) = prefix
			at += n
			*(*[4]byte)(dst[at:]) = last[low+i]
			at += digits
			r := &table[disk][moves[i]]
			*(*[width]byte)(dst[at:]) = r.bytes
			at += int(r.len)
		}
		moves, disks = moves[m:], disks[m:]
		number += uint64(m)
	}
	return at
}
