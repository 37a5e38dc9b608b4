package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

func newCheck() *cobra.Command {
	var (
		problem     answer.Problem
		options     = answer.Options{Notation: "auto", Disks: "small=1"}
		n, maxBytes = number.Value{Min: 1, Max: kernel.MaxDisks}, number.Value{Min: 1, Max: math.MaxInt}
		asBatch     bool
		progress    progress
	)
	c := &cobra.Command{
		Use:   "check [FILE …]",
		Short: "Judge the moves that a person or a model wrote",
		Long: `Check reads an answer from each file, or from standard input if none is named or
it is -, finds the list of moves in it, and plays it by the rules. It says
whether the moves are legal and reach the goal; if not, which move is wrong,
where it stands, which rule it breaks, and how far from the goal it stopped. Of
several files, each has a line, which begins with its name.

The answer is the whole text that a model wrote. The last <answer> after </think>
counts, or else all after it; of its lists the last with as many moves as the
optimum or more, or else the longest. A move is a clause, line or bracket in one
of these forms, and nothing else is read:

  text     Move disk 1 from A to C   Disk 1 moves from A to C   from A to C
           Take disk 1 from A and put it on C   Move disk 1 to C [from A]
           From A, move disk 1 to C   Disk 1: A → C   A → C (disk 1)   A to C
  pairs    [A, C]   (A, C)   [AC]   \boxed{A C}   A C
  triples  [1, A, C]   (1, A, C)   [7, 1, A, C], the number of the move first
  jsonl    {"disk": 1, "from": "A", "to": "C"}
  csv      1,A,C   1 A C   a row below a header with from and to
  pddl     move(1, A, C)   move("A", "C")   (move d1 peg1 peg3)   (move d1 d2 peg3)

Lines may have numbers, bullets and marks of Markdown. A list in brackets may be
of any length. packed and wide, the binary formats, are read where --notation
says so. docs/evaluation.md has all rules.

Pegs may have any names. Known are numbers, from 0 if a 0 occurs and from 1 if a 3
does; A, B, C; left, middle, right; source, auxiliary, target. For other names
the verdict is ambiguous, and --pegs gives them in the order of pegs 0, 1, 2: 3
to 10 of them. --from and --to count pegs from 0; 'hanoigen help states' says how
a state is written.

If an answer is not solved and a line in it looks like a move and was not read,
the verdict is unparsed, and the line is quoted: --pegs or --pattern may help.

The status is 0 if all answers solve the problem, 1 if not, and 3 if one cannot
be read. --json prints one object, whose fields docs/evaluation.md describes.

With --batch, each line of FILE is a JSON object with an answer, and its result
is a line as of --json, in order, as soon as it is ready. The fields of a line
are answer, a string or a list of moves; n, from, to, pegs and truncated; and
id, which its result has too. The flags give what a line lacks. The status is 0
if all are solved, 1 if not, and 3 if a line could not be judged: its result has
"error", and the rest is judged.`,
		Example: `  hanoigen check -n 7 answer.txt
  hanoigen path 0120 2222 | hanoigen check --from 0120 --to 2222 --json
  echo 0-2 | hanoigen check -n 1 --pattern '(?P<from>\d)-(?P<to>\d)'
  hanoigen check --batch answers.jsonl > results.jsonl
  echo '{"n":1,"answer":"A B"}' | hanoigen check --batch | cut -c -19
      # prints {"verdict":"solved"`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: fileNames,
	}
	flags := c.Flags()
	flags.VarP(&n, "n", "n", "the `number` of disks, 1 to 64 (default: that of a state)")
	flags.StringVar(&problem.From, "from", "", "the start: a `peg` or a state (default 0)")
	flags.StringVar(&problem.To, "to", "", "the goal: a `peg` or a state (default: any perfect state but the start)")
	completePegs(c)
	flags.StringVar(&problem.Pegs, "pegs", "", "the `names` of the pegs in order, such as 1,2,3 or A,B,C,D")
	addChoice(c, &options.Disks, answer.Choices("disks"), "disks", "", "how disks are numbered: "+listed(answer.Choices("disks")))
	addChoice(c, &options.Notation, answer.Choices("notation"), "notation", "", "how moves are written: auto, or a name above")
	flags.StringVar(&options.Pattern, "pattern", "", "a `regex` for moves, line by line, with groups disk, from, to")
	flags.BoolVar(&options.Truncated, "truncated", false, "the answer was cut off")
	flags.Var(&maxBytes, "max-bytes", "the most `bytes` held (default 2^30; with --batch 2^28)")
	asJSON := addJSON(c)
	flags.BoolVar(&asBatch, "batch", false, "judge JSON lines, one answer each")
	progress.addTo(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		for _, name := range []string{"from", "to", "pegs", "pattern"} {
			if f := flags.Lookup(name); f.Changed && f.Value.String() == "" { // which is hardly meant
				return usagef("--%s is empty; leave it out, or give it a value", name)
			}
		}
		problem.N, options.MaxBytes = int(n.N), int(maxBytes.N)
		if len(args) > 1 && (*asJSON || asBatch) {
			return usagef("%d files; --json and --batch take one", len(args))
		}
		if len(args) == 0 {
			args = []string{"-"}
		}
		if asBatch {
			return checkBatch(c, args[0], problem, options, progress)
		}
		judge, err := answer.New(problem, options)
		if err != nil {
			return usagef("%w", err)
		}
		var result error // the worst of all files
		for _, name := range args {
			r, err := judgeFile(judge, name)
			switch {
			case err != nil:
				say(unread(err))
				result = failure{status: exitUnread}
				continue
			case r.Verdict != answer.Solved:
				result = cmp.Or[error](result, failure{status: exitFailed})
			}
			words := r.String()
			if len(args) > 1 {
				words = name + ": " + words
			}
			if err := printAnswer(c.OutOrStdout(), *asJSON, r, words); err != nil {
				return err
			}
		}
		return result
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

// checkBatch judges the JSON lines of a file.
func checkBatch(c *cobra.Command, name string, problem answer.Problem, options answer.Options, p progress) error {
	in, closeInput, err := openInput(name)
	if err != nil {
		return unread(err)
	}
	defer closeInput()
	if _, err := answer.NewLine(problem, options); err != nil { // of the flags, and no line's
		return usagef("%w", err)
	}
	var done counter
	total := bytesLeft(in)
	hide := p.show(func() state { return readOf(done.Load(), total) })
	sum, err := answer.Batch(c.Context(), io.TeeReader(in, &done), c.OutOrStdout(), problem, options, 0)
	hide()
	switch {
	case err != nil: // if it is the output's, run knows
		return unread(err)
	case sum.Unjudged > 0:
		return failure{exitUnread, fmt.Errorf(`%d of %d lines could not be judged, and their results have "error"; the first is line %d: %w`,
			sum.Unjudged, sum.Lines, sum.FirstUnjudged, sum.Err)}
	}
	if p.shown() {
		say(fmt.Sprintf("%d of %d solved", sum.Solved, sum.Lines))
	}
	if sum.Solved < sum.Lines {
		return failure{status: exitFailed}
	}
	return nil
}

// counter is a writer that counts the bytes.
type counter struct{ atomic.Int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.Add(int64(len(p)))
	return len(p), nil
}
