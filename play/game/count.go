package game

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
)

// Count is a number of moves. With 64 disks the optimum is 2⁶⁴−1 already, so one
// extra move needs a 65th bit.
type Count struct{ hi, lo uint64 }

// CountOf returns n as a Count.
func CountOf(n uint64) Count { return Count{0, n} }

// ErrCount is wrapped by the error for a text that is no Count.
var ErrCount = errors.New("no count of moves")

// ParseCount reads what String returns: decimal digits alone, for a number below
// 2¹²⁷. The error wraps [ErrCount].
func ParseCount(text string) (Count, error) {
	n := new(big.Int)
	if len(text) <= 39 {
		n.SetString(text, 10)
	}
	if n.String() != text || n.Sign() < 0 || n.BitLen() > 127 {
		return Count{}, fmt.Errorf("%w: %.50q; give a whole number from 0 on, below 2^127", ErrCount, text)
	}
	return Count{new(big.Int).Rsh(n, 64).Uint64(), n.Uint64()}, nil
}

func (c Count) plus(n uint64) Count {
	lo, carry := bits.Add64(c.lo, n, 0)
	return Count{c.hi + carry, lo}
}

func (c Count) minus(n uint64) Count {
	lo, borrow := bits.Sub64(c.lo, n, 0)
	return Count{c.hi - borrow, lo}
}

func (c Count) less(d Count) bool {
	return c.hi < d.hi || c.hi == d.hi && c.lo < d.lo
}

// IsZero reports whether the count is 0.
func (c Count) IsZero() bool { return c == Count{} }

// String returns the count in decimal digits.
func (c Count) String() string {
	n := new(big.Int).SetUint64(c.hi)
	return n.Add(n.Lsh(n, 64), new(big.Int).SetUint64(c.lo)).String()
}
