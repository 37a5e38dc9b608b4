package answer

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"sync"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/kernel"
)

// Kind says among which instances a [Sampler] draws.
type Kind uint8

const (
	Classic  Kind = iota // from one perfect state to another
	Random               // two different states, uniform among all pairs
	Distance             // from a state at one of the distances asked for, uniform among all such states, to a perfect one
)

var kindNames = [...]string{"classic", "random", "distance"}

// String returns the name of the kind: "classic", "random" or "distance".
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("kind %d", uint8(k))
	}
	return kindNames[k]
}

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Classic, Random, Distance} }

// ParseKind returns the kind with a name.
func ParseKind(name string) (Kind, error) {
	for _, k := range Kinds() {
		if k.String() == name {
			return k, nil
		}
	}
	return 0, fmt.Errorf("no such kind of instances: %.80q; give classic, random or distance", name)
}

// Instance is a puzzle: two states, and how many moves a shortest path between
// them has.
type Instance struct {
	ID          uint64 // its number in the sequence
	Begin, Goal hanoi.State
	Optimum     uint64
}

// Samples says which instances a [Sampler] draws.
type Samples struct {
	Seed              uint64
	MinDisks          int // 1 … 64
	MaxDisks          int // each number from MinDisks to this is as likely
	Kind              Kind
	Nearest, Farthest uint64 // for Distance, the bounds of the moves from begin to goal
}

// Sampler is a sequence of 2⁶⁴ random instances, numbered from 0. Instance i
// depends on the [Samples] and i alone, and is the same on every machine and in
// every release. A Sampler does not change, and is safe for concurrent use.
//
// Each instance has a random stream of its own, so that neighbouring seeds share
// nothing: that of ChaCha8 (C2SP, chacha8rand; math/rand/v2), whose key is the seed
// and i, 8 bytes each, least first, and "hanoi instances1". The stream gives the
// number of disks, then the pegs or states. A draw is repeated until it is in its
// range, so all values are exactly as likely.
type Sampler struct {
	samples Samples
	ranks   [kernel.MaxDisks + 1]ranks // for Distance, by the number of disks
}

// ranks are first … first+count−1: those of the states asked for, in the order of
// the distance to a perfect state.
type ranks struct{ first, count uint128 }

// NewSampler returns the sequence of instances for s. The error wraps
// [hanoi.ErrDisks] if a number of disks is not 1 … 64 or their range is empty; other
// errors say why there are no such instances.
func NewSampler(s Samples) (*Sampler, error) {
	for _, n := range []int{s.MinDisks, s.MaxDisks} {
		if n < 1 || n > kernel.MaxDisks {
			return nil, fmt.Errorf("%w: %d; give 1 to %d", hanoi.ErrDisks, n, kernel.MaxDisks)
		}
	}
	if s.MinDisks > s.MaxDisks {
		return nil, fmt.Errorf("%w: none from %d to %d; give the smaller number first", hanoi.ErrDisks, s.MinDisks, s.MaxDisks)
	}
	if int(s.Kind) >= len(kindNames) {
		return nil, fmt.Errorf("no such kind of instances: %v; give Classic, Random or Distance", s.Kind)
	}
	sampler := &Sampler{samples: s}
	if s.Kind != Distance {
		return sampler, nil
	}
	if s.Nearest > s.Farthest {
		return nil, fmt.Errorf("no distance is from %d to %d; give the smaller one first", s.Nearest, s.Farthest)
	}
	if most := farthest(s.MinDisks); s.Nearest > most {
		return nil, fmt.Errorf("no state of %d disks is %d moves from a perfect one; the farthest have %d",
			s.MinDisks, s.Nearest, most)
	}
	for n := s.MinDisks; n <= s.MaxDisks; n++ {
		far := min(s.Farthest, farthest(n))
		first, end := nearer(s.Nearest), powers[n]
		if far < farthest(n) {
			end = nearer(far + 1)
		}
		sampler.ranks[n] = ranks{first, end.minus(first)}
	}
	return sampler, nil
}

// farthest returns the largest distance of a state of n disks from a perfect one.
func farthest(n int) uint64 { return 1<<n - 1 }

// Longest returns the largest optimum that an instance may have.
func (s *Sampler) Longest() uint64 {
	most := farthest(s.samples.MaxDisks)
	if s.samples.Kind == Distance {
		most = min(most, s.samples.Farthest)
	}
	return most
}

// At returns instance i. It does not allocate.
func (s *Sampler) At(i uint64) Instance {
	draw := pool.Get().(*draws)
	defer pool.Put(draw)
	draw.begin(s.samples.Seed, i)
	low, high := s.samples.MinDisks, s.samples.MaxDisks
	n := low + int(draw.below(uint64(high-low+1)))

	x := Instance{ID: i}
	switch s.samples.Kind {
	case Classic:
		from := uint8(draw.below(3))
		to := (from + 1 + uint8(draw.below(2))) % 3
		x.Begin, x.Goal = perfectState(n, from), perfectState(n, to)
	case Random:
		x.Begin = draw.state(n)
		for x.Goal = x.Begin; x.Goal == x.Begin; {
			x.Goal = draw.state(n)
		}
	case Distance:
		goal := uint8(draw.below(3))
		ranks := s.ranks[n]
		x.Begin, x.Goal = byDistance(n, goal, ranks.first.plus(draw.below128(ranks.count))), perfectState(n, goal)
	}
	var err error
	x.Optimum, err = hanoi.Distance(x.Begin, x.Goal)
	must(err)
	return x
}

// draws is the random stream of one instance.
type draws struct{ stream rand.ChaCha8 }

// pool saves the garbage collector an allocation for each instance.
var pool = sync.Pool{New: func() any { return new(draws) }}

func (d *draws) begin(seed, i uint64) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	binary.LittleEndian.PutUint64(key[8:], i)
	copy(key[16:], "hanoi instances1")
	d.stream.Seed(key)
}

// below returns a number from 0 to n−1.
func (d *draws) below(n uint64) uint64 {
	mask := uint64(1)<<bits.Len64(n-1) - 1
	for {
		if x := d.stream.Uint64() & mask; x < n {
			return x
		}
	}
}

func (d *draws) below128(n uint128) uint128 {
	if n.hi == 0 {
		return uint128{0, d.below(n.lo)}
	}
	mask := uint64(1)<<bits.Len64(n.hi) - 1
	for {
		if x := (uint128{d.stream.Uint64() & mask, d.stream.Uint64()}); x.less(n) {
			return x
		}
	}
}

// state draws a state of n disks. A pair of random bits is the peg of each disk;
// where both are set, they are drawn again.
func (d *draws) state(n int) hanoi.State {
	var one, two uint64
	for again := farthest(n); again != 0; again = one & two {
		one = one&^again | d.stream.Uint64()&again
		two = two&^again | d.stream.Uint64()&again
	}
	return stateOf(n, [3]uint64{farthest(n) &^ (one | two), one, two})
}

// On the way to a perfect state each disk has a target. The set of the disks away
// from their targets, read as a number, is the distance (Hinz et al., 2018, ch. 2).
// Each of these disks is on one of two pegs, so 2^(ones of x) states are at distance
// x. The 3^(n−1) states with disk n at its target are nearer than those with disk n
// away.

// nearer returns how many states are nearer to a perfect one than x moves. For each
// disk in x, these are the states with the same larger disks away and this disk at
// its target.
func nearer(x uint64) (count uint128) {
	for sides := uint64(1); x != 0; sides *= 2 {
		disk := bits.Len64(x)
		count = count.plus(powers[disk-1].times(sides))
		x &^= 1 << (disk - 1)
	}
	return count
}

// byDistance returns the state of n disks with a rank, 0 … 3ⁿ−1, in the order of
// the distance to the perfect state on peg goal.
func byDistance(n int, goal uint8, rank uint128) hanoi.State {
	// No branches on what is random: they would take most of the time.
	var away uint64
	sides := uint64(1) // 2 for each disk that is away; what it is behind disk 1 does not count
	for disk := n; disk > 0; disk-- {
		var atTarget uint64
		rank, atTarget = rank.minusIfNotLess(powers[disk-1].times(sides))
		away |= (1 - atTarget) << (disk - 1)
		sides <<= 1 - atTarget
	}
	// What is left numbers the states at this distance: a bit for each disk
	// that is away says on which of two pegs.
	side := rank.lo
	var one, two uint64
	target := goal
	for disk := n; disk > 0; disk-- {
		bit := away >> (disk - 1) & 1
		place := places[target<<2|uint8(bit+bit&side)]
		side >>= bit
		one |= uint64(place.peg&1) << (disk - 1)
		two |= uint64(place.peg>>1) << (disk - 1)
		target = place.target
	}
	return stateOf(n, [3]uint64{farthest(n) &^ (one | two), one, two})
}

// places[target<<2|step] is the peg that is so many steps from a disk's target, and
// the target of the next smaller disk: the third peg, or the same if step is 0.
var places = func() (places [12]struct{ peg, target uint8 }) {
	for target := range uint8(3) {
		for step := range uint8(3) {
			p := &places[target<<2|step]
			p.peg = (target + step) % 3
			p.target = (6 - target - p.peg) % 3
		}
	}
	return places
}()

func perfectState(n int, peg uint8) hanoi.State {
	s, err := hanoi.Perfect(n, peg)
	must(err)
	return s
}

func stateOf(n int, sets [3]uint64) hanoi.State {
	s, err := hanoi.StateOf(n, sets)
	must(err)
	return s
}

// must panics on an error that right arguments cannot cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// uint128 counts states: 3⁶⁴ is 2^101.4.
type uint128 struct{ hi, lo uint64 }

// powers[i] is 3^i.
var powers = func() (powers [kernel.MaxDisks + 1]uint128) {
	powers[0] = uint128{0, 1}
	for i := 1; i < len(powers); i++ {
		powers[i] = powers[i-1].times(3)
	}
	return powers
}()

func (a uint128) less(b uint128) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

func (a uint128) plus(b uint128) uint128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	return uint128{a.hi + b.hi + carry, lo}
}

func (a uint128) minus(b uint128) uint128 {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	return uint128{a.hi - b.hi - borrow, lo}
}

// minusIfNotLess returns a − b and 0, or a and 1 if a is less than b.
func (a uint128) minusIfNotLess(b uint128) (rest uint128, less uint64) {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, less := bits.Sub64(a.hi, b.hi, borrow)
	keep := -less // all ones if a is kept
	return uint128{hi&^keep | a.hi&keep, lo&^keep | a.lo&keep}, less
}

func (a uint128) times(b uint64) uint128 {
	hi, lo := bits.Mul64(a.lo, b)
	return uint128{a.hi*b + hi, lo}
}
