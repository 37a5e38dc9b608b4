package block

import (
	"math"
	"math/bits"

	"github.com/hanoigen/hanoi/kernel"
)

// size is a number of bytes: streams of 64 disks have up to 2⁷⁰.
type size struct{ hi, lo uint64 }

func product(a, b uint64) size {
	hi, lo := bits.Mul64(a, b)
	return size{hi, lo}
}

func (a size) plus(b size) size {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return size{hi, lo}
}

func (a size) minus(b size) size {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, borrow)
	return size{hi, lo}
}

func (a size) less(b size) bool {
	return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo
}

// int64 returns a, and whether it is below 2⁶³. If not, it returns 2⁶³−1.
func (a size) int64() (int64, bool) {
	if a.hi > 0 || a.lo >= 1<<63 {
		return math.MaxInt64, false
	}
	return int64(a.lo), true
}

// Of every 2^twoDigitBits moves, the last alone has a disk of two digits: 10 or
// larger.
const twoDigitBits = 9

// shortRecord returns the length of a record with a disk of one digit, not
// counting the move's number.
func (f Format) shortRecord() int {
	switch f {
	case Packed:
		return 1
	case Wide:
		return 2
	case NPY:
		return 3
	}
	d := &formats[f]
	return len(d.plain) + 1 + len(d.parts[1]) + 1 + len(d.parts[2]) + 1 + len(d.parts[3])
}

// upTo returns the length of the records of moves 1 … k, without numbers.
func (f Format) upTo(k uint64) size {
	s := product(k, uint64(f.shortRecord()))
	if !f.Binary() {
		s = s.plus(size{lo: k >> twoDigitBits})
	}
	return s
}

// aroundNumber returns how much longer a record with a number is, not counting the
// number.
func (f Format) aroundNumber() int {
	d := &formats[f]
	return len(d.number) + len(d.parts[0]) - len(d.plain)
}

// numbersUpTo returns how many bytes the numbers 1 … n add to the records: the digits,
// and the text around them.
func (f Format) numbersUpTo(n uint64) size {
	// d(n+1) − 11…1 digits, where n and 11…1 have d digits. With zeros in front,
	// each of the numbers 0 … n has d digits. There are 1 + 10 + … + 10^(d−1) =
	// 11…1 such zeros: at the place of 10^i, the numbers below 10^i have one.
	digits, ones := uint64(1), uint64(1)
	for p := n; p >= 10; p /= 10 {
		digits++
		ones = 10*ones + 1
	}
	s := product(digits, n).plus(size{lo: digits}).minus(size{lo: ones})
	return s.plus(product(n, uint64(f.aroundNumber())))
}

// MaxRecord is at least the length of any record.
const MaxRecord = 72

// maxDisks is as in kernel.
const maxDisks = kernel.MaxDisks
