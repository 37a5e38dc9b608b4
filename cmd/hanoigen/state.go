package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
)

func newState() *cobra.Command {
	flags, k := solutionFlags{}, number.Value{Max: math.MaxUint64}
	c := newCommand("state -n N -k K", "Show where the disks are after K moves", arguments(0))
	flags.addTo(c, "")
	c.Flags().VarP(&k, "moves", "k", "the `number` of moves made, 0 to 2^N-1 (required)")
	asDigit := c.Flags().Bool("string", false, "one digit per disk: its peg, the largest disk first")
	asJSON := addJSON(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		n, naming, err := flags.parsed()
		if err != nil {
			return err
		}
		if !k.Given {
			return usagef("-k is required: the moves made, 0 to 2^%d-1", n)
		}
		s, err := hanoi.StateAt(n, k.N, naming)
		if err != nil {
			return err
		}
		a := stateAnswer{n, k.N, s, [3][]int{{}, {}, {}}} // not null
		lines := []string{flags.pegs.peg(0) + "|", flags.pegs.peg(1) + "|", flags.pegs.peg(2) + "|"}
		for disk := n; disk > 0; disk-- {
			peg := s.Peg(disk)
			a.Pegs[peg] = append(a.Pegs[peg], disk)
			lines[peg] += fmt.Sprintf(" %d", disk)
		}
		words := strings.Join(lines, "\n")
		switch {
		case *asDigit && *asJSON:
			return usagef("--json contains the state as --string prints it; give one of them")
		case *asDigit:
			words = flags.pegs.state(s)
		}
		return printAnswer(c.OutOrStdout(), *asJSON, a, words)
	}
	return c
}

type stateAnswer struct {
	Disks int         `json:"n"`
	Move  uint64      `json:"move"`
	State hanoi.State `json:"state"`
	Pegs  [3][]int    `json:"pegs"` // from the bottom up
}
