package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
)

func newPath() *cobra.Command {
	flags, pegs, out := moveFlags{}, letters(false), writeFlags{}
	c := newCommand("path A B", "Write a shortest path from one state to another", arguments(2))
	flags.addTo(c, hanoi.Text)
	pegs.addTo(c, inTexts)
	direct := addDirect(c)
	length := c.Flags().Bool("length", false, "only the number of moves")
	out.addTo(c)

	reader := func(ends []hanoi.State) (*hanoi.Reader, error) {
		route, err := pathBetween(ends[0], ends[1], *direct)
		if err != nil {
			return nil, err
		}
		return route.Reader(flags.format, flags.options(route.Len(), pegs)...)
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if *length && out.to.resume {
			return usagef("--resume continues the moves of a path, and --length writes none; give one of them")
		}
		given, err := parseStates(args)
		if err != nil {
			return err
		}
		if given.toRead >= 0 && !*length {
			return usagef("a state on standard input needs --length; give both states as arguments")
		}
		if given.toRead >= 0 {
			return out.to.print(false, func(w io.Writer) error {
				return given.each(w, func(w io.Writer, _ int, ends []hanoi.State) error {
					r, err := reader(ends)
					if err == nil {
						_, err = fmt.Fprintln(w, r.Moves())
					}
					return err
				})
			})
		}
		r, err := reader(given.all)
		if err != nil {
			return err // before there is a file
		}
		if *length {
			return out.to.print(false, func(w io.Writer) error {
				_, err := fmt.Fprintln(w, r.Moves())
				return err
			})
		}
		return out.write(r)
	}
	return c
}
