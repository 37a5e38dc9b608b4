package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/notation"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/kernel"
)

// choice is a flag that takes one of a few values.
type choice[T any] struct {
	value *T
	among []T
	names []string // of among
}

func (c choice[T]) Set(s string) error {
	i := slices.Index(c.names, s)
	if i < 0 {
		return errors.New("not available; give one of " + strings.Join(c.names, ", "))
	}
	*c.value = c.among[i]
	return nil
}

func (c choice[T]) String() string { return fmt.Sprint(*c.value) }
func (c choice[T]) Type() string   { return "name" }

// addChoice adds a choice. Its present value is the default. If usage ends with a colon, the
// values follow it.
func addChoice[T any](cmd *cobra.Command, value *T, among []T, name, shorthand, usage string) {
	c := choice[T]{value: value, among: among}
	for _, v := range among {
		c.names = append(c.names, fmt.Sprint(v))
	}
	if strings.HasSuffix(usage, ":") {
		usage += "\n" + strings.Join(c.names, ", ")
	}
	cmd.Flags().VarP(c, name, shorthand, usage)
	must.Do(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(c.names, cobra.ShellCompDirectiveNoFileComp)))
}

func addJSON(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "print the answer as a JSON object on a line")
}

func printAnswer(w io.Writer, asJSON bool, answer any, words string) error {
	if asJSON {
		return printJSON(w, answer)
	}
	_, err := fmt.Fprintln(w, words)
	return err
}

func printJSON(w io.Writer, answer any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // prompts contain <answer>
	return e.Encode(answer)
}

// solutionFlags choose a solution.
type solutionFlags struct {
	disks    number.Value
	from, to notation.PegValue
	pegs     letters
}

func (f *solutionFlags) addTo(cmd *cobra.Command, lettersWhere string) {
	f.disks.Min, f.disks.Max = 1, kernel.MaxDisks
	cmd.Flags().VarP(&f.disks, "disks", "n", "the `number` of disks: 1 to 64 (required)")
	f.addPegsTo(cmd)
	f.pegs.addTo(cmd, lettersWhere)
}

func (f *solutionFlags) addPegsTo(cmd *cobra.Command) {
	cmd.Flags().Var(&f.from, "from", "the `peg` that all disks start on: 0, 1 or 2")
	cmd.Flags().Var(&f.to, "to", "the `peg` that they go to (default: 2 for odd N, 1 for\neven N, or that many pegs after --from)")
}

// naming returns the naming of the solution for n disks.
func (f *solutionFlags) naming(n int) (hanoi.Naming, error) {
	if !f.to.Given {
		return hanoi.Naming(f.from.Peg), nil // a rotation
	}
	if f.to.Peg == f.from.Peg {
		return 0, fmt.Errorf("%w to go to: the disks start on peg %s; give another", hanoi.ErrPeg, &f.to)
	}
	return hanoi.NamingFor(n, f.from.Peg, f.to.Peg)
}

func (f *solutionFlags) parsed() (n int, naming hanoi.Naming, err error) {
	if !f.disks.Given {
		return 0, 0, usagef("-n is required: 1 to %d", f.disks.Max)
	}
	n = int(f.disks.N)
	naming, err = f.naming(n)
	return n, naming, err
}

// inTexts says which formats have numbers and letters.
var inTexts = "\n(" + block.Names(true) + ")"

// moveFlags choose moves of a solution or path, and their format.
type moveFlags struct {
	format       hanoi.Format
	start, count number.Value
	shard, of    uint64
	numbers      bool
}

func (f *moveFlags) addTo(cmd *cobra.Command, format hanoi.Format) {
	flags := cmd.Flags()
	f.format = format
	addChoice(cmd, &f.format, hanoi.Formats(), "format", "f", "how a move is written:")
	f.start = number.Value{N: 1, Min: 1, Max: math.MaxUint64}
	f.count = number.Value{Max: math.MaxUint64}
	flags.Var(&f.start, "start", "the `number` of the first move")
	flags.Var(&f.count, "count", "the `number` of moves (default: all from --start on)")
	f.of = 1
	flags.Func("shard", "only part `I/M`, the I-th (from 0) of M\ncontiguous parts", f.setShard)
	flags.BoolVar(&f.numbers, "numbers", false, "begin each record with the number of its move"+inTexts)
}

func (f *moveFlags) setShard(text string) error {
	first, second, _ := strings.Cut(text, "/")
	i, errI := number.Parse(first)
	m, errM := number.Parse(second)
	if cmp.Or(errI, errM) != nil || i >= m {
		return errors.New("give I/M, the I-th of M parts, with I from 0 to M-1, such as 0/4")
	}
	f.shard, f.of = i, m
	return nil
}

// options returns the options of a reader of moves 1 … last.
func (f *moveFlags) options(last uint64, pegs letters) []hanoi.Option {
	count := f.count.N
	if !f.count.Given {
		count = last - f.start.N + 1 // the reader rejects a start past the last move
	}
	opts := []hanoi.Option{hanoi.Range(f.start.N, count), hanoi.Shard(f.shard, f.of)}
	if f.numbers {
		opts = append(opts, hanoi.Numbers())
	}
	if pegs {
		opts = append(opts, hanoi.Letters())
	}
	return opts
}

// streamFlags choose moves of a solution.
type streamFlags struct {
	solutionFlags
	moveFlags
}

func (f *streamFlags) addTo(cmd *cobra.Command) {
	f.solutionFlags.addTo(cmd, inTexts)
	f.moveFlags.addTo(cmd, hanoi.Packed)
}

func (f *streamFlags) reader() (*hanoi.Reader, error) {
	n, naming, err := f.parsed()
	if err != nil {
		return nil, err
	}
	return hanoi.NewReader(n, f.format, naming, f.options(1<<n-1, f.pegs)...)
}

func addDirect(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("direct", false, "move the largest misplaced disk only once, even if\nthat takes longer")
}

func parsePath(from, to string, direct bool) (*hanoi.Route, error) {
	a, errA := hanoi.ParseState(from)
	b, errB := hanoi.ParseState(to)
	if err := cmp.Or(errA, errB); err != nil {
		return nil, err
	}
	return pathBetween(a, b, direct)
}

func pathBetween(a, b hanoi.State, direct bool) (*hanoi.Route, error) {
	if direct {
		return hanoi.DirectPath(a, b)
	}
	return hanoi.Path(a, b)
}
