package kernel

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestNaming(t *testing.T) {
	for p := range Naming(numNamings) {
		text := ""
		for q := range uint8(3) {
			// q → a+q, or a−q for the last three.
			want := (uint8(p) + q) % 3
			if p >= 3 {
				want = (uint8(p) - 3 + 3 - q) % 3
			}
			if got := p.Peg(q); got != want {
				t.Errorf("naming %d maps peg %d to %d, want %d", uint8(p), q, got, want)
			}
			text += fmt.Sprint(want)
		}
		if p.String() != text {
			t.Errorf("naming %d is printed as %v, want %s", uint8(p), p, text)
		}
	}
	if s := Naming(7).String(); s != "Naming(7)" {
		t.Error(s)
	}
}

func TestNamingFor(t *testing.T) {
	for n := -1; n <= 66; n++ {
		for from := range uint8(4) {
			for to := range uint8(4) {
				p, err := NamingFor(n, from, to)
				what := fmt.Sprintf("n = %d, %d to %d", n, from, to)
				switch {
				case n < 1 || n > 64:
					checkError(t, what, p, err, ErrDisks, fmt.Sprint(n), "1 to 64")
				case from > 2 || to > 2:
					checkError(t, what, p, err, ErrPeg, fmt.Sprint(max(from, to)), "0, 1 or 2")
				case from == to:
					checkError(t, what, p, err, ErrPeg, fmt.Sprint(from), "two different pegs")
				case err != nil:
					t.Errorf("%s: %v", what, err)
				default:
					all := ^uint64(0) >> (64 - n)
					if end := naiveState(n, all, p); p.Peg(0) != from || end[to] != all {
						t.Errorf("%s: naming %v leads from %d to %v", what, p, p.Peg(0), end)
					}
				}
			}
		}
	}
}

func checkError(t *testing.T, what string, p Naming, err, want error, parts ...string) {
	t.Helper()
	if p != 0 || !errors.Is(err, want) {
		t.Errorf("%s: naming %v, error %v, want %v", what, p, err, want)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: error %q does not say %q", what, err, part)
		}
	}
}
