package classic

import (
	"fmt"
	"iter"
	"slices"
	"testing"
)

const most = 16 // disks

// canonical is the recursion's solution, which all else is held against.
func canonical(n int) []Move { return slices.Collect(Recursive(n, 0, uint8(1+n&1))) }

// simulate checks that moves are legal and returns where they lead.
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
	for range Recursive(63, 0, 2) { // lazy, and stops
		break
	}
}

func TestAgree(t *testing.T) {
	counted := func(move func(k uint64) Move) func(n int) iter.Seq[Move] {
		return func(n int) iter.Seq[Move] {
			return func(yield func(Move) bool) {
				for k := uint64(1); k < 1<<n && yield(move(k)); k++ {
				}
			}
		}
	}
	for name, solve := range map[string]func(n int) iter.Seq[Move]{
		"Cyclic":     Cyclic,
		"HBitsVis":   HBitsVis,
		"PlanB":      PlanB,
		"PlanA":      counted(PlanA),
		"RhoadsDisk": counted(RhoadsDisk),
		"RhoadsMod and Xor": counted(func(k uint64) Move {
			from, to := RhoadsMod(k)
			return Move{Xor(k - 1), from, to}
		}),
		"RhoadsFold and Xor": counted(func(k uint64) Move {
			from, to := RhoadsFold(k)
			return Move{Xor(k - 1), from, to}
		}),
	} {
		t.Run(name, func(t *testing.T) {
			for n := 1; n <= most; n++ {
				moves := solve(n)
				for range 2 { // a sequence begins anew each time
					if got := slices.Collect(moves); !slices.Equal(got, canonical(n)) {
						t.Fatalf("n = %d: not the recursion's moves", n)
					}
				}
			}
			for range solve(63) { // lazy, and stops
				break
			}
			i := 0
			for range solve(63) {
				if i++; i == 2 {
					break
				}
			}
		})
	}
}

// The far end, where an int or a 32-bit state overflows.
func TestFar(t *testing.T) {
	for _, k := range []uint64{1<<31 - 1, 1 << 31, 1<<32 + 5, 1 << 62, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
		want := RhoadsDisk(k)
		from, to := RhoadsFold(k)
		if got := (Move{Xor(k - 1), from, to}); got != want {
			t.Errorf("RhoadsFold(%d) is %v, want %v", k, got, want)
		}
		if got := PlanA(k); got != want {
			t.Errorf("PlanA(%d) is %v, want %v", k, got, want)
		}
		before, after := MoveConf(64, k-1), MoveConf(64, k)
		before[want.Disk-1] = want.To
		if !slices.Equal(before, after) {
			t.Errorf("MoveConf(64, %d) is not a move by %v on", k, want)
		}
		if got, ok := MoveNumber(after); got != k || !ok {
			t.Errorf("MoveNumber of %d is %d, %v", k, got, ok)
		}
	}
}

// What the notes to the listings claim, and what is true instead.
func TestNotes(t *testing.T) {
	for k := uint64(1); k < 1<<10; k++ {
		if j := RhoadsDisk(k).Disk; k^(k-1) != 1<<j-1 {
			t.Errorf("k^(k-1) of %d is %d, and the disk %d", k, k^(k-1), j)
		}
	}
	for n := 1; n <= 10; n++ {
		for i := uint64(1); i < 1<<n; i++ {
			f, g := RhoadsDisk(i), RhoadsDisk(1<<n+i)
			on := uint8(uint64(1) << n % 3)
			if g != (Move{f.Disk, (f.From + on) % 3, (f.To + on) % 3}) {
				t.Fatalf("f(2^%d+%d) is %v, and f(%d) %v", n, i, g, i, f)
			}
			if back := RhoadsDisk(1<<n - i); back.Disk != f.Disk {
				t.Fatalf("the disks are no palindrome at %d", i)
			}
		}
	}
	// The reflection: reading backwards is not exchanging the pegs of each move.
	if a, b := RhoadsDisk(1), RhoadsDisk(3); a.From == b.To && a.To == b.From {
		t.Error("the reflection identity holds at k = 1, n = 2")
	}
}

func TestWalsh(t *testing.T) {
	for n := 1; n <= 12; n++ {
		conf := make([]uint8, n)
		on := map[string]bool{}
		check := func(k uint64) {
			if got := MoveConf(n, k); !slices.Equal(got, conf) {
				t.Fatalf("n = %d: after %d moves %v, want %v", n, k, got, conf)
			}
			if got, ok := MoveNumber(conf); got != k || !ok {
				t.Fatalf("n = %d: the number of %v is %d, want %d", n, conf, got, k)
			}
			on[fmt.Sprint(conf)] = true
		}
		check(0)
		for i, m := range canonical(n) {
			conf[m.Disk-1] = m.To
			check(uint64(i + 1))
		}
		if n > 8 {
			continue
		}
		// Every other state is off the path.
		for _, conf := range configurations(n) {
			if _, ok := MoveNumber(conf); ok != on[fmt.Sprint(conf)] {
				t.Fatalf("n = %d: MoveNumber of %v says %v", n, conf, ok)
			}
		}
	}
	if _, ok := MoveNumber(nil); ok {
		t.Error("no disks have a number")
	}
}

// configurations returns all of n disks.
func configurations(n int) [][]uint8 {
	if n == 0 {
		return [][]uint8{nil}
	}
	var all [][]uint8
	for _, conf := range configurations(n - 1) {
		for peg := range uint8(3) {
			all = append(all, append(slices.Clip(conf), peg))
		}
	}
	return all
}

func TestAnyToAny(t *testing.T) {
	for n := 1; n <= 4; n++ {
		for _, from := range configurations(n) {
			for _, to := range configurations(n) {
				moves := AnyToAny(from, to)
				for range 2 {
					if end, _ := simulate(t, from, moves); !slices.Equal(end, to) {
						t.Fatalf("%v to %v ends in %v", from, to, end)
					}
				}
			}
		}
	}
	if _, n := simulate(t, []uint8{0, 0, 1}, AnyToAny([]uint8{0, 0, 1}, []uint8{1, 1, 0})); n != 7 {
		t.Errorf("100 to 011 in %d moves, want 7", n)
	}
	for n := 1; n <= 10; n++ {
		start, end := make([]uint8, n), slices.Repeat([]uint8{uint8(1 + n&1)}, n)
		if got := slices.Collect(AnyToAny(start, end)); !slices.Equal(got, canonical(n)) {
			t.Errorf("n = %d: between perfect states it is not the solution", n)
		}
	}
	for range AnyToAny(make([]uint8, 63), slices.Repeat([]uint8{2}, 63)) { // lazy, and stops
		break
	}
}
