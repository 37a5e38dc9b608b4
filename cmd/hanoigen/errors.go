package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/sink"
)

// exitStatus is the status of the process. As an error it has no text: the reason was already
// printed.
type exitStatus int

const (
	exitDone   exitStatus = iota
	exitFailed            // for all reasons but these:
	exitUsage             // the command line was wrong
	exitUnread            // the input to judge could not be read
	exitKept              // the output exists, or is not what --resume would continue
)

func (exitStatus) Error() string { return "" }

// with returns an error with this status and the text of err.
func (s exitStatus) with(err error) error { return fmt.Errorf("%w%w", s, err) }

func usagef(format string, args ...any) error { return exitUsage.with(fmt.Errorf(format, args...)) }

// problems are the kinds of errors that have their own status or remedy. An error that has a
// status already keeps it.
var problems = []struct {
	kind   error
	status exitStatus
	remedy string
}{
	{hanoi.ErrPeg, exitUsage, ""},
	{hanoi.ErrMove, exitUsage, ""},
	{hanoi.ErrState, exitUsage, ""},
	{hanoi.ErrFormat, exitUsage, ""},
	{sink.ErrDevice, exitUsage, "redirect standard output to it"},
	{sink.ErrDescriptor, exitUsage, "give the file's own name, or - for standard output"},
	{fs.ErrExist, exitKept, "give --force to overwrite it, or another file"},
	{sink.ErrResume, exitKept, "it is left as it is; give the flags it was made with, --force to overwrite it, or another file"},
	{sink.ErrLocked, exitFailed, "wait until that ends, or give another file with -o"},
	{sink.ErrMethod, exitFailed, "give --io auto"},
	{sink.ErrUncut, exitFailed, "give --force again"},
	{sink.ErrUnsafe, exitFailed, "write it again, to a disk that is sound"},
}

// outcome returns the exit status and the error to report, given the errors of the command, of
// printing to standard output and of closing it.
func outcome(err, printing, closing error) (exitStatus, error) {
	if printing != nil {
		return exitFailed, fmt.Errorf("%w; redirect standard output to where there is room", printing)
	}
	if closing != nil && (err == nil || err.Error() == "") {
		return exitFailed, fmt.Errorf("%w; the output may be incomplete: write it again", closing)
	}
	if s, known := errors.AsType[exitStatus](err); err == nil || known {
		return s, err
	}
	s, remedy := problem(err)
	if remedy != "" {
		err = fmt.Errorf("%w; %s", err, remedy)
	}
	return s, err
}

// problem returns the status and the remedy of an error.
func problem(err error) (exitStatus, string) {
	for _, p := range problems {
		if errors.Is(err, p.kind) {
			return p.status, p.remedy
		}
	}
	return exitFailed, ""
}

// say writes one line to standard error. Characters that are not printable are escaped as in Go.
// A newline, which joins errors, becomes a semicolon.
func say(words any) {
	q := strconv.Quote(fmt.Sprint(words))
	line := strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "; ").Replace(q[1 : len(q)-1])
	fmt.Fprintln(os.Stderr, "hanoigen:", line)
}
