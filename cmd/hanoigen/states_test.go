package main

import (
	"fmt"
	"strings"
	"testing"
)

// state returns the state after k moves: the peg of each disk, the largest first.
func (s naive) state(k uint64) (text string) {
	pegs := make([]int, s.n)
	for i := range pegs {
		pegs[i] = s.naming()[0]
	}
	for i := uint64(1); i <= k; i++ {
		disk, _, to := s.move(i)
		pegs[s.n-disk] = to
	}
	for _, peg := range pegs {
		text += fmt.Sprint(peg)
	}
	return text
}

// The solution under every naming, and from peg 0 where --from is not given.
func TestStateAndRank(t *testing.T) {
	for from := -1; from < 3; from++ {
		for to := -1; to < 3; to++ {
			if max(0, from) == to {
				continue
			}
			s := whole(4, "packed")
			s.from, s.to = from, to
			var states, ranks string
			for k := uint64(0); k <= s.count; k += 3 {
				at := fmt.Sprintf("-n 4 -k %d ", k) + strings.Join(s.ends(), " ")
				states += string(hanoigen(t, "state "+at).out)
				ranks += fmt.Sprintln(k)
				if r := hanoigen(t, "state --string "+at); string(r.out) != s.state(k)+"\n" {
					t.Errorf("state --string %s: %q, want %v", at, r.out, s.state(k))
				}
			}
			line := "rank - " + strings.Join(s.ends(), " ")
			if r := fed(t, states, line); string(r.out) != ranks {
				t.Errorf("%s of the states of the solution: %q %q", line, r.out, r.err)
			}
		}
	}
}
