package terminal

import (
	"math"
	"testing"

	"github.com/hanoigen/hanoi"
)

// TestPlace: neighbours in the graph are one edge apart, and no two states are
// nearer than that.
func TestPlace(t *testing.T) {
	const n = 5
	edge := 1 / (math.Ldexp(1, n) - 1)
	var states []hanoi.State
	for i := range pow3(n) {
		states = append(states, coarse(n, n, i, 0))
	}
	for _, a := range states {
		ax, ay := place(a)
		for _, b := range states {
			bx, by := place(b)
			far := math.Hypot(ax-bx, ay-by) / edge
			moves, err := hanoi.Distance(a, b)
			if err != nil {
				t.Fatal(err)
			}
			if a != b && far < 0.999 || moves == 1 && far > 1.001 {
				t.Fatalf("%v and %v: %d moves, %g edges apart", a, b, moves, far)
			}
		}
	}
	for peg, want := range [][2]float64{{0.5, 0}, {0, math.Sqrt(3) / 2}, {1, math.Sqrt(3) / 2}} {
		s, err := hanoi.Perfect(64, uint8(peg))
		if err != nil {
			t.Fatal(err)
		}
		if x, y := place(s); math.Abs(x-want[0]) > 1e-9 || math.Abs(y-want[1]) > 1e-9 {
			t.Errorf("all 64 disks on %d are at %g, %g; want %v", peg, x, y, want)
		}
	}
}
