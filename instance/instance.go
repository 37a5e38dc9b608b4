// Package instance makes random puzzles: for games, and, with a prompt and an optimal answer, for
// evaluating language models.
package instance

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/pegs"
	"github.com/hanoigen/hanoi/kernel"
)

const longestAnswer = 1<<20 - 1 // in moves, as for 20 disks; such an answer fits in a line of 64 MiB

// ErrOptions is wrapped by errors about [Options] other than the numbers of disks. These errors name
// the value and the remedy.
var ErrOptions = errors.New("no such instances")

// Options describes the puzzles that a [Sampler] draws.
type Options struct {
	Seed               uint64
	MinDisks, MaxDisks int // 1 to 64; all numbers of disks in the range are equally likely

	// Kind is one of [Kinds]: "classic", from one perfect state to another; "random", from any
	// state to any other; or "distance", to a perfect state that is MinDistance to MaxDistance
	// moves away. All puzzles of a kind are equally likely. The default is "random". With more
	// than three pegs, it is "classic", the only kind with a formula for the fewest moves.
	Kind                     string
	MinDistance, MaxDistance uint64

	Pegs    string // the names of 3 to 10 pegs in order, such as "A,B,C,D"; empty for three pegs
	Prompt  string // one of [Prompts]: how the prompt asks for the moves; empty for no prompt
	Answers bool   // adds an optimal answer, of at most 2²⁰−1 moves
}

// Kinds returns the values of Options.Kind.
func Kinds() []string { return []string{"classic", "random", "distance"} }

// Prompts returns the values of Options.Prompt.
func Prompts() []string { return []string{"triples", "text"} }

// Instance is a puzzle. As JSON, it is a line of "hanoigen instances".
type Instance struct {
	ID      uint64          `json:"id"`             // the number of the instance
	N       int             `json:"n"`              // the number of disks
	From    string          `json:"from"`           // the start: the peg of each disk, largest first, as a digit from 0
	To      string          `json:"to"`             // the goal
	Pegs    string          `json:"pegs,omitempty"` // Options.Pegs
	Optimum uint64          `json:"optimum"`        // the fewest moves; with five pegs or more, the fewest known
	Prompt  string          `json:"prompt,omitempty"`
	Answer  json.RawMessage `json:"answer,omitempty"` // a list of [disk, from, to], or a string of lines
}

// Sampler is a sequence of 2⁶⁴ random instances, numbered from 0. Instance i depends only on i and
// the [Options], and is the same on every machine. A Sampler is safe for concurrent use.
//
// Each instance has its own random stream, so neighbouring seeds share nothing. The stream is ChaCha8
// (C2SP, chacha8rand; math/rand/v2). Its 32-byte key is the seed and i, as 8 little-endian bytes each,
// then "hanoi instances1". The stream gives the number of disks, then the pegs or states. Draws
// outside the range are repeated, so that all values are equally likely.
type Sampler struct {
	options Options
	names   []string // of the pegs
	inMoves []string // the names as they are written in moves
}

// NewSampler returns the sequence of instances that o describes. The error wraps
// [hanoi.ErrDisks] or [ErrOptions].
func NewSampler(o Options) (*Sampler, error) {
	if o.MinDisks < 1 || o.MaxDisks > kernel.MaxDisks || o.MinDisks > o.MaxDisks {
		return nil, fmt.Errorf("%w: %d to %d; give 1 to %d, the smaller number first", hanoi.ErrDisks, o.MinDisks, o.MaxDisks, kernel.MaxDisks)
	}
	// In text, pegs are letters by default, because digits may count from 0 or from 1.
	names, err := pegs.Parse(cmp.Or(o.Pegs, map[string]string{"text": "A,B,C"}[o.Prompt], "0,1,2"))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if len(names) > 3 {
		o.Kind = cmp.Or(o.Kind, "classic")
	}
	if o.Kind = cmp.Or(o.Kind, "random"); o.Kind != "distance" {
		o.MinDistance, o.MaxDistance = 0, math.MaxUint64
	}
	longest := min(o.MaxDistance, pegs.FrameStewart(o.MaxDisks, len(names)))
	switch {
	case !slices.Contains(Kinds(), o.Kind):
		return nil, fmt.Errorf("%w: kind %.40q; give one of %s", ErrOptions, o.Kind, strings.Join(Kinds(), ", "))
	case o.Prompt != "" && !slices.Contains(Prompts(), o.Prompt):
		return nil, fmt.Errorf("%w: prompt %.40q; give one of %s", ErrOptions, o.Prompt, strings.Join(Prompts(), ", "))
	case len(names) > 3 && o.Kind != "classic":
		return nil, fmt.Errorf("%w: kind %s with %d pegs: no formula gives the fewest moves between any two states; give kind classic, or 3 pegs", ErrOptions, o.Kind, len(names))
	case o.MinDistance > o.MaxDistance:
		return nil, fmt.Errorf("%w: distance %d to %d; give the smaller one first", ErrOptions, o.MinDistance, o.MaxDistance)
	case o.MinDistance > all(o.MinDisks):
		return nil, fmt.Errorf("%w: no state of %d disks is %d moves from a perfect one; give up to %d", ErrOptions, o.MinDisks, o.MinDistance, all(o.MinDisks))
	case o.Answers && longest > longestAnswer:
		return nil, fmt.Errorf("%w: an answer may have %d moves, and at most %d are written; give up to 20 disks, or distances up to %[3]d", ErrOptions, longest, longestAnswer)
	}
	o.Pegs = strings.Join(strings.Fields(o.Pegs), "") // without blanks
	inMoves := names
	if o.Prompt != "text" && strings.ContainsFunc(o.Pegs, unicode.IsLetter) { // in JSON, words are strings
		inMoves = strings.Split(`"`+strings.Join(names, `" "`)+`"`, " ")
	}
	return &Sampler{o, names, inMoves}, nil
}

// At returns instance i.
func (s *Sampler) At(i uint64) Instance {
	o, pegCount := &s.options, uint64(len(s.names))
	key := binary.LittleEndian.AppendUint64(nil, o.Seed)
	key = binary.LittleEndian.AppendUint64(key, i)
	draw := draws{rand.NewChaCha8([32]byte(append(key, "hanoi instances1"...)))}

	n := o.MinDisks + int(draw.below(uint64(o.MaxDisks-o.MinDisks+1)))
	x := Instance{ID: i, N: n, Pegs: o.Pegs}
	switch o.Kind {
	case "classic":
		from := draw.below(pegCount)
		to := (from + 1 + draw.below(pegCount-1)) % pegCount
		x.From, x.To = strings.Repeat(fmt.Sprint(from), n), strings.Repeat(fmt.Sprint(to), n)
		x.Optimum = pegs.FrameStewart(n, len(s.names))
	case "random":
		from, to := draw.state(n), draw.state(n)
		for to == from {
			to = draw.state(n)
		}
		x.From, x.To, x.Optimum = from.String(), to.String(), must.Get(hanoi.Distance(from, to))
	case "distance":
		to := draw.below(3)
		from, distance := draw.away(n, uint8(to), o.MinDistance, min(o.MaxDistance, all(n)))
		x.From, x.To, x.Optimum = from.String(), strings.Repeat(fmt.Sprint(to), n), distance
	}
	if o.Prompt != "" {
		x.Prompt = s.prompt(x)
	}
	if o.Answers {
		x.Answer = s.answer(x)
	}
	return x
}

// all returns the set of disks 1 to n. As a number, it is the longest distance with three pegs.
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

// state draws a state of n disks. Two random bits give the peg of each disk; the value 3 is drawn again.
func (d draws) state(n int) hanoi.State {
	var one, two uint64
	for again := all(n); again != 0; again = one & two {
		one = one&^again | d.Uint64()&again
		two = two&^again | d.Uint64()&again
	}
	return must.Get(hanoi.StateOf(n, [3]uint64{all(n) &^ (one | two), one, two}))
}

// away draws a state of n disks that is near to far moves from the perfect state on peg target. It
// returns the state and its distance.
//
// On the way to a perfect state, each disk has a target. The set of disks that are away from their
// targets, read as a number, is the distance (Hinz et al., 2018, ch. 2). Each of these disks is on one
// of two pegs. Therefore the 3^(n−1) states with disk n at its target are nearer than all others. Among
// these and among the others, the same is true of disk n−1, and so on. In this order, the states have
// ranks from 0 to 3ⁿ−1.
func (d draws) away(n int, target uint8, near, far uint64) (hanoi.State, uint64) {
	first, _ := nearer(near)
	end, last := nearer(far)
	end.Add(end, last)
	rank := d.belowBig(end.Sub(end, first))
	rank.Add(rank, first)

	var away uint64
	three := big.NewInt(3)
	atTarget := new(big.Int).Exp(three, big.NewInt(int64(n)), nil)
	for disk := n; disk > 0; disk-- {
		atTarget.Quo(atTarget, three)
		if rank.Cmp(atTarget) >= 0 {
			rank.Sub(rank, atTarget)
			away |= 1 << (disk - 1)
			atTarget.Lsh(atTarget, 1)
		}
	}
	sides := rank.Uint64() // for each disk that is away, a bit: the first or the second of its two pegs
	var sets [3]uint64
	for disk := n; disk > 0; disk-- {
		peg := target
		if away>>(disk-1)&1 == 1 {
			peg = (target + 1 + uint8(sides&1)) % 3
			sides >>= 1
			target = 3 - target - peg // the smaller disks make way
		}
		sets[peg] |= 1 << (disk - 1)
	}
	return must.Get(hanoi.StateOf(n, sets)), away
}

// nearer counts the states that are less than x moves from a perfect state, and the states that are
// x moves from it. Read x as a set of disks. In each nearer state, one disk of x is at its target,
// and the larger disks are away from their targets exactly if they are in x.
func nearer(x uint64) (count, at *big.Int) {
	count, at = new(big.Int), big.NewInt(1)
	for disk := bits.Len64(x); disk > 0; disk-- {
		count.Mul(count, big.NewInt(3))
		if x>>(disk-1)&1 != 0 {
			count.Add(count, at)
			at.Lsh(at, 1)
		}
	}
	return count, at
}

const promptText = `This is a Tower of Hanoi puzzle with %s pegs, %s and %s, and %s.

Rules:
- A move takes one disk from one peg to another.
- Only the top disk of a peg may be moved.
- A disk must not be put on a smaller one.

Now (disks of each peg from the bottom up):
%s
Goal:
%s
Find a shortest sequence of moves from the present position to the goal. ` +
	"End your answer with all moves in order, %s between <answer> and </answer>, like this:\n<answer>%s</answer>"

const sentence = "Move disk %d from peg %s to peg %s"

// prompt describes a puzzle and asks for its moves.
func (s *Sampler) prompt(x Instance) string {
	last := len(s.names) - 1
	disks := fmt.Sprintf("%d disks, numbered from 1, the smallest, to %[1]d, the largest", x.N)
	if x.N == 1 {
		disks = "1 disk, number 1"
	}
	count := [pegs.Most + 1]string{3: "three", "four", "five", "six", "seven", "eight", "nine", "ten"}[len(s.names)]
	a, b, c := s.inMoves[0], s.inMoves[1], s.inMoves[2]
	form, example := "as one list of [disk, from peg, to peg]", fmt.Sprintf("[[1, %s, %s], [2, %s, %s]]", a, c, a, b)
	if s.options.Prompt == "text" {
		form, example = "each on a line of its own,", fmt.Sprintf("\n"+sentence+"\n"+sentence+"\n", 1, a, c, 2, a, b)
	}
	text := fmt.Sprintf(promptText, count, strings.Join(s.names[:last], ", "), s.names[last], disks,
		s.position(x.From), s.position(x.To), form, example)
	if s.options.Kind == "distance" && s.options.MinDistance == 0 {
		text += "\nIf no move is needed, the list is empty: <answer>[]</answer>"
	}
	return text
}

// position lists the disks of each peg, a line each.
func (s *Sampler) position(state string) (text string) {
	disks := make([]string, len(s.names))
	for i, peg := range []byte(state) {
		disks[peg-'0'] += fmt.Sprintf(" %d", len(state)-i)
	}
	for peg, name := range s.names {
		text += fmt.Sprintf("peg %s:%s\n", name, cmp.Or(disks[peg], " empty"))
	}
	return text
}

// answer returns the moves of a shortest path as JSON: a string of sentences if the prompt asks for
// text, else a list of triples. Without moves, it is an empty list.
func (s *Sampler) answer(x Instance) (text json.RawMessage) {
	var moves []hanoi.Move
	if s.options.Kind == "classic" {
		from, to := x.From[0]-'0', x.To[0]-'0'
		moves = transfer(nil, 1, x.N, from, to, all(len(s.names))&^(1<<from|1<<to))
	} else {
		from, to := must.Get(hanoi.ParseState(x.From)), must.Get(hanoi.ParseState(x.To))
		for _, m := range must.Get(hanoi.Path(from, to)).All() {
			moves = append(moves, m)
		}
	}
	first, form, separator, last := "[", "[%d,%s,%s]", ",", "]"
	if s.options.Prompt == "text" && x.Optimum > 0 {
		first, form, separator, last = `"`, sentence, `\n`, `"`
	}
	text = append(text, first...)
	for i, m := range moves {
		if i > 0 {
			text = append(text, separator...)
		}
		text = fmt.Appendf(text, form, m.Disk, s.inMoves[m.From], s.inMoves[m.To])
	}
	return append(text, last...)
}

// transfer appends the moves of disks top to top+n−1 from one peg to another, by the algorithm of Frame
// and Stewart: the smaller disks move to a spare peg, then the larger ones move without this peg, then
// the smaller ones move on top of them.
func transfer(moves []hanoi.Move, top, n int, from, to uint8, spare uint64) []hanoi.Move {
	if n == 1 {
		return append(moves, hanoi.Move{Disk: uint8(top), From: from, To: to})
	}
	count, smaller := 2+bits.OnesCount64(spare), n-1
	for 2*pegs.FrameStewart(smaller, count)+pegs.FrameStewart(n-smaller, count-1) > pegs.FrameStewart(n, count) {
		smaller--
	}
	via := uint8(bits.TrailingZeros64(spare))
	spare &^= 1 << via
	moves = transfer(moves, top, smaller, from, via, spare|1<<to)
	moves = transfer(moves, top+smaller, n-smaller, from, to, spare)
	return transfer(moves, top, smaller, via, to, spare|1<<from)
}
