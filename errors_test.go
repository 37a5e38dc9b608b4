package hanoi

import "testing"

// What the errors say in full: figures that change places would read as well.
func TestMessages(t *testing.T) {
	two := mustParse(t, "00")
	ofRank := func(s State, p Naming) error { k, err := s.Rank(p); return orNot(t, k == 0, err) }
	ofBest := func(a, b State) error {
		moves, n, left, err := Next(a, b)
		return orNot(t, moves == [2]Move{} && n == 0 && left == 0, err)
	}
	ofDistance := func(a, b State) error { d, err := Distance(a, b); return orNot(t, d == 0, err) }
	ofApply := func(s State, m Move) error { s, err := s.Apply(m); return orNot(t, s == State{}, err) }
	ofStateAt := func(n int, k uint64) error { s, err := StateAt(n, k, 0); return orNot(t, s == State{}, err) }
	ofParse := func(text string) error { s, err := ParseState(text); return orNot(t, s == State{}, err) }
	ofMove := func(text string) error {
		var m Move
		err := m.UnmarshalText([]byte(text))
		return orNot(t, m == Move{}, err)
	}
	ofFormat := func(name string) error { f, err := ParseFormat(name); return orNot(t, f == 0, err) }
	for _, c := range []struct {
		err  error
		want string
	}{
		{ofRank(mustParse(t, "01"), 0), "off the path: state 01 is not in the solution from peg 0 to peg 1: disk 1 leaves it; the state is at distance 1 from the start and 3 from the end"},
		{ofRank(mustParse(t, "21"), 4), "off the path: state 21 is not in the solution from peg 1 to peg 0: disk 2 leaves it; the state is at distance 3 from the start and 2 from the end"},
		{ofRank(State{}, 0), "no such state: the zero State has no disks; get one from StateAt, Perfect or ParseState"},
		{ofRank(two, 6), "no such peg naming: 6; give 0 to 5"},
		{ofBest(mustParse(t, "012"), mustParse(t, "0120")), "no such state to go to: 0120 has 4 disks, but 012 has 3; give two states of one number of disks"},
		{ofDistance(mustParse(t, "012"), mustParse(t, "0120")), "no such state to go to: 0120 has 4 disks, but 012 has 3; give two states of one number of disks"},
		{ofApply(two, Move{2, 0, 1}), "illegal move: move disk 2 from 0 to 1 in state 00: disk 1 lies on it; only the top disk of a peg may move"},
		{ofApply(two, Move{1, 2, 1}), "illegal move: move disk 1 from 2 to 1 in state 00: peg 2 is empty"},
		{ofApply(mustParse(t, "01"), Move{2, 1, 2}), "illegal move: move disk 2 from 1 to 2 in state 01: disk 2 is on peg 0; take it from there"},
		{ofApply(two, Move{5, 0, 1}), "illegal move: move disk 5 from 0 to 1 in state 00: there is no disk 5; give 1 to 2"},
		{ofStateAt(3, 9), "no such move: 9; the states of 3 disks are numbered 0 to 7"},
		{ofParse("0|\n2|1\n1|"), `no such state: "0|\n2|1\n1|": line 2 does not begin with "1|"`},
		{ofParse("03"), `no such state: "03": character 2 is '3'; give the peg of each disk, 0, 1 or 2, as in "2011"`},
		{ofParse("/0"), `no such state: "/0": character 1 is '/'; give the peg of each disk, 0, 1 or 2, as in "2011"`},
		{ofParse("3|1"), `no such state: "3|1": 2 pegs; give 3, as in "3|2 1|4"`},
		{ofParse("1 2||"), `no such state: "1 2||": disk 2 lies on disk 1; give the disks of a peg from the largest to the smallest`},
		{ofParse("1|4|2"), `no such state: "1|4|2": 3 disks, but no disk 3; give each disk from 1 on once`},
		{ofMove("1 0"), `no such move: "1 0"; give one like "move disk 1 from 0 to 2"`},
		{ofFormat("tar"), `no such format: "tar"; give one of [packed wide text csv jsonl npy]`},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("%v, want\n%s", c.err, c.want)
		}
	}
}

// orNot returns an error, beside which a value has to be zero.
func orNot(t *testing.T, zero bool, err error) error {
	t.Helper()
	if !zero {
		t.Errorf("a value beside %v", err)
	}
	return err
}
