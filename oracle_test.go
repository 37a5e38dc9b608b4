package hanoi

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// The oracles of these tests are as plain as can be: a state is a list of pegs,
// a path is searched for, and nothing is done for two disks at once.

// pegList is the peg of each disk, pegList[d−1] for disk d.
type pegList []uint8

// state goes by way of the text form, which has the largest disk first.
func (l pegList) state(t testing.TB) State {
	t.Helper()
	text := make([]byte, len(l))
	for i, peg := range l {
		text[len(l)-1-i] = '0' + peg
	}
	s, err := ParseState(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// legal reports whether a move is, by looking at all disks.
func (l pegList) legal(m Move) bool {
	if m.Disk < 1 || int(m.Disk) > len(l) || m.To > 2 || m.From == m.To || l[m.Disk-1] != m.From {
		return false
	}
	for _, peg := range l[:m.Disk-1] {
		if peg == m.From || peg == m.To {
			return false
		}
	}
	return true
}

// code numbers the states of n disks 0 … 3ⁿ−1.
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

// search returns, for each state by its code, the distance from one and the
// number of shortest paths there: breadth first.
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
				if !l.legal(Move{disk + 1, old, to}) {
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

// toPeg is the distance from a state to all disks on one peg, disk by disk.
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

// distances returns the lengths of the paths on which the largest disk that has
// to move does so once and twice; nil for the same state.
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

// randomList has pegs at random, or runs of disks on one peg: towers make long
// and short paths, and ties.
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

// seeded returns a source that is the same in every run.
func seeded(testing.TB) *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
