package main

import (
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

// targetFlags is the flags that say where output goes.
type targetFlags struct {
	flags         *pflag.FlagSet
	output        string
	force, resume bool
	resumable     bool // there is --resume, and --format
}

func (f *targetFlags) addTo(cmd *cobra.Command) {
	f.flags = cmd.Flags()
	f.flags.StringVarP(&f.output, "output", "o", "-", "the `file` to write; - is standard output")
	f.flags.BoolVar(&f.force, "force", false, "overwrite an output file that is not empty")
	must.Do(cmd.RegisterFlagCompletionFunc("output", fileNames))
}

// target is where output goes.
type target struct {
	*sink.Output
	name    string // for messages
	asked   *targetFlags
	resumed int64 // how much of the stream the file had before
}

// open opens the output. Only with --force may the contents of a file be lost.
func (f *targetFlags) open(binary bool) (*target, error) {
	named, mode := f.output != "-", sink.New
	switch {
	case f.resume && f.force:
		return nil, usagef("--resume continues a file and --force overwrites it; give one of them")
	case f.resume:
		mode = sink.Resume
	case f.force:
		mode = sink.Overwrite
	}
	t, err := &target{name: "standard output", asked: f}, error(nil)
	if named {
		t.name = f.output
		t.Output, err = sink.Open(f.output, mode)
	} else {
		t.Output, err = sink.NewOutput(os.Stdout)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		remedy := "--force to overwrite it, or another file"
		if f.resumable {
			remedy = "--resume to continue it, " + remedy
		}
		return nil, fmt.Errorf("%w; give %s", err, remedy)
	case errors.Is(err, sink.ErrLocked):
		return nil, fmt.Errorf("%w; wait until that ends, or give another file with -o", err)
	case err != nil && named:
		return nil, fmt.Errorf("%w; give another file with -o", err)
	case err != nil:
		return nil, err
	case f.resume && !t.Named && (t.Regular || !named):
		err = usagef("--resume needs a file to continue; give its own name with -o FILE")
	case binary && (named || !f.flags.Changed("output")) && isTerminal(t.File):
		remedy := "redirect it, or insist with -o -"
		if f.resumable {
			remedy = "give -f text, " + remedy
		}
		err = usagef("%s is a terminal, and this format is binary; %s", t.name, remedy)
	}
	if err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// with opens the output, calls write, and closes the output. A signal that comes before it
// is open ends it: a FIFO may never have a reader.
func (f *targetFlags) with(signals <-chan os.Signal, binary bool, write func(*target) error) error {
	var t *target
	opened := make(chan error, 1)
	go func() {
		var err error
		t, err = f.open(binary)
		opened <- err
	}()
	select {
	case err := <-opened:
		if err != nil {
			return err
		}
	case s := <-signals:
		return fmt.Errorf("%w before %s was open; give the same command again", &interrupted{s}, f.output)
	}
	err := write(t)
	if closed := t.Close(); err == nil && closed != nil {
		err = fmt.Errorf("%w; the contents of %s are unknown; write it again", closed, t.name)
	}
	return err
}

// print calls print with a writer to the output.
func (f *targetFlags) print(binary bool, print func(io.Writer) error) error {
	return f.with(nil, binary, func(t *target) error {
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
