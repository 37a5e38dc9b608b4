package classic

import (
	"iter"
	"slices"
	"testing"

	"github.com/hanoigen/hanoi/kernel"
)

// simulate checks that moves are legal, and returns the last configuration.
func simulate(t *testing.T, conf []uint8, moves iter.Seq[Move]) (end []uint8, count int) {
	t.Helper()
	conf = slices.Clone(conf)
	for m := range moves {
		count++
		if conf[m.Disk-1] != m.From || m.From == m.To || m.To > 2 {
			t.Fatalf("move %d is %v in %v", count, m, conf)
		}
		for d := uint8(1); d < m.Disk; d++ {
			if conf[d-1] == m.From || conf[d-1] == m.To {
				t.Fatalf("move %d is %v, with disk %d in its way in %v", count, m, d, conf)
			}
		}
		conf[m.Disk-1] = m.To
	}
	return conf, count
}

func TestRecursive(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for from := range uint8(3) {
			for to := range uint8(3) {
				if from == to {
					continue
				}
				start := slices.Repeat([]uint8{from}, n)
				end, count := simulate(t, start, Recursive(n, from, to))
				if !slices.Equal(end, slices.Repeat([]uint8{to}, n)) || count != 1<<n-1 {
					t.Errorf("n = %d: %d moves to %v", n, count, end)
				}
			}
		}
	}
	for range Recursive(63, 0, 2) { // must not compute all moves
		break
	}
}

// BenchmarkMoves writes packed moves by each algorithm and by the kernel.
func BenchmarkMoves(b *testing.B) {
	dst := make([]byte, 16<<10)
	run := func(name string, fill func()) {
		b.Run("by="+name, func(b *testing.B) {
			for b.Loop() {
				fill()
			}
			b.ReportMetric(float64(b.N)*float64(len(dst))/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
	run("kernel.Fill", func() { kernel.Fill(dst, 1, 0) })
	for _, s := range Solutions {
		run(s.Name, func() {
			i := 0
			for m := range s.Moves(40) {
				dst[i] = (m.Disk-1)<<2 | m.From
				if i++; i == len(dst) {
					break
				}
			}
		})
	}
}
