package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newGenerate() *cobra.Command {
	flags, out := new(streamFlags), writeFlags{}
	c := newCommand("hanoigen -n N [flags]", "Write the moves of the Tower of Hanoi, as fast as the system takes them", arguments(0))
	c.SilenceErrors, c.SilenceUsage = true, true
	flags.addTo(c)
	out.addTo(c)
	version := c.Flags().Bool("version", false, "version for hanoigen") // cobra's would link text/template
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *version {
			fmt.Fprintln(c.OutOrStdout(), thisBuild())
			return nil
		}
		moves, err := flags.reader()
		if err != nil {
			return err
		}
		return out.write(moves, flags)
	}
	return c
}
