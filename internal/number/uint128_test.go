package number

import (
	"math"
	"math/big"
	"testing"
)

// The arithmetic is that of math/big.
func TestUint128(t *testing.T) {
	toBig := func(a Uint128) *big.Int {
		n := new(big.Int).SetUint64(a.Hi)
		return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(a.Lo))
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), 128)
	words := []uint64{0, 1, 2, 1<<63 - 1, 1 << 63, 1<<63 + 6, math.MaxUint64}
	var all []Uint128
	for _, lo := range words {
		for _, hi := range words {
			all = append(all, Uint128{hi, lo})
			want := new(big.Int).Mul(toBig(Uint128{0, lo}), toBig(Uint128{0, hi}))
			if got := Product(lo, hi); toBig(got).Cmp(want) != 0 {
				t.Errorf("%d · %d = %v, want %v", lo, hi, got, want)
			}
		}
	}
	for _, a := range all {
		want := toBig(a)
		if got, fits := a.Int64(); fits != want.IsInt64() || fits && got != want.Int64() || !fits && got != math.MaxInt64 {
			t.Errorf("%v as an int64: %d, %v", a, got, fits)
		}
		for _, b := range all {
			sum := new(big.Int).Add(toBig(a), toBig(b))
			if got := a.Plus(b); toBig(got).Cmp(sum.Mod(sum, modulus)) != 0 {
				t.Errorf("%v + %v = %v, want %v", a, b, got, sum)
			}
			difference := new(big.Int).Sub(toBig(a), toBig(b))
			less := difference.Sign() < 0
			if got := a.Minus(b); toBig(got).Cmp(difference.Mod(difference, modulus)) != 0 {
				t.Errorf("%v − %v = %v, want %v", a, b, got, difference)
			}
			if a.Less(b) != less {
				t.Errorf("%v < %v: %v", a, b, !less)
			}
		}
	}
}
