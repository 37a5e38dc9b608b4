package hanoi

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
)

// checkNext tries every move from a: Next must return the moves that lessen the distance.
func checkNext(t *testing.T, a, b State, distance uint64) {
	t.Helper()
	want := map[Move]bool{}
	for disk := 1; disk <= a.N() && distance > 0; disk++ {
		for to := range uint8(3) {
			m := Move{uint8(disk), a.Peg(disk), to}
			next, err := a.Apply(m)
			if err != nil {
				continue
			}
			if d, err := Distance(next, b); err != nil || d == distance-1 {
				want[m] = true
			}
		}
	}
	moves, n, left, err := Next(a, b)
	if err != nil || left != distance || n != len(want) || n == 2 && moves[0] == moves[1] {
		t.Fatalf("Next(%v, %v) = %v, %d, %d, %v; want %v, %d", a, b, moves, n, left, err, want, distance)
	}
	for _, m := range moves[:n] {
		if !want[m] {
			t.Fatalf("Next(%v, %v) = %v, want %v", a, b, moves[:n], want)
		}
	}
}

// Every pair of states of up to 5 disks, against a breadth-first search. The table counts all
// moves of shortest paths, the pairs with two shortest paths (OEIS A340309), and the pairs
// whose largest disk moves twice.
func TestAllPairs(t *testing.T) {
	type counts struct{ total, ties, twice int }
	known := []counts{{6, 0, 0}, {144, 6, 0}, {2838, 48, 18}, {53160, 282, 294}, {975678, 1476, 3372}}
	for i, want := range known[:either(5, 3)] {
		n, got := i+1, counts{}
		var states []State
		for code := 0; len(states) == 0 || listOfCode(n, code).code() == code; code++ {
			states = append(states, listOfCode(n, code).state())
		}
		for i, a := range states {
			distance, paths := search(n, i)
			for j, b := range states {
				d, err := Distance(a, b)
				if err != nil || d != uint64(distance[j]) {
					t.Fatalf("Distance(%v, %v) = %d, %v, want %d", a, b, d, err, distance[j])
				}
				r, direct := must.Get(Path(a, b)), must.Get(DirectPath(a, b))
				if r.Len() != d {
					t.Fatalf("Path(%v, %v) has %d moves, want %d", a, b, r.Len(), d)
				}
				if _, n, _, _ := Next(a, b); i != j && n != paths[j] {
					t.Fatalf("Next(%v, %v): %d moves begin %d shortest paths", a, b, n, paths[j])
				}
				walk(t, r, a, b)
				walk(t, direct, a, b)
				checkNext(t, a, b, d)
				got.total += distance[j]
				if paths[j] == 2 {
					got.ties++
				}
				most := 1 // moves of the largest disk
				if direct.Len() > d {
					got.twice++
					most = 2
				}
				if x, y := movesOfLargest(r), movesOfLargest(direct); x > most || y > 1 {
					t.Fatalf("%v to %v: Path moves the largest disk %d times, DirectPath %d times", a, b, x, y)
				}
			}
		}
		if got != want {
			t.Errorf("%d disks: %+v, want %+v", n, got, want)
		}
	}
}

// movesOfLargest counts the moves of the largest disk that moves.
func movesOfLargest(r *Route) int {
	largest, count := uint8(0), 0
	for _, m := range r.All() {
		switch {
		case m.Disk > largest:
			largest, count = m.Disk, 1
		case m.Disk == largest:
			count++
		}
	}
	return count
}

func TestDistanceByDisk(t *testing.T) {
	r := seeded()
	met := map[string]int{}
	tower := func(peg string) string { return strings.Repeat(peg, 63) }
	towers := [][2]string{
		{"0" + tower("0"), "1" + tower("1")},      // the greatest distance: 2⁶⁴−1
		{"0" + tower("0"), "1" + tower("0")},      // the same
		{"0" + tower("2"), "1" + tower("2")},      // 1
		{"0" + tower("1"), "1" + tower("0")},      // 2⁶³+1, and 2⁶⁴−1 on the direct path
		{"0" + tower("2"), "12" + tower("1")[1:]}, // moving disk 64 twice takes 2⁶⁴ moves more, which is not a tie
	}
	for i := range either(40_000, 4_000) {
		n := 1 + r.IntN(64)
		if r.IntN(2) == 0 {
			n = 64
		}
		la, lb := randomList(r, n), randomList(r, n)
		if same := r.IntN(2 * n); same < n {
			copy(lb[same:], la[same:])
		}
		if i < len(towers) {
			la, lb = listOf(towers[i][0]), listOf(towers[i][1])
		}
		a, b := la.state(), lb.state()
		once, twice := distances(la, lb)
		want := new(big.Int)
		if once != nil {
			want = once
			switch once.Cmp(twice) {
			case 0:
				met["tie"]++
			case 1:
				met["twice"]++
				want = twice
			}
			if !twice.IsUint64() {
				met["beyond 2^64"]++
			}
		} else {
			met["same"]++
		}
		d, err := Distance(a, b)
		if err != nil || new(big.Int).SetUint64(d).Cmp(want) != 0 {
			t.Fatalf("Distance(%v, %v) = %d, %v, want %d", a, b, d, err, want)
		}
		if back, err := Distance(b, a); back != d || err != nil {
			t.Fatalf("Distance(%v, %v) = %d, %v, but %d the other way", b, a, back, err, d)
		}
		path, err := Path(a, b)
		if err != nil || path.Len() != d {
			t.Fatalf("Path(%v, %v): %v, %d moves, want %d", a, b, err, path.Len(), d)
		}
		if _, n, _, _ := Next(a, b); (n == 2) != (once != nil && once.Cmp(twice) == 0) {
			t.Fatalf("Next(%v, %v): %d moves, but the paths have %d and %d moves", a, b, n, once, twice)
		}
		direct, err := DirectPath(a, b)
		if err != nil || once != nil && direct.Len() != once.Uint64() {
			t.Fatalf("DirectPath(%v, %v): %v, %d moves, want %d", a, b, err, direct.Len(), once)
		}
	}
	for _, what := range []string{"tie", "twice", "beyond 2^64", "same"} {
		if met[what] == 0 {
			t.Errorf("%q is not tested", what)
		}
	}
}

func TestDistanceErrors(t *testing.T) {
	three, four := must.Get(ParseState("012")), must.Get(ParseState("0120"))
	for _, c := range []struct {
		a, b State
		part string
	}{
		{State{}, three, "zero State"},
		{three, State{}, "zero State"},
		{three, four, "the first state has 3 disks, the second 4"},
	} {
		_, err := Distance(c.a, c.b)
		_, _, _, nextErr := Next(c.a, c.b)
		_, pathErr := Path(c.a, c.b)
		_, directErr := DirectPath(c.a, c.b)
		for _, err := range []error{err, nextErr, pathErr, directErr} {
			if !errors.Is(err, ErrState) || !strings.Contains(err.Error(), c.part) {
				t.Errorf("from %q to %q: %v, want ErrState and %q", c.a, c.b, err, c.part)
			}
		}
	}
}

// Every state of up to 6 disks: its rank, or an error that is right in every field.
func TestRankOffPath(t *testing.T) {
	for n := 1; n <= either(6, 4); n++ {
		for p := range Naming(6) {
			start, end := must.Get(StateAt(n, 0, p)), must.Get(StateAt(n, lowest(n), p))
			ranks := map[State]uint64{}
			begins := map[string]bool{} // the first digits of the states of the solution
			for k := range uint64(1) << n {
				s := must.Get(StateAt(n, k, p))
				ranks[s] = k
				for i := range n {
					begins[s.String()[:i+1]] = true
				}
			}
			for code := 0; listOfCode(n, code).code() == code; code++ {
				s := listOfCode(n, code).state()
				k, err := s.Rank(p)
				if want, on := ranks[s]; on {
					if k != want || err != nil {
						t.Fatalf("%v: Rank(%v) = %d, %v, want %d", s, p, k, err, want)
					}
					continue
				}
				want := OffPathError{s, start.Peg(1), end.Peg(1), n, must.Get(Distance(start, s)), must.Get(Distance(s, end))}
				for begins[s.String()[:n+1-want.Disk]] {
					want.Disk--
				}
				var off *OffPathError
				if !errors.As(err, &off) || k != 0 || *off != want {
					t.Fatalf("%v: Rank(%v) = %d, %v, want %+v", s, p, k, err, want)
				}
			}
		}
	}
}

// The code that these tests compare with is simple: it stores states as lists of pegs,
// searches for paths, and goes through the disks one by one.

// pegList is the peg of each disk: pegList[d−1] for disk d.
type pegList []uint8

func (l pegList) state() State {
	text := make([]byte, len(l))
	for i, peg := range l {
		text[len(l)-1-i] = '0' + peg
	}
	return must.Get(ParseState(string(text)))
}

// listOf returns the pegs of a state that is given largest disk first.
func listOf(state string) (l pegList) {
	for _, digit := range slices.Backward([]byte(state)) {
		l = append(l, digit-'0')
	}
	return l
}

// code numbers the states of n disks from 0 to 3ⁿ−1.
func (l pegList) code() (c int) {
	for i := len(l) - 1; i >= 0; i-- {
		c = 3*c + int(l[i])
	}
	return c
}

func listOfCode(n, c int) pegList {
	l := make(pegList, n)
	for i := range l {
		l[i] = uint8(c % 3)
		c /= 3
	}
	return l
}

// search returns the distance from one state to each state, by code, and the number of
// shortest paths.
func search(n, from int) (distance, paths []int) {
	size := 1
	for range n {
		size *= 3
	}
	distance, paths = make([]int, size), make([]int, size)
	paths[from] = 1
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		l := listOfCode(n, at)
		for disk := range uint8(n) {
			for to := range uint8(3) {
				old := l[disk]
				if l.reason(Move{disk + 1, old, to}) != "" {
					continue
				}
				l[disk] = to
				next := l.code()
				l[disk] = old
				if paths[next] == 0 {
					distance[next] = distance[at] + 1
					queue = append(queue, next)
				}
				if distance[next] == distance[at]+1 {
					paths[next] += paths[at]
				}
			}
		}
	}
	return distance, paths
}

// toPeg returns the distance to the state with all disks on one peg.
func (l pegList) toPeg(peg uint8) uint64 {
	d := uint64(0)
	for i := len(l) - 1; i >= 0; i-- {
		if l[i] != peg {
			d += 1 << i
			peg = 3 - peg - l[i]
		}
	}
	return d
}

// distances returns the lengths of the shortest paths on which the largest disk that has to
// move does so once, or twice. They are nil if the states are equal.
func distances(a, b pegList) (once, twice *big.Int) {
	for i := len(a) - 1; i >= 0; i-- {
		f, g := a[i], b[i]
		if f == g {
			continue
		}
		v := 3 - f - g
		sum := func(x, y uint64, more *big.Int) *big.Int {
			s := new(big.Int).SetUint64(x)
			s.Add(s, new(big.Int).SetUint64(y))
			return s.Add(s, more)
		}
		once = sum(a[:i].toPeg(v), b[:i].toPeg(v), big.NewInt(1))
		cross := new(big.Int).Lsh(big.NewInt(1), uint(i))
		twice = sum(a[:i].toPeg(g), b[:i].toPeg(f), cross.Add(cross, big.NewInt(1)))
		return once, twice
	}
	return nil, nil
}

// randomList returns random pegs, or long runs of disks on one peg. Runs lead to long paths,
// short paths and ties.
func randomList(r *rand.Rand, n int) pegList {
	l := make(pegList, n)
	towers := r.IntN(3) > 0
	for i := range l {
		if towers && i > 0 && r.IntN(6) > 0 {
			l[i] = l[i-1]
			continue
		}
		l[i] = uint8(r.IntN(3))
	}
	return l
}

// either returns full, or short with the flag -short.
func either(full, short int) int {
	if testing.Short() {
		return short
	}
	return full
}

// seeded returns the same source in every run.
func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// twoStates returns two distant states of 64 disks.
func twoStates() (from, to State) {
	return must.Get(StateAt(64, 0x9249_2492_4924_9249, 0)), must.Get(StateAt(64, 0x1234_5678_9abc_def0, 1))
}

func BenchmarkRank(b *testing.B) {
	s, _ := twoStates()
	for b.Loop() {
		if _, err := s.Rank(0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDistance(b *testing.B) {
	from, to := twoStates()
	for b.Loop() {
		if _, err := Distance(from, to); err != nil {
			b.Fatal(err)
		}
	}
}
