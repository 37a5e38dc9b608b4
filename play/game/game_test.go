package game

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hanoigen/hanoi"
)

func puzzle(t *testing.T, n int, start, goal string) Puzzle {
	t.Helper()
	p, err := Parse(n, start, goal)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play makes random moves, picks, hints, solutions, undos and redos.
func play(t *testing.T, g *Game, random *rand.Rand) {
	t.Helper()
	switch action := random.IntN(10); action {
	case 0:
		g.Undo()
	case 1:
		g.Redo()
	case 2:
		g.Hint()
	case 3:
		g.Show(1 + random.Uint64N(20))
	case 4:
		g.ShowMore(1 + random.Uint64N(20))
	default:
		// A refusal changes nothing but says why.
		if err := g.Pick(uint8(random.IntN(3))); err != nil && !errors.Is(err, ErrRefused) {
			t.Fatal(err)
		}
	}
}

// replay makes the moves of a history anew, one by one by the library's rules.
func replay(t *testing.T, g *Game) (after []hanoi.State, made []uint64) {
	t.Helper()
	s, count := g.Puzzle().From, uint64(0)
	after, made = append(after, s), append(made, 0)
	for _, step := range g.Steps() {
		moves := []hanoi.Move{step.Move}
		if step.Shown > 0 {
			route, err := hanoi.Path(s, g.Puzzle().To)
			if err != nil {
				t.Fatal(err)
			}
			moves = nil
			for i := range step.Shown {
				moves = append(moves, route.At(i+1))
			}
		}
		for _, m := range moves {
			next, err := s.Apply(m)
			if err != nil {
				t.Fatal(err)
			}
			s, count = next, count+1
		}
		after, made = append(after, s), append(made, count)
	}
	return after, made
}

func TestRandomGames(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 20))
		n := 1 + random.IntN(12)
		p, err := Random(n, seed)
		if err != nil {
			t.Fatal(err)
		}
		g := New(p)
		for range 60 {
			play(t, g, random)
		}
		t.Run(fmt.Sprintf("seed=%d,n=%d", seed, n), func(t *testing.T) { checkGame(t, g) })
	}
}

func checkGame(t *testing.T, g *Game) {
	after, made := replay(t, g)
	check := func() {
		t.Helper()
		at := g.At()
		if g.State() != after[at] || g.Made() != CountOf(made[at]) {
			t.Fatalf("step %d: %v after %v moves; want %v after %d", at, g.State(), g.Made(), after[at], made[at])
		}
		left, err := hanoi.Distance(after[at], g.Puzzle().To)
		if err != nil {
			t.Fatal(err)
		}
		if g.Left() != left || g.Extra() != CountOf(made[at]+left-g.Puzzle().Optimum()) || g.Solved() != (left == 0) {
			t.Fatalf("step %d: left %d, extra %v, solved %t; want %d left", at, g.Left(), g.Extra(), g.Solved(), left)
		}
		best := g.Best()
		if (len(best) == 0) != g.Solved() {
			t.Fatalf("step %d: hint %v, solved %t", at, best, g.Solved())
		}
		for _, m := range best {
			next := g.Clone()
			if err := next.Move(m.From, m.To); err != nil {
				t.Fatal(err)
			}
			if next.Left() != left-1 || next.Extra() != g.Extra() {
				t.Fatalf("step %d: the hint %v leaves %d of %d, extra %v of %v", at, m, next.Left(), left, next.Extra(), g.Extra())
			}
		}
		solved := g.Clone()
		if shown := solved.Show(1 << 63); shown != left || !solved.Solved() || solved.Extra() != g.Extra() {
			t.Fatalf("step %d: the solution has %d moves, solved %t, extra %v; want %d, %v", at, shown, solved.Solved(), solved.Extra(), left, g.Extra())
		}
	}
	hints := g.Hints()
	for g.Undo() {
		check()
	}
	if g.At() != 0 {
		t.Fatalf("undo ends after step %d", g.At())
	}
	check()
	for g.Redo() {
		check()
	}
	if g.At() != len(g.Steps()) || g.Hints() != hints {
		t.Fatalf("redo ends after step %d of %d, with %d hints; want %d", g.At(), len(g.Steps()), g.Hints(), hints)
	}
	// Folding keeps all but the way back.
	for keep := range g.At() + 1 {
		folded := g.Clone()
		folded.Fold(keep)
		if folded.At() != keep || folded.Position() != g.Position() || folded.Left() != g.Left() || folded.Extra() != g.Extra() {
			t.Fatalf("folded to %d steps: %+v; want %+v", keep, folded.Position(), g.Position())
		}
		again, err := Continue(g.Puzzle(), folded.First(), folded.Hints())
		if err != nil {
			t.Fatal(err)
		}
		if again.Position() != folded.First() {
			t.Fatalf("continued at %+v; want %+v", again.Position(), folded.First())
		}
	}
}

// TestShowMore: moves shown in several frames are the moves shown at once, and one
// step, from any state.
func TestShowMore(t *testing.T) {
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 21))
		p, err := Random(1+random.IntN(6), seed)
		if err != nil {
			t.Fatal(err)
		}
		frames, once := New(p), New(p)
		for shown := frames.Show(1); ; {
			once.Restart()
			once.Show(shown)
			if frames.Position() != once.Position() || len(frames.Steps()) != 1 {
				t.Fatalf("seed %d: %+v in %d steps; want %+v", seed, frames.Position(), len(frames.Steps()), once.Position())
			}
			if frames.Solved() {
				break
			}
			shown = frames.ShowMore(1 + random.Uint64N(3))
		}
		frames.ShowMore(5) // nothing is left
		if frames.Position() != once.Position() {
			t.Fatalf("seed %d: more than the solution was shown", seed)
		}
	}
}

// TestLargest: all counts are exact where they pass 64 bits.
func TestLargest(t *testing.T) {
	g := New(puzzle(t, 64, "", ""))
	for _, pegs := range [][2]uint8{{0, 2}, {2, 1}, {1, 0}} {
		if err := g.Move(pegs[0], pegs[1]); err != nil {
			t.Fatal(err)
		}
	}
	if g.Left() != 1<<64-1 || g.Extra() != CountOf(3) {
		t.Errorf("left %d, extra %v; want 2^64-1, 3", g.Left(), g.Extra())
	}
	if shown := g.Show(1<<64 - 1); shown != 1<<64-1 || !g.Solved() {
		t.Errorf("%d moves shown, solved %t", shown, g.Solved())
	}
	if made := g.Made().String(); made != "18446744073709551618" || g.Extra() != CountOf(3) {
		t.Errorf("made %s, extra %v; want 18446744073709551618, 3", made, g.Extra())
	}
	const want = "18446744073709551618 moves, fewest possible 18446744073709551615, 3 extra, 18446744073709551615 moves shown"
	if got := g.Result(); got[len(got)-len(want):] != want {
		t.Errorf("result %q; want it to end with %q", got, want)
	}
	frames := 0
	for g.Restart(); !g.Solved(); frames++ {
		g.ShowMore(Pace(frames))
	}
	if frames > 1600 {
		t.Errorf("the solution for 64 disks takes %d frames; want 1600 at most", frames)
	}
}

func TestPick(t *testing.T) {
	g := New(puzzle(t, 3, "", ""))
	for _, step := range []struct {
		peg    uint8
		picked uint8
		err    string
		state  string
	}{
		{1, None, "not allowed: B has no disk to take", "000"},
		{0, 0, "", "000"},
		{0, None, "", "000"}, // put back
		{0, 0, "", "000"},
		{2, None, "", "002"},
		{0, 0, "", "002"},
		{2, 0, "not allowed: disk 2 cannot lie on disk 1, which is smaller", "002"},
		{1, None, "", "012"},
	} {
		err := g.Pick(step.peg)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if text != step.err || g.Picked() != step.picked || g.State().String() != step.state {
			t.Errorf("peg %d: %q, picked %d, state %v; want %+v", step.peg, text, g.Picked(), g.State(), step)
		}
	}
}

func TestHints(t *testing.T) {
	g := New(puzzle(t, 0, "000", "111"))
	for range 3 {
		g.Hint()
	}
	if g.Hints() != 1 {
		t.Errorf("%d hints for one state; want 1", g.Hints())
	}
	g.Show(7)
	if len(g.Hint()) != 0 || g.Hints() != 1 {
		t.Errorf("a hint after the end counts")
	}
	if want := "Tower of Hanoi, A to B, 3 disks: 7 moves, the fewest possible, 1 hint, 7 moves shown"; g.Result() != want {
		t.Errorf("result %q; want %q", g.Result(), want)
	}
	const two = "Two moves are best: disk 1 from B to C, or disk 2 from A to C."
	if got := SayBest(New(puzzle(t, 0, "001", "200")).Best()); got != two {
		t.Errorf("from 001 to 200: %q; want %q", got, two)
	}
	g.Restart()
	if g.Hints() != 0 || g.Hinted() {
		t.Errorf("a game that begins anew has %d hints", g.Hints())
	}
}

// TestPuzzles pins what seeds and dates mean: the same for everybody, for good.
func TestPuzzles(t *testing.T) {
	for date, want := range map[string]string{
		"2026-01-26": "0001 0212 5", // a Monday
		"2026-01-31": "100112 112211 13",
		"2026-02-01": "0120112 2212011 76", // a Sunday
	} {
		p, err := Daily(date)
		if got := fmt.Sprintf("%v %v %d", p.From, p.To, p.Optimum()); err != nil || got != want || p.String() != "daily "+date {
			t.Errorf("%s: %q %v; want %q", date, got, err, want)
		}
	}
	if p, err := Random(5, 7); err != nil || p.String() != "20021 to 22020" {
		t.Errorf("random 5, seed 7: %v %v; want 20021 to 22020", p, err)
	}
	for _, date := range []string{"", "2026-02-30", "today", "2026-1-1"} {
		if _, err := Daily(date); !errors.Is(err, ErrDate) {
			t.Errorf("%q: %v; want ErrDate", date, err)
		}
	}
	for _, n := range []int{-1, 0, 65} {
		_, err := Random(n, 1)
		_, err2 := Classic(n)
		if !errors.Is(err, hanoi.ErrDisks) || !errors.Is(err2, hanoi.ErrDisks) {
			t.Errorf("%d disks: %v, %v; want ErrDisks", n, err, err2)
		}
	}
}

// TestUniform: each of the 72 pairs of two different states of 2 disks is drawn as
// often as any other. 200 is beyond the 1 − 10⁻¹² quantile of chi-squared with 71
// degrees of freedom.
func TestUniform(t *testing.T) {
	const draws = 72 * 200
	count := map[Puzzle]int{}
	for seed := range uint64(draws) {
		p, err := Random(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		count[p]++
	}
	sum := 0.0
	for _, n := range count {
		d := float64(n - draws/72)
		sum += d * d / (draws / 72)
	}
	if len(count) != 72 || sum > 200 {
		t.Errorf("%d pairs, chi-squared %.1f; want 72, at most 200", len(count), sum)
	}
}

func TestParse(t *testing.T) {
	for _, test := range []struct {
		n           int
		start, goal string
		want        string
		err         error
	}{
		{3, "", "", "A to C", nil},
		{0, "", "", "A to C", nil},
		{4, "2", "", "C to A", nil},
		{4, "222", "", "", hanoi.ErrState},
		{0, "222", "", "C to A", nil},
		{0, "1", "0", "B to A", nil},
		{3, "", "1", "A to B", nil},
		{1, "1", "0", "B to A", nil},
		{4, "0", "", "A to C", nil},
		{0, "2", "2", "", hanoi.ErrState},
		{0, "3", "", "", hanoi.ErrState},
		{0, "2011", "", "2011 to 2222", nil},
		{0, "", "2011", "0000 to 2011", nil},
		{4, "2011", "0000", "2011 to 0000", nil},
		{0, "3|2 1|", "", "011 to 222", nil},
		{3, "2011", "", "", hanoi.ErrState},
		{0, "20", "200", "", hanoi.ErrState},
		{0, "23", "", "", hanoi.ErrState},
		{-1, "", "", "", hanoi.ErrDisks},
		{65, "", "", "", hanoi.ErrDisks},
	} {
		p, err := Parse(test.n, test.start, test.goal)
		if !errors.Is(err, test.err) || err == nil && p.String() != test.want {
			t.Errorf("%d, %q, %q: %v, %v; want %q, %v", test.n, test.start, test.goal, p, err, test.want, test.err)
		}
	}
}

func TestContinueRefuses(t *testing.T) {
	p := puzzle(t, 3, "", "")
	for _, test := range []struct {
		state       string
		made, shown uint64
		hints       int
		want        error
	}{
		{"002", 1, 1, 0, nil},
		{"222", 7, 0, 0, nil},
		{"222", 6, 0, 0, ErrPast},
		{"002", 1, 2, 0, ErrPast},
		{"002", 1, 0, -1, ErrPast},
		{"02", 9, 0, 0, hanoi.ErrState},
	} {
		s, err := hanoi.ParseState(test.state)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Continue(p, Position{s, CountOf(test.made), CountOf(test.shown)}, test.hints); !errors.Is(err, test.want) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

func TestCount(t *testing.T) {
	for _, text := range []string{"0", "1", "18446744073709551615", "18446744073709551616", "170141183460469231731687303715884105727"} {
		if c, err := ParseCount(text); err != nil || c.String() != text {
			t.Errorf("%s: %v, %v", text, c, err)
		}
	}
	for _, text := range []string{"", "-1", "-0", "+1", "01", "1e3", "0x10", " 1", "1_000", "170141183460469231731687303715884105728", "9999999999999999999999999999999999999999"} {
		if c, err := ParseCount(text); !errors.Is(err, ErrCount) {
			t.Errorf("%q: %v, %v; want ErrCount", text, c, err)
		}
	}
	if c := CountOf(1<<64 - 1).plus(2).minus(2); c != CountOf(1<<64-1) {
		t.Errorf("2^64-1 + 2 - 2 = %v", c)
	}
}

// TestStack: every disk is in one row, and rows in order, at any height.
func TestStack(t *testing.T) {
	for seed := range uint64(50) {
		p, err := Random(1+int(seed), seed)
		if err != nil {
			t.Fatal(err)
		}
		for peg := range uint8(3) {
			for height := 1; height < 20; height++ {
				rows := Stack(p.From, peg, height)
				count, below := 0, 0
				for i, r := range rows {
					if r.Smallest <= below || r.Largest < r.Smallest || r.Count > 1 && i != len(rows)-1 || r.Count == 1 && r.Largest != r.Smallest {
						t.Fatalf("seed %d, peg %d, height %d: rows %v", seed, peg, height, rows)
					}
					below = r.Largest
					count += r.Count
				}
				want := 0
				for disk := 1; disk <= p.N(); disk++ {
					if p.From.Peg(disk) == peg {
						want++
					}
				}
				if count != want || len(rows) > height || len(rows) < min(height, want) {
					t.Fatalf("seed %d, peg %d, height %d: %d disks in %d rows; want %d", seed, peg, height, count, len(rows), want)
				}
			}
		}
	}
}

func TestDisks(t *testing.T) {
	for state, want := range map[string]string{
		"000":      "1 to 3",
		"001":      "2, 3",
		"010":      "1, 3",
		"111":      "none",
		"01001000": "1 to 3, 5, 6, 8",
	} {
		s, err := hanoi.ParseState(state)
		if err != nil {
			t.Fatal(err)
		}
		if got := Disks(s, 0); got != want {
			t.Errorf("%s: %q; want %q", state, got, want)
		}
	}
	s, err := hanoi.Perfect(64, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := Disks(s, 1); got != "1 to 64" {
		t.Errorf("64 disks: %q", got)
	}
}
