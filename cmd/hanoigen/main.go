// Hanoigen writes the moves of the optimal solution of the Tower of Hanoi, as
// fast as the operating system takes them, and answers questions about it.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer"
)

// The exit statuses.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2 // the command line was wrong
	exitUnread = 3 // what is to be judged could not be read
)

func main() { os.Exit(run()) }

func run() int {
	out := &output{file: os.Stdout}
	root := newRoot(out)
	parsed := false
	root.PersistentPreRun = func(*cobra.Command, []string) { parsed = true }

	err := root.Execute()
	// cobra finds errors of the command line before it runs anything.
	status := exitFailed
	var f failure
	if stopped := errors.As(err, new(*interrupted)); !stopped { // else a write may still be waiting
		closed := closeOutput()
		if silent := err == nil || errors.As(err, &f) && f.error == nil; silent && !errors.Is(closed, errors.ErrUnsupported) {
			out.err = cmp.Or(out.err, closed)
		}
	}
	switch {
	case out.err != nil:
		err = fmt.Errorf("%w; redirect standard output to where there is room", out.err)
	case err == nil:
		return exitDone
	case errors.As(err, &f) && f.error == nil:
		return f.status
	case errors.As(err, &f):
		status = f.status
	case !parsed, isArgument(err):
		status = exitUsage
	}
	say(err)
	if stopped, ok := errors.AsType[*interrupted](err); ok {
		dieOf(stopped.signal)
	}
	return status
}

// closeOutput closes standard output: some file systems report only then that they could
// not keep what was written. Tests replace it.
var closeOutput = func() error { return os.Stdout.Close() }

// say writes one line on standard error. The name of a file may have any character.
func say(words any) { fmt.Fprintln(os.Stderr, "hanoigen:", printable(fmt.Sprint(words))) }

// printable returns s with escapes of Go for what is not printable.
func printable(s string) string {
	q := strconv.Quote(s)
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(q[1 : len(q)-1])
}

func newRoot(out io.Writer) *cobra.Command {
	root := newGenerate()
	root.SetOut(out)
	root.Version = thisBuild().String()
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newVerify(), newState(), newRank(), newPath(), newDraw(), newCheck(), newNext(), newInstances(), newInfo(), newMan())
	addTopics(root)

	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	help, _, _ := root.Find([]string{"help"})
	help.Args = func(_ *cobra.Command, args []string) error {
		if c, rest, _ := root.Find(args); len(rest) > 0 {
			return unknownCommand(c, rest[0]) // cobra would answer with status 0
		}
		return nil
	}
	completion, _, _ := root.Find([]string{"completion"})
	completion.Use += " bash|fish|powershell|zsh"
	completion.DisableFlagsInUseLine = true
	completion.Args = arguments(0)
	completion.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	return root
}

// fileNames makes shells complete the names of files, as they do nowhere else.
var fileNames = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)

// output is standard output for commands that print a few lines. It keeps the first
// error, since cobra and callers of fmt drop errors.
type output struct {
	file *os.File
	err  error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.file.Write(p)
	o.err = cmp.Or(o.err, err)
	return n, err
}

// failure is an error and the status of a run that ends by it. The error is nil if the run
// has already said why.
type failure struct {
	status int
	error
}

// usagef returns an error in the command line.
func usagef(format string, args ...any) error {
	return failure{exitUsage, fmt.Errorf(format, args...)}
}

// unread returns the error of a command that could not read what it has to judge.
func unread(err error) error {
	remedy := "name an input that can be read"
	if errors.Is(err, answer.ErrTooLong) {
		remedy = "give a larger --max-bytes"
	}
	return failure{exitUnread, fmt.Errorf("%w; %s", err, remedy)}
}

// openInput opens a file to read, or standard input if its name is "-". Done closes it.
func openInput(name string) (in *os.File, done func(), err error) {
	if name == "-" {
		return os.Stdin, func() {}, nil
	}
	in, err = os.Open(name)
	return in, func() { in.Close() }, err
}

// bytesLeft returns how many bytes of a file are left to read, or −1 if it is not a
// regular file.
func bytesLeft(file *os.File) int64 {
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	at, _ := file.Seek(0, io.SeekCurrent)
	return max(0, info.Size()-at)
}

// isArgument reports whether the library refused an argument.
func isArgument(err error) bool {
	refused := []error{hanoi.ErrDisks, hanoi.ErrPeg, hanoi.ErrMove, hanoi.ErrState, hanoi.ErrFormat}
	return slices.ContainsFunc(refused, func(argument error) bool { return errors.Is(err, argument) })
}
