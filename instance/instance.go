// Package instance makes random puzzles: for evaluating language models, with a prompt and an
// optimal answer, and for games.
package instance

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/kernel"
)

const longestAnswer = 1<<20 - 1 // moves: the solution of 20 disks, a line of less than 64 MiB

// ErrOptions is the error of a wrong value in [Options] other than a number of disks. Errors that
// wrap it name the value and the remedy.
var ErrOptions = errors.New("no such instances")

// Options says which puzzles a [Sampler] draws.
type Options struct {
	Seed uint64

	MinDisks, MaxDisks int // 1 to 64; all numbers of disks in the range are equally likely

	// Kind is one of [Kinds]: "classic", from one perfect state to another; "random", the default,
	// from any state to any other; or "distance", to a perfect state, from a state that is
	// MinDistance to MaxDistance moves away. All puzzles of a kind are equally likely.
	Kind                     string
	MinDistance, MaxDistance uint64

	Prompt  string // one of [Prompts]: how the prompt asks for the moves; empty for no prompt
	Answers bool   // adds an optimal answer, of at most 2²⁰−1 moves
}

// Kinds returns the values of Options.Kind.
func Kinds() []string { return []string{"classic", "random", "distance"} }

// Prompts returns the values of Options.Prompt.
func Prompts() []string { return []string{"triples", "text"} }

// Instance is a puzzle. Its JSON is a line of "hanoigen instances".
type Instance struct {
	ID      uint64          `json:"id"`      // its number in the sequence
	N       int             `json:"n"`       // the number of disks
	From    string          `json:"from"`    // the start: the peg of each disk, largest first
	To      string          `json:"to"`      // the goal
	Optimum uint64          `json:"optimum"` // the fewest moves
	Prompt  string          `json:"prompt,omitempty"`
	Answer  json.RawMessage `json:"answer,omitempty"` // a list of [disk, from, to], or a string of lines
}

// Sampler is a sequence of 2⁶⁴ random instances, numbered from 0. Instance i depends on i and the
// [Options] alone, and is the same on every machine. A Sampler is immutable and safe for concurrent
// use.
//
// Each instance has a random stream of its own, so that neighbouring seeds share nothing: ChaCha8
// (C2SP, chacha8rand; math/rand/v2) with a 32-byte key: the seed and i, 8 bytes each in
// little-endian order, then "hanoi instances1". The stream gives the number of disks, then the
// pegs or states. A draw outside its range is repeated, so that all values are equally likely.
type Sampler struct {
	options Options
	names   []string // of the pegs
	values  []string // the names as they stand in a move
}

// NewSampler returns the sequence of instances that o describes. The error wraps
// [hanoi.ErrDisks] or [ErrOptions].
func NewSampler(o Options) (*Sampler, error) {
	if o.MinDisks < 1 || o.MaxDisks > kernel.MaxDisks || o.MinDisks > o.MaxDisks {
		return nil, fmt.Errorf("%w: %d to %d; give 1 to %d, the smaller number first", hanoi.ErrDisks, o.MinDisks, o.MaxDisks, kernel.MaxDisks)
	}
	o.Kind = cmp.Or(o.Kind, "random")
	if o.Kind != "distance" {
		o.MinDistance, o.MaxDistance = 0, math.MaxUint64
	}
	longest := min(o.MaxDistance, all(o.MaxDisks))
	wrong := func(format string, args ...any) (*Sampler, error) {
		return nil, fmt.Errorf("%w: "+format, append([]any{ErrOptions}, args...)...)
	}
	switch {
	case !slices.Contains(Kinds(), o.Kind):
		return wrong("kind %.40q; give one of %s", o.Kind, strings.Join(Kinds(), ", "))
	case o.Prompt != "" && !slices.Contains(Prompts(), o.Prompt):
		return wrong("prompt %.40q; give one of %s", o.Prompt, strings.Join(Prompts(), ", "))
	case o.MinDistance > o.MaxDistance:
		return wrong("distance %d to %d; give the smaller one first", o.MinDistance, o.MaxDistance)
	case o.MinDistance > all(o.MinDisks):
		return wrong("no state of %d disks is %d moves from a perfect one; give up to %d", o.MinDisks, o.MinDistance, all(o.MinDisks))
	case o.Answers && longest > longestAnswer:
		return wrong("an answer may have %d moves, and at most %d are written; give up to 20 disks, or distances up to %[3]d", longest, longestAnswer)
	}
	names := "0,1,2"
	if o.Prompt == "text" {
		names = "A,B,C" // digits might count from 0 or from 1
	}
	list := strings.Split(names, ",")
	return &Sampler{o, list, list}, nil
}

// At returns instance i.
func (s *Sampler) At(i uint64) Instance {
	o := &s.options
	key := binary.LittleEndian.AppendUint64(nil, o.Seed)
	key = binary.LittleEndian.AppendUint64(key, i)
	draw := draws{rand.NewChaCha8([32]byte(append(key, "hanoi instances1"...)))}

	n := o.MinDisks + int(draw.below(uint64(o.MaxDisks-o.MinDisks+1)))
	var from, to hanoi.State
	switch o.Kind {
	case "classic":
		start := uint8(draw.below(3))
		goal := (start + 1 + uint8(draw.below(2))) % 3
		from, to = must.Get(hanoi.Perfect(n, start)), must.Get(hanoi.Perfect(n, goal))
	case "random":
		from = draw.state(n)
		for to = from; to == from; {
			to = draw.state(n)
		}
	case "distance":
		goal := uint8(draw.below(3))
		from = draw.away(n, goal, o.MinDistance, min(o.MaxDistance, all(n)))
		to = must.Get(hanoi.Perfect(n, goal))
	}
	x := Instance{ID: i, N: n, From: from.String(), To: to.String(), Optimum: must.Get(hanoi.Distance(from, to))}
	if o.Prompt != "" {
		x.Prompt = s.prompt(x)
	}
	if o.Answers {
		x.Answer = s.answer(x)
	}
	return x
}
