package game

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

func newGame(n int, from, to string) *Game { return New(must.Get(Parse(n, from, to))) }

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
		g.SayPick(uint8(random.IntN(3)))
	}
}

// replay makes the moves of a history anew, one by one by the library's rules.
func replay(t *testing.T, g *Game) (after []hanoi.State, made []uint64) {
	t.Helper()
	s, count := g.Puzzle.From, uint64(0)
	after, made = append(after, s), append(made, 0)
	for _, position := range g.History()[1:] {
		moves := []hanoi.Move{position.Move}
		if shown := position.Shown; shown > 0 {
			moves = nil
			for _, m := range must.Get(hanoi.Path(s, g.Puzzle.To)).All() {
				moves = append(moves, m)
			}
			moves = moves[:shown]
		}
		for _, m := range moves {
			s = must.Get(s.Apply(m))
		}
		count += uint64(len(moves))
		after, made = append(after, s), append(made, count)
	}
	return after, made
}

func equals(count *big.Int, want uint64) bool {
	return count.IsUint64() && count.Uint64() == want
}

// TestRandomGames: after any moves, solutions, undos and redos the disks and the counts
// are right, a hint is a move nearer, and the solution is the shortest.
func TestRandomGames(t *testing.T) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 20))
		n := 1 + random.IntN(12)
		p := must.Get(Random(n, seed))
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
		if g.State() != after[at] || !equals(g.Made(), made[at]) {
			t.Fatalf("step %d: %v after %v moves; want %v after %d", at, g.State(), g.Made(), after[at], made[at])
		}
		left := must.Get(hanoi.Distance(after[at], g.Puzzle.To))
		extra := made[at] + left - g.Puzzle.Optimum()
		if g.Left() != left || !equals(g.Extra(), extra) || g.Solved() != (left == 0) || (len(g.Best()) == 0) != g.Solved() {
			t.Fatalf("step %d: left %d, extra %v, solved %t, hint %v; want %d left", at, g.Left(), g.Extra(), g.Solved(), g.Best(), left)
		}
		for _, m := range g.Best() {
			next := g.Clone()
			if err := next.Move(m.From, m.To); err != nil || next.Left() != left-1 {
				t.Fatalf("step %d: the hint %v leaves %d of %d: %v", at, m, next.Left(), left, err)
			}
		}
		// In one step, or in several that become one.
		solved, frames := g.Clone(), g.Clone()
		solved.Show(1 << 63)
		for frames.Show(1); !frames.Solved(); {
			frames.ShowMore(1 + made[at]%3)
		}
		for _, shown := range []*Game{solved, frames} {
			if !shown.Solved() || !equals(shown.Extra(), extra) || left > 0 && (shown.At() != at+1 || shown.Now().Shown != left) {
				t.Fatalf("step %d: solved %t, extra %v, the solution is %+v; want %d moves", at, shown.Solved(), shown.Extra(), shown.Now(), left)
			}
		}
	}
	hints := g.Hints
	for g.Undo() {
		check()
	}
	check()
	steps := 0
	for ; g.Redo(); steps++ {
		check()
	}
	if steps != len(after)-1 || g.Hints != hints {
		t.Fatalf("redo makes %d steps of %d, with %d hints; want %d", steps, len(after)-1, g.Hints, hints)
	}
}

// TestLargest: all counts are exact where they pass 64 bits.
func TestLargest(t *testing.T) {
	g := newGame(64, "", "")
	for _, pegs := range [][2]uint8{{0, 2}, {2, 1}, {1, 0}} {
		must.Do(g.Move(pegs[0], pegs[1]))
	}
	if g.Left() != 1<<64-1 || !equals(g.Extra(), 3) {
		t.Errorf("left %d, extra %v; want 2^64-1, 3", g.Left(), g.Extra())
	}
	g.Show(1<<64 - 1)
	const want = "Tower of Hanoi, A to C, 64 disks: 18446744073709551618 moves, fewest possible 18446744073709551615, 3 extra, 18446744073709551615 moves shown"
	if got := g.Result(); !g.Solved() || got != want {
		t.Errorf("result %q; want %q", got, want)
	}
	frames := 0
	for g.Restart(); !g.Solved(); frames++ {
		g.ShowNext()
	}
	if frames > 1600 {
		t.Errorf("the solution for 64 disks takes %d frames; want 1600 at most", frames)
	}
}

func TestHints(t *testing.T) {
	g := newGame(0, "000", "111")
	for range 3 {
		g.Hint()
	}
	if g.Hints != 1 {
		t.Errorf("%d hints for one state; want 1", g.Hints)
	}
	g.Show(7)
	if len(g.Hint()) != 0 || g.Hints != 1 {
		t.Errorf("a hint after the end counts")
	}
	if want := "Tower of Hanoi, A to B, 3 disks: 7 moves, the fewest possible, 1 hint, 7 moves shown"; g.Result() != want {
		t.Errorf("result %q; want %q", g.Result(), want)
	}
	const two = "Two moves are best: disk 1 from B to C, or disk 2 from A to C."
	if got := SayBest(newGame(0, "001", "200").Best()); got != two {
		t.Errorf("from 001 to 200: %q; want %q", got, two)
	}
	g.Restart()
	if g.Hints != 0 || g.Hinted() {
		t.Errorf("a game that begins anew has %d hints", g.Hints)
	}
}

// TestPuzzles pins what seeds and dates mean: the same for everybody, for good.
func TestPuzzles(t *testing.T) {
	for date, want := range map[string]string{
		"2026-01-26": "1102 1211 5", // a Monday
		"2026-01-31": "011110 222020 31",
		"2026-02-01": "1002220 0200210 76", // a Sunday
	} {
		p, err := Daily(date)
		if got := fmt.Sprintf("%v %v %d", p.From, p.To, p.Optimum()); err != nil || got != want || p.String() != "daily "+date {
			t.Errorf("%s: %q %v; want %q", date, got, err, want)
		}
	}
	if p, err := Random(5, 7); err != nil || p.String() != "12212 to 21111" {
		t.Errorf("random 5, seed 7: %v %v; want 12212 to 21111", p, err)
	}
	for _, date := range []string{"", "2026-02-30", "today", "2026-1-1"} {
		if _, err := Daily(date); err == nil {
			t.Errorf("%q is a date", date)
		}
	}
	for _, n := range []int{-1, 0, 65} {
		if _, err := Random(n, 1); !errors.Is(err, hanoi.ErrDisks) {
			t.Errorf("%d disks: %v; want ErrDisks", n, err)
		}
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
		{0, "222", "", "C to A", nil},
		{3, "", "1", "A to B", nil},
		{0, "2", "2", "", hanoi.ErrState},
		{0, "2011", "", "2011 to 2222", nil},
		{0, "", "2011", "0000 to 2011", nil},
		{4, "2011", "0000", "2011 to 0000", nil},
		{3, "2011", "", "", hanoi.ErrState},
		{0, "20", "200", "", hanoi.ErrState},
		{65, "", "", "", hanoi.ErrDisks},
	} {
		p, err := Parse(test.n, test.start, test.goal)
		if !errors.Is(err, test.err) || err == nil && p.String() != test.want {
			t.Errorf("%d, %q, %q: %v, %v; want %q, %v", test.n, test.start, test.goal, p, err, test.want, test.err)
		}
	}
}

// TestStack: every disk is in one row, and rows in order, at any height.
func TestStack(t *testing.T) {
	for seed := range uint64(50) {
		p := must.Get(Random(1+int(seed), seed))
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
