package kernel

import (
	"fmt"
	"sync"
	"testing"
	"unsafe"
)

// sizes of the benchmarks' destinations in bytes: short calls, within L1, within L2,
// and beyond L3.
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

// benchEach runs a benchmark for each size and each tier, and for Go's clear.
func benchEach(b *testing.B, f func(t *Tier, dst []byte)) {
	for _, size := range sizes {
		dst := make([]byte, size+63)
		dst = dst[-uintptr(unsafe.Pointer(&dst[0]))&63:][:size]
		for i := range dst {
			dst[i] = 1 // so that there is memory behind it
		}
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

// BenchmarkFirst shows what the first call of a kernel takes longer than the next.
func BenchmarkFirst(b *testing.B) {
	b.Run("kernel=Fill", func(b *testing.B) {
		for b.Loop() {
			new(kind).make(4, func(from, to uint8) byte { return from })
		}
	})
	b.Run("kernel=FillStates", func(b *testing.B) {
		for b.Loop() {
			rowsOnce = sync.Once{}
			makeRows()
		}
	})
}

func BenchmarkFillSplit(b *testing.B) {
	benchEach(b, func(t *Tier, dst []byte) {
		half := len(dst) / 2
		t.FillSplit(dst[:half], dst[half:], 1, 0)
	})
}

func BenchmarkFillStates(b *testing.B) {
	benchEach(b, func(t *Tier, dst []byte) {
		t.FillStates(unsafe.Slice((*[3]uint64)(unsafe.Pointer(&dst[0])), len(dst)/24), 64, 1, 0)
	})
}
