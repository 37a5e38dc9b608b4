package kernel

import (
	"errors"
	"testing"
)

func TestNaming(t *testing.T) {
	for p := range Naming(numNamings) {
		for q := range uint8(3) {
			// q → a+q, and a−q for the last three namings.
			want := (uint8(p) + q) % 3
			if p >= 3 {
				want = (uint8(p) - 3 + 3 - q) % 3
			}
			if got := p.Peg(q); got != want {
				t.Errorf("naming %d maps peg %d to %d, want %d", p, q, got, want)
			}
		}
	}
}

func TestNamingFor(t *testing.T) {
	for n := -1; n <= 66; n++ {
		for from := range uint8(4) {
			for to := range uint8(4) {
				p, err := NamingFor(n, from, to)
				var wraps error
				switch {
				case n < 1 || n > 64:
					wraps = ErrDisks
				case from > 2 || to > 2 || from == to:
					wraps = ErrPeg
				}
				if wraps != nil {
					if p != 0 || !errors.Is(err, wraps) {
						t.Errorf("n = %d, %d to %d: naming %v, error %v, want %v", n, from, to, p, err, wraps)
					}
					continue
				}
				all := ^uint64(0) >> (64 - n)
				if end := classicState(n, all, p); err != nil || p.Peg(0) != from || end[to] != all {
					t.Errorf("n = %d, %d to %d: %v; naming %v leads from %d to %v", n, from, to, err, p, p.Peg(0), end)
				}
			}
		}
	}
}
