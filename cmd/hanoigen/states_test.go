package main

import (
	"fmt"
	"strings"
	"testing"
)

const lines9 = "0|\n1| 4 1\n2| 3 2\n" // after 9 moves of 4 disks

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
	if r := hanoigen(t, "state -n 4 -k 9"); string(r.out) != lines9 {
		t.Errorf("the state after 9 moves: %q", r.out)
	}
	if r := hanoigen(t, "state -n 64 -k 2^64-1 --string"); string(r.out) != strings.Repeat("1", 64)+"\n" {
		t.Errorf("the last state of 64 disks: %q", r.out)
	}
}

// A path is legal, leads to its goal, and is as short as check knows.
func TestPath(t *testing.T) {
	for _, ends := range [][2]string{{"000", "222"}, {"100", "011"}, {"2011", "0120"}, {"01", "10"}} {
		r := hanoigen(t, "path "+ends[0]+" "+ends[1])
		r.expect(t, 0, "")
		moves := strings.Count(string(r.out), "\n")
		want := fmt.Sprintf(`{"verdict":"solved","moves":%d,"legal":%[1]d,"state":%q,"left":0,"optimum":%[1]d,`, moves, ends[1])
		if checked := fed(t, string(r.out), "check --json --from "+ends[0]+" --to "+ends[1]); !strings.HasPrefix(string(checked.out), want) {
			t.Errorf("path %v: check says %s; want %s", ends, checked.out, want)
		}
	}
}
