package main

import (
	"errors"
	"flag"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/batch"
	"github.com/hanoigen/hanoi/beam/hanoiio"
	"github.com/hanoigen/hanoi/kernel"
)

// check is the command of that name. Its flags are those of hanoigen check, and stand
// in for what a line does not say.
type check struct {
	input string
	target
	files       int
	n, from, to optional
	defaults    batch.Defaults
}

func (c *check) flags(f *flag.FlagSet) {
	f.StringVar(&c.input, "input", "", "the `files` of JSON lines, a pattern such as 'gs://bucket/answers/*.jsonl' (required)")
	c.target.flags(f)
	addParts(f, &c.files)
	c.n.Min, c.n.Max, c.from.Max, c.to.Max = 1, kernel.MaxDisks, 2, 2
	f.Var(&c.n, "n", "the `number` of disks: 1 to 64")
	f.Var(&c.from, "from", "the `peg` on which all disks begin: 0, 1 or 2")
	f.Var(&c.to, "to", "the `peg` that they have to reach (default: any but the first)")
	t, o := &c.defaults.Terms, &c.defaults.Options
	f.StringVar(&t.Begin, "begin", "", "the `state` to begin with, instead of --from")
	f.StringVar(&t.Goal, "goal", "", "the `state` to reach, instead of --to")
	f.TextVar(&o.Notation, "notation", answer.Auto, fmt.Sprintf("the `name` of how the moves are written: one of %v", answer.Notations()))
	f.TextVar(&o.Pick, "pick", answer.Last, fmt.Sprintf("the `name` of which list counts: one of %v", answer.Picks()))
	f.TextVar(&o.Pegs, "pegs", answer.Pegs{}, "the `names` of pegs 0, 1 and 2, such as 1,2,3")
	f.TextVar(&o.Convention, "disks", answer.Small1, fmt.Sprintf("the `name` of how disks are numbered: one of %v", answer.Conventions()))
	f.BoolVar(&o.Truncated, "truncated", false, "the answers were cut off")
}

func (c *check) pipeline() (func(beam.Scope), error) {
	t := &c.defaults.Terms
	t.N = int(c.n.N)
	for _, end := range []struct {
		peg   *optional
		name  string
		state string
		to    **uint8
	}{{&c.from, "--from and --begin", t.Begin, &t.From}, {&c.to, "--to and --goal", t.Goal, &t.To}} {
		if !end.peg.given {
			continue
		}
		if end.state != "" {
			return nil, fmt.Errorf("%s say the same of the disks; give one of them", end.name)
		}
		*end.to = new(uint8(end.peg.N))
	}
	if t.N != 0 || t.Begin != "" || t.Goal != "" {
		if _, err := t.Problem(); err != nil {
			return nil, err
		}
	}
	if c.input == "" {
		return nil, errors.New("--input is required: the files of JSON lines")
	}
	switch names, err := list(c.input); {
	case err != nil:
		return nil, failf("--input %s: %w", c.input, err)
	case len(names) == 0: // which Beam takes for no lines
		return nil, failf("--input %s: no such file; give a pattern that fits some", c.input)
	}
	if err := hanoiio.CheckLines(c.folder, c.files); err != nil {
		return nil, err
	}
	return func(s beam.Scope) {
		hanoiio.WriteLines(s, hanoiio.Check(s, c.defaults, textio.Read(s, c.input)), c.folder, c.files)
	}, c.free("results.*")
}
