package main

import (
	"flag"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/beam/hanoiio"
	"github.com/hanoigen/hanoi/internal/number"
)

// check implements the command check. Its flags are those of hanoigen check; they apply
// where a line does not say otherwise.
type check struct {
	input string
	target
	disks   number.Value
	problem answer.Problem
	options answer.Options
}

func (c *check) addTo(flags *flag.FlagSet) {
	flags.StringVar(&c.input, "input", "", "the `files` of JSON lines, a pattern such as 'gs://bucket/answers/*.jsonl' (required)")
	c.target.addTo(flags)
	disksFlag(flags, &c.disks, "default: from the line")
	p, o := &c.problem, &c.options
	flags.StringVar(&p.From, "from", "", "where the disks start: a `peg` or a state (default 0)")
	flags.StringVar(&p.To, "to", "", "where they go: a `peg` or a state (default: any other peg)")
	flags.StringVar(&p.Pegs, "pegs", "", "the `names` of the pegs in order, such as 1,2,3")
	flags.StringVar(&o.Disks, "disks", "", "how disks are numbered: small=1 (the default), small=0, large=1 or large=0")
	flags.StringVar(&o.Notation, "notation", "", fmt.Sprintf("the `name` of how moves are written: one of %v", answer.Choices("notation")))
	flags.StringVar(&o.Pattern, "pattern", "", "a `regex` for moves, with groups disk, from, to")
	flags.StringVar(&o.Pick, "pick", "", "which list counts: last (the default), first, only or join")
	flags.BoolVar(&o.Truncated, "truncated", false, "the answers were cut off")
}

func (c *check) build(s beam.Scope) error {
	c.problem.N = int(c.disks.N)
	if _, err := answer.NewLine(c.problem, c.options); err != nil {
		return usagef("%w", err)
	}
	if c.input == "" {
		return usagef("--input is required: the files of JSON lines")
	}
	switch names, err := list(c.input); {
	case err != nil:
		return fmt.Errorf("--input %s: %w", c.input, err)
	case len(names) == 0: // which Beam takes for no lines
		return fmt.Errorf("--input %s: no such file; give a pattern that matches some", c.input)
	}
	if err := hanoiio.CheckLines(c.folder, c.parts); err != nil {
		return usagef("%w", err)
	}
	if err := c.free("results.*"); err != nil {
		return err
	}
	hanoiio.WriteLines(s, hanoiio.Check(s, c.problem, c.options, textio.Read(s, c.input)), c.folder, c.parts)
	return nil
}
