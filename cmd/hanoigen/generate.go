package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
)

func newGenerate() *cobra.Command {
	flags, out := new(streamFlags), writeFlags{}
	c := newCommand("hanoigen -n N [flags]", "Write the moves of the Tower of Hanoi, as fast as the system takes them", arguments(0))
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetFlagErrorFunc(flagError)
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
		err = out.write(moves)
		if err == nil && out.verbose && flags.format == hanoi.Text {
			flags.sayEnd(moves)
		}
		return err
	}
	return c
}

// sayEnd says which peg the disks reach, if the moves include the last.
func (f *streamFlags) sayEnd(moves *hanoi.Reader) {
	n, naming, _ := f.parsed()
	if first, _ := moves.Locate(moves.HeaderLen()); first+moves.Moves() == 1<<n { // modulo 2⁶⁴
		say("all disks end on peg " + f.pegs.peg(naming.Peg(uint8(1+n%2))) + "; --to names another")
	}
}
