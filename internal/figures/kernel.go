package figures

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/internal/ceiling"
	"github.com/hanoigen/hanoi/internal/pairs"
	"github.com/hanoigen/hanoi/kernel"
)

// Sizes are those that kernels are measured at: in L1, in L2, and in memory.
var Sizes = []int{16 << 10, 512 << 10, 64 << 20, 256 << 20}

// arena is the memory that large rows write to.
var arena = sync.OnceValue(func() []byte { return Aligned(Sizes[len(Sizes)-1]) })

// at is the side of a function that writes size bytes from the beginning of a page on.
// Each call of the side writes to the next pages: on some CPUs it is chance whether a
// page evicts a table from L1.
func at(size int, f func(dst []byte)) pairs.Side {
	place, pages := 0, (size+4095)&^4095
	return func(n int) float64 {
		dst := arena()[place:][:size]
		place = (place + pages) % max(pages, 1<<20)
		return pairs.Calls(func() { f(dst) })(n)
	}
}

// bare returns the ceilings of a tier that writes size bytes: the stores of its
// width, ordinary and streaming, or Go's copy where it has none.
func bare(t *kernel.Tier, size int) []pairs.Peer {
	stores := ceiling.Stores(t.Width())
	if stores == nil {
		return []pairs.Peer{bound("Go's copy of 4 KiB", at(size, copies()))}
	}
	name := fmt.Sprintf("%d-byte", t.Width())
	return []pairs.Peer{
		bound(name+" stores", at(size, func(dst []byte) { stores(dst, false) })),
		bound(name+" streaming stores", at(size, func(dst []byte) { stores(dst, true) })),
	}
}

// copies fills memory with copies of a page.
func copies() func(dst []byte) {
	page := sync.OnceValue(func() []byte {
		p := Aligned(4096)
		kernel.Fill(p, 1, 0)
		return p
	})
	return func(dst []byte) {
		for p := page(); len(dst) > 0; {
			dst = dst[copy(dst, p):]
		}
	}
}

// kernels measures every tier of every kernel.
func kernels() Section {
	s := Section{
		Title: "Kernels",
		About: "The ceiling is a bare loop of stores as wide as the tier's, of a constant that is not zero: of ordinary and streaming\n" +
			"stores those that are the faster at that size. A tier without vectors copies: its ceiling is Go's copy of a page, again\n" +
			"and again. `clear` is Go's, of the same memory. A packed move is a byte.\n\n" +
			"Beside moves is a call that reads as many vectors as the kernel keeps in registers, and stores them in turn; beside\n" +
			"FillSplit two such calls, each of half the size; beside states a call that writes the first one, and for each vector\n" +
			"reads the small disks' states, and has an OR and a store.",
	}
	for _, size := range Sizes {
		for _, t := range kernel.Tiers() {
			atLeast := func(ratio float64) pairs.Target {
				if t.Width() == 0 {
					return pairs.Target{}
				}
				return pairs.Target{Ratio: ratio}
			}
			row := func(what string, bytes int, fill func(dst []byte), target pairs.Target, peers ...pairs.Peer) {
				s.Rows = append(s.Rows, pairs.Row{
					ID:   fmt.Sprintf("%s/%s/%s", what, t.Name(), Size(size)),
					What: fmt.Sprintf("%s %s, %s", what, t.Name(), Size(size)),
					Unit: pairs.Bytes, Amount: float64(bytes), Ours: at(bytes, fill),
					Peers:  append(append(bare(t, bytes), beside("clear", at(bytes, func(dst []byte) { clear(dst) }))), peers...),
					Target: target,
				})
			}
			fill := atLeast(0.95)
			if t.Width() == 0 && size == Sizes[0] {
				fill.Ratio = 0.8
			}
			whole := size / 192 * 192 // of states, which have 24 bytes, and of stores of up to 64
			var besideFill, besideSplit, besideStates []pairs.Peer
			if turns := ceiling.Turns(t.Width()); turns != nil && size < 64<<20 { // where the stores are ordinary ones
				src := Aligned(1 + ceiling.TurnsSource)[1:] // like the records from move 1 on
				besideFill = append(besideFill, beside("reads, and stores in turn", at(size, func(dst []byte) {
					turns(dst, src, false)
				})))
				besideSplit = append(besideSplit, beside("two of half: reads, and stores in turn", at(size, func(dst []byte) {
					turns(dst[:size/2], src, false)
					turns(dst[size/2:], src, false)
				})))
				ors := leastStates(t)
				besideStates = append(besideStates, beside(leastName, at(whole, func(dst []byte) { ors(dst, 1) })))
			}
			row("Fill", size, func(dst []byte) { t.Fill(dst, 1, 0) }, fill, besideFill...)
			if size == 64<<20 {
				continue
			}
			row("FillSplit", size, func(dst []byte) { t.FillSplit(dst[:size/2], dst[size/2:], 1, 0) }, atLeast(0.93), besideSplit...)
			row("FillStates", whole, func(dst []byte) { states(t, dst, whole/24, 1) }, atLeast(0.85), besideStates...)
		}
	}
	return s
}

// states writes states of 64 disks to dst.
func states(t *kernel.Tier, dst []byte, n int, k uint64) {
	t.FillStates(unsafe.Slice((*[3]uint64)(unsafe.Pointer(&dst[0])), n), 64, k, 0)
}

// What a call does that takes each vector from a table: the first state, and for each
// vector a read of the small disks' states, an OR and a store.
const leastName = "first state, reads, ORs and stores"

// leastStates returns a function that does it; nil if the tier has no vectors.
func leastStates(t *kernel.Tier) func(dst []byte, k uint64) {
	ors := ceiling.Ors(t.Width())
	if ors == nil {
		return nil
	}
	src := Aligned(ceiling.OrsSource)
	return func(dst []byte, k uint64) {
		states(t, dst, 1, k)
		ors(dst, src, false)
	}
}

// stores measures where streaming stores become the faster ones.
func stores() Section {
	best := kernel.Best()
	loop := ceiling.Stores(best.Width())
	s := Section{
		Title: "Ordinary and streaming stores",
		About: "The bare loops alone: past some size, stores that go past the caches are the faster ones, and a kernel should stream.",
	}
	var can func() error
	if loop == nil {
		can = cannot("this build has no assembly")
	}
	var sizes []int
	for size := 1 << 20; size <= 256<<20; size *= 2 {
		sizes = append(sizes, size)
		s.Rows = append(s.Rows, pairs.Row{
			ID: "stores/" + Size(size), What: fmt.Sprintf("%d-byte streaming stores, %s", best.Width(), Size(size)),
			Unit: pairs.Bytes, Amount: float64(size), Can: can,
			Ours: at(size, func(dst []byte) { loop(dst, true) }),
			Peers: []pairs.Peer{
				beside("ordinary stores", at(size, func(dst []byte) { loop(dst, false) })),
				beside("Fill "+best.Name(), at(size, func(dst []byte) { best.Fill(dst, 1, 0) })),
			},
		})
	}
	s.Conclude = func(results []pairs.Result) string {
		from := -1
		for i := len(results) - 1; i >= 0 && results[i].NotRun == "" && results[i].Against[0].Ratio > 1; i-- {
			from = i
		}
		if loop == nil {
			return ""
		}
		if from < 0 {
			return fmt.Sprintf("Ordinary stores are the faster ones up to %s.", Size(sizes[len(sizes)-1]))
		}
		return fmt.Sprintf("Streaming stores are the faster ones from %s on.", Size(sizes[from]))
	}
	return s
}

// shortCalls measures calls that write little.
func shortCalls() Section {
	const many = 100 // at a time
	s := Section{
		Title: "Short calls",
		About: "The time of a call. The ceiling is `clear` of the same memory; a call of it is inlined in part. Beside it is, for\n" +
			"moves, Go's copy of as many bytes from a place that depends on k; for states the first one, and for each vector a read\n" +
			"of the small disks' states, an OR and a store.",
	}
	type call func(dst []byte, k uint64)
	row := func(what, unit string, t *kernel.Tier, amount, size int, target pairs.Target, fill call, least string, do call) {
		if t.Width() == 0 {
			target = pairs.Target{}
		}
		if amount == 1 {
			unit = strings.TrimSuffix(unit, "s")
		}
		dst := Aligned(size)
		calls := func(c call) pairs.Side {
			return pairs.Per(many, pairs.Calls(func() {
				for k := range uint64(many) {
					c(dst, 1+k*uint64(amount))
				}
			}))
		}
		r := pairs.Row{
			ID:     fmt.Sprintf("%s/%s/%d", what, t.Name(), amount),
			What:   fmt.Sprintf("%s %s, %d %s a call", what, t.Name(), amount, unit),
			Ours:   calls(fill),
			Peers:  []pairs.Peer{bound("clear", calls(func(dst []byte, _ uint64) { clear(dst) }))},
			Target: target,
		}
		if do != nil {
			r.Peers = append(r.Peers, beside(least, calls(do)))
		}
		s.Rows = append(s.Rows, r)
	}
	for _, short := range []struct {
		size   int
		target pairs.Target
	}{
		{size: 1}, {size: 16},
		{64, pairs.Target{Value: new(8e-9), Times: 2, Plus: 5e-9}},
		{256, pairs.Target{Value: new(12e-9), Times: 2, Plus: 5e-9}},
		{1024, pairs.Target{Value: new(25e-9), Times: 2, Plus: 5e-9}},
		{size: 4096},
	} {
		const places = 1024
		src := Aligned(places + short.size)
		for _, t := range kernel.Tiers() {
			row("Fill", "moves", t, short.size, short.size, short.target,
				func(dst []byte, k uint64) { t.Fill(dst, k, 0) },
				"copy", func(dst []byte, k uint64) { copy(dst, src[k%places:]) })
		}
	}
	for _, short := range []struct {
		states int
		target pairs.Target
	}{
		{16, pairs.Target{Value: new(20e-9)}},
		{64, pairs.Target{Value: new(30e-9)}},
		{states: 512},
	} {
		for _, t := range kernel.Tiers() {
			row("FillStates", "states", t, short.states, 24*short.states, short.target,
				func(dst []byte, k uint64) { states(t, dst, short.states, k) }, leastName, leastStates(t))
		}
	}
	return s
}

// moveByMove measures the fastest kernel against Go that computes each move.
func moveByMove() Section {
	const size = 16 << 10
	dst := sync.OnceValue(func() []byte { return Aligned(size) })
	peer := func(name string, f func(dst []byte)) pairs.Peer {
		return beside(name, pairs.Calls(func() { f(dst()) }))
	}
	return Section{Title: "Move by move in Go", Rows: []pairs.Row{{
		ID: "go", What: fmt.Sprintf("Fill %s, %s, beside Go", kernel.Best().Name(), Size(size)),
		Unit: pairs.Bytes, Amount: size,
		Ours: pairs.Calls(func() { kernel.Fill(dst(), 1, 0) }),
		Peers: []pairs.Peer{
			peer("hanoi.MoveAt(k).Pack()", func(dst []byte) {
				for i := range dst {
					dst[i] = hanoi.MoveAt(uint64(i)+1, 0).Pack()
				}
			}),
			peer("hanoi.Moves", func(dst []byte) {
				for k, m := range hanoi.Moves(14, 0) {
					dst[k-1] = m.Pack()
				}
			}),
			peer("Rhoads, %3", func(dst []byte) {
				for i := range dst {
					from, to := classic.RhoadsMod(uint64(i) + 1)
					dst[i] = from<<4 | to
				}
			}),
			peer("recursion", func(dst []byte) {
				i := 0
				for m := range classic.Recursive(14, 0, 1) {
					dst[i] = m.Disk<<2 | m.From
					i++
				}
			}),
		},
	}}}
}
