package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
)

type nextAnswer struct {
	Left  uint64     `json:"left"`
	Moves [][3]uint8 `json:"moves"` // disk, from, to
}

func newNext() *cobra.Command {
	c := newCommand("next A B", "Print the distance between two states and the first move", arguments(2))
	var pegs letters
	pegs.addTo(c, "")
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
				words += []string{": ", ", or "}[i] + pegs.move(m)
			}
			return printAnswer(w, *asJSON, a, words)
		})
	}
	return c
}
