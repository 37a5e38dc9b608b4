package hanoi

import (
	"bytes"
	"math/bits"
	"slices"
	"testing"

	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/kernel"
)

// walk follows a route move by move, in all the ways it can be read.
func walk(t *testing.T, r *Route, a, b State) {
	t.Helper()
	n := int(r.Len())
	moves, disks := make([]byte, n), make([]byte, n)
	if got := r.Fill(moves, disks, 1); got != n {
		t.Fatalf("from %v to %v: Fill of %d moves returns %d", a, b, n, got)
	}
	if r.StateAt(0) != a {
		t.Fatalf("from %v to %v: StateAt(0) is %v", a, b, r.StateAt(0))
	}
	half := make([]byte, n)
	if r.Fill(half, nil, 1) != n || !bytes.Equal(half, moves) || r.Fill(nil, half, 1) != n || !bytes.Equal(half, disks) {
		t.Fatalf("from %v to %v: Fill of one slice is not that of both", a, b)
	}
	s, next := a, uint64(1)
	for i, m := range r.All() {
		if i != next {
			t.Fatalf("from %v to %v: All yields move %d, want %d", a, b, i, next)
		}
		if at, filled := r.At(i), fromSplit(moves[i-1], disks[i-1]); at != m || filled != m {
			t.Fatalf("from %v to %v: move %d is %v by All, %v by At, %v by Fill", a, b, i, m, at, filled)
		}
		var err error
		if s, err = s.Apply(m); err != nil || s != r.StateAt(i) {
			t.Fatalf("from %v to %v: move %d leads to %v, %v; StateAt says %v", a, b, i, s, err, r.StateAt(i))
		}
		next++
	}
	if s != b || next != uint64(n)+1 {
		t.Fatalf("from %v to %v: %d of %d moves lead to %v", a, b, next-1, n, s)
	}
}

// jump follows a route run by run: each begins in a state of its solution, as
// far as the disks that it moves go, and ends in another.
func jump(t *testing.T, r *Route, a, b State) {
	t.Helper()
	s := a
	for i, run := range r.runs {
		last := run.First + run.Count - 1
		n := bits.Len64(last)
		before, after := mustState(t, n, run.First-1, run.Naming), mustState(t, n, last, run.Naming)
		for peg := range uint8(3) {
			if s.Disks(peg)&lowest(n) != before.Disks(peg) {
				t.Fatalf("from %v to %v: run %d, %+v, begins in %v, want the last disks %v", a, b, i, run, s, before)
			}
		}
		for peg := range uint8(3) {
			s = s.with(after.Disks(peg), peg)
		}
		if at := r.StateAt(r.ends[i]); at != s {
			t.Fatalf("from %v to %v: after run %d the state is %v, want %v", a, b, i, at, s)
		}
	}
	if s != b {
		t.Fatalf("from %v to %v: the route leads to %v", a, b, s)
	}
}

// At any size, a route's runs join, and At, Fill and All agree wherever one run
// ends and the next begins, and anywhere else.
func TestRouteJump(t *testing.T) {
	r := seeded(t)
	mostRuns, twice := 0, 0
	for range 500 {
		n := 64 - r.IntN(4)
		a, b := randomList(r, n).state(t), randomList(r, n).state(t)
		route, err := Path(a, b)
		if err != nil {
			t.Fatal(err)
		}
		old, err := DirectPath(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if route.Len() < old.Len() {
			twice++
		}
		for _, route := range []*Route{route, old} {
			jump(t, route, a, b)
			mostRuns = max(mostRuns, len(route.runs))
			at := slices.Clone(route.ends)
			for range 5 {
				at = append(at, r.Uint64N(max(1, route.Len()))+1)
			}
			for _, i := range at {
				window(t, route, i-min(i-1, 3), 1+r.IntN(300))
			}
		}
	}
	if mostRuns > 127 || mostRuns < 60 || twice < 3 {
		t.Errorf("%d runs at most, %d routes with two moves of the largest disk: the states are not chosen well, or the routes too long", mostRuns, twice)
	}
}

// window compares what Fill writes from move i on with At, and checks that it writes
// nothing beyond.
func window(t *testing.T, r *Route, i uint64, length int) {
	t.Helper()
	if r.Len() == 0 {
		return
	}
	const mark = 0xee
	moves, disks := bytes.Repeat([]byte{mark}, length+1), bytes.Repeat([]byte{mark}, length+1)
	n := r.Fill(moves[:length], disks[:length], i)
	if left := r.Len() - i + 1; uint64(n) != min(left, uint64(length)) {
		t.Fatalf("Fill of %d from move %d of %d returns %d", length, i, r.Len(), n)
	}
	for j := range n {
		if at, got := r.At(i+uint64(j)), fromSplit(moves[j], disks[j]); at != got {
			t.Fatalf("move %d is %v by At, %v by Fill from %d", i+uint64(j), at, got, i)
		}
	}
	for _, rest := range [][]byte{moves[n:], disks[n:]} {
		if !bytes.Equal(rest, bytes.Repeat([]byte{mark}, len(rest))) {
			t.Fatalf("Fill of %d from move %d of %d writes more than %d", length, i, r.Len(), n)
		}
	}
}

// The longest routes end with move 2⁶⁴−1.
func TestRouteLongest(t *testing.T) {
	a, _ := Perfect(64, 0)
	b, _ := Perfect(64, 2)
	r, err := Path(a, b)
	if err != nil || r.Len() != 1<<64-1 {
		t.Fatalf("Path: %v, length %d", err, r.Len())
	}
	p, _ := kernel.NamingFor(64, 0, 2)
	rnd := seeded(t)
	for range 2000 {
		i := max(1, rnd.Uint64()>>rnd.IntN(64))
		if rnd.IntN(2) == 0 {
			i = ^i
		}
		i = max(1, i)
		if got, want := r.At(i), MoveAt(i, p); got != want {
			t.Fatalf("move %d is %v, want %v", i, got, want)
		}
	}
	for _, i := range []uint64{1, 1<<63 - 5, 1 << 63, 1<<64 - 1000, 1<<64 - 2, 1<<64 - 1} {
		window(t, r, i, 600)
	}
	// All stops there, too: a route's last moves, as a route of one run.
	tail := newRoute(block.Run{First: 1<<64 - 5000, Count: 5000, Naming: p})
	last := uint64(0)
	for i, m := range tail.All() {
		if want := MoveAt(1<<64-5001+i, p); m != want {
			t.Fatalf("move %d of the last 5000 is %v, want %v", i, m, want)
		}
		last = i
	}
	if last != 5000 {
		t.Errorf("All stops after move %d, want 5000", last)
	}
}

func TestRouteEmpty(t *testing.T) {
	s := mustParse(t, "2011")
	same, err := Path(s, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Route{same, new(Route)} {
		for i, m := range r.All() {
			t.Errorf("a route from a state to itself has move %d, %v", i, m)
		}
		if n := r.Fill(make([]byte, 9), make([]byte, 9), 1); n != 0 || r.Len() != 0 {
			t.Errorf("a route from a state to itself: Fill = %d, Len = %d", n, r.Len())
		}
		wantPanic(t, func() { r.At(1) }, "move 1", "no moves")
	}
}

func TestRoutePanics(t *testing.T) {
	r, err := Path(mustParse(t, "100"), mustParse(t, "011"))
	if err != nil {
		t.Fatal(err)
	}
	wantPanic(t, func() { r.At(0) }, "move 0", "1 to 5")
	wantPanic(t, func() { r.At(6) }, "move 6", "1 to 5")
	wantPanic(t, func() { r.StateAt(6) }, "after 6 moves", "0 to 5")
	wantPanic(t, func() { r.Fill(nil, nil, 0) }, "move 0", "1")
	wantPanic(t, func() { r.Fill(make([]byte, 2), make([]byte, 3), 1) }, "2 moves", "3 disks")
	for _, i := range []uint64{6, 1<<64 - 1} {
		if n := r.Fill(make([]byte, 2), make([]byte, 2), i); n != 0 {
			t.Errorf("Fill from move %d of 5 returns %d", i, n)
		}
	}
	if n := r.Fill(nil, nil, 3); n != 0 {
		t.Errorf("Fill of nothing returns %d", n)
	}
}

// On a tie the largest disk moves once.
func TestRouteTie(t *testing.T) {
	r, err := Path(mustParse(t, "01"), mustParse(t, "10"))
	if err != nil || movesOfLargest(r) != 1 {
		t.Errorf("%v, %v: the largest disk moves %d times", r, err, movesOfLargest(r))
	}
}

func TestRouteString(t *testing.T) {
	r, err := Path(mustParse(t, "00"), mustParse(t, "01"))
	if got := r.String(); got != "from 00 to 01 in 1 move" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// Direct paths are those of classic.AnyToAny.
func TestRouteClassic(t *testing.T) {
	r := seeded(t)
	for range 200 {
		n := 1 + r.IntN(10)
		a, b := randomList(r, n), randomList(r, n)
		route, err := DirectPath(a.state(t), b.state(t))
		if err != nil {
			t.Fatal(err)
		}
		i := uint64(0)
		for m := range classic.AnyToAny(a, b) {
			i++
			if i > route.Len() || route.At(i) != Move(m) {
				t.Fatalf("%v: move %d is not %v", route, i, m)
			}
		}
		if i != route.Len() {
			t.Fatalf("%v: %d moves, want %d", route, route.Len(), i)
		}
	}
}
