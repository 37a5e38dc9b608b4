package game

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// TestRandomGames: in random games, the disks and counts are right. Undo takes back each step,
// each restart and each new puzzle, and redo repeats them.
func TestRandomGames(t *testing.T) {
	type look struct {
		Puzzle
		state hanoi.State
		made  string
		hints int
		held  uint8 // the peg of the disk in hand
	}
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 20))
		another := func() Puzzle { return must.Get(Random(1+random.IntN(12), random.Uint64())) }
		g := New(another())
		now := func() look { return look{g.Puzzle, g.State(), g.Made().String(), g.Hints, g.Picked} }
		seen := []look{now()}
		for range 60 {
			changed := true
			if g.Picked == None && random.IntN(2) == 0 {
				_ = g.Pick(uint8(random.IntN(3)))
			}
			action := random.IntN(12)
			switch action {
			case 0:
				g.Begin(another())
			case 1:
				fresh := g.At == 0 && g.Hints == 0
				if changed = g.Restart(); changed == fresh {
					t.Fatalf("seed %d: a restart: %t", seed, changed)
				}
			case 2:
				if changed = false; g.Undo() {
					seen = seen[:len(seen)-1]
				}
			case 3:
				changed = g.Show(1 + random.Uint64N(20))
			case 4:
				joined := g.Now().Shown > 0
				if changed = g.ShowMore(1 + random.Uint64N(20)); changed && joined {
					seen = seen[:len(seen)-1]
				}
			default:
				changed = g.Move(uint8(random.IntN(3)), uint8(random.IntN(3))) == nil
			}
			if !changed {
				continue
			}
			if g.At == 0 && random.IntN(2) == 0 {
				g.Hint()
			}
			checkGame(t, g)
			seen = append(seen, now())
		}
		for i := len(seen) - 2; i >= 0; i-- {
			if !g.Undo() || now() != seen[i] {
				t.Fatalf("seed %d: undo leads to %v; want %v", seed, now(), seen[i])
			}
			if !g.Redo() || now() != seen[i+1] || !g.Undo() {
				t.Fatalf("seed %d: redo leads to %v; want %v", seed, now(), seen[i+1])
			}
		}
		if g.Undo() {
			t.Fatalf("seed %d: undo at the start leads to %v", seed, now())
		}
	}
}

// TestRedo: after a new step, nothing is left to redo, not even another puzzle.
func TestRedo(t *testing.T) {
	for _, step := range []func(*Game){
		func(g *Game) { must.Do(g.Move(0, 1)) },
		func(g *Game) { g.Show(1) },
		func(g *Game) { g.Restart() },
		func(g *Game) { g.Begin(must.Get(Parse(3, "", ""))) },
	} {
		g := New(must.Get(Parse(4, "", "")))
		g.Hint() // so that a restart is a step
		g.Obey("n")
		g.Obey("u")
		step(g)
		if g.Redo() {
			t.Errorf("redo leads to %v of %v", g.State(), g.Puzzle)
		}
	}
}

// checkGame repeats a game by the rules of the library, and compares. A hint leads one move nearer
// to the goal, and the solution is a shortest path.
func checkGame(t *testing.T, g *Game) {
	t.Helper()
	state, made := g.Puzzle.From, uint64(0)
	for _, p := range g.History[1 : g.At+1] {
		made += max(1, p.Shown)
		if p.Shown > 0 {
			state = must.Get(hanoi.Path(state, g.Puzzle.To)).StateAt(p.Shown)
		} else {
			state = must.Get(state.Apply(p.Move))
		}
	}
	left := must.Get(hanoi.Distance(state, g.Puzzle.To))
	extra := made + left - g.Puzzle.Optimum()
	if g.State() != state || g.Made().Uint64() != made || g.Left() != left || g.Extra().Uint64() != extra || g.Solved() != (left == 0) || (len(g.Best()) == 0) != g.Solved() {
		t.Fatalf("%v after %v moves, left %d, extra %v, solved %t, hint %v; want %v after %d, left %d, extra %d",
			g.State(), g.Made(), g.Left(), g.Extra(), g.Solved(), g.Best(), state, made, left, extra)
	}
	for _, m := range g.Best() {
		next := g.Clone()
		if err := next.Move(m.From, m.To); err != nil || next.Left() != left-1 {
			t.Fatalf("the hint %v leaves %d of %d: %v", m, next.Left(), left, err)
		}
	}
	// The solution at once, and in parts that are joined.
	solved, parts := g.Clone(), g.Clone()
	solved.Show(1 << 63)
	for !parts.Solved() {
		parts.ShowMore(1 + left/20)
	}
	for _, shown := range []*Game{solved, parts} {
		if !shown.Solved() || shown.Extra().Uint64() != extra || shown.Shown().Uint64() != g.Shown().Uint64()+left || shown.At > g.At+1 {
			t.Fatalf("solved %t, extra %v, the solution is %+v; want %d moves", shown.Solved(), shown.Extra(), shown.Now(), left)
		}
	}
}

// TestNext: after a win, n begins a puzzle with one more disk. Before a win, and after 64 disks,
// it begins another puzzle of the same size.
func TestNext(t *testing.T) {
	for n, larger := range map[int]int{30: 31, 64: 64} {
		g := New(must.Get(Parse(n, "", "")))
		seen := map[Puzzle]bool{g.Puzzle: true}
		for _, want := range []int{n, n, larger} {
			if len(seen) == 3 {
				g.Show(math.MaxUint64)
			}
			if g.Obey("n"); g.Puzzle.N() != want || seen[g.Puzzle] {
				t.Errorf("puzzle %d after %d disks is %v", len(seen), n, g.Puzzle)
			}
			seen[g.Puzzle] = true
		}
	}
}

// TestFrames: the film of the solution of 64 disks is neither too long nor too short.
func TestFrames(t *testing.T) {
	g, frames := New(must.Get(Parse(64, "", ""))), 0
	for ; !g.Solved() && frames <= 1600; frames++ {
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
		if got, want := must.Get(Daily("today")).Daily, time.Now().Format(time.DateOnly); got != want {
			t.Errorf("%s at UTC%+d; want %s", got, hours, want)
		}
	}
}
