package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/sink"
)

// emission is the flags that say how a stream is written.
type emission struct {
	io       choice
	progress progress
	verbose  bool
	stream   *stream // that is written; nil for a path
}

func (e *emission) addTo(c *cobra.Command) {
	e.io = choice{sink.Auto.String(), names(sink.Methods())}
	e.io.addTo(c, "io", "", "how output is written: "+strings.Join(e.io.names, ", "))
	e.progress.addTo(c)
	c.Flags().BoolVarP(&e.verbose, "verbose", "v", false, "say at the end what was written, how and how fast")
}

// write opens the output, writes the stream or what a partial file lacks of it, and closes
// the output.
func (e *emission) write(r *hanoi.Reader, to *targetFlags) error {
	signals := stopSignal() // before there is an output
	t, err := to.openUnless(signals, r.Format().Binary())
	if err != nil {
		return err
	}
	if to.resume {
		err = t.resume(r)
	}
	begin := time.Now()
	var p sink.Progress
	if err == nil {
		p, err = e.writeTo(t, r, signals)
	}
	if err = t.close(err); err == nil && e.verbose {
		say(summary(r, t, p, time.Since(begin)))
	}
	return err
}

// writeTo writes the stream, until a signal comes.
func (e *emission) writeTo(t *target, r *hanoi.Reader, signals <-chan os.Signal) (sink.Progress, error) {
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	var now atomic.Pointer[sink.Progress]
	now.Store(new(sink.Progress))
	t.Options = sink.Options{
		Context:  ctx,
		Method:   sink.Methods()[slices.Index(e.io.names, e.io.name)],
		Durable:  true,
		MustFit:  !t.asked.force,
		Progress: func(p sink.Progress) { now.Store(&p) },
	}
	quiet := e.progress.show(func() state { return emitted(r, t.resumed, *now.Load()) })
	done := make(chan error, 1)
	go func() {
		_, err := r.WriteTo(t.Output)
		done <- err
	}()
	err, known := t.await(done, signals, stop)
	quiet()
	p := *now.Load()
	var short *sink.SpaceError
	switch {
	case errors.As(err, &short):
		err = t.tooSmall(short, e.stream.fits(t))
	case errors.Is(err, sink.ErrMethod):
		err = fmt.Errorf("%s: %w; give --io auto", t.name, err)
	case err != nil:
		err = t.left(err, r, t.resumed+p.Written, known)
	}
	return p, err
}

// await returns the error of a write that is done, or stopped by a signal. A reader may
// never take what is being written: only a file is waited for, and what anything else got
// is not known.
func (t *target) await(done <-chan error, signals <-chan os.Signal, stop func(error)) (err error, known bool) {
	var patience <-chan time.Time
	for {
		select {
		case err = <-done:
			return err, true
		case s := <-signals:
			err = &interrupted{s}
			stop(err)
			if !t.Regular {
				patience = time.After(time.Second / 4)
			}
		case <-patience:
			return err, false
		}
	}
}

// summary says what was written, how and how fast.
func summary(r *hanoi.Reader, t *target, p sink.Progress, took time.Duration) string {
	var b strings.Builder
	if t.resumed > 0 {
		fmt.Fprintf(&b, "%s had %d bytes, of which the last %d were compared; ", t.name, t.resumed, t.compared)
	}
	count := moves(r, t.resumed+p.Written) - moves(r, t.resumed)
	fmt.Fprintf(&b, "wrote %d bytes (%d moves) to %s by %v in %v, %s", p.Written, count, t.name, p.Method,
		took.Round(time.Microsecond), rate(p.Written, took))
	return b.String()
}
