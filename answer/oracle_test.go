package answer

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// slow is a puzzle played with stacks, as a child would: it shares nothing with the package.
type slow struct{ stacks [][]int }

func newSlow(pegs int, state string) *slow {
	s := &slow{make([][]int, pegs)}
	for i, c := range state {
		peg := int(c - '0')
		s.stacks[peg] = append(s.stacks[peg], len(state)-i)
	}
	return s
}

// at returns the peg of a disk.
func (s *slow) at(disk int) int {
	for peg, stack := range s.stacks {
		for _, d := range stack {
			if d == disk {
				return peg
			}
		}
	}
	return -1
}

func (s *slow) top(peg int) int {
	if stack := s.stacks[peg]; len(stack) > 0 {
		return stack[len(stack)-1]
	}
	return 0
}

// play plays a move and returns the rule that it breaks.
func (s *slow) play(n, disk, from, to int) string {
	switch {
	case disk < 1 || disk > n:
		return "no_disk"
	case from < 0 || from >= len(s.stacks) || to < 0 || to >= len(s.stacks):
		return "no_peg"
	case from == to:
		return "same_peg"
	case s.top(from) == 0:
		return "empty_source"
	case s.top(from) != disk:
		return "not_on_top"
	case s.top(to) != 0 && s.top(to) < disk:
		return "larger_on_smaller"
	}
	s.stacks[from] = s.stacks[from][:len(s.stacks[from])-1]
	s.stacks[to] = append(s.stacks[to], disk)
	return ""
}

func (s *slow) String() string {
	n := 0
	for _, stack := range s.stacks {
		n += len(stack)
	}
	text := make([]byte, n)
	for peg, stack := range s.stacks {
		for _, d := range stack {
			text[n-d] = '0' + byte(peg)
		}
	}
	return string(text)
}

var faults = []string{"", "no_disk", "no_peg", "same_peg", "empty_source", "not_on_top", "larger_on_smaller"}

// walk makes a random walk of legal moves, and then one that breaks a rule, if a form can
// write one, and more.
func walk(r *rand.Rand, start string, pegs int, fault string, hasDisk, hasFrom bool) (moves [][3]int, wrong int) {
	n := len(start)
	s := newSlow(pegs, start)
	legal := 1 + r.IntN(12)
	for len(moves) < legal {
		from, to := r.IntN(pegs), r.IntN(pegs)
		if m := [3]int{s.top(from), from, to}; m[0] > 0 && s.play(n, m[0], from, to) == "" {
			moves = append(moves, m)
		}
	}
	if fault == "" {
		return moves, -1
	}
	for range 200 {
		m := [3]int{r.IntN(n+3) - 0, r.IntN(pegs + 1), r.IntN(pegs + 1)}
		if !hasFrom {
			m[1] = s.at(m[0])
			if m[1] < 0 {
				m[1] = 0
			}
		}
		if !hasDisk {
			m[0] = 1
			if m[1] < pegs && s.top(m[1]) > 0 {
				m[0] = s.top(m[1])
			}
		}
		copied := newSlow(pegs, s.String())
		if copied.play(n, m[0], m[1], m[2]) == fault {
			moves = append(moves, m)
			for range r.IntN(3) {
				moves = append(moves, [3]int{1, 0, 1})
			}
			return moves, legal
		}
	}
	return moves, -1
}

// TestOracle judges random walks with a fault of every reason, in every form, alone and within
// a response, and compares the results with a slow replay.
func TestOracle(t *testing.T) {
	lists := 20_000
	if testing.Short() {
		lists = 2000
	}
	if n, err := strconv.Atoi(os.Getenv("HANOI_LISTS")); err == nil {
		lists = n
	}
	t.Logf("%d lists", lists)
	r := rand.New(rand.NewPCG(36, 1))
	seen := map[string]int{}
	for i := range lists {
		f := forms[i%len(forms)]
		has := func(mark string) bool { return strings.Contains(f.Example, mark) }
		pegs, names := 3+r.IntN(3), ""
		switch {
		case has("{0}"):
			names = "0,1,2,3,4"[:2*pegs-1]
		case has("{1}"):
			names = "1,2,3,4,5"[:2*pegs-1]
		case pegs > 3:
			names = "A,B,C,D,E"[:2*pegs-1]
		}
		n := 1 + r.IntN(7)
		state := func() string {
			text := make([]byte, n)
			for i := range text {
				text[i] = '0' + byte(r.IntN(pegs))
			}
			return string(text)
		}
		start, goal := state(), state()
		hasFrom := has("{A}") || has("{0}") || has("{1}")
		moves, wrong := walk(r, start, pegs, faults[i/len(forms)%len(faults)], has("{d}"), hasFrom)
		if beyond := slices.ContainsFunc(moves, func(m [3]int) bool { return max(m[1], m[2]) >= pegs }); beyond && names == "" {
			names = "A,B,C" // where D stands beside A and B alone, these may be other names
		}
		s := newSlow(pegs, start)
		reason, line, wrongLine := "", 0, 0
		text := [...]string{"", "Here is my answer.\n\n", "<think>Move disk 1 from A to B</think>\n<answer>\n", "```\n"}[r.IntN(4)]
		line = strings.Count(text, "\n")
		for k, m := range moves {
			one := f.write(k+1, m[0], m[1], m[2])
			if !hasFrom {
				one = fmt.Sprintf("%d. %s", k+1, one)
			}
			if reason == "" {
				reason = s.play(n, m[0], m[1], m[2])
				if wrongLine = line + 1; strings.HasPrefix(one, "| Move") {
					wrongLine += 2
				}
			}
			text += one + "\n"
			line += 1 + strings.Count(one, "\n")
		}
		if r.IntN(2) == 0 {
			goal = s.String()
		}
		want := "unfinished"
		switch {
		case reason != "":
			want = "illegal"
		case goal == s.String():
			want = "solved"
		}
		seen[reason]++
		p := Problem{N: n, From: start, To: goal, Pegs: names}
		got := judge(t, p, Options{}, text)
		legal := len(moves)
		if wrong >= 0 {
			legal = wrong
		}
		if string(got.Verdict) != want || got.Reason != reason || got.Legal != uint64(legal) || got.Moves != uint64(len(moves)) ||
			got.State != s.String() || got.Notation != f.Notation || reason != "" && got.Line != wrongLine || got.Skipped != 0 {
			t.Fatalf("list %d, form %q, %+v, %s, line %d, want %s %s after %d of %d, at %v:\n%s\n%+v\n%s", i, f.Example, p, names, wrongLine, want, reason, legal, len(moves), s, text, got, got)
		}
	}
	for _, fault := range faults {
		if seen[fault] < lists/40 {
			t.Errorf("only %d lists of %d break the rule %q", seen[fault], lists, fault)
		}
	}
}
