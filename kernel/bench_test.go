package kernel

import (
	"fmt"
	"sync"
	"testing"
	"unsafe"

	"github.com/hanoigen/hanoi/internal/ceiling"
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

// benchEach runs a benchmark for each size and each tier, and for what no kernel
// can outrun: loops of stores as wide as the tiers', and Go's clear.
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
			if stores := ceiling.Stores(t.width); stores != nil {
				run(fmt.Sprintf("stores%d", t.width), func() { stores(dst, size > 64<<20) })
			}
		}
		for _, t := range Tiers() {
			run(t.Name(), func() { f(t, dst) })
		}
	}
}

func BenchmarkFill(b *testing.B) {
	benchEach(b, func(t *Tier, dst []byte) { t.Fill(dst, 1, 0) })
}

// BenchmarkStream shows from which size on streaming stores are the faster: what
// mostOrdinary rests on.
func BenchmarkStream(b *testing.B) {
	const most = 256 << 20
	stores := ceiling.Stores(Best().width)
	if stores == nil {
		b.Skip("no assembly in this build")
	}
	memory := make([]byte, most+63)
	memory = memory[-uintptr(unsafe.Pointer(&memory[0]))&63:][:most]
	for i := range memory {
		memory[i] = 1 // so that there is memory behind it
	}
	for size := 1 << 20; size <= most; size *= 2 {
		for _, kind := range []string{"ordinary", "streaming"} {
			b.Run(fmt.Sprintf("stores=%s/size=%s", kind, sizeName(size)), func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					stores(memory[:size], kind == "streaming")
				}
			})
		}
	}
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
	src := aligned(ceiling.OrsSource)
	for _, size := range sizes {
		dst := aligned(size)
		for _, t := range Tiers() {
			if ors := ceiling.Ors(t.width); ors != nil {
				b.Run(fmt.Sprintf("tier=ors%d/size=%s", t.width, sizeName(size)), func(b *testing.B) {
					b.SetBytes(int64(size))
					for b.Loop() {
						ors(dst, src, size > 64<<20)
					}
				})
			}
		}
	}
	benchEach(b, func(t *Tier, dst []byte) {
		t.FillStates(unsafe.Slice((*[3]uint64)(unsafe.Pointer(&dst[0])), len(dst)/24), 64, 1, 0)
	})
}
