//go:build !race

package hanoi

import (
	"testing"

	"github.com/hanoigen/hanoi/classic"
	"github.com/hanoigen/hanoi/kernel"
)

// What is computed from numbers alone does not allocate. With the race detector it
// would: what goes to the kernel escapes there.
func TestAllocs(t *testing.T) {
	a, b := mustState(t, 64, 0x123456789abcdef, 0), mustState(t, 64, 0xfedcba9876543210, 2)
	route, err := Path(a, b)
	if err != nil {
		t.Fatal(err)
	}
	moves, disks := make([]byte, 4096), make([]byte, 4096)
	for name, f := range map[string]func(){
		"MoveAt":     func() { MoveAt(1<<40, 3) },
		"Unpack":     func() { Unpack(17, 3) },
		"StateAt":    func() { StateAt(64, 1<<40, 3) },
		"Rank":       func() { a.Rank(0) },
		"Distance":   func() { Distance(a, b) },
		"Next":       func() { Next(a, b) },
		"Apply":      func() { a.Apply(MoveAt(0x123456789abcdf0, 0)) },
		"Route.At":   func() { route.At(1 << 40) },
		"StateOf":    func() { StateOf(64, [3]uint64{1<<64 - 1}) },
		"StateAt(i)": func() { route.StateAt(1 << 40) },
		"Route.Fill": func() { route.Fill(moves, disks, 1<<20) },
		"Route.All": func() {
			for range route.All() {
				break
			}
		},
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func BenchmarkMoveAt(b *testing.B) {
	k := uint64(1)<<63 + 1
	for b.Loop() {
		k += uint64(MoveAt(k, 0).Disk)
	}
}

func BenchmarkStateAt(b *testing.B) {
	k := uint64(0x9249_2492_4924_9249)
	b.Run("by=hanoi", func(b *testing.B) {
		for b.Loop() {
			s, _ := StateAt(64, k, 0)
			k ^= s.one // the next waits for this one
		}
	})
	b.Run("by=moveConf", func(b *testing.B) {
		for b.Loop() {
			k ^= uint64(classic.MoveConf(64, k)[0])
		}
	})
}

func BenchmarkRank(b *testing.B) {
	k := uint64(0x9249_2492_4924_9249)
	s := mustState(b, 64, k, 0)
	b.Run("by=hanoi", func(b *testing.B) {
		for b.Loop() {
			rank, err := s.Rank(0)
			if rank != k || err != nil {
				b.Fatal(rank, err)
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
	for b.Loop() {
		if d, err := Distance(s, t); d != want || err != nil {
			b.Fatal(d, err)
		}
	}
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
