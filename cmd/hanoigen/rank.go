package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
)

type rankAnswer struct {
	Line      int         `json:"line,omitempty"` // of standard input
	Disks     int         `json:"n"`
	State     hanoi.State `json:"state"`
	OnPath    bool        `json:"on_path"`
	Move      *uint64     `json:"move,omitempty"` // if on the path
	Disk      int         `json:"disk,omitempty"` // this and the next two: if off the path
	FromStart *uint64     `json:"from_start,omitempty"`
	ToEnd     *uint64     `json:"to_end,omitempty"`
}

func newRank() *cobra.Command {
	var flags solutionFlags
	c := newCommand("rank STATE", "Print the number of moves that lead to a state", arguments(1))
	flags.addPegsTo(c)
	asJSON := addJSON(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, err := flags.naming(1); err != nil {
			return err // once, not for each state
		}
		given, err := parseStates(args)
		if err != nil {
			return err
		}
		var failed error
		err = given.each(c.OutOrStdout(), func(w io.Writer, line int, states []hanoi.State) error {
			s := states[0]
			naming, err := flags.naming(s.N())
			if err != nil {
				return err
			}
			a := rankAnswer{Line: line, Disks: s.N(), State: s}
			k, err := s.Rank(naming)
			words := fmt.Sprint(k)
			off, isOff := errors.AsType[*hanoi.OffPathError](err)
			switch {
			case err == nil:
				a.OnPath, a.Move = true, &k
			case !isOff:
				return err
			case line > 0 || *asJSON:
				a.Disk, a.FromStart, a.ToEnd = off.Disk, &off.FromStart, &off.ToEnd
				words = off.Error()
				failed = exitFailed
			default:
				return exitFailed.with(off)
			}
			return printAnswer(w, *asJSON, a, words)
		})
		return cmp.Or(err, failed)
	}
	return c
}
