package main

import (
	"bufio"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi/instance"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

func newInstances() *cobra.Command {
	n, large := number.Value{Min: 1, Max: kernel.MaxDisks}, number.Value{Max: math.MaxUint64}
	disks, distance := number.Range{Low: n, High: n}, number.Range{Low: large, High: large}
	seed, first, count := large, large, large
	count.N = 1
	var o instance.Options
	c := newCommand("instances -n A..B", "Write random puzzles as JSON lines", arguments(0))
	flags := c.Flags()
	flags.FuncP("disks", "n", "the number of disks, 1 to 64, or a range `A..B` of it\n(required)", disks.Set)
	addChoice(c, &o.Kind, instance.Kinds(), "kind", "", "the kind of puzzle:")
	flags.Func("distance", "for --kind distance: the number of moves to the\ngoal, `D..E`", distance.Set)
	flags.StringVar(&o.Pegs, "pegs", "", "the `names` of the pegs in order, such as 1,2,3 or\nA,B,C,D")
	flags.Var(&seed, "seed", "the `number` that determines all instances")
	flags.Var(&first, "first", "the `number` of the first instance")
	flags.Var(&count, "count", "the `number` of instances")
	addChoice(c, &o.Prompt, instance.Prompts(), "prompt", "", "add a prompt that asks for the moves as\n"+strings.Join(instance.Prompts(), " or "))
	flags.BoolVar(&o.Answers, "answers", false, "add an optimal answer, as the prompt asks or in\ntriples")
	c.RunE = func(c *cobra.Command, _ []string) error {
		switch given := distance.Low.Given; {
		case !disks.Low.Given:
			return usagef("-n is required: A..B, or one number, 1 to %d", kernel.MaxDisks)
		case given && o.Kind != "distance":
			return usagef("--distance is for --kind distance; give both or neither")
		case !given && o.Kind == "distance":
			return usagef("--kind distance needs --distance D..E, the number of moves to the goal")
		case count.N > 0 && first.N > math.MaxUint64-(count.N-1):
			return usagef("--first %d --count %d: instances are numbered 0 to %d; give fewer", first.N, count.N, uint64(math.MaxUint64))
		}
		o.Seed = seed.N
		o.MinDisks, o.MaxDisks = int(disks.Low.N), int(disks.High.N)
		o.MinDistance, o.MaxDistance = distance.Low.N, distance.High.N
		sampler, err := instance.NewSampler(o)
		if err != nil {
			return usagef("%w", err)
		}
		w := bufio.NewWriterSize(c.OutOrStdout(), 64<<10)
		for i := range count.N {
			if err := printJSON(w, sampler.At(first.N+i)); err != nil {
				return err
			}
		}
		return w.Flush()
	}
	return c
}
