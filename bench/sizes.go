package main

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/hanoigen/hanoi/internal/ceiling"
	"github.com/hanoigen/hanoi/internal/pairs"
	"github.com/hanoigen/hanoi/kernel"
)

const (
	sizesName  = "sizes" // for -run
	sizesLeast = 5 * time.Millisecond
)

// series is the rate of one thing by the size of what it writes.
type series struct {
	name  string
	kind  kind
	sizes []int
	rates []float64 // GB/s
}

type kind int

const (
	ours kind = iota
	bound
	peer
)

// sizes measures the kernels, and what bounds them, from 64 B to 256 MiB.
func sizes(c compiled) []series {
	const first, last = 64, 256 << 20
	memory := make([]byte, last+4096)
	memory = memory[-uintptr(unsafe.Pointer(&memory[0]))&4095:][:last]
	type measured struct {
		series
		side func(dst []byte) pairs.Side
	}
	var all []measured
	add := func(name string, k kind, f func(dst []byte)) {
		all = append(all, measured{series{name: name, kind: k}, func(dst []byte) pairs.Side {
			return pairs.Calls(func() { f(dst) })
		}})
	}
	for _, t := range kernel.Tiers() {
		add(t.Name(), ours, func(dst []byte) { t.Fill(dst, 1, 0) })
	}
	if width := kernel.Best().Width(); ceiling.Stores(width) != nil {
		stores := ceiling.Stores(width)
		add(fmt.Sprintf("%d-byte stores", width), bound, func(dst []byte) { stores(dst, false) })
		add("streaming", bound, func(dst []byte) { stores(dst, true) })
	}
	add("clear", bound, func(dst []byte) { clear(dst) })
	rhoads := series{name: "gcc: Rhoads", kind: peer}
	for size := first; size <= last; size *= 2 {
		dst := memory[:size]
		sides, n, times := make([]pairs.Side, len(all)), make([]int, len(all)), make([][]float64, len(all))
		for i := range all {
			sides[i] = all[i].side(dst)
			n[i] = pairs.Repetitions(sides[i], sizesLeast)
		}
		for range 15 { // in turn, so that noise disturbs all alike
			for i := range all {
				times[i] = append(times[i], sides[i](n[i]))
			}
		}
		for i := range all {
			all[i].sizes = append(all[i].sizes, size)
			all[i].rates = append(all[i].rates, float64(size)/pairs.Median(times[i]))
		}
		// A program of its own leaves the caches to nobody; so not in turn.
		if side := c.side("rhoads-mod", size); c.err == nil {
			rhoads.sizes = append(rhoads.sizes, size)
			rhoads.rates = append(rhoads.rates, float64(size)/side(pairs.Repetitions(side, sizesLeast)))
		}
	}
	var result []series
	for _, m := range all {
		result = append(result, m.series)
	}
	if c.err == nil {
		result = append(result, rhoads)
	}
	return result
}
