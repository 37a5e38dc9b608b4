package kernel

import (
	"fmt"
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

// Short calls, and slices within L1, within L2 and larger than L3.
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

// BenchmarkFirst measures the first call of each kernel, which makes its tables.
func BenchmarkFirst(b *testing.B) {
	for _, o := range outputs {
		b.Run("output="+o.name, func(b *testing.B) {
			dst := aligned(o.size)
			for b.Loop() {
				forgetTables()
				o.fill(Best(), dst, 1, 0)
			}
		})
	}
}
