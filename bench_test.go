//go:build !race

package hanoi

import (
	"io"
	"testing"

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
		k += uint64(MoveAt(k, 0).Disk) // the next waits for this one
	}
}

func BenchmarkStateAt(b *testing.B) {
	k := uint64(0x9249_2492_4924_9249)
	for b.Loop() {
		s, _ := StateAt(64, k, 0)
		k ^= s.Disks(0)
	}
}

// twoStates returns two states of 64 disks that lie far apart.
func twoStates(b *testing.B) (from, to State) {
	return mustState(b, 64, 0x9249_2492_4924_9249, 0), mustState(b, 64, 0x1234_5678_9abc_def0, 1)
}

func BenchmarkRank(b *testing.B) {
	s, _ := twoStates(b)
	for b.Loop() {
		if _, err := s.Rank(0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDistance(b *testing.B) {
	from, to := twoStates(b)
	for b.Loop() {
		if _, err := Distance(from, to); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNext(b *testing.B) {
	from, to := twoStates(b)
	for b.Loop() {
		if _, _, _, err := Next(from, to); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRouteFill fills a MiB of moves and one of disks at a time, anywhere in a long
// route, and from the kernel.
func BenchmarkRouteFill(b *testing.B) {
	const size = 1 << 20
	r, err := Path(mustState(b, 44, 0x249_2492_4924, 0), mustState(b, 44, 0x7ff_f678_9abc, 1))
	if err != nil {
		b.Fatal(err)
	}
	moves, disks := make([]byte, size), make([]byte, size)
	for _, by := range []struct {
		name string
		fill func(i uint64)
	}{
		{"Route.Fill", func(i uint64) { r.Fill(moves, disks, i) }},
		{"FillSplit", func(i uint64) { kernel.FillSplit(moves, disks, i, 0) }},
	} {
		b.Run("by="+by.name, func(b *testing.B) {
			b.SetBytes(2 * size)
			i := uint64(1)
			for b.Loop() {
				by.fill(i)
				i = (i+r.Len()/1000)%(r.Len()-size) + 1
			}
		})
	}
}

// BenchmarkReader reads a MiB at a time.
func BenchmarkReader(b *testing.B) {
	run := func(name string, f Format, opts ...Option) {
		b.Run("format="+name, func(b *testing.B) {
			dst := make([]byte, 1<<20)
			r := reader(60, f, Canonical, opts...)
			b.SetBytes(int64(len(dst)))
			for b.Loop() {
				if _, err := io.ReadFull(r, dst); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for _, f := range Formats() {
		run(f.String(), f)
	}
	run("text/numbers=true", Text, Numbers())
}
