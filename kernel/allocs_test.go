//go:build !race

package kernel

import "testing"

// The functions do not allocate, and slices on the stack stay there.
func TestAllocs(t *testing.T) {
	forEachTier(t, func(t *testing.T, tier *Tier) {
		for name, f := range map[string]func(){
			"Fill":       func() { var b [4096]byte; tier.Fill(b[:], 3, 1) },
			"FillSplit":  func() { var a, b [2048]byte; tier.FillSplit(a[:], b[:], 3, 1) },
			"FillStates": func() { var s [200][3]uint64; tier.FillStates(s[:], 40, 3, 1) },
		} {
			if n := testing.AllocsPerRun(100, f); n != 0 {
				t.Errorf("%s allocates %v times", name, n)
			}
		}
	})
}
