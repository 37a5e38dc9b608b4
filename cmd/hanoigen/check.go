package main

import (
	"cmp"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/internal/osfile"
	"github.com/hanoigen/hanoi/kernel"
)

func newCheck() *cobra.Command {
	var (
		problem     answer.Problem
		options     = answer.Options{Notation: "auto", Disks: "small=1"}
		n, maxBytes = number.Value{Min: 1, Max: kernel.MaxDisks}, number.Value{Min: 1, Max: math.MaxInt}
		progress    progress
	)
	c := newCommand("check [FILE …]", "Judge the moves that a person or a model wrote", cobra.ArbitraryArgs)
	flags := c.Flags()
	flags.VarP(&n, "n", "n", "the `number` of disks, 1 to 64 (default: from a state)")
	flags.StringVar(&problem.From, "from", "", "the start: a `peg`, counted from 0, or a state\n(default 0)")
	flags.StringVar(&problem.To, "to", "", "the goal: a `peg` or a state (default: any other peg)")
	flags.StringVar(&problem.Pegs, "pegs", "", "the `names` of pegs 0, 1, 2 …, such as A,B,C,D")
	addChoice(c, &options.Disks, answer.Choices("disks"), "disks", "", "how disks are numbered:")
	addChoice(c, &options.Notation, answer.Choices("notation"), "notation", "", "how moves are written: a name above")
	flags.StringVar(&options.Pattern, "pattern", "", "a `regex` read line by line: groups disk, from, to")
	flags.BoolVar(&options.Truncated, "truncated", false, "the answer was cut off")
	flags.Var(&maxBytes, "max-bytes", "the most `bytes` held (default 2^30; with --batch\n2^28)")
	asJSON := addJSON(c)
	asBatch := flags.Bool("batch", false, "judge JSON lines, one answer each")
	progress.addTo(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		problem.N, options.MaxBytes = int(n.N), int(maxBytes.N)
		if len(args) > 1 && (*asJSON || *asBatch) {
			return usagef("%d files; --json and --batch take one", len(args))
		}
		if len(args) == 0 {
			args = []string{"-"}
		}
		if *asBatch {
			return checkBatch(c, args[0], problem, options, progress)
		}
		judge, err := answer.New(problem, options)
		if err != nil {
			return usagef("%w", err)
		}
		var worst error
		for _, name := range args {
			r, err := judgeFile(judge, name)
			if err != nil {
				say(unread(err))
				worst = exitUnread
				continue
			}
			if r.Verdict != answer.Solved {
				worst = cmp.Or[error](worst, exitFailed)
			}
			words := r.String()
			if len(args) > 1 {
				words = name + ": " + words
			}
			if err := printAnswer(c.OutOrStdout(), *asJSON, r, words); err != nil {
				return err
			}
		}
		return worst
	}
	return c
}

func judgeFile(judge *answer.Judge, name string) (answer.Result, error) {
	in, closeInput, err := openInput(name)
	if err != nil {
		return answer.Result{}, err
	}
	defer closeInput()
	return judge.Read(in)
}

func checkBatch(c *cobra.Command, name string, problem answer.Problem, options answer.Options, p progress) error {
	if err := apart(name, c.OutOrStdout()); err != nil {
		return err
	}
	in, closeInput, err := openInput(name)
	if err != nil {
		return unread(err)
	}
	defer closeInput()
	if _, err := answer.NewLine(problem, options); err != nil { // an error of the flags, not of a line
		return usagef("%w", err)
	}
	var done atomic.Int64
	counted := readFunc(func(b []byte) (int, error) {
		n, err := in.Read(b)
		done.Add(int64(n))
		return n, err
	})
	total := osfile.BytesLeft(in)
	if total < 0 {
		total = math.MaxInt64
	}
	hide := p.show(func() stage { return stage{0, done.Load(), total} })
	sum, err := answer.Batch(c.Context(), counted, c.OutOrStdout(), problem, options, 0)
	hide()
	switch {
	case err != nil: // run reports an error of the output
		return unread(err)
	case sum.Unjudged > 0:
		return exitUnread.with(fmt.Errorf(`%d of %d lines could not be judged, and their results have "error"; the first is line %d: %w`,
			sum.Unjudged, sum.Lines, sum.FirstUnjudged, sum.Err))
	}
	if p.shown() {
		say(fmt.Sprintf("%d of %d solved", sum.Solved, sum.Lines))
	}
	if sum.Solved < sum.Lines {
		return exitFailed
	}
	return nil
}
