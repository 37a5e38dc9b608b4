package hanoi

import (
	"io"
	"testing"

	"github.com/hanoigen/hanoi/kernel"
)

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

func BenchmarkPath(b *testing.B) {
	from, to := twoStates(b)
	for b.Loop() {
		if _, err := Path(from, to); err != nil {
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
	const size = 1 << 20
	dst := make([]byte, size)
	for _, format := range Formats() {
		b.Run("format="+format.String(), func(b *testing.B) {
			r, err := NewReader(60, format, Canonical)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(size)
			for b.Loop() {
				if _, err := io.ReadFull(r, dst); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
