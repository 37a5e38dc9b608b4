package main

import (
	"flag"
	"fmt"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/beam/hanoiio"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

// write is the command of that name. Its flags have the names that hanoigen has.
type write struct {
	disks, from, to, start, count *uint64
	format                        hanoi.Format
	numbers                       bool
	target
}

func (c *write) flags(f *flag.FlagSet) {
	addNumber(f, &c.disks, "n", 1, kernel.MaxDisks, "the `number` of disks: 1 to 64 (required)")
	addNumber(f, &c.from, "from", 0, 2, "the `peg` that the disks leave: 0, 1 or 2 (default 0)")
	addNumber(f, &c.to, "to", 0, 2, "the `peg` that they reach (default: from 0 to 2 for odd n, to 1 for even n; from 1 to 0 or 2; from 2 to 1 or 0)")
	addNumber(f, &c.start, "start", 1, math.MaxUint64, "the `number` of the first move; it may be written like "+number.Forms)
	addNumber(f, &c.count, "count", 0, math.MaxUint64, "the `number` of moves (default: all from --start on)")
	f.TextVar(&c.format, "f", hanoi.Packed, fmt.Sprintf("the `format`: one of %v", hanoi.Formats()))
	f.BoolVar(&c.numbers, "numbers", false, "have each record begin with its move's number (text, csv, jsonl)")
	c.target.flags(f)
}

// stream returns what the flags ask for. Without --to, the solution goes 2ⁿ mod 3 pegs
// further than its start.
func (c *write) stream() (hanoiio.Stream, error) {
	if c.disks == nil {
		return hanoiio.Stream{}, fmt.Errorf("-n is required: 1 to %d", kernel.MaxDisks)
	}
	n, from := int(*c.disks), uint8(or(c.from, 0))
	naming := hanoi.Naming(from)
	if c.to != nil {
		var err error
		if naming, err = hanoi.NamingFor(n, from, uint8(*c.to)); err != nil {
			return hanoiio.Stream{}, err
		}
	}
	start := or(c.start, 1)
	count := or(c.count, 1<<n-start) // if start is beyond, that is the error
	return hanoiio.Stream{Disks: n, Format: c.format, Naming: naming, Start: start, Count: count, Numbers: c.numbers}, nil
}

func (c *write) pipeline() (func(beam.Scope), error) {
	stream, err := c.stream()
	if err != nil {
		return nil, err
	}
	if err := hanoiio.CheckWrite(stream, c.folder, c.parts); err != nil {
		return nil, err
	}
	return func(s beam.Scope) { hanoiio.Write(s, stream, c.folder, c.parts) }, c.free("part.*", hanoiio.ManifestName)
}
