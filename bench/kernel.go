//go:build linux && amd64

package main

import (
	"fmt"
	"math"
	"sync"
	"time"
	"unsafe"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/kernel"
)

const (
	inL1     = 16 << 10
	inMemory = 256 << 20
)

// arena is the memory that the rows of kernels write to.
var arena = sync.OnceValue(func() []byte { return aligned(inMemory) })

// aligned returns memory that begins at a page, so that all measure the same.
func aligned(n int) []byte {
	const page = 4096
	b := make([]byte, n+page)
	return b[-uintptr(unsafe.Pointer(&b[0]))&(page-1):][:n]
}

// calls is the side of a function that does something so many times: the time of one. It
// is called until a millisecond is over.
func calls(count int, f func()) side {
	n := 0
	return func() float64 {
		if n == 0 {
			for n = 1; timed(n, f) < time.Millisecond; n *= 2 {
			}
		}
		return float64(timed(n, f)) / float64(n*count)
	}
}

func timed(n int, f func()) time.Duration {
	start := time.Now()
	for range n {
		f()
	}
	return time.Since(start)
}

// chain is the side of a function that takes what it returned before, and first 1.
func chain(f func(last uint64) uint64) side {
	const many = 100
	return calls(many, func() {
		last := uint64(1)
		for range many {
			last = f(last)
		}
	})
}

// writes is the side of a function that writes n bytes. Each turn writes to the next
// pages: on some CPUs it is chance whether a page evicts a table from L1.
func writes(n int, f func(dst []byte)) side {
	var dst []byte
	turn, next := calls(1, func() { f(dst) }), 0
	return func() float64 {
		dst = arena()[next:][:n]
		next += (n + 4095) &^ 4095
		if next > min(1<<20, inMemory-n) {
			next = 0
		}
		return turn()
	}
}

// stores are the loops of ordinary and of non-temporal stores that are as wide as a tier's.
var stores = map[string][]func(dst *byte, n int){
	"avx512": {storesAVX512, nonTemporalAVX512},
	"avx2":   {storesAVX2, nonTemporalAVX2},
	"bmi":    {storesBMI, nonTemporalBMI},
}

// bareStores returns the loop of a tier's that is the fastest to write n bytes, or nil if
// there is none.
func bareStores(tier string, n int) (fastest func(dst []byte)) {
	least := math.Inf(1)
	for _, loop := range stores[tier] {
		store := func(dst []byte) { loop(&dst[0], len(dst)) }
		turn := writes(n, store)
		if took := min(turn(), turn(), turn(), turn(), turn()); took < least {
			least, fastest = took, store
		}
	}
	return fastest
}

// kernels measures Fill of every tier, the other kernels of the best, and calls of Fill that
// write little, each from another move on.
func kernels() (rows []*row) {
	add := func(what string, n int, least float64, ours func(dst []byte), peer string, theirs func(dst []byte)) {
		if theirs == nil { // this CPU runs no vector tier
			return
		}
		rows = append(rows, &row{
			what: what, unit: bytesPerSecond, amount: float64(n), wantRatio: least,
			sides: []side{writes(n, ours), writes(n, theirs)}, peer: peer,
		})
	}
	best := kernel.Best()
	for _, t := range kernel.Tiers() {
		fill := func(dst []byte) { t.Fill(dst, 1, 0) }
		if t.Name() == "generic" {
			page := aligned(4096)
			add("Fill generic, 16 KiB", inL1, 0.8, fill, "Go's copy", func(dst []byte) {
				for len(dst) > 0 {
					dst = dst[copy(dst, page):]
				}
			})
			continue
		}
		for _, n := range []int{inL1, inMemory} {
			add(fmt.Sprintf("Fill %s, %s", t.Name(), size.show(float64(n))), n, 0.95, fill, "bare stores", bareStores(t.Name(), n))
			rows[len(rows)-1].brief = t == best && n == inL1
		}
	}
	add("FillSplit, 16 KiB", inL1, 0.93, func(dst []byte) { best.FillSplit(dst[:inL1/2], dst[inL1/2:], 1, 0) },
		"bare stores", bareStores(best.Name(), inL1))
	const states = 512
	add("FillStates, 512 states", 24*states, 0.85, func(dst []byte) {
		best.FillStates(unsafe.Slice((*[3]uint64)(unsafe.Pointer(&dst[0])), states), 64, 1, 0)
	}, "bare stores", bareStores(best.Name(), 24*states))
	for _, short := range []struct {
		size uint64
		most float64
	}{{64, 8}, {256, 12}, {1024, 25}} {
		dst := aligned(int(short.size))
		rows = append(rows, &row{
			what: fmt.Sprintf("Fill, %d moves a call", short.size), unit: nanoseconds, want: short.most,
			sides: []side{chain(func(k uint64) uint64 { kernel.Fill(dst, k, 0); return k + short.size })},
		})
	}
	return rows
}

// algorithms measures Fill beside each algorithm of package classic.
func algorithms() (rows []*row) {
	ours := writes(inL1, func(dst []byte) { kernel.Fill(dst, 1, 0) })
	for _, s := range classic.Solutions {
		theirs := writes(inL1, func(dst []byte) {
			for m := range s.Moves(40) {
				dst[0] = (m.Disk-1)<<2 | m.From
				if dst = dst[1:]; len(dst) == 0 {
					break
				}
			}
		})
		rows = append(rows, &row{
			what: "Fill beside " + s.Name, unit: movesPerSecond, amount: inL1,
			sides: []side{ours, theirs}, peer: s.Name, brief: s.Name == "recursion",
		})
	}
	return rows
}

// puzzle measures questions about single states and paths.
func puzzle() []*row {
	const (
		k   = 0x9249_2492_4924_9249
		mib = 1 << 20
	)
	state := func(n int, k uint64, p kernel.Naming) hanoi.State {
		return must.Get(hanoi.StateAt(n, k, p))
	}
	a, b := state(64, k, 0), state(64, 0x1234_5678_9abc_def0, 1)
	conf := classic.MoveConf(64, k)
	route := must.Get(hanoi.Path(state(44, 0x249_2492_4924, 0), state(44, 0x7ff_f678_9abc, 1)))
	// fill fills a MiB of moves and one of disks, anywhere in the route.
	fill := func(f func(moves, disks []byte, i uint64) int) side {
		i := uint64(1)
		return writes(2*mib, func(dst []byte) {
			f(dst[:mib], dst[mib:], i)
			i = (i+route.Len()/1000)%(route.Len()-mib) + 1
		})
	}
	return []*row{
		{
			what: "StateAt, n = 64", unit: nanoseconds, want: 20, brief: true,
			sides: []side{ // each call waits for the one before
				chain(func(last uint64) uint64 { return state(64, k^last, 0).Disks(0) }),
				chain(func(last uint64) uint64 { return uint64(classic.MoveConf(64, k^last)[0]) }),
			},
			peer: "the same disk by disk",
		},
		{
			what: "Rank, n = 64", unit: nanoseconds, want: 25,
			sides: []side{
				chain(func(uint64) uint64 { rank, _ := a.Rank(0); return rank }),
				chain(func(uint64) uint64 { rank, _ := classic.MoveNumber(conf); return rank }),
			},
			peer: "the same disk by disk",
		},
		{
			what: "Distance, n = 64", unit: nanoseconds, want: 50,
			sides: []side{chain(func(uint64) uint64 { d, _ := hanoi.Distance(a, b); return d })},
		},
		{
			what: "Route.Fill, a MiB anywhere", unit: bytesPerSecond, amount: 2 * mib, wantRatio: 0.95,
			sides: []side{fill(route.Fill), fill(func(moves, disks []byte, i uint64) int {
				return kernel.FillSplit(moves, disks, i, 0)
			})},
			peer: "FillSplit",
		},
	}
}
