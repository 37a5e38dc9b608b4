package hanoi

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// reason returns the first rule that a move breaks.
func (l pegList) reason(m Move) Reason {
	on := func(peg uint8, below int) bool { return slices.Contains(l[:below], peg) }
	switch {
	case m.Disk < 1 || int(m.Disk) > len(l):
		return NoDisk
	case m.From > 2 || m.To > 2:
		return NoPeg
	case m.From == m.To:
		return SamePeg
	case !on(m.From, len(l)):
		return EmptySource
	case l[m.Disk-1] != m.From || on(m.From, int(m.Disk)-1):
		return NotOnTop
	case on(m.To, int(m.Disk)-1):
		return LargerOnSmaller
	}
	return ""
}

// randomMoves returns count moves. Moves 1 … legal are legal; move legal+1, if there is one, is
// illegal. It also returns the states before and after each of the moves 1 … legal.
func randomMoves(r *rand.Rand, s State, count, legal int) (moves []Move, states []State) {
	states = []State{s}
	for range count {
		var m Move
		for {
			disk := uint8(1 + r.IntN(min(s.N(), 6)))
			m = Move{disk, s.Peg(int(disk)), uint8(r.IntN(3))}
			if len(moves) == legal {
				m = Move{uint8(r.IntN(s.N() + 2)), uint8(r.IntN(4)), uint8(r.IntN(4))}
			}
			if (ruleBroken(s, m) == "") == (len(moves) != legal) {
				break
			}
		}
		moves = append(moves, m)
		if next, err := s.Apply(m); err == nil {
			s = next
		}
		if len(moves) <= legal {
			states = append(states, s)
		}
	}
	return moves, states
}

// ruleBroken returns the rule that m breaks in s, or "".
func ruleBroken(s State, m Move) (broken Reason) {
	_, err := s.Apply(m)
	errors.As(err, &broken)
	return broken
}

// Random moves: Check agrees with Apply and Distance.
func TestCheck(t *testing.T) {
	r := seeded()
	for range either(2_000, 200) {
		n := 1 + r.IntN(5)
		if r.IntN(4) == 0 {
			n = 60 + r.IntN(5)
		}
		begin := randomList(r, n).state()
		count := r.IntN(40)
		moves, states := randomMoves(r, begin, count, r.IntN(count+1))
		goal := states[r.IntN(len(states))]
		goals := []State{goal}
		if r.IntN(2) == 0 { // any perfect state but the start
			goal, goals = State{}, nil
			for peg := range uint8(3) {
				if p := must.Get(Perfect(n, peg)); p != begin {
					goals = append(goals, p)
				}
			}
		}
		left := func(s State) uint64 {
			least := ^uint64(0)
			for _, g := range goals {
				least = min(least, must.Get(Distance(s, g)))
			}
			return least
		}
		last := states[len(states)-1]
		want := Outcome{
			Moves: uint64(count), Legal: uint64(len(states) - 1), State: last,
			Left: left(last), Optimum: left(begin),
			Reached: int64(slices.IndexFunc(states, func(s State) bool { return slices.Contains(goals, s) })),
			Solved:  len(states) > count && slices.Contains(goals, last),
		}
		got, err := Check(begin, goal, slices.Values(moves))
		illegal := got.Illegal
		got.Illegal = nil
		if err != nil || got != want {
			t.Fatalf("%v to %v by %v:\n%+v, %v, want\n%+v", begin, goals, moves, got, err, want)
		}
		if len(states) > count {
			if illegal != nil {
				t.Fatalf("%v by %v: %v", begin, moves, illegal)
			}
			continue
		}
		_, wrong := last.Apply(moves[len(states)-1])
		if illegal == nil || illegal.Error() != wrong.Error() || !errors.Is(illegal, ruleBroken(last, moves[len(states)-1])) {
			t.Fatalf("%v by %v: %v, want %v", begin, moves, illegal, wrong)
		}
	}
}

func TestCheckErrors(t *testing.T) {
	two, three := must.Get(ParseState("00")), must.Get(ParseState("000"))
	for _, ends := range [][2]State{{}, {{}, two}, {two, three}} {
		if o, err := Check(ends[0], ends[1], slices.Values([]Move{{1, 0, 1}})); !errors.Is(err, ErrState) || o != (Outcome{}) {
			t.Errorf("from %v to %v: %+v, %v", ends[0], ends[1], o, err)
		}
	}
	if _, err := Check(two, three, slices.Values([]Move{})); !strings.Contains(err.Error(), "the first state has 2 disks, the second 3;") {
		t.Error(err)
	}
}
