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

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/block"
	"github.com/hanoigen/hanoi/internal/sink"
)

// targetFlags is the flags that say where output goes.
type targetFlags struct {
	flags         *pflag.FlagSet
	output        string
	force, resume bool
}

func (f *targetFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.flags = flags
	flags.StringVarP(&f.output, "output", "o", "-", "the `file` to write; - is standard output")
	flags.BoolVar(&f.force, "force", false, "overwrite an output file that has something in it")
	must(cmd.RegisterFlagCompletionFunc("output", fileNames))
}

// addResumeTo adds --resume, for commands whose flags determine every byte.
func (f *targetFlags) addResume() {
	f.flags.Lookup("force").Usage += ", and write as far as the space goes"
	f.flags.BoolVar(&f.resume, "resume", false, "continue a partial output file, after a look at its last MiB (verify looks at all of it)")
}

// target is where output goes.
type target struct {
	*sink.Output
	name     string // for messages
	asked    *targetFlags
	resumed  int64 // how much of the stream the file had before
	compared int64 // how much of that was compared
}

// open opens the output. Only with --force may the contents of a file be lost.
func (f *targetFlags) open(binary bool) (*target, error) {
	named, mode := f.output != "-", sink.New
	switch {
	case f.resume && f.force:
		return nil, usagef("--resume continues a file and --force overwrites it; give one of them")
	case f.resume && !named:
		return nil, usagef("--resume needs a file to continue; name it with -o FILE")
	case f.resume:
		mode = sink.Resume
	case f.force:
		mode = sink.Overwrite
	}
	t, err := &target{name: "standard output", asked: f}, error(nil)
	if !named {
		t.Output, err = sink.NewOutput(os.Stdout)
	} else {
		t.name = f.output
		t.Output, err = sink.Open(f.output, mode)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		remedy := "--force to overwrite it, or another file"
		if f.flags.Lookup("resume") != nil && !f.flags.Changed("length") {
			remedy = "--resume to continue it, " + remedy
		}
		return nil, fmt.Errorf("%w; give %s", err, remedy)
	case errors.Is(err, sink.ErrLocked):
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

// print opens the output and calls print with a writer to it.
func (f *targetFlags) print(binary bool, print func(io.Writer) error) error {
	t, err := f.open(binary)
	if err != nil {
		return err
	}
	w := &printer{t.Output}
	if err = print(w); err == nil {
		err = t.Sync()
	}
	if closed := t.Close(); err == nil && closed != nil {
		err = t.uncertain(closed)
	}
	return err
}

// printer is a writer whose errors say what to do.
type printer struct{ *sink.Output }

func (p *printer) Write(b []byte) (int, error) {
	n, err := p.Output.Write(b)
	if err != nil {
		remedy := "make room"
		if p.Named() {
			remedy += " and give --force"
		}
		err = fmt.Errorf("%w; %s, or give another file with -o", err, remedy)
	}
	return n, err
}

// uncertain adds to the error of closing a file that its bytes may be lost.
func (t *target) uncertain(err error) error {
	return fmt.Errorf("%w; what %s has is not certain: begin again", err, t.name)
}

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
	if errors.Is(err, sink.ErrResume) {
		return fmt.Errorf("%s is left as it is: %w; give the flags it was made with, --force to overwrite it, or another file",
			t.name, err)
	}
	t.resumed, t.compared = has, min(has, sink.Compared)
	return err
}

// left adds to the error of an unfinished run how many bytes of r the output has, and
// how to go on. If that is not sure, the output may have got more.
func (t *target) left(err error, r *hanoi.Reader, bytes int64, sure bool) error {
	has := fmt.Sprintf("%d bytes (%d moves)", bytes, moves(r, bytes))
	if !t.Regular() {
		return fmt.Errorf("%w after %s; %s", err, has, t.rest(r, bytes, sure))
	}
	file, ok := t.Path(bytes)
	switch {
	case !ok || errors.Is(err, sink.ErrSync):
		return fmt.Errorf("%w; %s got %s; begin again", err, t.name, has)
	case errors.Is(err, fs.ErrPermission):
		has += "; make it writable, and"
	default:
		has += ";"
	}
	return fmt.Errorf("%w; %s has %s continue with: %s", err, file, has, t.resuming(os.Args, file))
}

// rest says how to go on with an output that is no regular file and got so many bytes
// of r, if that is sure.
func (t *target) rest(r *hanoi.Reader, bytes int64, sure bool) string {
	if header := block.Format(r.Format()).HeaderIn(0); !sure || bytes == 0 || header {
		return "a stream cannot be resumed: begin again, or write to a file" // the rest would have a header, too
	}
	next, start := r.Locate(bytes)
	text := fmt.Sprintf("go on with --start %d --count %d", next, r.Moves()-moves(r, bytes))
	if f := t.asked.flags.Lookup("shard"); f != nil && f.Changed {
		text += ", without --shard"
	}
	if start < bytes {
		text = fmt.Sprintf("drop the last %d bytes and %s", bytes-start, text)
	}
	return text
}

// moves returns how many whole records are in the first so many bytes of r.
func moves(r *hanoi.Reader, bytes int64) uint64 {
	next, _ := r.Locate(max(bytes, r.HeaderLen()))
	first, _ := r.Locate(r.HeaderLen())
	return next - first
}
