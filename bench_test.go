package hanoi

import (
	"testing"

	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/kernel"
)

// Beside each benchmark of one state stands the same question answered by a loop over
// its disks.

func BenchmarkMoveAt(b *testing.B) {
	k := uint64(1)<<63 + 1
	for b.Loop() {
		k += uint64(MoveAt(k, 0).Disk)
	}
}

func BenchmarkStateAt(b *testing.B) {
	k := uint64(0x9249_2492_4924_9249)
	b.Run("by=word", func(b *testing.B) {
		for b.Loop() {
			s, _ := StateAt(64, k, 0)
			k ^= s.one // the next waits for this one
		}
	})
	b.Run("by=disk", func(b *testing.B) {
		for b.Loop() {
			k ^= stateLoop(64, k).one
		}
	})
	b.Run("by=moveConf", func(b *testing.B) {
		for b.Loop() {
			k ^= uint64(classic.MoveConf(64, k)[0])
		}
	})
}

// stateLoop is Walsh's theorem (1982) disk by disk.
func stateLoop(n int, k uint64) State {
	s := State{disks: uint8(n)}
	for j := range n {
		peg := (k>>j + k>>j&1) % 3
		if j&1 == 1 {
			peg = (3 - peg) % 3
		}
		s = s.with(1<<j, uint8(peg))
	}
	return s
}

func TestStateLoop(t *testing.T) {
	r := seeded(t)
	for range 1000 {
		n := 1 + r.IntN(64)
		k := r.Uint64() & lowest(n)
		if got, want := stateLoop(n, k), mustState(t, n, k, 0); got != want {
			t.Fatalf("after %d moves: %v, want %v", k, got, want)
		}
	}
}

func BenchmarkRank(b *testing.B) {
	k := uint64(0x9249_2492_4924_9249)
	s := mustState(b, 64, k, 0)
	b.Run("by=word", func(b *testing.B) {
		for b.Loop() {
			rank, err := s.Rank(0)
			if rank != k || err != nil {
				b.Fatal(rank, err)
			}
		}
	})
	b.Run("by=disk", func(b *testing.B) {
		for b.Loop() {
			if rank, _ := towerLoop(s, s.N(), 0, 1); rank != k {
				b.Fatal(rank)
			}
		}
	})
	b.Run("by=moveConf", func(b *testing.B) {
		conf := classic.MoveConf(64, k)
		for b.Loop() {
			if rank, _ := classic.MoveNumber(conf); rank != k {
				b.Fatal(rank)
			}
		}
	})
}

func BenchmarkDistance(b *testing.B) {
	s, t := mustState(b, 64, 0x9249_2492_4924_9249, 0), mustState(b, 64, 0x1234_5678_9abc_def0, 1)
	want, _ := Distance(s, t)
	b.Run("by=word", func(b *testing.B) {
		for b.Loop() {
			if d, err := Distance(s, t); d != want || err != nil {
				b.Fatal(d, err)
			}
		}
	})
	b.Run("by=disk", func(b *testing.B) {
		for b.Loop() {
			if d := distanceLoop(s, t); d != want {
				b.Fatal(d)
			}
		}
	})
}

// distanceLoop is Distance disk by disk, for states whose two candidates for a shortest
// path have fewer than 2⁶⁴ moves.
func distanceLoop(a, b State) uint64 {
	m := a.N()
	for m > 0 && a.peg(m) == b.peg(m) {
		m--
	}
	if m == 0 {
		return 0
	}
	f, g := a.peg(m), b.peg(m)
	v := 3 - f - g
	m--
	aToV, aToG := towerLoop(a, m, v, g)
	bToV, bToF := towerLoop(b, m, v, f)
	return min(aToV+1+bToV, aToG+1+1<<m+bToF)
}

// towerLoop is the distances of the m smallest disks to two pegs, disk by disk.
func towerLoop(s State, m int, first, second uint8) (toFirst, toSecond uint64) {
	for disk := m; disk > 0; disk-- {
		at := s.peg(disk)
		if at != first {
			toFirst |= 1 << (disk - 1)
			first = 3 - first - at
		}
		if at != second {
			toSecond |= 1 << (disk - 1)
			second = 3 - second - at
		}
	}
	return toFirst, toSecond
}

func BenchmarkPath(b *testing.B) {
	s, t := mustState(b, 64, 0x9249_2492_4924_9249, 0), mustState(b, 64, 0x1234_5678_9abc_def0, 1)
	for b.Loop() {
		if _, err := Path(s, t); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRouteAt(b *testing.B) {
	r := longRoute(b)
	i := uint64(1)
	for b.Loop() {
		i = (i*0x9e37_79b9_7f4a_7c15+uint64(r.At(i).Disk))%r.Len() + 1
	}
}

// longRoute has at least 2⁴⁰ moves in many runs.
func longRoute(b *testing.B) *Route {
	s, t := mustState(b, 44, 0x249_2492_4924, 0), mustState(b, 44, 0x7ff_f678_9abc, 1)
	r, err := Path(s, t)
	if err != nil {
		b.Fatal(err)
	}
	if r.Len() < 1<<40 {
		b.Fatalf("the route has only %d moves", r.Len())
	}
	return r
}

// BenchmarkRouteFill fills a MiB of moves at a time: anywhere in a long route,
// at its start, where many runs are short, and from the kernel.
func BenchmarkRouteFill(b *testing.B) {
	const size = 1 << 20
	moves, disks := make([]byte, size), make([]byte, size)
	r := longRoute(b)
	b.Run("by=Route/from=any", func(b *testing.B) {
		b.SetBytes(2 * size)
		i := uint64(1)
		for b.Loop() {
			r.Fill(moves, disks, i)
			i = (i+r.Len()/1000)%(r.Len()-size) + 1
		}
	})
	b.Run("by=Route/from=start", func(b *testing.B) {
		b.SetBytes(2 * size)
		for b.Loop() {
			r.Fill(moves, disks, 1)
		}
	})
	b.Run("by=FillSplit", func(b *testing.B) {
		b.SetBytes(2 * size)
		k := uint64(1)
		for b.Loop() {
			kernel.FillSplit(moves, disks, k, 0)
			k = (k+r.Len()/1000)%(r.Len()-size) + 1
		}
	})
}
