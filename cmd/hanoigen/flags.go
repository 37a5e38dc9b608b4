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
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/internal/sink"
	"github.com/hanoigen/hanoi/kernel"
)

// choice is a flag that sets a value to one of a few.
type choice[T any] struct {
	value *T
	among []T
}

func (c choice[T]) Set(s string) error {
	i := slices.Index(names(c.among), s)
	if i < 0 {
		return errors.New("not available; give one of " + listed(c.among))
	}
	*c.value = c.among[i]
	return nil
}

func (c choice[T]) String() string { return fmt.Sprint(*c.value) }
func (c choice[T]) Type() string   { return "name" }

// addChoice adds such a flag. The present value is the default.
func addChoice[T any](cmd *cobra.Command, value *T, among []T, name, shorthand, usage string) {
	cmd.Flags().VarP(choice[T]{value, among}, name, shorthand, usage)
	must.Do(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(names(among), cobra.ShellCompDirectiveNoFileComp)))
}

func names[T any](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = fmt.Sprint(v)
	}
	return all
}

func listed[T any](values []T) string { return strings.Join(names(values), ", ") }

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

// solution is the flags that choose a solution.
type solution struct{ disks, from, to number.Value }

func (s *solution) addTo(cmd *cobra.Command) {
	s.disks.Min, s.disks.Max = 1, kernel.MaxDisks
	cmd.Flags().VarP(&s.disks, "disks", "n", "the `number` of disks: 1 to 64 (required)")
	s.addPegsTo(cmd)
}

func (s *solution) addPegsTo(cmd *cobra.Command) {
	s.from.Max, s.to.Max = 2, 2
	cmd.Flags().Var(&s.from, "from", "the `peg` that all disks start on: 0, 1 or 2 (default 0)")
	cmd.Flags().Var(&s.to, "to", "the `peg` that they go to (default: 2 pegs further for odd N, 1 for even N, modulo 3)")
	completePegs(cmd)
}

// completePegs makes shells complete the values of --from and --to.
func completePegs(cmd *cobra.Command) {
	for _, name := range []string{"from", "to"} {
		must.Do(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions([]string{"0", "1", "2"}, cobra.ShellCompDirectiveNoFileComp)))
	}
}

// naming returns the naming of the solution for n disks. Without --to, it ends 2^n mod 3 pegs
// further than it starts.
func (s *solution) naming(n int) (hanoi.Naming, error) {
	if !s.to.Given {
		return hanoi.Naming(s.from.N), nil
	}
	return hanoi.NamingFor(n, uint8(s.from.N), uint8(s.to.N))
}

func (s *solution) parsed() (n int, naming hanoi.Naming, err error) {
	if !s.disks.Given {
		return 0, 0, usagef("-n is required: 1 to %d", s.disks.Max)
	}
	n = int(s.disks.N)
	naming, err = s.naming(n)
	return n, naming, err
}

// part is the flags that choose moves of a solution or a path, and their format.
type part struct {
	format       hanoi.Format
	start, count number.Value
	shard, of    uint64
	numbers      bool
}

func (p *part) addTo(cmd *cobra.Command, f hanoi.Format) {
	flags := cmd.Flags()
	p.format = f
	addChoice(cmd, &p.format, hanoi.Formats(), "format", "f", "how a move is written: "+listed(hanoi.Formats()))
	p.start = number.Value{N: 1, Min: 1, Max: math.MaxUint64}
	p.count = number.Value{Max: math.MaxUint64}
	flags.Var(&p.start, "start", "the `number` of the first move; it may be written like "+number.Forms)
	flags.Var(&p.count, "count", "the `number` of moves (default: all from --start on)")
	p.of = 1
	flags.Func("shard", "only part `I/M`, the I-th (from 0) of M contiguous parts", p.setShard)
	flags.BoolVar(&p.numbers, "numbers", false, "begin each record with the number of its move (text, csv, jsonl)")
}

func (p *part) setShard(text string) error {
	first, second, _ := strings.Cut(text, "/")
	i, errI := number.Parse(first)
	m, errM := number.Parse(second)
	if cmp.Or(errI, errM) != nil || i >= m {
		return errors.New("give I/M, the I-th of M parts, with I from 0 to M-1, such as 0/4")
	}
	p.shard, p.of = i, m
	return nil
}

// options returns the options of a reader of moves 1 … last.
func (p *part) options(last uint64) []hanoi.Option {
	count := p.count.N
	if !p.count.Given {
		count = last - p.start.N + 1 // NewReader rejects a --start past the last move
	}
	opts := []hanoi.Option{hanoi.Range(p.start.N, count), hanoi.Shard(p.shard, p.of)}
	if p.numbers {
		opts = append(opts, hanoi.Numbers())
	}
	return opts
}

// stream is the flags that choose a part of a solution.
type stream struct {
	solution
	part
}

func (s *stream) addTo(cmd *cobra.Command) {
	s.solution.addTo(cmd)
	s.part.addTo(cmd, hanoi.Packed)
}

func (s *stream) reader() (*hanoi.Reader, error) {
	n, naming, err := s.parsed()
	if err != nil {
		return nil, err
	}
	return hanoi.NewReader(n, s.format, naming, s.options(1<<n-1)...)
}

// enough returns the largest number of disks, below the one asked for, whose moves fit, or 0.
func (s stream) enough(fits func(sink.Source) bool) int {
	for s.disks.N--; s.disks.N > 0; s.disks.N-- {
		r, err := s.reader()
		if err != nil {
			break // there are no such moves
		}
		if fits(r) {
			return int(s.disks.N)
		}
	}
	return 0
}

func addDirect(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("direct", false, "move the largest misplaced disk only once, even if that takes longer")
}

func pathBetween(a, b hanoi.State, direct bool) (*hanoi.Route, error) {
	if direct {
		return hanoi.DirectPath(a, b)
	}
	return hanoi.Path(a, b)
}

func parsePath(from, to string, direct bool) (*hanoi.Route, error) {
	a, errA := hanoi.ParseState(from)
	b, errB := hanoi.ParseState(to)
	if err := cmp.Or(errA, errB); err != nil {
		return nil, err
	}
	return pathBetween(a, b, direct)
}
