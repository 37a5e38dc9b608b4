package block

import (
	"math"
	"runtime/debug"
	"testing"
)

// A pipe keeps references to stable segments, so nothing may write to them.
func TestStableSegments(t *testing.T) {
	forEachFormat(t, func(t *testing.T, f Format, o Options) {
		moves := uint64(1) << formats[f].blockBits
		runs := []Run{{1, 3 * moves, 1}, {5, 77, 3}, {moves - 9, 4 * moves, 4}}
		o.Header = true
		s := NewStream(f, o, runs...)
		c := s.Cursor()
		end, _ := s.Size()
		// Each seek starts within a stable segment, if there are any.
		for _, off := range []int64{0, 1, s.HeaderLen(), end / 9, end - 100} {
			c.SeekTo(end / 2)
			c.Next(1)
			c.SeekTo(off)
			stable := 0
			for {
				segment, ok := c.Next(math.MaxInt)
				if len(segment) == 0 {
					break
				}
				if !ok {
					continue
				}
				stable++
				for _, i := range []int{0, len(segment) - 1} {
					if !faults(func() { segment[i]++ }) {
						t.Fatalf("from byte %d: byte %d of a stable segment of %d can be written", off, i, len(segment))
					}
				}
			}
			if (stable == 0) != o.Numbers {
				t.Errorf("from byte %d: %d stable segments", off, stable)
			}
		}
	})
}

// faults reports whether write faults.
func faults(write func()) (fault bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { fault = recover() != nil }()
	write()
	return false
}
