package main

import (
	"github.com/spf13/cobra"
)

func newGenerate() *cobra.Command {
	s, out := stream{}, writeFlags{}
	c := newCommand("hanoigen -n N [flags]", "Write the moves of the Tower of Hanoi, as fast as the system takes them", arguments(0))
	c.SilenceErrors, c.SilenceUsage = true, true
	s.addTo(c)
	out.addTo(c)
	c.RunE = func(*cobra.Command, []string) error {
		moves, err := s.reader()
		if err != nil {
			return err
		}
		return out.write(moves, s.enough)
	}
	return c
}
