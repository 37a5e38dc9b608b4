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
	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/notation"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

// write implements the write command, with hanoigen's flags for moves.
func write(flags *flag.FlagSet) func(beam.Scope) error {
	disks := number.Value{Min: 1, Max: kernel.MaxDisks}
	flags.Var(&disks, "n", "the `number` of disks: 1 to 64 (required)")
	var from, to notation.PegValue
	flags.Var(&from, "from", "the `peg` where all disks start: 0, 1 or 2 (default 0)")
	flags.Var(&to, "to", "the `peg` where they go (default: 2 pegs further for odd n, 1 for even n, modulo 3)")
	start := number.Value{N: 1, Min: 1, Max: math.MaxUint64}
	count := number.Value{Max: math.MaxUint64}
	flags.Var(&start, "start", "the `number` of the first move; numbers may be written like "+number.Forms)
	flags.Var(&count, "count", "the `number` of moves (default: all from --start on)")
	var format hanoi.Format
	flags.TextVar(&format, "f", hanoi.Packed, "the `format`: "+block.Names(false))
	numbers := flags.Bool("numbers", false, "begin each record with the number of its move ("+block.Names(true)+")")
	letters := flags.Bool("letters", false, "call the pegs A, B and C in the records ("+block.Names(true)+")")
	out := newTarget(flags)
	return func(s beam.Scope) error {
		n, from := int(disks.N), from.Peg
		if n == 0 {
			return usagef("-n is required: 1 to %d", disks.Max)
		}
		// Without --to, the solution ends 2ⁿ mod 3 pegs past its start.
		stream := hanoiio.Stream{Disks: n, Format: format, Naming: hanoi.Naming(from), Start: start.N, Count: count.N, Numbers: *numbers, Letters: *letters}
		if to.Given {
			var err error
			if stream.Naming, err = hanoi.NamingFor(n, from, to.Peg); err != nil {
				return usagef("%w", err)
			}
		}
		if !count.Given {
			stream.Count = 1<<n - stream.Start // CheckWrite refuses a --start past the end
		}
		if err := hanoiio.CheckWrite(stream, out.folder, out.parts); err != nil {
			return usagef("%w", err)
		}
		if err := out.free("part.*", hanoiio.ManifestName); err != nil {
			return err
		}
		hanoiio.Write(s, stream, out.folder, out.parts)
		return nil
	}
}

// target says where output is written.
type target struct {
	folder string
	parts  int
	force  bool
}

func newTarget(flags *flag.FlagSet) *target {
	var t target
	flags.StringVar(&t.folder, "output", "", "the `folder` to write to: local, or gs://bucket/folder or s3://bucket/folder (required)")
	flags.IntVar(&t.parts, "parts", 1, "the `number` of files to write")
	flags.BoolVar(&t.force, "force", false, "begin again, and overwrite the files of an earlier run; other files stay, such as parts beyond the last")
	return &t
}

// free returns an error if files in the folder match a pattern and may not be overwritten.
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
