//go:build linux && amd64

package main

import (
	"sync"
	"time"
	"unsafe"

	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/kernel"
)

const inL1, inMemory, pageSize = 16 << 10, 256 << 20, 4 << 10

// stores holds two loops for each tier, with stores of its width: ordinary and non-temporal.
var stores = map[string][2]func(dst *byte, n int){
	"avx512": {storesAVX512, nonTemporalAVX512},
	"avx2":   {storesAVX2, nonTemporalAVX2},
	"bmi":    {storesBMI, nonTemporalBMI},
}

// kernels measures Fill of every tier, and FillSplit and FillStates of the best tier. It
// compares them with loops that only store.
func kernels() (rows []*row) {
	add := func(what string, n int, target float64, ours func(dst []byte), beside string, theirs side) {
		rows = append(rows, &row{
			what: what, unit: bytesPerSecond, amount: float64(n), target: target, ceiling: true,
			ours: fills(n, ours), beside: beside, theirs: theirs, brief: what == "Fill "+kernel.Best().Name()+", 16 KiB",
		})
	}
	for _, t := range kernel.Tiers() {
		fill := func(dst []byte) { t.Fill(dst, 1, 0) }
		if t.Name() == "generic" {
			page := make([]byte, pageSize)
			add("Fill generic, 16 KiB", inL1, 0.8, fill, "Go's copy", fills(inL1, func(dst []byte) {
				for len(dst) > 0 {
					dst = dst[copy(dst, page):]
				}
			}))
			continue
		}
		add("Fill "+t.Name()+", 16 KiB", inL1, 0.95, fill, "bare stores", bareStores(t, inL1))
		add("Fill "+t.Name()+", 256 MiB", inMemory, 0.95, fill, "bare stores", bareStores(t, inMemory))
		if t == kernel.Best() {
			add("FillSplit, 16 KiB", inL1, 0.93, func(dst []byte) { t.FillSplit(dst[:inL1/2], dst[inL1/2:], 1, 0) },
				"bare stores", bareStores(t, inL1))
			add("FillStates, 512 states", 24*512, 0.85, func(dst []byte) {
				t.FillStates(unsafe.Slice((*[3]uint64)(unsafe.Pointer(&dst[0])), 512), 64, 1, 0)
			}, "bare stores", bareStores(t, 24*512))
		}
	}
	return rows
}

// algorithms compares Fill with each published algorithm of package classic.
func algorithms() (rows []*row) {
	ours := fills(inL1, func(dst []byte) { kernel.Fill(dst, 1, 0) })
	for _, s := range classic.Solutions {
		theirs := fills(inL1, func(dst []byte) {
			for m := range s.Moves(40) {
				dst[0] = (m.Disk-1)<<2 | m.From
				if dst = dst[1:]; len(dst) == 0 {
					break
				}
			}
		})
		rows = append(rows, &row{
			what: "Fill, 16 KiB", unit: movesPerSecond, amount: inL1,
			ours: ours, beside: s.Name, theirs: theirs, brief: s.Name == "recursion",
		})
	}
	return rows
}

// bareStores returns the side for the loops of a tier that only store n bytes. Its time is the
// faster loop's.
func bareStores(t *kernel.Tier, n int) side {
	loops := stores[t.Name()]
	ordinary := fills(n, func(dst []byte) { loops[0](&dst[0], n) })
	nonTemporal := fills(n, func(dst []byte) { loops[1](&dst[0], n) })
	return func() (float64, error) {
		a, _ := ordinary()
		b, _ := nonTemporal()
		return min(a, b), nil
	}
}

// arena is the memory that fills writes to. Large Go allocations begin at a page.
var arena = sync.OnceValue(func() []byte { return make([]byte, inMemory) })

// fills returns the side that calls f with n bytes. Its time is the median of nine batches of
// calls. A batch takes at least 300 µs. On some CPUs, a page may happen to evict a table from
// L1, so each batch writes to other pages.
func fills(n int, f func(dst []byte)) side {
	calls, next := 1, 0
	timed := func() float64 {
		dst := arena()[next:][:n]
		next += (n + pageSize - 1) &^ (pageSize - 1)
		if next > min(1<<20, inMemory-n) {
			next = 0
		}
		start := time.Now()
		for range calls {
			f(dst)
		}
		return float64(time.Since(start))
	}
	return func() (float64, error) {
		for timed() < 300e3 {
			calls *= 2
		}
		var times [9]float64
		for i := range times {
			times[i] = timed()
		}
		return median(times[:]) / float64(calls), nil
	}
}
