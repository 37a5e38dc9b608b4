package number

import (
	"math"
	"math/bits"
)

// Uint128 is a number below 2¹²⁸: a stream of 64 disks has up to 2⁷⁰ bytes, and 64 disks
// have 3⁶⁴ states. Its arithmetic is modulo 2¹²⁸.
type Uint128 struct{ Hi, Lo uint64 }

// Product returns a·b.
func Product(a, b uint64) Uint128 {
	hi, lo := bits.Mul64(a, b)
	return Uint128{hi, lo}
}

// Plus returns a + b.
func (a Uint128) Plus(b Uint128) Uint128 {
	lo, carry := bits.Add64(a.Lo, b.Lo, 0)
	hi, _ := bits.Add64(a.Hi, b.Hi, carry)
	return Uint128{hi, lo}
}

// Minus returns a − b.
func (a Uint128) Minus(b Uint128) Uint128 {
	lo, borrow := bits.Sub64(a.Lo, b.Lo, 0)
	hi, _ := bits.Sub64(a.Hi, b.Hi, borrow)
	return Uint128{hi, lo}
}

// Less reports whether a < b.
func (a Uint128) Less(b Uint128) bool {
	return a.Hi < b.Hi || a.Hi == b.Hi && a.Lo < b.Lo
}

// Int64 returns a, and whether it is below 2⁶³; if not, 2⁶³−1.
func (a Uint128) Int64() (int64, bool) {
	if a.Hi > 0 || a.Lo > math.MaxInt64 {
		return math.MaxInt64, false
	}
	return int64(a.Lo), true
}
