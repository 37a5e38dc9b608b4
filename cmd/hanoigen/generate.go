package main

import "github.com/spf13/cobra"

func newGenerate() *cobra.Command {
	var (
		s   stream
		out writeFlags
	)
	c := &cobra.Command{
		Use:   "hanoigen -n N [flags]",
		Short: "Write the moves of the Tower of Hanoi, as fast as the system takes them",
		Long: `Hanoigen writes the moves of the optimal solution of the Tower of Hanoi with N
disks, in one of several formats, from any move on. All disks start on peg 0; an odd
number of disks ends on peg 2, an even number on peg 1, because the solution for N
disks is the beginning of that for N+1. --to 2 ends on peg 2 for every N.`,
		Example: `  hanoigen -n 40 > moves.bin            # 40 disks, one byte per move
  hanoigen -n 40 -o moves.bin           # the same, synced to the disk
  hanoigen -n 40 -o moves.bin --resume  # continues an interrupted run
  hanoigen -n 5 -f text                 # for people
  hanoigen -n 64 -f csv --numbers --start 2^63 --count 1e6`,
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
