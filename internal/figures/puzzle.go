package figures

import (
	"sync"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/internal/pairs"
	"github.com/hanoigen/hanoi/kernel"
)

// sink keeps the compiler from leaving out what is measured.
var sink uint64

// puzzle measures questions about single states and paths.
func puzzle() Section {
	const (
		many = 100
		k    = 0x9249_2492_4924_9249
	)
	each := func(f func() uint64) pairs.Side {
		return pairs.Per(many, pairs.Calls(func() {
			for range many {
				sink += f()
			}
		}))
	}
	row := func(id string, f func() uint64, peer string, g func() uint64, target float64) pairs.Row {
		return pairs.Row{
			ID: id, What: id + ", n = 64", Ours: each(f), Peers: []pairs.Peer{beside(peer, each(g))},
			Target: pairs.Target{Value: &target},
		}
	}
	state := func(n int, k uint64, p kernel.Naming) hanoi.State {
		s, err := hanoi.StateAt(n, k, p)
		pairs.Check(err)
		return s
	}
	a, b := state(64, k, 0), state(64, 0x1234_5678_9abc_def0, 1)
	conf := classic.MoveConf(64, k)

	const size = 1 << 20
	memory := sync.OnceValues(func() (moves, disks []byte) { return Aligned(size), Aligned(size) })
	route, err := hanoi.Path(state(44, 0x249_2492_4924, 0), state(44, 0x7ff_f678_9abc, 1))
	pairs.Check(err)
	fill := func(step uint64, fill func(moves, disks []byte, i uint64)) pairs.Side {
		i := uint64(1)
		return pairs.Calls(func() {
			moves, disks := memory()
			fill(moves, disks, i)
			i = (i+step-1)%(route.Len()-size) + 1
		})
	}
	fills := func(id, what string, step uint64) pairs.Row {
		return pairs.Row{
			ID: id, What: what, Unit: pairs.Bytes, Amount: 2 * size,
			Ours:   fill(step, func(moves, disks []byte, i uint64) { route.Fill(moves, disks, i) }),
			Peers:  []pairs.Peer{bound("FillSplit", fill(step, func(moves, disks []byte, i uint64) { kernel.FillSplit(moves, disks, i, 0) }))},
			Target: pairs.Target{Ratio: 0.95},
		}
	}
	return Section{
		Title: "States and paths",
		About: "The peers of the first three go disk by disk.",
		Rows: []pairs.Row{
			row("StateAt",
				func() uint64 { return state(64, k^sink, 0).Disks(0) },
				DiskByDisk,
				func() uint64 { return uint64(classic.MoveConf(64, k^sink)[0]) }, 20e-9),
			row("Rank",
				func() uint64 { rank, _ := a.Rank(0); return rank },
				"its inverse in Go",
				func() uint64 { rank, _ := classic.MoveNumber(conf); return rank }, 25e-9),
			row("Distance",
				func() uint64 { d, _ := hanoi.Distance(a, b); return d },
				"Hinz's formula in Go",
				func() uint64 { return distance(a, b) }, 50e-9),
			fills("Route.Fill/anywhere", "Route.Fill, anywhere in a long path", route.Len()/1000),
			fills("Route.Fill/start", "Route.Fill, from the start", 0),
		},
	}
}

// distance is hanoi.Distance disk by disk, for states whose two candidates for a
// shortest path have fewer than 2⁶⁴ moves (Hinz et al., 2018, ch. 2).
func distance(a, b hanoi.State) uint64 {
	m := a.N()
	for m > 0 && a.Peg(m) == b.Peg(m) {
		m--
	}
	if m == 0 {
		return 0
	}
	f, g := a.Peg(m), b.Peg(m)
	v := 3 - f - g
	m--
	return min(tower(a, m, v)+1+tower(b, m, v), tower(a, m, g)+1+1<<m+tower(b, m, f))
}

// tower returns how many moves bring the m smallest disks to a peg.
func tower(s hanoi.State, m int, peg uint8) (moves uint64) {
	for disk := m; disk > 0; disk-- {
		if at := s.Peg(disk); at != peg {
			moves += 1 << (disk - 1)
			peg = 3 - peg - at
		}
	}
	return moves
}
