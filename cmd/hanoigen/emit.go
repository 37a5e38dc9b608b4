package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
)

// emission is the flags that say how a stream is written.
type emission struct {
	io       choice
	progress progress
	verbose  bool
}

func (e *emission) addTo(c *cobra.Command) {
	e.io = choice{hanoi.MethodAuto.String(), names(hanoi.Methods())}
	e.io.addTo(c, "io", "", "how output is written: "+strings.Join(e.io.names, ", "))
	e.progress.addTo(c)
	c.Flags().BoolVarP(&e.verbose, "verbose", "v", false, "say at the end what was written, how and how fast")
}

// emit writes the stream from where the target stands, and closes the target if all
// is written.
func (e *emission) emit(r *hanoi.Reader, t *target) error {
	stopped := stopSignal()
	method, err := hanoi.ParseMethod(e.io.name)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)

	var now atomic.Pointer[hanoi.Progress]
	now.Store(new(hanoi.Progress))
	begin := time.Now()
	quiet := e.progress.show(func() state { return emitted(r, t, *now.Load()) })
	done := make(chan error, 1)
	go func() {
		_, err := t.Write(ctx, r, hanoi.WriteOptions{
			Method:   method,
			Sync:     t.Named(),
			Progress: func(p hanoi.Progress) { now.Store(&p) },
			Short: func(need, free int64) {
				say("warning: this takes %d bytes, and the file system of %s has %d left; make room, or let it go as far as it gets and resume it",
					need, t.name, free)
			},
		})
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
	written := now.Load().Written
	switch {
	case errors.Is(err, hanoi.ErrCannot):
		return fmt.Errorf("%s: %w; give --io auto", t.name, err)
	case err != nil:
		return t.left(err, r, t.resumed+written, whole)
	}
	if err := t.Close(); err != nil {
		return fmt.Errorf("%w; what %s has is not certain: begin again", err, t.name)
	}
	if e.verbose {
		say("%s", summary(r, t, *now.Load(), time.Since(begin)))
	}
	return nil
}

// summary says what was written, how and how fast.
func summary(r *hanoi.Reader, t *target, p hanoi.Progress, took time.Duration) string {
	var b strings.Builder
	if t.resumed > 0 {
		fmt.Fprintf(&b, "%s had %d bytes, of which the last %d were compared; ", t.name, t.resumed, t.compared)
	}
	count := moves(r, t.resumed+p.Written) - moves(r, t.resumed)
	fmt.Fprintf(&b, "wrote %d bytes (%d moves) to %s by %v in %v, %s/s", p.Written, count, t.name, p.Method,
		took.Round(time.Microsecond), size(float64(p.Written)/took.Seconds()))
	return b.String()
}
