package hanoi

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// reason is the first rule that a move breaks, by looking at all disks.
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
	return Legal
}

// State.Reason and a Checker agree with the rules, for every state and move of few
// disks, and for many of 64.
func TestReason(t *testing.T) {
	check := func(l pegList, m Move) {
		t.Helper()
		s, want := l.state(t), l.reason(m)
		if got := s.Reason(m); got != want {
			t.Fatalf("%v: %v breaks %v, want %v", s, m, got, want)
		}
		if (s.Explain(m) == "") != (want == Legal) {
			t.Fatalf("%v: %v: %q", s, m, s.Explain(m))
		}
		c, err := NewChecker(s, State{})
		if err != nil {
			t.Fatal(err)
		}
		after, _ := s.Apply(m)
		if want != Legal {
			after = s
		}
		if ok := c.Move(m); ok != (want == Legal) || c.Outcome().Reason != want || c.State() != after {
			t.Fatalf("%v: the checker says of %v %+v, want %v and %v", s, m, c.Outcome(), want, after)
		}
	}
	for n := 1; n <= 4; n++ {
		for code := range 81 {
			for disk := range uint8(6) {
				for from := range uint8(5) {
					for to := range uint8(5) {
						check(listOfCode(n, code), Move{disk, from, to})
					}
				}
			}
		}
	}
	r := seeded(t)
	for range 20_000 {
		l := randomList(r, 64)
		disk := uint8(r.IntN(3))
		if r.IntN(3) == 0 {
			disk = uint8(r.IntN(256))
		}
		from := uint8(r.IntN(3))
		if disk >= 1 && disk <= 64 {
			from = l[disk-1]
		}
		check(l, Move{disk, from, uint8(r.IntN(3))})
	}
}

// randomMoves returns count moves from a state, and the states after the legal ones
// that come first. The move after legal of them is illegal; none is if legal is count.
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
			if (s.Reason(m) == Legal) == (len(moves) != legal) {
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

// Check gives the outcome of random walks, as Apply and Distance have it, and the
// same whether moves come one by one, at once, or as pairs.
func TestCheck(t *testing.T) {
	r := seeded(t)
	for range 2_000 {
		n := 1 + r.IntN(5)
		if r.IntN(4) == 0 {
			n = 60 + r.IntN(5)
		}
		begin := randomList(r, n).state(t)
		count := r.IntN(40)
		moves, states := randomMoves(r, begin, count, r.IntN(count+1))
		goal := states[r.IntN(len(states))]
		goals := []State{goal}
		if r.IntN(2) == 0 {
			goal, goals = State{}, nil
			for peg := range uint8(3) {
				if p, _ := Perfect(n, peg); p != begin {
					goals = append(goals, p)
				}
			}
		}
		left := func(s State) uint64 {
			least := ^uint64(0)
			for _, g := range goals {
				d, err := Distance(s, g)
				if err != nil {
					t.Fatal(err)
				}
				least = min(least, d)
			}
			return least
		}
		last := states[len(states)-1]
		want := Outcome{
			Moves: uint64(count), Legal: uint64(len(states) - 1), State: last,
			Left: left(last), Optimum: left(begin),
		}
		want.Excess = want.Legal + want.Left - want.Optimum
		if at := slices.IndexFunc(states, func(s State) bool { return slices.Contains(goals, s) }); at >= 0 {
			want.Arrived, want.Reached = true, uint64(at)
		}
		if len(states) <= count {
			want.Reason = last.Reason(moves[len(states)-1])
		}
		want.Solved = want.Reason == Legal && slices.Contains(goals, last)

		got, err := Check(begin, goal, slices.Values(moves))
		if err != nil || got != want {
			t.Fatalf("%v to %v by %v:\n%+v, %v, want\n%+v", begin, goals, moves, got, err, want)
		}
		c, err := NewChecker(begin, goal)
		if err != nil {
			t.Fatal(err)
		}
		half := r.IntN(count + 1)
		c.MoveAll(moves[:half])
		copied := c
		if ok := c.MoveAll(moves[half:]); half < count && ok != (want.Reason == Legal) || c.Outcome() != want {
			t.Fatalf("at once: %+v, want %+v", c.Outcome(), want)
		}
		for _, m := range moves[half:] {
			if r.IntN(2) == 0 && copied.Legal() >= uint64(len(states)-1) || copied.State().Reason(m) != Legal {
				copied.Move(m)
			} else {
				copied.Pair(m.From, m.To)
			}
		}
		if copied.Outcome() != want {
			t.Fatalf("a copy: %+v, want %+v", copied.Outcome(), want)
		}
	}
}

// MoveAll and Packed judge long lists as Move does one by one, wherever the goal first
// stands, and wherever a move is illegal.
func TestChunks(t *testing.T) {
	r := seeded(t)
	for range 1_000 {
		n := 1 + r.IntN(12)
		count := chunk - 2 + r.IntN(2*chunk)
		var moves []Move
		var states []State
		begin := randomList(r, n).state(t)
		naming := Naming(r.IntN(6))
		if r.IntN(2) == 0 {
			moves, states = randomMoves(r, begin, count, r.IntN(2*count))
		} else { // of the solution, one of them perhaps another
			n = 11 + r.IntN(54)
			first := 1 + r.Uint64()&(lowest(n)>>1)
			begin = mustState(t, n, first-1, naming)
			states = []State{begin}
			for k := range uint64(count) {
				moves = append(moves, MoveAt(first+k, naming))
				states = append(states, mustState(t, n, first+k, naming))
			}
			if r.IntN(2) == 0 {
				moves[r.IntN(len(moves))] = Move{uint8(1 + r.IntN(64)), uint8(r.IntN(3)), uint8(r.IntN(3))}
			}
		}
		goal := State{}
		if r.IntN(4) > 0 {
			goal = states[r.IntN(len(states))]
		}
		want, err := NewChecker(begin, goal)
		if err != nil {
			t.Fatal(err)
		}
		got, packed := want, want
		packable := true
		var records []byte
		for _, m := range moves {
			want.Move(m)
			back, err := Unpack(m.Pack(), naming)
			packable = packable && err == nil && back == m
			records = append(records, m.Pack())
		}
		if ok := got.MoveAll(moves); got.Outcome() != want.Outcome() || ok != (want.Outcome().Reason == Legal) {
			t.Fatalf("%v to %v by %v:\n%+v, want\n%+v", begin, goal, moves, got.Outcome(), want.Outcome())
		}
		if packable {
			if ok := packed.Packed(records, naming); packed.Outcome() != want.Outcome() || ok != (want.Outcome().Reason == Legal) {
				t.Fatalf("%v to %v by % x:\n%+v, want\n%+v", begin, goal, records, packed.Outcome(), want.Outcome())
			}
		}
	}
}

// Pair names the rule that the move of the top disk breaks.
func TestPair(t *testing.T) {
	for _, c := range []struct {
		from, to uint8
		want     Reason
	}{
		{0, 2, Legal}, {0, 1, LargerOnSmaller}, {2, 0, EmptySource}, {2, 2, SamePeg}, {1, 1, SamePeg},
		{3, 0, NoPeg}, {0, 3, NoPeg}, {255, 255, NoPeg}, {1, 0, Legal},
	} {
		k, err := NewChecker(mustParse(t, "001"), State{})
		if err != nil {
			t.Fatal(err)
		}
		if ok := k.Pair(c.from, c.to); ok != (c.want == Legal) || k.Outcome().Reason != c.want {
			t.Errorf("%d to %d in 001: %v, want %v", c.from, c.to, k.Outcome().Reason, c.want)
		}
	}
	k, err := NewChecker(mustParse(t, "0"), State{})
	if err != nil {
		t.Fatal(err)
	}
	if k.Pair(1, 0); k.Outcome().Reason != EmptySource {
		t.Errorf("1 to 0 in 0: %v, want %v", k.Outcome().Reason, EmptySource)
	}
}

// The longest of all distances.
func TestLeft64(t *testing.T) {
	c, err := NewChecker(mustState(t, 64, 0, 0), mustState(t, 64, 1<<64-1, 0))
	if err != nil {
		t.Fatal(err)
	}
	if o := c.Outcome(); o.Left != 1<<64-1 || o.Optimum != 1<<64-1 || o.Excess != 0 {
		t.Errorf("%+v", o)
	}
}

// A goal is that one alone, and not the state whose sets are empty: all 64 disks on peg 0.
func TestGoal64(t *testing.T) {
	c, err := NewChecker(mustState(t, 64, 1, 0), mustState(t, 64, 2, 0))
	if err != nil {
		t.Fatal(err)
	}
	back := MoveAt(1, 0)
	if o := c.Outcome(); !c.Move(Move{back.Disk, back.To, back.From}) || o.Arrived || c.Outcome().Arrived || c.Outcome().Solved {
		t.Errorf("%+v, then %+v", o, c.Outcome())
	}
}

// The last of all steps is that of disk 64 from a peg that does not exist to itself.
func TestLastStep(t *testing.T) {
	c, err := NewChecker(mustState(t, 64, 0, 0), State{})
	if err != nil {
		t.Fatal(err)
	}
	if c.MoveAll([]Move{{64, 3, 3}}) || c.Outcome().Reason != NoPeg {
		t.Errorf("%+v", c.Outcome())
	}
}

// Illegal counts, and only the first reason stays.
func TestIllegal(t *testing.T) {
	c, err := NewChecker(mustParse(t, "000"), State{})
	if err != nil {
		t.Fatal(err)
	}
	if !c.Move(Move{1, 0, 2}) || c.Illegal(NoPeg) || c.Illegal(NoDisk) || c.Move(Move{2, 0, 1}) || c.MoveAll(nil) || c.Packed(nil, 0) {
		t.Fatal("a move is legal after one that is not")
	}
	if o := c.Outcome(); o.Moves != 4 || o.Legal != 1 || o.Reason != NoPeg || o.State.String() != "002" {
		t.Fatalf("%+v", o)
	}
}

// Packed judges the solution under every naming, with every byte planted at every
// place, as Unpack and Move do.
func TestPacked(t *testing.T) {
	const n = 4
	for p := range Naming(6) {
		begin, err := Perfect(n, p.Peg(0))
		if err != nil {
			t.Fatal(err)
		}
		var records []byte
		for _, m := range Moves(n, p) {
			records = append(records, m.Pack())
		}
		for at := range records {
			for r := range 256 {
				was := records[at]
				records[at] = byte(r)
				var want, got Checker
				for _, c := range []*Checker{&want, &got} {
					if *c, err = NewChecker(begin, State{}); err != nil {
						t.Fatal(err)
					}
				}
				for _, b := range records {
					m, err := Unpack(b, p)
					if err != nil {
						m = Move{b>>2 + 1, 3, 0}
					}
					want.Move(m)
				}
				ok := got.Packed(records[:at], p)
				ok = got.Packed(records[at:], p) && ok
				if got.Outcome() != want.Outcome() || ok != (want.Outcome().Reason == Legal) {
					t.Fatalf("naming %v, % x: %+v, want %+v", p, records, got.Outcome(), want.Outcome())
				}
				records[at] = was
			}
		}
	}
	c, _ := NewChecker(mustParse(t, "0"), State{})
	defer func() {
		if got, want := recover(), "hanoi: no such peg naming: 6; give 0 to 5"; got != want {
			t.Errorf("naming 6: %v, want %s", got, want)
		}
	}()
	c.Packed(nil, 6)
}

func TestCheckErrors(t *testing.T) {
	two, three := mustParse(t, "00"), mustParse(t, "000")
	for _, ends := range [][2]State{{}, {{}, two}, {two, three}} {
		if o, err := Check(ends[0], ends[1], slices.Values([]Move{{1, 0, 1}})); !errors.Is(err, ErrState) || o != (Outcome{}) {
			t.Errorf("from %v to %v: %+v, %v", ends[0], ends[1], o, err)
		}
	}
	if _, err := NewChecker(two, three); !strings.Contains(fmt.Sprint(err), "000 has 3 disks, but 00 has 2;") {
		t.Error(err)
	}
}

func TestReasonNames(t *testing.T) {
	for r, want := range []string{"legal", "no_disk", "no_peg", "same_peg", "empty_source", "not_on_top", "larger_on_smaller", "Reason(7)"} {
		if got := Reason(r).String(); got != want {
			t.Errorf("%d is %q, want %q", r, got, want)
		}
	}
	if b, err := NotOnTop.MarshalText(); string(b) != "not_on_top" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
}

func TestCheckAllocs(t *testing.T) {
	c, err := NewChecker(mustParse(t, "000"), State{})
	if err != nil {
		t.Fatal(err)
	}
	moves := []Move{{1, 0, 2}, {1, 2, 0}}
	packed := []byte{0, 2, 1}
	if n := testing.AllocsPerRun(100, func() {
		c.Move(moves[0])
		c.Pair(2, 0)
		c.MoveAll(moves)
		c.Packed(packed, 0)
		c.Outcome()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkCheck judges the solution for 20 disks.
func BenchmarkCheck(b *testing.B) {
	const n = 20
	begin, err := Perfect(n, 0)
	if err != nil {
		b.Fatal(err)
	}
	var moves []Move
	var packed []byte
	for _, m := range Moves(n, Canonical) {
		moves = append(moves, m)
		packed = append(packed, m.Pack())
	}
	for _, way := range []struct {
		name string
		feed func(*Checker)
	}{
		{"Move", func(c *Checker) {
			for _, m := range moves {
				c.Move(m)
			}
		}},
		{"Pair", func(c *Checker) {
			for _, m := range moves {
				c.Pair(m.From, m.To)
			}
		}},
		{"MoveAll", func(c *Checker) { c.MoveAll(moves) }},
		{"Packed", func(c *Checker) { c.Packed(packed, Canonical) }},
	} {
		b.Run("by="+way.name, func(b *testing.B) {
			for b.Loop() {
				c, err := NewChecker(begin, State{})
				if err != nil {
					b.Fatal(err)
				}
				if way.feed(&c); !c.Outcome().Solved {
					b.Fatal("not solved")
				}
			}
			b.ReportMetric(float64(b.N)*float64(len(moves))/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}
