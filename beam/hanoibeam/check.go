package main

import (
	"flag"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/beam/hanoiio"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

// check implements the check command, with the flags of hanoigen check. They apply where a
// line does not say otherwise.
func check(flags *flag.FlagSet) func(beam.Scope) error {
	var p answer.Problem
	var o answer.Options
	input := flags.String("input", "", "the `files` of JSON lines, a pattern such as 'gs://bucket/answers/*.jsonl' (required)")
	disks := number.Value{Min: 1, Max: kernel.MaxDisks}
	flags.Var(&disks, "n", "the `number` of disks: 1 to 64 (default: from the line)")
	flags.StringVar(&p.From, "from", "", "where the disks start: a `peg` or a state (default 0)")
	flags.StringVar(&p.To, "to", "", "where they go: a `peg` or a state (default: any other peg)")
	flags.StringVar(&p.Pegs, "pegs", "", "the `names` of the pegs in order, such as 1,2,3")
	flags.StringVar(&o.Disks, "disks", "", "the `numbering` of the disks: "+strings.Join(answer.Choices("disks"), ", "))
	flags.StringVar(&o.Notation, "notation", "", "the `notation` of the moves: "+strings.Join(answer.Choices("notation"), ", "))
	flags.StringVar(&o.Pattern, "pattern", "", "a `regex` for moves, line by line, with groups named disk, from and to")
	flags.BoolVar(&o.Truncated, "truncated", false, "the answers were cut off")
	out := newTarget(flags)
	return func(s beam.Scope) error {
		p.N = int(disks.N)
		if _, err := answer.NewLine(p, o); err != nil {
			return usagef("%w", err)
		}
		if *input == "" {
			return usagef("--input is required: the files of JSON lines")
		}
		switch names, err := list(*input); {
		case err != nil:
			return fmt.Errorf("--input %s: %w", *input, err)
		case len(names) == 0: // Beam would read no lines, without an error
			return fmt.Errorf("--input %s: no such file; give a pattern that matches some", *input)
		}
		if err := hanoiio.CheckLines(out.folder, out.parts); err != nil {
			return usagef("%w", err)
		}
		if err := out.free("results.*"); err != nil {
			return err
		}
		hanoiio.WriteLines(s, hanoiio.Check(s, p, o, textio.Read(s, *input)), out.folder, out.parts)
		return nil
	}
}
