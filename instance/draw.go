package instance

import (
	"math/big"
	"math/bits"
	"math/rand/v2"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// all returns the set of n disks, which as a number is the longest distance with three pegs.
func all(n int) uint64 { return 1<<n - 1 }

// draws is the random stream of one instance.
type draws struct{ *rand.ChaCha8 }

// below returns a number from 0 to n−1.
func (d draws) below(n uint64) uint64 {
	mask := all(bits.Len64(n - 1))
	for {
		if x := d.Uint64() & mask; x < n {
			return x
		}
	}
}

// belowBig returns a number from 0 to n−1, for an n of up to two words.
func (d draws) belowBig(n *big.Int) *big.Int {
	if n.IsUint64() {
		return new(big.Int).SetUint64(d.below(n.Uint64()))
	}
	mask := all(n.BitLen() - 64)
	for {
		high, low := new(big.Int).SetUint64(d.Uint64()&mask), new(big.Int).SetUint64(d.Uint64())
		if x := low.Add(low, high.Lsh(high, 64)); x.Cmp(n) < 0 {
			return x
		}
	}
}

// state draws a state of n disks. A pair of random bits is the peg of each disk; where both are
// set, they are drawn again.
func (d draws) state(n int) hanoi.State {
	var one, two uint64
	for again := all(n); again != 0; again = one & two {
		one = one&^again | d.Uint64()&again
		two = two&^again | d.Uint64()&again
	}
	return must.Get(hanoi.StateOf(n, [3]uint64{all(n) &^ (one | two), one, two}))
}

var three = big.NewInt(3)

// away draws a state of n disks at a distance of near to far from the perfect state on a peg.
//
// On the way to a perfect state each disk has a target. The set of the disks away from their
// targets, read as a number, is the distance (Hinz et al., 2018, ch. 2). Each of these disks is on
// one of two pegs. The 3^(n−1) states with disk n at its target are nearer than the others. So all
// states have a rank, 0 … 3ⁿ−1, by their distance.
func (d draws) away(n int, target uint8, near, far uint64) hanoi.State {
	first, _ := nearer(near)
	end, last := nearer(far)
	end.Add(end, last)
	rank := d.belowBig(end.Sub(end, first))
	rank.Add(rank, first)

	var away uint64
	atTarget := new(big.Int).Exp(three, big.NewInt(int64(n)), nil)
	for disk := n; disk > 0; disk-- {
		atTarget.Quo(atTarget, three)
		if rank.Cmp(atTarget) >= 0 {
			rank.Sub(rank, atTarget)
			away |= 1 << (disk - 1)
			atTarget.Lsh(atTarget, 1)
		}
	}
	sides := rank.Uint64() // a bit for each disk that is away: on which of two pegs
	var sets [3]uint64
	for disk := n; disk > 0; disk-- {
		peg := target
		if away>>(disk-1)&1 == 1 {
			peg = (target + 1 + uint8(sides&1)) % 3
			sides >>= 1
			target = 3 - target - peg // smaller disks make way on the third peg
		}
		sets[peg] |= 1 << (disk - 1)
	}
	return must.Get(hanoi.StateOf(n, sets))
}

// nearer returns how many states are nearer to a perfect one than x moves, and how many are at x.
// For each disk in x, the nearer ones have the same larger disks away, and this disk at its target.
func nearer(x uint64) (count, at *big.Int) {
	count, at = new(big.Int), big.NewInt(1)
	for disk := bits.Len64(x); disk > 0; disk-- {
		count.Mul(count, three)
		if x>>(disk-1)&1 != 0 {
			count.Add(count, at)
			at.Lsh(at, 1)
		}
	}
	return count, at
}
