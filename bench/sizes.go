package main

import (
	"fmt"
	"time"

	"github.com/hanoigen/hanoi/internal/ceiling"
	"github.com/hanoigen/hanoi/internal/figures"
	"github.com/hanoigen/hanoi/internal/pairs"
	"github.com/hanoigen/hanoi/kernel"
)

const sizesName = "sizes" // for -run

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
func sizes(c compiled) (all []series, err error) {
	const first, last = 64, 256 << 20
	memory := figures.Aligned(last)
	var fills []func(dst []byte)
	add := func(name string, k kind, fill func(dst []byte)) {
		all = append(all, series{name: name, kind: k})
		fills = append(fills, fill)
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
	if c.err == nil {
		all = append(all, series{name: "gcc: Rhoads", kind: peer})
	}
	for size := first; size <= last; size *= 2 {
		dst := memory[:size]
		row := pairs.Row{Unit: pairs.Bytes, Amount: float64(size)}
		for i, fill := range fills {
			side := pairs.Calls(func() { fill(dst) })
			if i == 0 {
				row.Ours = side
			} else {
				row.Peers = append(row.Peers, pairs.Peer{Side: side})
			}
		}
		r, err := row.Measure(500 * time.Millisecond)
		if err != nil {
			return nil, err
		}
		rates := []float64{r.Value}
		for _, a := range r.Against {
			rates = append(rates, a.Value)
		}
		if c.err == nil { // not in turn: another program would evict the others' memory
			r, err := pairs.Row{Unit: pairs.Bytes, Amount: float64(size), Ours: c.side("rhoads-mod", size)}.Measure(50 * time.Millisecond)
			if err != nil {
				return nil, err
			}
			rates = append(rates, r.Value)
		}
		for i, rate := range rates {
			all[i].sizes = append(all[i].sizes, size)
			all[i].rates = append(all[i].rates, rate/1e9)
		}
	}
	return all, nil
}
