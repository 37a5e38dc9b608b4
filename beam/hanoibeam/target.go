package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

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
	for _, p := range patterns {
		if t.force {
			break
		}
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
