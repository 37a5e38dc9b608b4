package main

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
)

func newState() *cobra.Command {
	var (
		n       number.Value
		k       = number.Value{Max: math.MaxUint64}
		pegs    pegs
		asDigit bool
	)
	c := &cobra.Command{
		Use:   "state -n N -k K",
		Short: "Show where the disks are after K moves",
		Long: `State shows where the disks are after K moves: a line for each peg, with its
disks from the bottom up.`,
		Example: `  hanoigen state -n 64 -k 2^63
  hanoigen state -n 4 -k 9 --string   one digit a disk: its peg, the largest disk first`,
		Args: arguments(0, 0),
	}
	disksFlag(c.Flags(), &n)
	addNumber(c.Flags(), &k, "moves", "k", "the `number` of moves made, 0 to 2^N-1 (required)")
	pegs.addTo(c.Flags())
	c.Flags().BoolVar(&asDigit, "string", false, "one digit a disk: its peg, the largest disk first")
	c.RunE = func(c *cobra.Command, _ []string) error {
		n, err := disks(&n)
		if err != nil {
			return err
		}
		if !c.Flags().Changed("moves") {
			return usagef("-k is required: the moves made, 0 to 2^%d-1", n)
		}
		naming, err := pegs.naming(n)
		if err != nil {
			return err
		}
		s, err := hanoi.StateAt(n, k.N, naming)
		if err != nil {
			return err
		}
		if asDigit {
			fmt.Fprintln(c.OutOrStdout(), s)
		} else {
			fmt.Fprint(c.OutOrStdout(), s.Display())
		}
		return nil
	}
	return c
}
