package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
)

// nextAnswer is the object that next --json prints.
type nextAnswer struct {
	Left  uint64     `json:"left"`
	Moves [][3]uint8 `json:"moves"` // disk, from, to
}

func newNext() *cobra.Command {
	c := &cobra.Command{
		Use:   "next A B",
		Short: "Print the distance between two states and the first move",
		Long: `Next prints how many moves a shortest path from state A to state B has, and its
first move; or two, where two paths are shortest. States are written as
'hanoigen help states' says. --json prints an object: "left", and "moves", each as
[disk, from, to].

If one is -, it prints a line for each state on standard input; for - - each two
states are A and B.`,
		Example: `  hanoigen next 0120 2222
      # prints 10 moves left: move disk 2 from 2 to 1
  hanoigen next 02 20
      # prints 3 moves left: move disk 1 from 2 to 1, or move disk 2 from 0 to 1
  hanoigen next 0120 2222 --json
      # prints {"left":10,"moves":[[2,2,1]]}
  echo 0120 | hanoigen next - 2222
      # prints 10 moves left: move disk 2 from 2 to 1`,
		Args: arguments(2),
	}
	asJSON := addJSON(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		given, err := parseStates(args)
		if err != nil {
			return err
		}
		return given.each(c.OutOrStdout(), func(w io.Writer, _ int, states []hanoi.State) error {
			moves, n, left, err := hanoi.Next(states[0], states[1])
			if err != nil {
				return err
			}
			a := nextAnswer{left, make([][3]uint8, n)}
			words := number.Count(left, "move") + " left"
			for i, m := range moves[:n] {
				a.Moves[i] = [3]uint8{m.Disk, m.From, m.To}
				words += []string{": ", ", or "}[i] + m.String()
			}
			return printAnswer(w, *asJSON, a, words)
		})
	}
	return c
}
