package picture

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi"
)

// TestCoords: every edge has length 1, no two states are at one point, the perfect
// states are in the corners, and all are inside.
func TestCoords(t *testing.T) {
	for n := 1; n <= 7; n++ {
		at := map[coords]hanoi.State{}
		side := uint64(1)<<n - 1
		for _, s := range states(t, n) {
			w := coordsOf(s)
			if other, taken := at[w]; taken {
				t.Errorf("%v and %v are both at %v", s, other, w)
			}
			at[w] = s
			if w[0] > side || w[1] > side || w[2] > side || w[0]+w[1]+w[2] != side {
				t.Errorf("%v is at %v, outside of the triangle", s, w)
			}
			for _, next := range neighbours(s) {
				if d := length(w, coordsOf(next)); math.Abs(d-1) > 1e-9 {
					t.Errorf("%v and %v are %v apart; want 1", s, next, d)
				}
			}
		}
		for q := range uint8(3) {
			s, err := hanoi.Perfect(n, q)
			if err != nil {
				t.Fatal(err)
			}
			if w := coordsOf(s); w[q] != side {
				t.Errorf("%v is at %v; want the corner of peg %d", s, w, q)
			}
		}
	}
}

// length is the distance of two points that are near each other, with c₀ = (½, 0),
// c₁ = (0, √3/2) and c₂ = (1, √3/2) as the corners.
func length(v, w coords) float64 {
	d := [3]float64{}
	for q := range d {
		d[q] = float64(int64(w[q] - v[q]))
	}
	return math.Hypot(d[0]/2+d[2], (d[1]+d[2])*math.Sqrt(3)/2)
}

// walked returns the bends of a path by walking it.
func walked(r *hanoi.Route) []coords {
	at := coordsOf(r.StateAt(0))
	line := []coords{at}
	var last coords // the step before
	s := r.StateAt(0)
	for i, m := range r.All() {
		var err error
		if s, err = s.Apply(m); err != nil {
			panic(err)
		}
		next := coordsOf(s)
		step := coords{next[0] - at[0], next[1] - at[1], next[2] - at[2]}
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
		for _, a := range states(t, n) {
			for _, b := range states(t, n) {
				for _, find := range []func(a, b hanoi.State) (*hanoi.Route, error){hanoi.Path, hanoi.DirectPath} {
					r, err := find(a, b)
					if err != nil {
						t.Fatal(err)
					}
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
		a, b := randomState(t, r, n), randomState(t, r, n)
		if i < 64 { // along a side, of up to 2⁶⁴−1 moves
			n = i + 1
			a, b = state(t, strings.Repeat("0", n)), state(t, strings.Repeat("12"[i&1:][:1], n))
		}
		route, err := hanoi.Path(a, b)
		if err != nil {
			t.Fatal(err)
		}
		all := [][]coords{bends(route.StateAt, route.Len())}
		if _, n, _, _ := hanoi.Next(a, b); n == 2 {
			all = append(all, otherPath(route))
			if fmt.Sprint(all[0]) == fmt.Sprint(all[1]) {
				t.Errorf("from %v to %v: the other path is the same", a, b)
			}
		}
		for _, line := range all {
			if line[0] != coordsOf(a) || line[len(line)-1] != coordsOf(b) {
				t.Errorf("from %v to %v: the lines go from %v to %v", a, b, line[0], line[len(line)-1])
			}
			if lines := len(line) - 1; lines > 2*n-1 || i < 64 && lines != 1 {
				t.Errorf("from %v to %v: %d lines; want at most %d, and 1 along a side", a, b, lines, 2*n-1)
			}
			total := new(big.Int)
			for i := range line[1:] {
				total.Add(total, longest(line[i], line[i+1]))
			}
			if total.Cmp(new(big.Int).SetUint64(route.Len())) != 0 {
				t.Errorf("from %v to %v: the lines are %v long; want %d", a, b, total, route.Len())
			}
		}
	}
}

// longest returns by how much the coordinates of two points differ at most, which is
// their distance if they are on one line.
func longest(v, w coords) *big.Int {
	most := new(big.Int)
	for q := range v {
		d := new(big.Int).SetUint64(v[q])
		d.Sub(d, new(big.Int).SetUint64(w[q])).Abs(d)
		if d.Cmp(most) > 0 {
			most = d
		}
	}
	return most
}

// TestPoints: a point is the sum of its coordinates times the corners, rounded
// once, for any number of disks.
func TestPoints(t *testing.T) {
	r := seeded()
	for range 2000 {
		n := 1 + r.IntN(64)
		g, err := newGraph(n, GraphOptions{})
		if err != nil {
			t.Fatal(err)
		}
		w := coordsOf(randomState(t, r, n))
		x, y := g.at(w)
		// In exact fractions, but for √3/2.
		side := new(big.Rat).SetInt(new(big.Int).SetUint64(1<<n - 1))
		weight := func(q int) *big.Rat {
			return new(big.Rat).Quo(new(big.Rat).SetInt(new(big.Int).SetUint64(w[q])), side)
		}
		half := new(big.Rat).Mul(weight(0), big.NewRat(1, 2))
		wantX, _ := new(big.Rat).Add(half, weight(2)).Float64()
		wantY, _ := new(big.Rat).Add(weight(1), weight(2)).Float64()
		span := 900.0
		if n <= 2 {
			span = 660
		}
		wantX = (1000-span)/2*100 + wantX*span*100
		wantY = 5600 + wantY*span*100*math.Sqrt(3)/2
		if math.Abs(float64(x)-wantX) > 0.501 || math.Abs(float64(y)-wantY) > 0.501 {
			t.Errorf("%d disks: %v is at (%d, %d); want (%v, %v), to the nearest", n, w, x, y, wantX, wantY)
		}
	}
}
