package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/batch"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

// judging is the flags that say what an answer is to solve, and how it is read.
type judging struct {
	flags                      *pflag.FlagSet
	n, from, to                number.Value
	begin, goal                string
	notation, pick, convention choice
	pegs                       answer.Pegs
	truncated                  bool
}

func (j *judging) addTo(cmd *cobra.Command) {
	f := cmd.Flags()
	j.flags = f
	f.SortFlags = false
	j.n.Min, j.n.Max, j.from.Max, j.to.Max = 1, kernel.MaxDisks, 2, 2
	addNumber(f, &j.n, "n", "n", "the `number` of disks: 1 to 64 (that of --begin or --goal if one is given)")
	f.Var(&j.from, "from", "the `peg` on which all disks begin: 0, 1 or 2 (default 0)")
	addNumber(f, &j.to, "to", "", "the `peg` that they have to reach (default: any but the first)")
	for _, name := range []string{"from", "to"} {
		must(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions([]string{"0", "1", "2"}, cobra.ShellCompDirectiveNoFileComp)))
	}
	f.StringVar(&j.begin, "begin", "", "the `state` to begin with, instead of --from")
	f.StringVar(&j.goal, "goal", "", "the `state` to reach, instead of --to")
	j.notation = choice{"auto", answer.Notations()}
	j.notation.addTo(cmd, "notation", "", "how the moves are written: "+strings.Join(j.notation.names, ", "))
	j.pick = choice{"last", answer.Picks()}
	j.pick.addTo(cmd, "pick", "", "which of several lists counts: "+strings.Join(j.pick.names, ", "))
	f.TextVar(&j.pegs, "pegs", answer.Pegs{}, "the `names` of pegs 0, 1 and 2, such as 1,2,3 or left,middle,right (default: as above)")
	j.convention = choice{"small=1", answer.Conventions()}
	j.convention.addTo(cmd, "disks", "", "the number of the smallest or largest disk: "+strings.Join(j.convention.names, ", "))
	f.BoolVar(&j.truncated, "truncated", false, "the answer was cut off")
}

// terms returns the problem, as far as the flags pose one.
func (j *judging) terms() (answer.Terms, error) {
	given := j.flags.Changed
	for _, pair := range [][2]string{{"from", "begin"}, {"to", "goal"}} {
		if given(pair[0]) && given(pair[1]) {
			return answer.Terms{}, usagef("--%s and --%s say the same of the disks; give one of them", pair[0], pair[1])
		}
	}
	for _, name := range []string{"begin", "goal", "pegs"} {
		if given(name) && j.flags.Lookup(name).Value.String() == "" {
			return answer.Terms{}, usagef("--%s is empty; leave it out, or give it a value", name)
		}
	}
	t := answer.Terms{N: int(j.n.N), Begin: j.begin, Goal: j.goal}
	if given("from") {
		t.From = new(uint8(j.from.N))
	}
	if given("to") {
		t.To = new(uint8(j.to.N))
	}
	return t, nil
}

// options returns how answers are read.
func (j *judging) options() (o answer.Options, err error) {
	o.Pegs, o.Truncated = j.pegs, j.truncated
	return o, cmp.Or(
		o.Notation.UnmarshalText([]byte(j.notation.name)),
		o.Pick.UnmarshalText([]byte(j.pick.name)),
		o.Convention.UnmarshalText([]byte(j.convention.name)),
	)
}

func newCheck() *cobra.Command {
	var (
		j        judging
		asJSON   bool
		asBatch  bool
		progress progress
	)
	c := &cobra.Command{
		Use:   "check [FILE]",
		Short: "Judge moves that somebody else made",
		Long: `Check reads an answer from a file, or from standard input if none is named or it
is -, finds the list of moves in it, and plays it by the rules. It says whether the
moves are legal and reach the goal; if not, which move is wrong, where it stands,
which rule it breaks, and how far from the goal it stopped.

The list is found by its syntax:

  triples   [[1, 0, 2], [2, 0, 1]]: disk, from, to; with comments, and also cut off
  jsonl     {"disk":1,"from":0,"to":2}, line by line or in a list
  csv       1,0,2 line by line after disk,from,to; with --notation csv also without
  pddl      (move d1 d2 peg2): a disk, what lies beneath it, where it goes
  text      Move disk 1 from Peg A to Peg C, line by line
  pairs     A C, or 1 -> 3, line by line: the top disk of A goes to C
  packed    the binary formats, only where --notation says so
  wide

A list in one of the first four beats text, and text beats pairs. Of several lists
the last counts, unless --pick says otherwise. Pegs are called 0 to 2 in triples,
jsonl and csv; elsewhere 0 to 2 if a 0 occurs and 1 to 3 if a 3 does, A to C, or
left, middle and right; --pegs gives other names. States are written as
'hanoigen help states' says.

The status is 0 if the moves solve the problem, 1 if not, and 3 if the answer cannot
be read. --json prints one object, whose fields
https://github.com/hanoigen/hanoi/blob/main/docs/evaluation.md describes.

With --batch, each line of FILE is a JSON object with an answer, and its result is a
line as of --json, in order, as soon as it is ready. The fields of a line are answer,
a string or a list of moves; n with from and to, or begin and goal; truncated; and
id, which its result has too. What a line lacks, the flags give. The status is 0 if
all are solved, 1 if not, and 3 if a line could not be judged: its result says
"error", and the rest goes on.`,
		Example: `  hanoigen check -n 7 answer.txt
  hanoigen path 0120 2222 | hanoigen check --begin 0120 --goal 2222 --json
  echo '[[0,1,3]]' | hanoigen check -n 1 --to 2 --pegs 1,2,3 --disks small=0
  hanoigen -n 3 -f text | hanoigen check -n 3   # prints Solved: the goal stands after 7 moves, the fewest possible.
  hanoigen check --batch answers.jsonl > results.jsonl
  echo '{"id":7,"n":1,"answer":"A B"}' | hanoigen check --batch | cut -c -27   # prints {"id":7,"verdict":"solved",`,
		Args: arguments(0, 1),
	}
	j.addTo(c)
	addJSON(c, &asJSON)
	c.Flags().BoolVar(&asBatch, "batch", false, "judge JSON lines, one answer each")
	progress.addTo(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		terms, err := j.terms()
		if err != nil {
			return err
		}
		options, err := j.options()
		if err != nil {
			return err
		}
		name := append(args, "-")[0]
		if asBatch {
			return checkBatch(c, name, batch.Defaults{Terms: terms, Options: options}, &progress)
		}
		problem, err := terms.Problem()
		if err != nil {
			return err
		}
		text, err := readAll(name)
		if err != nil {
			return unread(err)
		}
		var judge answer.Judge
		r, err := judge.Answer(problem, options, text)
		if err != nil {
			return err
		}
		if asJSON {
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s\n", r.AppendJSON(nil, nil))
		} else {
			_, err = fmt.Fprintln(c.OutOrStdout(), r.Sentence())
		}
		if r.Verdict != answer.Solved {
			err = cmp.Or[error](err, statusError(exitFailed))
		}
		return err
	}
	return c
}

// readAll reads a file, or standard input if its name is "-".
func readAll(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(name)
}
