package hanoi

import "testing"

// These go with checker.go.

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
		if got, want := recover(), "hanoi: no such naming: 6; give 0 to 5"; got != want {
			t.Errorf("naming 6: %v, want %s", got, want)
		}
	}()
	c.Packed(nil, 6)
}
