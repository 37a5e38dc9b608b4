package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/picture"
)

func newDraw() *cobra.Command {
	c := newCommand("draw", "Draw a state, a path, or the graph of all states", arguments(0))
	c.RunE = func(c *cobra.Command, _ []string) error {
		return usagef("draw needs state, path or graph; '%s --help' shows examples", c.CommandPath())
	}
	c.AddCommand(newDrawState(), newDrawPath(), newDrawGraph())
	return c
}

func newDrawState() *cobra.Command {
	pegs, out := letters(false), outputFlags{}
	c := newCommand("state STATE", "Draw the disks of a state on their pegs", arguments(1))
	pegs.addTo(c, "")
	out.addTo(c, overwrite)
	c.RunE = func(_ *cobra.Command, args []string) error {
		s, err := hanoi.ParseState(args[0])
		if err != nil {
			return err
		}
		return out.draw(false, func(w io.Writer) error { return picture.State(w, s, picture.Options{Letters: bool(pegs)}) })
	}
	return c
}

func newDrawPath() *cobra.Command {
	pegs, out := letters(false), outputFlags{}
	c := newCommand("path A B", "Draw the moves of a shortest path as an animation", arguments(2))
	direct := addDirect(c)
	pegs.addTo(c, "")
	gif := c.Flags().Bool("gif", false, "an animated GIF instead, of at most 8 disks")
	out.addTo(c, overwrite)
	c.RunE = func(_ *cobra.Command, args []string) error {
		r, err := parsePath(args[0], args[1], *direct)
		if err != nil {
			return err
		}
		o := picture.Options{Letters: bool(pegs)}
		if *gif {
			return out.draw(true, func(w io.Writer) error { return picture.PathGIF(w, r, o) })
		}
		return out.draw(false, func(w io.Writer) error {
			err := picture.Path(w, r, o)
			if errors.Is(err, picture.ErrLarge) {
				err = fmt.Errorf("%w: hanoigen draw graph -n %d --path A B", err, r.StateAt(0).N())
			}
			return err
		})
	}
	return c
}

func newDrawGraph() *cobra.Command {
	var (
		flags solutionFlags
		from  string // state A of --path A B
		o     picture.GraphOptions
		out   outputFlags
	)
	c := newCommand("graph -n N [--path A B]", "Draw the graph of all states, and paths in it", func(c *cobra.Command, args []string) error {
		if c.Flags().Changed("path") {
			return arguments(1)(c, args) // B
		}
		return arguments(0)(c, args)
	})
	flags.addTo(c, "")
	c.Flags().StringVar(&from, "path", "", "draw the shortest path `A B`, or both if there are two")
	direct := addDirect(c)
	c.Flags().BoolVar(&o.Solution, "solution", false, "draw the solution, from --from to --to")
	state := c.Flags().String("state", "", "mark a `state`; with --solution, show whether the\nsolution passes it")
	out.addTo(c, overwrite)
	c.RunE = func(_ *cobra.Command, args []string) error {
		n, naming, err := flags.parsed()
		if err != nil {
			return err
		}
		if from != "" {
			if o.Path, err = parsePath(from, args[0], *direct); err != nil {
				return err
			}
		} else if *direct {
			return usagef("--direct is a kind of path; give --path A B too")
		}
		if !o.Solution && (flags.from.Given || flags.to.Given) {
			return usagef("--from and --to choose the solution to draw; give --solution too")
		}
		o.Naming, o.Letters = naming, bool(flags.pegs)
		if *state != "" {
			if o.State, err = hanoi.ParseState(*state); err != nil {
				return err
			}
		}
		return out.draw(false, func(w io.Writer) error { return picture.Graph(w, n, o) })
	}
	return c
}

// draw writes a picture. The output is opened only if drawing succeeds.
func (f *outputFlags) draw(binary bool, picture func(io.Writer) error) error {
	var b bytes.Buffer
	if err := picture(&b); err != nil {
		return usagef("%w", err)
	}
	return f.print(binary, func(w io.Writer) error {
		_, err := w.Write(b.Bytes())
		return err
	})
}
