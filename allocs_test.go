//go:build !race

package hanoi

import "testing"

// With the race detector what goes to the kernel escapes: it is told of what the
// assembly writes.

func TestAllocs(t *testing.T) {
	a, b := mustState(t, 64, 0x123456789abcdef, 0), mustState(t, 64, 0xfedcba9876543210, 2)
	route, err := Path(a, b)
	if err != nil {
		t.Fatal(err)
	}
	moves, disks := make([]byte, 4096), make([]byte, 4096)
	for name, f := range map[string]func(){
		"MoveAt":     func() { MoveAt(1<<40, 3) },
		"Unpack":     func() { Unpack(17, 3) },
		"StateAt":    func() { StateAt(64, 1<<40, 3) },
		"Rank":       func() { a.Rank(0) },
		"Distance":   func() { Distance(a, b) },
		"Next":       func() { Next(a, b) },
		"Apply":      func() { a.Apply(MoveAt(0x123456789abcdf0, 0)) },
		"Route.At":   func() { route.At(1 << 40) },
		"StateOf":    func() { StateOf(64, [3]uint64{1<<64 - 1}) },
		"StateAt(i)": func() { route.StateAt(1 << 40) },
		"Route.Fill": func() { route.Fill(moves, disks, 1<<20) },
		"Route.All": func() {
			for range route.All() {
				break
			}
		},
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
