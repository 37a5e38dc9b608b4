package block

import (
	"math"
	"math/bits"
)

// uint128 is an integer modulo 2¹²⁸. A stream of 64 disks has up to 2⁷⁰ bytes.
type uint128 struct{ hi, lo uint64 }

// product returns a·b.
func product(a, b uint64) uint128 {
	hi, lo := bits.Mul64(a, b)
	return uint128{hi, lo}
}

// plus returns a + b.
func (a uint128) plus(b uint128) uint128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return uint128{hi, lo}
}

// minus returns a − b.
func (a uint128) minus(b uint128) uint128 {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, borrow)
	return uint128{hi, lo}
}

// less reports whether a < b.
func (a uint128) less(b uint128) bool {
	return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo
}

// int64 returns a and true, or 2⁶³−1 and false if a is 2⁶³ or more.
func (a uint128) int64() (int64, bool) {
	if a.hi > 0 || a.lo > math.MaxInt64 {
		return math.MaxInt64, false
	}
	return int64(a.lo), true
}

// float64 returns a, rounded.
func (a uint128) float64() float64 { return float64(a.hi)*(1<<64) + float64(a.lo) }
