package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/hanoigen/hanoi/internal/sink"
)

// outputFlags say where output is written.
type outputFlags struct {
	file          string // "" and "-" are standard output, and "-" may be a terminal
	force, resume bool
}

const overwrite = "overwrite an output file that is not empty" // what --force does

func (f *outputFlags) addTo(c *cobra.Command, force string) {
	c.Flags().StringVarP(&f.file, "output", "o", "", "the `file` to write (default: standard output, as with -)")
	c.Flags().BoolVar(&f.force, "force", false, force)
}

// An output is where a command writes.
type output struct {
	*sink.Output
	name string // for messages
}

// open opens the output. The contents of a file can be lost only with --force.
func (f *outputFlags) open(binary bool, options sink.Options) (*output, error) {
	mode := sink.New
	switch {
	case f.resume && f.force:
		return nil, usagef("--resume continues a file and --force overwrites it; give one of them")
	case f.resume:
		mode = sink.Resume
	case f.force:
		mode = sink.Overwrite
	}
	switch f.file {
	case "", "-", "/dev/stdout":
		return f.openStandard(binary, options)
	}
	o, err := sink.Open(f.file, mode, options)
	if _, remedy := problem(err); err != nil && remedy == "" {
		err = fmt.Errorf("%w; give another file with -o", err)
	}
	if err != nil {
		return nil, err
	}
	if binary && isTerminal(o.File) {
		o.Close()
		return nil, usagef("%s is a terminal, and this format is binary; redirect it, or insist with -o -", f.file)
	}
	return &output{o, f.file}, nil
}

func (f *outputFlags) openStandard(binary bool, options sink.Options) (*output, error) {
	switch {
	case f.resume:
		return nil, usagef("--resume needs a file to continue; give its own name with -o FILE")
	case binary && f.file == "" && isTerminal(os.Stdout):
		return nil, usagef("standard output is a terminal, and this format is binary; redirect it, or insist with -o -")
	}
	o, err := sink.NewOutput(os.Stdout, options)
	return &output{o, "standard output"}, err
}

// close closes the output, unless it is standard output, which main closes. It adds the error of
// closing to err, the error of writing.
func (o *output) close(err error) error {
	if o.File == os.Stdout {
		return err
	}
	return errors.Join(err, o.Close())
}

// print opens the output, prints to it, and closes it.
func (f *outputFlags) print(binary bool, print func(io.Writer) error) error {
	out, err := f.open(binary, sink.Options{})
	if err != nil {
		return err
	}
	if err = print(out); err == nil {
		err = out.Sync()
	}
	return out.close(err)
}

// isTerminal reports whether f is a terminal. It calls Fd only for character devices, because
// Fd may make a pipe blocking.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0 && term.IsTerminal(int(f.Fd()))
}
