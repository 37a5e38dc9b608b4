package main

import "github.com/spf13/cobra"

func newGenerate() *cobra.Command {
	var (
		s   stream
		out writeFlags
	)
	c := &cobra.Command{
		Use:           "hanoigen -n N [flags]",
		Short:         "Write the moves of the Tower of Hanoi, as fast as the system takes them",
		Args:          arguments(0),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
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
