package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
)

func newState() *cobra.Command {
	solution, k := solution{}, number.Value{Max: math.MaxUint64}
	c := newCommand("state -n N -k K", "Show where the disks are after K moves", arguments(0))
	solution.addTo(c)
	c.Flags().VarP(&k, "moves", "k", "the `number` of moves made, 0 to 2^N-1 (required)")
	asDigit := c.Flags().Bool("string", false, "one digit per disk: its peg, the largest disk first")
	asJSON := addJSON(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		n, naming, err := solution.parsed()
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
		lines := []string{"0|", "1|", "2|"}
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
			words = s.String()
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
	var solution solution
	c := newCommand("rank STATE", "Print the number of moves that lead to a state", arguments(1))
	solution.addPegsTo(c)
	asJSON := addJSON(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, err := solution.naming(1); err != nil {
			return err // of all states alike
		}
		given, err := parseStates(args)
		if err != nil {
			return err
		}
		var failed error
		err = given.each(c.OutOrStdout(), func(w io.Writer, line int, states []hanoi.State) error {
			s := states[0]
			naming, err := solution.naming(s.N())
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

type nextAnswer struct {
	Left  uint64     `json:"left"`
	Moves [][3]uint8 `json:"moves"` // disk, from, to
}

func newNext() *cobra.Command {
	c := newCommand("next A B", "Print the distance between two states and the first move", arguments(2))
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
