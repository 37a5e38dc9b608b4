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

// addNumber adds a flag for a number of min … max; *p stays nil without it.
func addNumber(f *flag.FlagSet, p **uint64, name string, min, max uint64, usage string) {
	v := number.Value{Min: min, Max: max}
	f.Func(name, usage, func(s string) error {
		*p = &v.N
		return v.Set(s)
	})
}

// or returns a number that was given, or else another.
func or(p *uint64, other uint64) uint64 {
	if p == nil {
		return other
	}
	return *p
}

// stream is the flags that choose the moves, with the names that hanoigen has.
type stream struct {
	disks, from, to, start, count *uint64
	format                        hanoi.Format
	numbers                       bool
}

func (s *stream) flags(f *flag.FlagSet) {
	addNumber(f, &s.disks, "n", 1, kernel.MaxDisks, "the `number` of disks: 1 to 64 (required)")
	addNumber(f, &s.from, "from", 0, 2, "the `peg` that the disks leave: 0, 1 or 2 (default 0)")
	addNumber(f, &s.to, "to", 0, 2, "the `peg` that they reach (default: from 0 to 2 for odd n, to 1 for even n; from 1 to 0 or 2; from 2 to 1 or 0)")
	addNumber(f, &s.start, "start", 1, math.MaxUint64, "the `number` of the first move; it may be written like "+number.Forms)
	addNumber(f, &s.count, "count", 0, math.MaxUint64, "the `number` of moves (default: all from --start on)")
}

// stream returns what the flags ask for. Without --to, the solution goes 2ⁿ mod 3 pegs
// further than its start.
func (s *stream) stream() (hanoiio.Stream, error) {
	if s.disks == nil {
		return hanoiio.Stream{}, fmt.Errorf("-n is required: 1 to %d", kernel.MaxDisks)
	}
	n, from := int(*s.disks), uint8(or(s.from, 0))
	naming := hanoi.Naming(from)
	if s.to != nil {
		var err error
		if naming, err = hanoi.NamingFor(n, from, uint8(*s.to)); err != nil {
			return hanoiio.Stream{}, err
		}
	}
	start := or(s.start, 1)
	count := or(s.count, 1<<n-start) // if start is beyond, that is the error
	return hanoiio.Stream{Disks: n, Format: s.format, Naming: naming, Start: start, Count: count, Numbers: s.numbers}, nil
}

// target is the flags that say where output goes.
type target struct {
	folder string
	force  bool
}

func (t *target) flags(f *flag.FlagSet) {
	f.StringVar(&t.folder, "output", "", "the `folder` to write to: local, or gs://bucket/folder or s3://bucket/folder (required)")
	f.BoolVar(&t.force, "force", false, "write over what an earlier run left in the folder; what this run does not write stays, such as parts beyond the last")
}

// failed is an error that the command line is not to blame for.
type failed struct{ error }

func failf(format string, args ...any) error { return failed{fmt.Errorf(format, args...)} }

// free returns an error if the folder has files of such names, unless they may be
// overwritten.
func (t *target) free(patterns ...string) error {
	if t.force {
		return nil
	}
	for _, p := range patterns {
		names, err := list(strings.TrimSuffix(t.folder, "/") + "/" + p)
		if err != nil {
			return failf("--output %s: %w", t.folder, err)
		}
		if len(names) > 0 {
			return failf("%s exists; give --force to write over what an earlier run left, or another folder", names[0])
		}
	}
	return nil
}

// list returns the files that fit a pattern, on any of Beam's file systems.
func list(pattern string) ([]string, error) {
	ctx := context.Background()
	fs, err := filesystem.New(ctx, pattern)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	return fs.List(ctx, pattern)
}

// write is the command of that name.
type write struct {
	stream
	target
	parts int
}

func (c *write) flags(f *flag.FlagSet) {
	c.stream.flags(f)
	f.TextVar(&c.format, "f", hanoi.Packed, fmt.Sprintf("the `format`: one of %v", hanoi.Formats()))
	f.BoolVar(&c.numbers, "numbers", false, "have each record begin with its move's number (text, csv, jsonl)")
	c.target.flags(f)
	addParts(f, &c.parts)
}

func addParts(f *flag.FlagSet, parts *int) {
	f.IntVar(parts, "parts", 1, "how `many` files to write")
}

func (c *write) pipeline() (func(beam.Scope), error) {
	stream, err := c.stream.stream()
	if err != nil {
		return nil, err
	}
	if err := hanoiio.CheckWrite(stream, c.folder, c.parts); err != nil {
		return nil, err
	}
	return func(s beam.Scope) { hanoiio.Write(s, stream, c.folder, c.parts) }, c.free("part.*", hanoiio.ManifestName)
}

// count is the command of that name.
type count struct {
	stream
	target
}

func (c *count) flags(f *flag.FlagSet) {
	c.stream.flags(f)
	c.target.flags(f)
}

func (c *count) pipeline() (func(beam.Scope), error) {
	stream, err := c.stream.stream()
	if err != nil {
		return nil, err
	}
	if err := hanoiio.CheckCount(stream, c.folder); err != nil {
		return nil, err
	}
	return func(s beam.Scope) { hanoiio.Count(s, stream, c.folder) }, c.free(hanoiio.CountsName)
}
