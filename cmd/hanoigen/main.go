// Hanoigen writes the moves of the optimal solution of the Tower of Hanoi, as fast as the
// operating system takes them, and answers questions about it.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/internal/osfile"
)

func main() { os.Exit(run()) }

func run() int {
	out := new(printer)
	err := execute(out, os.Args[1:])
	status, err := outcome(err, out.err, closeOutput())
	if err != nil && err.Error() != "" {
		say(err)
	}
	return int(status)
}

// closeOutput closes standard output, because some file systems report write errors only then.
// Tests replace it.
var closeOutput = func() error { return os.Stdout.Close() }

// execute runs the command line. Making all commands takes as long as a short run. So if the first
// argument is a flag, they are made only if the main command rejects the line or shows its help.
func execute(out io.Writer, args []string) error {
	root, isAccepted := newGenerate(), false
	root.SetOut(out)
	root.SetArgs(args)
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		isAccepted = true
		return checkFlags(c)
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		root.SetHelpFunc(func(*cobra.Command, []string) {})
		if err := root.Execute(); isAccepted {
			return err
		}
		root.SetHelpFunc(nil)
	}
	addCommands(root)
	err := root.Execute()
	if err != nil && !isAccepted {
		err = exitUsage.with(err)
	}
	return err
}

func addCommands(root *cobra.Command) {
	root.AddCommand(newVerify(), newState(), newRank(), newPath(), newDraw(), newCheck(), newNext(), newInstances(), newInfo())

	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Args = func(_ *cobra.Command, args []string) error {
		if c, rest, _ := root.Find(args); len(rest) > 0 {
			return unknownCommand(c, rest[0]) // cobra would exit with status 0
		}
		return nil
	}
	root.InitDefaultCompletionCmd()
	root.CompletionOptions.DisableDefaultCmd = true // cobra would add it again
	completion, _, _ := root.Find([]string{"completion"})
	completion.Use += " bash|fish|powershell|zsh"
	completion.DisableFlagsInUseLine = true
	completion.Args = arguments(0)
	completion.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	addHelp(root)
}

func newCommand(use, short string, args cobra.PositionalArgs) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: args}
}

// printer is standard output. It keeps the first error, because cobra and callers of fmt drop
// errors.
type printer struct{ err error }

func (p *printer) Write(b []byte) (int, error) {
	n, err := os.Stdout.Write(b)
	p.err = cmp.Or(p.err, err)
	return n, err
}

// unread returns the error of a command that could not read the input to judge.
func unread(err error) error {
	remedy := "name an input that can be read"
	if errors.Is(err, answer.ErrTooLong) {
		remedy = "give a larger --max-bytes"
	}
	return exitUnread.with(fmt.Errorf("%w; %s", err, remedy))
}

// openInput opens a file, or standard input for "-". The caller calls done to close it.
func openInput(name string) (in *os.File, done func(), err error) {
	if name == "-" {
		if osfile.IsClosed(os.Stdin) {
			err = &fs.PathError{Op: "read", Path: "standard input", Err: errors.New("it is closed, or the null device")}
		}
		return os.Stdin, func() {}, err
	}
	in, err = os.Open(name)
	return in, func() { in.Close() }, err
}

// apart returns an error if a file, or standard input for "-", is also the output: the
// command would read its own output, or overwrite what it has yet to read.
func apart(name string, out io.Writer) error {
	target := os.Stdout
	if o, ok := out.(*output); ok {
		target = o.File
	}
	from, err := os.Stat(name)
	if name == "-" {
		from, err = os.Stdin.Stat()
		name = "standard input"
	}
	to, errTo := target.Stat()
	if cmp.Or(err, errTo) == nil && from.Mode().IsRegular() && os.SameFile(from, to) {
		return fmt.Errorf("%s is also the output; write to another file", name)
	}
	return nil
}
