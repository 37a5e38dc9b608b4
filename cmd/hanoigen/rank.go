package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
)

func newRank() *cobra.Command {
	var pegs pegs
	c := &cobra.Command{
		Use:   "rank STATE",
		Short: "Tell after how many moves the disks are in a state",
		Long: `Rank tells after how many moves the solution reaches a state. A state that it
does not reach is an error with status 1, which says how far both ends are.

A state is one digit a disk, its peg, the largest disk first: 2011; or the disks
of each peg from the bottom up: '4|1|3 2'; or the three lines that hanoigen state
prints; or -, for one of these on standard input.`,
		Example: `  hanoigen rank 2011
  hanoigen state -n 64 -k 2^63 | hanoigen rank -`,
		Args: arguments(1, 1),
	}
	pegs.addTo(c.Flags())
	c.RunE = func(c *cobra.Command, args []string) error {
		text := args[0]
		if text == "-" {
			const long = 4096 // than any state
			b, err := io.ReadAll(io.LimitReader(os.Stdin, long))
			if err != nil {
				return err
			}
			text = string(b)
		}
		s, err := hanoi.ParseState(text)
		if err != nil {
			return err
		}
		naming, err := pegs.naming(s.N())
		if err != nil {
			return err
		}
		k, err := s.Rank(naming)
		if err != nil {
			return err
		}
		fmt.Fprintln(c.OutOrStdout(), k)
		return nil
	}
	return c
}
