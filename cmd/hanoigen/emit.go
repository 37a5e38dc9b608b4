package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
}

func (e *emission) addTo(c *cobra.Command) {
	e.io = choice{sink.Auto.String(), names(sink.Methods())}
	e.io.addTo(c, "io", "", "how output is written: "+strings.Join(e.io.names, ", "))
	e.progress.addTo(c)
	c.Flags().BoolVarP(&e.verbose, "verbose", "v", false, "say at the end what was written, how and how fast")
}

// write opens the output, writes the stream or what a partial file lacks of it, and closes
// the output if all is written.
func (e *emission) write(r *hanoi.Reader, to *targetFlags) error {
	t, err := to.open(r.Format().Binary())
	if err != nil {
		return err
	}
	if to.resume {
		if err := t.resume(r); err != nil {
			return err
		}
	}
	stopped := stopSignal()
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
	begin := time.Now()
	quiet := e.progress.show(func() state { return emitted(r, t.resumed, *now.Load()) })
	done := make(chan error, 1)
	go func() {
		_, err := r.WriteTo(t.Output)
		done <- err
	}()

	whole := true // what the output got is known
	select {
	case err = <-done:
	case s := <-stopped:
		stop(&interrupted{s})
		var patience <-chan time.Time // a file is waited for
		if !t.Regular() {
			patience = time.After(time.Second / 4) // the reader may never take the last write
		}
		select {
		case err = <-done:
		case <-patience:
			err, whole = &interrupted{s}, false
		}
	}
	quiet()
	var short *sink.SpaceError
	switch {
	case errors.As(err, &short):
		return t.tooSmall(short)
	case errors.Is(err, sink.ErrMethod):
		return fmt.Errorf("%s: %w; give --io auto", t.name, err)
	case err != nil:
		return t.left(err, r, t.resumed+now.Load().Written, whole)
	}
	if err := t.Close(); err != nil {
		return t.uncertain(err)
	}
	if e.verbose {
		say(summary(r, t, *now.Load(), time.Since(begin)))
	}
	return nil
}

// tooSmall returns the error of a file system that cannot hold all.
func (t *target) tooSmall(e *sink.SpaceError) error {
	remedy := "make room, give another file with -o, or --force to write as far as it goes"
	if t.asked.resume {
		remedy = "make room, and give the same command"
	}
	need, free := float64(e.Need), float64(e.Free)
	unit := unitOf(cmp.Or(min(free, need-free), need)) // in which they differ
	return fmt.Errorf("%s: %w: it takes %s, and its file system has %s left; %s",
		t.name, sink.ErrSpace, sizeIn(need, unit), sizeIn(free, unit), remedy)
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
