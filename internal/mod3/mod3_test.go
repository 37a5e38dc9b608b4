package mod3

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

func check(t *testing.T, x uint64) {
	t.Helper()
	one, two := Prefixes(x)
	for j := range 64 {
		got := one>>j&1 + 2*(two>>j&1)
		if want := (x >> j) % 3; got != want {
			t.Fatalf("Prefixes(%#x): bit %d says %d, want %d", x, j, got, want)
		}
	}
}

func TestPrefixes(t *testing.T) {
	for x := range uint64(1 << 14) {
		check(t, x)
		check(t, ^x)
		check(t, bits.Reverse64(x))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		check(t, rng.Uint64())
	}
}
