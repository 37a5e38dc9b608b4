package block

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/hanoigen/hanoi/kernel"
)

// A recordTable holds the record of every move in a text format; with numbers, what
// follows the number. Each is copied at its full width, which needs no loop; the
// next record overwrites the excess.
type recordTable [maxDisks + 1][0x22]struct {
	text [width]byte
	len  uint8
}

const width = 32

// tables holds the recordTable of each text format, without and with numbers.
var tables = func() (t [len(formats)][2]func() *recordTable) {
	for f := range formats {
		for numbers := range 2 {
			t[f][numbers] = sync.OnceValue(func() *recordTable {
				d := &formats[f]
				first := d.plain
				if numbers == 1 {
					first = d.parts[0]
				}
				t := new(recordTable)
				for disk := range int64(maxDisks + 1) {
					for _, pegs := range []int64{0x01, 0x02, 0x10, 0x12, 0x20, 0x21} {
						r := &t[disk][pegs]
						b := append(r.text[:0], first...)
						b = append(strconv.AppendInt(b, disk, 10), d.parts[1]...)
						b = append(strconv.AppendInt(b, pegs>>4, 10), d.parts[2]...)
						b = append(strconv.AppendInt(b, pegs&15, 10), d.parts[3]...)
						r.len = uint8(len(b))
					}
				}
				return t
			})
		}
	}
	return t
}()

// batch is how many moves are encoded at a time: their bytes stay in L1, their text
// in L2.
const batch = 2048

// encode writes n records of a run, from its move k on, to dst, and returns the part
// of dst written. The first record has the given number. It writes fewer records if
// dst has no room for MaxRecord more bytes.
func (s *Stream) encode(dst []byte, k uint64, p kernel.Naming, number uint64, n int) (written []byte, records int) {
	if s.format == Packed {
		n = s.tier.Fill(dst[:min(n, len(dst))], k, p)
		return dst[:n], n
	}
	var moves, disks [batch]byte
	at := 0
	for records < n && len(dst)-at >= MaxRecord {
		m := min(n-records, (len(dst)-at)/MaxRecord, batch)
		s.tier.FillSplit(moves[:m], disks[:m], k, p)
		switch {
		case s.format == Wide:
			wide := dst[at : at+2*m]
			for i := range m {
				wide[2*i], wide[2*i+1] = disks[i], moves[i]
			}
			at += 2 * m
		case s.format == NPY:
			npy := dst[at : at+3*m]
			for i := range m {
				npy[3*i], npy[3*i+1], npy[3*i+2] = disks[i], moves[i]>>4, moves[i]&15
			}
			at += 3 * m
		case s.numbers:
			at += s.encodeNumbered(dst[at:], number, moves[:m], disks[:m])
		default:
			table := tables[s.format][0]()
			for i, disk := range disks[:m] {
				r := &table[disk][moves[i]]
				*(*[width]byte)(dst[at:]) = r.text
				at += int(r.len)
			}
		}
		records += m
		k += uint64(m)
		number += uint64(m)
	}
	return dst[:at], records
}

// thousand holds the last three digits of every number.
var thousand = sync.OnceValue(func() *[1000][4]byte {
	t := new([1000][4]byte)
	for i := range t {
		copy(t[i][:], fmt.Sprintf("%03d", i))
	}
	return t
})

// encodeNumbered writes numbered records to dst, which has room for MaxRecord bytes
// each, and returns their length. Only once in a thousand records does more of the
// number change than its last three digits.
func (s *Stream) encodeNumbered(dst []byte, number uint64, moves, disks []byte) int {
	table, last := tables[s.format][1](), thousand()
	before := formats[s.format].number
	at := 0
	for len(moves) > 0 {
		// The records up to the next multiple of 1000. Below 1000, one at a time:
		// their numbers have no zeros in front.
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
		for i, disk := range disks[:m] {
			*(*[width]byte)(dst[at:]) = prefix
			at += n
			*(*[4]byte)(dst[at:]) = last[low+i]
			at += digits
			r := &table[disk][moves[i]]
			*(*[width]byte)(dst[at:]) = r.text
			at += int(r.len)
		}
		moves, disks = moves[m:], disks[m:]
		number += uint64(m)
	}
	return at
}
