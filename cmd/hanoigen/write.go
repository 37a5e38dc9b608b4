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

// writeFlags say where a stream is written, how, and how that is reported. All other flags
// determine its bytes, so that --resume can continue it.
type writeFlags struct {
	output   outputFlags
	method   sink.Method
	progress progress
	verbose  bool
}

func (f *writeFlags) addTo(c *cobra.Command) {
	f.output.addTo(c, "overwrite an output file that is not empty; write as far as the space goes")
	flags := c.Flags()
	flags.BoolVar(&f.output.resume, "resume", false, "continue a partial output file, after comparing its last MiB (verify compares all)")
	addChoice(c, &f.method, sink.Methods(), "io", "", "how output is written: "+listed(sink.Methods()))
	f.progress.addTo(c)
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "report at the end what was written, how and how fast")
}

// write writes a stream, or what a partial file lacks of it, until a signal comes. If the
// file system has too little space, enough finds the number of disks that fit; it may be nil.
func (f *writeFlags) write(moves *hanoi.Reader, enough func(fits func(*hanoi.Reader) bool) int) error {
	ctx := untilSignal() // before the output is opened
	out, err := f.output.open(ctx, moves.Format().Binary(), true)
	if err != nil {
		return err
	}
	w := &writing{moves: moves, out: out}
	if f.output.resume {
		err = w.resume()
	}
	if err == nil {
		err = w.write(ctx, f, enough)
	}
	if err = out.close(err); err == nil && f.verbose {
		say(w.summary())
	}
	return err
}

// A writing is one run of write.
type writing struct {
	moves *hanoi.Reader
	out   *output

	resumed  int64 // bytes of the stream that the output had before
	progress atomic.Pointer[sink.Progress]
	took     time.Duration
}

// resume moves the stream to the end of what the output has of it.
func (w *writing) resume() (err error) {
	w.resumed, err = w.out.sink.Resume(w.moves)
	if errors.Is(err, sink.ErrResume) {
		err = fmt.Errorf("%s is left as it is: %w; give the flags it was made with, --force to overwrite it, or another file", w.out.name, err)
	}
	return err
}

func (w *writing) write(ctx context.Context, f *writeFlags, enough func(func(*hanoi.Reader) bool) int) error {
	w.progress.Store(new(sink.Progress))
	w.out.sink.Options = sink.Options{
		Context:  ctx,
		Method:   f.method,
		MustFit:  !f.output.force,
		Progress: func(p sink.Progress) { w.progress.Store(&p) },
	}
	begin := time.Now()
	hide := f.progress.show(w.state)
	done := make(chan error, 1)
	go func() {
		_, err := w.moves.WriteTo(w.out.sink)
		done <- err
	}()
	err, known := await(ctx, done, w.out.sink.Regular)
	hide()
	w.took = time.Since(begin)
	var short *sink.SpaceError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &short):
		disks := 0
		if enough != nil && !f.output.resume {
			disks = enough(w.out.fits)
		}
		return w.tooLarge(short, disks, f.output.resume)
	case errors.Is(err, sink.ErrMethod):
		return fmt.Errorf("%s: %w; give --io auto", w.out.name, err)
	}
	return w.unfinished(err, known, f)
}

// await returns the error of a write that finished or was stopped by the context. A write to
// a file always finishes. Elsewhere a reader may never take what is being written: known is
// false if it is not known how much was written.
func await(ctx context.Context, done <-chan error, toFile bool) (err error, known bool) {
	late := make(chan struct{})
	if !toFile {
		context.AfterFunc(ctx, func() {
			time.Sleep(time.Second / 4)
			close(late)
		})
	}
	select {
	case err = <-done:
		return err, true
	case <-late:
		return context.Cause(ctx), false
	}
}

// written returns how many bytes of the stream the output has.
func (w *writing) written() int64 { return w.resumed + w.progress.Load().Written }

// state returns how far the stream is written.
func (w *writing) state() state {
	p := w.progress.Load()
	s := at(w.moves, w.written())
	s.before, s.bytes, s.syncing = at(w.moves, w.resumed).part, p.Written, p.Syncing
	return s
}

// summary says what was written, how and how fast.
func (w *writing) summary() string {
	var text string
	if w.resumed > 0 {
		text = fmt.Sprintf("%s had %d bytes, of which the last %d were compared; ", w.out.name, w.resumed, min(w.resumed, sink.Compared))
	}
	p := w.progress.Load()
	return text + fmt.Sprintf("wrote %d bytes (%d moves) to %s by %v in %v, %s", p.Written, moves(w.moves, w.written())-moves(w.moves, w.resumed),
		w.out.name, p.Method, w.took.Round(time.Microsecond), rate(p.Written, w.took))
}
