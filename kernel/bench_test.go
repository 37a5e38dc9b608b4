package kernel

import (
	"fmt"
	"sync"
	"testing"
)

func sizeName(n int) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%dMiB", n>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%dKiB", n>>10)
	}
	return fmt.Sprintf("%dB", n)
}

// benchEach runs a benchmark for each size of the destination in bytes and each tier.
func benchEach(b *testing.B, sizes []int, fill func(t *Tier, dst []byte)) {
	for _, size := range sizes {
		dst := aligned(size)
		Fill(dst, 1, 0) // so that its pages are mapped
		for _, t := range Tiers() {
			b.Run(fmt.Sprintf("tier=%s/size=%s", t.Name(), sizeName(size)), func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					fill(t, dst)
				}
			})
		}
	}
}

// Short calls, within L1, within L2, and beyond L3.
func BenchmarkFill(b *testing.B) {
	sizes := []int{64, 256, 1 << 10, 16 << 10, 512 << 10, 256 << 20}
	benchEach(b, sizes, func(t *Tier, dst []byte) { t.Fill(dst, 1, 0) })
}

func BenchmarkFillSplit(b *testing.B) {
	benchEach(b, []int{16 << 10}, func(t *Tier, dst []byte) {
		half := len(dst) / 2
		t.FillSplit(dst[:half], dst[half:], 1, 0)
	})
}

func BenchmarkFillStates(b *testing.B) {
	sizes := []int{16 << 10, 256 << 20}
	benchEach(b, sizes, func(t *Tier, dst []byte) { t.FillStates(asStates(dst), 64, 1, 0) })
}

// BenchmarkFirst measures how much longer the first call of a kernel takes.
func BenchmarkFirst(b *testing.B) {
	b.Run("kernel=Fill", func(b *testing.B) {
		for b.Loop() {
			packed = encoding{encode: packed.encode}
			packed.makeTables()
		}
	})
	b.Run("kernel=FillStates", func(b *testing.B) {
		for b.Loop() {
			statesOnce = sync.Once{}
			makeStates()
		}
	})
}
