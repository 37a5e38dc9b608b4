// Hanoigen writes the moves of the optimal solution of the Tower of Hanoi, as
// fast as the operating system takes them, and answers questions about it.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
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
	out := new(printer)
	root := newRoot(out)
	parsed := false
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		parsed = true
		return emptyFlag(c)
	}

	err := root.Execute()
	if err != nil && !parsed { // cobra finds wrong command lines before it runs anything
		err = failure{exitUsage, err}
	}
	if stopped, ok := errors.AsType[*interrupted](err); ok { // a write may still wait for a reader
		say(err)
		dieOf(stopped.signal)
	}
	status, err := outcome(err, out.err, closeOutput())
	if err != nil {
		say(err)
	}
	return status
}

// outcome returns the status of a run that ended with err, and the error to report. There may
// be others, of printing to standard output and of closing it.
func outcome(err, printing, closing error) (int, error) {
	var f failure
	reported := errors.As(err, &f) && f.error == nil
	if closing != nil && (err == nil || reported) {
		printing = cmp.Or(printing, closing)
	}
	switch {
	case printing != nil:
		return exitFailed, fmt.Errorf("%w; redirect standard output to where there is room", printing)
	case err == nil:
		return exitDone, nil
	case reported:
		return f.status, nil
	case f.error != nil:
		return f.status, err
	case errors.Is(err, hanoi.ErrDisks), errors.Is(err, hanoi.ErrPeg), errors.Is(err, hanoi.ErrMove),
		errors.Is(err, hanoi.ErrState), errors.Is(err, hanoi.ErrFormat):
		return exitUsage, err // the library rejected an argument
	}
	return exitFailed, err
}

// closeOutput closes standard output: some file systems report only then what they could not
// write. Tests replace it.
var closeOutput = func() error {
	if err := os.Stdout.Close(); !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// say writes one line on standard error. Names of files may have any character.
func say(words any) { fmt.Fprintln(os.Stderr, "hanoigen:", printable(fmt.Sprint(words))) }

// printable returns s with Go's escapes for what is not printable.
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

func newCommand(use, short string, args cobra.PositionalArgs) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: args}
}

// fileNames makes shells complete the names of files, as they do nowhere else.
var fileNames = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)

// printer is standard output for commands that print a few lines. It keeps the first
// error, because cobra and callers of fmt drop errors.
type printer struct{ err error }

func (p *printer) Write(b []byte) (int, error) {
	n, err := os.Stdout.Write(b)
	p.err = cmp.Or(p.err, err)
	return n, err
}

// failure is the error of a run that ends with a status. The error is nil if the reason has
// been printed.
type failure struct {
	status int
	error
}

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

// openInput opens a file to read, or standard input if its name is "-". Call done to close it.
func openInput(name string) (in *os.File, done func(), err error) {
	if name == "-" {
		return os.Stdin, func() {}, nil
	}
	in, err = os.Open(name)
	return in, func() { in.Close() }, err
}

// bytesLeft returns the number of bytes left to read in a file, or −1 if it is not a
// regular file.
func bytesLeft(file *os.File) int64 {
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	at, _ := file.Seek(0, io.SeekCurrent)
	return max(0, info.Size()-at)
}
