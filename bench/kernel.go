package main

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/kernel"
)

const (
	inL1     = 16 << 10
	inL2     = 512 << 10
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

// at is the side of a function that writes n bytes. Each turn writes to the next pages:
// on some CPUs it is chance whether a page evicts a table from L1.
func at(n int, f func(dst []byte)) side {
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

// kernels measures Fill of every tier, and the other kernels of the best.
func kernels() (rows []row) {
	add := func(what string, n int, least float64, ours func(dst []byte), peer string, theirs func(dst []byte)) {
		if theirs == nil { // no assembly in this build
			return
		}
		rows = append(rows, row{
			what: what, unit: bytesPerSecond, amount: float64(n), target: target{ratio: least},
			round: beside(at(n, ours), at(n, theirs)), peer: peer,
		})
	}
	best := kernel.Best()
	for _, t := range kernel.Tiers() {
		fill := func(dst []byte) { t.Fill(dst, 1, 0) }
		for _, n := range []int{inL1, inL2, inMemory} {
			add(fmt.Sprintf("Fill %s, %s", t.Name(), size.show(float64(n))), n, 0.95, fill, "bare stores", bareStores(t.Name(), n))
		}
	}
	add("FillSplit, 16 KiB", inL1, 0.93, func(dst []byte) { best.FillSplit(dst[:inL1/2], dst[inL1/2:], 1, 0) },
		"bare stores", bareStores(best.Name(), inL1))
	for _, states := range []int{512, 16384} {
		fill := func(dst []byte) {
			best.FillStates(unsafe.Slice((*[3]uint64)(unsafe.Pointer(&dst[0])), states), 64, 1, 0)
		}
		add(fmt.Sprintf("FillStates, %d states", states), 24*states, 0.85, fill, "bare stores", bareStores(best.Name(), 24*states))
	}
	tiers := kernel.Tiers()
	generic := tiers[len(tiers)-1]
	add("Fill generic, 16 KiB", inL1, 0.8, func(dst []byte) { generic.Fill(dst, 1, 0) }, "Go's copy", copyPage)
	add("Fill, 16 KiB", inL1, 0, func(dst []byte) { kernel.Fill(dst, 1, 0) }, "Rhoads' two lines in Go", rhoads)

	for i, r := range rows {
		rows[i].brief = r.target == target{} || strings.HasPrefix(r.what, "Fill "+best.Name()) && r.amount != inL2
	}
	return rows
}

// bareStores returns the loop of stores as wide as a tier's that is the fastest to write n
// bytes, or nil if there is none.
func bareStores(tier string, n int) func(dst []byte) {
	ordinary, streaming := storeLoops(tier)
	if ordinary == nil {
		return nil
	}
	fastest := func(loop func(dst []byte)) float64 {
		turn := at(n, loop)
		return min(turn(), turn(), turn(), turn(), turn())
	}
	if fastest(ordinary) < fastest(streaming) {
		return ordinary
	}
	return streaming
}

var page = aligned(4096)

// copyPage fills memory with copies of a page.
func copyPage(dst []byte) {
	for len(dst) > 0 {
		dst = dst[copy(dst, page):]
	}
}

// rhoads computes each move by itself, as most programs do.
func rhoads(dst []byte) {
	for i := range dst {
		from, to := classic.RhoadsMod(uint64(i) + 1)
		dst[i] = from<<4 | to
	}
}

// shortCalls measures calls that write little, each from another move on.
func shortCalls() (rows []row) {
	const many = 100
	for _, short := range []struct {
		size int
		most float64
	}{{64, 8e-9}, {256, 12e-9}, {1024, 25e-9}} {
		dst := aligned(short.size)
		each := func(f func(k uint64)) side {
			return calls(many, func() {
				for k := range uint64(many) {
					f(1 + k*uint64(short.size))
				}
			})
		}
		rows = append(rows, row{
			what: fmt.Sprintf("Fill, %d moves a call", short.size), target: target{value: short.most},
			round: beside(
				each(func(k uint64) { kernel.Fill(dst, k, 0) }),
				each(func(k uint64) { copy(dst, arena()[k%1024:]) })),
			peer: "Go's copy",
		})
	}
	return rows
}

// sink keeps the compiler from leaving out what is measured.
var sink uint64

// puzzle measures questions about single states and paths.
func puzzle() []row {
	const (
		many = 100
		k    = 0x9249_2492_4924_9249
		mib  = 1 << 20
	)
	each := func(f func() uint64) side {
		return calls(many, func() {
			for range many {
				sink += f()
			}
		})
	}
	state := func(n int, k uint64, p kernel.Naming) hanoi.State {
		s, err := hanoi.StateAt(n, k, p)
		check(err)
		return s
	}
	a, b := state(64, k, 0), state(64, 0x1234_5678_9abc_def0, 1)
	pegs := classic.MoveConf(64, k)
	route, err := hanoi.Path(state(44, 0x249_2492_4924, 0), state(44, 0x7ff_f678_9abc, 1))
	check(err)
	// fill fills a MiB of moves and one of disks, anywhere in the route.
	fill := func(f func(moves, disks []byte, i uint64)) side {
		i := uint64(1)
		return at(2*mib, func(dst []byte) {
			f(dst[:mib], dst[mib:], i)
			i = (i+route.Len()/1000)%(route.Len()-mib) + 1
		})
	}
	return []row{
		{
			what: "StateAt, n = 64", target: target{value: 20e-9}, brief: true,
			round: beside( // each call waits for the one before
				each(func() uint64 { return state(64, k^sink, 0).Disks(0) }),
				each(func() uint64 { return uint64(classic.MoveConf(64, k^sink)[0]) })),
			peer: "the same disk by disk",
		},
		{
			what: "Rank, n = 64", target: target{value: 25e-9},
			round: beside(
				each(func() uint64 { rank, _ := a.Rank(0); return rank }),
				each(func() uint64 { rank, _ := classic.MoveNumber(pegs); return rank })),
			peer: "the same disk by disk",
		},
		{
			what: "Distance, n = 64", target: target{value: 50e-9},
			round: alone(each(func() uint64 { d, _ := hanoi.Distance(a, b); return d })),
		},
		{
			what: "Route.Fill, a MiB anywhere", unit: bytesPerSecond, amount: 2 * mib, target: target{ratio: 0.95},
			round: beside(
				fill(func(moves, disks []byte, i uint64) { route.Fill(moves, disks, i) }),
				fill(func(moves, disks []byte, i uint64) { kernel.FillSplit(moves, disks, i, 0) })),
			peer: "FillSplit",
		},
	}
}
