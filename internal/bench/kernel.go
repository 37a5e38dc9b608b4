package bench

import (
	"fmt"
	"strconv"
	"unsafe"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/internal/ceiling"
	"github.com/hanoigen/hanoi/kernel"
)

// kernels measures every tier of every kernel within the first and the second
// cache and in main memory.
func kernels(report func(Row)) {
	for _, size := range []int{16 << 10, 512 << 10, 256 << 20} {
		memory := aligned(max(size, 1<<20))
		// Each pair writes to the next place: on some CPUs it is chance whether a
		// page takes the place of a table's in the first cache.
		at := func(f func(dst []byte)) Side {
			place := 0
			return func(n int) float64 {
				dst := memory[place:][:size]
				place = (place + size) % len(memory)
				return Calls(func() { f(dst) })(n)
			}
		}
		half := size / 2
		states := func(dst []byte) [][3]uint64 {
			return unsafe.Slice((*[3]uint64)(unsafe.Pointer(&dst[0])), size/24)
		}
		for _, t := range kernel.Tiers() {
			name := func(what string) string { return fmt.Sprintf("%s %s, %s", what, t.Name(), Size(size)) }
			best := func(target string) string {
				if t == kernel.Best() {
					return target
				}
				return ""
			}
			fill := at(func(dst []byte) { t.Fill(dst, 1, 0) })
			target := map[string]string{
				"avx512 16KiB": "≥ 1.4", "avx512 512KiB": "≥ 1.4", "avx512 256MiB": "≥ 0.97", "generic 16KiB": "≥ 0.6",
			}[t.Name()+" "+Size(size)]
			report(Compare(name("Fill"), size, fill, "clear", at(func(dst []byte) { clear(dst) }), target))
			if stores := ceiling.Stores(t.Width()); stores != nil {
				target := map[string]string{"avx512 16KiB": "≥ 0.93", "avx2 16KiB": "≥ 0.9"}[t.Name()+" "+Size(size)]
				peer := fmt.Sprintf("%d-byte stores", t.Width())
				stream := size > 64<<20
				report(Compare(name("Fill"), size, fill, peer, at(func(dst []byte) { stores(dst, stream) }), target))
			}
			report(Compare(name("FillSplit"), size, at(func(dst []byte) { t.FillSplit(dst[:half], dst[half:], 1, 0) }),
				"clear", at(func(dst []byte) { clear(dst[:half]); clear(dst[half:]) }), best("≥ 0.9")))
			report(Compare(name("FillStates"), size/24*24, at(func(dst []byte) { t.FillStates(states(dst), 64, 1, 0) }),
				"clear", at(func(dst []byte) { clear(states(dst)) }), best("≥ 0.8")))
		}
	}
}

// shortCalls measures calls that write little.
func shortCalls(report func(Row)) {
	const many = 100 // at a time
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

// moveByMove measures the fastest kernel against Go that computes each move.
func moveByMove(report func(Row)) {
	const size = 16 << 10
	dst := aligned(size)
	fill := Calls(func() { kernel.Fill(dst, 1, 0) })
	for _, peer := range []struct {
		name string
		fill func()
	}{
		{"Go: hanoi.MoveAt(k).Pack()", func() {
			for i := range dst {
				dst[i] = hanoi.MoveAt(uint64(i)+1, 0).Pack()
			}
		}},
		{"Go: hanoi.Moves", func() {
			for k, m := range hanoi.Moves(14, 0) {
				dst[k-1] = m.Pack()
			}
		}},
		{"Go: Rhoads, %3", func() {
			for i := range dst {
				from, to := classic.RhoadsMod(uint64(i) + 1)
				dst[i] = from<<4 | to
			}
		}},
		{"Go: recursion", func() {
			i := 0
			for m := range classic.Recursive(14, 0, 1) {
				dst[i] = m.Disk<<2 | m.From
				i++
			}
		}},
	} {
		report(Compare("Fill "+kernel.Best().Name()+", "+Size(size), size, fill, peer.name, Calls(peer.fill), ""))
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
	unit := 0
	for n >= 1<<10 && unit < 4 {
		n >>= 10
		unit++
	}
	return strconv.Itoa(n) + [...]string{"B", "KiB", "MiB", "GiB", "TiB"}[unit]
}
