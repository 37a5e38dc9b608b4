package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/osfile"
	"github.com/hanoigen/hanoi/internal/sink"
)

// outputFlags say where output is written.
type outputFlags struct {
	flags         *pflag.FlagSet
	file          string // "-" is standard output
	force, resume bool
	resumable     bool // the command has --resume and --format
}

const overwrite = "overwrite an output file that is not empty" // what --force does

func (f *outputFlags) addTo(c *cobra.Command, force string) {
	f.flags = c.Flags()
	f.flags.StringVarP(&f.file, "output", "o", "-", "the `file` to write; - is standard output")
	f.flags.BoolVar(&f.force, "force", false, force)
	must.Do(c.RegisterFlagCompletionFunc("output", fileNames))
}

// An output is where a command writes.
type output struct {
	sink *sink.Output
	name string // for messages
}

// openUntil opens the output, or gives up after a signal: a FIFO may never have a reader.
func (f *outputFlags) openUntil(ctx context.Context, binary bool, options sink.Options) (*output, error) {
	if f.file != "-" {
		defer giveUp(ctx, func(cause error) error {
			return fmt.Errorf("%w before %s was open; give the same command again", cause, f.file)
		})()
	}
	return f.open(binary, options)
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
	out, err := &output{name: f.file}, error(nil)
	if f.file == "-" {
		out.name = "standard output"
		out.sink, err = sink.NewOutput(os.Stdout, options)
	} else {
		out.sink, err = sink.Open(f.file, mode, options)
	}
	resume, text := "", ""
	if f.resumable {
		resume, text = "--resume to continue it, ", "give -f text, "
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		err = exitKept.with(fmt.Errorf("%w; give %s--force to overwrite it, or another file", err, resume))
	case errors.Is(err, sink.ErrDevice):
		err = usagef("%w; give %s--force to overwrite what it holds, or another file", err, resume)
	case errors.Is(err, sink.ErrLocked):
		err = fmt.Errorf("%w; wait until that ends, or give another file with -o", err)
	case errors.Is(err, syscall.EMFILE):
		err = fmt.Errorf("%w; the limit on open files is too low: raise it with ulimit -n", err)
	case err != nil && f.file != "-":
		err = fmt.Errorf("%w; give another file with -o", err)
	case err != nil:
	case f.resume && !out.sink.Named && (out.sink.Regular || f.file == "-"):
		err = usagef("--resume needs a file to continue; give its own name with -o FILE")
	case binary && (f.file != "-" || !f.flags.Changed("output")) && isTerminal(out.sink.File):
		err = usagef("%s is a terminal, and this format is binary; %sredirect it, or insist with -o -", out.name, text)
	}
	if err != nil && out.sink != nil {
		out.sink.Close()
	}
	return out, err
}

// close closes the output. It returns err, the error of writing, or else the error of closing.
func (o *output) close(err error) error {
	closed := o.sink.Close()
	if err == nil && closed != nil {
		err = fmt.Errorf("%w; the contents of %s are unknown; write it again", closed, o.name)
	}
	return err
}

// print opens the output, prints to it, and closes it.
func (f *outputFlags) print(binary bool, print func(io.Writer) error) error {
	out, err := f.open(binary, sink.Options{})
	if err != nil {
		return err
	}
	if err = print(out); err == nil {
		err = out.sink.Sync()
	}
	return out.close(err)
}

// Write writes to the output. Its errors say what to do.
func (o *output) Write(b []byte) (int, error) {
	n, err := o.sink.Write(b)
	if err != nil {
		remedy := "make room"
		if osfile.TooLarge(err) {
			remedy = "raise the limit on a file's size (ulimit -f)"
		}
		if o.sink.Named {
			remedy += " and give --force"
		}
		err = fmt.Errorf("%w; %s, or give another file with -o", err, remedy)
	}
	return n, err
}

// isTerminal reports whether f is a terminal. It calls Fd only for character devices, because
// Fd may make a pipe blocking.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0 && term.IsTerminal(int(f.Fd()))
}
