package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
)

// nextAnswer is the object that next --json prints.
type nextAnswer struct {
	Left  uint64     `json:"left"`
	Moves [][3]uint8 `json:"moves"` // disk, from, to
}

func newNext() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "next A B",
		Short: "Tell how many moves are left from a state to another, and the first",
		Long: `Next tells how many moves a shortest path from state A to state B has, and its
first move; or two, where two shortest paths begin differently. States are written
as 'hanoigen help states' says. --json prints one object: "left", and "moves", each
as [disk, from, to].

If one is -, it reads states from standard input, one a line, and prints a line for
each; for - - each two lines are A and B. A line that is no state is named on
standard error; the rest goes on, and the status is 2.`,
		Example: `  hanoigen next 0120 2222             # prints 10 moves left: move disk 2 from 2 to 1
  hanoigen next 02 20                 # prints 3 moves left: move disk 1 from 2 to 1, or move disk 2 from 0 to 1
  hanoigen next 0120 2222 --json      # prints {"left":10,"moves":[[2,2,1]]}
  echo 0120 | hanoigen next - 2222    # prints 10 moves left: move disk 2 from 2 to 1`,
		Args: arguments(2, 2),
	}
	addJSON(c, &asJSON)
	c.RunE = func(c *cobra.Command, args []string) error {
		ends, err := parseEnds(args)
		if err != nil {
			return err
		}
		if ends.missing == 0 {
			return printNext(c.OutOrStdout(), asJSON, ends)
		}
		return eachGroup(c.OutOrStdout(), ends.missing, func(w io.Writer, _ int, group []hanoi.State) error {
			ends.fill(group)
			return printNext(w, asJSON, ends)
		})
	}
	return c
}

// printNext prints how many moves are left, and the one or two that may come next.
func printNext(w io.Writer, asJSON bool, e *ends) error {
	moves, n, left, err := hanoi.Next(e.states[0], e.states[1])
	if err != nil {
		return err
	}
	if asJSON {
		a := nextAnswer{left, make([][3]uint8, n)}
		for i, m := range moves[:n] {
			a.Moves[i] = [3]uint8{m.Disk, m.From, m.To}
		}
		return printJSON(w, a)
	}
	text := strconv.FormatUint(left, 10) + " moves left"
	if left == 1 {
		text = "1 move left"
	}
	for i, m := range moves[:n] {
		text += []string{": ", ", or "}[i] + m.String()
	}
	_, err = fmt.Fprintln(w, text)
	return err
}
