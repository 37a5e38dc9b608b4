package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi/internal/figures"
	"github.com/hanoigen/hanoi/internal/pairs"
)

// benchBudget is about how long a row is measured.
const benchBudget = 80 * time.Millisecond

func newBench() *cobra.Command {
	var only, dir, feed string
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure this machine: kernels, pipes and files beside their peers",
		Long: `Bench measures, side by side and in turn, what hanoigen does, its ceiling (a loop or
a program that does no more than the task requires) and other programs, and prints
tables in Markdown. A target in bold is missed. It also tells from which size on
this machine's streaming stores are faster than ordinary ones.

It takes half a minute, longer on a slow disk or where others use the cores, and
says in the end how long it took. It writes a file of 256 MiB to a folder, and
removes it.`,
		Example: `  hanoigen bench --run 'StateAt|Rank'
  hanoigen bench --run 'streaming stores'
  hanoigen bench --run verify --dir .`,
		Args: arguments(0, 0),
	}
	c.Flags().StringVar(&only, "run", "", "measure only the rows whose first column the `regexp` matches")
	c.Flags().StringVar(&dir, "dir", "", "a `folder` on the disk to measure (default: that of temporary files)")
	c.Flags().StringVar(&feed, "feed", "", "be a peer of the rows of pipes")
	must(c.Flags().MarkHidden("feed"))
	c.RunE = func(c *cobra.Command, _ []string) error {
		if feed != "" {
			return figures.Feed(feed)
		}
		pattern, err := regexp.Compile(only)
		if err != nil {
			return usagef("--run %q: %w; give a regular expression", only, err)
		}
		stopped := stopSignal() // from here on, the folder is removed
		p := figures.Program{Disks: 28}
		if p.Path, err = os.Executable(); err != nil {
			return err
		}
		if p.Dir, err = os.MkdirTemp(dir, "hanoigen-bench"); err != nil {
			return fmt.Errorf("%w; give another folder with --dir", err)
		}
		defer os.RemoveAll(p.Dir)

		all := figures.Sections(p)
		sections := figures.Select(all, pattern)
		if len(sections) == 0 {
			return usagef("--run %q matches no row; the rows are: %s", only, strings.Join(figures.Names(all), "; "))
		}
		w, start := c.OutOrStdout(), time.Now()
		fmt.Fprintf(w, "%v\ncpu: %s\n", thisBuild(), pairs.CPU())
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
					return fmt.Errorf("%w; if its folder has too little room, give another with --dir", m.err)
				}
				if _, err := fmt.Fprintf(w, "\n## %s\n\n", m.title); err != nil {
					return err
				}
				pairs.Markdown(w, m.results)
				if m.conclusion != "" {
					fmt.Fprintf(w, "\n%s\n", m.conclusion)
				}
			}
		}
	}
	return c
}

// measured is a section with its results.
type measured struct {
	title      string
	results    []pairs.Result
	conclusion string
	err        error
}

// measure measures the sections one by one. It begins with one when the results of
// the one before are received.
func measure(sections []figures.Section) <-chan measured {
	next := make(chan measured)
	go func() {
		defer close(next)
		for _, s := range sections {
			m := measured{title: s.Title}
			m.results, m.err = s.Measure(benchBudget)
			if m.err == nil && s.Conclude != nil {
				m.conclusion = s.Conclude(m.results)
			}
			next <- m
		}
	}()
	return next
}
