package picture

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/coords"
	"github.com/hanoigen/hanoi/internal/must"
)

// walked returns the bends of a path by walking it.
func walked(r *hanoi.Route) []coords.Point {
	at := coords.Of(r.StateAt(0))
	line := []coords.Point{at}
	var last coords.Point // the step before
	s := r.StateAt(0)
	for i, m := range r.All() {
		var err error
		if s, err = s.Apply(m); err != nil {
			panic(err)
		}
		next := coords.Of(s)
		step := coords.Point{next[0] - at[0], next[1] - at[1], next[2] - at[2]}
		if i > 1 && step == last {
			line[len(line)-1] = next
		} else {
			line = append(line, next)
		}
		at, last = next, step
	}
	return line
}

// TestBends: for all pairs of few disks, bends are those of the walk; there are at
// most 2n−1 lines in a shortest path.
func TestBends(t *testing.T) {
	for n := 1; n <= 4; n++ {
		if n == 4 && testing.Short() {
			break
		}
		for _, a := range all(n) {
			for _, b := range all(n) {
				for _, find := range []func(a, b hanoi.State) (*hanoi.Route, error){hanoi.Path, hanoi.DirectPath} {
					r := must.Get(find(a, b))
					got, want := bends(r.StateAt, r.Len()), walked(r)
					if fmt.Sprint(got) != fmt.Sprint(want) {
						t.Fatalf("from %v to %v: %v; want %v", a, b, got, want)
					}
					if lines := len(got) - 1; lines > 2*n-1 {
						t.Errorf("from %v to %v: %d lines; want at most %d", a, b, lines, 2*n-1)
					}
				}
			}
		}
	}
}

// TestBendsOfManyDisks: random paths of up to 64 disks end where they should, have
// as many moves as their lines are long, and at most 2n−1 lines.
func TestBendsOfManyDisks(t *testing.T) {
	r := seeded()
	rounds := 300
	if testing.Short() {
		rounds = 70
	}
	for i := range rounds {
		n := 1 + r.IntN(64)
		a, b := randomState(r, n), randomState(r, n)
		if i < 64 { // along a side, of up to 2⁶⁴−1 moves
			n = i + 1
			a, b = state(strings.Repeat("0", n)), state(strings.Repeat("12"[i&1:][:1], n))
		}
		route := must.Get(hanoi.Path(a, b))
		all := [][]coords.Point{bends(route.StateAt, route.Len())}
		if first, n, _, _ := hanoi.Next(a, b); n == 2 {
			all = append(all, otherPath(route, first))
			if fmt.Sprint(all[0]) == fmt.Sprint(all[1]) {
				t.Errorf("from %v to %v: the other path is the same", a, b)
			}
		}
		for _, line := range all {
			if line[0] != coords.Of(a) || line[len(line)-1] != coords.Of(b) {
				t.Errorf("from %v to %v: the lines go from %v to %v", a, b, line[0], line[len(line)-1])
			}
			if lines := len(line) - 1; lines > 2*n-1 || i < 64 && lines != 1 {
				t.Errorf("from %v to %v: %d lines; want at most %d, and 1 along a side", a, b, lines, 2*n-1)
			}
			total := uint64(0)
			for i := range line[1:] {
				total += longest(line[i], line[i+1])
			}
			if total != route.Len() {
				t.Errorf("from %v to %v: the lines are %d long; want %d", a, b, total, route.Len())
			}
		}
	}
}

// TestPoints: a point is the sum of its coordinates times the corners, rounded once, for
// any number of disks.
func TestPoints(t *testing.T) {
	r := seeded()
	for range 2000 {
		n := 1 + r.IntN(64)
		g := must.Get(newGraph(n, GraphOptions{}))
		w := coords.Of(randomState(r, n))
		x, y := g.at(w)
		weight := func(q int) float64 { return float64(w[q]) / float64(g.side) }
		span := 90000.0 // hundredths
		if n <= 2 {
			span = 66000
		}
		wantX := (100000-span)/2 + (weight(0)/2+weight(2))*span
		wantY := 5600 + (weight(1)+weight(2))*span*math.Sqrt(3)/2
		if math.Abs(float64(x)-wantX) > 0.501 || math.Abs(float64(y)-wantY) > 0.501 {
			t.Errorf("%d disks: %v is at (%d, %d); want (%v, %v), to the nearest", n, w, x, y, wantX, wantY)
		}
	}
}
