package bench

import (
	"fmt"
	"unsafe"

	"github.com/hanoigen/hanoi/internal/ceiling"
	"github.com/hanoigen/hanoi/kernel"
)

// Kernel measures every tier of every kernel within the first and the second
// cache and in main memory.
func Kernel(report func(Row)) {
	for _, size := range []int{16 << 10, 512 << 10, 256 << 20} {
		dst := aligned(size)
		half := size / 2
		states := unsafe.Slice((*[3]uint64)(unsafe.Pointer(&dst[0])), size/24)
		clearAll := Calls(func() { clear(dst) })
		clearStates := Calls(func() { clear(states) })
		for _, t := range kernel.Tiers() {
			name := func(what string) string { return fmt.Sprintf("%s %s, %s", what, t.Name(), Size(size)) }
			fill := Calls(func() { t.Fill(dst, 1, 0) })
			target := map[string]string{
				"avx512 16KiB": "≥ 1.4", "avx512 512KiB": "≥ 1.4", "avx512 256MiB": "≥ 0.97", "generic 16KiB": "≥ 0.6",
			}[t.Name()+" "+Size(size)]
			report(Compare(name("Fill"), size, fill, "clear", clearAll, target))
			if stores := ceiling.Stores(t.Width()); stores != nil {
				target := map[string]string{"avx512 16KiB": "≥ 0.93", "avx2 16KiB": "≥ 0.9"}[t.Name()+" "+Size(size)]
				peer := fmt.Sprintf("%d-byte stores", t.Width())
				stream := size > 64<<20
				report(Compare(name("Fill"), size, fill, peer, Calls(func() { stores(dst, stream) }), target))
			}
			target = ""
			if t == kernel.Best() {
				target = "≥ 0.9"
			}
			report(Compare(name("FillSplit"), size, Calls(func() { t.FillSplit(dst[:half], dst[half:], 1, 0) }),
				"clear", Calls(func() { clear(dst[:half]); clear(dst[half:]) }), target))
			if t == kernel.Best() {
				target = "≥ 0.8"
			}
			report(Compare(name("FillStates"), len(states)*24, Calls(func() { t.FillStates(states, 64, 1, 0) }),
				"clear", clearStates, target))
		}
	}
	const many = 100 // short calls at a time
	for _, short := range []struct {
		size   int
		target string
	}{{1, ""}, {16, ""}, {64, "≤ 8 ns"}, {256, "≤ 12 ns"}, {1024, ""}, {4096, ""}} {
		dst := aligned(short.size)
		for _, t := range kernel.Tiers() {
			fill := Calls(func() {
				k := uint64(1)
				for range many {
					k += uint64(t.Fill(dst, k, 0))
				}
			})
			clearMany := Calls(func() {
				for range many {
					clear(dst)
				}
			})
			target := ""
			if t == kernel.Best() {
				target = short.target
			}
			r := Compare(fmt.Sprintf("Fill %s, %s a call", t.Name(), Size(short.size)), 0, fill, "clear", clearMany, target)
			r.Time, r.PeerTime = r.Time/many, r.PeerTime/many
			report(r)
		}
	}
}

// aligned returns memory that begins at a page, so that all measure the same.
func aligned(n int) []byte {
	const page = 4096
	b := make([]byte, n+page)
	return b[-uintptr(unsafe.Pointer(&b[0]))&(page-1):][:n]
}

// Size shows a number of bytes as benchmarks are named.
func Size(n int) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%dMiB", n>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%dKiB", n>>10)
	}
	return fmt.Sprintf("%dB", n)
}
