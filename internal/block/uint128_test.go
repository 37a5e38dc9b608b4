package block

import (
	"math"
	"math/big"
	"testing"
)

// The arithmetic is that of math/big.
func TestUint128(t *testing.T) {
	toBig := func(a uint128) *big.Int {
		n := new(big.Int).SetUint64(a.hi)
		return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(a.lo))
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), 128)
	words := []uint64{0, 1, 2, 1<<63 - 1, 1 << 63, 1<<63 + 6, math.MaxUint64}
	var all []uint128
	for _, lo := range words {
		for _, hi := range words {
			all = append(all, uint128{hi, lo})
			want := new(big.Int).Mul(toBig(uint128{0, lo}), toBig(uint128{0, hi}))
			if got := product(lo, hi); toBig(got).Cmp(want) != 0 {
				t.Errorf("%d · %d = %v, want %v", lo, hi, got, want)
			}
		}
	}
	for _, a := range all {
		want := toBig(a)
		if got, fits := a.int64(); fits != want.IsInt64() || fits && got != want.Int64() || !fits && got != math.MaxInt64 {
			t.Errorf("%v as an int64: %d, %v", a, got, fits)
		}
		for _, b := range all {
			sum := new(big.Int).Add(toBig(a), toBig(b))
			if got := a.plus(b); toBig(got).Cmp(sum.Mod(sum, modulus)) != 0 {
				t.Errorf("%v + %v = %v, want %v", a, b, got, sum)
			}
			difference := new(big.Int).Sub(toBig(a), toBig(b))
			less := difference.Sign() < 0
			if got := a.minus(b); toBig(got).Cmp(difference.Mod(difference, modulus)) != 0 {
				t.Errorf("%v − %v = %v, want %v", a, b, got, difference)
			}
			if a.less(b) != less {
				t.Errorf("%v < %v: %v", a, b, !less)
			}
		}
	}
}
