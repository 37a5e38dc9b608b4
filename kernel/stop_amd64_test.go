//go:build gc && !purego && !race

package kernel

import (
	"math"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"
)

// Row G: what the garbage collector waits for while a long fill runs.
func TestStopPause(t *testing.T) {
	if testing.Short() {
		t.Skip("fills 256 MiB again and again")
	}
	const limit = time.Millisecond
	sample := []metrics.Sample{{Name: "/sched/pauses/stopping/gc:seconds"}}
	counts := func() []uint64 {
		metrics.Read(sample)
		return append([]uint64(nil), sample[0].Value.Float64Histogram().Counts...)
	}
	dst := make([]byte, 256<<20)
	states := asStates(dst, len(dst)/stateBytes)
	forEachTier(t, func(t *testing.T, tier *Tier) {
		// Other programs on the machine can make a pause longer, but nothing can
		// make it shorter than it is: the best of many attempts counts.
		best := math.Inf(1)
		for start := time.Now(); best > limit.Seconds() && time.Since(start) < 20*time.Second; {
			before := counts()
			done := make(chan struct{})
			go func() {
				defer close(done)
				tier.Fill(dst, 1, 0)
				tier.FillStates(states, 64, 1, 0)
			}()
			collections := 0
			for running := true; running; collections++ {
				runtime.GC()
				select {
				case <-done:
					running = false
				default:
				}
			}
			longest := 0.0
			for i, n := range counts() {
				if n > before[i] {
					longest = sample[0].Value.Float64Histogram().Buckets[i+1]
				}
			}
			if collections > 1 {
				best = min(best, longest)
			}
		}
		t.Logf("the longest pause is %v at most", time.Duration(best*1e9))
		if best > limit.Seconds() {
			t.Errorf("the garbage collector waits %v for a fill, want at most %v", time.Duration(best*1e9), limit)
		}
	})
}
