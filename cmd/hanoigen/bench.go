package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi/internal/bench"
)

func newBench() *cobra.Command {
	var only, dir, feed string
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure this machine: kernels, pipes and files beside their peers",
		Long: `Bench measures, in pairs, what hanoigen does beside what it is measured against,
and prints tables in Markdown. It takes half a minute, longer on a slow disk, and
says in the end how long it took. It writes a file of 256 MiB to a folder, and
removes it. A target in bold is missed.`,
		Example: `  hanoigen bench --run 'StateAt|Rank'
  hanoigen bench --run 'first byte' --dir .`,
		Args: arguments(0, 0),
	}
	c.Flags().StringVar(&only, "run", "", "measure only the rows whose first column the `regexp` matches")
	c.Flags().StringVar(&dir, "dir", "", "a `folder` on the disk to measure (default: that of temporary files)")
	c.Flags().StringVar(&feed, "feed", "", "be a peer of the rows of pipes")
	must(c.Flags().MarkHidden("feed"))
	c.RunE = func(c *cobra.Command, _ []string) error {
		if feed != "" {
			return bench.Feed(feed)
		}
		var err error
		if bench.Only, err = regexp.Compile(only); err != nil {
			return usagef("--run %q: %w; give a regular expression", only, err)
		}
		stopped := stopSignal() // from here on, the folder is removed
		p := bench.Program{Disks: 28}
		if p.Path, err = os.Executable(); err != nil {
			return err
		}
		if p.Dir, err = os.MkdirTemp(dir, "hanoigen-bench"); err != nil {
			return fmt.Errorf("%w; give another folder with --dir", err)
		}
		defer os.RemoveAll(p.Dir)

		sections := bench.Sections(p)
		if only != "" {
			names, err := bench.Names(sections)
			if err != nil {
				return err
			}
			if !slices.ContainsFunc(names, bench.Only.MatchString) {
				return usagef("--run %q matches no row; the rows are: %s", only, strings.Join(names, "; "))
			}
		}
		bench.Budget = 80 * time.Millisecond
		w, start := c.OutOrStdout(), time.Now()
		fmt.Fprintf(w, "%v\ncpu: %s\n", thisBuild(), bench.CPU())
		for next := measure(sections); ; {
			select {
			case s := <-stopped:
				return &interrupted{s}
			case m, ok := <-next:
				if !ok {
					_, err := fmt.Fprintf(w, "\nIn %.1f s.\n", time.Since(start).Seconds())
					return err
				}
				if m.err != nil {
					return m.err
				}
				if len(m.rows) == 0 {
					continue
				}
				if _, err := fmt.Fprintf(w, "\n## %s\n\n", m.title); err != nil {
					return err
				}
				bench.Markdown(w, m.rows)
			}
		}
	}
	return c
}

// measured is a section with its rows.
type measured struct {
	title string
	rows  []bench.Row
	err   error
}

// measure measures the sections one by one, each when the one before it is taken.
func measure(sections []bench.Section) <-chan measured {
	next := make(chan measured)
	go func() {
		defer close(next)
		for _, s := range sections {
			rows, err := s.Rows()
			next <- measured{s.Title, rows, err}
		}
	}()
	return next
}
