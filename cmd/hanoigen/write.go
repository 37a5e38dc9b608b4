package main

import (
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/number"
	"github.com/hanoigen/hanoi/internal/sink"
)

// writeFlags say where and how a stream is written, and what is reported. All other flags
// determine the bytes of the stream: a run with --resume must repeat them.
type writeFlags struct {
	to       outputFlags
	method   sink.Method
	progress progress
	verbose  bool
}

func (f *writeFlags) addTo(c *cobra.Command) {
	f.to.addTo(c, overwrite+";\nwrite as far as the space goes")
	flags := c.Flags()
	flags.BoolVar(&f.to.resume, "resume", false, "continue a partial output file, after comparing its\nlast MiB (verify compares all)")
	addChoice(c, &f.method, sink.Methods(), "io", "", "how output is written:")
	f.progress.addTo(c)
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "report at the end what was written, how and how fast")
}

// write writes the moves that flags chose, or the rest of them to a partial file.
func (f *writeFlags) write(moves *hanoi.Reader) error {
	var now atomic.Pointer[sink.Progress]
	now.Store(new(sink.Progress))
	out, err := f.to.open(moves.Format().Binary(), sink.Options{
		Method:   f.method,
		MustFit:  !f.to.force,
		Progress: func(p sink.Progress) { now.Store(&p) },
	})
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w; --resume continues it", err)
	}
	if err != nil {
		return err
	}
	total, _ := moves.Size() // 2⁶³−1 or more is shown as unknown
	begin := time.Now()
	hide := f.progress.show(func() stage { return stage{now.Load().Kept, now.Load().Kept + now.Load().Written, total} })
	_, err = moves.WriteTo(out)
	took := time.Since(begin)
	hide()
	if err = out.close(err); err != nil {
		return f.unfinished(err, out, moves, *now.Load())
	}
	if f.verbose {
		say(summary(out.name, moves, *now.Load(), took))
	}
	return nil
}

// unfinished adds to the error of a run what its output got, and how to continue.
func (f *writeFlags) unfinished(err error, out *output, moves *hanoi.Reader, p sink.Progress) error {
	if space, short := errors.AsType[*sink.SpaceError](err); short {
		need, have := number.Sizes(space.Need, space.Have)
		remedy := "make room, give another file with -o, or --force to write as far as it goes"
		if f.to.resume {
			remedy = "make room, or give another file with -o"
		}
		return fmt.Errorf("%s: %w: it takes %s, and %s are left; %s", out.name, err, need, have, remedy)
	}
	if !errors.As(err, new(*fs.PathError)) { // which names the file
		err = fmt.Errorf("%s: %w", out.name, err)
	}
	bytes := p.Kept + p.Written
	if p.Method == sink.Auto || bytes == 0 || errors.Is(err, sink.ErrUncut) { // it did not begin, or not yet
		return err
	}
	err = fmt.Errorf("%w; %s got %d bytes (%d moves)", err, out.name, bytes, movesIn(moves, bytes))
	switch {
	case errors.Is(err, sink.ErrUnsafe) || !out.Named || !out.Regular:
		return err
	case f.to.force:
		return fmt.Errorf("%w; the same command with --resume instead of --force continues it", err)
	}
	return fmt.Errorf("%w; the same command with --resume continues it", err)
}

// movesIn returns the number of whole moves in the first bytes of r.
func movesIn(r *hanoi.Reader, bytes int64) uint64 {
	next, _ := r.Locate(max(bytes, r.HeaderLen()))
	first, _ := r.Locate(r.HeaderLen())
	return next - first
}

// summary says what was written, how and how fast.
func summary(name string, moves *hanoi.Reader, p sink.Progress, took time.Duration) (text string) {
	if p.Kept > 0 {
		text = fmt.Sprintf("%s had %d bytes, of which the last %d were compared; ", name, p.Kept, p.Compared)
	}
	return text + fmt.Sprintf("wrote %d bytes (%d moves) to %s by %v in %v, %s", p.Written, movesIn(moves, p.Kept+p.Written)-movesIn(moves, p.Kept),
		name, p.Method, took.Round(time.Microsecond), rate(p.Written, took))
}
