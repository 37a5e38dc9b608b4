package game

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// play makes a random move, pick, hint, solution, undo or redo.
func play(g *Game, random *rand.Rand) {
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

// replay repeats a history by the rules of the library. It returns the state after each step,
// and the number of moves made until then.
func replay(g *Game) (after []hanoi.State, made []uint64) {
	s, count := g.Puzzle.From, uint64(0)
	after, made = []hanoi.State{s}, []uint64{0}
	for _, p := range g.History()[1:] {
		if p.Shown > 0 {
			s = must.Get(hanoi.Path(s, g.Puzzle.To)).StateAt(p.Shown)
			count += p.Shown
		} else {
			s = must.Get(s.Apply(p.Move))
			count++
		}
		after, made = append(after, s), append(made, count)
	}
	return after, made
}

// TestRandomGames: in random games, the disks and counts are right, also after undo and redo.
// A hint leads one move nearer to the goal, and the solution is a shortest path.
func TestRandomGames(t *testing.T) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 20))
		n := 1 + random.IntN(12)
		p := must.Get(Random(n, seed))
		g := New(p)
		for range 60 {
			play(g, random)
		}
		t.Run(fmt.Sprintf("seed=%d,n=%d", seed, n), func(t *testing.T) { checkGame(t, g) })
	}
}

func checkGame(t *testing.T, g *Game) {
	after, made := replay(g)
	check := func() {
		t.Helper()
		at := g.At()
		if g.State() != after[at] || g.Made().Cmp(new(big.Int).SetUint64(made[at])) != 0 {
			t.Fatalf("step %d: %v after %v moves; want %v after %d", at, g.State(), g.Made(), after[at], made[at])
		}
		left := must.Get(hanoi.Distance(after[at], g.Puzzle.To))
		extra := made[at] + left - g.Puzzle.Optimum()
		if g.Left() != left || g.Extra().Cmp(new(big.Int).SetUint64(extra)) != 0 || g.Solved() != (left == 0) || (len(g.Best()) == 0) != g.Solved() {
			t.Fatalf("step %d: left %d, extra %v, solved %t, hint %v; want %d left", at, g.Left(), g.Extra(), g.Solved(), g.Best(), left)
		}
		for _, m := range g.Best() {
			next := g.Clone()
			if err := next.Move(m.From, m.To); err != nil || next.Left() != left-1 {
				t.Fatalf("step %d: the hint %v leaves %d of %d: %v", at, m, next.Left(), left, err)
			}
		}
		// The solution in one step, and in several steps that are joined.
		solved, frames := g.Clone(), g.Clone()
		solved.Show(1 << 63)
		for frames.Show(1); !frames.Solved(); {
			frames.ShowMore(1 + made[at]%3)
		}
		for _, shown := range []*Game{solved, frames} {
			if !shown.Solved() || shown.Extra().Cmp(new(big.Int).SetUint64(extra)) != 0 || left > 0 && (shown.At() != at+1 || shown.Now().Shown != left) {
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

// TestOtherGames: undo also takes back restarts and new puzzles, and redo repeats them.
func TestOtherGames(t *testing.T) {
	type look struct {
		Puzzle
		state hanoi.State
		made  string
		hints int
	}
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 21))
		g := New(must.Get(Random(3, seed)))
		now := func() look { return look{g.Puzzle, g.State(), g.Made().String(), g.Hints} }
		seen := []look{now()}
		for range 50 {
			switch action := random.IntN(9); {
			case action > 1:
				if g.Move(uint8(random.IntN(3)), uint8(random.IntN(3))) != nil {
					continue
				}
			case action == 1:
				g.Begin(must.Get(Random(1+random.IntN(5), random.Uint64())))
			case !g.Restart():
				continue
			}
			if g.At() == 0 && random.IntN(2) == 0 {
				g.Hint()
			}
			seen = append(seen, now())
		}
		for range 2 {
			for i := len(seen) - 2; i >= 0; i-- {
				if !g.Undo() || now() != seen[i] {
					t.Fatalf("seed %d: undo leads to %v; want %v", seed, now(), seen[i])
				}
			}
			for _, want := range seen[1:] {
				if g.Undo() && !g.Redo() || !g.Redo() || now() != want {
					t.Fatalf("seed %d: redo leads to %v; want %v", seed, now(), want)
				}
			}
		}
		if g.Redo() {
			t.Fatalf("seed %d: redo after the last step leads to %v", seed, now())
		}
	}
}

// TestFrames: the film of the solution of 64 disks is neither too long nor too short.
func TestFrames(t *testing.T) {
	g, frames := New(must.Get(Parse(64, "", ""))), 0
	for ; !g.Solved(); frames++ {
		g.ShowNext()
	}
	if frames < 1000 || frames > 1600 {
		t.Errorf("%d frames; want 1000 to 1600", frames)
	}
}

// TestToday: the puzzle of the day depends on the date in the player's time zone.
func TestToday(t *testing.T) {
	defer func(local *time.Location) { time.Local = local }(time.Local)
	for _, hours := range []int{-12, 14} { // at no time, UTC has the date of both
		time.Local = time.FixedZone("", 3600*hours)
		if got, want := Today().Daily, time.Now().Format(time.DateOnly); got != want {
			t.Errorf("%s at UTC%+d; want %s", got, hours, want)
		}
	}
}
