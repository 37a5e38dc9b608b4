package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
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
	f.to.addTo(c, overwrite+"; write as far as the space goes")
	f.to.resumable = true
	flags := c.Flags()
	flags.BoolVar(&f.to.resume, "resume", false, "continue a partial output file, after comparing its last MiB (verify compares all)")
	addChoice(c, &f.method, sink.Methods(), "io", "", "how output is written:")
	f.progress.addTo(c)
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "report at the end what was written, how and how fast")
}

// write writes the moves that flags chose, or the rest of them to a partial file, until a
// signal arrives. The flags are nil for a path.
func (f *writeFlags) write(moves *hanoi.Reader, flags *streamFlags) error {
	ctx := untilSignal() // before the output is opened
	w := &writing{moves: moves}
	w.now.Store(new(sink.Progress))
	options := sink.Options{
		Context:  ctx,
		Method:   f.method,
		MustFit:  !f.to.force,
		Progress: w.report,
	}
	var err error
	if w.out, err = f.to.openUntil(ctx, moves.Format().Binary(), options); err != nil {
		return err
	}
	w.hide = f.progress.show(w.progress)
	err = w.run(ctx, &f.to, flags)
	w.hide()
	if err = w.out.close(err); err == nil && f.verbose {
		say(w.summary())
	}
	return err
}

// A writing is a stream on its way to an output.
type writing struct {
	moves *hanoi.Reader
	out   *output
	hide  func() // ends the display of progress
	now   atomic.Pointer[sink.Progress]
	begin time.Time // of writing, after comparing
	took  time.Duration
}

// run writes the stream, or the rest of it. Its errors say what to do.
func (w *writing) run(ctx context.Context, f *outputFlags, flags *streamFlags) error {
	returned := func() {}
	if !w.out.sink.Regular {
		returned = giveUp(ctx, func(cause error) error {
			w.hide()
			return w.unfinished(cause, false, f)
		})
	}
	w.begin = time.Now()
	_, err := w.moves.WriteTo(w.out.sink)
	returned()
	w.took = time.Since(w.begin)
	var short *sink.SpaceError
	switch {
	case errors.Is(err, sink.ErrResume):
		return exitKept.with(fmt.Errorf("%s is left as it is: %w; give the flags it was made with, --force to overwrite it, or another file", w.out.name, err))
	case errors.As(err, &short) && errors.Unwrap(short) == nil:
		if w.now.Load().Written > 0 {
			return w.unfinished(fmt.Errorf("%s: %w", w.out.name, err), true, f)
		}
		return w.tooLarge(short, f.resume, flags)
	case errors.Is(err, sink.ErrMethod):
		return fmt.Errorf("%s: %w; give --io auto", w.out.name, err)
	case err != nil && w.now.Load().Comparing && ctx.Err() == nil:
		return err
	case err != nil:
		return w.unfinished(err, true, f)
	}
	return nil
}

// report keeps the progress for those who ask.
func (w *writing) report(p sink.Progress) {
	if p.Comparing {
		w.begin = time.Now()
	}
	w.now.Store(&p)
}

// written returns the number of bytes of the stream that the output has.
func (w *writing) written() int64 {
	p := w.now.Load()
	return p.Kept + p.Written
}

// progress returns the stage of the run.
func (w *writing) progress() stage {
	p := w.now.Load()
	if p.Comparing {
		s := stageAt(w.moves, p.Compared)
		s.done += " compared"
		return s
	}
	s := stageAt(w.moves, p.Kept+p.Written)
	s.before, s.bytes, s.syncing = stageAt(w.moves, p.Kept).part, p.Written, p.Syncing
	return s
}

// summary says what was written, how and how fast.
func (w *writing) summary() (text string) {
	p := w.now.Load()
	if p.Kept > 0 {
		text = fmt.Sprintf("%s had %d bytes, of which the last %d were compared; ", w.out.name, p.Kept, p.Compared)
	}
	return text + fmt.Sprintf("wrote %d bytes (%d moves) to %s by %v in %v, %s", p.Written, movesIn(w.moves, w.written())-movesIn(w.moves, p.Kept),
		w.out.name, p.Method, w.took.Round(time.Microsecond), rate(p.Written, w.took))
}
