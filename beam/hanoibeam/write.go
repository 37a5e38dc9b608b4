package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/beam/hanoiio"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

// write implements the command write, with hanoigen's flags for moves.
type write struct {
	disks, from, to, start, count number.Value
	format                        hanoi.Format
	numbers                       bool
	target
}

func (c *write) addTo(flags *flag.FlagSet) {
	disksFlag(flags, &c.disks, "required")
	c.from.Max, c.to.Max = 2, 2
	flags.Var(&c.from, "from", "the `peg` that all disks start on: 0, 1 or 2 (default 0)")
	flags.Var(&c.to, "to", "the `peg` that they go to (default: 2 pegs further for odd n, 1 for even n, modulo 3)")
	c.start = number.Value{N: 1, Min: 1, Max: math.MaxUint64}
	c.count = number.Value{Max: math.MaxUint64}
	flags.Var(&c.start, "start", "the `number` of the first move; it may be written like "+number.Forms)
	flags.Var(&c.count, "count", "the `number` of moves (default: all from --start on)")
	flags.TextVar(&c.format, "f", hanoi.Packed, fmt.Sprintf("the `format`: one of %v", hanoi.Formats()))
	flags.BoolVar(&c.numbers, "numbers", false, "have each record begin with its move's number (text, csv, jsonl)")
	c.target.addTo(flags)
}

func (c *write) build(s beam.Scope) error {
	n, from := int(c.disks.N), uint8(c.from.N)
	if n == 0 {
		return usagef("-n is required: 1 to %d", c.disks.Max)
	}
	// Without --to, the solution goes 2ⁿ mod 3 pegs further than its start.
	stream := hanoiio.Stream{Disks: n, Format: c.format, Naming: hanoi.Naming(from), Start: c.start.N, Count: c.count.N, Numbers: c.numbers}
	if changed("to") {
		var err error
		if stream.Naming, err = hanoi.NamingFor(n, from, uint8(c.to.N)); err != nil {
			return usagef("%w", err)
		}
	}
	if !changed("count") {
		stream.Count = 1<<n - stream.Start // if --start is beyond, that is the error
	}
	if err := hanoiio.CheckWrite(stream, c.folder, c.parts); err != nil {
		return usagef("%w", err)
	}
	if err := c.free("part.*", hanoiio.ManifestName); err != nil {
		return err
	}
	hanoiio.Write(s, stream, c.folder, c.parts)
	return nil
}

func disksFlag(flags *flag.FlagSet, n *number.Value, unless string) {
	n.Min, n.Max = 1, kernel.MaxDisks
	flags.Var(n, "n", "the `number` of disks: 1 to 64 ("+unless+")")
}

// target is the flags that say where output goes.
type target struct {
	folder string
	parts  int
	force  bool
}

func (t *target) addTo(flags *flag.FlagSet) {
	flags.StringVar(&t.folder, "output", "", "the `folder` to write to: local, or gs://bucket/folder or s3://bucket/folder (required)")
	flags.IntVar(&t.parts, "parts", 1, "how `many` files to write")
	flags.BoolVar(&t.force, "force", false, "overwrite the files of an earlier run; other files stay, such as parts beyond the last")
}

// free returns an error if the folder has files of such names, unless they may be
// overwritten.
func (t *target) free(patterns ...string) error {
	if t.force {
		return nil
	}
	for _, p := range patterns {
		names, err := list(strings.TrimSuffix(t.folder, "/") + "/" + p)
		if err != nil {
			return fmt.Errorf("--output %s: %w", t.folder, err)
		}
		if len(names) > 0 {
			return fmt.Errorf("%s exists; give --force to overwrite the files of an earlier run, or another folder", names[0])
		}
	}
	return nil
}

// list returns the files that match a pattern, on any of Beam's file systems.
func list(pattern string) ([]string, error) {
	ctx := context.Background()
	fs, err := filesystem.New(ctx, pattern)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	return fs.List(ctx, pattern)
}
