package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/sink"
)

// target is where output goes.
type target struct {
	flags         *pflag.FlagSet
	file          string // that the flags name; - is standard output
	force, resume bool
	resumable     bool // there is --resume, and --format

	*sink.Output        // nil until it is open
	name         string // for messages
}

func (t *target) addTo(cmd *cobra.Command) {
	t.flags = cmd.Flags()
	t.flags.StringVarP(&t.file, "output", "o", "-", "the `file` to write; - is standard output")
	t.flags.BoolVar(&t.force, "force", false, "overwrite an output file that is not empty")
	must.Do(cmd.RegisterFlagCompletionFunc("output", fileNames))
}

// open opens the output. Only with --force may the contents of a file be lost. After an
// error it may be open, too.
func (t *target) open(binary bool) (err error) {
	named, mode := t.file != "-", sink.New
	switch {
	case t.file == "":
		return usagef("-o is empty; leave it out, or give it a value")
	case t.resume && t.force:
		return usagef("--resume continues a file and --force overwrites it; give one of them")
	case t.resume:
		mode = sink.Resume
	case t.force:
		mode = sink.Overwrite
	}
	if named {
		t.name = t.file
		t.Output, err = sink.Open(t.file, mode)
	} else {
		t.name = "standard output"
		t.Output, err = sink.NewOutput(os.Stdout)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		remedy := "--force to overwrite it, or another file"
		if t.resumable {
			remedy = "--resume to continue it, " + remedy
		}
		return fmt.Errorf("%w; give %s", err, remedy)
	case errors.Is(err, sink.ErrLocked):
		return fmt.Errorf("%w; wait until that ends, or give another file with -o", err)
	case err != nil && named:
		return fmt.Errorf("%w; give another file with -o", err)
	case err != nil:
		return err
	case t.resume && !t.Named && (t.Regular || !named):
		return usagef("--resume needs a file to continue; give its own name with -o FILE")
	case binary && (named || !t.flags.Changed("output")) && isTerminal(t.File):
		remedy := "redirect it, or insist with -o -"
		if t.resumable {
			remedy = "give -f text, " + remedy
		}
		return usagef("%s is a terminal, and this format is binary; %s", t.name, remedy)
	}
	return nil
}

// with opens the output, calls write, and closes the output. If the context ends before it
// is open, that ends it: a FIFO may never have a reader.
func (t *target) with(ctx context.Context, binary bool, write func() error) error {
	opened := make(chan error, 1)
	go func() { opened <- t.open(binary) }()
	select {
	case <-ctx.Done():
		return fmt.Errorf("%w before %s was open; give the same command again", context.Cause(ctx), t.file)
	case err := <-opened:
		if t.Output == nil {
			return err
		}
		if err == nil {
			err = write()
		}
		if closed := t.Close(); err == nil && closed != nil {
			err = fmt.Errorf("%w; the contents of %s are unknown; write it again", closed, t.name)
		}
		return err
	}
}

// print calls print with a writer to the output.
func (t *target) print(binary bool, print func(io.Writer) error) error {
	return t.with(context.Background(), binary, func() error {
		if err := print(t); err != nil {
			return err
		}
		return t.Sync()
	})
}

// Write writes to the output. Its errors say what to do.
func (t *target) Write(b []byte) (int, error) {
	n, err := t.Output.Write(b)
	if err != nil {
		remedy := "make room"
		if t.Named {
			remedy += " and give --force"
		}
		err = fmt.Errorf("%w; %s, or give another file with -o", err, remedy)
	}
	return n, err
}

// isTerminal reports whether f is a terminal. It calls Fd for character devices alone,
// since Fd may put a pipe into blocking mode.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0 && term.IsTerminal(int(f.Fd()))
}
