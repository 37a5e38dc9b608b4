package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/hanoigen/hanoi/internal/number"
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

// target is the flags that say where output goes.
type target struct {
	folder string
	parts  int
	force  bool
}

func (t *target) flags(f *flag.FlagSet) {
	f.StringVar(&t.folder, "output", "", "the `folder` to write to: local, or gs://bucket/folder or s3://bucket/folder (required)")
	f.IntVar(&t.parts, "parts", 1, "how `many` files to write")
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
