//go:build gc && !purego && !race

package kernel

import (
	"encoding/binary"
	"math"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// The garbage collector can stop a fill before it has written so much more.
// The test needs no clock, which tells little on a busy machine: on one processor,
// another goroutine runs only where the fill was stopped, and the bytes written by then
// tell the place. If the calls of the assembly were longer, or could not be stopped in
// between, no place would be near the beginning.
func TestStops(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the scheduler, some 10 ms a time")
	}
	const (
		length = 4 << 20
		most   = 1 << 20
		apart  = 16 << 10 // marks
		hits   = 3        // a signal hits the few instructions between two calls once in a thousand times
		tries  = 150      // of which 3 in 16 are hits
	)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	dst := aligned(length)
	states := asStates(dst, length/stateBytes)
	forEachTier(t, func(t *testing.T, tier *Tier) {
		for name, fill := range map[string]func(){
			"Fill":       func() { tier.Fill(dst, 1, 0) },
			"FillStates": func() { tier.FillStates(states, 63, 1, 0) },
		} {
			const mark = math.MaxUint64 // no eight records, and no disks of 63
			var done, filling atomic.Bool
			var wg sync.WaitGroup
			wg.Go(func() {
				for !done.Load() {
					for i := 0; i < length; i += apart {
						binary.LittleEndian.PutUint64(dst[i:], mark)
					}
					filling.Store(true)
					fill()
					filling.Store(false)
				}
			})
			stopped := 0
			for range tries {
				runtime.Gosched()
				at := 0
				for at < length && binary.LittleEndian.Uint64(dst[at:]) != mark {
					at += apart
				}
				if filling.Load() && 0 < at && at < most {
					stopped++
				}
				if stopped == hits {
					break
				}
			}
			done.Store(true)
			wg.Wait()
			if stopped < hits {
				t.Errorf("%s: stopped %d times within %d KiB, want %d", name, stopped, most>>10, hits)
			}
		}
	})
}

// BenchmarkStopPause shows what the garbage collector waits for while one long
// fill follows the other: half of the pauses are not longer than median-µs. The
// row "go" is the same with a loop that can be stopped anywhere.
func BenchmarkStopPause(b *testing.B) {
	dst := make([]byte, 256<<20)
	states := asStates(dst, len(dst)/stateBytes)
	work := map[string]func(){"work=go": func() {
		for i := range dst {
			dst[i] = byte(i)
		}
	}}
	for _, tier := range Tiers() {
		work["work=Fill/tier="+tier.Name()] = func() { tier.Fill(dst, 1, 0) }
		work["work=FillStates/tier="+tier.Name()] = func() { tier.FillStates(states, 64, 1, 0) }
	}
	sample := []metrics.Sample{{Name: "/sched/pauses/stopping/gc:seconds"}}
	pauses := func() *metrics.Float64Histogram {
		metrics.Read(sample)
		h := sample[0].Value.Float64Histogram()
		return &metrics.Float64Histogram{Counts: slices.Clone(h.Counts), Buckets: h.Buckets}
	}
	for name, f := range work {
		b.Run(name, func(b *testing.B) {
			var done atomic.Bool
			var wg sync.WaitGroup
			wg.Go(func() {
				for !done.Load() {
					f()
				}
			})
			before := pauses()
			for b.Loop() {
				runtime.GC()
			}
			after := pauses()
			done.Store(true)
			wg.Wait()
			var all []float64
			for i, n := range after.Counts {
				for range n - before.Counts[i] {
					all = append(all, after.Buckets[i+1]*1e6)
				}
			}
			b.ReportMetric(all[len(all)/2], "median-µs")
			b.ReportMetric(all[len(all)-1], "longest-µs")
		})
	}
}
