package kernel

import (
	"errors"
	"fmt"
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
				var text string
				switch {
				case n < 1 || n > 64:
					wraps, text = ErrDisks, fmt.Sprintf("no such number of disks: %d; give 1 to 64", n)
				case from > 2 || to > 2:
					wraps, text = ErrPeg, fmt.Sprintf("no such peg: %d; give 0, 1 or 2", max(from, to))
				case from == to:
					wraps, text = ErrPeg, fmt.Sprintf("no such peg to go to: peg %d is where the disks start; give two different pegs of 0, 1, 2", from)
				}
				if wraps != nil {
					if p != 0 || !errors.Is(err, wraps) || err.Error() != text {
						t.Errorf("n = %d, %d to %d: naming %v, error %v, want %s", n, from, to, p, err, text)
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
