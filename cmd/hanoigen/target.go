package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/hanoigen/hanoi"
)

// targetFlags is the flags that say where output goes.
type targetFlags struct {
	flags         *pflag.FlagSet
	output        string
	force, resume bool
}

func (f *targetFlags) addTo(flags *pflag.FlagSet) {
	f.flags = flags
	flags.StringVarP(&f.output, "output", "o", "-", "the `file` to write; - is standard output")
	flags.BoolVar(&f.force, "force", false, "overwrite an output file that has something in it")
}

// addResumeTo adds --resume, for commands whose flags determine every byte.
func (f *targetFlags) addResumeTo(flags *pflag.FlagSet) {
	flags.BoolVar(&f.resume, "resume", false, "continue a partial output file, after a look at its last MiB (verify looks at all of it)")
}

// target is where output goes.
type target struct {
	*hanoi.Output
	name     string // for messages
	resumed  int64  // how much of the stream the file had before
	compared int64  // how much of that was compared

	line commandLine // what was called
}

// open opens the output. Only with --force may the contents of a file be lost.
func (f *targetFlags) open(binary bool) (*target, error) {
	named := f.output != "-"
	switch {
	case f.resume && f.force:
		return nil, usagef("--resume continues a file and --force overwrites it; give one of them")
	case f.resume && !named:
		return nil, usagef("--resume needs a file to continue; name it with -o FILE")
	}
	t, err := &target{name: "standard output"}, error(nil)
	if !named {
		t.Output, err = hanoi.NewOutput(os.Stdout)
	} else {
		t.name = f.output
		t.Output, err = hanoi.OpenOutput(f.output, f.mode())
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		remedy := "--force to overwrite it, or another file"
		if f.flags.Lookup("resume") != nil {
			remedy = "--resume to continue it, " + remedy
		}
		return nil, fmt.Errorf("%w; give %s", err, remedy)
	case errors.Is(err, hanoi.ErrLocked):
		return nil, fmt.Errorf("%w; wait until that ends, or give another file with -o", err)
	case err != nil && named:
		return nil, fmt.Errorf("%w; give another file with -o", err)
	case err != nil:
		return nil, err
	}
	switch {
	case f.resume && t.Regular() && !t.Named():
		err = usagef("--resume needs a file to continue, and %s is a descriptor; give the file's own name", t.name)
	case binary && (named || !f.flags.Changed("output")) && isTerminal(t.File()):
		remedy := "redirect it, or insist with -o -"
		if f.flags.Lookup("format") != nil {
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

func (f *targetFlags) mode() hanoi.OpenMode {
	switch {
	case f.force:
		return hanoi.OpenOverwrite
	case f.resume:
		return hanoi.OpenResume
	}
	return hanoi.OpenNew
}

// print opens the output and calls print with a writer to it. With --force, a file is
// emptied when its first byte can be written, or by nothing.
func (f *targetFlags) print(binary bool, print func(io.Writer) error) error {
	t, err := f.open(binary)
	if err != nil {
		return err
	}
	again := "make room" // how to try again
	err = print(writerFunc(func(b []byte) (n int, err error) {
		if err = t.Empty(); err == nil {
			n, err = t.File().Write(b)
		}
		if n > 0 && t.Named() && !f.force {
			again = "make room and overwrite it with --force"
		}
		if err != nil {
			err = fmt.Errorf("%w; %s, or give another file with -o", err, again)
		}
		return n, err
	}))
	if err == nil {
		err = t.Empty()
	}
	if err == nil {
		err = t.Sync()
	}
	if closed := t.Close(); err == nil && closed != nil {
		err = fmt.Errorf("%w; what %s has is not certain: begin again", closed, t.name)
	}
	return err
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// isTerminal reports whether f is a terminal. It calls Fd for character devices alone,
// since Fd may put a pipe into blocking mode.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0 && term.IsTerminal(int(f.Fd()))
}

// resume moves r and the file to the end of the file, if the file is the beginning of
// r. An output that is no regular file is not resumed, but begun.
func (t *target) resume(r *hanoi.Reader) error {
	has, err := t.Resume(r)
	if errors.Is(err, hanoi.ErrResume) {
		return fmt.Errorf("%s is left as it is: %w; give the flags it was made with, --force to overwrite it, or another file",
			t.name, err)
	}
	t.resumed, t.compared = has, min(has, hanoi.ResumeBytes)
	return err
}

// left adds to the error of an unfinished run how many bytes of r the output has, and
// how to go on. If that is not sure, the output may have got more.
func (t *target) left(err error, r *hanoi.Reader, bytes int64, sure bool) error {
	has := fmt.Sprintf("%d bytes (%d moves)", bytes, moves(r, bytes))
	if !t.Regular() {
		return fmt.Errorf("%w after %s; %s", err, has, t.rest(r, bytes, sure))
	}
	file, ok := t.path(bytes)
	if !ok || errors.Is(err, hanoi.ErrSync) {
		return fmt.Errorf("%w; %s got %s; begin again", err, t.name, has)
	}
	line, ok := t.line.again(map[string]bool{"output": true, "force": true, "resume": true}, "--resume", "-o", file)
	if !ok {
		return fmt.Errorf("%w; %q has %s; continue with the same flags, --resume, and -o with that name", err, file, has)
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w; %s has %s; make it writable, and continue with: %s", err, file, has, line)
	}
	return fmt.Errorf("%w; %s has %s; continue with: %s", err, file, has, line)
}

// rest says how to go on with an output that is no regular file and got so many bytes
// of r, if that is sure.
func (t *target) rest(r *hanoi.Reader, bytes int64, sure bool) string {
	const again = "a stream cannot be resumed: begin again, or write to a file"
	next, start := r.Locate(bytes)
	first, _ := r.Locate(r.HeaderLen())
	if header := r.Format() == hanoi.CSV || r.Format() == hanoi.NPY; !sure || bytes == 0 || header {
		return again // the rest would have a header, too
	}
	line, ok := t.line.again(map[string]bool{"start": true, "count": true, "shard": true, "force": true, "resume": true},
		"--start", fmt.Sprint(next), "--count", fmt.Sprint(r.Moves()-(next-first)))
	if !ok {
		return again
	}
	if start < bytes {
		return fmt.Sprintf("drop the last %d bytes and continue with: %s", bytes-start, line)
	}
	return "continue with: " + line
}

// moves returns how many whole records are in the first so many bytes of r.
func moves(r *hanoi.Reader, bytes int64) uint64 {
	next, _ := r.Locate(max(bytes, r.HeaderLen()))
	first, _ := r.Locate(r.HeaderLen())
	return next - first
}

// path returns the name of the output, and whether that name leads to the same
// file, with so many bytes.
func (t *target) path(bytes int64) (string, bool) {
	name := t.name
	if !t.Named() {
		name, _ = os.Readlink(fmt.Sprintf("/proc/self/fd/%d", t.File().Fd()))
	}
	there, err := os.Stat(name)
	if err != nil {
		return "", false
	}
	info, err := t.File().Stat()
	return name, err == nil && info.Size() == bytes && os.SameFile(info, there)
}
