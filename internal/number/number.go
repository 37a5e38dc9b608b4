// Package number reads the numbers of the command line: 1099511627775 may be
// written 2^40-1, 1e6 is a million, 0x10 is 16, and 1_000 is a thousand.
package number

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

var (
	errSyntax = errors.New("not a number; write it like 1000, 1_000, 1e6, 0x10, 2^40 or 2^40-1")
	errRange  = fmt.Errorf("too large; give at most %d (2^64-1)", uint64(math.MaxUint64))
)

// Parse returns the number that s stands for: digits, with leading zeros or
// not; 0x and hexadecimal digits; either with single underscores between the
// digits; AeB, which is A·10^B; A^B; and A^B-C. There are no signs, spaces or
// fractions. Only the result has to be below 2⁶⁴, so that 2^64-1 is a number.
func Parse(s string) (uint64, error) {
	base, rest, isPower := strings.Cut(s, "^")
	if !isPower {
		if mantissa, exponent, ok := cutExponent(s); ok {
			return raised(mantissa, "10", exponent, "0")
		}
		return plain(s)
	}
	exponent, minus, ok := strings.Cut(rest, "-")
	if !ok {
		minus = "0"
	}
	return raised("1", base, exponent, minus)
}

// cutExponent splits a number such as 1e6. A hexadecimal one has no exponent.
func cutExponent(s string) (mantissa, exponent string, ok bool) {
	if i := strings.IndexAny(s, "eE"); i >= 0 && !isHex(s) {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

func isHex(s string) bool { return strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") }

// raised returns factor · base^exponent − minus.
func raised(factor, base, exponent, minus string) (uint64, error) {
	var n [4]uint64
	for i, s := range []string{factor, base, exponent, minus} {
		var err error
		if n[i], err = plain(s); err != nil {
			return 0, err
		}
	}
	hi, lo := uint64(0), n[0]
	for range n[2] {
		if n[1] <= 1 || n[0] == 0 {
			lo *= min(n[1], 1)
			break // and not a loop of 2^64
		}
		if hi > 0 {
			return 0, errRange
		}
		hi, lo = bits.Mul64(lo, n[1])
	}
	lo, borrow := bits.Sub64(lo, n[3], 0)
	switch {
	case hi < borrow:
		return 0, fmt.Errorf("negative; give 0 to %d (2^64-1)", uint64(math.MaxUint64))
	case hi > borrow:
		return 0, errRange
	}
	return lo, nil
}

// plain reads digits.
func plain(s string) (uint64, error) {
	digits, base := s, 10
	if isHex(s) {
		digits, base = s[2:], 16
	}
	// ParseUint itself takes underscores, and then leading zeros for octal.
	for part := range strings.SplitSeq(digits, "_") {
		if part == "" || strings.ContainsAny(part, "+-") {
			return 0, errSyntax
		}
	}
	n, err := strconv.ParseUint(strings.ReplaceAll(digits, "_", ""), base, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, errRange
	} else if err != nil {
		return 0, errSyntax
	}
	return n, nil
}

// Value is a number as a flag.Value, of Min … Max.
type Value struct {
	N, Min, Max uint64
}

// Set reads the value.
func (v *Value) Set(s string) error {
	n, err := Parse(s)
	if err == nil && (n < v.Min || n > v.Max) {
		err = fmt.Errorf("out of range; give %d to %d", v.Min, v.Max)
	}
	if err == nil {
		v.N = n
	}
	return err
}

func (v *Value) String() string { return strconv.FormatUint(v.N, 10) }

// Type is the placeholder of the value in a usage text.
func (v *Value) Type() string { return "number" }
