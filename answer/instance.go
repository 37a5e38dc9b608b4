package answer

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

const longestAnswer = 1<<20 - 1 // moves, those of 20 disks: a line of less than 64 MiB

// Instances says which puzzles a [Sampler] draws.
type Instances struct {
	Seed uint64

	MinDisks, MaxDisks int // 1 … 64; each number of disks between them is as likely

	// Kind is "classic", from one perfect state to another; "random", two different states,
	// uniform among all pairs; or "distance", from a state at a distance of MinDistance to
	// MaxDistance, uniform among all such states, to a perfect one. Empty, it is "random".
	Kind                     string
	MinDistance, MaxDistance uint64

	Prompt  string // how a prompt asks for the moves: "triples" or "text"; empty, there is none
	Answers bool   // adds an optimal answer, of up to 2²⁰−1 moves
}

// Instance is a puzzle. Its JSON is a line of "hanoigen instances".
type Instance struct {
	ID      uint64      `json:"id"` // its number in the sequence
	N       int         `json:"n"`  // the number of disks
	From    hanoi.State `json:"from"`
	To      hanoi.State `json:"to"`
	Optimum uint64      `json:"optimum"` // the fewest moves
	Prompt  string      `json:"prompt,omitempty"`
	Answer  any         `json:"answer,omitempty"` // [][3]uint8 of disk, from and to, or a string of lines
}

// Sampler is a sequence of 2⁶⁴ random instances, numbered from 0. Instance i depends on the
// [Instances] and i alone, and is the same on every machine. A Sampler does not change, and is
// safe for concurrent use.
//
// Each instance has a random stream of its own, so that neighbouring seeds share nothing: ChaCha8
// (C2SP, chacha8rand; math/rand/v2) with a key of the seed and i, 8 bytes each, least first, and
// "hanoi instances1". The stream gives the number of disks, then the pegs or states. A draw is
// repeated until it is in its range, so that all values are equally likely.
type Sampler struct{ instances Instances }

// NewSampler returns the sequence of instances that s describes. The error names the wrong value;
// it wraps [hanoi.ErrDisks] if that is a number of disks, and ErrOption if it is a name.
func NewSampler(s Instances) (*Sampler, error) {
	if s.MinDisks < 1 || s.MaxDisks > maxDisks || s.MinDisks > s.MaxDisks {
		return nil, fmt.Errorf("%w: %d to %d; give 1 to %d, the smaller number first", hanoi.ErrDisks, s.MinDisks, s.MaxDisks, maxDisks)
	}
	if err := cmp.Or(choose("kind", s.Kind), choose("prompt", s.Prompt)); err != nil {
		return nil, err
	}
	if s.Kind != "distance" {
		s.MinDistance, s.MaxDistance = 0, math.MaxUint64
	}
	longest := min(s.MaxDistance, all(s.MaxDisks))
	switch {
	case s.MinDistance > s.MaxDistance:
		return nil, fmt.Errorf("no distance is from %d to %d; give the smaller one first", s.MinDistance, s.MaxDistance)
	case s.MinDistance > all(s.MinDisks):
		return nil, fmt.Errorf("no state of %d disks is %d moves from a perfect one; give up to %d", s.MinDisks, s.MinDistance, all(s.MinDisks))
	case s.Answers && longest > longestAnswer:
		return nil, fmt.Errorf("an answer may have %d moves, and at most %d are written; give up to 20 disks, or distances up to %[2]d", longest, longestAnswer)
	}
	return &Sampler{s}, nil
}

// At returns instance i.
func (sampler *Sampler) At(i uint64) Instance {
	s := &sampler.instances
	key := binary.LittleEndian.AppendUint64(nil, s.Seed)
	key = binary.LittleEndian.AppendUint64(key, i)
	draw := draws{rand.NewChaCha8([32]byte(append(key, "hanoi instances1"...)))}

	n := s.MinDisks + int(draw.below(uint64(s.MaxDisks-s.MinDisks+1)))
	x := Instance{ID: i, N: n}
	switch s.Kind {
	case "classic":
		from := uint8(draw.below(3))
		to := (from + 1 + uint8(draw.below(2))) % 3
		x.From, x.To = must.Get(hanoi.Perfect(n, from)), must.Get(hanoi.Perfect(n, to))
	case "distance":
		goal := uint8(draw.below(3))
		x.From = draw.away(n, goal, s.MinDistance, min(s.MaxDistance, all(n)))
		x.To = must.Get(hanoi.Perfect(n, goal))
	default:
		x.From = draw.state(n)
		for x.To = x.From; x.To == x.From; {
			x.To = draw.state(n)
		}
	}
	x.Optimum = must.Get(hanoi.Distance(x.From, x.To))
	if s.Prompt != "" {
		x.Prompt = s.prompt(x)
	}
	if s.Answers {
		x.Answer = x.answer(s.Prompt)
	}
	return x
}

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

const promptText = `This is a Tower of Hanoi puzzle with three pegs, %s, and %s.

Rules:
- A move takes one disk from one peg to another.
- Only the top disk of a peg may be moved.
- A disk must not be put on a smaller one.

Now (disks of each peg from the bottom up):
%s
Goal:
%s
Find a shortest sequence of moves from the present position to the goal. End your answer with `

// prompts say what pegs are called, and how the answer is to be written. In text, pegs are
// letters, since digits might count from 0 or from 1.
var prompts = map[string]struct{ pegs, names, form string }{
	"triples": {"0, 1 and 2", "012", "all moves in order, as one list of [disk, from peg, to peg] between <answer> and </answer>, like this:\n" +
		"<answer>[[1, 0, 2], [2, 0, 1]]</answer>"},
	"text": {"A, B and C", "ABC", "all moves in order, each on a line of its own, between <answer> and </answer>, like this:\n" +
		"<answer>\nMove disk 1 from peg A to peg C\nMove disk 2 from peg A to peg B\n</answer>"},
}

// prompt states a puzzle, and asks for its moves.
func (s *Instances) prompt(x Instance) string {
	p := prompts[s.Prompt]
	disks := fmt.Sprintf("%d disks, numbered from 1, the smallest, to %[1]d, the largest", x.N)
	if x.N == 1 {
		disks = "1 disk, number 1"
	}
	text := fmt.Sprintf(promptText, p.pegs, disks, position(x.From, p.names), position(x.To, p.names)) + p.form
	if s.Kind == "distance" && s.MinDistance == 0 {
		text += "\nIf no move is needed, the list is empty: <answer>[]</answer>"
	}
	return text
}

// position returns a line for each peg with its disks.
func position(s hanoi.State, names string) (text string) {
	var disks [3]string
	for disk := s.N(); disk > 0; disk-- {
		disks[s.Peg(disk)] += fmt.Sprintf(" %d", disk)
	}
	for peg, name := range names {
		text += fmt.Sprintf("peg %c:%s\n", name, cmp.Or(disks[peg], " empty"))
	}
	return text
}

// answer returns the moves of a shortest path, as the prompt asks or in triples. No moves are
// an empty list.
func (x Instance) answer(prompt string) any {
	triples, lines := [][3]uint8{}, []string{}
	for _, m := range must.Get(hanoi.Path(x.From, x.To)).All() {
		triples = append(triples, [3]uint8{m.Disk, m.From, m.To})
		if prompt == "text" {
			lines = append(lines, fmt.Sprintf("Move disk %d from peg %c to peg %c", m.Disk, 'A'+m.From, 'A'+m.To))
		}
	}
	if len(lines) > 0 {
		return strings.Join(lines, "\n")
	}
	return triples
}
