package main

import (
	"bufio"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

// interval is a flag A..B, or A for A..A.
type interval struct{ low, high number.Value }

func (v *interval) Set(s string) error {
	low, high, two := strings.Cut(s, "..")
	if !two {
		high = low
	}
	got := *v
	for _, end := range []struct {
		value *number.Value
		text  string
	}{{&got.low, low}, {&got.high, high}} {
		if err := end.value.Set(end.text); err != nil {
			if two {
				err = fmt.Errorf("%.40q: %w", end.text, err)
			}
			return err
		}
	}
	if got.low.N > got.high.N {
		return fmt.Errorf("no number is from %d to %d; give the smaller one first", got.low.N, got.high.N)
	}
	*v = got
	return nil
}

func (v *interval) String() string { return fmt.Sprintf("%d..%d", v.low.N, v.high.N) }
func (v *interval) Type() string   { return "A..B" }

func newInstances() *cobra.Command {
	var (
		disks       = interval{number.Value{Min: 1, Max: kernel.MaxDisks}, number.Value{Min: 1, Max: kernel.MaxDisks}}
		distance    = interval{number.Value{Max: math.MaxUint64}, number.Value{Max: math.MaxUint64}}
		seed, first = number.Value{Max: math.MaxUint64}, number.Value{Max: math.MaxUint64}
		count       = number.Value{N: 1, Max: math.MaxUint64}
		kind        = choice{answer.Random.String(), names(answer.Kinds())}
		prompt      = choice{"", []string{answer.Triples.String(), answer.Text.String()}}
		with        answer.Fields
	)
	c := &cobra.Command{
		Use:   "instances -n A..B",
		Short: "Write random puzzles as JSON lines",
		Long: `Instances writes puzzles, a JSON line each: id, n, begin, goal, and optimum, the
fewest moves. The id is the number of the instance, from 0 on. An instance depends
on the seed, the flags -n, --kind and --distance, and its number alone: it is the
same in every run, on every machine and in every release. The kinds are

  classic   from one perfect state to another
  random    from a state to another, uniform among all pairs
  distance  to a perfect state, from one at a distance of --distance D..E, uniform
            among all such states

Each number of disks from A to B is drawn alike. What --answers adds,
'hanoigen check --batch' finds solved.`,
		Example: `  hanoigen instances -n 5 --seed 7                # prints {"id":0,"n":5,"begin":"12212","goal":"21111","optimum":20}
  hanoigen instances -n 3..8 --count 1000 --prompt triples > instances.jsonl
  hanoigen instances -n 10 --kind distance --distance 20..30
  hanoigen instances -n 3..8 --count 100 --answers | hanoigen check --batch`,
		Args: arguments(0, 0),
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.VarPF(&disks, "disks", "n", "the number of disks, 1 to 64, or a range of it (required)").DefValue = ""
	kind.addTo(c, "kind", "", "which are drawn: "+strings.Join(kind.names, ", "))
	flags.VarPF(&distance, "distance", "", "for --kind distance: how many moves are left to the goal").DefValue = ""
	flags.Var(&seed, "seed", "the `number` that all is drawn from (default 0)")
	flags.Var(&first, "first", "the `number` of the first instance (default 0)")
	flags.Var(&count, "count", "the `number` of instances")
	prompt.addTo(c, "prompt", "", "add a prompt that states the puzzle and asks for moves as triples [1,0,2], or as lines of text")
	flags.BoolVar(&with.Answer, "answers", false, "add an optimal answer, in the prompt's notation, or else triples")
	c.RunE = func(c *cobra.Command, _ []string) error {
		sampler, err := newSampler(c, &disks, &distance, kind.name, seed.N)
		if err != nil {
			return err
		}
		if count.N > 0 && first.N > math.MaxUint64-(count.N-1) {
			return usagef("--first %d --count %d: instances are numbered 0 to %d; give fewer", first.N, count.N, uint64(math.MaxUint64))
		}
		if with.Answer && sampler.Longest() > answer.LongestAnswer {
			return usagef("--answers: an answer may have %d moves, and at most %d are written; give at most 20 disks, or --kind distance and --distance D..E up to %[2]d",
				sampler.Longest(), answer.LongestAnswer)
		}
		if prompt.name != "" {
			must(with.Prompt.UnmarshalText([]byte(prompt.name)))
		}
		const buffer = 64 << 10
		w := bufio.NewWriterSize(c.OutOrStdout(), buffer)
		var line []byte
		for i := range count.N {
			line = sampler.Append(line[:0], first.N+i, with)
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		return w.Flush()
	}
	return c
}

// newSampler returns the sequence of instances that the flags ask for.
func newSampler(c *cobra.Command, disks, distance *interval, kindName string, seed uint64) (*answer.Sampler, error) {
	if !c.Flags().Changed("disks") {
		return nil, usagef("-n is required: A..B, or one number, 1 to %d", kernel.MaxDisks)
	}
	kind, err := answer.ParseKind(kindName)
	if err != nil {
		return nil, err
	}
	switch given := c.Flags().Changed("distance"); {
	case given && kind != answer.Distance:
		return nil, usagef("--distance is for --kind distance, not %v", kind)
	case !given && kind == answer.Distance:
		return nil, usagef("--kind distance needs --distance D..E, how many moves are left to the goal")
	}
	sampler, err := answer.NewSampler(answer.Samples{
		Seed: seed, MinDisks: int(disks.low.N), MaxDisks: int(disks.high.N),
		Kind: kind, Nearest: distance.low.N, Farthest: distance.high.N,
	})
	if err != nil {
		return nil, usagef("%w", err)
	}
	return sampler, nil
}
