package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
)

// rankAnswer is the object that rank --json prints.
type rankAnswer struct {
	Line      int         `json:"line,omitempty"` // on standard input
	Disks     int         `json:"n"`
	State     hanoi.State `json:"state"`
	OnPath    bool        `json:"on_path"`
	Move      *uint64     `json:"move,omitempty"` // on the path
	Disk      int         `json:"disk,omitempty"` // off it, and the next two
	FromStart *uint64     `json:"from_start,omitempty"`
	ToEnd     *uint64     `json:"to_end,omitempty"`
}

func newRank() *cobra.Command {
	var pegs pegs
	c := &cobra.Command{
		Use:   "rank STATE",
		Short: "Print after how many moves the disks are in a state",
		Long: `Rank prints the number of moves after which the solution is in a state, which is
written as 'hanoigen help states' says. A state off the path is an error with
status 1 that says how far both ends are.

If STATE is -, it prints a line for each state on standard input, also for those off
the path.

--json prints an object for each state: "line", its number on standard input, if it
was read there; "n", "state" and "on_path"; then "move", or of a state off the path
"disk", the largest that is off the path, "from_start" and "to_end", the distances.`,
		Example: `  hanoigen rank 1221                      # prints 9
  hanoigen rank '|4 1|3 2'                # prints 9
  hanoigen rank 1 --to 1                  # prints 1
  hanoigen rank 2011 || echo "status $?"  # prints status 1 (it is off the path)
  hanoigen rank 1221 --json
      # prints {"n":4,"state":"1221","on_path":true,"move":9}
  hanoigen state -n 64 -k 2^63 | hanoigen rank -
      # prints 9223372036854775808`,
		Args: arguments(1),
	}
	pegs.addTo(c)
	asJSON := addJSON(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, err := pegs.naming(1); err != nil {
			return err // of all states alike
		}
		given, err := parseStates(args)
		if err != nil {
			return err
		}
		var failed error
		err = given.each(c.OutOrStdout(), func(w io.Writer, line int, states []hanoi.State) error {
			s := states[0]
			naming, err := pegs.naming(s.N())
			if err != nil {
				return err
			}
			a := rankAnswer{Line: line, Disks: s.N(), State: s}
			k, err := s.Rank(naming)
			words := fmt.Sprint(k)
			var off *hanoi.OffPathError
			switch {
			case err == nil:
				a.OnPath, a.Move = true, &k
			case errors.As(err, &off) && (line > 0 || *asJSON):
				a.Disk, a.FromStart, a.ToEnd = off.Disk, &off.FromStart, &off.ToEnd
				words = off.Error()
				failed = failure{status: exitFailed}
			default:
				return err
			}
			return printAnswer(w, *asJSON, a, words)
		})
		return cmp.Or(err, failed)
	}
	return c
}
