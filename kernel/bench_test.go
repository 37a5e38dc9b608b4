package kernel

import (
	"fmt"
	"testing"
)

// sizes of the benchmarks' destinations in bytes: within the first, the second
// and beyond the last cache, and two short calls.
var sizes = []int{64, 256, 4 << 10, 16 << 10, 512 << 10, 256 << 20}

func sizeName(n int) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%dMiB", n>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%dKiB", n>>10)
	}
	return fmt.Sprintf("%dB", n)
}

// benchEach runs a benchmark for each size and each tier, and for the ceilings:
// Go's clear of the same bytes.
func benchEach(b *testing.B, f func(t *Tier, dst []byte)) {
	for _, size := range sizes {
		dst := make([]byte, size)
		run := func(name string, f func()) {
			b.Run(fmt.Sprintf("tier=%s/size=%s", name, sizeName(size)), func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					f()
				}
			})
		}
		run("clear", func() { clear(dst) })
		for _, t := range Tiers() {
			run(t.Name(), func() { f(t, dst) })
		}
	}
}

func BenchmarkFill(b *testing.B) {
	benchEach(b, func(t *Tier, dst []byte) { t.Fill(dst, 1, 0) })
}

func BenchmarkFillSplit(b *testing.B) {
	benchEach(b, func(t *Tier, dst []byte) {
		half := len(dst) / 2
		t.FillSplit(dst[:half], dst[half:], 1, 0)
	})
}
