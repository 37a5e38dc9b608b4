// Package number parses and formats numbers as people write them: 2^40-1, 1e6, 0x10, 1_000,
// 1.5 GiB.
package number

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// The reasons why a number is rejected.
var (
	errNot      = errors.New("not a number")
	errLarge    = errors.New("too large")
	errNegative = errors.New("negative")
)

// Forms lists the ways to write a number.
const Forms = "1000, 1_000, 1e6, 0x10, 2^40, 2^40-1 or 2^40+1"

// Parse parses a number: decimal digits, with or without leading zeros; 0x and hexadecimal
// digits; either with single underscores between digits; AeB, which is A·10^B; A^B, A^B-C or
// A^B+C. Spaces, fractions, a leading + and negative numbers are errors. Intermediate values
// may be 2⁶⁴ or more: 2^64-1 is valid.
func Parse(s string) (uint64, error) {
	if positive, ok := strings.CutPrefix(s, "-"); ok {
		if _, err := Parse(positive); err == errNot || err == errNegative {
			return 0, errNot
		}
		return 0, errNegative
	}
	s = strings.ToLower(s)
	if base, power, ok := strings.Cut(s, "^"); ok {
		if exponent, minus, ok := strings.Cut(power, "-"); ok {
			return raised("1", base, exponent, minus, "0")
		}
		if exponent, plus, ok := strings.Cut(power, "+"); ok {
			return raised("1", base, exponent, "0", plus)
		}
		return raised("1", base, power, "0", "0")
	}
	if factor, exponent, ok := strings.Cut(s, "e"); ok && !strings.HasPrefix(s, "0x") {
		return raised(factor, "10", exponent, "0", "0")
	}
	return plain(s)
}

// raised returns factor · base^exponent − minus + plus.
func raised(factor, base, exponent, minus, plus string) (uint64, error) {
	var n [5]*big.Int
	for i, s := range []string{factor, base, exponent, minus, plus} {
		part, err := plain(s)
		if err != nil {
			return 0, err
		}
		n[i] = new(big.Int).SetUint64(part)
	}
	n[2] = big.NewInt(int64(min(n[2].Uint64(), 64))) // any other base than 0 and 1 is too large then
	sum := new(big.Int).Exp(n[1], n[2], nil)
	sum.Mul(sum, n[0]).Sub(sum, n[3]).Add(sum, n[4])
	switch {
	case sum.Sign() < 0:
		return 0, errNegative
	case !sum.IsUint64():
		return 0, errLarge
	}
	return sum.Uint64(), nil
}

func plain(s string) (uint64, error) {
	base := 10
	digits, isHex := strings.CutPrefix(s, "0x")
	if isHex {
		base = 16
	}
	// ParseUint allows underscores only in base 0, which takes leading zeros for octal.
	for part := range strings.SplitSeq(digits, "_") {
		if part == "" {
			return 0, errNot
		}
	}
	n, err := strconv.ParseUint(strings.ReplaceAll(digits, "_", ""), base, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, errLarge
	} else if err != nil {
		return 0, errNot
	}
	return n, nil
}

// Value is a number from Min to Max, as a flag.Value.
type Value struct {
	N, Min, Max uint64
	Given       bool // whether Set has set N
}

// Set parses the value. The error names the allowed range.
func (v *Value) Set(s string) error {
	n, err := Parse(s)
	if err == errNegative || err == nil && (n < v.Min || n > v.Max) {
		err = errors.New("out of range")
	}
	if err != nil {
		allowed := fmt.Sprintf("%d to %d", v.Min, v.Max)
		if v.Max-v.Min == 2 {
			allowed = fmt.Sprintf("%d, %d or %d", v.Min, v.Min+1, v.Max)
		}
		if err == errNot && v.Max > 1000 { // smaller numbers need no powers
			allowed += ", written like " + Forms
		}
		return fmt.Errorf("%w; give %s", err, allowed)
	}
	v.N, v.Given = n, true
	return nil
}

func (v *Value) String() string { return strconv.FormatUint(v.N, 10) }

// Type returns the placeholder of the value in a usage text.
func (v *Value) Type() string { return "number" }

// Range is two numbers, which Set parses from A..B. A alone means A..A.
type Range struct{ Low, High Value }

// Set parses the range. A Low above High is not an error.
func (r *Range) Set(s string) error {
	low, high, two := strings.Cut(s, "..")
	if !two {
		high = low
	}
	return cmp.Or(r.Low.Set(low), r.High.Set(high))
}

// Size formats a number of bytes, such as 1.5 GiB.
func Size(bytes float64) string { return size(bytes, 1) }

// Sizes formats two different numbers of bytes, with as many decimals as tell them apart.
func Sizes(a, b float64) (string, string) {
	decimals := 1
	for decimals < 9 && size(a, decimals) == size(b, decimals) {
		decimals++
	}
	return size(a, decimals), size(b, decimals)
}

func size(bytes float64, decimals int) string {
	units, u := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}, 0
	for ; bytes >= 1024 && u < len(units)-1; u++ {
		bytes /= 1024
	}
	if u == 0 {
		decimals = 0
	}
	return fmt.Sprintf("%.*f %s", decimals, bytes, units[u])
}

// Count returns a number with its noun, such as "1 disk" or "3 disks".
func Count(n any, thing string) string {
	text := fmt.Sprint(n)
	if text != "1" {
		thing += "s"
	}
	return text + " " + thing
}

// List formats a set in which bit d−1 stands for d, as in "1 to 3, 5" or, if down, "5, 3 to 1".
func List(set uint64, down bool) string {
	var parts []string
	for set != 0 {
		first := bits.TrailingZeros64(set) + 1
		last := first + bits.TrailingZeros64(^(set >> (first - 1))) - 1
		if last-first < 2 {
			last = first // write two neighbours as two numbers
		}
		set &^= 1<<last - 1
		if down {
			first, last = last, first
		}
		part := strconv.Itoa(first)
		if first != last {
			part = fmt.Sprintf("%d to %d", first, last)
		}
		parts = append(parts, part)
	}
	if down {
		slices.Reverse(parts)
	}
	return strings.Join(parts, ", ")
}
